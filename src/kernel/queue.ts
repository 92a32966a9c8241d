/** A run that wants a worker. */
export interface QueuedRun {
  readonly runId: string;
  readonly taskId: string;
  /** Task type, for limits per type. */
  readonly type: string;
  /** Higher ones are worked first; 0 when absent. */
  readonly priority?: number;
  /** Names of the machines outside that the run puts its load on, for limits per host. */
  readonly hosts?: readonly string[];
}

/** Works one run to its end; the signal aborts when the run is cancelled or the queue stops. */
export type RunHandler = (run: QueuedRun, signal: AbortSignal) => Promise<void>;

/**
 * Hands runs to workers: higher priority first, then the type that was served longest ago, then the oldest. A run that
 * its limits hold back holds back no other. A shared queue may compare the priorities of different types by their sign
 * alone, treat types whose runs name hosts as one, and count a run for the first of its hosts.
 */
export interface TaskQueue {
  readonly name: string;
  /** True when other processes take runs from it too; then those that wait in it outlive this process. */
  readonly shared: boolean;
  /** Takes the handler and begins to work; without one only hands runs in. Runs enqueued before wait until then. */
  start(handler?: RunHandler): Promise<void>;
  /** Resolves when the run is in the queue; the same run is never in it twice, nor worked twice at once. */
  enqueue(run: QueuedRun): Promise<void>;
  /**
   * Takes a waiting run out, or aborts the signal of one running in this process. Says whether it was waiting or is
   * running here.
   */
  cancel(runId: string, reason: Error): Promise<boolean>;
  /**
   * The place of a waiting run, 1 for the one that is worked next; undefined when it does not wait, or when so many do
   * that nobody counts.
   */
  position(runId: string): Promise<number | undefined>;
  /** Of all processes that share it; of very many, as they were some seconds ago. */
  counts(): Promise<{ readonly waiting: number; readonly running: number }>;
  /**
   * Takes no more runs, aborts what runs here and waits for it, `graceMs` at most. Runs that still wait are
   * forgotten unless the queue is shared.
   */
  stop(options: { readonly graceMs: number }): Promise<void>;
}
