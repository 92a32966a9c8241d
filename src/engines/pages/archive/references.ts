import { QuoteType, Tokenizer } from "htmlparser2";
import { decoded } from "./archived-text.js";

/** What an address in a page is for. */
export type ReferenceKind = "page" | "image" | "style" | "script" | "base";

/** An address in the bytes of a page or a style sheet. */
export interface Reference {
  /** Where it is; `end` is after it. */
  readonly start: number;
  readonly end: number;
  readonly kind: ReferenceKind;
  /** Whole, without its fragment. */
  readonly url: string;
  /** With its `#`, or empty. */
  readonly fragment: string;
  /** It is in HTML, where `&` must be written otherwise. */
  readonly inHtml: boolean;
}

/** Most addresses that are read from one page. */
const MAX_REFERENCES = 20_000;
const MAX_ADDRESS = 4000;

const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, ReferenceKind>>>> = {
  a: { href: "page" },
  area: { href: "page" },
  iframe: { src: "page" },
  frame: { src: "page" },
  form: { action: "page" },
  img: { src: "image", srcset: "image" },
  source: { src: "image", srcset: "image" },
  input: { src: "image" },
  video: { poster: "image" },
  body: { background: "image" },
  table: { background: "image" },
  tr: { background: "image" },
  td: { background: "image" },
  th: { background: "image" },
  script: { src: "script" },
  base: { href: "base" },
};

interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The addresses of a page, in order. `bytes` is the page with one character for each of its bytes, so that a page can be
 * put together again byte by byte around other addresses; `encoding` is that of the page, one that holds ASCII as it is.
 */
export function pageReferences(bytes: string, url: string, encoding: string): readonly Reference[] {
  const found: Reference[] = [];
  const reader = addressReader(bytes, encoding, found);
  let base = url;
  let tag = "";
  let attributes: Attribute[] = [];
  let name = "";
  let valueStart = -1;
  let valueEnd = -1;
  let style = false;

  function endOfTag(): void {
    const kinds = Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag]! : {};
    const text = (wanted: string) => {
      const one = attributes.find((attribute) => attribute.name === wanted);
      return one === undefined ? "" : bytes.slice(one.start, one.end).toLowerCase();
    };
    for (const { name, start, end } of attributes) {
      if (tag === "link" && name === "href") {
        const rel = text("rel");
        if (/\bstylesheet\b/.test(rel)) reader.add({ start, end, kind: "style", base, inHtml: true });
        else if (/\bicon\b/.test(rel)) reader.add({ start, end, kind: "image", base, inHtml: true });
        else reader.add({ start, end, kind: "page", base, inHtml: true });
      } else if (name === "style") reader.addStyles(start, end, base, true);
      else if (tag === "meta" && name === "content" && text("http-equiv") === "refresh") {
        const at = /^[\d.\s]*[;,]?\s*url\s*=\s*["']?/i.exec(bytes.slice(start, Math.min(end, start + 100)))?.[0].length;
        if (at !== undefined) reader.add({ start: start + at, end, kind: "page", base, inHtml: true });
      } else if (name === "srcset" && kinds[name] !== undefined) reader.addSet(start, end, base);
      else if (Object.hasOwn(kinds, name)) {
        const kind = kinds[name]!;
        const added = reader.add({ start, end, kind, base, inHtml: true });
        // The first base counts, and for what follows it.
        if (kind === "base" && added !== undefined && base === url) base = added.url;
      }
    }
    attributes = [];
    style = tag === "style";
  }

  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = bytes.slice(start, Math.min(end, start + 20)).toLowerCase();
        attributes = [];
      },
      onattribname(start, end) {
        name = bytes.slice(start, Math.min(end, start + 20)).toLowerCase();
        valueStart = -1;
      },
      onattribdata(start, end) {
        if (valueStart < 0) valueStart = start;
        valueEnd = end;
      },
      onattribend(quote) {
        if (quote !== QuoteType.NoValue && valueStart >= 0 && attributes.length < 100) {
          attributes.push({ name, start: valueStart, end: valueEnd });
        }
      },
      onopentagend: endOfTag,
      onselfclosingtag: endOfTag,
      onclosetag() {
        style = false;
      },
      ontext(start, end) {
        if (style) reader.addStyles(start, end, base, false);
      },
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(bytes);
  tokenizer.end();
  return found.sort((a, b) => a.start - b.start);
}

/** The addresses of a style sheet, in order; as `pageReferences`. */
export function styleReferences(bytes: string, url: string, encoding: string): readonly Reference[] {
  const found: Reference[] = [];
  addressReader(bytes, encoding, found).addStyles(0, bytes.length, url, false);
  return found;
}

/** The page with those addresses replaced for which `target` has another. */
export function withAddresses(
  bytes: string,
  references: readonly Reference[],
  target: (reference: Reference) => string | undefined,
): string {
  let text = "";
  let at = 0;
  for (const reference of references) {
    const address = target(reference);
    if (address === undefined || reference.start < at) continue;
    const safe = address.replace(/['"()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
    text += bytes.slice(at, reference.start) + (reference.inHtml ? safe.replaceAll("&", "&amp;") : safe);
    at = reference.end;
  }
  return text + bytes.slice(at);
}

function addressReader(bytes: string, encoding: string, found: Reference[]) {
  function add(place: Pick<Reference, "start" | "end" | "kind" | "inHtml"> & { readonly base: string }) {
    const raw = bytes.slice(place.start, place.end);
    const start = place.start + (raw.length - raw.trimStart().length);
    const end = start + raw.trim().length;
    if (found.length >= MAX_REFERENCES || end <= start || end - start > MAX_ADDRESS) return undefined;
    const written = asText(bytes.slice(start, end), encoding);
    const address = place.inHtml ? withoutEntities(written) : written;
    // A place within the page itself leads there wherever the page is; quotes are those of a style in an attribute.
    if (/^[#"']/.test(address) || !URL.canParse(address, place.base)) return undefined;
    const url = new URL(address, place.base);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    const fragment = url.hash;
    url.hash = "";
    const { kind, inHtml } = place;
    const reference: Reference = { start, end, kind, url: url.href, fragment, inHtml };
    found.push(reference);
    return reference;
  }

  return {
    add,
    addSet(from: number, to: number, base: string) {
      const text = bytes.slice(from, to);
      for (const { 0: address, index } of text.matchAll(/[^\s,]\S*/g)) {
        // Between the addresses are widths and densities.
        if (/^[\d.]+[wxh],?$/.test(address)) continue;
        let { length } = address;
        while (address[length - 1] === ",") length -= 1;
        add({ start: from + index, end: from + index + length, kind: "image", base, inHtml: true });
      }
    },
    addStyles(from: number, to: number, base: string, inHtml: boolean) {
      const text = bytes.slice(from, to);
      const expression =
        /(@import\s{1,20})?(?:\burl\(\s{0,20}(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})'|([^"'()\s]{1,4000}))|(?<=@import\s{1,20})(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})'))/dgi;
      for (const match of text.matchAll(expression)) {
        const place = match.indices!.slice(2).find((pair) => pair !== undefined);
        if (place === undefined) continue;
        const imported = match[1] !== undefined || match[5] !== undefined || match[6] !== undefined;
        add({ start: from + place[0], end: from + place[1], kind: imported ? "style" : "image", base, inHtml });
      }
    },
  };
}

function asText(bytes: string, encoding: string): string {
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : decoded(Buffer.from(bytes, "latin1"), encoding);
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|lt|gt|apos));?/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
