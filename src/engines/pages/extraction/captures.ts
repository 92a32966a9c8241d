const MOST_OPEN = 10;

interface Capture {
  readonly tag: string;
  readonly limit: number;
  readonly done: (text: string) => void;
  /** What the item is that it holds. */
  readonly item: string;
  depth: number;
  text: string;
}

/** Collects the text of elements while a page is read from end to end; of more than ten at once the oldest are left out. */
export class Captures {
  private open: Capture[] = [];

  /** Calls `done` with the first characters of the text of the element that begins now, when it ends. */
  begin(tag: string, limit: number, done: (text: string) => void, item = ""): void {
    if (this.open.length >= MOST_OPEN) this.open = this.open.slice(1);
    this.open.push({ tag, limit, done, item, depth: 1, text: "" });
  }

  add(text: string): void {
    for (const one of this.open) if (one.text.length < one.limit) one.text += text;
  }

  /** Words before this place and behind it are apart. */
  part(): void {
    for (const one of this.open) if (one.text !== "") one.text += " ";
  }

  /** An element of this name begins that may be within another one. */
  within(tag: string): void {
    for (const one of this.open) if (one.tag === tag) one.depth += 1;
  }

  ended(tag: string): void {
    let ended = false;
    for (const one of this.open) {
      if (one.tag !== tag) continue;
      one.depth -= 1;
      ended ||= one.depth === 0;
    }
    if (!ended) return;
    const closed = this.open.filter((one) => one.depth === 0);
    this.open = this.open.filter((one) => one.depth > 0);
    for (const one of closed) one.done(one.text.trim());
  }

  /** Forgets what is collected of elements of this name. */
  forget(tag: string): void {
    if (this.open.some((one) => one.tag === tag)) this.open = this.open.filter((one) => one.tag !== tag);
  }

  isWithinItem(item: RegExp): boolean {
    return this.open.some((one) => one.item !== "" && item.test(one.item));
  }
}
