import type {
  Account,
  Article,
  Delivery,
  Effect,
  FileInfo,
  KeptLogEntry,
  LineResult,
  LogEntry,
  LogLevel,
  Run,
  RunOutput,
  StoredFile,
  TaskWithRuns,
} from "./storage/records.js";
import type { ListForm, ListPart, Selection, TaskHint, TaskOrder } from "./storage/selection.js";
import type { Task, TaskStatus } from "./task.js";
import type { JsonObject } from "./values/json.js";

export * from "./storage/records.js";
export * from "./storage/selection.js";

/**
 * What any storage promises:
 * - a promise that resolved is durable (memory: until the process ends), and never half done;
 * - records cross the boundary as copies: changing one that was handed in or out changes nothing that is stored;
 * - lists are in creation order, oldest first;
 * - a failure is a ScriptoriumError with code STORAGE_FAILED or STORAGE_FULL and the engine's error as its cause;
 * - the engine's errors never end the process, and a passing one (a full disk, a lost connection) is over when its
 *   cause is: the same storage goes on.
 * The cases of contracts/storage-contract.ts are this text in executable form.
 */
export interface StorageAdapter {
  readonly name: string;
  readonly tasks: TaskStore;
  readonly content: ContentStore;
  readonly runs: RunStore;
  readonly accounts: AccountStore;
  readonly deliveries: DeliveryStore;
  /** Makes the storage ready; called once before anything else. */
  open(): Promise<void>;
  /**
   * Waits for running writes and releases everything the storage opened itself. Closing twice, also at the same time, is
   * safe: the later call resolves without doing anything more.
   */
  close(): Promise<void>;
  /**
   * Reports tasks that others changed, for example another process; where that is impossible there is no such method. Returns
   * the function that ends it.
   */
  watch?(listener: (change: TaskChange) => void): () => void;
  /** Writes a copy of the whole store to a path where nothing is yet, while the storage is in use. */
  backup?(path: string): Promise<void>;
  /** Removes from the disk what was replaced or deleted and could still be read there. */
  scrub?(): Promise<void>;
  /**
   * Rejects while the store cannot be written. It is asked often: one that could be written at the last time is not tried, any
   * other by a write that changes nothing.
   */
  writable?(): Promise<void>;
  /** Reads the whole store and reports what is wrong with it. Changes nothing. */
  check?(): AsyncIterable<StoreFinding>;
}

export interface TaskChange {
  readonly kind: "insert" | "replace" | "delete";
  readonly id: string;
}

export interface StoreFinding {
  /** What it is about: a file, a table, the id of a task. */
  readonly where: string;
  /** One sentence of what is wrong. */
  readonly trouble: string;
  /** One sentence of what to do, or of what opening the store does about it. */
  readonly repair: string;
}

/** Where a text is in a scratch file. */
export interface ScratchPlace {
  readonly start: number;
  readonly length: number;
}

/** Room on the disk for what does not fit in memory; gone when it is closed or the process ends. */
export interface Scratch {
  /** Returns the places of the texts, in their order. One call at a time. */
  append(texts: readonly string[]): Promise<readonly ScratchPlace[]>;
  read(place: ScratchPlace): Promise<string>;
  close(): Promise<void>;
}

