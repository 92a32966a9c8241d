import type { BodyLook } from "./look.js";
import { longestRun, type MarkdownPlace, markdownLink, markdownText } from "./markdown-text.js";
import type { ArticleBody, BodyBlock, BodySource, BodyText } from "./model.js";
import { isWebAddress, piecesOf } from "./texts.js";

/** The article as Markdown with front matter. */
export function asMarkdown(body: ArticleBody, look: BodyLook): string {
  const parts = [
    ...(look.fragment === true ? [] : [frontMatter(body)]),
    `# ${plain(body.title, "heading")}`,
    ...body.blocks.map((block) => blockMarkdown(block, body, look)),
  ];
  if (look.citing !== "none")
    parts.push("## Sources", body.sources.map((source, index) => `${index + 1}. ${sourceMarkdown(source)}`).join("\n"));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function frontMatter({ title, keyword, categories, tags, blocks }: ArticleBody): string {
  const featured = blocks.flatMap((block) => (block.kind === "image" && block.image.featured ? [block.image.src] : []));
  // A JSON string is a YAML string, and a list of them a YAML list.
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`${name}: ${JSON.stringify(values)}`];
  return [
    "---",
    `title: ${JSON.stringify(title)}`,
    `keyword: ${JSON.stringify(keyword)}`,
    ...list("categories", categories),
    ...list("tags", tags),
    ...(featured[0] === undefined ? [] : [`image: ${JSON.stringify(featured[0])}`]),
    "---",
  ].join("\n");
}

export function blockMarkdown(block: BodyBlock, body: ArticleBody, look: BodyLook): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${together([block], "heading", look)}`;
    case "paragraph":
      return together(block.sentences, "paragraph", look);
    case "list":
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${together(item, "item", look)}`)
        .join("\n");
    case "quote": {
      const text = `> ${together(block.sentences, "paragraph", { citing: "none" })}`;
      const source = block.source === undefined ? undefined : body.sources[block.source];
      return source === undefined ? text : `${text}\n>\n> \u2014 ${sourceMarkdown(source)}`;
    }
    case "table": {
      const row = (cells: readonly string[]) => `| ${cells.map((cell) => plain(cell, "cell")).join(" | ")} |`;
      const width = Math.max(block.head.length, ...block.rows.map((cells) => cells.length));
      const head = Array.from({ length: width }, (_, at) => block.head[at] ?? "");
      return [row(head), `|${" --- |".repeat(width)}`, ...block.rows.map(row)].join("\n");
    }
    case "code":
      return fenced(block.code.text, block.language);
    case "image": {
      const { alt, src, credit } = block.image;
      const image = `!${markdownLink(alt, src)}`;
      return credit === "" ? image : `${image}\n\n${credit}`;
    }
    case "video":
      return isWebAddress(block.url)
        ? markdownLink(block.title || block.url, block.url)
        : plain(block.title, "paragraph");
    case "html":
      return block.html;
  }
}

/** Between marks that are longer than any in the code. */
function fenced(text: string, language: string): string {
  const marks = "`".repeat(longestRun(text, 2) + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

function together(texts: readonly BodyText[], place: MarkdownPlace, look: BodyLook): string {
  // Markdown's escapes and those of spintax are the same character, so that a file has only one of them.
  return markdownText(piecesOf(texts, { ...look, spun: false }), place);
}

function plain(text: string, place: MarkdownPlace): string {
  return markdownText([{ text }], place);
}

function sourceMarkdown({ title, address }: BodySource): string {
  if (isWebAddress(address)) return markdownLink(title, address);
  return plain(title === address ? title : `${title} (${address})`, "item");
}
