import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonObject } from "../kernel/json.js";
import type {
  Article,
  ContentStore,
  FileInfo,
  LineResult,
  LogEntry,
  Page,
  Run,
  RunStore,
  StorageAdapter,
  StoredFile,
  TaskHint,
  TaskStore,
} from "../kernel/storage.js";
import { summaryOf, type Task } from "../kernel/task.js";
import { type IndexedField, type Narrowing, narrowings } from "./hints.js";
import { noTaskForRun, taken } from "./refusals.js";

const SHARED_FIELDS = ["type", "status", "group", "name"] as const satisfies readonly IndexedField[];
type SharedField = (typeof SHARED_FIELDS)[number];

/** How many tasks a scan delivers before it lets other work of the process go on. */
const TASKS_PER_TURN = 250;

/** A task and all that belongs to it, so that deleting it is forgetting one thing. */
interface Shelf {
  /** Counts the insertions of the storage. */
  readonly number: number;
  task: Task;
  readonly articles: Map<string, Article>;
  readonly rows: { readonly runId: string; readonly row: JsonObject }[];
  readonly files: Map<string, StoredFile>;
  readonly log: LogEntry[];
  readonly runs: Set<string>;
}

interface RunRecord {
  run: Run;
  readonly shelf: Shelf;
  readonly lines: Map<string, LineResult>;
}

/** Keeps everything in this process until it ends. Every other storage is measured against this one. */
export function memoryStorage(): StorageAdapter {
  // Maps, because ids, keywords and groups are whatever a caller sends, `__proto__` and `constructor` included.
  const shelves = new Map<string, Shelf>();
  const runs = new Map<string, RunRecord>();
  const index = taskIndex();
  let inserted = 0;

  /** The shelves a hint asks for, in creation order; those of tasks inserted while it is read are left out. */
  function* matching(hint?: TaskHint): Generator<Shelf> {
    const wanted = narrowings(hint);
    if (wanted.length > 0) {
      yield* candidates(wanted);
      return;
    }
    const newest = inserted;
    for (const shelf of shelves.values()) {
      if (shelf.number > newest) return;
      yield shelf;
    }
  }

  function candidates(wanted: readonly Narrowing[]): Shelf[] {
    const found = wanted.map((narrowing) => ({ narrowing, sets: setsOf(narrowing) }));
    const smallest = found.reduce((best, next) => (sizeOf(next.sets) < sizeOf(best.sets) ? next : best));
    const others = wanted.filter((narrowing) => narrowing !== smallest.narrowing);
    return smallest.sets
      .flatMap((set) => [...set])
      .filter(({ task }) => others.every(({ field, values }) => values.has(task[field])))
      .sort((one, other) => one.number - other.number);
  }

  function setsOf({ field, values }: Narrowing): ReadonlySet<Shelf>[] {
    if (field !== "_id") return Array.from(values, (value) => index.having(field, value));
    return [new Set(Array.from(values, (id) => shelves.get(id)).filter((shelf) => shelf !== undefined))];
  }

  async function* deliver<T>(hint: TaskHint | undefined, form: (task: Task) => T): AsyncGenerator<T> {
    let delivered = 0;
    for (const shelf of matching(hint)) {
      if (shelves.get(shelf.task._id) !== shelf) continue;
      yield form(shelf.task);
      delivered += 1;
      if (delivered % TASKS_PER_TURN === 0) await nextTurn();
    }
  }

  const tasks: TaskStore = {
    async insert(task) {
      if (shelves.has(task._id)) throw taken("task");
      inserted += 1;
      const shelf: Shelf = {
        number: inserted,
        task: copyOf(task),
        articles: new Map(),
        rows: [],
        files: new Map(),
        log: [],
        runs: new Set(),
      };
      shelves.set(task._id, shelf);
      index.add(shelf);
    },
    async get(id) {
      return copyOf(shelves.get(id)?.task);
    },
    async replace(task) {
      const shelf = shelves.get(task._id);
      if (shelf?.task.revision !== task.revision - 1) return false;
      const before = shelf.task;
      shelf.task = copyOf(task);
      index.change(shelf, before);
      return true;
    },
    async delete(id) {
      const shelf = shelves.get(id);
      if (shelf === undefined) return false;
      shelves.delete(id);
      index.remove(shelf);
      for (const runId of shelf.runs) runs.delete(runId);
      return true;
    },
    scan: (hint) => deliver(hint, copyOf),
    summaries: (hint) => deliver(hint, summaryOf),
    async count(hint) {
      const wanted = narrowings(hint);
      return wanted.length === 0 ? shelves.size : candidates(wanted).length;
    },
    async groups() {
      return index
        .values("group")
        .filter((group) => group !== "")
        .sort();
    },
  };

  const content: ContentStore = {
    async keywords(taskId) {
      return [...(shelves.get(taskId)?.articles.keys() ?? [])];
    },
    async article(taskId, keyword) {
      return copyOf(shelves.get(taskId)?.articles.get(keyword));
    },
    async rows(taskId, page) {
      const all = shelves.get(taskId)?.rows ?? [];
      const wanted = page?.runId === undefined ? all : all.filter(({ runId }) => runId === page.runId);
      return pageOf(wanted, page).map(({ row }) => copyOf(row));
    },
    async countRows(taskId) {
      return shelves.get(taskId)?.rows.length ?? 0;
    },
    async files(taskId) {
      return Array.from(shelves.get(taskId)?.files.values() ?? [], infoOf).sort((one, other) =>
        one.path < other.path ? -1 : 1,
      );
    },
    async file(taskId, path) {
      const file = shelves.get(taskId)?.files.get(path);
      return file && copyOfFile(file);
    },
    async log(taskId, page) {
      return pageOf(shelves.get(taskId)?.log ?? [], page).map(copyOf);
    },
  };

  const runStore: RunStore = {
    async insert(run) {
      if (runs.has(run._id)) throw taken("run");
      const shelf = shelves.get(run.taskId);
      if (shelf === undefined) throw noTaskForRun();
      runs.set(run._id, { run: copyOf(run), shelf, lines: new Map() });
      shelf.runs.add(run._id);
    },
    async get(id) {
      return copyOf(runs.get(id)?.run);
    },
    async replace(run) {
      const record = runs.get(run._id);
      if (record?.run.revision !== run.revision - 1) return false;
      record.run = copyOf(run);
      return true;
    },
    async lines(runId) {
      return Array.from(runs.get(runId)?.lines.values() ?? [], copyOf);
    },
    async write(runId, output) {
      const record = runs.get(runId);
      if (record?.run.status !== "running") return false;
      const { line, articles, rows, log } = copyOf({ ...output, files: undefined });
      const files = output.files?.map(copyOfFile);
      const { shelf, lines } = record;
      if (line !== undefined) {
        // Taken out first: a line that ends again goes to the end of the order.
        lines.delete(line.key);
        lines.set(line.key, line);
      }
      for (const { keyword, article } of articles ?? []) shelf.articles.set(keyword, article);
      for (const row of rows ?? []) shelf.rows.push({ runId, row });
      for (const file of files ?? []) shelf.files.set(file.path, file);
      for (const entry of log ?? []) shelf.log.push(entry);
      return true;
    },
    async log(runId, entries) {
      const record = runs.get(runId);
      if (record === undefined) return false;
      for (const entry of copyOf(entries)) record.shelf.log.push(entry);
      return true;
    },
  };

  return { name: "memory", tasks, content, runs: runStore, async open() {}, async close() {} };
}

