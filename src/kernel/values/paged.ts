/** A page of the items that are wanted, asking for no more of them than it takes. */
export async function* paged<T>(
  items: AsyncIterable<T>,
  { offset = 0, limit = Number.POSITIVE_INFINITY }: { readonly offset?: number; readonly limit?: number } = {},
  isWanted: (item: T) => boolean = () => true,
): AsyncGenerator<T> {
  let place = 0;
  if (limit <= 0) return;
  for await (const item of items) {
    if (!isWanted(item)) continue;
    if (place >= offset) yield item;
    place += 1;
    if (place >= offset + limit) return;
  }
}
