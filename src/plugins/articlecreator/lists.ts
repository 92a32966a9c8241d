import { codeSpans } from "../../engines/pages/code-spans.js";
import { begun, isCodeName } from "./code-names.js";
import { sentenceProblem } from "./sentence-rules.js";
import type { Paragraph, Sentence } from "./source-sentences.js";

/** A list of a source, to be taken whole or not at all. */
export interface SourceList {
  readonly ordered: boolean;
  /** What leads to it: "Do the following:". */
  readonly intro: readonly Sentence[];
  readonly items: readonly (readonly Sentence[])[];
  readonly words: number;
  /** The first of its items. */
  readonly paragraph: Paragraph;
}

const FEWEST_ITEMS = 2;
const MOST_ITEMS = 15;
/** Of one item. */
const MOST_SENTENCES = 4;
/** What an item may be and a sentence of a paragraph may not. */
const ALLOWED = new Set([
  "does not end as a statement",
  "has no verb",
  "is a heading",
  "is an entry with a label",
  "is a list entry",
  "does not begin as a sentence",
]);

/** Why a sentence may not stand in a list. */
export function listItemProblem(text: string): string | undefined {
  // The rules look at statements, and items often stop without a full stop.
  const statement = /[.:;,]$/.test(text) ? text.replace(/[:;,]$/, ".") : `${text}.`;
  const whole = statement.charAt(0).toUpperCase() + statement.slice(1);
  const problem = sentenceProblem(whole);
  return problem !== undefined && ALLOWED.has(problem) ? undefined : problem;
}

/** The lists of the paragraphs of which every item may be used. */
export function withLists(
  paragraphs: readonly Paragraph[],
  listable: ReadonlyMap<Paragraph, readonly Sentence[]>,
): SourceList[] {
  const found: SourceList[] = [];
  let run: Paragraph[] = [];
  let before: Paragraph | undefined;
  const end = () => {
    const [first] = run;
    const lead = before?.section === first?.section ? before : undefined;
    const intro = lead === undefined ? [] : introOf(lead, listable.get(lead));
    const items = itemsOf(run, listable) ?? labelledItemsOf(run, listable, [...intro, first?.heading ?? ""]);
    if (first?.list !== undefined && items !== undefined) {
      const words = [...intro, ...items.flat()].reduce((sum, sentence) => sum + sentence.words, 0);
      // Without a heading and a sentence that leads to it, nobody knows what it lists.
      const isNamed = intro.length > 0 || (first.heading !== "" && !(lead !== undefined && endsUnused(lead, listable)));
      if (isNamed) found.push({ ordered: first.list.ordered, intro, items, words, paragraph: first });
    }
    run = [];
  };
  for (const paragraph of paragraphs) {
    const [first] = run;
    const goesOn =
      first !== undefined && paragraph.list?.number === first.list?.number && paragraph.source === first.source;
    if (run.length > 0 && !goesOn) {
      end();
    }
    if (paragraph.list === undefined) before = paragraph;
    else {
      if (run.length === 0 && before?.source !== paragraph.source) before = undefined;
      run.push(paragraph);
    }
  }
  end();
  return found;
}

/** The items of a list, alike at their ends; undefined where one of them may not be used, so that the list would not be whole. */
function itemsOf(
  run: readonly Paragraph[],
  listable: ReadonlyMap<Paragraph, readonly Sentence[]>,
): readonly (readonly Sentence[])[] | undefined {
  const items: Sentence[][] = [];
  for (const paragraph of run) {
    const said = listable.get(paragraph) ?? [];
    const last = items.at(-1);
    if (said.length === 0) return undefined;
    if (paragraph.list?.inner !== true || last === undefined) items.push([...said]);
    // What belongs to an item can be said behind it where both are sentences.
    else if (isEnded(last.at(-1)!.text) && said.every(({ text }) => isEnded(text))) last.push(...said);
    else return undefined;
  }
  if (items.length < FEWEST_ITEMS || items.length > MOST_ITEMS) return undefined;
  return items.some((item) => item.length > MOST_SENTENCES) ? undefined : alike(items);
}

