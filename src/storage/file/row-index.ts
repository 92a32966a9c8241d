import type { Undo } from "./append-log.js";
import type { Place } from "./lines.js";

interface RunRows {
  readonly number: number;
  rows: number;
  isGone: boolean;
  /** Where in the list those with a name are. */
  readonly named: Map<string, readonly number[]>;
}

/** Stands for the run of a row that was replaced. */
const REPLACED = -1;

/** Where the rows of a task lie. A million rows are some numbers each. */
export function createRowIndex() {
  const runs: RunRows[] = [];
  const indexOf = new Map<number, number>();
  const runOfRow: number[] = [];
  const places: number[] = [];
  /** Where in the log the rows begin that were replaced. */
  const replaced = new Set<number>();

  function runAt(number: number): number {
    const known = indexOf.get(number);
    if (known !== undefined) return known;
    indexOf.set(number, runs.length);
    return runs.push({ number, rows: 0, isGone: false, named: new Map() }) - 1;
  }

  /** Takes out the rows with a name, and says how to put them back. */
  function replace(at: number, name: string): Undo {
    const run = runs[at]!;
    const rows = run.named.get(name) ?? [];
    for (const row of rows) {
      runOfRow[row] = REPLACED;
      replaced.add(places[row * 2]!);
    }
    run.rows -= rows.length;
    run.named.delete(name);
    return () => {
      for (const row of rows) {
        runOfRow[row] = at;
        replaced.delete(places[row * 2]!);
      }
      run.rows += rows.length;
      run.named.set(name, rows);
    };
  }

  return {
    /** Adds rows of a run, instead of those with the same name, and says how to take them out again. */
    add(number: number, added: readonly Place[], name?: string): Undo {
      if (added.length === 0 && (name === undefined || !indexOf.has(number))) return () => {};
      const at = runAt(number);
      const run = runs[at]!;
      const putBack = name === undefined ? undefined : replace(at, name);
      const before = runOfRow.length;
      for (const place of added) {
        runOfRow.push(at);
        places.push(place.at, place.length);
      }
      run.rows += added.length;
      if (name !== undefined && added.length > 0)
        run.named.set(
          name,
          added.map((_, row) => before + row),
        );
      return () => {
        runOfRow.length = before;
        places.length = before * 2;
        run.rows -= added.length;
        putBack?.();
      };
    },
    *of(number?: number): Generator<Place> {
      const only = number === undefined ? undefined : indexOf.get(number);
      if (number !== undefined && only === undefined) return;
      for (let row = 0; row < runOfRow.length; row += 1) {
        const of = runOfRow[row]!;
        if (of === REPLACED || (only === undefined ? runs[of]!.isGone : of !== only)) continue;
        yield { at: places[row * 2]!, length: places[row * 2 + 1]! };
      }
    },
    count(number?: number): number {
      if (number !== undefined) return runs[indexOf.get(number) ?? -1]?.rows ?? 0;
      return runs.reduce((sum, { rows, isGone }) => sum + (isGone ? 0 : rows), 0);
    },
    isReplaced: (place: Place): boolean => replaced.has(place.at),
    forget(number: number): void {
      const run = runs[indexOf.get(number) ?? -1];
      if (run !== undefined) run.isGone = true;
    },
    size: () => runOfRow.length,
  };
}
