import { deflateRawSync, constants as zlib } from "node:zlib";
import { createTurns } from "../../kernel/values/turns.js";

export interface Part {
  readonly path: string;
  /** False for what would not get smaller. */
  readonly compress: boolean;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Bytes that are handed on at once: an archive of small files has several short records for each. */
const CHUNK = 64 * 1024;

/** A zip archive, made as it is read: of the parts there is never more in memory than two pieces. */
export async function* archive(parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import("fflate");
  /**
   * Each piece is deflated by itself up to a byte boundary (RFC 1951, Z_SYNC_FLUSH), and the last one ends the stream. The
   * deflater of fflate takes a millisecond for each file, however small.
   */
  class ZipDeflated extends ZipPassThrough {
    override compression = 8;
    protected override process(piece: Uint8Array, final: boolean): void {
      const finishFlush = final ? zlib.Z_FINISH : zlib.Z_SYNC_FLUSH;
      this.ondata(null, deflateRawSync(piece, { level: 6, finishFlush }), final);
    }
  }
  const turns = createTurns({ stepsPerLook: 1 });
  let ready: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
    size += chunk.length;
  });
  const taken = () => {
    const chunk = Buffer.concat(ready);
    ready = [];
    size = 0;
    return chunk;
  };
  for await (const { path, compress, pieces } of parts) {
    const entry = compress ? new ZipDeflated(path) : new ZipPassThrough(path);
    zip.add(entry);
    let last: Uint8Array = new Uint8Array();
    for await (const piece of pieces) {
      if (last.length > 0) entry.push(last);
      last = piece;
      if (size >= CHUNK) yield taken();
      if (turns.due()) await turns.give();
    }
    entry.push(last, true);
  }
  zip.end();
  yield taken();
}
