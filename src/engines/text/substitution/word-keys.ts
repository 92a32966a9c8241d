import { lemmasOf } from "../english/inflection/index.js";
import type { English, WordClass } from "../english/types.js";
import { remembering } from "../remembering.js";

const CLASSES: readonly WordClass[] = ["noun", "verb", "adjective", "adverb"];

/**
 * What two words have in common when they are forms of one: a dictionary form, or without `english` the beginning they
 * share.
 */
export function wordKeys(english?: Pick<English, "lemmaOf">): (word: string) => readonly string[] {
  const known = remembering<string, readonly string[]>(20_000);
  return (word) =>
    known(word, () => {
      const lower = word.normalize("NFC").toLowerCase().replaceAll("’", "'");
      const bare = lower.replace(/'s?$/, "");
      const keys = new Set([lower, bare]);
      if (english === undefined) {
        for (let cut = 1; cut <= 3 && bare.length - cut >= 4; cut += 1) keys.add(bare.slice(0, -cut));
        return [...keys];
      }
      for (const wordClass of CLASSES) {
        const lemma = english.lemmaOf(bare, wordClass);
        if (lemma !== undefined) keys.add(lemma);
        else for (const guess of lemmasOf(bare, wordClass)) if (guess.length > 2) keys.add(guess);
      }
      return [...keys];
    });
}