/** Share of the items that may be missing where each tells of something by itself. */
const MAY_MISS = 1 / 3;
const FEWEST_LABELLED = 3;
const LABELLED = /^[^.:!?]{2,60}(?::| [\u2013\u2014-]) \S/;
/** "Five benefits", "10 of the most common": how many there are is said. */
const COUNTED = /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|both|all|every)\b/i;

/**
 * The items that may be used, where each begins with what it is about, "Data quality: ...", and is told whole: no other one needs it.
 * Undefined for steps, where too many are missing, and where readers are told how many there are.
 */
function labelledItemsOf(
  run: readonly Paragraph[],
  listable: ReadonlyMap<Paragraph, readonly Sentence[]>,
  leading: readonly (Sentence | string)[],
): readonly (readonly Sentence[])[] | undefined {
  if (run.length === 0 || run.some(({ list }) => list?.ordered === true || list?.inner === true)) return undefined;
  if (leading.some((each) => COUNTED.test(typeof each === "string" ? each : each.text))) return undefined;
  const items = run
    .map((paragraph) => listable.get(paragraph) ?? [])
    .filter(([first, ...rest]) => first !== undefined && rest.length < MOST_SENTENCES && LABELLED.test(first.text));
  const isMost = run.length - items.length <= MAY_MISS * run.length;
  return items.length >= FEWEST_LABELLED && items.length <= MOST_ITEMS && isMost ? alike(items) : undefined;
}

function isEnded(text: string): boolean {
  return /[.!?]["'\u201d\u2019)]*$/.test(text);
}

/** All items with a capital, but as they are where names of code begin some, and, where one is a sentence with another behind it or all end so, with a full stop; else none. */
function alike(items: readonly (readonly Sentence[])[]): readonly (readonly Sentence[])[] {
  const areSentences = items.some((item) => item.length > 1) || items.every((item) => isEnded(item.at(-1)!.text));
  const areCode = items.some(([first]) => isCodeName(first!.text.split(" ")[0]!) || beginsWithCode(first!));
  return items.map((item) =>
    item.map((sentence, at) => {
      const isFirst = at === 0;
      const isLast = at === item.length - 1;
      const plain = sentence.text.replace(/\s*::\s*/g, ": ");
      const opened = isFirst && !areCode ? begun(plain) : plain;
      const text = isLast ? endedLike(opened, areSentences) : opened;
      return text === sentence.text ? sentence : { ...sentence, text, original: sentence.original ?? sentence.text };
    }),
  );
}

function beginsWithCode({ text, code = [] }: Sentence): boolean {
  return codeSpans(text, code)[0]?.from === 0;
}

function endedLike(text: string, withStop: boolean): string {
  const open = text.replace(/[;,]+(?: and| or)?$/, "");
  if (withStop) return isEnded(open) ? open : `${open}.`;
  return open.replace(/(?<!\b(?:etc|approx|oz|tbsp|tsp))\.$/, "");
}

/** Whether the end of a paragraph, which may say what is listed below it, cannot be used. */
function endsUnused(paragraph: Paragraph, listable: ReadonlyMap<Paragraph, readonly Sentence[]>): boolean {
  const last = paragraph.sentences.length - 1;
  const end = paragraph.sentences[last] ?? listable.get(paragraph)?.find(({ index }) => index === last);
  return end === undefined || end.text.endsWith(":");
}

/** The sentences of the paragraph before that lead to the list. */
function introOf(paragraph: Paragraph, sentences: readonly Sentence[] = []): readonly Sentence[] {
  const last = sentences.at(-1);
  if (last === undefined || last.index !== paragraph.sentences.length - 1 || last.needs < 0) return [];
  if (!last.text.endsWith(":") && !last.announces) return [];
  const needed = sentences.filter(({ index }) => index >= last.needs);
  return needed.length === last.index - last.needs + 1 ? needed : [];
}
