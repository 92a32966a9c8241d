import type { Run } from "../storage.js";
import type { Task, TaskError } from "../task.js";

/**
 * How a run ended, before it is stored. `waiting`: the server stops, and the run goes on when it starts again. `lost`: it
 * belongs to another worker now, or was ended elsewhere, and nothing of it is stored here any more.
 */
export type Ending =
  | { readonly status: "complete" | "aborted" | "waiting" | "lost" }
  | { readonly status: "failed"; readonly error: TaskError };

/** Why the signal of a run aborted. */
export class Stop extends Error {
  constructor(readonly why: "aborted" | "deleted" | "stopping" | "lost" | TaskError) {
    super(`The run was stopped: ${typeof why === "string" ? why : why.message}`);
  }
}

/** How a run ends whose signal aborted. */
export function endingOf(signal: AbortSignal): Ending {
  const stop: unknown = signal.reason;
  // The queue's own reasons: it stops, or takes the run for lost. It goes on, here or elsewhere.
  if (!(stop instanceof Stop)) return { status: "waiting" };
  if (typeof stop.why === "object") return { status: "failed", error: stop.why };
  if (stop.why === "stopping") return { status: "waiting" };
  return { status: stop.why === "lost" ? "lost" : "aborted" };
}

/**
 * Called when a run has ended and is stored so, before its task is at rest. After a crash in between it is called again,
 * so what it does must be idempotent. An error of the storage that it throws has the run taken up again later; any other
 * is logged and holds nothing up.
 */
export type RunEndHook = (task: Task, run: Run) => Promise<void>;

/** What has to hold before a run of the task is worked; throws in words what does not. */
export type RunCheck = (task: Task) => Promise<void>;
