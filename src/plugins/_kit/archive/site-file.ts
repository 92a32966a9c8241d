import { createHash } from "node:crypto";
import { decodedUri } from "../../../engines/decoded-uri.js";
import { addressKey } from "../../../engines/pages/archive/archive-addresses.js";

/** What is kept of a part of a path that cannot stay as it is, and how many parts. */
const PART_CHARACTERS = 16;
const STEM_CHARACTERS = 40;
const PARTS = 5;
const MAX_CHARACTERS = 200;
const MAX_BYTES = 400;
const MAX_HOST = 60;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;
const PLAIN_PART = /^[a-z\d~][a-z\d_~-]{0,39}$/;
const PLAIN_FILE = /^[a-z\d][a-z\d_-]{0,59}(\.[a-z\d_-]{1,30}){0,3}\.[a-z\d]{1,8}$/;

const ENDINGS: Readonly<Record<string, string>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/css": "css",
  "text/javascript": "js",
  "application/javascript": "js",
  "application/x-javascript": "js",
  "text/plain": "txt",
  "text/xml": "xml",
  "application/xml": "xml",
  "application/rss+xml": "xml",
  "application/json": "json",
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/x-icon": "ico",
  "image/vnd.microsoft.icon": "ico",
  "font/woff": "woff",
  "font/woff2": "woff2",
};

export function isHtml(mime: string): boolean {
  return mime === "text/html" || mime === "application/xhtml+xml";
}

/**
 * Where a page of a saved site is, below the folder of sites: `example.com/about/index.html`. Two addresses never share
 * a file, a file is never where another needs a folder, and it depends on nothing but the address and its media type: a
 * path that could be taken for another's, or cannot be a file name everywhere, gets a hash of its address.
 * Addresses that archives hold to be one are one: `http://www.Example.com/About/` is `https://example.com/about`.
 */
export function siteFile(address: string, mime: string): string {
  const key = addressKey(address);
  if (key === undefined) throw new TypeError("Only addresses of web pages have a file.");
  const slash = key.indexOf("/");
  const host = hostFolder(key.slice(0, slash));
  const path = key.slice(slash + 1);
  const plain = plainPath(path, isHtml(mime));
  return `${host}/${plain ?? hashedPath(path, mime, key)}`;
}

/** The path as it is, where no other address can lead there; files have a dot in their names and folders none. */
function plainPath(path: string, html: boolean): string | undefined {
  if (path.includes("?") || path.length > MAX_CHARACTERS) return undefined;
  const parts = path === "" ? [] : path.split("/");
  if (parts.some((part) => RESERVED.test(part))) return undefined;
  const last = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1);
  if (!folders.every((part) => PLAIN_PART.test(part))) return undefined;
  if (html && (path === "" || PLAIN_PART.test(last))) return [...parts, "index.html"].join("/");
  if (!PLAIN_FILE.test(last) || /^index\.html$/.test(last)) return undefined;
  // `page.php` becomes `page.php.html`, so what has two endings of its own is no plain name.
  const named = /\.(html?|xhtml)$/.test(last);
  if (named) return /\..*\./.test(last) ? undefined : path;
  return html ? `${path}.html` : path;
}

function hashedPath(path: string, mime: string, key: string): string {
  const [way = "", query] = path.split("?", 2);
  const parts = way.split("/").map((part) => decodedUri(part).toWellFormed());
  const last = parts.pop() ?? "";
  const [, stem = last, ending] = /^(.+)\.([a-z\d]{1,8})$/.exec(last) ?? [];
  const known = Object.hasOwn(ENDINGS, mime) ? ENDINGS[mime] : undefined;
  const end = isHtml(mime) ? "html" : (ending ?? known ?? "bin");
  const name = cut(stem === "" ? "index" : stem, STEM_CHARACTERS);
  const file = `${name === "" || (query !== undefined && name === "-") ? "page" : name}~${hash(key)}.${end}`;
  const folders = parts.map((part) => cut(part, PART_CHARACTERS)).filter((part) => part !== "");
  const whole = [...folders.slice(0, PARTS), file].join("/");
  return Buffer.byteLength(whole) > MAX_BYTES ? file : whole;
}

function hostFolder(host: string): string {
  const name = host.replace(":", "~");
  const plain = /^[a-z\d][a-z\d.-]*[a-z\d](~\d+)?$/.test(name) && name.length <= MAX_HOST && !RESERVED.test(name);
  return plain ? name : `host~${hash(host)}`;
}

function cut(part: string, characters: number): string {
  const safe = part.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-+|-+$/g, "");
  const short = [...safe].slice(0, characters).join("").toLowerCase().normalize("NFC");
  return RESERVED.test(short) ? `${short}-` : short;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
