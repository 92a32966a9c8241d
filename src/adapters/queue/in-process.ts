import type { QueuedRun, RunHandler, TaskQueue } from "../../kernel/index.js";

export interface InProcessQueueOptions {
  /** Runs under way at once; 3 by default. */
  readonly maxRunning?: number;
}

interface Job {
  readonly run: QueuedRun;
  readonly controller: AbortController;
}

/** A queue inside this process: first in, first out. What waits in it is lost with the process; the kernel enqueues it anew. */
export function inProcessQueue({ maxRunning = 3 }: InProcessQueueOptions = {}): TaskQueue {
  // Maps keep the order of insertion, which is the order of the queue.
  const waiting = new Map<string, Job>();
  const underWay = new Map<string, Job & { readonly ended: Promise<void> }>();
  let handler: RunHandler | undefined;

  const work = () => {
    while (handler !== undefined && underWay.size < maxRunning) {
      // A run that was aborted and is wanted again waits until its earlier work has ended.
      const job = waiting.values().find(({ run }) => !underWay.has(run.runId));
      if (job === undefined) return;
      waiting.delete(job.run.runId);
      const ended = handler(job.run, job.controller.signal).finally(() => {
        underWay.delete(job.run.runId);
        work();
      });
      underWay.set(job.run.runId, { ...job, ended });
    }
  };

  return {
    name: "in-process",
    async start(runHandler) {
      handler = runHandler;
      work();
    },
    async enqueue(run) {
      if (waiting.has(run.runId)) return;
      waiting.set(run.runId, { run, controller: new AbortController() });
      work();
    },
    async cancel(runId, reason) {
      const job = underWay.get(runId);
      job?.controller.abort(reason);
      return waiting.delete(runId) || job !== undefined;
    },
    async stop({ graceMs }) {
      handler = undefined;
      waiting.clear();
      const jobs = [...underWay.values()];
      for (const job of jobs) job.controller.abort(new Error("The queue stops."));
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.allSettled(jobs.map(({ ended }) => ended)), grace]);
      clearTimeout(timer);
    },
  };
}
