import type { ArticleFacts } from "./article-files.js";

/**
 * What makes a spreadsheet take a text for a formula when a cell begins with it; an apostrophe in front keeps it a text.
 */
const FORMULA = /^[\s\u0000]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** One line of names and one of values (RFC 4180). */
export function articleCsv(facts: ArticleFacts, text: string): string {
  const { url, title, author, date, language, licence, words } = facts;
  const record = { url, title, author, date, language, licence, words: String(words), text };
  return `${[Object.keys(record), Object.values(record).map(harmless)].map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
