import { ScriptoriumError } from "../../../kernel/errors.js";
import { seededRandom } from "../../../kernel/values/random.js";
import type { English } from "../english/types.js";
import { composed } from "./compose.js";
import { subjectOf } from "./subject.js";
import type { Voice } from "./texts.js";

export interface AboutMeOptions {
  /** The same keyword and seed give the same text. */
  readonly seed: string;
  /** Who speaks; without it, who the keyword suggests. */
  readonly voice?: Voice;
  readonly signal?: AbortSignal;
}

export interface AboutMe {
  /** A text about the keyword. Throws INPUT_REFUSED for one that is empty, invisible or far too long. */
  aboutMe(keyword: string, options: AboutMeOptions): Promise<string>;
}

/**
 * The about-me writer that needs no network: a grammar, what the dictionary knows of the keyword, and a seed. The result is
 * plain text of one to three paragraphs. It names no person, place, year or employer unless the keyword does, and says nothing
 * about a person, firm, place or product that would have to be true of it.
 */
export function createAboutMe({ english }: { readonly english: English }): AboutMe {
  return {
    async aboutMe(given, { seed, voice, signal }) {
      signal?.throwIfAborted();
      const keyword = cleanKeyword(given);
      return composed(subjectOf(keyword, english, voice), seededRandom(JSON.stringify([seed, keyword])));
    },
  };
}

/** Longer keywords are no keywords. The specification leaves the length open. */
const MOST_CHARACTERS = 1_000;

/** The keyword on one line, otherwise as given. Throws INPUT_REFUSED. */
function cleanKeyword(given: string): string {
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
