import { ScriptoriumError } from "../errors.js";
import type { Redactor } from "../secrets/redaction.js";
import type { Run, RunOutput, StepCounts } from "../storage.js";
import type { Progress, Task } from "../task.js";
import type { ProgressNote } from "../task-plugin.js";
import { shown } from "../values/json.js";
import { FINISH } from "./effects.js";
import { LineShares } from "./line-shares.js";
import { countOf } from "./run-input.js";
import type { RunnerParts } from "./runner-parts.js";
import { CheckpointCounts, type Made, type StoredCounts, withoutZeros } from "./step-counts.js";
import { Waits } from "./waits.js";

/** Shortest time between two reports of progress. */
const EVERY_MS = 500;

export interface RunProgressParts extends Pick<RunnerParts, "storage" | "tasks" | "clock" | "events"> {
  readonly run: Run;
  readonly fence: number;
  readonly task: Task;
  /** How many lines the run has. */
  readonly total: number;
  readonly redactor: Redactor;
  /** Aborts when the run has ended. */
  readonly ended: AbortSignal;
}

/** Counts how far a run is, and reports it to listeners and the storage, at most twice a second. */
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
  /** An earlier attempt has worked the run. */
  private goesOn = false;
  private readonly shares = new LineShares();
  private readonly waits = new Waits();
  private readonly checkpoints = new CheckpointCounts();
  private readonly startedAt: string;
  private readonly startedTick: number;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();
  private isReportDue = false;
  /** Something happened since the last report. */
  private isStale = false;

  constructor(private readonly parts: RunProgressParts) {
    this.startedAt = parts.clock.now().toISOString();
    this.startedTick = parts.clock.monotonic();
  }

  /** What the language models of the run have cost, earlier attempts included. */
  get cost(): number {
    return this.spent;
  }

  /**
   * A run that goes on has made already what its lines and checkpoints show, and has spent what they cost: a crash comes
   * between two reports of progress, or before the first. `lines` is what its lines say of it.
   */
  async countOn(lines: StoredCounts): Promise<void> {
    this.goesOn = true;
    const { task, run, storage } = this.parts;
    const stored = lines;
    let finish: StepCounts = {};
    for await (const { key, counts = {} } of storage.runs.effects(run._id)) {
      if (key === FINISH) finish = counts;
      else {
        stored.add(counts);
        this.checkpoints.add(key, counts);
      }
    }
    // What finish has made is counted when it is made again.
    const { files: finished = 0, bytes: finishedBytes = 0, ...spent } = finish;
    stored.atLeast(spent);
    // Stores of earlier versions have no such counts, and what was spent on a line that did not end is only here.
    const { files = 0, bytes = 0, ...before } = task.progress ?? run.progress ?? {};
    stored.atLeast({ ...before, files: files - finished, bytes: bytes - finishedBytes });
    ({ files: this.files, bytes: this.bytes, retries: this.retries } = stored);
    ({ blocked: this.blocked, tokens: this.tokens, cost: this.spent } = stored);
    await this.countRows();
  }

  async countRows(): Promise<void> {
    const { task, run, storage } = this.parts;
    this.rows = await storage.content.countRows(task._id, run._id);
  }

  /** The output with what is to be counted again after a crash. */
  counted(output: RunOutput, made: Made): RunOutput {
    const { retries, blocked, tokens, spent: cost } = this;
    const { line, effects } = output;
    const so = { retries, blocked, tokens, cost };
    if (line !== undefined) {
      const counts = withoutZeros({ ...made, ...so });
      return counts === undefined ? output : { ...output, line: { ...line, counts } };
    }
    if (effects === undefined) return output;
    const marked = effects.map((effect) => {
      const counts = withoutZeros({ ...this.checkpoints.add(effect.key, made), ...so });
      return counts === undefined ? effect : { ...effect, counts };
    });
    return { ...output, effects: marked };
  }

  /** Counts what was stored; `replaced` is how many rows were taken out for it. */
  add({ rows }: RunOutput, { files, bytes }: Made, replaced = 0): void {
    this.rows += (rows?.length ?? 0) - replaced;
    this.files += files;
    this.bytes += bytes;
  }

  /** Takes what a plugin reports of the run and of the line with this key; anything that is no count or text is left out. */
  note(key: string, { phase, tokens, cost, blocked, parts, wait }: ProgressNote): void {
    const { redactor } = this.parts;
    if (typeof phase === "string") this.phase = shown(redactor.text(phase));
    if (parts !== undefined) this.shares.note(key, parts, this.goesOn);
    this.tokens += countOf(tokens);
    this.spent += countOf(cost);
    this.blocked += countOf(blocked);
    if (wait !== undefined) this.waits.add(wait, (text) => redactor.text(text));
    // What the storage says of it is met by the next report of the loop.
    this.report().catch(() => {});
  }

  /** The line is no longer worked. */
  ended(key: string): void {
    this.shares.ended(key);
  }

  /** Notifies listeners only. */
  announce(): void {
    const { events, task, clock } = this.parts;
    this.reportedAt = clock.monotonic();
    events.emit("task.progress", { id: task._id, progress: this.now() });
  }

  /** Stores in a moment how far a run is that may then take its time; a short one is stored with its end. Never rejects. */
  async reportSoon(): Promise<void> {
    this.isStale = true;
    if (this.isReportDue) return;
    this.isReportDue = true;
    const { clock, ended } = this.parts;
    const rest = () => Math.max(0, this.reportedAt + EVERY_MS - clock.monotonic());
    try {
      await clock.sleep(rest(), ended);
      // Another report may have come meanwhile, and more to tell after it.
      if (rest() > 0) await clock.sleep(rest(), ended);
      this.isReportDue = false;
      if (this.isStale) await this.reportNow();
    } catch {
      // The run has ended, or the storage is away: its next write meets that, too.
    }
  }

  /** Stores and announces the progress; when that was done a moment ago, in a moment. */
  report(): Promise<void> {
    const { clock } = this.parts;
    if (clock.monotonic() - this.reportedAt >= EVERY_MS) return this.reportNow();
    void this.reportSoon();
    return Promise.resolve();
  }

  private reportNow(): Promise<void> {
    this.reportedAt = this.parts.clock.monotonic();
    this.isStale = false;
    this.reporting = this.reporting.then(() => this.save());
    return this.reporting;
  }

  /** Resolves when no report is being stored; rejects when one could not be stored. */
  reported(): Promise<void> {
    return this.reporting;
  }

  now(): Progress {
    const { ok, failed, skipped, rows, files, bytes, retries, blocked, tokens, spent, current, shares } = this;
    const { total, clock } = this.parts;
    const done = ok + failed + skipped;
    const now = clock.now();
    const phase = [this.phase, this.waits.text(now)].filter((text) => text !== "").join("; ");
    return {
      ...{ total, done, ok, failed, skipped },
      percent: done === total ? 100 : Math.min(99, Math.floor((100 * (done + shares.shown)) / total)),
      ...{ rows, files, bytes, retries, blocked, tokens, cost: spent, phase, current },
      etaSeconds: done === total ? 0 : this.secondsLeft(total - done - shares.done),
      startedAt: this.startedAt,
      updatedAt: now.toISOString(),
    };
  }

  /** Of so many lines that are open, a part of one included. */
  private secondsLeft(open: number): number | null {
    const worked = this.ok - this.doneBefore + this.failed + this.shares.worked;
    const seconds = (this.parts.clock.monotonic() - this.startedTick) / 1000;
    return worked <= 0 ? null : Math.ceil((open * seconds) / worked);
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
