import { createHash } from "node:crypto";
import type { FolderProvider, Output } from "../../kernel/index.js";
import {
  articleImage,
  elementsOf,
  type HtmlElement,
  type HtmlNode,
  htmlOf,
  htmlTree,
  type SourceArticle,
  textOf,
} from "../_kit/articles-in/index.js";
import type { WpXmlGeneratorOptions } from "./options.js";

export interface Picture {
  /** On the web. */
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

export interface PicturedArticle {
  readonly html: string;
  /** Those of the text in its order, each once, and the featured one. */
  readonly pictures: readonly Picture[];
  readonly featured: Picture | undefined;
  /** Of the images, by what the article calls them; empty for those that cannot be had. */
  readonly addresses: ReadonlyMap<string, string>;
}

interface PictureContext {
  readonly options: WpXmlGeneratorOptions;
  readonly folder: FolderProvider;
  readonly output: Pick<Output, "file">;
  readonly signal: AbortSignal;
  note(problem: string): void;
}

/** Where images that are files go in the blog; the folder of the same name in the output is what has to be put there. */
const UPLOADS = "wp-content/uploads/scriptorium";

/**
 * An article whose images are all on the web. Those that are files are put out, and get the address that they have once they are
 * in the blog's folder of uploads.
 */
export async function pictured(article: SourceArticle, context: PictureContext): Promise<PicturedArticle> {
  const { options } = context;
  if (options.imageMode === "none") {
    const html = article.images.length === 0 ? article.html : htmlOf(withoutPictures(htmlTree(article.html)));
    return { html, pictures: [], featured: undefined, addresses: new Map() };
  }
  const addresses = new Map<string, string>();
  const found = new Map<string, Picture>();
  const named = namedPicture(article, options);
  const alone = { src: named, alt: article.meta["image.alt"] ?? "", caption: "" };
  const isNew = named !== "" && !article.images.some(({ src }) => src === named);
  for (const { src, alt, caption } of [...article.images, ...(isNew ? [alone] : [])]) {
    const url = await addressOf(src, article.file, context);
    addresses.set(src, url ?? "");
    if (url !== undefined && !found.has(url)) found.set(url, { url, alt, caption });
  }
  const changed = [...addresses].some(([src, url]) => src !== url);
  const html = changed ? htmlOf(withAddresses(htmlTree(article.html), addresses)) : article.html;
  const pictures = [...found.values()];
  const featured = options.featuredImage === "first" ? pictures[0] : found.get(addresses.get(named) ?? "");
  return { html, pictures, featured, addresses };
}

/** What the front matter names, where it may be featured. */
function namedPicture({ images, featuredImage }: SourceArticle, options: WpXmlGeneratorOptions): string {
  const isWanted = options.featuredImage === "metadata" || (options.featuredImage === "first" && images.length === 0);
  return isWanted ? featuredImage : "";
}

async function addressOf(src: string, file: string, context: PictureContext): Promise<string | undefined> {
  const { options, folder, output, signal } = context;
  if (/^(?:https?:)?\/\//i.test(src)) return URL.parse(src, "https://x.invalid")?.href;
  const image = await articleImage(src, file, options, { folder, signal });
  if ("problem" in image) {
    context.note(image.problem);
    return undefined;
  }
  const name = `${createHash("sha256").update(image.bytes).digest("hex").slice(0, 8)}-${image.fileName}`;
  output.file(`uploads/${name}`, image.bytes, image.type);
  return `${siteAddress(options)}/${UPLOADS}/${encodeURIComponent(name)}`;
}

export function siteAddress({ siteUrl }: Pick<WpXmlGeneratorOptions, "siteUrl">): string {
  return (URL.parse(siteUrl.trim())?.href ?? siteUrl.trim()).replace(/\/+$/, "");
}

/** Images get the addresses, and those without one go. */
function withAddresses(nodes: readonly HtmlNode[], addresses: ReadonlyMap<string, string>): HtmlNode[] {
  return mapped(nodes, (image) => {
    const { src = "" } = image.attributes;
    const url = addresses.get(src) ?? src;
    return url === "" ? undefined : { ...image, attributes: { ...image.attributes, src: url } };
  });
}

const withoutPictures = (nodes: readonly HtmlNode[]) => mapped(nodes, () => undefined);

/** Figures, paragraphs and links that held nothing but images which are gone, go too. */
function mapped(nodes: readonly HtmlNode[], change: (image: HtmlElement) => HtmlElement | undefined): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    if (node.name === "img") return [change(node) ?? []].flat();
    const hadImage = [...elementsOf(node.children)].some(({ name }) => name === "img");
    const children = mapped(node.children, change);
    const hasImage = [...elementsOf(children)].some(({ name }) => name === "img");
    const isEmpty = node.name === "figure" || textOf(children) === "";
    return hadImage && !hasImage && isEmpty ? [] : [{ ...node, children }];
  });
}
