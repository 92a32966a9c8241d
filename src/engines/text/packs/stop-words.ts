import stopWordLists from "../../../../data/languages/stop-words.txt";
import { once, readTable } from "../../tables.js";

/** How much a word speaks for each language: the fewer languages have it, the more. */
export const stopWords = once((): ReadonlyMap<string, readonly (readonly [language: string, weight: number])[]> => {
  const file = { name: "languages/stop-words.txt", text: stopWordLists };
  const rows = readTable(file, { columns: { word: "text" }, sections: /^[a-z]{2}$/ });
  return new Map(
    [...Map.groupBy(rows, ({ word }) => word)].map(([word, same]) => [
      word,
      same.map(({ section }) => [section, 1 / Math.sqrt(same.length)] as const),
    ]),
  );
});
