import type { ContentStore, KeptLogEntry, LogLevel } from "../storage.js";

export interface LogPage {
  /** Only entries with a higher number. */
  readonly after?: number;
  readonly levels?: readonly LogLevel[];
  readonly limit?: number;
  /** Only entries of this time and later; ISO 8601. */
  readonly from?: string;
  /** Only entries of an earlier time. */
  readonly before?: string;
}

type Logs = Pick<ContentStore, "log">;

/** The newest `limit` entries of the levels asked for and within the span, oldest first. */
export async function logTail(
  content: Logs,
  taskId: string,
  { levels, limit, from = "", before }: Omit<LogPage, "after"> & { readonly limit: number },
): Promise<KeptLogEntry[]> {
  const found: KeptLogEntry[][] = [];
  let wanted = limit;
  let width = Math.max(limit, 100);
  // Backwards in windows of numbers, wider ones where few entries fit: a long log is not read as a whole.
  for (let last = await newestNumber(content, taskId); last > 0 && wanted > 0; ) {
    const first = Math.max(0, last - width);
    const window: KeptLogEntry[] = [];
    let isBefore = false;
    for await (const entry of content.log(taskId, { after: first, ...(levels ? { levels } : {}) })) {
      if (entry.n > last) break;
      if (entry.t < from) isBefore = true;
      else if (before === undefined || entry.t < before) window.push(entry);
    }
    const taken = window.slice(-wanted);
    found.unshift(taken);
    wanted -= taken.length;
    if (isBefore) break;
    last = first;
    width = Math.min(width * 2, 10_000);
  }
  return found.flat();
}

/** Found by halving, since the storage counts up but does not say how far. */
async function newestNumber(content: Logs, taskId: string): Promise<number> {
  const isAbove = async (number: number) => {
    for await (const _entry of content.log(taskId, { after: number, limit: 1 })) return true;
    return false;
  };
  if (!(await isAbove(0))) return 0;
  let low = 1;
  while (await isAbove(low)) low *= 2;
  let high = low;
  low = Math.floor(low / 2);
  // There is one above `low` and none above `high`.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAbove(middle)) low = middle;
    else high = middle;
  }
  return high;
}
