import { copyOf, type JsonObject } from "../kernel/json.js";
import type {
  Account,
  AccountStore,
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
  TaskStore,
} from "../kernel/storage.js";
import type { Sealed, Task } from "../kernel/task.js";
import { fits, type Narrowed, narrowed } from "./hints.js";
import { nameTaken, noTaskForRun, taken } from "./refusals.js";
import { createTaskIndex, type Indexed } from "./task-index.js";
import { createTurns } from "./turns.js";

/** A task and all that belongs to it, so that deleting it is forgetting one thing. */
interface Shelf extends Indexed {
  /** Without its encrypted values, since no search may see those. */
  task: Task;
  sealed: Sealed | undefined;
  live: boolean;
  readonly articles: Map<string, Article>;
  rows: { readonly runId: string; readonly row: JsonObject }[];
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
  const accounts = new Map<string, Account>();
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
      for (const entry of pageOf(shelves.get(taskId)?.log, page)) yield copyOf(entry);
    },
  };

  function rowsOf(taskId: string, runId: string | undefined): Shelf["rows"] {
    const all = shelves.get(taskId)?.rows ?? [];
    return runId === undefined ? all : all.filter((row) => row.runId === runId);
  }

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

  const accountStore: AccountStore = {
    async insert(account) {
      if (accounts.has(account._id)) throw taken("account");
      refuseTakenName(account);
      accounts.set(account._id, copyOf(account));
    },
    async get(id) {
      return copyOf(accounts.get(id));
    },
    async named(kind, name) {
      return copyOf(accountNamed(kind, name));
    },
    async replace(account) {
      if (accounts.get(account._id)?.revision !== account.revision - 1) return false;
      refuseTakenName(account);
      accounts.set(account._id, copyOf(account));
      return true;
    },
    async delete(id) {
      return accounts.delete(id);
    },
    async *list(page) {
      const all = [...accounts.values()];
      const wanted = page?.kind === undefined ? all : all.filter(({ kind }) => kind === page.kind);
      for (const account of pageOf(wanted, page)) yield copyOf(account);
    },
  };

  function accountNamed(kind: string, name: string): Account | undefined {
    return [...accounts.values()].find((account) => account.kind === kind && account.name === name);
  }

  function refuseTakenName({ _id, kind, name }: Account): void {
    const holder = accountNamed(kind, name);
    if (holder !== undefined && holder._id !== _id) throw nameTaken();
  }

  return { name: "memory", tasks, content, runs: runStore, accounts: accountStore, async open() {}, async close() {} };
}

function parted({ sealed, ...task }: Task): Pick<Shelf, "task" | "sealed"> {
  return { task: copyOf(task), sealed: copyOf(sealed) };
}

function* pageOf<T>(items: Iterable<T> | undefined, { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {}) {
  let place = 0;
  for (const item of items ?? []) {
    if (place >= offset + limit) return;
    if (place >= offset) yield item;
    place += 1;
  }
}

function infoOf({ path, type, size, sha256 }: FileInfo): FileInfo {
  return { path, type, size, sha256 };
}

function copyOfFile(file: StoredFile): StoredFile {
  return { ...infoOf(file), bytes: new Uint8Array(file.bytes) };
}
