import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ScriptoriumError } from "../kernel/errors.js";
import type { JsonObject } from "../kernel/json.js";
import type {
  Article,
  ContentStore,
  FileInfo,
  LineResult,
  LogEntry,
  Run,
  RunStatus,
  RunStore,
  StorageAdapter,
  StoredFile,
  TaskHint,
  TaskStore,
} from "../kernel/storage.js";
import type { Task, TaskStatus, TaskSummary } from "../kernel/task.js";
import { narrowings } from "./hints.js";
import { noTaskForRun, taken } from "./refusals.js";
import { connect } from "./sqlite/connection.js";
import { type GroupCommit, groupCommit } from "./sqlite/group-commit.js";
import { prepare, type Statements } from "./sqlite/statements.js";
import { PAGE, parametersOf, taskWalks, type WalkOf } from "./sqlite/task-walk.js";
import { failed, patiently, storageTrouble } from "./sqlite/trouble.js";

export interface SqliteOptions {
  /** The file of the store, made when it is not there (its folder is not), or `:memory:` for none. */
  readonly path: string;
  /**
   * How long SQLite itself waits for another process, which blocks this one; 250 by default. After that the storage
   * goes on trying for 5 seconds without blocking.
   */
  readonly busyTimeoutMs?: number;
}

/** Everything in one file, through the SQLite that Node.js brings along. Several processes may use one file. */
export function sqliteStorage({ path, busyTimeoutMs = 250 }: SqliteOptions): StorageAdapter {
  if (path === "") {
    // SQLite would take it for a temporary store and throw that away at the end.
    throw new ScriptoriumError("CONFIG_INVALID", "The SQLite storage has no path. Name a file or :memory:.");
  }
  let store: OpenStore | undefined;

  function opened(): OpenStore {
    if (store === undefined) throw failed("The storage is not open. Open it before using it.");
    return store;
  }

  async function read<T>(work: (store: OpenStore) => T): Promise<T> {
    return patiently(() => work(opened()));
  }

  async function write<T>(work: (statements: Statements) => T): Promise<T> {
    const { commits, statements } = opened();
    return commits.write(() => work(statements));
  }

  async function* walk<Row extends { readonly seq: number }>(of: WalkOf, hint?: TaskHint): AsyncGenerator<Row> {
    const wanted = narrowings(hint);
    if (wanted.some(({ values }) => values.size === 0)) return;
    const { walk, newest } = await read(({ statements, walks }) => ({
      walk: walks.plan(wanted),
      // Tasks inserted from now on are left out, so that inserting one for each ends.
      newest: one<{ seq: number | null }>(statements.newestTask)?.seq ?? 0,
    }));
    const parameters = parametersOf(walk);
    let after = 0;
    for (;;) {
      const rows = await read(({ walks }) => all<Row>(walks.page(walk, of), ...parameters, after, newest));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE[of]) return;
      after = last.seq;
      await nextTurn();
    }
  }

  const tasks: TaskStore = {
    async insert(task) {
      const { _id, group, name, type, status, data, createdAt, updatedAt, revision, ...more } = task;
      const columns = [_id, group, name, type, status, createdAt, updatedAt, revision, JSON.stringify(more)];
      const dataText = JSON.stringify(data);
      const inserted = await write(({ insertTask, insertTaskData }) => {
        const { changes, lastInsertRowid } = insertTask.run(...columns);
        if (changes === 0) return false;
        insertTaskData.run(lastInsertRowid, dataText);
        return true;
      });
      if (!inserted) throw taken("task");
    },
    get: (id) => read(({ statements }) => some(one<TaskRow>(statements.getTask, id), taskOf)),
    async replace(task) {
      const { _id, group, name, type, status, data, createdAt, updatedAt, revision, ...more } = task;
      const columns = [group, name, type, status, createdAt, updatedAt, revision, JSON.stringify(more)];
      const dataText = JSON.stringify(data);
      return write(({ updateTask, updateTaskData }) => {
        const row = one<{ seq: number }>(updateTask, ...columns, _id, revision - 1);
        if (row === undefined) return false;
        updateTaskData.run(row.seq, dataText);
        return true;
      });
    },
    delete: (id) => write(({ deleteTask }) => deleteTask.run(id).changes !== 0),
    async *scan(hint) {
      for await (const row of walk<TaskRow>("tasks", hint)) yield parsed(() => taskOf(row));
    },
    async *summaries(hint) {
      for await (const row of walk<SummaryRow>("summaries", hint)) yield summaryOf(row);
    },
    async count(hint) {
      const wanted = narrowings(hint);
      if (wanted.some(({ values }) => values.size === 0)) return 0;
      return read(({ statements, walks }) => {
        if (wanted.length === 0) return countOf(statements.countTasks);
        const walk = walks.plan(wanted);
        return countOf(walks.count(walk), ...parametersOf(walk));
      });
    },
    async groups() {
      const rows = await read(({ statements }) => all<{ grp: string }>(statements.groups));
      // SQLite orders text by code point, the contract by code unit.
      return rows.map(({ grp }) => grp).sort();
    },
  };

  const content: ContentStore = {
    async keywords(taskId) {
      const rows = await read(({ statements }) => all<{ keyword: string }>(statements.keywords, taskId));
      return rows.map(({ keyword }) => keyword);
    },
    article: (taskId, keyword) =>
      read(({ statements }) => some(one<Recorded>(statements.getArticle, taskId, keyword), recordOf<Article>)),
    rows: (taskId, { runId, limit = -1, offset = 0 } = {}) =>
      read(({ statements }) => {
        const rows =
          runId === undefined
            ? all<Recorded>(statements.rowsOfTask, taskId, limit, offset)
            : all<Recorded>(statements.rowsOfRun, taskId, runId, limit, offset);
        return rows.map(recordOf<JsonObject>);
      }),
    countRows: (taskId) => read(({ statements }) => countOf(statements.countRows, taskId)),
    async files(taskId) {
      const files = await read(({ statements }) => all<FileInfo>(statements.files, taskId));
      return files.map((file) => ({ ...file })).sort((one, other) => (one.path < other.path ? -1 : 1));
    },
    file: (taskId, path) =>
      read(({ statements }) => some(one<StoredFile>(statements.getFile, taskId, path), (file) => ({ ...file }))),
    log: (taskId, { limit = -1, offset = 0 } = {}) =>
      read(({ statements }) => all<Recorded>(statements.log, taskId, limit, offset).map(recordOf<LogEntry>)),
  };

  const runs: RunStore = {
    async insert(run) {
      const { _id, taskId, status, revision } = run;
      const more = moreOfRun(run);
      const problem = await write(({ insertRun, getRun }) => {
        if (insertRun.run(_id, status, revision, more, taskId).changes !== 0) return undefined;
        return getRun.get(_id) === undefined ? noTaskForRun() : taken("run");
      });
      if (problem !== undefined) throw problem;
    },
    get: (id) => read(({ statements }) => some(one<RunRow>(statements.getRun, id), runOf)),
    async replace(run) {
      const { _id, status, revision } = run;
      const more = moreOfRun(run);
      return write(({ updateRun }) => updateRun.run(status, revision, more, _id, revision - 1).changes !== 0);
    },
    lines: (runId) => read(({ statements }) => all<Recorded>(statements.lines, runId).map(recordOf<LineResult>)),
    async write(runId, { line, articles = [], rows = [], files = [], log = [] }) {
      // Everything is turned into what will be stored now: the caller may change its objects while the write waits.
      const lineRow = line && [line.key, JSON.stringify(line)];
      const articleRows = articles.map(({ keyword, article }) => [keyword, JSON.stringify(article)]);
      const rowTexts = rows.map((row) => JSON.stringify(row));
      const fileRows = files.map(fileRow);
      const logTexts = log.map((entry) => JSON.stringify(entry));
      return write((statements) => {
        const place = one<RunPlace>(statements.placeOfRun, runId);
        if (place?.status !== "running") return false;
        const { run, task } = place;
        if (lineRow !== undefined) statements.putLine.run(run, ...lineRow);
        for (const row of articleRows) statements.putArticle.run(task, ...row);
        for (const text of rowTexts) statements.insertRow.run(task, run, text);
        for (const row of fileRows) statements.putFile.run(task, ...row);
        for (const text of logTexts) statements.insertLogEntry.run(task, text);
        return true;
      });
    },
    async log(runId, entries) {
      const texts = entries.map((entry) => JSON.stringify(entry));
      return write(({ placeOfRun, insertLogEntry }) => {
        const place = one<RunPlace>(placeOfRun, runId);
        if (place === undefined) return false;
        for (const text of texts) insertLogEntry.run(place.task, text);
        return true;
      });
    },
  };

  return {
    name: "sqlite",
    tasks,
    content,
    runs,
    async open() {
      store ??= await openStore(path, busyTimeoutMs);
    },
    async close() {
      const closing = store;
      store = undefined;
      if (closing === undefined) return;
      await closing.commits.settled();
      closing.database.close();
    },
  };
}

