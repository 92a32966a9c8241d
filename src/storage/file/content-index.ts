import type { FileInfo } from "../../kernel/storage.js";
import type { Undo } from "./append-log.js";
import type { Place } from "./lines.js";
import { createLogIndex } from "./log-index.js";
import { createRowIndex } from "./row-index.js";

/**
 * The first part of a line: what a step of a run left behind. The others are its line, its articles, the bytes of files that
 * are in no file of their own, its rows, its log entries and its effects. A line can also say only that log entries were
 * dropped or that the log was rewritten; then it is of no run.
 */
export interface Step {
  readonly run: string;
  /** Number of the run: a later run of the same id has another. */
  readonly n: number;
  readonly line?: string;
  readonly articles: readonly string[];
  readonly rows: number;
  /** The name of the rows: earlier ones of the run with it are replaced. */
  readonly rowsFor?: string;
  readonly files: readonly StepFile[];
  /** Paths of files that were removed before those of the step were stored. */
  readonly removed?: readonly string[];
  readonly log: number;
  /** The number of the first log entry. Steps written before entries had numbers go on counting. */
  readonly first?: number;
  /** The keys of the effects. */
  readonly effects?: readonly string[];
  /** Log entries up to this number are dropped. */
  readonly dropped?: number;
  /** How often the log was rewritten; in its first line, from the first time on. */
  readonly rewritten?: number;
}

/**
 * How far the log of a task's content was on the disk when a line of the main log was written: how often the log had been
 * rewritten by then, and its bytes. A log only grows until it is rewritten.
 */
export type ContentEnd = readonly [rewritten: number, bytes: number];

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

const NOTHING: Step = { run: "", n: 0, articles: [], rows: 0, files: [], log: 0 };

/** The line that says which log entries are dropped. */
export function droppedUpTo(dropped: number): Step {
  return { ...NOTHING, dropped };
}

/** The first line of a log that was rewritten so often. */
export function rewrittenSo(rewritten: number): Step {
  return { ...NOTHING, rewritten };
}

function inLog({ files }: Step): StepFile[] {
  return files.filter(({ blob }) => blob === undefined);
}

/** Where everything that belongs to a task is in its log. */
export function createContentIndex() {
  const keywords = new Map<string, Place>();
  const files = new Map<string, FileEntry>();
  const lines = new Map<number, Map<string, Place>>();
  const effects = new Map<number, Map<string, Place>>();
  const log = createLogIndex();
  const rows = createRowIndex();
  let rewritten = 0;
  /** All that was ever entered. */
  const entered = { count: 0, bytes: 0 };

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
    rows,
    /** How often the log was rewritten. */
    rewritten: () => rewritten,
    /** Adds a step whose parts lie at these places, and says how to take it out again. Rows of a run that is gone are left out. */
    enter(step: Step, places: readonly Place[], isRun: boolean): Undo {
      const undos: Undo[] = [];
      rewritten = step.rewritten ?? rewritten;
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
        const position = place();
        if (isRun) undos.push(enterLine(step.n, step.line, position));
      }
      for (const keyword of step.articles) undos.push(put(keywords, keyword, place()));
      for (const path of step.removed ?? []) undos.push(takeOut(files, path));
      for (const file of step.files)
        undos.push(put(files, file.path, file.blob === undefined ? { ...file, place: place() } : file));
      const stepRows = Array.from({ length: step.rows }, place);
      if (isRun) undos.push(rows.add(step.n, stepRows, step.rowsFor));
      if (step.log > 0) {
        const entries = Array.from({ length: step.log }, place);
        undos.push(log.add(entries, step.first));
      }
      for (const key of step.effects ?? []) {
        const position = place();
        if (isRun) undos.push(put(effectsOf(step.n), key, position));
      }
      if (step.dropped !== undefined) undos.push(log.drop(step.dropped));
      return () => {
        for (const undo of undos.toReversed()) undo();
      };
    },
    /** Forgets the rows, lines and effects of a run. */
    dropRun(run: number): void {
      lines.delete(run);
      effects.delete(run);
      rows.forget(run);
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
      add(rows.of());
      add(log.above(0));
      for (const ofRun of lines.values()) add(ofRun.values());
      for (const ofRun of effects.values()) add(ofRun.values());
      for (const { place } of files.values()) bytes += place?.length ?? 0;
      return bytes + (length - entered.bytes) * (count / Math.max(entered.count, 1));
    },
    /** How many things it knows the place of. */
    size: () => rows.size() + log.size() + keywords.size,
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

/** Takes a member out of a map, and says how to put it back: the order of files is that of their paths. */
function takeOut<K, V>(map: Map<K, V>, key: K): Undo {
  const before = map.get(key);
  map.delete(key);
  return () => {
    if (before !== undefined) map.set(key, before);
  };
}
