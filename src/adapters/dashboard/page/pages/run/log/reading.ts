import type { KeptLogEntry, LogLevel } from "../../../../../../kernel/storage/records.js";
import type { TextLine } from "../../../parts/log-view.js";
import { client } from "../../../state/client.js";
import { clock } from "../../../state/format.js";

/** Longer entries are cut where they are shown. */
const LONGEST = 2000;
/** Entries that one call of a search brings. */
const AT_ONCE = 5000;
/** Most entries that are kept of a search. */
export const MOST_FOUND = 20_000;

export function lineOf({ t, level, msg, line, code }: KeptLogEntry): TextLine {
  const isNamed = line === undefined || msg.includes(line);
  const text = `${isNamed ? "" : `[${line}] `}${msg}${code === undefined ? "" : ` (${code})`}`;
  // What was scraped must not look like an entry of its own.
  return { text: text.slice(0, LONGEST).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " "), mark: clock(t), level };
}

/** The numbers of the first and the last entry of a run; they are numbered without gaps. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export async function spanOf(id: string, run: string, isLast: boolean, signal: AbortSignal): Promise<Span> {
  const [[first], last] = await Promise.all([
    client.log(id, { run, after: 0, limit: 1 }, { signal }),
    // The end of the last run is that of the log, which is found without looking at times.
    client.log(id, isLast ? { limit: 1 } : { run, limit: 1 }, { signal }),
  ]);
  return { first: first?.n ?? 0, last: last.at(-1)?.n ?? -1 };
}

/** Entries by their place, as a page of all: what was never written in between is an empty line. */
export async function entriesAt(
  id: string,
  run: string,
  { first, last }: Span,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly rows: readonly TextLine[] }> {
  const total = last - first + 1;
  const count = Math.min(limit, Math.max(0, total - offset));
  if (count <= 0) return { total, rows: [] };
  const rows: TextLine[] = Array.from({ length: count }, () => ({ text: "" }));
  const start = first + offset;
  for (const entry of await client.log(id, { run, after: start - 1, limit: count }, { signal })) {
    if (entry.n < start + count) rows[entry.n - start] = lineOf(entry);
  }
  return { total, rows };
}

export interface Found {
  readonly lines: readonly TextLine[];
  /** The number of the last entry that was looked at. */
  readonly at: number;
  readonly isDone: boolean;
  readonly isCut: boolean;
}

/** Goes through the log piece by piece and keeps what fits. Calls back as it finds. `from` goes on where an earlier one ended. */
export async function searchLog(
  id: string,
  { run, level, text, from }: { run: string; level: LogLevel; text: string; from: Found | undefined },
  tell: (found: Found) => void,
  signal: AbortSignal,
): Promise<void> {
  const words = text.trim().toLowerCase();
  const lines = [...(from?.lines ?? [])];
  let at = from?.at ?? 0;
  for (;;) {
    const entries = await client.log(id, { run, level, after: at, limit: AT_ONCE }, { signal });
    for (const entry of entries) {
      const line = lineOf(entry);
      if ((words === "" || line.text.toLowerCase().includes(words)) && lines.length < MOST_FOUND) lines.push(line);
      at = entry.n;
    }
    const isCut = lines.length >= MOST_FOUND;
    const isDone = entries.length < AT_ONCE || isCut;
    tell({ lines: [...lines], at, isDone, isCut });
    if (isDone) return;
  }
}