interface OpenStore {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly walks: ReturnType<typeof taskWalks>;
  readonly commits: GroupCommit;
}

async function openStore(path: string, busyTimeoutMs: number): Promise<OpenStore> {
  const database = await connect(path, busyTimeoutMs);
  return {
    database,
    statements: prepare(database),
    walks: taskWalks(database),
    commits: groupCommit(database),
  };
}

type Bound = string | number | bigint | Uint8Array;

// What a statement answers is untyped; the row types below say what its text selects.
function one<Row>(statement: StatementSync, ...parameters: readonly Bound[]): Row | undefined {
  return statement.get(...parameters) as Row | undefined;
}

function all<Row>(statement: StatementSync, ...parameters: readonly Bound[]): Row[] {
  return statement.all(...parameters) as Row[];
}

function some<Row, T>(row: Row | undefined, form: (row: Row) => T): T | undefined {
  return row === undefined ? undefined : form(row);
}

function countOf(statement: StatementSync, ...parameters: readonly Bound[]): number {
  return one<{ count: number }>(statement, ...parameters)?.count ?? 0;
}

interface SummaryRow {
  readonly seq: number;
  readonly id: string;
  readonly grp: string;
  readonly name: string;
  readonly type: string;
  readonly status: TaskStatus;
}

interface TaskRow extends SummaryRow {
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
  readonly more: string;
  readonly data: string;
}

interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly revision: number;
  readonly more: string;
}

interface RunPlace {
  readonly run: number;
  readonly task: number;
  readonly status: RunStatus;
}

interface Recorded {
  readonly record: string;
}

function summaryOf({ grp, name, type, status, id }: SummaryRow): TaskSummary {
  return { group: grp, name, type, status, id };
}

function taskOf(row: TaskRow): Task {
  return {
    _id: row.id,
    group: row.grp,
    name: row.name,
    type: row.type,
    status: row.status,
    data: JSON.parse(row.data),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    ...JSON.parse(row.more),
  };
}

function runOf(row: RunRow): Run {
  return { _id: row.id, status: row.status, revision: row.revision, ...JSON.parse(row.more) };
}

function moreOfRun({ _id, status, revision, ...more }: Run): string {
  return JSON.stringify(more);
}

function recordOf<T>({ record }: Recorded): T {
  return JSON.parse(record);
}

function fileRow({ path, type, size, sha256, bytes }: StoredFile): Bound[] {
  return [path, type, size, sha256, new Uint8Array(bytes)];
}

function parsed<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw storageTrouble(cause);
  }
}
