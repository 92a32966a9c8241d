import { useEffect, useMemo, useState } from "preact/hooks";
import { listed, type RowSource } from "../../../parts/pages.js";

/** A list of which nobody says how long it is, read piece by piece. */
export interface Endless<Row> extends RowSource<Row> {
  readonly error: Error | undefined;
  /** Whether nothing was read yet. */
  readonly isEmpty: boolean;
  readonly isReady: boolean;
  /** Whether its end was reached. */
  readonly isWhole: boolean;
  reload(): void;
}

const PIECE = 500;
const MOST = 20_000;

/**
 * Reads the next piece when the end of what is there comes into view. `pick` leaves some out. The key says what is read; another
 * one begins again from the start. `reload` reads as much as there was again.
 */
export function useEndless<Row>(
  key: string,
  load: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly Row[]>,
  pick: (row: Row) => boolean = () => true,
): Endless<Row> {
  const [, show] = useState(0);
  const list = useMemo(() => create(load, pick, () => show((count) => count + 1)), [key]);
  useEffect(() => {
    void list.more();
    return () => list.close();
  }, [list]);
  return list.state();
}

function create<Row>(load: Parameters<typeof useEndless<Row>>[1], pick: (row: Row) => boolean, changed: () => void) {
  let control = new AbortController();
  let rows: Row[] = [];
  let read = 0;
  let isWhole = false;
  let isReady = false;
  let error: Error | undefined;
  let isReading = false;
  /** What is shown is old, and goes when the first piece comes. */
  let isOld = false;
  async function more(until = 0): Promise<void> {
    if (isReading || isWhole) return;
    isReading = true;
    const { signal } = control;
    try {
      const before = isOld ? 0 : rows.length;
      do {
        const piece = await load(read, PIECE, signal);
        if (signal.aborted) return;
        if (isOld) rows = [];
        isOld = false;
        read += piece.length;
        rows.push(...piece.filter(pick));
        isWhole = piece.length < PIECE || rows.length >= MOST;
        // A piece of which all is left out does not end it.
      } while (!isWhole && (rows.length === before || read < until));
      error = undefined;
      isReady = true;
    } catch (caught) {
      if (signal.aborted) return;
      error = caught as Error;
    } finally {
      if (!signal.aborted) isReading = false;
    }
    changed();
  }
  return {
    more,
    close: () => control.abort(),
    state: (): Endless<Row> => ({
      ...listed(rows),
      at(index) {
        if (index >= rows.length - 50 && error === undefined) queueMicrotask(() => void more());
        return rows[index];
      },
      error,
      isReady,
      isEmpty: rows.length === 0,
      isWhole: isWhole && rows.length < MOST,
      reload() {
        control.abort();
        control = new AbortController();
        const until = read;
        isOld = true;
        read = 0;
        isWhole = false;
        isReading = false;
        void more(until);
      },
    }),
  };
}
