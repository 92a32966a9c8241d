import { oneLine } from "../../engines/pages/blocks.js";
import { unescaped } from "../../engines/pages/extraction/entities.js";
import { expandedColumns, ScriptoriumError, shown } from "../../kernel/index.js";

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
  return { keyword: withoutMarkup(keyword), title, category, url };
}

/** A keyword copied from a page, or from Markdown, without its tags and marks. */
function withoutMarkup(keyword: string): string {
  if (!/[<&*_`#[]/.test(keyword)) return keyword;
  const plain = unescaped(keyword.replace(/<\/?[a-z][^<>]{0,200}>/gi, " "))
    .replace(/^#{1,6} +/, "")
    .replace(/\[([^[\]]{1,200})\]\([^()]{0,300}\)/g, "$1")
    .replace(/(\*\*|__|[*_`])(?=\S)([^*_`]{1,200})(?<=\S)\1/g, "$2");
  return oneLine(plain);
}

const PATH =
  /^(?:file:|\.{0,2}[\\/]{1,2}[^\\/\s]|~[\\/]|[a-z]:[\\/])|[\\/][^\\/]*\.(?:txt|csv|md|html?|json|pdf|docx?)$/i;

/** Throws empty-result for a line without a keyword, or with a path in its place. */
export function refuseNoKeyword(line: string, { keyword }: KeywordLine): void {
  if (PATH.test(keyword)) {
    throw new ScriptoriumError(
      "empty-result",
      `"${shown(keyword)}" is a path and no keyword. Write the keywords themselves into articleKeywordsFile, one per line; a folder of sources belongs into sourceFolder.`,
      { keyword: shown(keyword) },
    );
  }
  if (keyword !== "") return;
  throw new ScriptoriumError(
    "empty-result",
    `"${shown(line)}" has no keyword. Write one at its beginning, as keyword|title, or remove the line.`,
    { keyword: "" },
  );
}
