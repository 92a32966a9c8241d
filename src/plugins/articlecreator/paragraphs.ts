import type { Sentence } from "./material.js";
import type { Passage } from "./runs.js";

/** A sentence in its place, with the place of its passage. */
interface Placed {
  readonly sentence: Sentence;
  /** Cost of beginning a paragraph with it. */
  readonly breakCost: number;
  /** Cost of going on with it in the same paragraph. */
  readonly joinCost: number;
}

const NEVER = 1_000;
/** For each sentence that a paragraph has too many or too few. */
const WRONG_LENGTH = 4;

/**
 * The sentences of a section in paragraphs of the wished length, as far as their number allows. A paragraph begins with a
 * passage where that can be, and never with a sentence that leans on the one before.
 */
export function inParagraphs(passages: readonly Passage[], from: number, to: number): Sentence[][] {
  const sentences = passages
    .flatMap((passage, at) => placed(passage, passages[at - 1]))
    .map((each, at, all) => (all[at - 1]?.sentence.shows === undefined ? each : afterShown(each)));
  // The cheapest way to part the first n sentences, for every n.
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }];
  for (let end = 1; end <= sentences.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, start: 0 };
    let joins = 0;
    for (let start = end - 1; start >= 0 && end - start <= to + from + 2; start -= 1) {
      const length = end - start;
      const wrong = Math.max(0, from - length, length - to);
      const breaking = start === 0 ? 0 : sentences[start]!.breakCost;
      const cost = best[start]!.cost + breaking + joins + WRONG_LENGTH * wrong;
      if (cost < choice.cost) choice = { cost, start };
      joins += sentences[start]!.joinCost;
    }
    best.push(choice);
  }
  const paragraphs: Sentence[][] = [];
  for (let end = sentences.length; end > 0; end = best[end]!.start) {
    paragraphs.push(sentences.slice(best[end]!.start, end).map(({ sentence }) => sentence));
  }
  return paragraphs.reverse();
}

/** Code and tables stand between two paragraphs. */
function afterShown({ sentence }: Placed): Placed {
  return { sentence, breakCost: 0, joinCost: NEVER };
}

function placed(passage: Passage, before: Passage | undefined): Placed[] {
  return passage.sentences.map((sentence, index) => {
    if (index > 0) return { sentence, breakCost: sentence.leans ? NEVER : 2.5, joinCost: 0 };
    if (before === undefined) return { sentence, breakCost: 0, joinCost: 0 };
    const near =
      before.paragraph === passage.paragraph ? 0 : before.paragraph.section === passage.paragraph.section ? 0.6 : 6;
    return { sentence, breakCost: 0, joinCost: near };
  });
}
