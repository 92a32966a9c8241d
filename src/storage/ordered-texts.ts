/** Additions that are looked through one by one before they are sorted in among the others. */
const LOOSE = 500;

/**
 * Texts that can be asked for by range, in the order of their code units. Sorting waits until somebody asks: most stores
 * are filled and never asked. Removed texts are dropped when next sorted; the caller must know what is there.
 */
export interface OrderedTexts {
  add(text: string): void;
  /** Between the bounds, both included, in no order; a text may come that was removed, and one that came back twice. */
  between(from: string | undefined, to: string | undefined): Iterable<string>;
}

export function createOrderedTexts(has: (text: string) => boolean): OrderedTexts {
  let sorted: string[] = [];
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
  };
}
