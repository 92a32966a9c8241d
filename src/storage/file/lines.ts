import { crc32 } from "node:zlib";

/**
 * A line is the CRC-32 of what follows it in eight hexadecimal digits, a space, and parts of JSON with a tab between them.
 * JSON has no raw tabs and ends of line, so a part can be read alone where its place is known.
 */
const CHECKED = 9;
const TAB = 0x09;
const SPACE = 0x20;
const NEWLINE = 0x0a;

export interface Line {
  readonly bytes: Buffer;
  /** Where the parts lie, counted from the beginning of the line. */
  readonly places: readonly Place[];
}

/** Where a part of a line lies: bytes from its first, without what separates it. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

export function lineOf(parts: readonly string[]): Line {
  const body = Buffer.from(parts.join("\t"));
  const bytes = Buffer.allocUnsafe(CHECKED + body.length + 1);
  bytes.write(`${crc32(body).toString(16).padStart(8, "0")} `, "latin1");
  body.copy(bytes, CHECKED);
  bytes[bytes.length - 1] = NEWLINE;
  return { bytes, places: placesIn(body) };
}

/** The parts of a line without its end; undefined when it is damaged. */
export function partsOf(line: Buffer): Place[] | undefined {
  if (line.length < CHECKED || line[CHECKED - 1] !== SPACE) return undefined;
  const body = line.subarray(CHECKED);
  if (line.toString("latin1", 0, CHECKED - 1) !== crc32(body).toString(16).padStart(8, "0")) return undefined;
  return placesIn(body);
}

function placesIn(body: Buffer): Place[] {
  const places: Place[] = [];
  let begin = 0;
  for (;;) {
    const tab = body.indexOf(TAB, begin);
    const end = tab === -1 ? body.length : tab;
    places.push({ at: CHECKED + begin, length: end - begin });
    if (tab === -1) return places;
    begin = tab + 1;
  }
}
