import { ScriptoriumError } from "../errors.js";
import type { QueuedRun } from "../queue.js";
import { type Run, type Selection, UNSETTLED } from "../storage.js";
import { atRest, type Task, type TaskStatus } from "../task.js";
import { INTERRUPTED, isStorageError } from "./run-error.js";
import type { CutShort } from "./run-worker.js";
import type { RunnerParts } from "./runner-parts.js";

/** Pauses before a run is taken up that the storage could not record; each is twice the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The first such pause in a shortage: small writes still succeed, so that each attempt comes far enough to cost work. */
const FULL_PAUSE_MS = 4000;
/** How long after the grace time an abort may take that was sent to a worker elsewhere. */
const ABORT_SLACK_MS = 5000;
/** Of so many sweeps one also looks for tasks whose run is over and for such as nobody enqueued. */
const THOROUGH_EVERY = 6;
/** Most waiting tasks that one sweep enqueues once more; the next one goes on with those after them. */
const MOST_ENQUEUED = 1000;

interface Unsettled {
  readonly id: string;
  readonly status: TaskStatus;
  readonly runId: string | undefined;
}
const UNSETTLED_TASKS: Selection<Unsettled> = {
  reads: ["_id", "status", "runId"],
  pick: ({ _id, status, runId }) => (atRest(status) ? undefined : { id: _id, status, runId }),
};

/** Takes up runs that a crash, a stop or an error of the storage left unfinished, here or in another process. */
export class Recovery {
  /** Tasks seen aborting, with the moment they were first seen. */
  private readonly aborting = new Map<string, number>();
  /** Tasks that waited already at the last thorough sweep, as many as one enqueues. */
  private waitedBefore: readonly string[] = [];
  private waitedUpTo = 0;
  private sweeps = 0;

  constructor(
    private readonly parts: RunnerParts,
    private readonly enqueue: (task: Task, run?: Run) => Promise<void>,
    private readonly signal: AbortSignal,
  ) {}

  /** Everything a process that begins can take up. */
  async atStart(): Promise<void> {
    const { storage, queue } = this.parts;
    const lapsed = new Set(await Array.fromAsync(storage.runs.lapsed()));
    const found = await this.unsettled();
    // What a crash kept out of a shared queue is rare, and found by the sweeps where looking for it now would take long.
    const waitsOnItsOwn = queue.shared && found.length > MOST_ENQUEUED;
    for (const { id, status } of found) {
      if (!waitsOnItsOwn || status !== "waiting") await this.takeUpAgain(id, lapsed);
    }
  }

  /** Looks again and again until the signal aborts. Never throws. */
  async sweepOnAndOn(): Promise<void> {
    const { settings, active } = this.parts;
    await Promise.all([
      this.repeat(settings.renewEveryMs, () => active.renew()),
      this.repeat(settings.sweepEveryMs, () => this.sweep()),
    ]);
  }

