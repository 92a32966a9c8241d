import type { ReviewedWords } from "./reviewed-words.js";

/** The words around the one in question, as they are in the text; punctuation may be among them. */
export interface Surroundings {
  /** In reading order: the nearest is the last. */
  readonly before: readonly string[];
  /** In reading order: the nearest is the first. */
  readonly after: readonly string[];
}

/** What a shape may ask about a place in a text. Words are in lower case, and empty where the sentence ends. */
export interface Place {
  readonly previous: string;
  readonly next: string;
  readonly capital: boolean;
  /** Whether it is the first word of its sentence, where a capital says nothing. */
  readonly first: boolean;
}

/**
 * Words that inflect alike, known by their dictionary form. Shapes of one family agree alike too, so that a word of one can
 * replace a word of the other wherever both have one form for the place. A word is only ever exchanged within its
 * family: that is how grammar is kept without a morphological dictionary.
 */
export interface Shape {
  readonly family: string;
  /** Dictionary forms of this shape. */
  readonly pattern: RegExp;
  /**
   * What represents the ending of the dictionary form, which is the first, in each cell of the paradigm. Cells of the
   * shapes of a family correspond to one another by their position.
   */
  readonly cells: readonly string[];
  /** What the entry must be marked with, in a file that marks parts of speech. */
  readonly mark?: RegExp;
  /** Whether the word can be of this shape at that place. */
  readonly fits?: (place: Place) => boolean;
  /** Dictionary forms that only look like it. */
  readonly except?: ReadonlySet<string>;
  /** Whether these words are written with a capital. */
  readonly capital?: boolean;
  /** True where thesauri mix too much: then only the reviewed groups count. */
  readonly reviewedOnly?: boolean;
}

export interface LanguageRules {
  /** ISO 639-1. */
  readonly language: string;
  readonly shapes: readonly Shape[];
  /**
   * Dictionary forms that a reader accepts for one another in nearly any sentence. A word that has a group is not looked up
   * in the thesaurus.
   */
  readonly reviewed: () => ReviewedWords;
  /** Remarks at a synonym that exclude it: style, relations other than similarity. */
  readonly refused?: RegExp;
  /** Marks of a whole line that exclude it. */
  readonly refusedMark?: RegExp;
  /** From 0 to 1: how much of their words two entries must share. Files differ in how freely they gather words. */
  readonly similarity: number;
  /** How a word begins, as far as the word before it depends on that. */
  readonly onset?: (word: string) => string;
  /** The words whose form depends on how the next one begins; all words when left out. */
  readonly sensitive?: ReadonlySet<string>;
}

/** The endings of a paradigm in one string; a hyphen means none. */
export function cells(list: string): readonly string[] {
  return list.split(" ").map((ending) => (ending === "-" ? "" : ending));
}

/** Words that never change: adverbs, conjunctions and the like. */
export const FIXED: Shape = { family: "fixed", pattern: /./, cells: [""], reviewedOnly: true };

/** The infinitives of a language that has them only between the words of two sets, such as a modal verb and an article. */
export function infinitive(pattern: RegExp, before: ReadonlySet<string>, behind: ReadonlySet<string>): Shape {
  const fits = ({ previous, next }: Place) => before.has(previous) && behind.has(next);
  return { family: "infinitive", pattern, cells: [""], reviewedOnly: true, fits };
}