export interface TaskStore {
  /** Throws STORAGE_FAILED when the id is already there. */
  insert(task: Task): Promise<void>;
  /** Inserts the tasks in this order, all or none, for storages in which a step costs much. Throws as `insert` does. */
  insertAll?(tasks: readonly Task[]): Promise<void>;
  /**
   * Inserts tasks with all that belongs to them, in this order, all or none, for storages in which a step costs much. Of what
   * has the same key or path the last one counts, as with `RunStore.write`. Throws STORAGE_FAILED when the id of a task or
   * run is already there.
   */
  insertWithRuns?(tasks: readonly TaskWithRuns[]): Promise<void>;
  get(id: string): Promise<Task | undefined>;
  /**
   * Writes the task when the stored revision is one less than the given one, and says whether it did.
   * Exactly one of any number of concurrent callers with the same revision gets `true`.
   */
  replace(task: Task): Promise<boolean>;
  /** Removes the task with its articles, rows, files, logs and runs. Says whether it was there. */
  delete(id: string): Promise<boolean>;
  /**
   * What `selection` picks, in creation order of the tasks; those deleted meanwhile may be in or out, those inserted
   * meanwhile are out. Other work of the process goes on between the tasks, however many are passed over.
   */
  scan<T>(selection: Selection<T>, hint?: TaskHint): AsyncIterable<T>;
  /** As `scan`, several at a time: those that are at hand together. Much less work for long lists. */
  parts?<T>(selection: Selection<T>, hint?: TaskHint): AsyncIterable<readonly T[]>;
  /**
   * The tasks that `judge` picks, all of them without one, each as the text of its JSON and without `sealed`; for
   * storages that keep such text. Otherwise as `scan`.
   */
  texts?(judge?: Selection<true>, hint?: TaskHint): AsyncIterable<string>;
  /**
   * A list of the tasks that `hint` describes, for storages that make the text of its JSON with less work than it takes to
   * read the tasks. `hint` has no conditions but that members of TEXT_MEMBERS equal a text, and the list holds no others
   * than the tasks that meet them. Otherwise as `scan`.
   */
  listed?(form: ListForm, hint?: TaskHint): AsyncIterable<ListPart>;
  /**
   * The ids of the first `most` tasks in an order, perhaps with others and in no order themselves. `hint` has no conditions
   * but that members of TEXT_MEMBERS equal a text. Undefined when that cannot be said sooner than by a scan.
   */
  first?(order: TaskOrder, most: number, hint?: TaskHint): Promise<readonly string[] | undefined>;
  /** Where large sorts are done; without it they are done in memory. Throws STORAGE_FULL and STORAGE_FAILED. */
  scratch?(): Promise<Scratch>;
  /** Number of tasks that a scan would look at. */
  count(hint?: TaskHint): Promise<number>;
  /** The distinct groups that are not empty, sorted by code unit. */
  groups(): Promise<readonly string[]>;
}

export interface Page {
  /** How many to pass over; 0 by default. */
  readonly offset?: number;
  /** How many at most; all by default. */
  readonly limit?: number;
}

/**
 * What runs have produced. Everything here is written by `RunStore.write` and removed by `TaskStore.delete`. Lists are read
 * as they are asked for; what is added meanwhile may be in or out.
 */
export interface ContentStore {
  /** Keywords with an article, in the order they were first stored. */
  keywords(taskId: string, page?: Page): AsyncIterable<string>;
  /**
   * The keywords of the first of these tasks, a list for each in their order: of as many as have few keywords together,
   * perhaps of none. For storages in which that is less work than one task after another.
   */
  keywordsOfFirst?(taskIds: readonly string[]): Promise<readonly (readonly string[])[]>;
  article(taskId: string, keyword: string): Promise<Article | undefined>;
  /** Rows of all runs, or of one, oldest first. */
  rows(taskId: string, page?: Page & { readonly runId?: string }): AsyncIterable<JsonObject>;
  countRows(taskId: string, runId?: string): Promise<number>;
  /** Without the bytes, sorted by path, by code unit. */
  files(taskId: string, page?: Page): AsyncIterable<FileInfo>;
  file(taskId: string, path: string): Promise<StoredFile | undefined>;
  /** Oldest first: those numbered above `after`, of the levels asked for. `offset` and `limit` count what is left then. */
  log(
    taskId: string,
    page?: Page & { readonly after?: number; readonly levels?: readonly LogLevel[] },
  ): AsyncIterable<KeptLogEntry>;
}

