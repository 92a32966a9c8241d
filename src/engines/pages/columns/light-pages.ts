import { given, isXpath } from "./finder.js";
import { type ColumnsAsked, type ColumnsRead, columnsOf } from "./page-columns.js";
import { ParsedPage } from "./parsed-page.js";

/** Characters of a page that is read in some milliseconds. */
const MOST_CHARACTERS = 100 * 1024;
/** Every level is looked through again for each that is a row. */
const MOST_DEPTH = 64;
/** The same with all columns of all rows. */
const MOST_WORK = 500_000;
/** CSS without pseudo-classes and siblings, which can take time by the square of the page and more. */
const PLAIN_CSS = /^[\w\s.#\-[\]="'>,*/]{0,200}$/;

/**
 * The columns of a page that is sure to be read at once, whatever is on it; undefined for any other, which is read where it holds up
 * nobody.
 */
export function lightColumns(asked: ColumnsAsked): ColumnsRead | undefined {
  if (!isLight(asked)) return undefined;
  const page = new ParsedPage(asked.text, asked.url, asked.mediaType);
  if (page.isJson || page.depth > MOST_DEPTH) return undefined;
  return columnsOf(page, asked);
}

function isLight({ text, rowSelector, columns, next, inspect, examples, readable }: ColumnsAsked): boolean {
  if (text.length >= MOST_CHARACTERS || text.length * columns.length > MOST_WORK) return false;
  if (inspect !== undefined || examples !== undefined || readable !== undefined) return false;
  const isPlain = (selector: string) => !isXpath(selector) && PLAIN_CSS.test(selector);
  return (
    [rowSelector, next ?? ""].every(isPlain) &&
    columns.every(({ css = "", xpath, jsonPath, regex, from = "page", all, transform = [] }) => {
      const isShort = from === "page" && !given(xpath) && !given(jsonPath) && !given(regex) && isPlain(css);
      // Patterns are linear, but of many places of a page each.
      return isShort && !(all === true && transform.some((one) => /^\s*regex/i.test(one)));
    })
  );
}
