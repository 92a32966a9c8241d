import { ScriptoriumError } from "../errors.js";
import type { Events } from "../events.js";
import type { LogEntry, Run, StorageAdapter } from "../storage.js";
import { atRest, mayChange, type Progress, summaryOf, type Task, type TaskError, type TaskStatus } from "../task.js";
import type { TaskService } from "../tasks/task-service.js";
import type { Logger } from "../values/logger.js";
import type { Ending, RunEndHook } from "./run-ending.js";
import { isStorageError } from "./run-error.js";
import type { RunRecords } from "./run-records.js";

interface Rest {
  readonly status: "complete" | "aborted" | "waiting" | "failed";
  readonly error?: TaskError | undefined;
  readonly progress?: Progress | undefined;
}

/** What is known of the attempt at a run that ends. */
interface Attempt {
  readonly fence?: number;
  /** The run as it was claimed. */
  readonly run?: Run;
  readonly progress?: Progress;
  /** Entries that are to be stored whatever becomes of the run. */
  readonly log?: readonly LogEntry[];
}

/** Stores how runs end: the run first, which keeps late writes out, then what follows from it, then the task. */
export class RunEndings {
  private readonly hooks: RunEndHook[] = [];

  constructor(
    private readonly tasks: TaskService,
    private readonly storage: StorageAdapter,
    private readonly records: RunRecords,
    private readonly events: Events,
    private readonly logger: Logger,
    private readonly changed: (task: Task, status: TaskStatus) => Task,
  ) {}

  onEnd(hook: RunEndHook): void {
    this.hooks.push(hook);
  }

  /**
   * Settles the run of the task as it is in `task`. With a fence nothing is stored once somebody else has taken the run
   * over. A run that has ended already only has its task settled.
   */
  async settle(task: Task, ending: Ending, { fence, run: known, progress, log = [] }: Attempt = {}): Promise<void> {
    if (ending.status === "lost") {
      await this.log(task, log);
      return;
    }
    const error = ending.status === "failed" ? ending.error : undefined;
    const { runId } = task;
    if (runId === undefined) {
      await this.settleTask(task, { status: ending.status, error });
      return;
    }
    const reason = error?.code ?? (ending.status === "aborted" ? "aborted" : undefined);
    const ended = await this.records.end(runId, { status: ending.status, error, reason, progress, fence, log }, known);
    if (log.length > 0) this.events.emit("task.log", { id: task._id, entries: log });
    const run = ended ?? (await this.storage.runs.get(runId));
    // Somebody else has taken it over.
    if (ended === undefined && (run?.status === "running" || run?.status === "waiting")) return;
    if (run === undefined || run.status === "running" || run.status === "waiting") {
      await this.settleTask(task, { status: ending.status, error, progress: ended?.progress ?? progress });
      return;
    }
    // What is stored of the run decides: it may have been ended elsewhere.
    const status = run.status === "interrupted" ? "failed" : run.status;
    const current = await this.callHooks(task, run);
    await this.settleTask(task, { status, error: run.error ?? error, progress: run.progress ?? progress }, current);
  }

  /** Stores what was logged of a run whose end is not stored here. */
  async log(task: Task, entries: readonly LogEntry[]): Promise<void> {
    if (task.runId === undefined || entries.length === 0) return;
    await this.storage.runs.log(task.runId, entries);
    this.events.emit("task.log", { id: task._id, entries });
  }

  private async settleTask(task: Task, { status, error, progress }: Rest, known?: Task): Promise<void> {
    let moved = false;
    let settled: Task;
    try {
      settled = await this.tasks.edit(
        task._id,
        (current) => {
          const to = current.status === "aborting..." ? "aborted" : status;
          // Another may have settled it before, and it may have been run again since.
          const isSame = current.runId === task.runId && current.fence === task.fence;
          // A delete that did not come to its end has aborted the run and not the task.
          const from = to === "aborted" && current.status === "running" ? "aborting..." : current.status;
          moved = isSame && mayChange(from, to);
          if (!moved) return undefined;
          const { error: _error, fence: _fence, ...rest } = { ...current, status: from };
          const kept = progress === undefined ? rest : { ...rest, progress };
          return this.changed(to === "failed" && error ? { ...kept, error } : kept, to);
        },
        known,
      );
    } catch (problem) {
      if (ScriptoriumError.is(problem) && problem.code === "TASK_NOT_FOUND") return;
      throw problem;
    }
    if (!moved) return;
    const summary = summaryOf(settled);
    if (settled.status === "complete") this.events.emit("task.complete", { task: summary });
    else if (settled.status === "aborted") this.events.emit("task.aborted", { task: summary });
    else if (settled.status === "waiting") this.events.emit("task.waiting", { task: summary });
    else if (error) this.events.emit("task.failed", { task: summary, error });
  }

  /** Gives the task as it is now. */
  private async callHooks(task: Task, run: Run): Promise<Task | undefined> {
    const current = await this.storage.tasks.get(task._id);
    if (current === undefined || current.runId !== run._id || atRest(current.status)) return current;
    for (const hook of this.hooks) {
      try {
        await hook(current, run);
      } catch (error) {
        if (isStorageError(error)) throw error;
        this.logger.error(`What follows from the end of the run ${run._id} could not be done.`, error);
      }
    }
    return current;
  }
}
