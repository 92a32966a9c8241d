import type { Json } from "./json.js";

/**
 * What makes a spreadsheet take a text for a formula when a cell begins with it, also behind blanks, which some of them
 * trim (OWASP, CSV injection); the full-width forms are there because some read them as the plain ones.
 */
const FORMULA = /^[\t\r\n]|^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** No spreadsheet makes more of it than a number. With a plus sign and more digits it may be that of a telephone, which would lose the sign. */
const NUMBER = /^(?:-\d+(?:[.,]\d+)*|\+\d{1,6}(?:[.,]\d+)?)%?$/;
const QUOTED = /[",\r\n]/;
/** Quoted, no other separator and no blank at an end can cut a cell in two or get lost. */
const QUOTED_WIDELY = /[",\r\n;\t']|^\s|\s$/;

export interface CsvLineOptions {
  /** `\n` by default. */
  readonly lineBreak?: "\n" | "\r\n";
  /** False leaves texts as they are that a spreadsheet would take for formulas; by default an apostrophe is put before. */
  readonly escapeFormulas?: boolean;
  /** True leaves texts as they are that are numbers with a sign; by default they are as other texts that begin with one. */
  readonly keepNumbers?: boolean;
  /** True quotes cells, too, that only some readers would cut in two; false by default. */
  readonly quoteWidely?: boolean;
}

/** One line of a table (RFC 4180), with the line break at its end. Numbers stay numbers, negative ones too. */
export function csvLine(
  cells: readonly Json[],
  { lineBreak = "\n", escapeFormulas = true, keepNumbers = false, quoteWidely = false }: CsvLineOptions = {},
): string {
  const quoted = quoteWidely ? QUOTED_WIDELY : QUOTED;
  const cell = (value: Json) => {
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) return String(value);
    const plain = typeof value === "string" ? value : JSON.stringify(value);
    const isFormula = FORMULA.test(plain) && !(keepNumbers && NUMBER.test(plain));
    const text = escapeFormulas && isFormula ? `'${plain}` : plain;
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${cells.map(cell).join(",")}${lineBreak}`;
}

/** A cell of a table that `csvLine` has written, without the apostrophe that kept it from being a formula. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
