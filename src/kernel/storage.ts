import type { Json, JsonObject } from "./json.js";
import type { Progress, Task, TaskError, TaskStatus, TaskSummary } from "./task.js";

/**
 * What any storage promises:
 * - a promise that resolved is durable (memory: until the process ends), and never half done;
 * - records cross the boundary as copies: changing one that was handed in or out changes nothing that is stored;
 * - lists are in creation order, oldest first;
 * - trouble is a ScriptoriumError with code STORAGE_FAILED or STORAGE_FULL and the engine's error as its cause.
 * The cases of contracts/storage-contract.ts are this text in executable form.
 */
export interface StorageAdapter {
  readonly name: string;
  readonly tasks: TaskStore;
  readonly content: ContentStore;
  readonly runs: RunStore;
  /** Makes the storage ready; called once before anything else. */
  open(): Promise<void>;
  /** Waits for writes under way and lets go of everything the storage opened itself. */
  close(): Promise<void>;
}

/**
 * What a matching task must have: for every clause, the value at `path` is one of `values`.
 * A storage may ignore a clause it has no index for: a scan may deliver too much, never too little.
 */
export type TaskHint = readonly HintClause[];
export interface HintClause {
  /** `_id`, `type`, `status`, `group`, `name`, or any other path into the task. */
  readonly path: string;
  readonly values: readonly Json[];
}

export interface TaskStore {
  /** Throws STORAGE_FAILED when the id is already there. */
  insert(task: Task): Promise<void>;
  get(id: string): Promise<Task | undefined>;
  /**
   * Writes the task when the stored revision is one less than the given one, and says whether it did.
   * Exactly one of any number of concurrent callers with the same revision gets `true`.
   */
  replace(task: Task): Promise<boolean>;
  /** Removes the task with its articles, rows, files, logs and runs. Says whether it was there. */
  delete(id: string): Promise<boolean>;
  /** Tasks in creation order; those deleted meanwhile may be in or out, those inserted meanwhile are out. */
  scan(hint?: TaskHint): AsyncIterable<Task>;
  /** As `scan`, without reading data objects. */
  summaries(hint?: TaskHint): AsyncIterable<TaskSummary>;
  /** Number of tasks that `scan` would deliver. */
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

export interface Page {
  /** How many to pass over; 0 by default. */
  readonly offset?: number;
  /** How many at most; all by default. */
  readonly limit?: number;
}

/** What runs have produced. Everything here is written by `RunStore.write` and removed by `TaskStore.delete`. */
export interface ContentStore {
  /** Keywords with an article, in the order they were first stored. */
  keywords(taskId: string): Promise<readonly string[]>;
  article(taskId: string, keyword: string): Promise<Article | undefined>;
  /** Rows of all runs, or of one, oldest first. */
  rows(taskId: string, page?: Page & { readonly runId?: string }): Promise<readonly JsonObject[]>;
  countRows(taskId: string): Promise<number>;
  /** Without the bytes, sorted by path. */
  files(taskId: string): Promise<readonly FileInfo[]>;
  file(taskId: string, path: string): Promise<StoredFile | undefined>;
  /** Oldest first. */
  log(taskId: string, page?: Page): Promise<readonly LogEntry[]>;
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
}

export type RunStatus = "waiting" | "running" | "complete" | "failed" | "aborted" | "interrupted";

export interface Run {
  readonly _id: string;
  readonly taskId: string;
  readonly status: RunStatus;
  /** Who asked for it: api, library, cli ... */
  readonly origin: string;
  /** How often it was begun: 1 when it went through without interruption. */
  readonly attempts: number;
  /** Fixes every random choice of the run. */
  readonly seed: string;
  /** The task's data when the run began; absent while it waits for the first time. */
  readonly data?: JsonObject;
  readonly progress?: Progress;
  readonly error?: TaskError;
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
  /** A file replaces an earlier one of the same path. */
  readonly files?: readonly StoredFile[];
  readonly log?: readonly LogEntry[];
}

export interface RunStore {
  /** Throws STORAGE_FAILED when the id is already there, and when the run's task is not. */
  insert(run: Run): Promise<void>;
  get(id: string): Promise<Run | undefined>;
  /** Compare-and-set on `revision`, as for tasks. */
  replace(run: Run): Promise<boolean>;
  /** The lines that have ended, in the order they ended. A line that ends again replaces its earlier end. */
  lines(runId: string): Promise<readonly LineResult[]>;
  /**
   * Stores the output of a step. Does nothing and returns `false` unless the run exists and its status is `running`:
   * that is how what a plugin writes after its run was ended, or its task deleted, is kept out.
   */
  write(runId: string, output: RunOutput): Promise<boolean>;
  /** Adds to the log of the run's task whatever the status of the run; `false` when the run is gone. */
  log(runId: string, entries: readonly LogEntry[]): Promise<boolean>;
}

/** Statuses from which a restarted server takes tasks up again. */
export const UNSETTLED: readonly TaskStatus[] = ["waiting", "running", "aborting..."];
