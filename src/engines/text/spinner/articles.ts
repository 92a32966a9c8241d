import { indefiniteArticle } from "../english/inflection/index.js";
import type { Token } from "../english/types.js";

/** The article of a place, when it is `a` or `an` and only white space divides it from the word. */
export function articleBefore(text: string, tokens: readonly Token[], index: number): Token | undefined {
  const article = tokens[index - 1];
  if (article === undefined || !/^an?$/i.test(article.text)) return undefined;
  return /^\s+$/.test(text.slice(article.end, tokens[index]!.start)) ? article : undefined;
}

/** The article as it must be before the word, in the case of the one that stood there; the same one when it is right. */
export function articleFor(article: string, word: string): string {
  const right = indefiniteArticle(word);
  if (article.toLowerCase() === right) return article;
  const upper = article[0] === "A";
  if (!upper) return right;
  return right === "an" && word.length > 1 && word === word.toUpperCase() ? "AN" : right === "an" ? "An" : "A";
}
