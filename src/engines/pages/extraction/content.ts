import type { ContentImage } from "./images.js";
import type { ContentBlock, Span } from "./page.js";
import type { PageElement } from "./page-tree.js";
import { type Run, spansOf } from "./spans.js";
import type { PlacedBlock } from "./surroundings.js";
import type { TextBlock } from "./text-blocks.js";

type Whole = (address: string) => string | undefined;

/** The kept blocks as content, with the pictures that stand among them. */
export function contentOf(
  blocks: readonly PlacedBlock[],
  kept: ArrayLike<number>,
  images: readonly ContentImage[],
  whole: Whole,
): ContentBlock[] {
  const content: ContentBlock[] = [];
  const shown = images.filter((image) => isAmong(image, blocks, kept));
  const captions = new Set(shown.map((image) => image.caption).filter((caption) => caption !== ""));
  const seen = new Set<string>();
  let next = 0;
  const addImages = (before: number) => {
    for (; next < shown.length && shown[next]!.before <= before; next += 1) {
      const { src, alt, caption } = shown[next]!;
      if (seen.has(src)) continue;
      seen.add(src);
      content.push({ kind: "image", src, alt, caption });
    }
  };
  for (const [index, block] of blocks.entries()) {
    addImages(index);
    if (!kept[index] || (block.kind === "caption" && captions.has(block.text))) continue;
    content.push(contentBlock(block, whole));
  }
  addImages(blocks.length);
  return content;
}

/** A picture belongs to the content when the text next to it does, and both are in one part of the page. */
function isAmong(image: ContentImage, blocks: readonly PlacedBlock[], kept: ArrayLike<number>): boolean {
  if (image.path.some((element) => element.included)) return true;
  const around = new Set<PageElement>(image.path.slice(1, 6));
  for (const index of [image.before - 1, image.before]) {
    const block = blocks[index];
    if (block === undefined) continue;
    if (block.kind === "caption" || kept[index]) {
      const near = block.path.slice(0, 6).some((element) => around.has(element) && element.name !== "body");
      if (near && (kept[index] || kept[index - 1] || kept[index + 1])) return true;
    }
  }
  return false;
}

function contentBlock(block: TextBlock, whole: Whole): ContentBlock {
  const spans = (runs: readonly Run[]): Span[] => spansOf(runs, whole);
  switch (block.kind) {
    case "heading":
      return { kind: "heading", level: block.level, spans: spans(block.runs) };
    case "item":
      return { kind: "item", ordered: block.ordered, depth: block.listDepth, spans: spans(block.runs) };
    case "quote":
      return { kind: "quote", spans: spans(block.runs) };
    case "code": {
      const language = languageOf(block.element);
      return { kind: "code", text: block.lines!, ...(language === undefined ? {} : { language }) };
    }
    case "table":
      return { kind: "table", header: block.header!, rows: block.rows!.map((row) => row.map(spans)) };
    default:
      return { kind: "paragraph", spans: spans(block.runs) };
  }
}

/** The language of code, as the classes of its element, the one around it or the one inside name it. */
function languageOf(element: PageElement): string | undefined {
  const inside = element.children.find((child) => typeof child !== "string" && child.name === "code");
  for (const one of [element, inside, element.parent, element.parent?.parent]) {
    if (one === undefined || typeof one === "string") continue;
    const named =
      /(?:^|\s)(?:lang(?:uage)?|highlight(?:-source)?|brush:?)[-\s:]+([a-z][a-z0-9+#]{0,20})(?:\s|;|$)/i.exec(
        one.attribute("class").slice(0, 300),
      );
    const language = named?.[1] ?? one.attribute("data-lang").slice(0, 20);
    if (language !== "" && /^[a-z][a-z0-9+#-]*$/i.test(language)) return language.toLowerCase();
  }
  return undefined;
}
