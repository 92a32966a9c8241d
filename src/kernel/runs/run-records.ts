import type { LogEntry, Run, RunOrigin, RunStatus, StopReason, StorageAdapter } from "../storage.js";
import type { Progress, Task, TaskError } from "../task.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import { checkpointsOf } from "./effects.js";
import { isDone } from "./run-input.js";
import { storedProgress } from "./stored-progress.js";

/** What is stored of the end of a run, or of its going back to wait. */
export interface RunEnd {
  readonly status: Exclude<RunStatus, "running">;
  readonly error?: TaskError | undefined;
  readonly reason?: StopReason | undefined;
  /** Counted from what is stored when it is not given. */
  readonly progress?: Progress | undefined;
  /** Nothing is stored when the run has another one by now. Absent for those who end a run whoever works on it. */
  readonly fence?: number | undefined;
  /** Added to the log of the task whatever becomes of the run. */
  readonly log?: readonly LogEntry[] | undefined;
}

/** Writes the records of runs. */
export class RunRecords {
  constructor(
    private readonly storage: StorageAdapter,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  fresh(task: Task, origin: RunOrigin, more: Partial<Run> = {}, id = this.ids.next()): Run {
    const createdAt = this.clock.now().toISOString();
    const priority = Number(task.data["priority"]);
    return {
      _id: id,
      taskId: task._id,
      status: "waiting",
      origin,
      ...(Number.isSafeInteger(priority) && priority !== 0 ? { priority } : {}),
      ...more,
      attempts: 0,
      seed: id,
      createdAt,
      revision: 0,
    };
  }

  /**
   * Ends a run that waits or runs, or sets it waiting, which keeps late writes of its worker out. Gives the run
   * as it then is, and undefined when it is gone, has ended already or belongs to another worker. `known` saves the
   * first reading.
   */
  async end(runId: string, end: RunEnd, known?: Run | undefined): Promise<Run | undefined> {
    const { status, error, reason, fence, log = [] } = end;
    const { runs } = this.storage;
    // What is not stored together is stored in this order: a run that has ended has its whole log.
    const isTogether = log.length > 0 && runs.replaceWithLog !== undefined;
    if (log.length > 0 && !isTogether) await runs.log(runId, log);
    for (let first = true; ; first = false) {
      const run = first && known !== undefined ? known : await runs.get(runId);
      const isOpen = run?.status === "waiting" || run?.status === "running";
      if (run === undefined || !isOpen || (fence !== undefined && run.fence !== fence)) {
        if (isTogether) await runs.log(runId, log);
        return undefined;
      }
      const progress = end.progress ?? (await this.progressOf(run));
      const { fence: _fence, ...kept } = run;
      const next: Run = {
        ...kept,
        status,
        ...(error ? { error } : {}),
        ...(reason ? { reason } : {}),
        ...(progress ? { progress } : {}),
        // That the server stops in good order is no fault of the run.
        ...(status === "waiting"
          ? { excused: (run.excused ?? 0) + 1 }
          : { finishedAt: this.clock.now().toISOString() }),
        revision: run.revision + 1,
      };
      if (await (isTogether ? runs.replaceWithLog?.(next, log) : runs.replace(next))) return next;
    }
  }

  /**
   * Sets a run waiting whose worker is gone, or gives undefined when somebody was faster. A run that finished a line, or made
   * a checkpoint, since it was last taken up has not failed: only those that get nowhere use up their attempts.
   */
  async takenUp(run: Run, isExcused = false): Promise<Run | undefined> {
    const ended = await this.stepsOf(run._id);
    const { fence: _fence, ...kept } = run;
    const next: Run = {
      ...kept,
      status: "waiting",
      ...(isExcused ? { excused: (run.excused ?? 0) + 1 } : {}),
      ...(ended > (run.linesSeen ?? 0) ? { linesSeen: ended, excused: run.attempts } : {}),
      revision: run.revision + 1,
    };
    return (await this.storage.runs.replace(next)) ? next : undefined;
  }

  /** Whether the run was begun so often without getting on that it is not begun again. */
  async isHopeless(run: Run, maxAttempts: number): Promise<boolean> {
    if (run.attempts - (run.excused ?? 0) < maxAttempts) return false;
    return (await this.stepsOf(run._id)) <= (run.linesSeen ?? 0);
  }

  /** The task with how far its run came, which nobody works on. */
  async withProgress(task: Task): Promise<Task> {
    const run = task.runId === undefined ? undefined : await this.storage.runs.get(task.runId);
    const progress = run && (await this.progressOf(run));
    return progress === undefined ? task : { ...task, progress };
  }

  /** Keys of the lines of a run that are done, or that failed. */
  async keysOf(runId: string, state: "done" | "failed"): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const line of this.storage.runs.lines(runId))
      if (isDone(line) === (state === "done")) keys.add(line.key);
    return keys;
  }

  /** How far a run has got: its lines that have ended, and its checkpoints. */
  private async stepsOf(runId: string): Promise<number> {
    let count = 0;
    for await (const _line of this.storage.runs.lines(runId)) count += 1;
    for await (const _checkpoint of checkpointsOf(this.storage.runs, runId)) count += 1;
    return count;
  }

  /** Undefined when the run was never begun. */
  private async progressOf(run: Run): Promise<Progress | undefined> {
    if (run.startedAt === undefined) return undefined;
    return storedProgress(this.storage, run, this.clock.now().toISOString());
  }
}
