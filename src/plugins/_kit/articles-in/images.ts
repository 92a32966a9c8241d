import { elementsOf, type HtmlElement, type HtmlNode, textOf } from "./html-tree.js";

export interface ArticleImage {
  /** As it stands in the article. */
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
  /** Of whom it is, as the caption says. */
  readonly credit: string;
}

/** The images of an article, each once. */
export function imagesOf(nodes: readonly HtmlNode[]): ArticleImage[] {
  const captions = new Map<HtmlElement, HtmlElement>();
  for (const figure of elementsOf(nodes)) {
    if (figure.name !== "figure") continue;
    const caption = [...elementsOf(figure.children)].find(({ name }) => name === "figcaption");
    if (caption === undefined) continue;
    for (const image of elementsOf(figure.children)) if (image.name === "img") captions.set(image, caption);
  }
  const images = new Map<string, ArticleImage>();
  for (const image of elementsOf(nodes)) {
    const { src = "", alt = "" } = image.attributes;
    if (image.name !== "img" || images.has(src)) continue;
    const caption = captions.get(image);
    const text = caption === undefined ? "" : oneLine(textOf(caption.children));
    images.set(src, { src, alt: oneLine(alt), caption: text, credit: creditOf(caption, text) });
  }
  return [...images.values()];
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const MARKED = /(?:^|\s)(?:[\w-]*credits?|[\w-]*copyright|attribution|source|photographer)(?:\s|$)/i;
const NAMED =
  /(?:^|[\s(|])((?:\u00a9|(?:photos?|photographs?|images?|pictures?|illustrations?|foto|bild)(?: credits?)?\s?(?::|by\s)|(?:credits?|source|quelle|copyright):|courtesy of\s).*)$/i;

/** What is marked up as a credit in the caption; else what begins with such words as "Photo:" and "\u00a9". */
function creditOf(caption: HtmlElement | undefined, text: string): string {
  if (caption === undefined) return "";
  const marked = [...elementsOf(caption.children)].find(
    ({ name, attributes }) => name === "cite" || name === "small" || MARKED.test(attributes["class"] ?? ""),
  );
  if (marked !== undefined) return oneLine(textOf(marked.children));
  const named = text.length > 2000 ? "" : (NAMED.exec(text)?.[1] ?? "");
  // "(Photo: Anna)" begins within the brackets.
  return named.endsWith(")") && !named.includes("(") ? named.slice(0, -1) : named;
}
