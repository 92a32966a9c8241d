import { cleanText, shortText } from "../blocks.js";
import { type PageElement, textOf } from "./page-tree.js";
import type { PageImage } from "./text-blocks.js";

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
