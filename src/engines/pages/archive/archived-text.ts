/** How far into a page its own word on its encoding is looked for. */
const SEARCHED_BYTES = 64 * 1024;

/**
 * The encoding that the addresses in archived bytes are written in, as a label that a TextDecoder knows: by the byte order
 * mark, the Content-Type the page came with, what it says of itself, or else whether it can be UTF-8.
 */
export function encodingOf(bytes: Uint8Array, contentType = ""): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  const header = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
  if (header !== undefined && known(header)) return header.toLowerCase();
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SEARCHED_BYTES));
  const declared =
    /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start.toString("latin1"))?.[1] ??
    /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([^"']+)/i.exec(start.toString("latin1"))?.[1];
  // A page whose declaration can be read byte by byte is not in UTF-16, whatever it declares.
  if (declared !== undefined && known(declared)) return /^utf-?16/i.test(declared) ? "utf-8" : declared.toLowerCase();
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

export function decoded(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

// x-user-defined maps to private-use characters, which are text to nobody.
function known(label: string): boolean {
  if (/^x-user-defined$/i.test(label)) return false;
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** A page without what an archive put around it for people to look at; copies asked for by their bytes have none of it. */
export function withoutToolbar(html: string): string {
  const bare = without(html, "<!-- BEGIN WAYBACK TOOLBAR INSERT -->", "<!-- END WAYBACK TOOLBAR INSERT -->");
  return without(bare, "<!--\n     FILE ARCHIVED ON ", "-->");
}

function without(text: string, begin: string, end: string): string {
  let kept = "";
  for (let at = 0; ; ) {
    const from = text.indexOf(begin, at);
    const to = from < 0 ? -1 : text.indexOf(end, from + begin.length);
    if (to < 0) return kept + text.slice(at);
    kept += text.slice(at, from);
    at = to + end.length;
  }
}
