import { pipeline, type Readable, type Transform } from "node:stream";
// As a whole: a name that an older Node lacks would be an error before the check of its version could say so.
import * as zlib from "node:zlib";

/** A body that is larger than the limit, as sent or after decompression. */
export class BodyTooLarge extends Error {}
/** A body in a coding that is unknown or nested too deeply, or that breaks the rules of its coding. */
export class BodyUnreadable extends Error {}

type Chunks = AsyncIterable<Buffer>;
export type Decode = (source: Chunks) => Chunks;

const MAX_CODINGS = 3;
/** More than any one chunk, so that a beginning is not cut before its limit. */
const SLACK_BYTES = 1024 * 1024;
// The largest window a sender may use in HTTP (RFC 9659); without a limit one frame could claim 128 MB.
const ZSTD_WINDOW_LOG = 23;

const DECODINGS: ReadonlyMap<string, Decode> = new Map([
  ["gzip", through(zlib.createGunzip)],
  ["x-gzip", through(zlib.createGunzip)],
  ["deflate", inflate],
  ["br", through(zlib.createBrotliDecompress)],
  // The zstd of Node 22 takes a body that ends in the middle for a whole one.
  ...(nodeVersion() >= 24 ? [["zstd", through(unzstd)] as const] : []),
]);

/** What an Accept-Encoding header may name. */
export const ACCEPTED_CODINGS = ["gzip", "deflate", "br", "zstd"].filter((coding) => DECODINGS.has(coding)).join(", ");

/** The steps that undo a Content-Encoding, in order. Throws BodyUnreadable. */
export function decodingsFor(contentEncoding: string): readonly Decode[] {
  const codings = contentEncoding
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw new BodyUnreadable();
  return codings.reverse().map((coding) => {
    const decoding = DECODINGS.get(coding);
    if (decoding === undefined) throw new BodyUnreadable();
    return decoding;
  });
}

/**
 * The whole body, decoded. Throws BodyTooLarge as soon as it passes the limit, as sent or decoded, BodyUnreadable, or
 * what the body itself failed with. The body is destroyed in any case.
 */
export async function readBody(body: Readable, decodings: readonly Decode[], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of decoded(body, decodings, maxBytes)) chunks.push(chunk);
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

/** As `readBody`, but of a body that is larger than the limit its beginning. */
export async function readStart(body: Readable, decodings: readonly Decode[], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  try {
    for await (const chunk of decoded(body, decodings, maxBytes + SLACK_BYTES)) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
  }
  return Buffer.concat(chunks);
}

async function* decoded(body: Readable, decodings: readonly Decode[], maxBytes: number): AsyncGenerator<Buffer> {
  try {
    if (decodings.length === 0) return yield* atMost(maxBytes, body);
    let stream: Chunks = atMost(maxBytes, arriving(body));
    for (const decoding of decodings) stream = decoding(stream);
    yield* atMost(maxBytes, stream);
  } catch (error) {
    if (error instanceof BodyTooLarge || decodings.length === 0) throw error;
    if (error instanceof Lost) throw error.cause;
    throw new BodyUnreadable("broken", { cause: error });
  } finally {
    discard(body);
  }
}

/** Lets go of a body that nobody wants to read. */
export function discard(body: Readable): void {
  body.on("error", () => {});
  body.destroy();
}

/** Marks an error of the connection, so that it is not taken for one of the coding. */
class Lost extends Error {}

async function* arriving(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (cause) {
    throw new Lost("lost", { cause });
  }
}

async function* atMost(maxBytes: number, source: Chunks): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLarge();
    yield chunk;
  }
}

function nodeVersion(): number {
  return Number(process.versions.node.split(".")[0]);
}

function unzstd(): Transform {
  return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } });
}

function through(create: () => Transform): Decode {
  return async function* (source) {
    const decoder = create();
    // Errors reach the reader of the decoder.
    pipeline(source, decoder, () => {});
    yield* decoder;
  };
}

// "deflate" means zlib data, but some servers send it without the zlib header, and browsers read both.
async function* inflate(source: Chunks): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
  const all = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  yield* through(hasHeader ? zlib.createInflate : zlib.createInflateRaw)(all());
}
