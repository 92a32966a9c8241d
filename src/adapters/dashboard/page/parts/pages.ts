import { useEffect, useMemo, useState } from "preact/hooks";

/** Rows that a table shows: those that are there, and the others once they have been fetched. */
export interface RowSource<Row> {
  readonly total: number;
  /** Undefined while it is fetched. */
  at(index: number): Row | undefined;
}

/** Rows in memory as a source. */
export const listed = <Row>(rows: readonly Row[]): RowSource<Row> => ({
  total: rows.length,
  at: (index) => rows[index],
});

const PAGES_KEPT = 20;

export interface PagedRows<Row> extends RowSource<Row> {
  readonly error: Error | undefined;
  /** False before the first page is there. */
  readonly isReady: boolean;
  reload(): void;
}

/**
 * Rows that are fetched page by page as they come into view, of which a few thousand are kept: memory stays flat however many there
 * are. The key says what is read; another one begins again from the start.
 */
export function usePages<Row>(
  key: string,
  load: (
    offset: number,
    limit: number,
    signal: AbortSignal,
  ) => Promise<{ readonly total: number; readonly rows: readonly Row[] }>,
  pageSize = 200,
): PagedRows<Row> {
  const [version, show] = useState(0);
  const source = useMemo(() => createPages(load, pageSize, () => show((count) => count + 1)), [key, pageSize]);
  source.loader = load;
  useEffect(() => {
    source.at(0);
    return () => source.close();
  }, [source]);
  // Another object with each change: a component that gets the same one is not drawn again.
  return useMemo(() => Object.create(source) as typeof source, [source, version]);
}

function createPages<Row>(load: Parameters<typeof usePages<Row>>[1], pageSize: number, changed: () => void) {
  let control = new AbortController();
  const pages = new Map<number, readonly Row[]>();
  const asked = new Set<number>();
  const self = {
    loader: load,
    total: 0,
    error: undefined as Error | undefined,
    isReady: false,
    at(index: number): Row | undefined {
      const number = Math.floor(index / pageSize);
      const page = pages.get(number);
      if (page === undefined) void fetchPage(number);
      else if (pages.size > 1) {
        // The one that was looked at last is the last to go.
        pages.delete(number);
        pages.set(number, page);
      }
      return page?.[index - number * pageSize];
    },
    reload() {
      control.abort();
      control = new AbortController();
      asked.clear();
      const shown = [...pages.keys()].slice(-3);
      for (const number of pages.keys()) if (!shown.includes(number)) pages.delete(number);
      for (const number of shown.length > 0 ? shown : [0]) void fetchPage(number);
    },
    close() {
      control.abort();
      pages.clear();
      asked.clear();
      control = new AbortController();
    },
  };
  async function fetchPage(number: number): Promise<void> {
    if (asked.has(number)) return;
    asked.add(number);
    const { signal } = control;
    // What was only scrolled past is not asked for.
    await new Promise((resolve) => setTimeout(resolve, self.isReady ? 40 : 0));
    if (signal.aborted) return;
    try {
      const { total, rows } = await self.loader(number * pageSize, pageSize, signal);
      if (signal.aborted) return;
      pages.set(number, rows);
      for (const oldest of pages.keys()) {
        if (pages.size <= PAGES_KEPT) break;
        pages.delete(oldest);
        asked.delete(oldest);
      }
      Object.assign(self, { total, error: undefined, isReady: true });
    } catch (error) {
      if (signal.aborted) return;
      self.error = error as Error;
    }
    asked.delete(number);
    changed();
  }
  return self;
}
