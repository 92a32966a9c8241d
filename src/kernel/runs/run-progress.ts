import { ScriptoriumError } from "../errors.js";
import type { Events } from "../events.js";
import type { Redactor } from "../secrets/redaction.js";
import type { Run, RunOutput, StorageAdapter } from "../storage.js";
import type { Progress, Task } from "../task.js";
import type { ProgressNote } from "../task-plugin.js";
import type { TaskService } from "../tasks/task-service.js";
import type { Clock } from "../values/clock.js";
import { shown } from "../values/json.js";
import { countOf } from "./run-limits.js";

/** Shortest time between two reports of progress. */
const EVERY_MS = 500;

export interface RunProgressParts {
  readonly run: Run;
  readonly fence: number;
  readonly task: Task;
  /** How many lines the run has. */
  readonly total: number;
  readonly redactor: Redactor;
  readonly storage: StorageAdapter;
  readonly tasks: TaskService;
  readonly clock: Clock;
  readonly events: Events;
  /** Aborts when the run has ended. */
  readonly ended: AbortSignal;
}

/** Counts how far a run is, and tells it: to listeners and the storage, at most twice a second. */
export class RunProgress {
  ok = 0;
  failed = 0;
  skipped = 0;
  retries = 0;
  /** The line most recently begun. */
  current = "";
  /** Lines that were done before this attempt: they say nothing about its pace. */
  doneBefore = 0;
  private rows = 0;
  private files = 0;
  private bytes = 0;
  private tokens = 0;
  private spent = 0;
  private blocked = 0;
  private phase = "";
  private readonly startedAt: string;
  private readonly startedTick: number;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RunProgressParts) {
    this.startedAt = parts.clock.now().toISOString();
    this.startedTick = parts.clock.monotonic();
  }

  /** What the language models of the run have cost, earlier attempts included. */
  get cost(): number {
    return this.spent;
  }

  /** A run that goes on has made already what its rows and files show, and has spent what they cost. */
  async countOn(): Promise<void> {
    const { task, run, storage } = this.parts;
    const before = task.progress ?? run.progress;
    if (before === undefined) return;
    ({ files: this.files, bytes: this.bytes, retries: this.retries } = before);
    ({ blocked: this.blocked, tokens: this.tokens, cost: this.spent } = before);
    // A crash comes between two reports of progress; rows can be counted.
    this.rows = await storage.content.countRows(task._id, run._id);
  }

  /** Counts what was stored. */
  add({ rows, files = [] }: RunOutput): void {
    this.rows += rows?.length ?? 0;
    this.files += files.length;
    for (const { size } of files) this.bytes += size;
  }

  /** Takes what a plugin tells; anything that is no count or text is left out. */
  note({ phase, tokens, cost, blocked }: ProgressNote): void {
    if (typeof phase === "string") this.phase = shown(this.parts.redactor.text(phase));
    this.tokens += countOf(tokens);
    this.spent += countOf(cost);
    this.blocked += countOf(blocked);
    // What the storage says of it is met by the next report of the loop.
    this.report().catch(() => {});
  }

  /** Tells listeners only. */
  announce(): void {
    const { events, task, clock } = this.parts;
    this.reportedAt = clock.monotonic();
    events.emit("task.progress", { id: task._id, progress: this.now() });
  }

  /** Stores how far a run is whose first line takes its time; that of a short run is stored with its end. Never rejects. */
  async reportSoon(): Promise<void> {
    try {
      await this.parts.clock.sleep(EVERY_MS, this.parts.ended);
      await this.report();
    } catch {
      // The run has ended, or the storage is away: its next write meets that, too.
    }
  }

  /** Stores and announces the progress, unless that was done a moment ago. */
  report(): Promise<void> {
    const { clock } = this.parts;
    if (clock.monotonic() - this.reportedAt < EVERY_MS) return Promise.resolve();
    this.reportedAt = clock.monotonic();
    this.reporting = this.reporting.then(() => this.save());
    return this.reporting;
  }

  /** Resolves when no report is being stored; rejects when one could not be stored. */
  reported(): Promise<void> {
    return this.reporting;
  }

  now(): Progress {
    const { ok, failed, skipped, rows, files, bytes, retries, blocked, tokens, spent, phase, current } = this;
    const { total, clock } = this.parts;
    const done = ok + failed + skipped;
    return {
      ...{ total, done, ok, failed, skipped },
      percent: total === 0 ? 100 : Math.floor((100 * done) / total),
      ...{ rows, files, bytes, retries, blocked, tokens, cost: spent, phase, current },
      etaSeconds: this.secondsLeft(total - done),
      startedAt: this.startedAt,
      updatedAt: clock.now().toISOString(),
    };
  }

  private secondsLeft(open: number): number | null {
    if (open === 0) return 0;
    const worked = this.ok - this.doneBefore + this.failed;
    const seconds = (this.parts.clock.monotonic() - this.startedTick) / 1000;
    return worked === 0 ? null : Math.ceil((open * seconds) / worked);
  }

  private async save(): Promise<void> {
    const { tasks, task, run, fence, events } = this.parts;
    const progress = this.now();
    try {
      await tasks.edit(task._id, (current) =>
        current.runId === run._id && current.fence === fence ? { ...current, progress } : undefined,
      );
    } catch (error) {
      // A task that was deleted needs no progress; its run is refused at the next write.
      if (ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND") return;
      throw error;
    }
    events.emit("task.progress", { id: task._id, progress });
  }
}
