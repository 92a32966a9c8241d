import { seededRandom } from "../../../kernel/values/random.js";
import type { English } from "../english/types.js";
import { composed } from "./compose.js";
import { cleanKeyword } from "./keyword.js";
import { subjectOf } from "./subject.js";

export interface AboutMeOptions {
  /** The same keyword and seed give the same text. */
  readonly seed: string;
  readonly signal?: AbortSignal;
}

export interface AboutMe {
  /** A text about the keyword. Throws INPUT_REFUSED for one that is empty, invisible or far too long. */
  aboutMe(keyword: string, options: AboutMeOptions): Promise<string>;
}

/**
 * The about-me writer that needs no network: a grammar, what the dictionary knows of the keyword, and a seed. The result is
 * plain text of one to three paragraphs. It names no person, place, year or employer unless the keyword does.
 */
export function createAboutMe({ english }: { readonly english: English }): AboutMe {
  return {
    async aboutMe(given, { seed, signal }) {
      signal?.throwIfAborted();
      const keyword = cleanKeyword(given);
      return composed(subjectOf(keyword, english), seededRandom(JSON.stringify([seed, keyword])));
    },
  };
}
