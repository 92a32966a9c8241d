/** Does things together that are asked for while earlier ones are being done; the first one does not wait for more. */
export class Batches<Item, Result> {
  private next: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `work` gives a result for each item, in their order; it gets `most` items at a time. */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most = Number.POSITIVE_INFINITY,
  ) {}

  /** Rejects with what the work on its batch threw. */
  async add(item: Item): Promise<Result> {
    this.next ??= this.batch();
    const { items, results } = this.next;
    const index = items.push(item) - 1;
    if (items.length >= this.most) this.next = undefined;
    return (await results)[index]!;
  }

  private batch() {
    const items: Item[] = [];
    const batch = {
      items,
      results: this.last.then(() => {
        if (this.next === batch) this.next = undefined;
        return this.work(items);
      }),
    };
    // Those who added something hear of an error.
    this.last = batch.results.catch(() => {});
    return batch;
  }
}
