import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import { safeAddress, safeImage } from "../links/absolute-address.js";
import { spanText } from "./as-text.js";
import type { ArchivedFrom, ContentBlock, ExtractedPage, Span } from "./page.js";

export interface Head {
  readonly head: boolean;
  readonly url: string;
  readonly archive?: ArchivedFrom | undefined;
}

/** A whole document without programs: all text is escaped, and links lead to http, https and mailto addresses only. */
export function asHtml({ metadata, content, comments }: ExtractedPage, { head, url, archive }: Head): string {
  const { title, authors, published, modified, language, licence, description } = metadata;
  const meta = (name: string, value: string) =>
    value === "" ? [] : [`<meta name="${name}" content="${escapedHtml(value)}">`];
  const link = (rel: string, address: string) =>
    safeAddress(address) === "" ? [] : [`<link rel="${rel}" href="${escapedHtml(safeAddress(address))}">`];
  const said = head
    ? [
        ...meta("description", description),
        ...authors.flatMap((author) => meta("author", author)),
        ...meta("dcterms.issued", published),
        ...meta("dcterms.modified", modified),
        ...link("canonical", url),
        ...link("memento", archive?.archiveUrl ?? ""),
        ...meta("archived_at", archive?.archivedAt ?? ""),
        ...(safeAddress(licence) === "" ? meta("dcterms.rights", licence) : link("license", licence)),
      ]
    : [];
  const first = content[0];
  const named = first?.kind === "heading" && spanText(first.spans) === title;
  const heading = head && title !== "" && !named ? [`<h1>${escapedHtml(title)}</h1>`] : [];
  return `${[
    "<!doctype html>",
    language === "" ? "<html>" : `<html lang="${escapedHtml(language)}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src http: https:">`,
    `<title>${escapedHtml(title)}</title>`,
    ...said,
    "</head>",
    "<body>",
    "<article>",
    ...heading,
    ...blocksHtml(content),
    "</article>",
    ...(comments.length > 0 ? ["<section>", ...blocksHtml(comments), "</section>"] : []),
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** The blocks as elements, lists within lists. */
export function blocksHtml(blocks: readonly ContentBlock[]): string[] {
  const lines: string[] = [];
  /** The lists that are open, each within the last item of the one before it. */
  const lists: ("ol" | "ul")[] = [];
  const close = (to: number) => {
    while (lists.length > to) lines.push(`</li></${lists.pop()}>`);
  };
  let before: ContentBlock["kind"] | undefined;
  for (const block of blocks) {
    const isSameQuote = before === "quote" && block.kind === "quote";
    before = block.kind;
    if (isSameQuote) {
      lines.push(lines.pop()!.replace(/<\/blockquote>$/, `<p>${spansHtml(block.spans)}</p></blockquote>`));
      continue;
    }
    if (block.kind !== "item") {
      close("within" in block && block.within !== undefined ? block.within + 1 : 0);
      const html = blockHtml(block);
      if (html !== "") lines.push(html);
      continue;
    }
    const list = block.ordered ? "ol" : "ul";
    const depth = Math.min(block.depth, lists.length, MAX_LISTS);
    close(depth + 1);
    if (block.further && lists.length === depth + 1) {
      lines.push(`<p>${spansHtml(block.spans)}</p>`);
      continue;
    }
    if (lists.length === depth + 1 && lists[depth] !== list) close(depth);
    if (lists.length === depth + 1) lines.push("</li>");
    else {
      lists.push(list);
      lines.push(`<${list}>`);
    }
    lines.push(`<li>${spansHtml(block.spans)}`);
  }
  close(0);
  return lines;
}

const MAX_LISTS = 20;

function blockHtml(block: Exclude<ContentBlock, { kind: "item" }>): string {
  if (block.kind === "break") return "<hr>";
  if (block.kind === "code") {
    const language = /^[\w+#.-]{1,30}$/.test(block.language ?? "") ? ` class="language-${block.language}"` : "";
    // A line break right behind the tag is not part of the text.
    return `<pre><code${language}>${escapedHtml(block.text)}</code></pre>`;
  }
  if (block.kind === "image") {
    const src = safeImage(block.src);
    const caption = block.caption === "" ? "" : `<figcaption>${escapedHtml(block.caption)}</figcaption>`;
    if (src === "") return block.caption === "" ? "" : `<p>${escapedHtml(block.caption)}</p>`;
    return `<figure><img src="${escapedHtml(src)}" alt="${escapedHtml(block.alt)}">${caption}</figure>`;
  }
  if (block.kind === "table") {
    const rows = block.rows.map((row, index) => {
      const cell = block.header && index === 0 ? "th" : "td";
      return `<tr>${row.map((spans) => `<${cell}>${spansHtml(spans)}</${cell}>`).join("")}</tr>`;
    });
    return rows.length === 0 ? "" : ["<table>", ...rows, "</table>"].join("\n");
  }
  const inner = spansHtml(block.spans);
  if (block.kind === "heading") {
    const level = Math.min(6, Math.max(1, Math.trunc(block.level) || 2));
    return `<h${level}>${inner}</h${level}>`;
  }
  return block.kind === "quote" ? `<blockquote><p>${inner}</p></blockquote>` : `<p>${inner}</p>`;
}

function spansHtml(spans: readonly Span[]): string {
  return spans
    .map(({ text, href, strong, emphasis, code }) => {
      let html = escapedHtml(text);
      if (code) html = `<code>${html}</code>`;
      if (emphasis) html = `<em>${html}</em>`;
      if (strong) html = `<strong>${html}</strong>`;
      const address = safeAddress(href);
      return address === "" ? html : `<a href="${escapedHtml(address)}">${html}</a>`;
    })
    .join("");
}
