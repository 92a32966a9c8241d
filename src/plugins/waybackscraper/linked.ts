import {
  type ArchivedCopy,
  type ArchivePlace,
  addressKey,
  readArchiveAddress,
} from "../../engines/pages/archive/archive-addresses.js";
import type { Reference } from "../../engines/pages/archive/references.js";
import { siteFile } from "../_kit/archive/site-file.js";
import type { WaybackOptions } from "./options.js";

/** The raw files of a line's pages, by the key of their address; with pick `all` there may be several, by time. */
export type LinkMap = ReadonlyMap<string, readonly { readonly timestamp: string; readonly file: string }[]>;

export function linkMap(copies: readonly ArchivedCopy[], options: Pick<WaybackOptions, "pick">): LinkMap {
  const map = new Map<string, { timestamp: string; file: string }[]>();
  for (const copy of copies) {
    const key = addressKey(copy.original);
    if (key === undefined) continue;
    const entry = { timestamp: copy.timestamp, file: rawFile(copy, options) };
    const known = map.get(key);
    if (known === undefined) map.set(key, [entry]);
    else known.push(entry);
  }
  return map;
}

/** Where the bytes of a copy lie; copies of one address have folders of their times. */
export function rawFile(
  copy: Pick<ArchivedCopy, "original" | "timestamp" | "mime">,
  { pick }: Pick<WaybackOptions, "pick">,
): string {
  return `site/${pick === "all" ? `${copy.timestamp}/` : ""}${siteFile(copy.original, mimeOf(copy))}`;
}

/** What a copy is by the list; one that says that nothing had changed, or knows no type, is most likely a page. */
export function mimeOf({ mime }: Pick<ArchivedCopy, "mime">): string {
  return mime === "" || mime === "warc/revisit" || mime === "unk" || mime === "-" ? "text/html" : mime;
}

const MODIFIERS = { page: "", base: "", image: "im_", style: "cs_", script: "js_" } as const;

/**
 * What replaces an address in the file `from`: the way to a file that is saved, else the copy that the
 * archive has from the time of the page.
 */
export function linkTarget(
  reference: Reference,
  from: { readonly file: string; readonly timestamp: string },
  place: ArchivePlace,
  saved: (key: string, timestamp: string) => string | undefined,
): string {
  if (reference.kind === "base") return "";
  const within = readArchiveAddress(reference.url, place);
  const original = within?.original ?? reference.url;
  const timestamp = within?.timestamp ?? from.timestamp;
  const key = addressKey(original);
  const file = key === undefined ? undefined : saved(key, timestamp);
  if (file !== undefined) return relative(from.file, file) + reference.fragment;
  return `${place.copies}${timestamp}${MODIFIERS[reference.kind]}/${original}${reference.fragment}`;
}

/** Of several times the nearest. */
export function nearestFile(links: LinkMap, key: string, timestamp: string): string | undefined {
  const wanted = Number(timestamp);
  const far = (entry: { readonly timestamp: string }) => Math.abs(Number(entry.timestamp) - wanted);
  const files = links.get(key);
  return files?.reduce((best, entry) => (far(entry) < far(best) ? entry : best)).file;
}

function relative(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const end = to.split("/");
  let shared = 0;
  while (shared < start.length && shared < end.length - 1 && start[shared] === end[shared]) shared += 1;
  return [...start.slice(shared).map(() => ".."), ...end.slice(shared).map(encodeURIComponent)].join("/");
}
