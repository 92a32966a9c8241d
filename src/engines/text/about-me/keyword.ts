import { ScriptoriumError } from "../../../kernel/errors.js";

/** Longer keywords are no keywords. The specification leaves the length open. */
const MOST_CHARACTERS = 1_000;

/** The keyword on one line, otherwise as given. Throws INPUT_REFUSED. */
export function cleanKeyword(given: string): string {
  const keyword = given
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (!/[^\p{Cf}\p{Z}]/u.test(keyword)) {
    throw new ScriptoriumError(
      "INPUT_REFUSED",
      "The keyword is empty or holds no visible character. Send a word or a phrase to write about.",
      { field: "keyword" },
    );
  }
  if (keyword.length > MOST_CHARACTERS) {
    throw new ScriptoriumError(
      "INPUT_REFUSED",
      `The keyword is longer than ${MOST_CHARACTERS} characters. Send a word or a short phrase.`,
      { field: "keyword" },
    );
  }
  return keyword;
}
