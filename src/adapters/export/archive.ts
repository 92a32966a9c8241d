import { setImmediate } from "node:timers/promises";

export interface Part {
  readonly path: string;
  /** False for what would not get smaller. */
  readonly compress: boolean;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A zip archive, made as it is read: of the parts there is never more in memory than a piece. */
export async function* archive(parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import("fflate");
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) ready.push(chunk);
  });
  for await (const { path, compress, pieces } of parts) {
    const entry = compress ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path);
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* ready.splice(0);
      // Compressing takes a while, and others want to be served meanwhile.
      await setImmediate();
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
