import type { LinkKind, PageLink } from "../../engines/pages/links/page-links.js";
import type { JsonObject } from "../../kernel/index.js";
import type { RenderingReason } from "../_kit/web/page-source.js";

/** What is remembered of a page that was fetched, as it is in a checkpoint. Texts that are empty are left out. */
export interface PageRecord {
  readonly kind: "page";
  /** Number of the start address it belongs to. */
  readonly line: number;
  /** As it was asked for; the key of the checkpoint is its normal address. */
  readonly url: string;
  readonly depth: number;
  /** The address of the page that it was found on; `sitemap` for one that was found there. */
  readonly from?: string;
  /** A start address, or what it redirects to. */
  readonly start?: true;
  /** Redirects that led here. */
  readonly hops?: number;
  /** Links that led here out of the scope. */
  readonly outside?: number;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Why there is no page: a code, and a sentence. */
  readonly code?: string;
  readonly error?: string;
  /** Where it redirects to, by status or by a meta refresh. */
  readonly to?: string;
  readonly type?: string;
  readonly bytes: number;
  readonly ms: number;
  /** Why a browser was used or would be needed. */
  readonly rendered?: RenderingReason;
  readonly changed?: string;
  readonly title?: string;
  readonly words?: number;
  readonly hash?: string;
  /** Of its content without menus and footers, where that is read; words also of plain text. */
  readonly textWords?: number;
  readonly textHash?: string;
  readonly canonical?: string;
  readonly noindex?: true;
  readonly nofollow?: true;
  readonly description?: string;
  readonly h1?: string;
  readonly language?: string;
  readonly images?: number;
  readonly imagesWithoutAlt?: number;
  /** Nothing for people: a feed, or JSON and XML for programs. */
  readonly resource?: true;
  /** It says of itself that it is not there, though its status says it is. */
  readonly saysNotFound?: true;
  /** Images and frames without encryption in a page that came with it. */
  readonly mixed?: number;
  /** How well it fits the relevance query. */
  readonly relevance?: number;
  readonly links?: string;
  /** Number of links it has more than are kept. */
  readonly cut?: true;
  /** What `collect` asks for. */
  readonly more?: JsonObject;
}

/** Addresses that the sitemaps of a site name; `done` in the last part. */
export interface SitemapRecord {
  readonly kind: "sitemap";
  readonly line: number;
  readonly origin: string;
  readonly addresses: string;
  readonly done?: true;
}

/** Output that was stored while the run ended. */
export interface PartRecord {
  readonly kind: "part";
  readonly changes?: JsonObject;
}

export type CrawlRecord = PageRecord | SitemapRecord | PartRecord;

const KINDS: readonly LinkKind[] = ["a", "area", "link", "iframe", "frame"];

/** Most characters of an address that are left out because the one before has them too. */
const MAX_SHARED = 90;
const NONE_SHARED = 33;

/** What a link begins with that is not followed, and one that is. */
const MARKS = new Map(KINDS.map((kind, number) => [kind, [`${number}-`, `${number}+`] as const]));

/** A link as it is remembered; `followed` says that the crawl goes that way. */
export interface RecordedLink extends Omit<PageLink, "mediaType"> {
  readonly followed: boolean;
}

/**
 * Links in one text, a line each: what a hundred thousand pages remember must be small. An address leaves out what the one
 * before it began with.
 */
export function packedLinks(
  links: readonly PageLink[],
  origin: string,
  followed: (link: PageLink, index: number) => boolean,
): string {
  let before = "";
  // As long as it will be: a page may have fifty thousand.
  const parts = new Array<string>(6 * links.length);
  for (const [index, link] of links.entries()) {
    const { url, text, rel, kind } = link;
    const at = 6 * index;
    const address = url.startsWith(origin) && url[origin.length] === "/" ? url.slice(origin.length) : url;
    const same = shared(before, address);
    before = address;
    parts[at] = MARKS.get(kind)![followed(link, index) ? 1 : 0] + String.fromCharCode(NONE_SHARED + same);
    parts[at + 1] = address.slice(same);
    parts[at + 2] = "\t";
    parts[at + 3] = text;
    parts[at + 4] = rel === "" ? "" : `\t${rel}`;
    parts[at + 5] = index === links.length - 1 ? "" : "\n";
  }
  return parts.join("");
}

/** How many characters two addresses begin with in common. */
function shared(one: string, other: string): number {
  const end = Math.min(one.length, other.length, MAX_SHARED);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** Where nobody asks for the texts of links, they are left empty. */
export function* unpackedLinks(packed: string | undefined, origin: string, texts = true): Generator<RecordedLink> {
  let address = "";
  for (let from = 0; packed !== undefined && packed !== "" && from <= packed.length; ) {
    const end = placeOf("\n", packed, from, packed.length);
    const addressEnd = placeOf("\t", packed, from, end);
    const textEnd = texts ? placeOf("\t", packed, addressEnd + 1, end) : end;
    address = address.slice(0, packed.charCodeAt(from + 2) - NONE_SHARED) + packed.slice(from + 3, addressEnd);
    yield {
      kind: KINDS[Number(packed[from])] ?? "a",
      followed: packed[from + 1] === "+",
      url: address.startsWith("/") ? origin + address : address,
      text: texts ? packed.slice(addressEnd + 1, textEnd) : "",
      rel: packed.slice(textEnd + 1, end),
    };
    from = end + 1;
  }
}

/** How many links lead out of a page, and how many of them to other sites, without putting them together. */
export function countLinks(packed: string | undefined): { out: number; away: number } {
  let out = 0;
  let away = 0;
  let own = true;
  for (let from = 0; packed !== undefined && packed !== "" && from <= packed.length; ) {
    if (packed.charCodeAt(from + 2) === NONE_SHARED) own = packed[from + 3] === "/";
    if (KINDS[Number(packed[from])] !== "link") {
      out += 1;
      if (!own) away += 1;
    }
    from = placeOf("\n", packed, from, packed.length) + 1;
  }
  return { out, away };
}

/** Where a sign occurs next, or the end when it does not before. */
function placeOf(sign: string, text: string, from: number, end: number): number {
  const place = text.indexOf(sign, from);
  return place < 0 || place > end ? end : place;
}

/** Scheme and host of a whole address. */
export function originOf(address: string): string {
  return address.slice(0, endOfOrigin(address));
}

/** Where the path, the query or the fragment of a whole address begins. */
export function endOfOrigin(address: string): number {
  for (let at = address.indexOf("//") + 2; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code === 47 || code === 63 || code === 35) return at;
  }
  return address.length;
}
