import exchanges from "../../../../data/english/sure-exchanges.txt";
import { once, readTable } from "../../tables.js";
import type { English } from "../english/types.js";
import { remembering } from "../remembering.js";

/** Whether the one may stand for the other in nearly all places, whatever forms they have. */
export type SureExchanges = (own: string, other: string) => boolean;

/** Of each entry of the table those that may stand for it. */
const othersOf = once((): ReadonlyMap<string, ReadonlySet<string>> => {
  const rows = readTable(
    { name: "english/sure-exchanges.txt", text: exchanges },
    { columns: { words: "text", others: "list" }, unique: ["words"] },
  );
  return new Map(rows.map(({ words, others }) => [words, new Set(others)]));
});

/** Asks the table about words in any form: each of them is looked up in its dictionary form. */
export function createSureExchanges(english: Pick<English, "knows" | "lemmaOf">): SureExchanges {
  const formOf = remembering<string, string>(LEMMAS);
  /** "bit" is a noun of its own and no form of "bite" here. */
  const isItsOwn = (word: string) =>
    !/(?:s|ed|ing)$/.test(word) && OWN_CLASSES.some((wordClass) => english.knows(word, wordClass));
  const dictionaryForm = (word: string) =>
    formOf(word, () =>
      isItsOwn(word) ? word : (english.lemmaOf(word, "verb") ?? english.lemmaOf(word, "noun") ?? word),
    );
  const key = (words: string) => words.toLowerCase().split(" ").map(dictionaryForm).join(" ");
  return (own, other) => othersOf().get(key(own))?.has(key(other)) ?? false;
}

const LEMMAS = 5000;
const OWN_CLASSES = ["noun", "adjective", "adverb"] as const;
