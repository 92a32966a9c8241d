import type { Paragraph, Sentence } from "./material.js";
import { OUTSIDE } from "./needs.js";

/** Consecutive sentences of one paragraph that can be read without the rest of it, or a whole list. */
export interface Passage {
  readonly sentences: readonly Sentence[];
  readonly paragraph: Paragraph;
  readonly words: number;
  /** The items, where the passage is a list; the sentences before the first item lead to it. */
  readonly list?: { readonly ordered: boolean; readonly items: readonly (readonly Sentence[])[] };
}

/** What comes before the runs of a paragraph. */
export interface Before {
  /** The paragraph before is in the article: the first run may begin with what leans on that. */
  readonly follows: boolean;
  /** Whether a sentence is in the article: a run that goes on from it may be one long or short sentence. */
  readonly isHeld: (sentence: Sentence | undefined) => boolean;
}

/** The longest runs of a paragraph that can be read by themselves, in order, of the sentences that are available. */
export function runsOf(
  paragraph: Paragraph,
  isAvailable: (sentence: Sentence) => boolean,
  { follows, isHeld }: Before = { follows: false, isHeld: () => false },
): Passage[] {
  const runs: Passage[] = [];
  let run: Sentence[] = [];
  const end = () => {
    while (run.length > 0 && (run.at(-1)!.announces || isTurned(run.at(-1)!) || isTorn(run))) run.pop();
    const goesOn = run.length > 0 && isHeld(paragraph.sentences[run[0]!.index - 1]);
    if (goesOn || run.some(({ isOutsized }) => isOutsized !== true)) runs.push(passageOf(run, paragraph));
    run = [];
  };
  for (const sentence of paragraph.sentences) {
    if (sentence === undefined || !isAvailable(sentence)) {
      end();
      continue;
    }
    const [first] = run;
    const isKnown = (from: number) => sentence.needs >= from || (follows && from === 0 && sentence.needs === OUTSIDE);
    if (first !== undefined && isKnown(first.index)) run.push(sentence);
    else {
      end();
      if (isKnown(sentence.index)) run = [sentence];
      else if (sentence.alone !== undefined) run = [standing(sentence, sentence.alone)];
    }
  }
  end();
  return runs;
}

export function passageOf(sentences: readonly Sentence[], paragraph: Paragraph): Passage {
  return { sentences, paragraph, words: sentences.reduce((sum, sentence) => sum + sentence.words, 0) };
}

/** The sentence with another text; its own is kept as the original. */
export function standing(sentence: Sentence, text: string): Sentence {
  const words = sentence.words + text.split(" ").length - sentence.text.split(" ").length;
  return { ...sentence, text, words, original: sentence.original ?? sentence.text };
}

/** The longest beginning of a passage of so many words that can end where it does; undefined when there is none. */
export function trimmed(passage: Passage, words: number): Passage | undefined {
  if (passage.words <= words) return passage;
  if (passage.list !== undefined) return undefined;
  const kept = [...passage.sentences];
  const mayEnd = () => {
    const last = kept.at(-1)!;
    return wordsIn(kept) <= words && !last.announces && !isTurned(last) && !isTorn(kept, passage.sentences);
  };
  while (kept.length > 0 && !mayEnd()) kept.pop();
  return kept.length === 0 ? undefined : passageOf(kept, passage.paragraph);
}

/** Whether what comes next turns round what the sentence says: "lack some acids", and "However, it is not hard to get them". */
function isTurned({ paragraph, index }: Sentence): boolean {
  return paragraph.turns?.has(index + 1) === true;
}

export function wordsOfPassages(passages: readonly Passage[]): number {
  return passages.reduce((sum, { words }) => sum + words, 0);
}

function wordsIn(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, sentence) => sum + sentence.words, 0);
}

const BEGINS = /^(first|firstly|first of all|to begin with|to start with|begin by|start by)\b/i;
const GOES_ON = /^(then|next|after that|afterwards|second|secondly|third|thirdly|finally|lastly|now)\b/i;

/** Whether the sentences hold the beginning of steps whose end is not among them. */
function isTorn(
  kept: readonly Sentence[],
  all: readonly (Sentence | undefined)[] = kept[0]?.paragraph.sentences ?? [],
): boolean {
  const begins = kept.findIndex(({ text }) => BEGINS.test(text));
  if (begins < 0) return false;
  const last = all.findLast((sentence) => sentence !== undefined && GOES_ON.test(sentence.text));
  return last !== undefined && last.index > (kept.at(-1)?.index ?? -1);
}
