/** The four classes of words that can be replaced, as WordNet divides them. */
export type WordClass = "noun" | "verb" | "adjective" | "adverb";

/** Universal part-of-speech tags, https://universaldependencies.org/u/pos/, in the order that the ranker knows. */
export const TAGS = [
  "NOUN",
  "PROPN",
  "PRON",
  "NUM",
  "DET",
  "ADJ",
  "ADV",
  "VERB",
  "AUX",
  "ADP",
  "PART",
  "SCONJ",
  "CCONJ",
  "PUNCT",
  "INTJ",
  "SYM",
  "X",
] as const;
export type Tag = (typeof TAGS)[number];

export interface Token {
  /** As it is in the text. */
  readonly text: string;
  /** UTF-16 offsets in the tagged text; `end` is exclusive. White space between tokens belongs to none. */
  readonly start: number;
  readonly end: number;
  readonly tag: Tag;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

/** Several tokens of a sentence that are in the dictionary as one. */
export interface Expression {
  /** Indices of tokens, both included. */
  readonly first: number;
  readonly last: number;
  readonly lemma: string;
  readonly wordClass: WordClass;
}

/** Sentences and parts of speech of an English text. */
export interface Tagger {
  /** In reading order; every character that is not white space is in exactly one token. */
  tag(text: string): readonly Sentence[];
}

/** What an ending shows. Nouns: singular, plural. Verbs: base to gerund. Adjectives, adverbs: positive to superlative. */
export type Form =
  | "singular"
  | "plural"
  | "base"
  | "third"
  | "past"
  | "participle"
  | "gerund"
  | "positive"
  | "comparative"
  | "superlative";

/** Another word for one in its place. */
export interface Alternative {
  /** Dictionary form, lower case; several words are divided by blanks. */
  readonly lemma: string;
  /** In the form of the word it replaces, lower case. */
  readonly text: string;
  /** From 0 to 1: how sure the ranker is that a reader accepts it here. */
  readonly score: number;
}

/** What WordNet says about the most usual sense of a noun. */
export interface NounKnowledge {
  readonly lemma: string;
  /** WordNet's lexicographer file without `noun.`: `food`, `person`, `artifact`, `act` ... */
  readonly category: string;
  /** The definition, without examples. */
  readonly gloss: string;
  /** The next more general noun, when there is one. */
  readonly hypernym?: string;
}

/** The language data and what is computed with them. Loaded once, then synchronous and without state that shows. */
export interface English {
  readonly tagger: Tagger;
  /** Whether the lemma is in the dictionary under that class. */
  knows(lemma: string, wordClass: WordClass): boolean;
  /** The dictionary form of a word as it is in a text, or undefined when the dictionary has none. */
  lemmaOf(word: string, wordClass: WordClass): string | undefined;
  /**
   * Other words for the token at `index` of the sentence, best first, at most 10, each in the right inflection; none for
   * words that are no noun, verb, adjective or adverb of the dictionary. Does not judge protection, names or agreement of
   * articles: the caller does. `context` are the content words around the sentence, when there are any.
   */
  alternatives(sentence: Sentence, index: number, context?: readonly string[]): readonly Alternative[];
  /** Natural logarithm of the probability of the words (lower case) by the trigram model, ends of the sentence included. */
  fluency(words: readonly string[]): number;
  /** Natural logarithm of the frequency of a word in running text; -14 for a word the model does not know. */
  frequency(word: string): number;
  noun(lemma: string): NounKnowledge | undefined;
  /** Nouns for the act or result of a verb (`decide`: `decision`), most usual first. */
  nounsOfVerb(verb: string): readonly string[];
  /** Adverbs for an adjective (`quick`: `quickly`). */
  adverbsOf(adjective: string): readonly string[];
}
