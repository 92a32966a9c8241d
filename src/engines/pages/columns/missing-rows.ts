import { ScriptoriumError } from "../../../kernel/errors.js";
import { shown } from "../../../kernel/values/json.js";
import { readyRows } from "./column.js";
import { isXpath } from "./finder.js";
import type { ParsedPage } from "./parsed-page.js";

/** Beginnings of a selector that are tried. */
const MOST_TRIED = 40;

/** Why a selector of rows finds nothing on a page, in a sentence, and what to do. */
export function whyNoRows(rowSelector: string, page: ParsedPage): string {
  const selector = rowSelector.trim();
  const isPath = selector.startsWith("$");
  if (page.isJson && !isPath) return "The page is JSON, in which CSS and XPath find nothing. Use a JSON path.";
  if (!page.isJson && isPath) return "The page is no JSON, in which a JSON path finds nothing. Use CSS or XPath.";
  const cuts = [...selector.matchAll(isPath || isXpath(selector) ? /[/.[]/g : /[\s>+~.#:[,]/g)];
  const beginnings = new Set(cuts.map(({ index }) => selector.slice(0, index).replace(/[\s>+~,/.]+$/, "")));
  for (const beginning of [...beginnings].reverse().slice(0, MOST_TRIED)) {
    const count = /\w/.test(beginning) ? countOf(beginning, page) : 0;
    if (count > 0)
      return `Its beginning "${shown(beginning, 200)}" finds ${count}, and "${shown(selector.slice(beginning.length).trim(), 200)}" behind it nothing more. Correct that part.`;
  }
  return "Not even its beginning matches anything on the page. Check it against the page.";
}

/** What is cut within brackets or quotation marks is no selector and finds nothing. */
function countOf(selector: string, page: ParsedPage): number {
  try {
    return readyRows(selector)(page).length;
  } catch (error) {
    if (ScriptoriumError.is(error)) return 0;
    throw error;
  }
}
