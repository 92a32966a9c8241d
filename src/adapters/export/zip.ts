import { archive } from "../../engines/sheets/archive.js";
import type { ArchiveEntry } from "../../kernel/values/export-formats.js";

/** Types whose bytes are compressed already. */
const COMPRESSED =
  /^(?:image\/(?!svg|bmp)|audio\/|video\/|font\/woff|application\/(?:zip|gzip|x-7z|x-bzip|epub|pdf|vnd\.(?:openxmlformats|oasis)))/i;

/** Files as a zip archive, of which no more than two slices are in memory. */
export function zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array> {
  return archive(parts(entries));
}

async function* parts(entries: AsyncIterable<ArchiveEntry>) {
  for await (const { path, type, slices } of entries) {
    yield { path, compress: !COMPRESSED.test(type), pieces: slices() };
  }
}
