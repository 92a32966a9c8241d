import { escapeSpintax } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import { structuredData } from "./json-ld.js";
import type { BodyLook } from "./look.js";
import type { ArticleBody, BodyBlock, BodyImage, BodySource } from "./model.js";
import { HTML_VOICE, isWebAddress, literalText, textsTogether } from "./texts.js";
import { playerAddress } from "./videos.js";

export const USUAL_PARAGRAPH = "<p>{s}</p>";

/** The article as a document, or as the `article` element of one. */
export function asHtml(body: ArticleBody, look: BodyLook): string {
  const lines = [
    "<article>",
    `<h1>${heading(body.title, look)}</h1>`,
    ...body.blocks.flatMap((block) => blockHtml(block, body, look)),
    ...(look.citing === "none" ? [] : sourcesHtml(body.sources, look)),
    "</article>",
  ];
  const document = look.fragment === true ? lines : [...headHtml(body, look), ...lines, "</body>", "</html>"];
  return `${document.join("\n")}\n`;
}

function heading(text: string, look: BodyLook): string {
  return escapedHtml(literalText(text, look));
}

function headHtml(body: ArticleBody, look: BodyLook): string[] {
  const meta = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`<meta name="${name}" content="${heading(values.join(", "), look)}">`];
  const script = look.schema === undefined ? "" : structuredData(body, look.schema);
  return [
    "<!DOCTYPE html>",
    "<html>",
    "<head>",
    '<meta charset="utf-8">',
    `<title>${heading(body.title, look)}</title>`,
    ...meta("categories", body.categories),
    ...meta("keywords", body.tags),
    ...(script === ""
      ? []
      : [`<script type="application/ld+json">${look.spun === true ? escapeSpintax(script) : script}</script>`]),
    "</head>",
    "<body>",
  ];
}

export function blockHtml(block: BodyBlock, body: ArticleBody, look: BodyLook): string[] {
  switch (block.kind) {
    case "heading":
      return [`<h${block.level}>${textsTogether([block], HTML_VOICE, look)}</h${block.level}>`];
    case "paragraph":
      return [inParagraph(textsTogether(block.sentences, HTML_VOICE, look), look)];
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      const items = block.items.map((item) => `<li>${textsTogether(item, HTML_VOICE, look)}</li>`);
      return [`<${tag}>`, ...items, `</${tag}>`];
    }
    case "quote":
      return quoteHtml(block, body, look);
    case "table": {
      const row = (cells: readonly string[], tag: "th" | "td") =>
        `<tr>${cells.map((cell) => `<${tag}>${heading(cell, look)}</${tag}>`).join("")}</tr>`;
      const head = block.head.length === 0 ? [] : ["<thead>", row(block.head, "th"), "</thead>"];
      return ["<table>", ...head, "<tbody>", ...block.rows.map((cells) => row(cells, "td")), "</tbody>", "</table>"];
    }
    case "code":
      return [`<pre><code${languageHtml(block.language)}>${heading(block.code.text, look)}</code></pre>`];
    case "image":
      return [imageHtml(block.image, look)];
    case "video":
      return [videoHtml(block, look)];
    case "html":
      return [literalText(block.html, look)];
  }
}

function languageHtml(language: string): string {
  return language === "" ? "" : ` class="language-${escapedHtml(language)}"`;
}

function inParagraph(text: string, { paragraph = USUAL_PARAGRAPH }: BodyLook): string {
  return paragraph.replaceAll("{s}", () => text);
}

function quoteHtml(block: Extract<BodyBlock, { kind: "quote" }>, { sources }: ArticleBody, look: BodyLook): string[] {
  const source = block.source === undefined ? undefined : sources[block.source];
  const text = `<p>${textsTogether(block.sentences, HTML_VOICE, { ...look, citing: "none" })}</p>`;
  if (source === undefined) return [`<blockquote>${text}</blockquote>`];
  const cite = isWebAddress(source.address) ? ` cite="${heading(source.address, look)}"` : "";
  return [`<blockquote${cite}>${text}<footer>\u2014 <cite>${sourceHtml(source, look)}</cite></footer></blockquote>`];
}

function imageHtml({ src, alt, credit, width, height }: BodyImage, look: BodyLook): string {
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : "";
  const caption = credit === "" ? "" : `<figcaption>${literalText(credit, look)}</figcaption>`;
  return `<figure><img src="${heading(src, look)}" alt="${heading(alt, look)}"${size}>${caption}</figure>`;
}

function videoHtml({ url, title }: { readonly url: string; readonly title: string }, look: BodyLook): string {
  const player = playerAddress(url);
  const label = heading(title === "" ? url : title, look);
  if (player !== undefined)
    return `<figure><iframe src="${player}" title="${label}" width="560" height="315" loading="lazy" allowfullscreen></iframe></figure>`;
  return inParagraph(isWebAddress(url) ? `<a href="${heading(url, look)}">${label}</a>` : label, look);
}

function sourcesHtml(sources: readonly BodySource[], look: BodyLook): string[] {
  return ["<h2>Sources</h2>", "<ol>", ...sources.map((source) => `<li>${sourceHtml(source, look)}</li>`), "</ol>"];
}

function sourceHtml({ title, address }: BodySource, look: BodyLook): string {
  const label = heading(title, look);
  if (isWebAddress(address)) return `<a href="${heading(address, look)}">${label}</a>`;
  return title === address ? label : `${label} (${heading(address, look)})`;
}
