import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";

/** Bytes by which an encoding without a mark is recognized. */
const LOOK = 4096;

/** The text of bytes in slices. `auto` goes by a byte order mark, then by the bytes: UTF-16, UTF-8, else Windows-1252. */
export async function* decoded(slices: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  let decoder = encoding === "auto" ? undefined : decoderOf(encoding);
  let held: Uint8Array = new Uint8Array();
  for await (const slice of slices) {
    if (decoder !== undefined) {
      yield decoder.decode(slice, { stream: true });
      continue;
    }
    held = held.length === 0 ? slice : Buffer.concat([held, slice]);
    if (held.length < LOOK) continue;
    decoder = recognized(held);
    if (decoder !== undefined) yield decoder.decode(held, { stream: true });
    // What is plain ASCII is the same in both that are left.
    const plain = decoder === undefined ? plainPart(held) : held.length;
    if (decoder === undefined) yield Buffer.from(held.subarray(0, plain)).toString("latin1");
    held = held.subarray(plain);
  }
  decoder ??= recognized(held) ?? new TextDecoder();
  yield decoder.decode(held);
}

/** The decoder of an encoding by its label. Throws bad-input. */
export function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding.trim());
  } catch (error) {
    throw badField(
      "encoding",
      `encoding is "${shown(encoding)}", which is not known. Use "auto", or a label such as "utf-8" or "windows-1252".`,
      error,
    );
  }
}

function plainPart(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte > 0x7f);
  return end < 0 ? bytes.length : end;
}

/** Undefined while the bytes are plain ASCII, or end within the first character that is not. */
function recognized(bytes: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  const zeros = [0, 0];
  const look = Math.min(bytes.length, LOOK);
  for (let at = 0; at < look; at += 1) if (bytes[at] === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros.map((count) => (2 * count) / Math.max(1, look));
  if (odd > 0.3 && even < 0.05) return new TextDecoder("utf-16le");
  if (even > 0.3 && odd < 0.05) return new TextDecoder("utf-16be");
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return /[^\u0000-\u007f]/.test(text) ? new TextDecoder() : undefined;
  } catch {
    return new TextDecoder("windows-1252");
  }
}
