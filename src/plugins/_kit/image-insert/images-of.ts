import { htmlText } from "../../../engines/pages/feeds/html-text.js";
import type { ArticleBody } from "../article-body/model.js";

/** How many images an article has, and what their licences ask to be said: for its row. */
export function imagesOf({ blocks }: ArticleBody): { readonly images: number; readonly licence: string } {
  const images = blocks.flatMap((block) => (block.kind === "image" ? [block.image] : []));
  const credits = new Set(images.map(({ credit }) => htmlText(credit)).filter((credit) => credit !== ""));
  return { images: images.length, licence: [...credits].join("; ") };
}
