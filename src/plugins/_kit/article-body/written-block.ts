import { blockHtml } from "./html.js";
import { blockMarkdown } from "./markdown.js";
import type { ArticleBody, BodyBlock } from "./model.js";
import { blockText } from "./plain.js";

/** One block as a file of the format has it, to stand among others that are there already. */
export function writtenBlock(block: BodyBlock, format: "html" | "md" | "txt", body: ArticleBody): string {
  const look = { citing: "none" } as const;
  if (format === "html") return blockHtml(block, body, look).join("\n");
  return format === "md" ? blockMarkdown(block, body, look) : blockText(block, body, look);
}
