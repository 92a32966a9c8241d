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
  /** One task; undefined when it is gone. */
  task(id: string): Promise<StoredTask | undefined>;
  /** Keywords that have an article. */
  keywords(taskId: string): AsyncIterable<string>;
  /** The article of a keyword, which is compared exactly. */
  article(taskId: string, keyword: string): Promise<Article | undefined>;
  /** Finished files, without their bytes. */
  files(taskId: string): AsyncIterable<FileInfo>;
  /** A file with its bytes. */
  file(taskId: string, path: string): Promise<StoredFile | undefined>;
  /** Rows in the order they were stored. */
  rows(taskId: string): AsyncIterable<JsonObject>;
  /** Calls `tell` after each change until the returned function is called. A change may be missed: look at all now and then. */
  watch(tell: (change: StoredChange) => void): () => void;
}
