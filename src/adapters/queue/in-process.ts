import type { QueuedRun, RunHandler, TaskQueue } from "../../kernel/index.js";
import { inTime } from "../../kernel/values/in-time.js";
import { limitsFrom, type QueueLimits } from "./limits.js";
import { allows, type ReadyGuard } from "./ready-guard.js";
import { Waiting } from "./waiting.js";

export interface InProcessQueueOptions extends QueueLimits {
  /**
   * Asked before a run begins; while it says no, none does, and it is asked again a second later. One that fails holds
   * nothing back.
   */
  readonly ready?: ReadyGuard;
}

const ASK_AGAIN_MS = 1000;

interface Job {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** A queue inside this process. What waits in it is lost with the process; the kernel enqueues it again. */
export function inProcessQueue({ ready, ...limits }: InProcessQueueOptions = {}): TaskQueue {
  const { maxRunning, ...others } = limitsFrom(limits);
  const waiting = new Waiting({ maxRunning, ...others });
  const running = new Map<string, Job>();
  /** Those that were enqueued again while they are running. */
  const again = new Map<string, QueuedRun>();
  let handler: RunHandler | undefined;
  let asking = false;
  let askAgain: NodeJS.Timeout | undefined;

  const mayBegin = () => handler !== undefined && running.size < maxRunning && waiting.startable;

  const begin = () => {
    const run = waiting.take();
    if (run === undefined || handler === undefined) return;
    const controller = new AbortController();
    const work = async (how: RunHandler) => how(run, controller.signal);
    // The handler reports its own errors; here it has only ended.
    const ended = work(handler)
      .then(undefined, () => {})
      .then(() => {
        running.delete(run.runId);
        waiting.ended(run);
        const next = again.get(run.runId);
        again.delete(run.runId);
        if (next !== undefined) waiting.add(next);
        proceed();
      });
    running.set(run.runId, { controller, ended });
  };

  const proceed = () => {
    if (ready !== undefined) void askThenBegin(ready);
    else while (mayBegin()) begin();
  };

  const askThenBegin = async (isReady: ReadyGuard) => {
    if (asking || askAgain !== undefined) return;
    asking = true;
    try {
      while (mayBegin()) {
        if (await allows(isReady, running.size)) {
          if (mayBegin()) begin();
        } else {
          askAgain = setTimeout(() => {
            askAgain = undefined;
            proceed();
          }, ASK_AGAIN_MS);
          return;
        }
      }
    } finally {
      asking = false;
    }
  };

  return {
    name: "in-process",
    shared: false,
    async start(runHandler) {
      handler = runHandler;
      proceed();
    },
    async enqueue(run) {
      if (waiting.has(run.runId)) return;
      if (running.has(run.runId)) again.set(run.runId, run);
      else waiting.add(run);
      proceed();
    },
    async cancel(runId, reason) {
      const job = running.get(runId);
      job?.controller.abort(reason);
      const waited = waiting.remove(runId) || again.delete(runId);
      // It may have been the only one that the queue was asking for.
      proceed();
      return waited || job !== undefined;
    },
    async position(runId) {
      const place = waiting.position(runId);
      if (place !== undefined || !again.has(runId)) return place;
      return waiting.size + [...again.keys()].indexOf(runId) + 1;
    },
    async counts() {
      return { waiting: waiting.size + again.size, running: running.size };
    },
    async stop({ graceMs }) {
      handler = undefined;
      clearTimeout(askAgain);
      askAgain = undefined;
      waiting.clear();
      again.clear();
      const jobs = [...running.values()];
      for (const { controller } of jobs) controller.abort(new Error("The queue stops."));
      await inTime(graceMs, Promise.allSettled(jobs.map(({ ended }) => ended)), () => undefined);
    },
  };
}
