import type { English } from "../english/types.js";
import { wordKeys } from "../substitution/word-keys.js";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Finds the protected words and phrases of a text, in any case and inflection. */
export type Protection = (text: string) => Stretch[];

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Without `english`, endings of a few letters count as inflection. */
export function createProtection(phrases: readonly string[], english?: English): Protection {
  const keys = wordKeys(english);
  const byFirst = new Map<string, { readonly words: readonly ReadonlySet<string>[] }[]>();
  for (const phrase of phrases) {
    const words = [...phrase.normalize("NFC").matchAll(WORD)].map(([word]) => new Set(keys(word)));
    for (const key of words[0] ?? []) {
      const known = byFirst.get(key);
      if (known === undefined) byFirst.set(key, [{ words }]);
      else known.push({ words });
    }
  }
  if (byFirst.size === 0) return () => [];
  return (text) => {
    const found: Stretch[] = [];
    const words = [...text.matchAll(WORD)];
    const wordAt = (index: number) => keys(words[index]![0]);
    for (let index = 0; index < words.length; index += 1) {
      let length = 0;
      for (const key of wordAt(index)) {
        for (const phrase of byFirst.get(key) ?? []) {
          if (phrase.words.length <= length || index + phrase.words.length > words.length) continue;
          const fits = phrase.words.every((keys, place) => wordAt(index + place).some((key) => keys.has(key)));
          if (fits) length = phrase.words.length;
        }
      }
      if (length === 0) continue;
      const last = words[index + length - 1]!;
      found.push({ start: words[index]!.index, end: last.index + last[0].length });
    }
    return found;
  };
}
