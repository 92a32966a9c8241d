import { once, readTable, refuseRow, type TableFile } from "../../tables.js";

/** Words that may replace a word of a family, the most usual first; by `${family} ${word}`. */
export type ReviewedWords = ReadonlyMap<string, readonly string[]>;

/**
 * The words of a table that a reader accepts for one another, read when they are first needed.
 *
 * @param families The sections of the table, divided by blanks.
 */
export function reviewedWords(file: TableFile, families: string): () => ReviewedWords {
  return once(() => {
    const found = new Map<string, readonly string[]>();
    const rows = readTable(file, {
      columns: { words: "list", others: "list?" },
      unique: ["words", "others"],
      sections: families.split(" "),
    });
    for (const { words, others, section, line } of rows) {
      const add = (word: string, group: readonly string[]) => {
        const key = `${section} ${word}`;
        found.set(key, [...(found.get(key) ?? []), ...group.filter((other) => other !== word)]);
      };
      if (others === undefined) for (const word of words) add(word, words);
      else if (words.length === 1) add(words[0]!, others);
      else refuseRow(file, line, "several words are before the bar; write a row for each of them");
    }
    return found;
  });
}
