import { readArchive } from "./archive.js";
import { type Company, createCompany } from "./company.js";
import { createLexicon, type Lexicon } from "./lexicon.js";
import { createTrigrams, type Trigrams } from "./trigrams.js";
import { createVectors, type Vectors } from "./vectors.js";

/** The packed data of data/english, unpacked, without the ranker. */
export interface LanguageData {
  readonly lexicon: Lexicon;
  readonly vectors: Vectors;
  readonly trigrams: Trigrams;
  readonly company: Company;
}

export async function loadLanguageData(): Promise<LanguageData> {
  // One after another, so that the memory for unpacking is needed once.
  const lexicon = createLexicon(await readArchive("lexicon.br"));
  const boundaries = [lexicon.numberOf("<s>")!, lexicon.numberOf("</s>")!] as const;
  return {
    lexicon,
    vectors: createVectors(await readArchive("vectors.br"), lexicon),
    trigrams: createTrigrams(await readArchive("trigrams.br"), lexicon.words.length, boundaries),
    company: createCompany(await readArchive("company.br")),
  };
}
