import { splitSentences } from "../../../../engines/pages/split-sentences.js";
import { listItemProblem } from "../../lists.js";
import { leansOnPrevious } from "../../sentence-rules.js";

/** The sentences of one step. */
export type Step = readonly string[];

const NUMBER =
  /^(?:step\s*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\b\s*[.):\u2013\u2014-]*|\d{1,2}\s?[.):])\s*/i;
/** On a page these are mostly of the page, and in a step what one does. */
const DONE_IN_STEPS =
  /\b(?:click(?:ing)?|log in|sign up|download (?=the|a)|your (?:e-?mail|browser|account)|javascript)\b/gi;
const ELSEWHERE = /\b(?:as (?:explained|mentioned|described|shown) (?:above|below|earlier)|click here|my|our|we|us)\b/i;

export function withoutNumber(text: string): string {
  return text.replace(NUMBER, "");
}

/** A step may be little else: "Germinate in 5\u201310 days at 21 \u00b0C." */
const MEASURES = /\d+(?:[.,]\d+)*(?:\s?[-\u2013]\s?\d+(?:[.,]\d+)*)?(?:\s?\u00b0\s?[CF]\b)?/g;

/** A command stood here that the text has lost. */
const TORN = /:\s+(?:and|or|then|to)\b|\b(?:using|run|type|enter|with):?\s*[.,]/i;

/** Why a sentence may not stand among steps, though it stands among those of its source. */
function problemOf(text: string): boolean {
  const plain = text.replace(DONE_IN_STEPS, "press").replace(MEASURES, "two");
  return ELSEWHERE.test(text) || TORN.test(text) || listItemProblem(plain) !== undefined;
}

/**
 * What a source says of one step: the texts of an item, or of a heading and what is below it. Asides that may not be used go;
 * undefined where the step itself may not be.
 */
export function stepOf(texts: readonly string[]): Step | undefined {
  const [own = "", ...others] = texts;
  const isLead = /:$/.test(own.trim()) && others.length > 0;
  const fragments = isLead ? others.filter((text) => !/[.!?]$/.test(text)) : [];
  const led = fragments.length === 0 ? own.replace(/\s*:$/, "") : `${own} ${fragments.map(plainEnd).join("; ")}`;
  const rest = others.filter((text) => !fragments.includes(text));
  const sentences = [withoutNumber(led.trim()), ...rest].flatMap((text) => splitSentences(tidy(text))).map(ended);
  const kept: string[] = [];
  let isLost = false;
  for (const [at, text] of sentences.entries()) {
    isLost = problemOf(text) || (isLost && leansOnPrevious(text));
    if (isLost && at === 0) return undefined;
    if (!isLost) kept.push(text);
  }
  return kept.length === 0 ? undefined : kept;
}

function tidy(text: string): string {
  const plain = text.replace(/\s*::\s*/g, ": ").trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function plainEnd(text: string): string {
  return text.replace(/[.;,:]+$/, "");
}

function ended(text: string): string {
  return /[.!?]["'\u201d\u2019)]*$/.test(text) ? text : `${plainEnd(text)}.`;
}

/** Items that all begin with a capital and end alike: with a full stop where one of them is a sentence. */
export function uniformItems(texts: readonly string[]): string[] {
  const plain = texts.map((text) => tidy(text).replace(/[;,]+(?: and| or)?$/, ""));
  const areSentences = plain.some((text) => /[.!?] \p{Lu}/u.test(text)) || plain.every((text) => /[.!?]$/.test(text));
  return plain.map((text) => (areSentences ? ended(text) : text.replace(/(?<!\b(?:etc|approx|oz|tbsp|tsp))\.$/, "")));
}
