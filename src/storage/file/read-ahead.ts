import type { AppendLog, Stored } from "./append-log.js";

const WINDOW = 128 * 1024;
/** What follows the last thing this closely counts as the next one. */
const NEAR = 8 * 1024;

/** Reads text of records; where they follow one another, many with one read of the disk. */
export function createReadAhead(): (place: Stored) => string {
  let log: AppendLog | undefined;
  let window: Buffer = Buffer.alloc(0);
  let from = 0;
  let last = 0;
  return ({ log: wanted, at, length }) => {
    const isNext = wanted === log && at >= last && at <= last + NEAR;
    log = wanted;
    last = at + length;
    const end = from + window.length;
    if (isNext && at >= from && last <= end) return window.toString("utf8", at - from, last - from);
    if (isNext && at + WINDOW < wanted.durable && length < WINDOW) {
      window = wanted.read(at, WINDOW);
      from = at;
      return window.toString("utf8", 0, length);
    }
    window = window.subarray(0, 0);
    return wanted.read(at, length).toString();
  };
}
