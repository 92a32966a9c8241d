import type { JsonObject } from "../../kernel/index.js";
import { escapedHtml } from "../../kernel/values/escaped-text.js";
import { type ArticlePart, sentencesOf, type WrittenArticle } from "./article.js";
import type { Sentence } from "./material.js";
import type { ArticleCreatorOptions, OutputFormat } from "./options.js";

type Citing = ArticleCreatorOptions["citeSources"];

export const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  html: "text/html",
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
};

/** The article as the content of a file. */
export function rendered(article: WrittenArticle, format: OutputFormat, citing: Citing): string {
  return { html: asHtml, txt: asText, md: asMarkdown, json: asJson }[format](article, citing);
}

function asHtml(article: WrittenArticle, citing: Citing): string {
  const title = escapedHtml(article.title);
  const lines = [
    "<!DOCTYPE html>",
    "<html>",
    "<head>",
    '<meta charset="utf-8">',
    `<title>${title}</title>`,
    "</head>",
    "<body>",
    "<article>",
  ];
  lines.push(`<h1>${title}</h1>`);
  const text = (sentences: readonly Sentence[]) => paragraphText(article, sentences, citing, escapedHtml);
  for (const { heading, parts } of article.sections) {
    if (heading !== "") lines.push(`<h2>${escapedHtml(heading)}</h2>`);
    for (const part of parts) {
      if (part.kind === "paragraph") {
        lines.push(`<p>${text(part.sentences)}</p>`);
        continue;
      }
      const tag = part.ordered ? "ol" : "ul";
      lines.push(`<${tag}>`, ...part.items.map((item) => `<li>${text(item)}</li>`), `</${tag}>`);
    }
  }
  if (citing !== "none") {
    lines.push("<h2>Sources</h2>", "<ol>");
    for (const { title: name, address } of article.sources) {
      const label = escapedHtml(name);
      // Only addresses of the web become links: a page of the kind `javascript:` must not get here alive.
      if (isWebAddress(address)) lines.push(`<li><a href="${escapedHtml(address)}">${label}</a></li>`);
      else lines.push(`<li>${name === address ? label : `${label} (${escapedHtml(address)})`}</li>`);
    }
    lines.push("</ol>");
  }
  lines.push("</article>", "</body>", "</html>");
  return `${lines.join("\n")}\n`;
}

function asText(article: WrittenArticle, citing: Citing): string {
  const parts = [article.title];
  for (const section of article.sections) {
    if (section.heading !== "") parts.push(section.heading);
    for (const part of section.parts) parts.push(plainPart(article, part, citing, (text) => text));
  }
  if (citing !== "none") {
    const sources = article.sources.map(
      ({ title, address }, index) => `${index + 1}. ${title === address ? title : `${title}: ${address}`}`,
    );
    parts.push(["Sources", ...sources].join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

function asMarkdown(article: WrittenArticle, citing: Citing): string {
  // A JSON string is a YAML string.
  const matter = [
    "---",
    `title: ${JSON.stringify(article.title)}`,
    `keyword: ${JSON.stringify(article.keyword)}`,
    "---",
  ].join("\n");
  const parts = [matter, `# ${escapedMarkdown(article.title)}`];
  for (const section of article.sections) {
    if (section.heading !== "") parts.push(`## ${escapedMarkdown(section.heading)}`);
    for (const part of section.parts) parts.push(plainPart(article, part, citing, escapedMarkdown));
  }
  if (citing !== "none") {
    const sources = article.sources.map(({ title, address }, index) => {
      const label = escapedMarkdown(title);
      const link = isWebAddress(address)
        ? `[${label}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`
        : undefined;
      return `${index + 1}. ${link ?? (title === address ? label : `${label} (${escapedMarkdown(address)})`)}`;
    });
    parts.push("## Sources", sources.join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

function asJson(article: WrittenArticle): string {
  const place = new Map(article.sources.map(({ index }, at) => [index, at]));
  const sentence = (each: Sentence) => ({ text: each.text, source: place.get(each.paragraph.source) ?? 0 });
  const record = {
    keyword: article.keyword,
    title: article.title,
    words: article.words,
    sections: article.sections.map(({ heading, parts }) => ({
      heading,
      paragraphs: parts.map((part) =>
        sentencesOf(part)
          .map(({ text }) => text)
          .join(" "),
      ),
    })),
    sentences: article.sentences.map(sentence),
    sources: sourceRecords(article),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/**
 * Sources as rows and files name them: `url` for a page of the web, with why a browser was used for it, `path` for anything
 * else.
 */
export function sourceRecords(article: WrittenArticle): JsonObject[] {
  return article.sources.map(({ title, address, sentences, rendered = "" }): JsonObject => {
    if (!isWebAddress(address)) return { title, path: address, sentences };
    return { title, url: address, sentences, rendered };
  });
}

/** A paragraph, or a list with a line for each item: both Markdown and plain text write it so. */
function plainPart(
  article: WrittenArticle,
  part: ArticlePart,
  citing: Citing,
  escaped: (text: string) => string,
): string {
  if (part.kind === "paragraph") return paragraphText(article, part.sentences, citing, escaped);
  return part.items
    .map((item, at) => `${part.ordered ? `${at + 1}.` : "-"} ${paragraphText(article, item, citing, escaped)}`)
    .join("\n");
}

/** Sentences side by side; cited inline, the number of the source follows its last sentence in a row. */
function paragraphText(
  article: WrittenArticle,
  paragraph: readonly Sentence[],
  citing: Citing,
  escaped: (text: string) => string,
): string {
  return paragraph
    .map((sentence, at) => {
      const { source } = sentence.paragraph;
      if (citing !== "inline" || paragraph[at + 1]?.paragraph.source === source) return escaped(sentence.text);
      return `${escaped(sentence.text)} [${article.sources.findIndex(({ index }) => index === source) + 1}]`;
    })
    .join(" ");
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(address);
}

function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2")
    .replace(/^([+=-])/, "\\$1");
}