/** Which shelves have which value, for the fields that tasks may share. */
function taskIndex() {
  const shelvesBy: Record<SharedField, Map<string, Set<Shelf>>> = {
    type: new Map(),
    status: new Map(),
    group: new Map(),
    name: new Map(),
  };
  const none: ReadonlySet<Shelf> = new Set();

  function enter(field: SharedField, value: string, shelf: Shelf): void {
    const set = shelvesBy[field].get(value);
    if (set === undefined) shelvesBy[field].set(value, new Set([shelf]));
    else set.add(shelf);
  }

  function leave(field: SharedField, value: string, shelf: Shelf): void {
    const set = shelvesBy[field].get(value);
    set?.delete(shelf);
    if (set?.size === 0) shelvesBy[field].delete(value);
  }

  return {
    add(shelf: Shelf): void {
      for (const field of SHARED_FIELDS) enter(field, shelf.task[field], shelf);
    },
    remove(shelf: Shelf): void {
      for (const field of SHARED_FIELDS) leave(field, shelf.task[field], shelf);
    },
    change(shelf: Shelf, before: Task): void {
      for (const field of SHARED_FIELDS) {
        if (before[field] === shelf.task[field]) continue;
        leave(field, before[field], shelf);
        enter(field, shelf.task[field], shelf);
      }
    },
    having: (field: SharedField, value: string): ReadonlySet<Shelf> => shelvesBy[field].get(value) ?? none,
    values: (field: SharedField): string[] => [...shelvesBy[field].keys()],
  };
}

function sizeOf(sets: readonly ReadonlySet<Shelf>[]): number {
  return sets.reduce((sum, set) => sum + set.size, 0);
}

function pageOf<T>(items: readonly T[], page: Page = {}): readonly T[] {
  const from = page.offset ?? 0;
  return items.slice(from, page.limit === undefined ? undefined : from + page.limit);
}

function infoOf({ path, type, size, sha256 }: FileInfo): FileInfo {
  return { path, type, size, sha256 };
}

function copyOfFile(file: StoredFile): StoredFile {
  return { ...infoOf(file), bytes: new Uint8Array(file.bytes) };
}

/**
 * What writing a value as JSON and reading it again gives, three times faster than doing so: members that are undefined
 * are left out, and so is the sign of zero.
 */
function copyOf<T>(value: T): T {
  return copyOfJson(value) as T;
}

const OWN = { enumerable: true, writable: true, configurable: true } as const;

function copyOfJson(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOfJson);
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    // Assigning to this one name would set the prototype and lose the member.
    if (key === "__proto__") Object.defineProperty(copy, key, { ...OWN, value: copyOfJson(member) });
    else copy[key] = copyOfJson(member);
  }
  return copy;
}
