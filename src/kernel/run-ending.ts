import type { TaskError } from "./task.js";

/** How a run ended, before it is stored. `waiting`: the server stops, and the run goes on when it starts again. */
export type Ending =
  | { readonly status: "complete" | "aborted" | "waiting" }
  | { readonly status: "failed"; readonly error: TaskError };

/** Why the signal of a run aborted. */
export class Stop extends Error {
  constructor(readonly why: "aborted" | "deleted" | "stopping") {
    super(`The run was stopped: ${why}.`);
  }
}

/** How a run ends whose signal aborted. */
export function endingOf(signal: AbortSignal): Ending {
  const stop: unknown = signal.reason;
  return { status: stop instanceof Stop && stop.why === "stopping" ? "waiting" : "aborted" };
}
