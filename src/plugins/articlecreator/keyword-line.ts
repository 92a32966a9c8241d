/** A line of `articleKeywordsFile`: `keyword|title|category|url`, all but the first optional. */
export interface KeywordLine {
  readonly keyword: string;
  /** Stands in for the article's title; empty when none is given. */
  readonly title: string;
  readonly category: string;
  /** One more page to read; empty when none is given. */
  readonly url: string;
}

/** A bar inside braces is spintax and does not part columns; what follows the third bar belongs to the address. */
export function keywordLine(line: string): KeywordLine {
  const columns = [""];
  let depth = 0;
  for (const character of line) {
    if (character === "{") depth += 1;
    else if (character === "}") depth = Math.max(0, depth - 1);
    if (character === "|" && depth === 0 && columns.length < 4) columns.push("");
    else columns[columns.length - 1] += character;
  }
  const [keyword = "", title = "", category = "", url = ""] = columns.map((column) => column.trim());
  return { keyword, title, category, url };
}
