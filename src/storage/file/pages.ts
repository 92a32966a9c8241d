import type { Page } from "../../kernel/storage.js";
import type { Entry } from "./book.js";
import type { ContentLog } from "./content-log.js";
import type { Contents } from "./contents.js";

/** How many items are read while a log is held open for them. */
const BATCH = 200;

export function pageOf<T>(items: readonly T[], { offset = 0, limit = items.length }: Page = {}): readonly T[] {
  return items.slice(offset, offset + limit);
}

/** The items of a list of a task's content, read a few at a time. */
export async function* inPages<Place, T>(
  contents: Contents,
  entry: Entry | undefined,
  { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {},
  list: (content: ContentLog) => readonly Place[],
  form: (place: Place) => T,
): AsyncGenerator<T> {
  if (entry === undefined) return;
  const places = await contents.read(entry, (content) => list(content).slice(offset, offset + limit));
  for (let begin = 0; begin < (places?.length ?? 0); begin += BATCH) {
    const some = await contents.read(entry, (content) => {
      // Asked for anew: the log may have been closed in between.
      return list(content)
        .slice(offset + begin, Math.min(offset + begin + BATCH, offset + limit))
        .map(form);
    });
    yield* some ?? [];
  }
}
