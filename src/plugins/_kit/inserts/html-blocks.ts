import { Parser } from "htmlparser2";
import type { Random } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { ArticleBody } from "../article-body/model.js";
import type { InsertOptions } from "./options.js";
import { placed } from "./places.js";

/** The article with one block of the user's own HTML, which is written as it is. */
export function withHtmlBlock(
  body: ArticleBody,
  options: Pick<InsertOptions, "HtmlInsertCodeFile" | "htmlInsertPosition">,
  random: Random,
): ArticleBody {
  const blocks = htmlBlocks(options.HtmlInsertCodeFile);
  if (blocks.length === 0) return body;
  const values: Readonly<Record<string, string>> = { keyword: body.keyword, title: body.title };
  const html = random
    .pick(blocks)
    .replace(/\{(keyword|title)\}/g, (_, name: string) => escapedHtml(values[name] ?? ""));
  return { ...body, blocks: placed(body.blocks, { kind: "html", html }, options.htmlInsertPosition, random) };
}

/**
 * The blocks that lines of HTML are: a line whose elements are closed further down goes on until they are, and one whose
 * elements never are is a block of its own, which is closed.
 */
export function htmlBlocks(lines: readonly string[]): string[] {
  const given = lines.flatMap((entry) => (isWhole(entry) ? [entry] : entry.split(/\r?\n/)));
  const blocks: string[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const line = given[at]!;
    if (line.trim() === "") continue;
    const end = endOf(given, at);
    blocks.push(end === undefined ? closed(line) : given.slice(at, end + 1).join("\n"));
    at = end ?? at;
  }
  return blocks;
}

/** Lines of one block, at most. */
const MOST_LINES = 500;

/** The line with which everything is closed that was opened since `from`; undefined where something stays open. */
function endOf(lines: readonly string[], from: number): number | undefined {
  const elements = new OpenElements();
  for (let at = from; at < Math.min(lines.length, from + MOST_LINES); at += 1) {
    elements.read(`${lines[at]!}\n`);
    if (elements.open.length === 0 && !elements.isInside) return at;
  }
  return undefined;
}

function isWhole(entry: string): boolean {
  return endOf([entry], 0) === 0;
}

function closed(line: string): string {
  const elements = new OpenElements();
  elements.read(line);
  return `${line}${elements.open
    .toReversed()
    .map((name) => `</${name}>`)
    .join("")}`;
}

/** What is open behind a piece of HTML. */
class OpenElements {
  readonly open: string[] = [];
  /** A comment has begun and not ended. */
  isInside = false;
  private text = "";
  private readonly parser = new Parser({
    onopentag: (name) => void this.open.push(name),
    onclosetag: () => void this.open.pop(),
  });

  read(html: string): void {
    this.parser.write(html);
    this.text += html;
    this.isInside = this.text.lastIndexOf("<!--") > this.text.lastIndexOf("-->");
  }
}
