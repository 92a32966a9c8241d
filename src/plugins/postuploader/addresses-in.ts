import { Parser } from "htmlparser2";
import { escapedXml } from "../../kernel/values/escaped-text.js";

export interface NewAddresses {
  /** By address as it stands in the HTML; null takes the image out. */
  readonly images: ReadonlyMap<string, string | null>;
  /** Undefined leaves a link as it is. */
  link(href: string): string | undefined;
}

/** HTML with other addresses of images and links; all else stays as it is, letter by letter. */
export function readdressed(html: string, { images, link }: NewAddresses): string {
  const parts: string[] = [];
  let from = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const tag = name === "img" ? image(attributes, images) : name === "a" ? anchor(attributes, link) : undefined;
      if (tag === undefined) return;
      parts.push(html.slice(from, parser.startIndex), tag);
      from = parser.endIndex + 1;
    },
  });
  parser.end(html);
  return `${parts.join("")}${html.slice(from)}`;
}

/** The addresses that the links of HTML lead to. */
export function linksIn(html: string): readonly string[] {
  const found: string[] = [];
  readdressed(html, {
    images: new Map(),
    link(href) {
      found.push(href);
      return undefined;
    },
  });
  return found;
}

type Attributes = Readonly<Record<string, string>>;

function image(attributes: Attributes, images: NewAddresses["images"]): string | undefined {
  const src = images.get(attributes["src"] ?? "");
  if (src === undefined) return undefined;
  // What is listed there besides are other sizes of the image that was replaced.
  const { srcset: _srcset, sizes: _sizes, ...rest } = attributes;
  return src === null ? "" : written("img", { ...rest, src });
}

function anchor(attributes: Attributes, link: NewAddresses["link"]): string | undefined {
  const href = link(attributes["href"] ?? "");
  return href === undefined ? undefined : written("a", { ...attributes, href });
}

function written(name: string, attributes: Attributes): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedXml(value)}"`);
  return `<${name}${pairs.join("")}>`;
}
