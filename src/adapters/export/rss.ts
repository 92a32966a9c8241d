import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../kernel/index.js";
import { escapedXml } from "../../kernel/values/escaped-text.js";
import type { Rows, TableOptions } from "../../kernel/values/export-formats.js";
import { inPieces } from "../../kernel/values/in-pieces.js";

/** What the members of rows are called that make an item, the best first. */
const TITLE = ["title", "name", "headline", "subject", "keyword", "query"];
const LINK = ["link", "url", "href", "permalink", "address", "source"];
const DESCRIPTION = ["description", "summary", "excerpt", "snippet", "content", "text", "body"];
const DATE = ["date", "pubDate", "published", "publishedAt", "createdAt", "updatedAt", "lastModified"];

/** Of a title that is made of what a row has. */
const MOST_MEMBERS = 3;
const MOST_TITLE = 120;

/** The rows as items of an RSS 2.0 feed, written as they are read. */
export function rss(rows: Rows, { title, address }: TableOptions): AsyncIterable<string> {
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>\n' +
    `<title>${escapedXml(title)}</title>\n<link>${escapedXml(address)}</link>\n` +
    `<description>${escapedXml(`Results of ${title}`)}</description>\n`;
  return inPieces(rows(), item, { head, foot: "</channel></rss>\n" });
}

function item(row: JsonObject): string {
  const text = textOf(row);
  const link = addressIn(text(LINK));
  const description = text(DESCRIPTION);
  // An item has a title or a description.
  const title = text(TITLE) ?? (description === undefined ? (link ?? inBrief(row)) : undefined);
  const date = dateIn(text(DATE));
  const guid = createHash("sha256").update(JSON.stringify(row)).digest("hex");
  const parts = [
    element("title", title),
    element("link", link),
    element("description", description),
    element("pubDate", date),
    `<guid isPermaLink="false">${guid}</guid>`,
  ];
  return `<item>${parts.join("")}</item>\n`;
}

/** The first members of a row without a title that say something. */
function inBrief(row: JsonObject): string {
  const said = Object.entries(row)
    .filter(([, value]) => typeof value === "number" || (typeof value === "string" && value.trim() !== ""))
    .slice(0, MOST_MEMBERS)
    .map(([name, value]) => `${name}: ${String(value).slice(0, MOST_TITLE).replace(/\s+/g, " ").trim()}`);
  const title = said.join(", ") || "A row without texts";
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1)}…` : title;
}

/** Finds the first member of these names, whatever their case, that holds a text or number that says something. */
function textOf(row: JsonObject): (names: readonly string[]) => string | undefined {
  const members = new Map<string, Json>();
  for (const [name, value] of Object.entries(row)) {
    if (!members.has(name.toLowerCase())) members.set(name.toLowerCase(), value);
  }
  return (names) => {
    for (const name of names) {
      const value = members.get(name.toLowerCase());
      if (typeof value !== "string" && typeof value !== "number") continue;
      const text = String(value).trim();
      if (text !== "") return text;
    }
    return undefined;
  };
}

function addressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? URL.parse(text)?.href : undefined;
}

/** As RSS wants it (RFC 822). */
function dateIn(text: string | undefined): string | undefined {
  const date = new Date(text !== undefined && /^\d{13}$/.test(text) ? Number(text) : (text ?? Number.NaN));
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toUTCString() : undefined;
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${escapedXml(text)}</${name}>`;
}
