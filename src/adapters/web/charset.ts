import { decodeText, isEncoding } from "../../kernel/text/decode.js";

// Pages with long scripts in front of their <meta charset> are common, so more is looked through than the 1024 bytes that
// the HTML standard asks of authors.
const META_SEARCH_BYTES = 64 * 1024;

export interface ContentType {
  /** In lower case, without parameters; empty when the header names none. */
  readonly mediaType: string;
  readonly charset: string | undefined;
}

export function readContentType(header: string): ContentType {
  const mediaType = /^[^;,]*/.exec(header)?.[0].trim().toLowerCase() ?? "";
  const charset = /;\s*charset\s*=\s*["']?([^"';,\s]+)/i.exec(header)?.[1];
  return { mediaType, charset };
}

/** True for media types that no text can be read from, whatever their bytes. */
export function isBinaryType(mediaType: string): boolean {
  if (mediaType.endsWith("+xml") || mediaType.endsWith("+json")) return false;
  if (/^(?:image|audio|video|font|model)\//.test(mediaType)) return true;
  return /^application\/(?:pdf|(?:x-)?(?:zip|gzip|bzip2?|tar|xz|7z)(?:-compressed)?|vnd\.rar|x-rar(?:-compressed)?|zstd|java-archive|wasm|msword|vnd\.ms-.*|vnd\.openxmlformats-.*|vnd\.oasis\..*|epub\+zip|x-shockwave-flash|x-msdownload|x-iso9660-image)$/.test(
    mediaType,
  );
}

/** True when a body whose type does not promise text looks like something else: text has no NUL characters. */
export function looksBinary(bytes: Uint8Array, { mediaType, charset }: ContentType): boolean {
  if (mediaType.startsWith("text/") || isXml(mediaType) || charset !== undefined) return false;
  const marked = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  return !marked && bytes.subarray(0, META_SEARCH_BYTES).includes(0);
}

/** The text of a page: byte order mark, then the Content-Type, then what the page says of itself. */
export async function decodePage(bytes: Uint8Array, type: ContentType): Promise<string> {
  const declared = type.charset !== undefined && isEncoding(type.charset) ? type.charset : await sniffed(bytes, type);
  return decodeText(bytes, declared);
}

/** How many U+FFFD of a decoded text stand for bytes that do not fit its encoding; the page may hold the character itself. */
export function undecodedIn(text: string, bytes: Uint8Array): number {
  if (!text.includes("\uFFFD")) return 0;
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Math.max(0, countIn(text, "\uFFFD") - countIn(own, "\uFFFD"));
}

function countIn(whole: string | Buffer, part: string): number {
  let count = 0;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) count += 1;
  return count;
}

let sniffer: Promise<typeof import("html-encoding-sniffer")> | undefined;

async function sniffed(bytes: Uint8Array, { mediaType }: ContentType): Promise<string | undefined> {
  const xml = isXml(mediaType);
  const html = ["", "text/html", "application/octet-stream", "unknown/unknown"].includes(mediaType);
  if (!xml && !html) return undefined;
  sniffer ??= import("html-encoding-sniffer");
  const { default: sniff } = await sniffer;
  // An empty default distinguishes "the page declares nothing" from a declared windows-1252.
  const found = sniff(
    bytes,
    xml ? { xml, defaultEncoding: "" } : { defaultEncoding: "", maxPrescanBytes: META_SEARCH_BYTES },
  );
  return found === "" ? undefined : found;
}

function isXml(mediaType: string): boolean {
  return mediaType === "text/xml" || mediaType === "application/xml" || mediaType.endsWith("+xml");
}
