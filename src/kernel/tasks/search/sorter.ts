import type { Effort } from "./effort.js";
import { createHeap } from "./heap.js";

/** Entries that are sorted at once; sorting them takes a few milliseconds. */
const RUN = 2048;

/** Sorts what is added, without ever holding up others for long. */
export interface Sorter<T> {
  add(entry: T): void;
  /** Everything in order; what is equal in the order it was added. To be read once, when all is added. */
  sorted(): AsyncIterable<T>;
}

/** `compare` is never 0 for two entries. With `most`, only the first so many of them all are kept. */
export function createSorter<T>(compare: (one: T, other: T) => number, most: number, effort: Effort): Sorter<T> {
  const isLater = (one: T, other: T) => compare(one, other) > 0;
  const best = createHeap(isLater);
  const runs: T[][] = [];
  let run: T[] = [];

  const sort = (entries: T[]) => entries.sort(compare);

  async function sortAll(): Promise<void> {
    const kept = best.items();
    for (let start = 0; start < kept.length; start += RUN) runs.push(kept.slice(start, start + RUN));
    if (run.length > 0) runs.push(run);
    for (const one of runs) {
      if (effort.isDue()) await effort.giveTurn();
      effort.measured(sort, one);
    }
  }

  return {
    add(entry) {
      if (most === Number.POSITIVE_INFINITY) {
        run.push(entry);
        if (run.length < RUN) return;
        runs.push(run);
        run = [];
      } else if (best.size < most) best.add(entry);
      else if (isLater(best.first()!, entry)) best.replaceFirst(entry);
    },
    async *sorted() {
      await sortAll();
      const heads = createHeap<{ run: readonly T[]; place: number }>(
        (one, other) => compare(one.run[one.place]!, other.run[other.place]!) < 0,
      );
      for (const one of runs) heads.add({ run: one, place: 0 });
      for (let head = heads.first(); head !== undefined; head = heads.first()) {
        yield head.run[head.place]!;
        if (effort.isDue()) await effort.giveTurn();
        const next = { run: head.run, place: head.place + 1 };
        effort.measured((head) => (head.place < head.run.length ? heads.replaceFirst(head) : heads.take()), next);
      }
    },
  };
}
