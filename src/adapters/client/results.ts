import type {
  Effect,
  EventMap,
  EventName,
  FileInfo,
  JsonObject,
  LineResult,
  MachineState,
  ProbedProvider,
  Progress,
  ShownRun,
  TaskError,
  TaskStatus,
  TaskSummary,
  UnreadyType,
} from "../../kernel/index.js";
import type { TaskData, TaskId } from "../../kernel/task-types/task-types.js";

/** A new draft. */
export interface CreatedTask<Type extends string = string> {
  /** Remembers the type of the task, so that what is posted to it is checked. */
  readonly id: TaskId<Type>;
  readonly data: TaskData<Type>;
}

/** A data object, and what names its present state. */
export interface VersionedData<Type extends string = string> {
  readonly data: TaskData<Type>;
  readonly version: string;
}

/** An article creator, and the keywords that have content. */
export interface Project {
  readonly keywords: readonly string[];
  readonly group: string;
  readonly name: string;
  /** `Article Creator`. */
  readonly type: string;
  readonly id: string;
}

/** What a call that begins a run answers. `group`, `name` and `type` are there when it has waited. */
export interface BegunRun extends Partial<Pick<TaskSummary, "group" | "name" | "type">> {
  readonly id: string;
  readonly status: TaskStatus;
  readonly run: string | null;
}

export interface TaskProgress {
  readonly id: string;
  readonly status: TaskStatus;
  /** The id of the newest run. */
  readonly run: string | null;
  readonly progress: Progress | null;
  /** Why the last run failed. */
  readonly error: TaskError | null;
  /** The place in the queue while the task waits; 1 is next. */
  readonly position: number | null;
}

/** A task at rest. In the reduced edition there are neither `progress` nor `error`. */
export interface SettledTask extends TaskSummary {
  readonly progress: Progress | null;
  readonly error: TaskError | null;
}

export interface RunList {
  readonly total: number;
  readonly runs: readonly ShownRun[];
}

export interface LineList {
  readonly run: string;
  readonly offset: number;
  readonly limit: number;
  readonly lines: readonly LineResult[];
}

export interface EffectList {
  readonly run: string;
  readonly offset: number;
  readonly limit: number;
  readonly effects: readonly Effect[];
}

export interface ResultPage<Row = JsonObject> {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly rows: readonly Row[];
  /** The first 1,000 files, at offset 0. */
  readonly files?: readonly FileInfo[];
}

export interface FileList {
  readonly offset: number;
  readonly limit: number;
  readonly files: readonly FileInfo[];
}

/** A file with its bytes as text. */
export interface FileContent extends FileInfo {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
}

export interface SchedulePreview {
  readonly cron: string;
  readonly timezone: string;
  /** ISO 8601. */
  readonly next: readonly string[];
  /** What is wrong with it; empty when nothing is. */
  readonly trouble: string;
}

/** Where the client has lost the thread: read the state again. */
export interface StreamReset {
  readonly why: "restarted" | "expired" | "slow";
  readonly message: string;
}

/** An event as it happened; `name` says what `data` holds. */
export type ClientEvent =
  | {
      [Name in EventName]: {
        readonly id: string;
        readonly name: Name;
        readonly data: EventMap[Name] & { readonly at: string };
      };
    }[EventName]
  | { readonly id: string; readonly name: "stream.reset"; readonly data: StreamReset };

export interface Readiness {
  readonly providers: readonly ProbedProvider[];
  readonly unready: readonly UnreadyType[];
  /** What to do to have a provider that is missing, by its port. */
  readonly remedies: Readonly<Record<string, string>>;
}

export interface ServerStatus {
  readonly version: string;
  readonly uptimeSeconds: number;
  readonly storage: string;
  readonly queue: string;
  readonly waiting: number;
  readonly running: number;
  readonly runningHere: number;
  readonly machine: (Omit<MachineState, "disk"> & { readonly disk: MachineState["disk"] | null }) | null;
}
