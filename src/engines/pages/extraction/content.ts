import { cleanText, shortText } from "../blocks.js";
import { codeLanguage } from "./code-blocks.js";
import { codeLabels } from "./code-labels.js";
import { itemParts } from "./list-items.js";
import type { ContentBlock, Span } from "./page.js";
import { type PageElement, textOf } from "./page-tree.js";
import { type Run, spansOf } from "./spans.js";
import type { PlacedBlock } from "./surroundings.js";
import type { PageImage, TextBlock } from "./text-blocks.js";

type Whole = (address: string) => string | undefined;

/** The kept blocks as content, with the pictures among them, and a break between two posts. */
export function contentOf(
  blocks: readonly PlacedBlock[],
  kept: ArrayLike<number>,
  images: readonly ContentImage[],
  whole: Whole,
  postOf: (block: PlacedBlock) => PageElement | undefined = () => undefined,
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
  const { labels, languages } = codeLabels(blocks);
  const partOf = itemParts();
  let numbered: PageElement | undefined;
  let lastPost: PageElement | undefined;
  /** The item that came last, as long as what follows belongs to it. */
  let item: { readonly element: PageElement; readonly depth: number } | undefined;
  for (const [index, block] of blocks.entries()) {
    addImages(index);
    if (!kept[index] || labels.has(index) || (block.kind === "caption" && captions.has(block.text))) continue;
    const post = postOf(block) ?? lastPost;
    if (post !== lastPost && lastPost !== undefined) content.push({ kind: "break" });
    lastPost = post;
    const part = partOf(block, blocks[index + 1]);
    if (part === "number") numbered = block.item;
    else if (part === "further") content.push(furtherBlock(block, content.at(-1), whole));
    else {
      const ordered = block.ordered || (numbered !== undefined && numbered === block.item);
      const element = block.path.find(({ name }) => name === "li" || name === "dd");
      if (block.kind === "item" && element !== undefined) item = { element, depth: block.listDepth };
      else if (item?.element !== element) item = undefined;
      content.push(
        contentBlock(
          { ...block, ordered },
          { label: languages.get(index), within: item?.depth, isCaption: isBelowPicture(block) },
          whole,
        ),
      );
    }
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

/** A further paragraph of an item: of the list, unless something else came between. */
function furtherBlock(block: PlacedBlock, before: ContentBlock | undefined, whole: Whole): ContentBlock {
  const spans = spansOf(block.runs, whole);
  if (isBelowPicture(block)) return { kind: "paragraph", spans, caption: true };
  const belongs = before?.kind === "item" || (before !== undefined && "within" in before);
  if (!belongs) return { kind: "paragraph", spans };
  return { kind: "item", ordered: block.ordered, depth: block.listDepth, further: true, spans };
}

interface Around {
  /** The language of code, as its label says. */
  readonly label: string | undefined;
  /** The depth of the item it belongs to. */
  readonly within: number | undefined;
  readonly isCaption: boolean;
}

function contentBlock(block: TextBlock, { label, within, isCaption }: Around, whole: Whole): ContentBlock {
  const spans = (runs: readonly Run[]): Span[] => spansOf(runs, whole);
  const place = within === undefined ? {} : { within };
  switch (block.kind) {
    case "heading":
      return { kind: "heading", level: block.level, spans: spans(block.runs) };
    case "item":
      return { kind: "item", ordered: block.ordered, depth: block.listDepth, spans: spans(block.runs) };
    case "quote":
      return { kind: "quote", spans: spans(block.runs), ...place };
    case "code": {
      const language = codeLanguage(block.element) ?? label;
      return { kind: "code", text: block.lines!, ...(language === undefined ? {} : { language }), ...place };
    }
    case "table":
      return { kind: "table", header: block.header!, rows: block.rows!.map((row) => row.map(spans)), ...place };
    default:
      return { kind: "paragraph", spans: spans(block.runs), ...(isCaption && { caption: true as const }) };
  }
}

const CAPTION = /(?:^|[\s_-])caption(?:[_-]?text)?(?:$|\s)/i;
/** Elements around a text that may be its caption. */
const NEAR = 4;

function isBelowPicture({ kind, path }: PlacedBlock): boolean {
  return kind === "caption" || path.slice(0, NEAR).some((element) => CAPTION.test(element.attribute("class")));
}

const SOURCES = ["src", "data-src", "data-lazy-src", "data-original", "data-full-url", "data-srcset", "srcset"];
const FRAME = new Set("nav header footer aside button form noscript".split(" "));
const ORNAMENT = /icon|logo|avatar|sprite|spacer|pixel|badge|emoji|smil|gravatar|thumb-author|tracking/i;
const LEAST_PIXELS = 50;

export interface ContentImage {
  /** How many blocks of the page's text come before it. */
  readonly before: number;
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
  readonly path: readonly PageElement[];
}

/** The pictures of a page that may belong to its content: those with an address and a size, not ornaments. */
export function contentImages(
  images: readonly PageImage[],
  whole: (address: string) => string | undefined,
): ContentImage[] {
  const found: ContentImage[] = [];
  for (const { before, element } of images) {
    const path: PageElement[] = [];
    for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) path.push(at);
    if (path.some((around) => FRAME.has(around.name)) || isOrnament(element)) continue;
    const src = sourceOf(element, whole);
    if (src === undefined) continue;
    const figure = path.find((around) => around.name === "figure");
    found.push({
      before,
      src,
      alt: shortText(element.attribute("alt"), 500),
      caption: figure === undefined ? "" : captionOf(figure),
      path,
    });
  }
  return found;
}

function sourceOf(element: PageElement, whole: (address: string) => string | undefined): string | undefined {
  for (const name of SOURCES) {
    const value = element.attribute(name).trim();
    // Of several sizes the first is named.
    const address = name.endsWith("srcset") ? (value.split(/[\s,]+/)[0] ?? "") : value;
    // Until they are looked at, pictures are often stood for by tiny ones that are part of the page.
    if (address === "" || /^data:/i.test(address)) continue;
    const src = whole(address);
    if (src?.startsWith("http")) return src;
  }
  return undefined;
}

function isOrnament(element: PageElement): boolean {
  for (const side of ["width", "height"]) {
    const pixels = Number.parseInt(element.attribute(side), 10);
    if (pixels < LEAST_PIXELS) return true;
  }
  if (/^(icon|logo|avatar)$/i.test(element.attribute("alt").trim())) return true;
  return ORNAMENT.test(`${element.attribute("class").slice(0, 200)} ${element.attribute("id").slice(0, 100)}`);
}

function captionOf(figure: PageElement): string {
  for (const child of figure.children) {
    if (typeof child === "string") continue;
    if (child.name === "figcaption") return shortText(cleanText(textOf(child)), 1000);
    const inside = captionOf(child);
    if (inside !== "") return inside;
  }
  return "";
}
