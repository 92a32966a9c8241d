import type { Scratch, ScratchPlace } from "../../storage.js";
import { createHeap } from "./heap.js";

/** Entries that are kept in memory; sorting them takes a few milliseconds. */
const RUN = 2048;
/** Bytes that are read from the disk at once. */
const CHUNK = 4096;

/** Sorts what is added, without ever holding up others for long or keeping many entries in memory. */
export interface Sorter<T> {
  /** To be called when the sorter is not full. */
  add(entry: T): void;
  readonly isFull: boolean;
  /** Makes room. */
  spill(): Promise<void>;
  /** Everything in order, or the first ones of it. To be read once, when all is added. */
  sorted(): AsyncIterable<T>;
  close(): Promise<void>;
}

/** Entries in order, of which the first that is left is at hand. */
interface Run<T> {
  /** Undefined before the first call of `advance` and at the end. */
  readonly head: T | undefined;
  advance(): Promise<void>;
}

/**
 * `compare` is never 0 for two entries, which are JSON. With `most`, no more than so many are wanted. What does not fit in
 * memory goes to what `openScratch` opens; without it, all stays in memory.
 */
export function createSorter<T>(
  compare: (one: T, other: T) => number,
  most: number,
  openScratch: (() => Promise<Scratch>) | undefined,
): Sorter<T> {
  const isLater = (one: T, other: T) => compare(one, other) > 0;
  const best = createHeap(isLater);
  const runs: Run<T>[] = [];
  let scratch: Scratch | undefined;
  let run: T[] = [];

  async function spilled(entries: readonly T[]): Promise<Run<T>> {
    scratch ??= await openScratch?.();
    if (scratch === undefined) return runInMemory(entries);
    const [place] = await scratch.append([entries.map((entry) => `${asciiJson(entry)}\n`).join("")]);
    return storedRun(scratch, place!);
  }

  return {
    get isFull() {
      return run.length >= RUN;
    },
    add(entry) {
      if (most > RUN) run.push(entry);
      else if (best.size < most) best.add(entry);
      else if (isLater(best.first()!, entry)) best.replaceFirst(entry);
    },
    async spill() {
      const entries = run.sort(compare);
      run = [];
      runs.push(await spilled(entries));
    },
    async *sorted() {
      runs.push(runInMemory([...best.items(), ...run].sort(compare)));
      const heads = createHeap<Run<T>>((one, other) => compare(one.head!, other.head!) < 0);
      for (const one of runs) {
        await one.advance();
        if (one.head !== undefined) heads.add(one);
      }
      for (let first = heads.first(); first !== undefined; first = heads.first()) {
        yield first.head!;
        await first.advance();
        if (first.head === undefined) heads.take();
        else heads.replaceFirst(first);
      }
    },
    async close() {
      await scratch?.close();
    },
  };
}

function runInMemory<T>(entries: readonly T[]): Run<T> {
  let place = -1;
  return {
    get head() {
      return entries[place];
    },
    async advance() {
      place += 1;
    },
  };
}

/**
 * Entries that are read as texts and parsed one at a time: hundreds of runs are read side by side, and entries that wait would
 * outlive the quick collections of garbage.
 */
function storedRun<T>(scratch: Scratch, { start, length }: ScratchPlace): Run<T> {
  let text = "";
  let place = 0;
  let read = 0;
  let head: T | undefined;
  return {
    get head() {
      return head;
    },
    async advance() {
      let end = text.indexOf("\n", place);
      while (end < 0 && read < length) {
        const size = Math.min(CHUNK, length - read);
        text = text.slice(place) + (await scratch.read({ start: start + read, length: size }));
        place = 0;
        read += size;
        end = text.indexOf("\n");
      }
      head = end < 0 ? undefined : JSON.parse(text.slice(place, end));
      place = end + 1;
    },
  };
}

/** A text with as many bytes as characters, so that any part of it can be read by itself. */
function asciiJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
}
