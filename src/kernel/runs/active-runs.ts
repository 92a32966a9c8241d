import type { Selection, StorageAdapter } from "../storage.js";
import { atRest, type Task } from "../task.js";
import type { Clock } from "../values/clock.js";
import { Stop } from "./run-ending.js";

interface ActiveRun {
  readonly taskId: string;
  readonly controller: AbortController;
  /** Known once the run is claimed. */
  fence?: number;
  /** The revision of the task when it was set running; what is heard of earlier ones concerns an earlier run. */
  since?: number;
  /** When the storage last confirmed that the run is ours, as the clock's `monotonic` counts. */
  confirmedAt: number;
}

/** What is looked at of the tasks of the running runs. */
type Glance = Pick<Task, "_id" | "status" | "runId" | "revision">;
const GLANCES: Selection<Glance> = {
  reads: ["_id", "status", "runId", "revision"],
  pick: ({ _id, status, runId, revision }) => ({ _id, status, revision, ...(runId === undefined ? {} : { runId }) }),
};

/** The runs that this process works on: holds them, and cuts off those that were ended or taken over elsewhere. */
export class ActiveRuns {
  private readonly runs = new Map<string, ActiveRun>();

  constructor(
    private readonly storage: StorageAdapter,
    private readonly clock: Clock,
    private readonly leaseMs: number,
  ) {}

  /** False when the run is running here already. */
  add(runId: string, taskId: string, controller: AbortController): boolean {
    if (this.runs.has(runId)) return false;
    this.runs.set(runId, { taskId, controller, confirmedAt: this.clock.monotonic() });
    return true;
  }

  claimed(runId: string, fence: number): void {
    const run = this.runs.get(runId);
    if (run === undefined) return;
    run.fence = fence;
    run.confirmedAt = this.clock.monotonic();
  }

  /** Its task was set running, which gave it this revision. */
  began(runId: string, revision: number): void {
    const run = this.runs.get(runId);
    if (run !== undefined) run.since = revision;
  }

  remove(runId: string): void {
    this.runs.delete(runId);
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  get size(): number {
    return this.runs.size;
  }

  /** Says whether the run is running here. */
  abort(runId: string, stop: Stop): boolean {
    const run = this.runs.get(runId);
    run?.controller.abort(stop);
    return run !== undefined;
  }

  abortAll(stop: Stop): void {
    for (const { controller } of this.runs.values()) controller.abort(stop);
  }

  /** Ends the run of a task that another process aborted, ended or deleted; undefined: it is gone. */
  changedElsewhere(id: string, task: Omit<Glance, "_id"> | undefined): void {
    for (const [runId, { taskId, controller, since }] of this.runs) {
      if (taskId !== id) continue;
      if (task === undefined) controller.abort(new Stop("deleted"));
      // What happens before the task is running is seen when it is set so; and a reading may be late.
      else if (since === undefined || task.revision < since) continue;
      else if (task.status === "aborting...") controller.abort(new Stop("aborted"));
      else if (task.runId !== runId || atRest(task.status)) controller.abort(new Stop("lost"));
    }
  }

  /** Confirms every run with the storage, and learns of aborts that nobody reported. */
  async renew(): Promise<void> {
    if (this.runs.size === 0) return;
    await Promise.all([...this.runs].map(([runId, run]) => this.renewOne(runId, run)));
    const taskIds = [...this.runs.values()].map(({ taskId }) => taskId);
    const seen = new Map<string, Glance>();
    for await (const glance of this.storage.tasks.scan(GLANCES, { path: "_id", values: taskIds })) {
      seen.set(glance._id, glance);
    }
    for (const taskId of taskIds) this.changedElsewhere(taskId, seen.get(taskId));
  }

  private async renewOne(runId: string, run: ActiveRun): Promise<void> {
    if (run.fence === undefined) return;
    try {
      const asked = this.clock.monotonic();
      if (await this.storage.runs.renew(runId, run.fence, this.leaseMs)) run.confirmedAt = asked;
      // A run that ends in this moment is refused, too; its signal no longer matters.
      else if (this.runs.get(runId) === run) run.controller.abort(new Stop("lost"));
    } catch {
      // The storage is out of reach. When it has been for so long, somebody else may hold the run by now.
      if (this.clock.monotonic() - run.confirmedAt > this.leaseMs) run.controller.abort(new Stop("lost"));
    }
  }
}
