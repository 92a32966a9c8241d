import type { RunErrorCode } from "../errors.js";
import type { Progress, Sealed, Task, TaskError } from "../task.js";
import type { JsonObject } from "../values/json.js";

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
  /** Paths of files that are removed, before those of this step are stored; of one that is not there nothing is said. */
  readonly removed?: readonly string[];
  /** A file replaces an earlier one of the same path. */
  readonly files?: readonly StoredFile[];
  readonly log?: readonly LogEntry[];
  /** An effect replaces an earlier one of the same key. */
  readonly effects?: readonly Effect[];
}

/** A task with all that belongs to it. None of its runs is `running`. */
export interface TaskWithRuns {
  readonly task: Task;
  /** Oldest first. */
  readonly runs: readonly RunWithOutput[];
  readonly articles: readonly { readonly keyword: string; readonly article: Article }[];
  readonly files: readonly StoredFile[];
  readonly log: readonly LogEntry[];
}

/** A run with what belongs to it alone. */
export interface RunWithOutput {
  readonly run: Run;
  readonly lines: readonly LineResult[];
  readonly effects: readonly Effect[];
  readonly rows: readonly JsonObject[];
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
