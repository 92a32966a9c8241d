import type { RunErrorCode } from "./errors.js";
import {
  type Progress,
  type Sealed,
  summaryOf,
  type Task,
  type TaskError,
  type TaskStatus,
  type TaskSummary,
} from "./task.js";
import { copyOf, type JsonObject } from "./values/json.js";

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

/**
 * What a matching task must have. A storage narrows with what it has an index for: a scan may deliver too much, never too
 * little. A condition on a path holds for a task when it holds for the value there or, if that is a list, for one of its
 * elements; where lists lie on the way, for what one of their elements has there. A list within a list, there or on the
 * way, means all its elements, at any depth. Text is compared by code unit, and only with text, as numbers only with
 * numbers.
 */
export type TaskHint =
  | { readonly all: readonly TaskHint[] }
  | { readonly any: readonly TaskHint[] }
  | { readonly path: string; readonly values: readonly HintValue[] }
  | { readonly path: string; readonly range: HintRange }
  /** The text there begins with `prefix`. */
  | { readonly path: string; readonly prefix: string };

export type HintValue = string | number | boolean;

/** At least one bound; all are of one type. */
export interface HintRange {
  readonly gt?: string | number;
  readonly gte?: string | number;
  readonly lt?: string | number;
  readonly lte?: string | number;
}

/** The members of a task that can be searched; its encrypted values are not among them. */
export type TaskMember = Exclude<keyof Task, "sealed">;

/** What a scan delivers, and of which tasks. */
export interface Selection<T> {
  /** The members that `pick` reads; a storage may leave out all others. */
  readonly reads: readonly TaskMember[];
  /**
   * What to deliver for the task, or undefined to pass it over. It gets the record as it is stored: it neither changes
   * nor keeps any of it, and what it returns shares nothing with it. What it throws ends the scan.
   */
  pick(task: Task): T | undefined;
}

/** Members that hold a text in every task. */
export const TEXT_MEMBERS = ["_id", "type", "status", "group", "name", "createdAt", "updatedAt"] as const;

