import { asText } from "./as-text.js";
import type { ExtractedPage } from "./page.js";

/** The page as data, with its words as one text. */
export function asJson(page: ExtractedPage, url: string): string {
  return `${JSON.stringify({ url, ...page, text: asText(page.content) }, undefined, 2)}\n`;
}
