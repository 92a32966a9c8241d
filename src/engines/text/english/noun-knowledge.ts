import { type Archive, risen } from "./archive.js";
import type { Lexicon } from "./lexicon.js";
import type { NounKnowledge } from "./types.js";

/** What is known of the commoner nouns. */
export function createNouns(archive: Archive, lexicon: Lexicon): (lemma: string) => NounKnowledge | undefined {
  const places = new Map<number, number>();
  for (const [place, word] of risen(archive.numbers("words")).entries()) places.set(word, place);
  const categories = archive.bytes("categories");
  const names = archive.lines("categoryNames");
  const glosses = archive.lines("glosses");
  const hypernyms = archive.lines("hypernyms");
  return (lemma) => {
    const word = lexicon.numberOf(lemma);
    const place = word === undefined ? undefined : places.get(word);
    if (place === undefined) return undefined;
    const hypernym = hypernyms[place]!;
    return {
      lemma,
      category: names[categories[place]!]!,
      gloss: glosses[place]!,
      ...(hypernym === "" ? {} : { hypernym }),
    };
  };
}
