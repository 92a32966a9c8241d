import type { FileHandle } from "node:fs/promises";
import { type Place, partsOf } from "./lines.js";

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

export interface ReadLine {
  /** Where the line begins in the file. */
  readonly at: number;
  readonly bytes: Buffer;
  /** Undefined when the line is damaged. */
  readonly parts: readonly Place[] | undefined;
}

/**
 * The lines of a file from its beginning. Bytes after the last end of a line are delivered as a line that is damaged and
 * `unended`.
 */
export async function* linesOf(file: FileHandle): AsyncGenerator<ReadLine & { readonly unended: boolean }> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let at = 0;
  let position = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const { bytesRead } = await file.read(chunk, 0, CHUNK, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, begin);
      if (end === -1 || end >= bytesRead) break;
      const piece = chunk.subarray(begin, end);
      const bytes = restLength === 0 ? piece : Buffer.concat([...rest, piece]);
      yield { at, bytes, parts: partsOf(bytes), unended: false };
      at += bytes.length + 1;
      rest = [];
      restLength = 0;
      begin = end + 1;
    }
    if (begin < bytesRead) {
      rest.push(chunk.subarray(begin, bytesRead));
      restLength += bytesRead - begin;
    }
  }
  if (restLength > 0) yield { at, bytes: Buffer.concat(rest), parts: undefined, unended: true };
}

export function textOf(line: Buffer, { at, length }: Place): string {
  return line.toString("utf8", at, at + length);
}
