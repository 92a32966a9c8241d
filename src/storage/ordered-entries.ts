/** Late entries that are sorted in for each reader before they are sorted in for good. */
const LATE = 500;
/** Entries that have gone and are kept where there are few. */
const GONE = 20;

export interface Numbered {
  /** Counts the insertions of the storage. */
  readonly number: number;
}

/**
 * Entries that come and go, in creation order. Nothing is copied for a reader but the few that came after a younger one; he may
 * get entries that have gone.
 */
export class OrderedEntries<Entry extends Numbered> {
  /** In order, with some that have gone. Readers go on with the list they began with. */
  #inOrder: Entry[] = [];
  /** Those that came after a younger one; some have gone, and some have come several times. */
  #late: Entry[] = [];
  #size = 0;
  readonly #isThere: (entry: Entry) => boolean;

  constructor(isThere: (entry: Entry) => boolean) {
    this.#isThere = isThere;
  }

  /** Without those that have gone. */
  get size(): number {
    return this.#size;
  }

  /** An entry that is not there. */
  add(entry: Entry): void {
    this.#size += 1;
    const last = this.#inOrder.at(-1);
    if (last === undefined || last.number < entry.number) this.#inOrder.push(entry);
    else this.#late.push(entry);
    this.#dropGone();
  }

  /** One that was there has gone. */
  remove(): void {
    this.#size -= 1;
    this.#dropGone();
  }

  read(): Iterable<Entry> {
    if (this.#late.length > LATE) this.#tidy();
    return this.#late.length === 0 ? this.#inOrder : merged([this.#inOrder, [...this.#late].sort(byNumber)]);
  }

  #dropGone(): void {
    if (this.#inOrder.length + this.#late.length > 2 * this.#size + GONE) this.#tidy();
  }

  #tidy(): void {
    this.#inOrder = [...merged([this.#inOrder, this.#late.sort(byNumber)])].filter(this.#isThere);
    this.#late = [];
  }
}

/** Lists in order as one list in order, each entry once. */
export function* merged<Entry extends Numbered>(lists: readonly Iterable<Entry>[]): Generator<Entry> {
  const readers = lists.map((list) => list[Symbol.iterator]());
  const heads = readers.map((reader) => reader.next().value as Entry | undefined);
  for (let last = 0; ; ) {
    let place = -1;
    let first: Entry | undefined;
    for (const [at, head] of heads.entries()) {
      if (head === undefined || (first !== undefined && first.number <= head.number)) continue;
      first = head;
      place = at;
    }
    if (first === undefined) return;
    heads[place] = readers[place]!.next().value as Entry | undefined;
    // It may have gone from one list to another meanwhile.
    if (first.number <= last) continue;
    last = first.number;
    yield first;
  }
}

/** In creation order. */
export function byNumber(one: Numbered, other: Numbered): number {
  return one.number - other.number;
}
