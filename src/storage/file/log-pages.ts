import type { ContentStore, KeptLogEntry, LogEntry } from "../../kernel/storage.js";
import type { ContentLog } from "./content-log.js";
import type { Contents } from "./contents.js";
import { parsed } from "./records.js";
import type { Entry } from "./store-index.js";

type LogPage = Parameters<ContentStore["log"]>[1];

/** How many entries are looked at while a log is held open for them. */
const BATCH = 200;

/**
 * The log entries of a page, read some at a time. What goes on from one time to the next is the number of the last one, so
 * that nothing is missed when others are dropped in between.
 */
export async function* logPages(
  contents: Contents,
  entry: Entry,
  { after = 0, levels, offset = 0, limit = Number.POSITIVE_INFINITY }: NonNullable<LogPage> = {},
): AsyncGenerator<KeptLogEntry> {
  let last = after;
  let toPass = offset;
  let left = limit;

  function some({ index, reading }: ContentLog): { readonly found: KeptLogEntry[]; readonly isEnd: boolean } {
    const read = reading();
    const found: KeptLogEntry[] = [];
    let looked = 0;
    for (const place of index.log.above(last)) {
      if (looked === BATCH || left === 0) return { found, isEnd: left === 0 };
      looked += 1;
      last = place.n;
      if (levels === undefined && toPass > 0) {
        toPass -= 1;
        continue;
      }
      const kept = { ...parsed<LogEntry>(read(place)), n: place.n };
      if (levels?.includes(kept.level) === false) continue;
      if (toPass > 0) toPass -= 1;
      else {
        left -= 1;
        found.push(kept);
      }
    }
    return { found, isEnd: true };
  }

  for (let isEnd = left <= 0; !isEnd; ) {
    const batch = await contents.read(entry, some);
    if (batch === undefined) return;
    yield* batch.found;
    isEnd = batch.isEnd;
  }
}
