import { binaryTypeOf, isNoText } from "../../../engines/binary-files.js";
import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";

/** Bytes by which an encoding without a mark is recognized. */
const LOOK = 4096;

/** How a text was read, when all of it was. */
export interface Decoding {
  readonly encoding: string;
  /** Characters that could not be read, and were replaced. */
  readonly broken: number;
}

/**
 * The text of bytes in slices. `auto` goes by a byte order mark, then by the bytes: UTF-16, UTF-8, else Windows-1252.
 * `ended` is called behind the last byte.
 */
export async function* decoded(
  slices: AsyncIterable<Uint8Array>,
  encoding: string,
  ended: (how: Decoding) => void,
): AsyncGenerator<string> {
  let used = "utf-8";
  let broken = 0;
  const begun = (name: string) => {
    used = name;
  };
  for await (const text of textOf(slices, encoding, begun)) {
    if (text.includes(BROKEN)) broken += text.split(BROKEN).length - 1;
    yield text;
  }
  ended({ encoding: used, broken });
}

const BROKEN = "\ufffd";

async function* textOf(
  slices: AsyncIterable<Uint8Array>,
  encoding: string,
  begun: (encoding: string) => void,
): AsyncGenerator<string> {
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
  begun(decoder.encoding);
  yield decoder.decode(held);
}

/** Bytes by which a file is judged. */
const JUDGED = 64 * 1024;
/** Few that a text may have by a slip. */
const FEW_CONTROLS = 2;

/** Whether bytes, read in an encoding, are no text. Throws bad-input for an encoding that is not known. */
export function isBinary(start: Uint8Array, encoding: string): boolean {
  if (binaryTypeOf(start) !== undefined) return true;
  const bytes = start.subarray(0, JUDGED);
  const decoder = encoding === "auto" ? (recognized(bytes) ?? new TextDecoder()) : decoderOf(encoding);
  const text = decoder.decode(bytes, { stream: true });
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return isNoText(text) || (controls > FEW_CONTROLS && 20 * controls > text.length);
}

/** Whether bytes that are said to be in another encoding are plainly UTF-8, with characters beyond ASCII. */
export function isUtf8(start: Uint8Array, encoding: string): boolean {
  if (encoding === "auto" || decoderOf(encoding).encoding === "utf-8") return false;
  return recognized(start.subarray(0, JUDGED))?.encoding === "utf-8";
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
