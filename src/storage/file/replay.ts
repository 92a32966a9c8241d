import type { FileHandle } from "node:fs/promises";
import { type Place, partsOf, piecesOf } from "./lines.js";

const MOST_BYTES = 1024 * 1024;
/** Of a read where the file ended when it was opened: it may have grown since. */
const LEAST_BYTES = 1024;
const NEWLINE = 0x0a;

export interface ReadLine {
  /** Where the line begins in the file. */
  readonly at: number;
  /** Without what ends it. */
  readonly bytes: Buffer;
  /** Undefined when the line is damaged. */
  readonly parts: readonly Place[] | undefined;
  /** Whether it is followed by what ends a line. */
  readonly ended: boolean;
}

/**
 * The lines of a file from the byte `from` on, where one begins, those of some stretch at a time. When the last bytes are no line, they were being
 * written when the process ended, and nobody had them acknowledged: `torn` is called with where they begin.
 */
export async function* linesOf(
  file: FileHandle,
  torn: (at: number) => void,
  from = 0,
): AsyncGenerator<readonly ReadLine[]> {
  const { size } = await file.stat();
  let rest: Buffer[] = [];
  let at = from;
  for (let position = from; ; ) {
    // No larger than what is left, since many small files are read and memory outside of the heap hastens garbage collection.
    const room = Buffer.allocUnsafe(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, size - position)));
    const { bytesRead } = await file.read(room, 0, room.length, position);
    if (bytesRead === 0) break;
    const chunk = room.subarray(0, bytesRead);
    position += bytesRead;
    const lines: ReadLine[] = [];
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, begin);
      if (end === -1) break;
      const piece = chunk.subarray(begin, end);
      const bytes = rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      const parts = partsOf(bytes);
      if (parts === undefined) lines.push(...saved(at, bytes));
      else lines.push({ at, bytes, parts, ended: true });
      at += bytes.length + 1;
      begin = end + 1;
    }
    if (begin < bytesRead) rest.push(chunk.subarray(begin, bytesRead));
    yield lines;
  }
  if (rest.length > 0) yield lastOf(at, Buffer.concat(rest), torn);
}

/** What is whole of lines that ran together, and one damaged piece for what is not between two of those. */
function saved(at: number, bytes: Buffer): ReadLine[] {
  const lines: ReadLine[] = [];
  for (const piece of piecesOf(bytes)) {
    const parts = partsOf(piece.bytes);
    const before = lines.at(-1);
    if (parts === undefined && before !== undefined && before.parts === undefined) {
      const from = before.at - at;
      lines[lines.length - 1] = { ...before, bytes: bytes.subarray(from, piece.at + piece.bytes.length) };
    } else {
      lines.push({ at: at + piece.at, bytes: piece.bytes, parts, ended: false });
    }
  }
  const last = lines.at(-1);
  if (last !== undefined) lines[lines.length - 1] = { ...last, ended: true };
  return lines;
}

/** What follows the last end of a line: nothing that counts, unless just that end is damaged. */
function lastOf(at: number, bytes: Buffer, torn: (at: number) => void): ReadLine[] {
  const lines = saved(at, bytes.subarray(0, -1)).map((line) => ({ ...line, ended: false }));
  const last = lines.at(-1);
  if (last?.parts === undefined) {
    torn(last?.at ?? at);
    lines.pop();
  }
  return lines;
}

export function textOf(line: Buffer, { at, length }: Place): string {
  return line.toString("utf8", at, at + length);
}
