import type { RunOptions } from "./runs/next-run.js";
import type { WaitOptions } from "./runs/task-runner.js";
import type { Effect, LineResult, Page, Run } from "./storage.js";
import type { Task, TaskSummary } from "./task.js";
import type { TaskData, TaskId, TaskPost, TaskType } from "./task-types/task-types.js";
import type { TaskFilter } from "./tasks/task-finder.js";
import type { ListedMembers, ListPage } from "./tasks/task-lists.js";
import type { TaskSearch } from "./tasks/task-query.js";
import type { PatchOptions } from "./tasks/task-service.js";
import type { DescribedType, ListedType } from "./tasks/type-description.js";
import type { JsonObject } from "./values/json.js";

/**
 * Everything one does with tasks. Where a data object holds a secret it shows a mask.
 */
export interface Tasks {
  /** The task types there are, sorted. */
  types(): Promise<readonly ListedType[]>;
  /** A task type, written in any spelling, with the fields and defaults of its data object. Throws TASK_TYPE_UNKNOWN. */
  describedType(type: string): Promise<DescribedType>;
  /**
   * Makes a task with the status `draft` and the defaults of its type; `data` is merged over them. The type may be written
   * as `articlecreator` or `Article Creator`. Throws TASK_TYPE_UNKNOWN, DATA_REFUSED and SECRETS_UNAVAILABLE.
   */
  create<Type extends TaskType>(type: Type, data?: TaskPost<Type>): Promise<Task<Type>>;
  /** The task as it is stored now; undefined when there is none of this id. */
  get<Type extends TaskType = string>(id: TaskId<Type>): Promise<Task<Type> | undefined>;
  /** The summary of the task as it is stored now, without a look at its data object. Throws TASK_NOT_FOUND. */
  summary(id: string): Promise<TaskSummary>;
  /** The task as it is stored now. Throws TASK_NOT_FOUND. */
  existing<Type extends TaskType = string>(id: TaskId<Type>): Promise<Task<Type>>;
  /** The data object with its secrets; where one cannot be opened the mask is left. Throws TASK_NOT_FOUND. */
  revealed<Type extends TaskType = string>(id: TaskId<Type>): Promise<TaskData<Type>>;
  /**
   * Merges `data` into the data object: objects member by member, all else replaces. A mask keeps the secret it represents.
   * A run in flight goes on with the data it began with. Throws TASK_NOT_FOUND, DATA_REFUSED, SECRETS_UNAVAILABLE and BUSY.
   * With the version of `versioned` nothing is stored when somebody has changed the data object since: DATA_CHANGED. Objects
   * in `replace` are not merged. With `nulls: "remove"` a null takes a member out that the task type does not have.
   */
  patch<Type extends TaskType = string>(
    id: TaskId<Type>,
    data: TaskPost<Type>,
    options?: PatchOptions,
  ): Promise<Task<Type>>;
  /** As `existing`, with the version of the data object, which changes with it and with nothing else. Throws TASK_NOT_FOUND. */
  versioned<Type extends TaskType = string>(
    id: TaskId<Type>,
  ): Promise<{ readonly task: Task<Type>; readonly version: string }>;
  /**
   * What a person should know about data that were just posted to the task, in sentences: fields that its type does not have,
   * values that a run will refuse, a schedule that cannot be kept, and that a run in flight does not use them.
   */
  notesOn(task: Task, posted: JsonObject): Promise<readonly string[]>;
  /** Replaces the data object by `data`, completed by defaults; name and group stay unless given. Throws as `patch` does. */
  replaceData<Type extends TaskType = string>(id: TaskId<Type>, data: TaskPost<Type>): Promise<Task<Type>>;
  /**
   * A draft with the same type, group, data and secrets, called `<name> (copy)`; its schedule is off. Throws
   * TASK_NOT_FOUND.
   */
  duplicate<Type extends TaskType = string>(id: TaskId<Type>): Promise<Task<Type>>;
  /** Deletes the task with its runs, results, files and log; stops its run first. Says whether the task was there. */
  delete(id: string): Promise<boolean>;
  /**
   * Sets a task at rest waiting, and resolves then: its last run goes on when it has lines left, else a new one begins. A
   * task that waits or runs already stays as it is. Throws TASK_NOT_FOUND, and TRANSITION_REFUSED when only failed lines
   * are asked for and there are none. What keeps a run from working is in the task's `error` when it is settled.
   */
  run<Type extends TaskType = string>(id: TaskId<Type>, options?: RunOptions<Type>): Promise<Task<Type>>;
  /**
   * Ends the run: at once when it waits; when it runs, its lines get the grace time first. Resolves when the abort is
   * stored; `settled` resolves when the run has ended. A task at rest stays as it is. Throws TASK_NOT_FOUND.
   */
  abort<Type extends TaskType = string>(id: TaskId<Type>): Promise<Task<Type>>;
  /** As `run`, but always with a new run that works all lines. */
  restart<Type extends TaskType = string>(id: TaskId<Type>, options?: RunOptions<Type>): Promise<Task<Type>>;
  /** Works again those lines of the last run that failed. Throws TASK_NOT_FOUND, and TRANSITION_REFUSED when none did. */
  retry<Type extends TaskType = string>(id: TaskId<Type>, options?: RunOptions<Type>): Promise<Task<Type>>;
  /**
   * Resolves with the task once it is at rest: draft, complete, failed or aborted. With `withinMs` it resolves with the
   * task as it then is when that time is over, or when the server stops. Throws TASK_NOT_FOUND, also when it is deleted
   * meanwhile, NOT_STARTED when the server stops and there is no limit, and the reason of the signal when it aborts.
   */
  settled<Type extends TaskType = string>(id: TaskId<Type>, options?: WaitOptions): Promise<Task<Type>>;
  /**
   * What a run of the task would make of a little of its input, as its type shows it, with notes in sentences. `asked.data`
   * is merged over the data object as `patch` does, and nothing is stored. Throws TASK_NOT_FOUND, DATA_REFUSED, TRY_REFUSED,
   * TRY_BUSY, TRY_TIMEOUT, and what keeps the input from being read.
   */
  try(
    id: string,
    asked?: JsonObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<{ readonly shown: JsonObject; readonly notes: readonly string[] }>;
  /** The runs of a task, oldest first. Throws TASK_NOT_FOUND. */
  runs(id: string, page?: Page): AsyncIterable<ShownRun>;
  /** How many runs of a task are kept; 0 when there is no such task. */
  countRuns(id: string): Promise<number>;
  /** One run of a task; `last` is the newest. Throws TASK_NOT_FOUND and RUN_NOT_FOUND. */
  runOf(id: string, run: string): Promise<ShownRun>;
  /** The lines of a run that have ended, in the order they ended. Throws as `runOf` does. */
  lines(id: string, run: string, page?: Page & { readonly state?: LineResult["state"] }): AsyncIterable<LineResult>;
  /** What a run did in the outside world. Throws as `runOf` does. */
  effects(id: string, run: string, page?: Page): AsyncIterable<Effect>;
  /** Pins a run, so that no clearing away by age takes it, or unpins it. Throws as `runOf` does. */
  keepRun(id: string, run: string, keep: boolean): Promise<ShownRun>;
  /** The place of a waiting task in the queue, 1 for the next; undefined for any other. Throws TASK_NOT_FOUND. */
  position(id: string): Promise<number | undefined>;
  /** Group, name, type, status and id of the tasks that pass the filter, in creation order. */
  summaries(filter?: TaskFilter): AsyncIterable<TaskSummary>;
  /**
   * A list of the tasks that pass the filter as JSON, in parts: the elements of several tasks with commas between them, as
   * text or in UTF-8. Much less work than `summaries` for callers that send long lists on. In creation order unless sorted.
   * Throws QUERY_REFUSED for a page that is not allowed.
   */
  listed(filter: TaskFilter, members: ListedMembers, page?: ListPage): AsyncIterable<string | Uint8Array>;
  /**
   * Tasks that match a MongoDB-style query, limited to the projected fields, in creation order unless sorted. Throws
   * QUERY_REFUSED for what is not allowed, and QUERY_TOO_SLOW after two seconds of evaluation that found nothing.
   */
  search(search: TaskSearch): AsyncIterable<JsonObject>;
  /** As `search`, narrowed by the simple filters. */
  filtered(filter: TaskFilter, search?: TaskSearch): AsyncIterable<JsonObject>;
  /** As `filtered`, each task as the text of its JSON: much less work for callers that send it on. */
  texts(filter: TaskFilter, search?: TaskSearch): AsyncIterable<string>;
  /**
   * What a person should know about filters that no task can pass, and about a search, in sentences: a status, a task type or
   * a member of tasks that there is not.
   */
  filterNotes(filter: TaskFilter, search?: TaskSearch): Promise<readonly string[]>;
  /** The groups that tasks are in, sorted, each once; not the empty one. */
  groups(): Promise<readonly string[]>;
}

/** A run without its data object, which may be large and holds what is nobody's business. */
export type ShownRun = Omit<Run, "data" | "sealed" | "overrides" | "sealedOverrides">;

export interface KernelHealth {
  readonly started: boolean;
  readonly stopping: boolean;
  /** `ok`, or a sentence of what is wrong. */
  readonly storage: string;
}

/** How many runs there are, in all processes that share the queue. */
export interface KernelLoad {
  readonly waiting: number;
  readonly running: number;
  /** Of the running ones, those that this process works on. */
  readonly here: number;
}
