import type { ArchiveEntry } from "../../kernel/values/export-formats.js";
import { archive } from "./archive.js";

const PIECE = 256 * 1024;

/** Types whose bytes are compressed already. */
const COMPRESSED =
  /^(?:image\/(?!svg|bmp)|audio\/|video\/|font\/woff|application\/(?:zip|gzip|x-7z|x-bzip|epub|pdf|vnd\.(?:openxmlformats|oasis)))/i;

/** Files as a zip archive, of which no more than one is in memory. */
export function zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array> {
  return archive(parts(entries));
}

async function* parts(entries: AsyncIterable<ArchiveEntry>) {
  for await (const { path, type, bytes } of entries) {
    yield { path, compress: !COMPRESSED.test(type), pieces: pieces(bytes) };
  }
}

async function* pieces(bytes: ArchiveEntry["bytes"]): AsyncGenerator<Uint8Array> {
  const all = await bytes();
  for (let at = 0; at < all.length; at += PIECE) yield all.subarray(at, at + PIECE);
}
