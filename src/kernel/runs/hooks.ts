import type { Run } from "../storage.js";
import type { Task } from "../task.js";

/**
 * Called when a run has ended and is stored so, before its task is at rest. After a crash in between it is called again,
 * so what it does must be idempotent. An error of the storage that it throws has the run taken up again later; any other
 * is logged and holds nothing up.
 */
export type RunEndHook = (task: Task, run: Run) => Promise<void>;

/** What has to hold before a run of the task is worked; throws in words what does not. */
export type RunCheck = (task: Task) => Promise<void>;
