/** Keeps items so that the first of them in some order is always at hand. */
export interface Heap<T> {
  readonly size: number;
  /** Undefined when empty. */
  first(): T | undefined;
  add(item: T): void;
  /** Replaces the first item. */
  replaceFirst(item: T): void;
  /** Takes the first one out. */
  take(): T | undefined;
  /** All items, in no order. */
  items(): readonly T[];
}

export function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  const items: T[] = [];

  function rise(start: number): void {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (!isBefore(items[place]!, items[parent]!)) return;
      swap(place, parent);
      place = parent;
    }
  }

  function sink(start: number): void {
    let place = start;
    for (;;) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < items.length && isBefore(items[child]!, items[least]!)) least = child;
      }
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  }

  function swap(one: number, other: number): void {
    const item = items[one]!;
    items[one] = items[other]!;
    items[other] = item;
  }

  return {
    get size() {
      return items.length;
    },
    first: () => items[0],
    add(item) {
      items.push(item);
      rise(items.length - 1);
    },
    replaceFirst(item) {
      items[0] = item;
      sink(0);
    },
    take() {
      const [first] = items;
      const last = items.pop();
      if (items.length > 0) {
        items[0] = last!;
        sink(0);
      }
      return first;
    },
    items: () => items,
  };
}
