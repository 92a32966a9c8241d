import type { LanguageData } from "./language-data.js";
import type { Sentence, Tag } from "./types.js";

/** The words of a sentence as the language data know them: without punctuation, contractions in one piece. */
export interface SentenceWords {
  /** Lower case. */
  readonly texts: readonly string[];
  /** Numbers in the lexicon, -1 for an unknown word. */
  readonly numbers: Int32Array;
  /** Numbers in the trigram model, -1 for an unknown word. */
  readonly modelNumbers: Int32Array;
  readonly tags: readonly Tag[];
  /** For each token of the sentence its place among the words, or -1 for punctuation. */
  readonly places: Int32Array;
  /** How much each word says about the subject: 0 for the commonest and for unknown ones. */
  readonly weights: Float32Array;
}

const FUNCTION_TAGS: ReadonlySet<Tag> = new Set<Tag>(["ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "NUM"]);
const APOSTROPHE = /’/g;

export function sentenceWords(sentence: Sentence, data: LanguageData): SentenceWords {
  const texts: string[] = [];
  const tags: Tag[] = [];
  const places = new Int32Array(sentence.tokens.length).fill(-1);
  for (const [index, token] of sentence.tokens.entries()) {
    if (token.tag === "PUNCT" || token.tag === "SYM") continue;
    const text = token.text.toLowerCase().replace(APOSTROPHE, "'");
    const before = sentence.tokens[index - 1];
    const joined = before?.end === token.start && text.includes("'") ? `${texts.at(-1)}${text}` : undefined;
    if (joined !== undefined && places[index - 1]! >= 0 && isModelWord(joined, data)) {
      texts[texts.length - 1] = joined;
    } else {
      texts.push(text);
      tags.push(token.tag);
    }
    places[index] = texts.length - 1;
  }
  const numbers = Int32Array.from(texts, (text) => data.lexicon.numberOf(text) ?? -1);
  return {
    texts,
    tags,
    places,
    numbers,
    modelNumbers: numbers.map((number) => (number < 0 ? -1 : data.trigrams.numberOf(number))),
    weights: Float32Array.from(texts, (_, index) =>
      FUNCTION_TAGS.has(tags[index]!) ? 0 : topicWeight(numbers[index]!, data),
    ),
  };
}

/** Smooth inverse frequency: rare words say most, those without a vector nothing. */
export function topicWeight(number: number, { vectors, trigrams }: LanguageData): number {
  if (number < 0 || number >= vectors.count) return 0;
  return 0.001 / (0.001 + Math.exp(trigrams.unigram(trigrams.numberOf(number))));
}

function isModelWord(text: string, { lexicon, trigrams }: LanguageData): boolean {
  const number = lexicon.numberOf(text);
  return number !== undefined && trigrams.numberOf(number) >= 0;
}
