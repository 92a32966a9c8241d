import { createHash } from "node:crypto";

/** An index takes entries of some 2,700 bytes, and a character has up to three for each UTF-16 unit. */
const LONGEST = 256;
const START = 200;
/** Shorter than the start that a key keeps, so that a bound of this length compares with keys as with their texts. */
const BOUND = 190;

/** The key of a text in columns with an index: the text itself unless it is long. No two texts have one key. */
export function keyOf(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${startOf(text, START)}${createHash("sha256").update(text).digest("hex")}`;
}

export function isLong(text: string): boolean {
  return text.length > LONGEST;
}

/** Whether the database can hold the text at all; if not, nothing stored equals it. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A lower bound for keys: no key of a text that is not before `bound` is before it. */
export function lowerBound(bound: string): string {
  const [clean = ""] = bound.split("\0", 1);
  return clean.length > BOUND ? startOf(clean, BOUND) : clean;
}

/** An upper bound for keys: no key of a text that is not after `bound` is after it. */
export function upperBound(bound: string): string {
  const [clean = ""] = bound.split("\0", 1);
  if (clean.length > BOUND) return `${startOf(clean, BOUND)}\u{10ffff}`;
  return clean.length < bound.length ? `${clean}\u0001` : clean;
}

/** Without half of a pair at its end. */
function startOf(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/** Bytes that sort as the text does by code unit. */
export function orderOf(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}
