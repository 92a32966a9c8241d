import type { QueuedRun, TaskQueue } from "../../../kernel/index.js";

/** A queue that works the runs of tasks that were asked for, and leaves those it finds in the store to a server. */
export interface AskedQueue extends TaskQueue {
  /** From now on runs of the task are worked, one that was found already too. */
  ask(taskId: string): Promise<void>;
}

export function askedQueue(queue: TaskQueue): AskedQueue {
  const asked = new Set<string>();
  const left = new Map<string, QueuedRun>();
  return {
    name: queue.name,
    shared: queue.shared,
    start: (handler) => queue.start(handler),
    async enqueue(run) {
      if (asked.has(run.taskId)) await queue.enqueue(run);
      else left.set(run.taskId, run);
    },
    async ask(taskId) {
      asked.add(taskId);
      const run = left.get(taskId);
      left.delete(taskId);
      if (run !== undefined) await queue.enqueue(run);
    },
    async cancel(runId, reason) {
      for (const [taskId, run] of left) if (run.runId === runId) left.delete(taskId);
      return queue.cancel(runId, reason);
    },
    position: (runId) => queue.position(runId),
    counts: () => queue.counts(),
    stop: (options) => queue.stop(options),
  };
}
