import wordsThatAreNames from "../../../../../data/english/words-that-are-names.txt";
import { once, readLists } from "../../../tables.js";

/** Words of the language that are given names, family names, places or firms as well. */
const names = once(() => {
  const lists = readLists({ name: "english/words-that-are-names.txt", text: wordsThatAreNames }, [
    "given names",
    "family names",
    "places",
    "firms and products",
  ]);
  return new Set(Object.values(lists).flat());
});

export function isAlsoName(word: string): boolean {
  return names().has(word);
}
