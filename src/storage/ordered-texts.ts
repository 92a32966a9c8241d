import { createTurns } from "../kernel/values/turns.js";

/** Additions that are looked through one by one before they are sorted in among the others. */
const LOOSE = 500;
/** Texts that are sorted without giving others a turn. */
const RUN = 2000;

/**
 * Texts that can be asked for by range, in the order of their code units. Sorting waits until somebody asks: most stores
 * are filled and never asked. Removed texts are dropped when next sorted; the caller must know what is there.
 */
export interface OrderedTexts {
  add(text: string): void;
  /** Between the bounds, both included, in no order; a text may come that was removed, and one that came back twice. */
  between(from: string | undefined, to: string | undefined): Iterable<string>;
  /** All in order, as they are now; a text may come that was removed, and one that came back twice in a row. */
  inOrder(direction: 1 | -1): Promise<Iterable<string>>;
}

export function createOrderedTexts(has: (text: string) => boolean): OrderedTexts {
  let sorted: readonly string[] = [];
  let loose: string[] = [];

  function firstFrom(bound: string): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sorts in what is loose, and yields to the event loop meanwhile. */
  async function settle(): Promise<void> {
    while (loose.length > LOOSE) {
      const before = sorted;
      const taken = loose.length;
      const all = await merged(before, await sortedInTurns(loose.slice(0, taken)), has);
      // Another may have sorted them meanwhile.
      if (sorted !== before) continue;
      sorted = all;
      loose = loose.slice(taken);
    }
  }

  return {
    add(text) {
      loose.push(text);
    },
    *between(from, to) {
      if (loose.length > LOOSE) {
        sorted = [...new Set([...sorted, ...loose])].filter(has).sort();
        loose = [];
      }
      for (let place = from === undefined ? 0 : firstFrom(from); place < sorted.length; place += 1) {
        const text = sorted[place]!;
        if (to !== undefined && text > to) break;
        yield text;
      }
      for (const text of loose) {
        if ((from === undefined || text >= from) && (to === undefined || text <= to)) yield text;
      }
    },
    async inOrder(direction) {
      await settle();
      return bothInOrder(sorted, loose.toSorted(), direction);
    },
  };
}

async function sortedInTurns(texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length <= RUN) return texts.toSorted();
  const middle = texts.length >>> 1;
  return merged(await sortedInTurns(texts.slice(0, middle)), await sortedInTurns(texts.slice(middle)));
}

/** Two lists in order as one, of the texts that are wanted. */
async function merged(
  one: readonly string[],
  other: readonly string[],
  isWanted = (_text: string) => true,
): Promise<readonly string[]> {
  const turns = createTurns();
  const all: string[] = [];
  for (const text of bothInOrder(one, other, 1)) {
    if (turns.due()) await turns.give();
    if (isWanted(text)) all.push(text);
  }
  return all;
}

/** Both lists are in ascending order. */
function* bothInOrder(one: readonly string[], other: readonly string[], direction: 1 | -1): Generator<string> {
  const place = (list: readonly string[], passed: number) => (direction === 1 ? passed : list.length - 1 - passed);
  for (let a = 0, b = 0; ; ) {
    const left = one[place(one, a)];
    const right = other[place(other, b)];
    if (left !== undefined && (right === undefined || (direction === 1 ? left <= right : left >= right))) {
      a += 1;
      yield left;
    } else if (right !== undefined) {
      b += 1;
      yield right;
    } else return;
  }
}
