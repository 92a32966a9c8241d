import type { Json } from "../../kernel/index.js";

/**
 * What makes a spreadsheet take a text for a formula when a cell begins with it, also behind blanks, which some of them trim
 * (OWASP, CSV injection). An apostrophe in front keeps it a text.
 */
const FORMULA = /^[\t\r]|^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const QUOTED = /[",\r\n]/;

/** One line of a table (RFC 4180), with the line break at its end. Numbers stay numbers, negative ones too. */
export function csvLine(cells: readonly Json[], lineBreak = "\n"): string {
  return `${cells.map(cell).join(",")}${lineBreak}`;
}

function cell(value: Json): string {
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
