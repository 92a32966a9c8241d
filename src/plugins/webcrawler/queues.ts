import { grown } from "./address-table.js";

/** Pages that wait to be fetched, by their numbers. */
export interface PageQueue {
  readonly size: number;
  /** How good the next one is; the larger, the sooner among several queues. */
  readonly best: number;
  push(page: number, rank: number): void;
  /** What `shift` would give. */
  peek(): number | undefined;
  shift(): number | undefined;
}

/** First come, first served; `best` is the smaller the deeper the next page is. */
export function breadthFirst(): PageQueue {
  let pages = new Uint32Array(64);
  let ranks = new Float32Array(64);
  let first = 0;
  let end = 0;
  return {
    get size() {
      return end - first;
    },
    get best() {
      return ranks[first]!;
    },
    push(page, rank) {
      if (end === pages.length) {
        if (first > end / 2) {
          pages.copyWithin(0, first, end);
          ranks.copyWithin(0, first, end);
          end -= first;
          first = 0;
        } else {
          pages = grown(pages, Uint32Array);
          ranks = grown(ranks, Float32Array);
        }
      }
      pages[end] = page;
      ranks[end] = rank;
      end += 1;
    },
    peek: () => (first === end ? undefined : pages[first]),
    shift() {
      if (first === end) return undefined;
      first += 1;
      return pages[first - 1];
    },
  };
}

/** Last come, first served. */
export function depthFirst(): PageQueue {
  let pages = new Uint32Array(64);
  let end = 0;
  return {
    get size() {
      return end;
    },
    best: 0,
    push(page) {
      if (end === pages.length) pages = grown(pages, Uint32Array);
      pages[end] = page;
      end += 1;
    },
    peek: () => (end === 0 ? undefined : pages[end - 1]),
    shift() {
      if (end === 0) return undefined;
      end -= 1;
      return pages[end];
    },
  };
}

/** The highest rank first, and of equal ones the first that came: a binary heap. */
export function bestFirst(): PageQueue {
  let pages = new Uint32Array(64);
  let ranks = new Float32Array(64);
  let turns = new Float64Array(64);
  let end = 0;
  let turn = 0;
  const before = (a: number, b: number) => ranks[a]! > ranks[b]! || (ranks[a] === ranks[b] && turns[a]! < turns[b]!);
  const swap = (a: number, b: number) => {
    [pages[a], pages[b]] = [pages[b]!, pages[a]!];
    [ranks[a], ranks[b]] = [ranks[b]!, ranks[a]!];
    [turns[a], turns[b]] = [turns[b]!, turns[a]!];
  };
  return {
    get size() {
      return end;
    },
    get best() {
      return ranks[0]!;
    },
    push(page, rank) {
      if (end === pages.length) {
        pages = grown(pages, Uint32Array);
        ranks = grown(ranks, Float32Array);
        turns = grown(turns, Float64Array);
      }
      pages[end] = page;
      ranks[end] = rank;
      turns[end] = turn;
      turn += 1;
      end += 1;
      for (let at = end - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) return;
        swap(at, parent);
        at = parent;
      }
    },
    peek: () => (end === 0 ? undefined : pages[0]),
    shift() {
      if (end === 0) return undefined;
      const page = pages[0];
      end -= 1;
      swap(0, end);
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= end) return page;
        const child = left + 1 < end && before(left + 1, left) ? left + 1 : left;
        if (!before(child, at)) return page;
        swap(at, child);
        at = child;
      }
    },
  };
}