export interface RunStore {
  /** Throws STORAGE_FAILED when the id is already there, and when the run's task is not. */
  insert(run: Run): Promise<void>;
  get(id: string): Promise<Run | undefined>;
  /**
   * Inserts a run and replaces its task in one step: both or neither, also after a crash. `false`, and nothing is stored,
   * when the task has another revision by now or is gone.
   */
  insertWithTask(run: Run, task: Task): Promise<boolean>;
  /** Compare-and-set on `revision`, as for tasks. */
  replace(run: Run): Promise<boolean>;
  /** As `replace` and `log` in one step; `false`, and nothing is stored, when the run has another revision by now. */
  replaceWithLog?(run: Run, entries: readonly LogEntry[]): Promise<boolean>;
  /**
   * As `replace`, and holds the run for this storage for `ttlMs` milliseconds by the storage's own clock, which no change
   * of the machine's time moves. `run` is `running` and its fence is its revision.
   */
  claim(run: Run, ttlMs: number): Promise<boolean>;
  /** As `claim`, and replaces the task of the run in the same step: both or neither. */
  claimWithTask?(run: Run, task: Task, ttlMs: number): Promise<boolean>;
  /**
   * Holds the run for another `ttlMs` from now. `false` when it is no longer `running` or has another fence: somebody
   * else ended it or took it over. That it is held need not survive a crash.
   */
  renew(runId: string, fence: number, ttlMs: number): Promise<boolean>;
  /**
   * The ids of those that are `running` and held by nobody: the time ran out, or the storage knows that the process that
   * held it is gone.
   */
  lapsed(): AsyncIterable<string>;
  /** Removes the run with its lines, effects and rows; articles, files and log belong to the task and stay. */
  delete(id: string): Promise<boolean>;
  /** The runs of a task, oldest first. */
  of(taskId: string, page?: Page): AsyncIterable<Run>;
  count(taskId: string): Promise<number>;
  /** The lines that have ended, in the order they ended. A line that ends again replaces its earlier end. */
  lines(runId: string, page?: Page): AsyncIterable<LineResult>;
  /** What the run did in the outside world, or was about to, in the order it was first written down. */
  effects(runId: string, page?: Page): AsyncIterable<Effect>;
  effect(runId: string, key: string): Promise<Effect | undefined>;
  /**
   * Stores the output of a step. Does nothing and returns `false` unless the run exists, its status is `running` and its
   * fence is this one: that is how what is written after a run was ended, deleted or taken over is kept out.
   */
  write(runId: string, output: RunOutput, fence: number): Promise<boolean>;
  /** Adds to the log of the run's task whatever the status of the run; `false` when the run is gone. */
  log(runId: string, entries: readonly LogEntry[]): Promise<boolean>;
  /**
   * Drops the oldest entries of a task's log until the JSON of the others has at most `maxBytes` bytes, and says how many
   * it dropped.
   */
  trimLog(taskId: string, maxBytes: number): Promise<number>;
}

export interface AccountStore {
  /** Throws STORAGE_FAILED when the id is there, or the name among those of the kind. */
  insert(account: Account): Promise<void>;
  get(id: string): Promise<Account | undefined>;
  named(kind: string, name: string): Promise<Account | undefined>;
  /** Compare-and-set on `revision`, as for tasks. Throws STORAGE_FAILED when another account has the name. */
  replace(account: Account): Promise<boolean>;
  delete(id: string): Promise<boolean>;
  /** Accounts of all kinds, or of one, in creation order. */
  list(page?: Page & { readonly kind?: string }): AsyncIterable<Account>;
}

/** They do not belong to a task: what was to be reported of it is sent when it is gone, too. */
export interface DeliveryStore {
  /** Says whether it was stored: `false` when the id is there already. */
  insert(delivery: Delivery): Promise<boolean>;
  get(id: string): Promise<Delivery | undefined>;
  /** Compare-and-set on `revision`, as for tasks. */
  replace(delivery: Delivery): Promise<boolean>;
  delete(id: string): Promise<boolean>;
  /** All, or those of a webhook or in a state, oldest first. */
  list(page?: Page & { readonly webhookId?: string; readonly state?: Delivery["state"] }): AsyncIterable<Delivery>;
  /** Those waiting that are due at this time (ISO 8601), those due first before the others. */
  due(at: string, limit: number): AsyncIterable<Delivery>;
  /** Removes those finished before this time (ISO 8601) and says how many. */
  clear(before: string): Promise<number>;
}

/** Statuses from which a restarted server takes tasks up again. */
export const UNSETTLED: readonly TaskStatus[] = ["waiting", "running", "aborting..."];
