/** Most bytes that the compressed parts of a file may hold, one and all together, and most such parts. */
const MAX_PART = 64 * 1024 * 1024;
const MAX_TOGETHER = 512 * 1024 * 1024;
const MAX_PARTS = 20_000;
/** Saved graphics states within each other; the library's time grows with the third power of them. */
const MAX_NESTING = 500;
const CHUNK = 16 * 1024;

/**
 * Why a PDF file must not be handed to the library: its compressed parts (Flate, which nearly all use) are made to fill the
 * memory, or nest deeper than people draw. Undefined for all others, broken ones included.
 */
export async function dangerOf(pdf: Uint8Array): Promise<string | undefined> {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  let parts = 0;
  let together = 0;
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    let start = at + 6;
    while (file[start] === 13 || file[start] === 10) start += 1;
    if (file[start] !== ZLIB || start === at + 6) continue;
    parts += 1;
    if (parts > MAX_PARTS) return "it has more parts than anybody needs";
    const part = await inflated(file, start);
    if (part.nesting > MAX_NESTING) return "it nests deeper than anybody draws";
    together += part.bytes;
    if (part.bytes > MAX_PART || together > MAX_TOGETHER) return "it unpacks to more than can be held";
  }
  return undefined;
}

/** What zlib's header begins with. */
const ZLIB = 0x78;

/** How much a part holds, up to the limit, and how deep it nests. The part says itself where it ends. */
async function inflated(file: Buffer, start: number): Promise<{ readonly bytes: number; readonly nesting: number }> {
  let at = start;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= file.length) controller.close();
      else controller.enqueue(new Uint8Array(file.subarray(at, at + CHUNK)));
      at += CHUNK;
    },
  });
  let bytes = 0;
  const depth = nestingCounter();
  try {
    for await (const chunk of source.pipeThrough(new DecompressionStream("deflate"))) {
      bytes += chunk.length;
      depth.take(chunk);
      if (bytes > MAX_PART || depth.most > MAX_NESTING) break;
    }
  } catch {
    // It is broken, or what follows it in the file is no longer part of it.
  }
  return { bytes, nesting: depth.most };
}

/** Follows the operators `q` and `Q`, which save and restore, through the text of a drawing. */
function nestingCounter() {
  let depth = 0;
  let most = 0;
  let before = 32;
  let last = 32;
  return {
    get most() {
      return most;
    },
    take(chunk: Uint8Array): void {
      for (const byte of chunk) {
        if (byte <= 32 && before <= 32 && (last === SAVE || last === RESTORE)) {
          depth = Math.max(0, depth + (last === SAVE ? 1 : -1));
          most = Math.max(most, depth);
        }
        before = last;
        last = byte;
      }
    },
  };
}

const SAVE = 0x71;
const RESTORE = 0x51;
