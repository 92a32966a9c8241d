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
    const items = run.map((paragraph) => listable.get(paragraph));
    if (first?.list !== undefined && items.length >= FEWEST_ITEMS && items.length <= MOST_ITEMS) {
      const whole = items.every((item) => item !== undefined && item.length > 0 && item.length <= MOST_SENTENCES);
      if (whole) {
        const all = items as readonly (readonly Sentence[])[];
        const intro = before?.section === first.section ? introOf(before, listable.get(before)) : [];
        const words = [...intro, ...all.flat()].reduce((sum, sentence) => sum + sentence.words, 0);
        found.push({ ordered: first.list.ordered, intro, items: all, words, paragraph: first });
      }
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

/** The sentences of the paragraph before that lead to the list. */
function introOf(paragraph: Paragraph, sentences: readonly Sentence[] = []): readonly Sentence[] {
  const last = sentences.at(-1);
  if (last === undefined || last.index !== paragraph.sentences.length - 1 || last.needs < 0) return [];
  if (!last.text.endsWith(":") && !last.announces) return [];
  const needed = sentences.filter(({ index }) => index >= last.needs);
  return needed.length === last.index - last.needs + 1 ? needed : [];
}
