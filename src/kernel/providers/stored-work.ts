import type { Article, FileInfo, StoredFile } from "../storage.js";
import type { JsonObject } from "../values/json.js";

/** A task as far as those who follow what is stored need to know it. */
export interface StoredTask {
  readonly id: string;
  /** Differs from the last time whenever anything of the task may. */
  readonly revision: number;
  /** No run works on it. */
  readonly isAtRest: boolean;
}

/** `grows`: a run is at work and stores; `changed`: a run has ended, or the task is new; `deleted`: it is gone. */
export interface StoredChange {
  readonly taskId: string;
  readonly kind: "grows" | "changed" | "deleted";
}

/**
 * What the runs of this server have stored, for providers that read it. Nothing of what tasks were given is in it. All that
 * reads throws NOT_STARTED while no server runs.
 */
export interface StoredWork {
  /** All tasks, in creation order. */
  tasks(): AsyncIterable<StoredTask>;
  /** Undefined for a task that there is not. */
  task(id: string): Promise<StoredTask | undefined>;
  /** Keywords that have an article. */
  keywords(taskId: string): AsyncIterable<string>;
  /** What is stored under a keyword. */
  article(taskId: string, keyword: string): Promise<Article | undefined>;
  /** The files of a task without their bytes, in the order of their paths. */
  files(taskId: string): AsyncIterable<FileInfo>;
  /** A file with its bytes; undefined when there is none of this path. */
  file(taskId: string, path: string): Promise<StoredFile | undefined>;
  /** Rows of all runs of a task, oldest first. */
  rows(taskId: string): AsyncIterable<JsonObject>;
  /** Calls `tell` after each change until the returned function is called. A change may be missed: look at all now and then. */
  watch(tell: (change: StoredChange) => void): () => void;
}
