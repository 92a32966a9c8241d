import { splitSentences } from "../../../../engines/pages/split-sentences.js";
import { isInstruction } from "./imperatives.js";
import type { SourceSection } from "./source-sections.js";
import { type Step, stepOf } from "./step-texts.js";

/** What tells that instructions follow each other. */
const IN_TURN =
  /^(?:first|firstly|second|secondly|third|thirdly|next|then|now|finally|lastly|after|once|when|begin|start|day \d)\b/i;
const FEWEST_IN_TURN = 2;
const FEWEST_STEPS = 3;
const MOSTLY = 0.7;
const MOST_SENTENCES = 3;

/**
 * The steps that the running text of a section tells: "First, ... Then, ...". From the first instruction to the last, none left
 * out; undefined where it tells none in turn.
 */
export function toldIn({ blocks }: SourceSection, isOfSteps: boolean): (Step | undefined)[] | undefined {
  const paragraphs = blocks.filter(({ kind }) => kind === "paragraph").map(({ text }) => splitSentences(text));
  const texts = paragraphs.flat();
  const isStep = (text: string) => isInstruction(text) || IN_TURN.test(text);
  const from = texts.findIndex(isStep);
  const told = from < 0 ? [] : texts.slice(from, texts.findLastIndex(isInstruction) + 1);
  const instructions = told.filter(isStep).length;
  if (instructions < FEWEST_STEPS || instructions < MOSTLY * told.length) return undefined;
  if (!isOfSteps && told.filter((text) => IN_TURN.test(text)).length < FEWEST_IN_TURN) return undefined;
  const steps: string[][] = [];
  for (const text of told) {
    const last = steps.at(-1);
    if (last === undefined || (isStep(text) && !/^(?:it|this|they)\b/i.test(text)) || last.length >= MOST_SENTENCES)
      steps.push([text]);
    else last.push(text);
  }
  return steps.map(stepOf);
}
