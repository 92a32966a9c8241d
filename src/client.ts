// The door for programs that talk to a server. What it loads runs in browsers too: nothing of the engine is in it but types.
export * from "./adapters/client/index.js";
export type {
  ErrorCode,
  Json,
  JsonObject,
  KeptLogEntry,
  Progress,
  ShownRun,
  Task,
  TaskData,
  TaskId,
  TaskPost,
  TaskStatus,
  TaskSummary,
  TaskType,
  TaskTypes,
} from "./kernel/index.js";
export type * from "./plugins/task-types.js";
