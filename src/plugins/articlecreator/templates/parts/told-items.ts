import type { BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import type { Shaping } from "../shaping.js";

/** Keeps an item of a list from being told again: its name, its texts, and what stands beside them in their source. */
export function takeItem(name: string, texts: readonly BodyText[], { pool, sections }: Shaping): void {
  pool.takeText(`${name}.`);
  const originals = new Set(texts.map(({ original }) => original));
  for (const { text } of texts) pool.takeText(text);
  for (const { heading, pieces } of sections()) {
    const used = pieces.filter(({ sentences }) => sentences.some(({ original }) => originals.has(original)));
    const isItem = used.length > 0 && cleanHeading(heading).endsWith(name);
    for (const { text } of isItem ? pieces : used) pool.takeText(text);
  }
}
