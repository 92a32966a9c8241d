import { isStopWord, wordsOf } from "../../../engines/pages/terms.js";
import type { ArticleBody } from "../article-body/index.js";

/** Shorter words are hardly ever terms. */
const SHORTEST = 3;

/** The words of an article's title and headings that say what it is about. Other words for them would be other things. */
export function topicWords({ title, blocks }: Pick<ArticleBody, "title" | "blocks">): readonly string[] {
  const headings = blocks.flatMap((block) => (block.kind === "heading" ? block.text : []));
  const words = [title, ...headings].flatMap(wordsOf);
  return [...new Set(words)].filter((word) => word.length >= SHORTEST && !isStopWord(word) && /\p{L}/u.test(word));
}
