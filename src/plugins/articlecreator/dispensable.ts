import { countWords } from "../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../_kit/article-body/index.js";
import { leansOnPrevious } from "./sentence-rules.js";

const FEWEST_LEFT = 2;

/**
 * The end of a paragraph from a sentence on, where the article says the same without it: half of the paragraph at most, with two
 * sentences and all its sources left before it, and nothing after it that leans on it. Empty where it has to stay.
 */
export function dispensableEnd(block: BodyBlock, from: number, next: BodyBlock | undefined): readonly BodyText[] {
  if (block.kind !== "paragraph" || from < FEWEST_LEFT || 2 * from < block.sentences.length) return [];
  const [kept, end] = [block.sentences.slice(0, from), block.sentences.slice(from)];
  const areKnown = end.every(({ source }) => source !== undefined && kept.some((other) => other.source === source));
  return areKnown && !leansBack(next) ? end : [];
}

/** The words of those texts. */
export function wordsOfTexts(texts: readonly BodyText[]): number {
  return texts.reduce((sum, { text }) => sum + countWords(text), 0);
}

/** Whether a block needs the one before: a list needs what announces it. */
function leansBack(block: BodyBlock | undefined): boolean {
  if (block === undefined || block.kind === "heading") return false;
  if (block.kind !== "paragraph") return true;
  return leansOnPrevious(block.sentences[0]?.text ?? "");
}
