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
  return { keyword, title, category, url };
}

/** Throws empty-result for a line without a keyword. */
export function refuseNoKeyword(line: string, { keyword }: KeywordLine): void {
  if (keyword !== "") return;
  throw new ScriptoriumError(
    "empty-result",
    `"${shown(line)}" has no keyword. Write one at its beginning, as keyword|title, or remove the line.`,
    { keyword: "" },
  );
}
