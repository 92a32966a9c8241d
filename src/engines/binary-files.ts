/** How files begin that hold no text, byte by byte, by their media type. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ["application/zip", /^PK(?:\x03\x04|\x05\x06)/],
  ["application/gzip", /^\x1f\x8b\x08/],
  ["application/pdf", /^%PDF-\d\.\d\s/],
  ["application/x-executable", /^\x7fELF/],
  ["application/x-7z-compressed", /^7z\xbc\xaf/],
  ["application/vnd.rar", /^Rar!\x1a/],
  ["application/x-xz", /^\xfd7zXZ\0/],
  ["application/x-bzip2", /^BZh[1-9]1AY&SY/],
  ["application/zstd", /^\x28\xb5\x2f\xfd/],
  ["application/wasm", /^\0asm/],
  ["application/x-ole-storage", /^\xd0\xcf\x11\xe0/],
  ["application/vnd.sqlite3", /^SQLite format 3\0/],
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a.{0,6}[\0-\x08]/s],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["video/mp4", /^\0\0\0.ftyp/s],
  ["video/webm", /^\x1a\x45\xdf\xa3/],
  ["audio/mpeg", /^ID3[\x02-\x04]/],
  ["audio/ogg", /^OggS\0/],
  ["font/woff", /^wOF[F2](?:\0|OTTO|true)/],
];
const LONGEST = 32;

/** What bytes are by how they begin, when that is a kind of file that holds no text; undefined for all others. */
export function binaryTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LONGEST)).toString("latin1");
  return BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0];
}

const LOOKED_AT = 64 * 1024;
/** Slips that a short page may have: control characters, and what could not be decoded. */
const FEW_CONTROLS = 8;
const FEW_BROKEN = 16;

/**
 * Whether what was decoded is no text: more than one NUL in a thousand characters, one in fifty of all control
 * characters, or three in ten that could not be decoded. Broken pages have some of each, other files far more.
 */
export function isNoText(text: string): boolean {
  const length = Math.min(text.length, LOOKED_AT);
  // Most texts hold none of either, which takes a fraction of the time to see.
  if (!SUSPECT.test(length < text.length ? text.slice(0, length) : text)) return false;
  let nul = 0;
  let control = 0;
  let broken = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0) nul += 1;
    if (code === 0xfffd) broken += 1;
    else if (code < 32 && !SPACES.has(code)) control += 1;
  }
  const holdsControls = control > FEW_CONTROLS && (1000 * nul > length || 50 * control > length);
  return holdsControls || (broken > FEW_BROKEN && 10 * broken > 3 * length);
}

/** What is counted: control characters, and what could not be decoded. */
const SUSPECT = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/;
/** Tab, line feed, vertical tab, form feed, carriage return; and escape, which old encodings leave. */
const SPACES: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 27]);
