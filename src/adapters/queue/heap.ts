/** Keeps the first of its items at hand: adding and taking one costs the logarithm of their number. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly before: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.items.length;
  }

  first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    const { items, before } = this;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(item, items[parent]!)) break;
      items[index] = items[parent]!;
      index = parent;
    }
    items[index] = item;
  }

  takeFirst(): T | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.sink(last, 0);
    return first;
  }

  /** Drops every item that is not to be kept. */
  sweep(keep: (item: T) => boolean): void {
    const kept = this.items.filter(keep);
    this.items.length = kept.length;
    for (const [index, item] of kept.entries()) this.items[index] = item;
    for (let index = (kept.length >> 1) - 1; index >= 0; index -= 1) this.sink(this.items[index]!, index);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.items[Symbol.iterator]();
  }

  private sink(item: T, start: number): void {
    const { items, before } = this;
    let index = start;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child += 1;
      if (!before(items[child]!, item)) break;
      items[index] = items[child]!;
      index = child;
    }
    items[index] = item;
  }
}