/** Tasks by a text, compared by code unit; those with the same text in creation order, whatever the direction. */
export interface TaskOrder {
  readonly member: (typeof TEXT_MEMBERS)[number];
  readonly direction: 1 | -1;
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
  /**
   * The tasks that `judge` picks, all of them without one, each as the text of its JSON and without `sealed`; for
   * storages that keep such text. Otherwise as `scan`.
   */
  texts?(judge?: Selection<true>, hint?: TaskHint): AsyncIterable<string>;
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

/** What is stored for a keyword of an article creator. */
export interface Article {
  /** The asked keyword first, then related phrases found in the sources. */
  readonly keywords: readonly string[];
  /** In reading order, article after article when the keyword has several. */
  readonly sentences: readonly string[];
}

export interface FileInfo {
  /** Relative, with `/` between segments: `articles/keeping-bees.html`. */
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A storage hands out the bytes that were stored, or throws: what is damaged on the disk is never taken for the file. */
export interface StoredFile extends FileInfo {
  readonly bytes: Uint8Array;
}

export type LogLevel = "debug" | "info" | "warn" | "error";
export interface LogEntry {
  /** ISO 8601. */
  readonly t: string;
  readonly level: LogLevel;
  readonly msg: string;
  /** The input line it belongs to, shortened. */
  readonly line?: string;
  readonly code?: string;
}

/** An entry as it is kept. */
export interface KeptLogEntry extends LogEntry {
  /** Counts up within the task and is never given twice, also when older entries are dropped. */
  readonly n: number;
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

/**
 * What a run that goes on after a crash counts from; what is 0 is left out. Files and bytes are those of one line or
 * checkpoint, all else is of the run until then.
 */
export interface StepCounts {
  readonly files?: number;
  readonly bytes?: number;
  readonly retries?: number;
  readonly blocked?: number;
  readonly tokens?: number;
  readonly cost?: number;
}

/** How a line of a run ended. */
export interface LineResult {
  /** Hash of the line: the same line has the same key in every run. */
  readonly key: string;
  /** The line, shortened. */
  readonly line: string;
  readonly state: "done" | "failed";
  readonly attempts: number;
  readonly error?: string;
  readonly code?: string;
  /** Of a line that failed, how many rows its next end replaces: they are stored under its key. */
  readonly rows?: number;
  readonly counts?: StepCounts;
}

/**
 * Something done in the outside world, such as a post or a mail: written down before it is tried and after it was done,
 * so that nobody does it twice. Or a checkpoint: how far a long line is, stored together with what it has produced.
 */
export interface Effect {
  /** Hash of what is to be done: the same thing has the same key in every attempt at the run. */
  readonly key: string;
  /** What it is, for people, shortened. */
  readonly what: string;
  /** `failed`: it was tried and surely not done. `uncertain`: it was tried, and nobody knows. `checkpoint`: no effect. */
  readonly state: "intent" | "done" | "failed" | "uncertain" | "checkpoint";
  /** ISO 8601. */
  readonly at: string;
  /** What doing it gave: the address of a post, the id of a message. Of a checkpoint, what it remembers. */
  readonly result?: JsonObject;
  /** Of a checkpoint. */
  readonly counts?: StepCounts;
}

export type RunStatus = "waiting" | "running" | "complete" | "failed" | "aborted" | "interrupted";

export const RUN_ORIGINS = [
  "api",
  "ui",
  "cli",
  "cron",
  "chain",
  "webhook",
  "mcp",
  "library",
  "import",
  "recovery",
] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

export type StopReason = RunErrorCode | "aborted" | "deleted";

export interface Run {
  readonly _id: string;
  readonly taskId: string;
  readonly status: RunStatus;
  /** Who asked for it. */
  readonly origin: RunOrigin;
  /** The run that started this one, by the chain of its task. */
  readonly parentRunId?: string;
  /** How many runs of a chain came before this one. */
  readonly depth?: number;
  /** Higher ones are worked first; 0 when absent. */
  readonly priority?: number;
  /** Only the lines that failed before are worked. */
  readonly only?: "failed";
  /** Members of the data object that replace the task's own in this run. */
  readonly overrides?: JsonObject;
  /** The encrypted values of those members. */
  readonly sealedOverrides?: Sealed;
  /** Never cleared away by age. */
  readonly keep?: boolean;
  /**
   * The fencing token of the worker of the run: the revision at which it was claimed, so higher than every earlier
   * one. What is written with another is refused.
   */
  readonly fence?: number;
  /** Machine and process that work on it, or did at last. */
  readonly worker?: string;
  /** How often it was begun: 1 when it went through without interruption. */
  readonly attempts: number;
  /** Attempts that do not count against the run: the server stopped in good order, or it got on. */
  readonly excused?: number;
  /** Lines that had ended, and checkpoints that were made, when it was last taken up from a worker that was gone. */
  readonly linesSeen?: number;
  /** Fixes every random choice of the run. */
  readonly seed: string;
  /** The task's data when the run began; absent while it waits for the first time. */
  readonly data?: JsonObject;
  /** The encrypted values of that data. */
  readonly sealed?: Sealed;
  readonly progress?: Progress;
  readonly error?: TaskError;
  /** Why it stopped, when it did not complete: the code of `error`, or who ended it. */
  readonly reason?: StopReason;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly revision: number;
}

/** Everything one step of a run leaves behind; stored together or not at all. */
export interface RunOutput {
  /** Set when the step is a finished input line. */
  readonly line?: LineResult;
  /** An article replaces an earlier one of the same keyword. */
  readonly articles?: readonly { readonly keyword: string; readonly article: Article }[];
  readonly rows?: readonly JsonObject[];
  /**
   * A name for the rows within the run: they replace those that an earlier step stored with it, in the order of rows they
   * are the newest. Rows without a name are added to the others.
   */
  readonly rowsFor?: string;
  /** A file replaces an earlier one of the same path. */
  readonly files?: readonly StoredFile[];
  readonly log?: readonly LogEntry[];
  /** An effect replaces an earlier one of the same key. */
  readonly effects?: readonly Effect[];
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

/** Access to something outside: a blog, a mail account, the key of a provider. */
export interface Account {
  readonly _id: string;
  /** What it is for: `blog`, `mail`, `provider` ... */
  readonly kind: string;
  /** How tasks name it; no two of a kind have the same. */
  readonly name: string;
  /** All that may be shown. */
  readonly settings: JsonObject;
  readonly sealed: Sealed;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
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

/** A message to somebody outside, kept until it has arrived or was given up. */
export interface Delivery {
  readonly _id: string;
  /** The id of the webhook it is for; that of the task for one that is named in a task's data. */
  readonly webhookId: string;
  readonly taskId?: string;
  /** Where to send it and what account signs it, for one that is named in a task's data: the task may be gone by then. */
  readonly url?: string;
  readonly secretId?: string;
  /** The name of what happened: `task.complete`. */
  readonly event: string;
  /** The body exactly as it is sent and signed. */
  readonly body: string;
  readonly state: "waiting" | "delivered" | "failed";
  /** How often it was tried. */
  readonly attempts: number;
  /** When it is tried next; ISO 8601, present while it waits. */
  readonly dueAt?: string;
  /** HTTP status of the last answer, when there was one. */
  readonly status?: number;
  /** What went wrong the last time, in words. */
  readonly trouble?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly revision: number;
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

/** Every member of a task that can be searched. */
export const TASK_MEMBERS: readonly TaskMember[] = [
  "_id",
  "group",
  "name",
  "type",
  "status",
  "data",
  "createdAt",
  "updatedAt",
  "revision",
  "runId",
  "fence",
  "schedule",
  "progress",
  "error",
];

/** Whole tasks, as copies. */
export const WHOLE_TASKS: Selection<Task> = { reads: TASK_MEMBERS, pick: copyOf };

export const TASK_SUMMARIES: Selection<TaskSummary> = {
  reads: ["_id", "group", "name", "type", "status"],
  pick: summaryOf,
};
