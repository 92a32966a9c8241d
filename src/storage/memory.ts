import type {
  Article,
  ContentStore,
  Effect,
  FileInfo,
  KeptLogEntry,
  LineResult,
  LogEntry,
  Run,
  RunStore,
  StorageAdapter,
  StoredFile,
  TaskStore,
} from "../kernel/storage.js";
import type { Sealed, Task } from "../kernel/task.js";
import { copyOf, type JsonObject } from "../kernel/values/json.js";
import { createTurns } from "../kernel/values/turns.js";
import { firstEntries } from "./first-entries.js";
import { fits, type Narrowed, narrowed } from "./hints.js";
import { accountStore } from "./memory/account-store.js";
import { deliveryStore } from "./memory/delivery-store.js";
import { pageOf } from "./memory/page.js";
import { noTaskForRun, taken } from "./refusals.js";
import { createTaskIndex, type Indexed } from "./task-index.js";

/** A task and all that belongs to it, so that deleting it is forgetting one thing. */
interface Shelf extends Indexed {
  /** Without its encrypted values, since no search may see those. */
  task: Task;
  sealed: Sealed | undefined;
  live: boolean;
  readonly articles: Map<string, Article>;
  rows: { readonly runId: string; readonly row: JsonObject; readonly name: string | undefined }[];
  readonly files: Map<string, StoredFile>;
  log: KeptLogEntry[];
  /** Of log entries so far, dropped ones included. */
  logged: number;
  readonly runs: Set<string>;
}

interface RunRecord {
  run: Run;
  readonly shelf: Shelf;
  readonly lines: Map<string, LineResult>;
  readonly effects: Map<string, Effect>;
  /** Until when it is held, as `performance.now()` counts. */
  heldUntil: number;
}

