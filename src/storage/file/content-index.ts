import type { FileInfo } from "../../kernel/storage.js";
import type { Place } from "./lines.js";
import { createLogIndex } from "./log-index.js";
import type { Undo } from "./stored.js";

/**
 * The first part of a line: what a step of a run left behind. The others are its line, its articles, the bytes of files that
 * are in no file of their own, its rows, its log entries and its effects. A line can also say only that log entries were
 * dropped; then it is of no run.
 */
export interface Step {
  readonly run: string;
  /** Number of the run: a later run of the same id has another. */
  readonly n: number;
  readonly line?: string;
  readonly articles: readonly string[];
  readonly rows: number;
  readonly files: readonly StepFile[];
  readonly log: number;
  /** The number of the first log entry. Steps written before entries had numbers go on counting. */
  readonly first?: number;
  /** The keys of the effects. */
  readonly effects?: readonly string[];
  /** Log entries up to this number are dropped. */
  readonly dropped?: number;
}

/** A file, with the number of the file that its bytes are in and their CRC-32. */
export type StepFile = FileInfo & { readonly blob?: number; readonly crc?: number };
/** The bytes are in the log when a place is given. */
export type FileEntry = StepFile & { readonly place?: Place };

/** How many parts a line with this step has after the first; undefined when it is no step. */
export function partsOfStep(step: Step): number | undefined {
  if (!Array.isArray(step.articles) || !Array.isArray(step.files)) return undefined;
  const { line, articles, rows, log, effects = [] } = step;
  return (line === undefined ? 0 : 1) + articles.length + inLog(step).length + rows + log + effects.length;
}

/** The line that says which log entries are dropped. */
export function droppedUpTo(dropped: number): Step {
  return { run: "", n: 0, articles: [], rows: 0, files: [], log: 0, dropped };
}

function inLog({ files }: Step): StepFile[] {
  return files.filter(({ blob }) => blob === undefined);
}

interface RunRows {
  readonly number: number;
  rows: number;
  isGone: boolean;
}

/** Where everything that belongs to a task is in its log. A million rows are some numbers each. */
export function createContentIndex() {
  const keywords = new Map<string, Place>();
  const files = new Map<string, FileEntry>();
  const lines = new Map<number, Map<string, Place>>();
  const effects = new Map<number, Map<string, Place>>();
  const log = createLogIndex();
  const runs: RunRows[] = [];
  const rowsOf = new Map<number, number>();
  const rowRuns: number[] = [];
  const rowPlaces: number[] = [];
  /** All that was ever entered. */
  const entered = { count: 0, bytes: 0 };

  function runAt(number: number): number {
    const known = rowsOf.get(number);
    if (known !== undefined) return known;
    rowsOf.set(number, runs.length);
    return runs.push({ number, rows: 0, isGone: false }) - 1;
  }

  function effectsOf(run: number): Map<string, Place> {
    const known = effects.get(run) ?? new Map<string, Place>();
    effects.set(run, known);
    return known;
  }

  function enterLine(run: number, key: string, place: Place): Undo {
    const ofRun = lines.get(run) ?? new Map<string, Place>();
    const earlier = ofRun.get(key);
    const order = earlier === undefined ? [] : [...ofRun.keys()];
    // Taken out first: a line that ends again goes to the end of the order.
    ofRun.delete(key);
    lines.set(run, ofRun.set(key, place));
    return () => {
      ofRun.delete(key);
      if (earlier === undefined) return;
      const places = new Map(ofRun).set(key, earlier);
      ofRun.clear();
      for (const each of order) ofRun.set(each, places.get(each)!);
    };
  }

  return {
    keywords,
    files,
    lines,
    effects,
    log,
    /** Adds a step whose parts lie at these places, and says how to take it out again. Rows of a run that is gone are left out. */
    enter(step: Step, places: readonly Place[], isRun: boolean): Undo {
      const undos: Undo[] = [];
      const count = places.length + step.files.length - inLog(step).length;
      const bytes = places.reduce((sum, { length }) => sum + length, 0);
      entered.count += count;
      entered.bytes += bytes;
      undos.push(() => {
        entered.count -= count;
        entered.bytes -= bytes;
      });
      let next = 0;
      const place = (): Place => places[next++]!;
      if (step.line !== undefined) {
        const stands = place();
        if (isRun) undos.push(enterLine(step.n, step.line, stands));
      }
      for (const keyword of step.articles) undos.push(put(keywords, keyword, place()));
      for (const file of step.files)
        undos.push(put(files, file.path, file.blob === undefined ? { ...file, place: place() } : file));
      if (isRun && step.rows > 0) {
        const at = runAt(step.n);
        const run = runs[at]!;
        const before = rowRuns.length;
        for (let row = 0; row < step.rows; row += 1) {
          const stands = place();
          rowRuns.push(at);
          rowPlaces.push(stands.at, stands.length);
        }
        run.rows += step.rows;
        undos.push(() => {
          rowRuns.length = before;
          rowPlaces.length = before * 2;
          run.rows -= step.rows;
        });
      } else next += step.rows;
      if (step.log > 0) {
        const entries = Array.from({ length: step.log }, place);
        undos.push(log.add(entries, step.first));
      }
      for (const key of step.effects ?? []) {
        const stands = place();
        if (isRun) undos.push(put(effectsOf(step.n), key, stands));
      }
      if (step.dropped !== undefined) undos.push(log.drop(step.dropped));
      return () => {
        for (const undo of undos.toReversed()) undo();
      };
    },
    *rows(run?: number): Generator<Place> {
      const only = run === undefined ? undefined : rowsOf.get(run);
      if (run !== undefined && only === undefined) return;
      for (let row = 0; row < rowRuns.length; row += 1) {
        const of = rowRuns[row]!;
        if (only === undefined ? runs[of]!.isGone : of !== only) continue;
        yield { at: rowPlaces[row * 2]!, length: rowPlaces[row * 2 + 1]! };
      }
    },
    countRows(run?: number): number {
      if (run !== undefined) return runs[rowsOf.get(run) ?? -1]?.rows ?? 0;
      return runs.reduce((sum, { rows, isGone }) => sum + (isGone ? 0 : rows), 0);
    },
    /** Forgets the rows, lines and effects of a run. */
    dropRun(run: number): void {
      lines.delete(run);
      effects.delete(run);
      const rows = runs[rowsOf.get(run) ?? -1];
      if (rows !== undefined) rows.isGone = true;
    },
    /** How many of the first so many bytes of the log are of things that are still here, with their share of what is around. */
    wanted(length: number): number {
      let count = files.size;
      let bytes = 0;
      const add = (places: Iterable<Place>) => {
        for (const place of places) {
          count += 1;
          bytes += place.length;
        }
      };
      add(keywords.values());
      add(this.rows());
      add(log.above(0));
      for (const ofRun of lines.values()) add(ofRun.values());
      for (const ofRun of effects.values()) add(ofRun.values());
      for (const { place } of files.values()) bytes += place?.length ?? 0;
      return bytes + (length - entered.bytes) * (count / Math.max(entered.count, 1));
    },
    /** How many things it knows the place of. */
    size: () => rowRuns.length + log.size() + keywords.size,
  };
}

export type ContentIndex = ReturnType<typeof createContentIndex>;

/** Sets a member of a map, and says how to set it back. */
function put<K, V>(map: Map<K, V>, key: K, value: V): Undo {
  const before = map.get(key);
  map.set(key, value);
  return () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  };
}
