import { formOf, inflect, lemmasOf } from "../english/inflection/index.js";
import type { English, Form, WordClass } from "../english/types.js";
import { remembering } from "../remembering.js";
import { wordSet } from "../word-set.js";
import type { Word, Words } from "./sentence-reading.js";

/** What the transformations ask about single words. */
export interface Grammar {
  readonly english: English;
  /** Dictionary form, or undefined for a word the dictionary does not have under that class. */
  lemma(item: Word, wordClass: WordClass): string | undefined;
  verbForm(item: Word, previous: Words): Form | undefined;
  /** Whether the noun is plural; undefined when its shape does not tell. */
  plural(item: Word): boolean | undefined;
  inflect(lemma: string, form: Form): string;
  /** Category of the most usual sense: `person`, `group`, `time` ... */
  category(item: Word): string | undefined;
}

const ALWAYS_PLURAL = wordSet("people police cattle children men women feet teeth mice geese");
const SHAPE_DOES_NOT_TELL = wordSet(
  "series species means headquarters crossroads fish sheep deer aircraft data media staff family team crew majority number percent rest",
);

/** How many words before a verb can tell its form. */
const WORDS_BEFORE = 6;

export function createGrammar(english: English): Grammar {
  const forms = remembering<string, Form | undefined>(20_000);
  const lemma = (item: Word, wordClass: WordClass) => english.lemmaOf(item.low, wordClass);
  return {
    english,
    lemma,
    inflect,
    verbForm(item, previous) {
      const before = previous.slice(-WORDS_BEFORE).map((other) => other.low);
      return forms([...before, item.low].join(" "), () => {
        const base = lemma(item, "verb") ?? lemmasOf(item.low, "verb")[0];
        if (base === undefined) return undefined;
        const form = formOf(item.low, base, "verb", before);
        // "I'd started": never a past behind the auxiliary.
        return form === "past" && /^['’]d$/u.test(before.at(-1) ?? "") ? "participle" : form;
      });
    },
    plural(item) {
      if (item.tag === "PROPN") return /s$/u.test(item.low) ? undefined : false;
      if (ALWAYS_PLURAL.has(item.low)) return true;
      if (SHAPE_DOES_NOT_TELL.has(item.low)) return undefined;
      const singular = lemma(item, "noun");
      if (singular === undefined) return /[^su]s$/u.test(item.low) ? undefined : false;
      if (singular !== item.low) return formOf(item.low, singular, "noun", []) === "plural";
      // A dictionary form that looks like a plural (news, trousers) agrees in ways of its own.
      return /[^su]s$/u.test(item.low) ? undefined : false;
    },
    category(item) {
      const base = lemma(item, "noun");
      return base === undefined ? undefined : english.noun(base)?.category;
    },
  };
}