/** Keeps everything in this process until it ends. Every other storage is measured against this one. */
export function memoryStorage(): StorageAdapter {
  // Maps, because ids, keywords and groups are whatever a caller sends, `__proto__` and `constructor` included.
  const shelves = new Map<string, Shelf>();
  const runs = new Map<string, RunRecord>();
  const index = createTaskIndex<Shelf>();
  /** In creation order, with some that are gone. */
  let ordered: Shelf[] = [];
  let inserted = 0;

  /** The shelves a hint asks for in creation order, perhaps with some that are gone or do not fit. */
  function candidates(wanted: Narrowed): Iterable<Shelf> {
    if (wanted === "none") return [];
    return wanted === "all" ? ordered : index.candidates(wanted);
  }

  function isWanted(shelf: Shelf, wanted: Narrowed): boolean {
    return shelf.live && (wanted === "all" || fits(shelf.task, wanted));
  }

  /** Scans go on with the list they began with. */
  function tidy(): void {
    if (ordered.length < 1000 || shelves.size > ordered.length / 2) return;
    ordered = ordered.filter(({ live }) => live);
  }

  const tasks: TaskStore = {
    async insert(task) {
      if (shelves.has(task._id)) throw taken("task");
      inserted += 1;
      tidy();
      const shelf: Shelf = {
        number: inserted,
        live: true,
        ...parted(task),
        articles: new Map(),
        rows: [],
        files: new Map(),
        log: [],
        logged: 0,
        runs: new Set(),
      };
      shelves.set(task._id, shelf);
      ordered.push(shelf);
      index.add(shelf);
    },
    async get(id) {
      const shelf = shelves.get(id);
      if (shelf === undefined) return undefined;
      const task = copyOf(shelf.task);
      return shelf.sealed === undefined ? task : { ...task, sealed: copyOf(shelf.sealed) };
    },
    async replace(task) {
      const shelf = shelves.get(task._id);
      if (shelf?.task.revision !== task.revision - 1) return false;
      const before = shelf.task;
      Object.assign(shelf, parted(task));
      index.change(shelf, before);
      return true;
    },
    async delete(id) {
      const shelf = shelves.get(id);
      if (shelf === undefined) return false;
      shelves.delete(id);
      shelf.live = false;
      index.remove(shelf);
      for (const runId of shelf.runs) runs.delete(runId);
      return true;
    },
    async *scan(selection, hint) {
      const wanted = narrowed(hint);
      const newest = inserted;
      const turns = createTurns();
      for (const shelf of candidates(wanted)) {
        if (shelf.number > newest) return;
        if (turns.due()) await turns.give();
        if (!isWanted(shelf, wanted)) continue;
        const picked = selection.pick(shelf.task);
        if (picked !== undefined) yield picked;
      }
    },
    first: (order, most, hint) => firstEntries(index, order, most, hint),
    async count(hint) {
      const wanted = narrowed(hint);
      if (wanted === "all") return shelves.size;
      let count = 0;
      for (const shelf of candidates(wanted)) if (isWanted(shelf, wanted)) count += 1;
      return count;
    },
    async groups() {
      return index
        .values("group")
        .filter((group) => group !== "")
        .sort();
    },
  };

  const content: ContentStore = {
    async *keywords(taskId, page) {
      yield* pageOf(shelves.get(taskId)?.articles.keys(), page);
    },
    async article(taskId, keyword) {
      return copyOf(shelves.get(taskId)?.articles.get(keyword));
    },
    async *rows(taskId, page) {
      for (const { row } of pageOf(rowsOf(taskId, page?.runId), page)) yield copyOf(row);
    },
    async countRows(taskId, runId) {
      return rowsOf(taskId, runId).length;
    },
    async *files(taskId, page) {
      const files = [...(shelves.get(taskId)?.files.values() ?? [])];
      files.sort((one, other) => (one.path < other.path ? -1 : 1));
      for (const file of pageOf(files, page)) yield infoOf(file);
    },
    async file(taskId, path) {
      const file = shelves.get(taskId)?.files.get(path);
      return file && copyOfFile(file);
    },
    async *log(taskId, page) {
      const { after = 0, levels } = page ?? {};
      const wanted = shelves.get(taskId)?.log.filter(({ n, level }) => n > after && (levels?.includes(level) ?? true));
      for (const entry of pageOf(wanted, page)) yield copyOf(entry);
    },
  };

  function rowsOf(taskId: string, runId: string | undefined): Shelf["rows"] {
    const all = shelves.get(taskId)?.rows ?? [];
    return runId === undefined ? all : all.filter((row) => row.runId === runId);
  }

  const runStore: RunStore = {
    async insert(run) {
      insertRun(run, shelves.get(run.taskId));
    },
    async insertWithTask(run, task) {
      const shelf = shelves.get(task._id);
      if (shelf?.task.revision !== task.revision - 1) return false;
      insertRun(run, shelf);
      return tasks.replace(task);
    },
    async get(id) {
      return copyOf(runs.get(id)?.run);
    },
    async replace(run) {
      return replaced(run) !== undefined;
    },
    async claim(run, ttlMs) {
      const record = replaced(run);
      if (record === undefined) return false;
      record.heldUntil = performance.now() + ttlMs;
      return true;
    },
    async renew(runId, fence, ttlMs) {
      const record = held(runId, fence);
      if (record === undefined) return false;
      record.heldUntil = performance.now() + ttlMs;
      return true;
    },
    async *lapsed() {
      for (const [id, { run, heldUntil }] of runs) {
        if (run.status === "running" && heldUntil < performance.now()) yield id;
      }
    },
    async delete(id) {
      const record = runs.get(id);
      if (record === undefined) return false;
      runs.delete(id);
      record.shelf.runs.delete(id);
      record.shelf.rows = record.shelf.rows.filter(({ runId }) => runId !== id);
      return true;
    },
    async *of(taskId, page) {
      for (const id of pageOf(shelves.get(taskId)?.runs, page)) {
        const record = runs.get(id);
        if (record !== undefined) yield copyOf(record.run);
      }
    },
    async count(taskId) {
      return shelves.get(taskId)?.runs.size ?? 0;
    },
    async *lines(runId, page) {
      for (const line of pageOf(runs.get(runId)?.lines.values(), page)) yield copyOf(line);
    },
    async *effects(runId, page) {
      for (const effect of pageOf(runs.get(runId)?.effects.values(), page)) yield copyOf(effect);
    },
    async effect(runId, key) {
      return copyOf(runs.get(runId)?.effects.get(key));
    },
    async write(runId, output, fence) {
      const record = held(runId, fence);
      if (record === undefined) return false;
      const { line, articles, rows, rowsFor: name, removed, log, effects } = copyOf({ ...output, files: undefined });
      const files = output.files?.map(copyOfFile);
      const { shelf, lines } = record;
      for (const effect of effects ?? []) record.effects.set(effect.key, effect);
      if (line !== undefined) {
        // Taken out first: a line that ends again goes to the end of the order.
        lines.delete(line.key);
        lines.set(line.key, line);
      }
      for (const { keyword, article } of articles ?? []) shelf.articles.set(keyword, article);
      if (name !== undefined) shelf.rows = shelf.rows.filter((row) => row.runId !== runId || row.name !== name);
      for (const row of rows ?? []) shelf.rows.push({ runId, row, name });
      for (const path of removed ?? []) shelf.files.delete(path);
      for (const file of files ?? []) shelf.files.set(file.path, file);
      keep(shelf, log ?? []);
      return true;
    },
    async log(runId, entries) {
      const record = runs.get(runId);
      if (record === undefined) return false;
      keep(record.shelf, copyOf(entries));
      return true;
    },
    async trimLog(taskId, maxBytes) {
      const shelf = shelves.get(taskId);
      if (shelf === undefined) return 0;
      let room = maxBytes;
      const first = shelf.log.findLastIndex((entry) => {
        room -= Buffer.byteLength(JSON.stringify(entry));
        return room < 0;
      });
      shelf.log = shelf.log.slice(first + 1);
      return first + 1;
    },
  };

  function insertRun(run: Run, shelf: Shelf | undefined): void {
    if (runs.has(run._id)) throw taken("run");
    if (shelf === undefined) throw noTaskForRun();
    runs.set(run._id, { run: copyOf(run), shelf, lines: new Map(), effects: new Map(), heldUntil: 0 });
    shelf.runs.add(run._id);
  }

  function replaced(run: Run): RunRecord | undefined {
    const record = runs.get(run._id);
    if (record?.run.revision !== run.revision - 1) return undefined;
    record.run = copyOf(run);
    return record;
  }

  function held(runId: string, fence: number): RunRecord | undefined {
    const record = runs.get(runId);
    return record?.run.status === "running" && record.run.fence === fence ? record : undefined;
  }

  function keep(shelf: Shelf, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      shelf.logged += 1;
      shelf.log.push({ ...entry, n: shelf.logged });
    }
  }

  return {
    name: "memory",
    tasks,
    content,
    runs: runStore,
    accounts: accountStore(),
    deliveries: deliveryStore(),
    async open() {
      // Whoever worked on it before is done with it.
      for (const record of runs.values()) record.heldUntil = 0;
    },
    async close() {},
  };
}

function parted({ sealed, ...task }: Task): Pick<Shelf, "task" | "sealed"> {
  return { task: copyOf(task), sealed: copyOf(sealed) };
}

function infoOf({ path, type, size, sha256 }: FileInfo): FileInfo {
  return { path, type, size, sha256 };
}

function copyOfFile(file: StoredFile): StoredFile {
  return { ...infoOf(file), bytes: new Uint8Array(file.bytes) };
}
