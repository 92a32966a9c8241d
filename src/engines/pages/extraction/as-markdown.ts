import { safeImage } from "../links/absolute-address.js";
import type { Head } from "./as-html.js";
import { inline, lineStart } from "./as-markdown-inline.js";
import type { ContentBlock, ExtractedPage, PageMetadata, Span } from "./page.js";

/** The page in CommonMark with GitHub's tables. What looks like markup in its words is escaped. */
export function asMarkdown({ metadata, content, comments }: ExtractedPage, { head, url, archive }: Head): string {
  const body = blocksMarkdown([...content, ...comments]);
  const matter = head ? frontMatter(metadata, url, archive) : "";
  return [matter, body].filter((part) => part !== "").join("\n");
}

/** The blocks one below the other. */
export function blocksMarkdown(blocks: readonly ContentBlock[]): string {
  const lines: string[] = [];
  let before: ContentBlock["kind"] | undefined;
  /** Of the lists that are open: how far their items' text is from the margin, what kind they are, and how long. */
  let lists: { indent: number; ordered: boolean; count: number }[] = [];
  for (const block of blocks) {
    const item = "within" in block && block.within !== undefined ? lists[block.within] : undefined;
    if (block.kind !== "item") lists = item === undefined ? [] : lists.slice(0, lists.indexOf(item) + 1);
    const text = block.kind === "item" ? "" : blockMarkdown(block);
    if (block.kind === "item") {
      const words = lineStart(inline(block.spans));
      if (words === "") continue;
      const depth = Math.min(block.depth, lists.length, MAX_LISTS);
      const last = lists[depth];
      if (block.further && last !== undefined) {
        lists = lists.slice(0, depth + 1);
        before = "item";
        lines.push("", `${" ".repeat(last.indent)}${words}`);
        continue;
      }
      const same = last !== undefined && last.ordered === block.ordered;
      const count = same ? last.count + 1 : 1;
      const marker = block.ordered ? `${count}. ` : "- ";
      const margin = lists[depth - 1]?.indent ?? 0;
      lists = [...lists.slice(0, depth), { indent: margin + marker.length, ordered: block.ordered, count }];
      if (before !== undefined && before !== "item") lines.push("");
      lines.push(`${" ".repeat(margin)}${marker}${words}`);
    } else {
      if (text === "") continue;
      if (before !== undefined) lines.push(before === "quote" && block.kind === "quote" ? ">" : "");
      lines.push(item === undefined ? text : indented(text, item.indent));
    }
    before = block.kind;
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Deeper ones are written at this depth: a margin of many spaces would be read as code. */
const MAX_LISTS = 10;

function blockMarkdown(block: Exclude<ContentBlock, { kind: "item" }>): string {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, Math.max(1, Math.trunc(block.level) || 2));
      const text = inline(block.spans).replace(/#+$/, (run) => "\\#".repeat(run.length));
      return text === "" ? "" : `${"#".repeat(level)} ${text}`;
    }
    case "quote": {
      const text = lineStart(inline(block.spans));
      return text === "" ? "" : `> ${text}`;
    }
    case "break":
      return "---";
    case "code":
      return fenced(block.text, block.language ?? "");
    case "image":
      return figure(block.src, block.alt, block.caption);
    case "table":
      return table(block.rows, block.header);
    default:
      return lineStart(inline(block.spans));
  }
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}

function fenced(given: string, language: string): string {
  const text = given.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (text.trim() === "") return "";
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const info = /^[\w+#.-]{1,30}$/.test(language) ? language : "";
  return `${fence}${info}\n${text}\n${fence}`;
}

function figure(src: string, alt: string, caption: string): string {
  const below = lineStart(inline([{ text: caption, emphasis: true }]));
  const address = safeImage(src);
  if (address === "") return below;
  const shown = inline([{ text: alt }]);
  const image = `![${shown}](${address.replace(/[()\\]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)})`;
  return below === "" ? image : `${image}\n\n${below}`;
}

function table(rows: readonly (readonly (readonly Span[])[])[], header: boolean): string {
  const width = Math.min(200, Math.max(0, ...rows.map((row) => row.length)));
  if (width === 0) return "";
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`;
  const written = rows.map((row) => line(row.map((spans) => inline(spans, { cell: true }))));
  // There is no table without a head: of one whose first row is none, the head is empty.
  const [first, ...others] = header ? written : [line([]), ...written];
  return [first, line(Array.from({ length: width }, () => "---")), ...others].join("\n");
}

/** The metadata between `---` lines, as YAML; "" where there are none. */
function frontMatter(metadata: PageMetadata, url: string, archive: Head["archive"]): string {
  const { title, authors, published, modified, site, language, licence } = metadata;
  const { archiveUrl: archive_url = "", archivedAt: archived_at = "" } = archive ?? {};
  const facts = { title, published, modified, url, archive_url, archived_at, site, language, licence };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${quoted(value)}`]));
  if (authors.length > 0) lines.splice(title === "" ? 0 : 1, 0, `authors: [${authors.map(quoted).join(", ")}]`);
  return lines.length === 0 ? "" : `---\n${lines.join("\n")}\n---\n`;
}

/** A text that YAML and JSON both read as this text and nothing else, whatever it looks like. */
export function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
