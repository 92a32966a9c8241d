import { openArchive, type ReadLanguageFile } from "./archive.js";
import { type CoOccurrence, createCoOccurrence } from "./co-occurrence.js";
import { createLexicon, type Lexicon } from "./lexicon.js";
import { createTrigrams, type Trigrams } from "./trigrams.js";
import { createVectors, type Vectors } from "./vectors.js";

/** The language data without the ranker and what is known of nouns. */
export interface LanguageData {
  readonly lexicon: Lexicon;
  readonly vectors: Vectors;
  readonly trigrams: Trigrams;
  readonly coOccurrence: CoOccurrence;
}

export async function loadLanguageData(read: ReadLanguageFile): Promise<LanguageData> {
  // One after another, so that the memory for unpacking is needed once.
  const lexicon = createLexicon(openArchive("lexicon", await read("lexicon")));
  const boundaries = [lexicon.numberOf("<s>")!, lexicon.numberOf("</s>")!] as const;
  return {
    lexicon,
    vectors: createVectors(openArchive("vectors", await read("vectors")), lexicon),
    trigrams: createTrigrams(openArchive("trigrams", await read("trigrams")), lexicon.words.length, boundaries),
    coOccurrence: createCoOccurrence(openArchive("co-occurrence", await read("co-occurrence"))),
  };
}
