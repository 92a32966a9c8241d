import type { Events } from "../events.js";
import type { StorageAdapter, TaskChange } from "../storage.js";
import { summaryOf, type Task, type TaskStatus } from "../task.js";
import type { Logger } from "../values/logger.js";
import type { TaskRunner } from "./task-runner.js";

/** Most tasks whose last state is remembered; of one that was forgotten the next change is reported as an update only. */
const MOST_REMEMBERED = 10_000;

interface Seen {
  readonly revision: number;
  readonly status: TaskStatus;
  readonly progressAt: string | undefined;
}

/**
 * What other processes do with the tasks of the store: listeners here are called as if it had been done here, and a run that
 * was ended elsewhere ends here. Rows and log entries are not announced: they are read from the store.
 */
export class ChangesElsewhere {
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly storage: StorageAdapter,
    private readonly runner: TaskRunner,
    private readonly events: Events,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  async follow({ kind, id }: TaskChange): Promise<void> {
    try {
      const task = kind === "delete" ? undefined : await this.storage.tasks.get(id);
      this.runner.changedElsewhere(id, task);
      if (task === undefined) {
        this.seen.delete(id);
        this.events.emit("task.deleted", { id }, true);
      } else if (kind === "insert") this.created(task);
      else this.replaced(task);
    } catch (error) {
      this.logger.error(`A change of the task ${id} by another process could not be followed.`, error);
    }
  }

  private created(task: Task): void {
    this.remember(task);
    this.events.emit("task.created", { task: summaryOf(task) }, true);
  }

  private replaced(task: Task): void {
    const before = this.seen.get(task._id);
    // Reads may overtake each other; what is older is not reported.
    if (before !== undefined && before.revision > task.revision) return;
    this.remember(task);
    const summary = summaryOf(task);
    const { progress, error } = task;
    if (before === undefined || (before.status === task.status && before.progressAt === progress?.updatedAt)) {
      this.events.emit("task.updated", { task: summary }, true);
      return;
    }
    if (progress !== undefined && before.progressAt !== progress.updatedAt) {
      this.events.emit("task.progress", { id: task._id, progress }, true);
    }
    if (before.status === task.status) return;
    if (task.status === "waiting") this.events.emit("task.waiting", { task: summary }, true);
    else if (task.status === "running") this.events.emit("task.running", { task: summary }, true);
    else if (task.status === "aborting...") this.events.emit("task.aborting", { task: summary }, true);
    else if (task.status === "aborted") this.events.emit("task.aborted", { task: summary }, true);
    else if (task.status === "complete") this.events.emit("task.complete", { task: summary }, true);
    else if (error) this.events.emit("task.failed", { task: summary, error }, true);
  }

  private remember(task: Task): void {
    this.seen.delete(task._id);
    const { revision, status, progress } = task;
    this.seen.set(task._id, { revision, status, progressAt: progress?.updatedAt });
    const [oldest] = this.seen.keys();
    if (this.seen.size > MOST_REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
  }
}
