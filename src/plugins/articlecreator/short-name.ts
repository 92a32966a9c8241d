import { termsOf } from "../../engines/pages/terms.js";
import { abbreviationsOf } from "./abbreviations.js";
import type { DraftParagraph } from "./draft-paragraphs.js";

/** Letters of which a short name is unmistakable without having been introduced: "WAL", and not "IT". */
const UNMISTAKABLE = 3;
/** Sentences that use it where nobody introduces it. */
const FEWEST_USES = 3;

/**
 * The short name by which the sources call the subject: "SEO" for "search engine optimization". One of two letters has to be introduced
 * in brackets behind the whole name.
 */
export function shortNameOf(keyword: string, query: readonly string[], texts: readonly string[]): string | undefined {
  const letters = keyword
    .split(/[\s-]+/)
    .filter((word) => termsOf(word).length > 0)
    .map((word) => word[0]!.toUpperCase())
    .join("");
  if (letters.length < 2 || !/^\p{Lu}+$/u.test(letters)) return undefined;
  const written = new RegExp(`\\b${letters}\\b`, "u");
  const using = texts.filter((text) => written.test(text));
  if (using.length === 0) return undefined;
  const whole = abbreviationsOf(using).get(letters)?.long ?? "";
  if (termsOf(whole).join(" ") === query.join(" ")) return letters;
  return letters.length >= UNMISTAKABLE && using.length >= FEWEST_USES ? letters : undefined;
}

/** The paragraphs with the keyword in the terms of sentences that call the subject by its short name. */
export function withWholeName(
  drafts: readonly DraftParagraph[],
  name: string,
  query: readonly string[],
): DraftParagraph[] {
  const written = new RegExp(`\\b${name}\\b`, "u");
  return drafts.map((draft) => ({
    ...draft,
    sentences: draft.sentences.map((sentence) =>
      written.test(sentence.text) && !query.every((term) => sentence.terms.includes(term))
        ? { ...sentence, terms: [...sentence.terms, ...query] }
        : sentence,
    ),
  }));
}
