import type { Page } from "../../kernel/storage.js";

export function* pageOf<T>(
  items: Iterable<T> | undefined,
  { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {},
) {
  let place = 0;
  for (const item of items ?? []) {
    if (place >= offset + limit) return;
    if (place >= offset) yield item;
    place += 1;
  }
}
