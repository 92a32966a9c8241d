import type { ContentBlock, ExtractedPage, Span } from "../../engines/pages/extraction/page.js";
import type { ArticleFacts } from "./article-files.js";

/** The article, of a page as `keptOf` left it, as a document of its own small vocabulary; the README of the article downloader shows one. */
export function articleXml(page: ExtractedPage, facts: ArticleFacts): string {
  const { url, title, author, date, language, licence, words } = facts;
  const head = { url, title, author, date, language, licence, words: String(words) };
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<article>"];
  for (const [name, value] of Object.entries(head)) lines.push(`  <${name}>${escaped(value)}</${name}>`);
  lines.push("  <content>", ...page.content.map((block) => `    ${blockXml(block)}`), "  </content>");
  if (page.comments.length > 0) {
    lines.push("  <comments>", ...page.comments.map((block) => `    ${blockXml(block)}`), "  </comments>");
  }
  return `${lines.join("\n")}\n</article>\n`;
}

function blockXml(block: ContentBlock): string {
  switch (block.kind) {
    case "code":
      return `<code>${escaped(block.text)}</code>`;
    case "image":
      return `<image src="${escaped(block.src)}" alt="${escaped(block.alt)}">${escaped(block.caption)}</image>`;
    case "table": {
      const rows = block.rows.map((row, at) => {
        const cell = block.header && at === 0 ? "heading" : "cell";
        return `<row>${row.map((spans) => `<${cell}>${inline(spans)}</${cell}>`).join("")}</row>`;
      });
      return `<table>${rows.join("")}</table>`;
    }
  }
  const text = inline(block.spans);
  if (block.kind === "heading") return `<heading level="${block.level}">${text}</heading>`;
  if (block.kind === "item") return `<item ordered="${block.ordered}" depth="${block.depth}">${text}</item>`;
  return `<${block.kind}>${text}</${block.kind}>`;
}

function inline(spans: readonly Span[]): string {
  return spans
    .map(({ text, href, strong, emphasis, code }) => {
      let xml = escaped(text);
      if (code) xml = `<code>${xml}</code>`;
      if (emphasis) xml = `<em>${xml}</em>`;
      if (strong) xml = `<strong>${xml}</strong>`;
      return href !== undefined ? `<link href="${escaped(href)}">${xml}</link>` : xml;
    })
    .join("");
}

/** Without the characters that XML 1.0 cannot hold in any form. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
