/** Where an XML declaration ends at the latest. */
const LOOK = 200;

/** The text of bytes in slices, cut into pieces of one length, so that it is cut at the same places whenever it is read. */
export async function* textPieces(slices: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<string> {
  let held = "";
  for await (const text of decoded(slices)) {
    held += text;
    while (held.length >= length) {
      yield held.slice(0, length);
      held = held.slice(length);
    }
  }
  if (held !== "") yield held;
}

async function* decoded(slices: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let start: Uint8Array = new Uint8Array();
  for await (const slice of slices) {
    if (decoder !== undefined) {
      yield decoder.decode(slice, { stream: true });
      continue;
    }
    start = Buffer.concat([start, slice]);
    if (start.length < LOOK) continue;
    decoder = decoderOf(start);
    yield decoder.decode(start, { stream: true });
  }
  yield decoder === undefined ? decoderOf(start).decode(start) : decoder.decode();
}

/** By a byte order mark, else by the declaration; without both it is UTF-8. */
function decoderOf(start: Uint8Array): InstanceType<typeof TextDecoder> {
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be");
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  const head = Buffer.from(start.subarray(0, LOOK)).toString("latin1");
  const label = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)/.exec(head)?.[1] ?? "utf-8";
  try {
    // The bytes are of one each, or the declaration could not be read.
    return new TextDecoder(/^utf-16/i.test(label) ? "utf-8" : label);
  } catch {
    return new TextDecoder();
  }
}
