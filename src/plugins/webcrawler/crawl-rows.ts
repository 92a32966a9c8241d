import type { Json, JsonObject } from "../../kernel/index.js";
import type { Collection } from "./options.js";
import { countLinks, type PageRecord } from "./record.js";

/** What is reported of every page, in this order. */
export const PAGE_COLUMNS: readonly string[] = (
  "url status finalUrl depth title words bytes mediaType canonical noindex description " +
  "h1 language contentHash foundOn responseMs error rendered"
).split(" ");

/** Besides these, what `collect` asks for. */
export const COLLECTED_COLUMNS: Readonly<Record<Collection, readonly string[]>> = {
  links: ["nofollow", "linksOut", "linksToOtherSites"],
  text: ["textFile"],
  meta: ["robots", "keywords", "author", "ogTitle", "ogDescription", "ogImage", "ogType", "hreflang"],
  images: ["images", "imagesWithoutAlt"],
  headings: ["headings"],
  schema: ["schemaTypes"],
  emails: ["emails"],
};

/** What is known of a page when the crawl has ended, in `pages.csv`. */
const LATER_COLUMNS: readonly string[] = ["inlinks", "soft404"];

/** By what pages are compared with those of another crawl. */
const TEXT_COLUMNS: readonly string[] = ["textWords", "textHash"];

export function columnsFor(collect: ReadonlySet<Collection>, withText: boolean): readonly string[] {
  const text = withText ? TEXT_COLUMNS : [];
  return [...PAGE_COLUMNS, ...LATER_COLUMNS, ...text, ...[...collect].flatMap((name) => COLLECTED_COLUMNS[name])];
}

/** A page as a row of results and of pages.csv. `finalUrl` is where the address leads as far as it is known. */
export function rowOf(
  record: PageRecord,
  collect: ReadonlySet<Collection>,
  { finalUrl = record.to ?? record.url, textFile = "" } = {},
): JsonObject {
  const row: Record<string, Json> = {
    url: record.url,
    status: record.status,
    finalUrl,
    depth: record.depth,
    title: record.title ?? "",
    words: record.words ?? record.textWords ?? 0,
    bytes: record.bytes,
    mediaType: record.type ?? "",
    canonical: record.canonical ?? "",
    noindex: record.noindex ?? false,
    description: record.description ?? "",
    h1: record.h1 ?? "",
    language: record.language ?? "",
    contentHash: record.hash ?? "",
    foundOn: record.from ?? "",
    responseMs: record.ms,
    error: record.error ?? "",
    rendered: record.rendered ?? "",
  };
  if (collect.has("links")) Object.assign(row, linkCounts(record));
  if (collect.has("text")) row["textFile"] = textFile;
  if (collect.has("meta")) Object.assign(row, metaOf(record));
  if (collect.has("images")) {
    row["images"] = record.images ?? 0;
    row["imagesWithoutAlt"] = record.imagesWithoutAlt ?? 0;
  }
  if (collect.has("headings")) row["headings"] = textsOf(record, "headings").join(" | ");
  if (collect.has("schema")) row["schemaTypes"] = schemaTypes(textsOf(record, "schema")).join(", ");
  if (collect.has("emails")) row["emails"] = textsOf(record, "emails").join(", ");
  return row;
}

/** The row of a start address that failed; `status` is 0 where there was no answer, `finalUrl` where its redirects ended. */
export function failureRow(
  line: string,
  error: string,
  { status, finalUrl }: { readonly status: number; readonly finalUrl: string },
): JsonObject {
  const record = { kind: "page", line: 0, url: line, depth: 0, status, bytes: 0, ms: 0, error } as const;
  return rowOf(record, new Set(), { finalUrl });
}

function linkCounts(record: PageRecord): JsonObject {
  const { out, away } = countLinks(record.links);
  return { nofollow: record.nofollow ?? false, linksOut: out, linksToOtherSites: away };
}

function metaOf({ more }: PageRecord): JsonObject {
  const meta = (more?.["meta"] ?? {}) as Readonly<Record<string, string>>;
  return {
    robots: meta["robots"] ?? "",
    keywords: meta["keywords"] ?? "",
    author: meta["author"] ?? "",
    ogTitle: meta["og:title"] ?? "",
    ogDescription: meta["og:description"] ?? "",
    ogImage: meta["og:image"] ?? "",
    ogType: meta["og:type"] ?? "",
    hreflang: ((more?.["hreflang"] ?? []) as readonly string[]).join(" | "),
  };
}

export function textsOf({ more }: PageRecord, name: "headings" | "schema" | "emails"): readonly string[] {
  return (more?.[name] ?? []) as readonly string[];
}

/** The types that JSON-LD texts name, each once. */
function schemaTypes(texts: readonly string[]): string[] {
  const types = new Set<string>();
  for (const text of texts) {
    for (const [, type] of text.matchAll(/"@type":"([^"]{1,100})"/g)) types.add(type!);
    for (const [, list] of text.matchAll(/"@type":\[([^\]]{1,500})\]/g)) {
      for (const [, type] of list!.matchAll(/"([^"]{1,100})"/g)) types.add(type!);
    }
  }
  return [...types].slice(0, 50);
}
