/**
 * Reads a source as fast as it gives, for takers who are slower and want to know how much there is: all that comes is kept
 * until it is taken. What the source throws, whoever takes gets behind its items.
 */
export class ReadAhead<Item> {
  /** How many have come so far. */
  found = 0;
  /** Whether no more will come. */
  isWhole = false;
  private readonly items: Item[] = [];
  private failure: { readonly error: unknown } | undefined;
  private isClosed = false;
  private news = Promise.withResolvers<void>();

  constructor(source: AsyncIterable<Item>) {
    void this.read(source);
  }

  /** The next item; undefined behind the last. */
  async next(): Promise<Item | undefined> {
    while (this.items.length === 0 && !this.isWhole) await this.news.promise;
    if (this.items.length === 0 && this.failure !== undefined) throw this.failure.error;
    return this.items.shift();
  }

  /** Nothing more is wanted. */
  close(): void {
    this.isClosed = true;
  }

  private async read(source: AsyncIterable<Item>): Promise<void> {
    try {
      for await (const item of source) {
        if (this.isClosed) break;
        this.items.push(item);
        this.found += 1;
        this.tell();
      }
    } catch (error) {
      this.failure = { error };
    }
    this.isWhole = true;
    this.tell();
  }

  private tell(): void {
    this.news.resolve();
    this.news = Promise.withResolvers<void>();
  }
}
