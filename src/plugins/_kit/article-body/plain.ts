import { htmlText } from "../../../engines/pages/feeds/html-text.js";
import type { BodyLook } from "./look.js";
import type { ArticleBody, BodyBlock } from "./model.js";
import { literalText, PLAIN_VOICE, sourceLabel, textsTogether } from "./texts.js";

/** The article as plain text, a blank line between its parts. */
export function asText(body: ArticleBody, look: BodyLook): string {
  const lit = (text: string) => literalText(text, look);
  const parts = [lit(body.title), ...body.blocks.map((block) => blockText(block, body, look))];
  if (look.citing !== "none") {
    const sources = body.sources.map((source, index) => `${index + 1}. ${lit(sourceLabel(source))}`);
    parts.push(["Sources", ...sources].join("\n"));
  }
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function blockText(block: BodyBlock, body: ArticleBody, look: BodyLook): string {
  const lit = (text: string) => literalText(text, look);
  switch (block.kind) {
    case "heading":
      return lit(block.text);
    case "paragraph":
      return textsTogether(block.sentences, PLAIN_VOICE, look);
    case "list":
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${textsTogether(item, PLAIN_VOICE, look)}`)
        .join("\n");
    case "quote": {
      const text = `\u201c${textsTogether(block.sentences, PLAIN_VOICE, { ...look, citing: "none" })}\u201d`;
      const source = block.source === undefined ? undefined : body.sources[block.source];
      return source === undefined ? text : `${text}\n\u2014 ${lit(sourceLabel(source))}`;
    }
    case "table":
      return [block.head, ...block.rows]
        .filter((cells) => cells.length > 0)
        .map((cells) => lit(cells.join(" | ")))
        .join("\n");
    case "code":
      return lit(block.code.text);
    case "image":
      return lit([block.image.alt, htmlText(block.image.credit)].filter((text) => text !== "").join("\n"));
    case "video":
      return lit(block.title === "" ? block.url : `${block.title}: ${block.url}`);
    case "html":
      return lit(htmlText(block.html));
  }
}
