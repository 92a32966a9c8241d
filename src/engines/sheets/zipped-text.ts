import { Unzip, UnzipInflate } from "fflate";

/** Compressed bytes that are looked at at once: of what is in them there is not much more than a thousand times as many. */
const CHUNK = 16 * 1024;
/** Bytes of a part at most; no workbook that people make has more. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** The text of a part of a zip archive, piece by piece; nothing for a part that is not there. Throws for a broken archive. */
export function* zippedText(bytes: Uint8Array, path: string): Generator<string> {
  const decoder = new TextDecoder();
  let ready: Uint8Array[] = [];
  let size = 0;
  const unzip = new Unzip((file) => {
    if (file.name !== path) return;
    file.ondata = (error, data) => {
      if (error) throw error;
      size += data.length;
      ready.push(data);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    unzip.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
    if (size > MAX_BYTES) throw new Error("A part of the archive is larger than 1 GB.");
    const pieces = ready;
    ready = [];
    for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  }
}
