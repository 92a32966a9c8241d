import { badField } from "../../engines/pages/fields.js";
import { expandedColumns, ScriptoriumError, shown } from "../../kernel/index.js";
import { htmlTree, textOf } from "../_kit/articles-in/html-tree.js";

/** A line of `articleKeywordsFile`: `keyword|title|category|url`, all but the first optional. */
export interface KeywordLine {
  readonly keyword: string;
  /** Replaces the article's title; empty when none is given. */
  readonly title: string;
  readonly category: string;
  /** One more page to read; empty when none is given. */
  readonly url: string;
}

/**
 * A bar inside braces is spintax and does not part columns; what follows the third bar belongs to the address. Spintax is
 * expanded once for every line of a task, but not in addresses.
 */
export function keywordLine(line: string, taskId: string): KeywordLine {
  const [keyword = "", title = "", category = "", url = ""] = expandedColumns(line, 4, taskId, { plainLast: true });
  return { keyword: withoutMarkup(keyword), title: withoutMarkup(title), category, url };
}

const MARKUP = /<[a-z/!][^<>]*>|&(?:#\w{1,8}|[a-z]{2,8});/i;

/** Lists are pasted from pages, with what made them bold there. */
function withoutMarkup(text: string): string {
  return MARKUP.test(text) ? textOf(htmlTree(text)).replace(/\s+/g, " ") : text;
}

/** A path or an address, which nobody looks for by these words. */
const PATH = /^(?:~\/|\/[\w.-]{2,}\/|\.{1,2}\/|[a-z]:[\\/]|\\\\|file:)\S/i;
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;

/** Throws empty-result for a line without a keyword, and bad-input for one that is a path or an address instead. */
export function refuseNoKeyword(line: string, { keyword }: KeywordLine): void {
  if (PATH.test(keyword) || ADDRESS.test(keyword)) {
    const [what, advice] = PATH.test(keyword)
      ? ["the path of a file", "Write the keywords themselves, one per line."]
      : ["an address", "Write a keyword, and the address in the fourth column, as keyword|||address."];
    throw badField("articleKeywordsFile", `"${shown(keyword)}" is ${what} and no keyword. ${advice}`);
  }
  if (keyword !== "") return;
  throw new ScriptoriumError(
    "empty-result",
    `"${shown(line)}" has no keyword. Write one at its beginning, as keyword|title, or remove the line.`,
    { keyword: "" },
  );
}
