import type { Undo } from "./append-log.js";
import type { Place } from "./lines.js";

/** A log entry and its number. */
export interface NumberedPlace extends Place {
  readonly n: number;
}

/** How many numbers an entry takes in the list. */
const WIDTH = 3;
/** Fewer dropped entries than this are not worth moving the others for. */
const LEAST_FORGOTTEN = 1000;

/** Where the log entries of a task lie, by the numbers they count up with. */
export function createLogIndex() {
  /** Number, place and length of each, the numbers and places ascending. */
  let entries: number[] = [];
  /** Those up to this number are dropped, although they may be in the list. */
  let dropped = 0;
  let newest = 0;

  /** Where in the list the first entry is whose number, or whatever is at that offset, is above the value. */
  function firstAbove(value: number, offset = 0): number {
    let from = 0;
    let to = entries.length / WIDTH;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (entries[middle * WIDTH + offset]! > value) to = middle;
      else from = middle + 1;
    }
    return from * WIDTH;
  }

  function at(index: number): NumberedPlace {
    return { n: entries[index]!, at: entries[index + 1]!, length: entries[index + 2]! };
  }

  return {
    /** The number for the next entry. Those taken back are not given out again. */
    next: () => newest + 1,
    dropped: () => dropped,
    /** Adds entries numbered from `first` on, or from the next number. */
    add(places: readonly Place[], first = 0): Undo {
      const from = Math.max(first, newest + 1);
      for (const [index, place] of places.entries()) entries.push(from + index, place.at, place.length);
      newest = from + places.length - 1;
      return () => {
        entries.length = firstAbove(from - 1);
      };
    },
    drop(upTo: number): Undo {
      const before = dropped;
      dropped = Math.max(dropped, upTo);
      newest = Math.max(newest, upTo);
      return () => {
        dropped = before;
      };
    },
    /** Gives back the memory of those up to this number; that they are dropped is on the disk. */
    forget(upTo: number): void {
      const index = firstAbove(upTo);
      if (index >= LEAST_FORGOTTEN * WIDTH && index >= entries.length / 2) entries = entries.slice(index);
    },
    /** Those that are there with a number above this one; what changes meanwhile does no harm. */
    *above(number: number): Generator<NumberedPlace> {
      for (let last = number; ; ) {
        const index = firstAbove(Math.max(last, dropped));
        if (index >= entries.length) return;
        const entry = at(index);
        last = entry.n;
        yield entry;
      }
    },
    /** The number of the entry that is there; undefined when it is dropped. */
    numberAt(place: Place): number | undefined {
      const index = firstAbove(place.at - 1, 1);
      const number = entries[index + 1] === place.at ? entries[index] : undefined;
      return number === undefined || number <= dropped ? undefined : number;
    },
    /** How many must go for the JSON of the others to have no more bytes than this, and the number of the last of them. */
    excess(maxBytes: number): { readonly count: number; readonly upTo: number } {
      const first = firstAbove(dropped);
      let room = maxBytes;
      for (let index = entries.length - WIDTH; index >= first; index -= WIDTH) {
        const { n, length } = at(index);
        room -= length + `,"n":${n}`.length;
        if (room < 0) return { count: (index - first) / WIDTH + 1, upTo: n };
      }
      return { count: 0, upTo: dropped };
    },
    size: () => entries.length / WIDTH,
  };
}
