import type { ArticleFacts } from "./article-files.js";
import { csvLine } from "./csv-line.js";

/** One line of names and one of values. */
export function articleCsv(facts: ArticleFacts, text: string): string {
  const { url, title, author, date, language, licence, words } = facts;
  const record = { url, title, author, date, language, licence, words, text };
  return csvLine(Object.keys(record), "\r\n") + csvLine(Object.values(record), "\r\n");
}
