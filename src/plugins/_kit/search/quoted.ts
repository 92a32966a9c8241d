import { shown } from "../../../kernel/index.js";

/** A query in quotation marks: single ones around what has double ones of its own. */
export function quotedQuery(query: string): string {
  const mark = query.includes('"') ? "'" : '"';
  return `${mark}${shown(query)}${mark}`;
}
