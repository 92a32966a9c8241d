/** The files of data/english. */
export type LanguageFile =
  | "lexicon"
  | "vectors"
  | "trigrams"
  | "co-occurrence"
  | "ranker"
  | "nouns"
  | "verdicts"
  | "phrases";

/** Gives the bytes of a file, unpacked. */
export type ReadLanguageFile = (file: LanguageFile) => Promise<Uint8Array>;

/** The named sections of one file of the language data, as scripts/data/pack.mjs writes them. */
export interface Archive {
  /** Whole numbers from 0 up. */
  numbers(name: string): Uint32Array;
  bytes(name: string): Uint8Array;
  text(name: string): string;
  lines(name: string): string[];
}

interface Heading {
  readonly name: string;
  readonly kind: "bytes" | "numbers" | "text";
  readonly length: number;
}

/** @param bytes The unpacked file. */
export function openArchive(file: LanguageFile, bytes: Uint8Array): Archive {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const headLength = data.readUInt32LE(0);
  const headings = JSON.parse(data.toString("utf8", 4, 4 + headLength)) as readonly Heading[];
  const sections = new Map<string, Uint8Array>();
  let at = 4 + headLength;
  for (const { name, length } of headings) {
    sections.set(name, data.subarray(at, at + length));
    at += length;
  }
  const section = (name: string): Uint8Array => {
    const found = sections.get(name);
    if (!found) throw new Error(`${file} has no section ${name}`);
    return found;
  };
  const textOf = (name: string): string => {
    const bytes = section(name);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  };
  return {
    numbers: (name) => readNumbers(section(name)),
    // Copied, so that the rest of the file can be freed.
    bytes: (name) => new Uint8Array(section(name)),
    text: textOf,
    lines: (name) => textOf(name).split("\n"),
  };
}

/** Seven bits a byte, lowest first; the highest bit says that more follow. */
function readNumbers(bytes: Uint8Array): Uint32Array {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index]! < 128) count += 1;
  const numbers = new Uint32Array(count);
  let value = 0;
  let shift = 0;
  let at = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    value |= (byte & 127) << shift;
    if (byte < 128) {
      numbers[at] = value;
      at += 1;
      value = 0;
      shift = 0;
    } else {
      shift += 7;
    }
  }
  return numbers;
}

/** The sums of the gaps: a rising list. */
export function risen(gaps: Uint32Array): Uint32Array {
  const out = new Uint32Array(gaps.length);
  let sum = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    sum += gaps[index]!;
    out[index] = sum;
  }
  return out;
}

/** Where each group begins when groups of these sizes stand one after another; the last number is the end of all. */
export function starts(counts: Uint32Array): Uint32Array {
  const out = new Uint32Array(counts.length + 1);
  for (let index = 0; index < counts.length; index += 1) out[index + 1] = out[index]! + counts[index]!;
  return out;
}

/** Like `risen`, starting again in each group. */
export function risenWithin(groups: Uint32Array, gaps: Uint32Array): Uint32Array {
  const out = new Uint32Array(gaps.length);
  for (let group = 0; group + 1 < groups.length; group += 1) {
    let sum = 0;
    for (let index = groups[group]!; index < groups[group + 1]!; index += 1) {
      sum += gaps[index]!;
      out[index] = sum;
    }
  }
  return out;
}

/** The place of a value in a rising stretch of a list, or -1. */
export function placeOf(value: number, list: ArrayLike<number>, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = list[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return -1;
}
