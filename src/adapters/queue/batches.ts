/** Does things together that are asked for while earlier ones are being done; the first one does not wait for more. */
export class Batches<Item, Result> {
  private next: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `work` gives a result for each item, in their order. */
  constructor(private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  async add(item: Item): Promise<Result> {
    this.next ??= this.batch();
    const { items, results } = this.next;
    const index = items.push(item) - 1;
    return (await results)[index]!;
  }

  private batch() {
    const items: Item[] = [];
    const results = this.last.then(() => {
      this.next = undefined;
      return this.work(items);
    });
    // Who added something hears of it.
    this.last = results.catch(() => {});
    return { items, results };
  }
}
