import { crc32 } from "node:zlib";

/**
 * A line is the CRC-32 of what follows it in eight hexadecimal digits, a space, and parts of JSON with a tab between them.
 * JSON has no raw tabs and ends of line, so a part can be read alone where its place is known.
 */
const CHECKED = 9;
const UNKNOWN = "00000000 ";
const TAB = 0x09;
const SPACE = 0x20;
/** No JSON that we write has this anywhere but at its beginning, after a blank: inside of text the quote is escaped. */
const BEGINNING = /[0-9a-f]{8} \{"/g;

export interface Line {
  readonly bytes: Buffer;
  /** Where the parts lie, counted from the beginning of the line. */
  readonly places: readonly Place[];
}

/** Where something is in a file: bytes from its first, without what separates it. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

export function lineOf(parts: readonly string[]): Line {
  const bytes = Buffer.from(`${UNKNOWN}${parts.join("\t")}\n`);
  const line = bytes.subarray(0, -1);
  bytes.write(sumOf(line), "latin1");
  return { bytes, places: placesIn(line) };
}

/** The parts of a line without its end; undefined when it is damaged. */
export function partsOf(line: Buffer): Place[] | undefined {
  if (line.length < CHECKED || line[CHECKED - 1] !== SPACE) return undefined;
  return line.toString("latin1", 0, CHECKED - 1) === sumOf(line) ? placesIn(line) : undefined;
}

/** A stretch of a file that was one line and is damaged, cut where lines may have begun whose separation was lost. */
export function* piecesOf(line: Buffer): Generator<{ readonly at: number; readonly bytes: Buffer }> {
  const starts = Array.from(line.toString("latin1").matchAll(BEGINNING), ({ index }) => index);
  if (starts[0] !== 0) starts.unshift(0);
  for (const [index, at] of starts.entries()) {
    const next = starts[index + 1];
    // The byte before a line is what was the end of the one before.
    yield { at, bytes: line.subarray(at, next === undefined ? line.length : Math.max(at, next - 1)) };
  }
}

function sumOf(line: Buffer): string {
  return crc32(line.subarray(CHECKED)).toString(16).padStart(8, "0");
}

function placesIn(line: Buffer): Place[] {
  const places: Place[] = [];
  for (let begin = CHECKED; ; ) {
    const tab = line.indexOf(TAB, begin);
    const end = tab === -1 ? line.length : tab;
    places.push({ at: begin, length: end - begin });
    if (tab === -1) return places;
    begin = end + 1;
  }
}
