import type { Page } from "../../kernel/storage.js";
import type { ContentLog } from "./content-log.js";
import type { Contents } from "./contents.js";
import type { Entry } from "./store-index.js";

/** How many items are read while a log is held open for them. */
const BATCH = 200;

export function pageOf<T>(items: readonly T[], { offset = 0, limit = items.length }: Page = {}): readonly T[] {
  return items.slice(offset, offset + limit);
}

/** The items of a list of a task's content, read some at a time. */
export async function* inPages<Item, T>(
  contents: Contents,
  entry: Entry | undefined,
  { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {},
  list: (content: ContentLog) => Iterable<Item>,
  former: (content: ContentLog) => (item: Item) => T,
): AsyncGenerator<T> {
  if (entry === undefined) return;
  let open: ContentLog | undefined;
  let items: Iterator<Item> | undefined;
  let form: ((item: Item) => T) | undefined;
  let place = offset;

  /** Begins the list where it was left: the log may have been closed in between. */
  function resume(content: ContentLog): void {
    if (content === open) return;
    open = content;
    form = former(content);
    items = list(content)[Symbol.iterator]();
    for (let passed = 0; passed < place; passed += 1) if (items.next().done === true) return;
  }

  function some(content: ContentLog): T[] {
    resume(content);
    const batch: T[] = [];
    while (batch.length < BATCH && place < offset + limit) {
      const next = items?.next();
      if (next === undefined || next.done === true || form === undefined) break;
      batch.push(form(next.value));
      place += 1;
    }
    return batch;
  }

  for (;;) {
    const batch = await contents.read(entry, some);
    if (batch === undefined || batch.length === 0) return;
    yield* batch;
  }
}
