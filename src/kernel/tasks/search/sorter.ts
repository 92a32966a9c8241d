import type { Scratch, ScratchPlace } from "../../storage.js";
import { createHeap } from "./heap.js";

/** Entries that are kept in memory; sorting them takes a few milliseconds. */
const RUN = 2048;
/** Entries that are read from the disk at once. */
const BLOCK = 32;

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

/** Entries in order: those in memory, of which `place` is the next, and then those of the blocks. */
interface Run<T> {
  entries: readonly T[];
  place: number;
  readonly blocks: ScratchPlace[];
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
    if (scratch === undefined) return { entries, place: 0, blocks: [] };
    const texts: string[] = [];
    for (let start = 0; start < entries.length; start += BLOCK)
      texts.push(JSON.stringify(entries.slice(start, start + BLOCK)));
    return { entries: [], place: 0, blocks: [...(await scratch.append(texts))] };
  }

  /** Whether there is a next entry in the run. */
  async function isReady(one: Run<T>): Promise<boolean> {
    if (one.place < one.entries.length) return true;
    const block = one.blocks.shift();
    if (block === undefined || scratch === undefined) return false;
    one.entries = JSON.parse(await scratch.read(block)) as T[];
    one.place = 0;
    return true;
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
      runs.push({ entries: [...best.items(), ...run].sort(compare), place: 0, blocks: [] });
      const heads = createHeap<Run<T>>(
        (one, other) => compare(one.entries[one.place]!, other.entries[other.place]!) < 0,
      );
      for (const one of runs) if (await isReady(one)) heads.add(one);
      for (let head = heads.first(); head !== undefined; head = heads.first()) {
        yield head.entries[head.place]!;
        head.place += 1;
        if (await isReady(head)) heads.replaceFirst(head);
        else heads.take();
      }
    },
    async close() {
      await scratch?.close();
    },
  };
}
