import { blocksMarkdown } from "../../../engines/pages/extraction/as-markdown.js";
import { asText } from "../../../engines/pages/extraction/as-text.js";
import { unescaped } from "../../../engines/pages/extraction/entities.js";
import { htmlBlocks } from "../../../engines/pages/feeds/html-blocks.js";
import { csvLine } from "../../../kernel/values/csv-line.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { OutputFormat } from "../options.js";
import type { Header } from "../tables/header.js";
import { type Head, NO_HEAD } from "../templates/front-matter.js";

export const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  html: "text/html",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  json: "application/json",
};

/** A row with its template filled in. */
export interface Page {
  readonly row: number;
  readonly title: string;
  readonly cells: readonly string[];
  /** What the front matter of its template says. */
  readonly head?: Head | undefined;
  /** Undefined where nobody wants it. */
  readonly html: string | undefined;
  /** Of a template that is no HTML. */
  readonly text: string | undefined;
  /** The same as Markdown in which cells are words. */
  readonly markdown?: string | undefined;
}

/** The content of a page in one of the forms, without what only a file has around it. */
export function contentOf({ html, text, markdown }: Page, format: "html" | "txt" | "md"): string {
  if (format === "html") return html!;
  if (format === "md" && markdown !== undefined) return markdown;
  if (text !== undefined) return text;
  const blocks = htmlBlocks(html!, "");
  return format === "md" ? blocksMarkdown(blocks) : asText(blocks);
}

/** The words of a page as a reader sees them. */
export function plainText({ html, text }: Page): string {
  if (text !== undefined) return text;
  const bare = html!.replace(/<(script|style|title)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<\/?[a-z!][^>]*>/gi, " ");
  return bare.includes("&") ? unescaped(bare) : bare;
}

/** The content of the file of a page. */
export function pageFile(page: Page, format: OutputFormat, header: Header): string {
  if (format === "csv") return csvHead(header) + csvRow(page, header);
  if (format === "json") return `${JSON.stringify(record(page, header), null, 2)}\n`;
  const content = contentOf(page, format);
  if (format === "html") return isWhole(content) ? content : `${htmlHead(page.title, page.head)}${content}${HTML_FOOT}`;
  return content.endsWith("\n") ? content : `${content}\n`;
}

/** Whether HTML is a document, and not a piece of one. */
export function isWhole(html: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i.test(html);
}

/** The title that the front matter names goes first. */
export function htmlHead(title: string, head: Head = NO_HEAD): string {
  const titled = `<title>${escapedHtml(head.title || title)}</title>\n`;
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n${titled}${head.lines}</head>\n<body>\n`;
}

export const HTML_FOOT = "\n</body>\n</html>\n";

export function csvHead(header: Header): string {
  return csvLine(["row", "title", ...header.distinct, "content"], CSV);
}

/** As many cells as the header has. Those that a spreadsheet would take for formulas get an apostrophe before them. */
export function csvRow(page: Page, header: Header): string {
  const cells = header.names.map((_, at) => page.cells[at] ?? "");
  return csvLine([page.row, page.title, ...cells, page.text ?? page.html!], CSV);
}

const CSV = { lineBreak: "\r\n", keepNumbers: true } as const;

export function record({ row, title, cells, html, text }: Page, header: Header): object {
  const columns = Object.fromEntries(header.distinct.map((name, at) => [name, cells[at] ?? ""]));
  return { row, title, columns, content: text ?? html! };
}