  /** Takes up a run that the storage left between two states, as soon as the storage works again. Never throws. */
  async takeUpLater({ taskId, runId }: QueuedRun, { fence, isExcused }: CutShort): Promise<void> {
    const { clock, storage, active, logger } = this.parts;
    const firstMs = isExcused ? FULL_PAUSE_MS : FIRST_PAUSE_MS;
    for (let pauseMs = firstMs; !this.signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        await clock.sleep(pauseMs, this.signal);
        const task = await storage.tasks.get(taskId);
        const run = await storage.runs.get(runId);
        // Nobody has to wait for the lease to run out of what this process held; by now somebody else may hold it.
        const isOurs =
          run?.status !== "running" || (run.fence === fence && (run.worker ?? "") === this.parts.settings.worker);
        if (task?.runId === runId && !atRest(task.status) && !active.has(runId) && isOurs) {
          await this.takeUp(task, new Set([runId]), isExcused);
        }
        return;
      } catch (error) {
        if (!this.signal.aborted) logger.error(`The run ${runId} cannot be taken up yet.`, error);
      }
    }
  }

  /**
   * Ends an aborted run that a worker elsewhere holds, when that worker has not done so in time. Should this process end
   * before, the sweep of another sees to it. Never throws.
   */
  async fenceOffLater(id: string, runId: string): Promise<void> {
    const { clock, storage, endings, settings } = this.parts;
    try {
      await clock.sleep(settings.abortGraceMs + ABORT_SLACK_MS, this.signal);
      const task = await storage.tasks.get(id);
      if (task?.runId === runId && task.status === "aborting...") await endings.settle(task, { status: "aborted" });
    } catch {
      // The sweep comes to it when the storage works again.
    }
  }

  private async repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { clock, logger } = this.parts;
    let isFailing = false;
    while (!this.signal.aborted) {
      try {
        await clock.sleep(everyMs, this.signal);
        await work();
        isFailing = false;
      } catch (error) {
        // Said once and not every few seconds while the storage is away.
        if (!this.signal.aborted && !isFailing)
          logger.error("Runs could not be looked after. It is tried again.", error);
        isFailing = true;
      }
    }
  }

  private async sweep(): Promise<void> {
    const { storage, active } = this.parts;
    for await (const runId of storage.runs.lapsed()) {
      if (active.has(runId)) continue;
      const run = await storage.runs.get(runId);
      const task = run && (await storage.tasks.get(run.taskId));
      if (run === undefined || task === undefined) continue;
      if (task.runId === runId && !atRest(task.status)) await this.takeUpAgain(task._id, new Set([runId]));
      else await this.parts.records.end(runId, { status: "interrupted", reason: "interrupted" });
    }
    // The first one, too: what a process wrote last before its end may have come after the look at the start.
    const thorough = this.sweeps % THOROUGH_EVERY === 0;
    this.sweeps += 1;
    await this.fenceOffAborted(await this.unsettled(thorough ? UNSETTLED : ["aborting..."]), thorough);
  }

  /** Ends runs whose worker, here or elsewhere, does not heed an abort. When `thorough`, sees to what is forgotten, too. */
  private async fenceOffAborted(found: readonly Unsettled[], thorough: boolean): Promise<void> {
    const { storage, clock, settings } = this.parts;
    const aborting = found.filter(({ status }) => status === "aborting...");
    const seen = new Set(aborting.map(({ id }) => id));
    for (const id of this.aborting.keys()) if (!seen.has(id)) this.aborting.delete(id);
    for (const { id } of aborting) {
      const since = this.aborting.get(id) ?? clock.monotonic();
      this.aborting.set(id, since);
      if (clock.monotonic() - since < settings.abortGraceMs + ABORT_SLACK_MS) continue;
      const task = await storage.tasks.get(id);
      if (task?.status === "aborting...") await this.parts.endings.settle(task, { status: "aborted" });
    }
    if (thorough) await this.takeUpForgotten(found);
  }

  /** Settles tasks whose run is over, and enqueues those again that have waited since the last time. */
  private async takeUpForgotten(found: readonly Unsettled[]): Promise<void> {
    const { storage } = this.parts;
    const waiting: string[] = [];
    for (const { id, status, runId } of found) {
      if (status === "waiting") waiting.push(id);
      else if (this.signal.aborted) return;
      else {
        const run = runId === undefined ? undefined : await storage.runs.get(runId);
        if (run?.status !== "running") await this.takeUpAgain(id);
      }
    }
    const still = new Set(waiting);
    for (const id of this.waitedBefore) {
      if (this.signal.aborted) return;
      if (still.has(id)) await this.takeUpAgain(id);
    }
    const from = this.waitedUpTo < waiting.length ? this.waitedUpTo : 0;
    this.waitedUpTo = from + MOST_ENQUEUED;
    this.waitedBefore = waiting.slice(from, this.waitedUpTo);
  }

  /** What is wrong with one task holds up no other; an error of the storage concerns them all. */
  private async takeUpAgain(id: string, lapsed: ReadonlySet<string> = new Set()): Promise<void> {
    const { storage, active, logger } = this.parts;
    try {
      const task = await storage.tasks.get(id);
      if (task === undefined || atRest(task.status) || active.has(task.runId ?? "")) return;
      await this.takeUp(task, lapsed);
    } catch (error) {
      if (isStorageError(error)) throw error;
      // It was deleted meanwhile.
      if (ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND") return;
      logger.error(`The run of the task ${id} could not be taken up.`, error);
    }
  }

  /** `lapsed`: runs that nobody holds any more. An excused attempt does not count. */
  private async takeUp(task: Task, lapsed: ReadonlySet<string>, isExcused = false): Promise<void> {
    const { storage, endings, records, settings } = this.parts;
    const run = task.runId === undefined ? undefined : await storage.runs.get(task.runId);
    if (run === undefined && task.runId !== undefined && task.status === "waiting") {
      // The end came after the task was set waiting and before its run was stored.
      await this.insertOnce(records.fresh(task, "recovery", {}, task.runId));
      await this.enqueue(task);
    } else if (run === undefined) {
      await endings.settle(task, { status: "failed", error: INTERRUPTED });
    } else if (run.status === "running" && !lapsed.has(run._id)) {
      // Somebody else works on it.
    } else if (task.status === "aborting...") {
      await endings.settle(task, { status: "aborted" });
    } else if (run.status !== "running" && run.status !== "waiting") {
      await endings.settle(task, endingOf(run));
    } else if (run.status === "running" && !isExcused && (await records.isHopeless(run, settings.maxAttempts))) {
      await endings.settle(task, { status: "failed", error: run.error ?? INTERRUPTED }, fenceOf(run));
    } else await this.putBack(task, run, isExcused);
  }

  /** Another process may be at the same. */
  private async insertOnce(run: Run): Promise<void> {
    try {
      await this.parts.storage.runs.insert(run);
    } catch (error) {
      if ((await this.parts.storage.runs.get(run._id)) === undefined) throw error;
    }
  }

  private async putBack(task: Task, run: Run, isExcused: boolean): Promise<void> {
    const { records, tasks } = this.parts;
    if (run.status === "waiting" && task.status === "waiting") {
      await this.enqueue(task, run);
      return;
    }
    if (run.status === "running" && (await records.takenUp(run, isExcused)) === undefined) return;
    const waiting = await tasks.edit(task._id, (current) => {
      if (current.runId !== run._id || current.status !== "running") return undefined;
      const { fence: _fence, ...kept } = current;
      return this.parts.changed(kept, "waiting");
    });
    if (waiting.status === "waiting" && waiting.runId === run._id) await this.enqueue(waiting);
  }

  private async unsettled(statuses: readonly TaskStatus[] = UNSETTLED): Promise<Unsettled[]> {
    return Array.fromAsync(this.parts.storage.tasks.scan(UNSETTLED_TASKS, { path: "status", values: statuses }));
  }
}

function fenceOf({ fence }: Run): { fence?: number } {
  return fence === undefined ? {} : { fence };
}

function endingOf(run: Run) {
  const { status } = run;
  if (status === "complete" || status === "aborted") return { status } as const;
  return { status: "failed", error: run.error ?? INTERRUPTED } as const;
}
