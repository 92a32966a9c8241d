/** A run that wants a worker. */
export interface QueuedRun {
  readonly runId: string;
  readonly taskId: string;
  /** Task type, for limits per type. */
  readonly type: string;
}

/** Works one run to its end; the signal aborts when the run is cancelled or the queue stops. */
export type RunHandler = (run: QueuedRun, signal: AbortSignal) => Promise<void>;

/** Hands runs to workers. */
export interface TaskQueue {
  readonly name: string;
  /** Takes the handler and begins to work. Runs enqueued before wait until then. */
  start(handler: RunHandler): Promise<void>;
  /** Resolves when the run is in the queue; the same run is never in it twice. */
  enqueue(run: QueuedRun): Promise<void>;
  /** Takes a waiting run out, or aborts the signal of one under way. Says whether the run was in the queue. */
  cancel(runId: string, reason: Error): Promise<boolean>;
  /** Aborts what is under way and waits for it, `graceMs` at most. Runs that still wait are forgotten. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}
