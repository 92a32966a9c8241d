import type { Clock } from "./clock.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import { isPlainObject, type JsonObject, jsonTrouble, shown } from "./json.js";
import type { ProviderName, Providers } from "./providers.js";
import { seededRandom } from "./random.js";
import { type Ending, endingOf } from "./run-ending.js";
import { type InputLine, isDone, type Prepared } from "./run-input.js";
import { LogBuffer, OutputBuffer } from "./run-output.js";
import { effect } from "./runs/effects.js";
import { isStorageTrouble } from "./runs/storage-trouble.js";
import type { Redactor } from "./secrets/redaction.js";
import type { LineResult, LogEntry, Run, RunOutput, StorageAdapter } from "./storage.js";
import type { Progress, Task, TaskError } from "./task.js";
import type { AnyTaskPlugin, ProgressNote, TaskContext } from "./task-plugin.js";
import type { TaskService } from "./task-service.js";

/** Shortest time between two reports of progress. */
const PROGRESS_EVERY_MS = 500;
/** Most rows that one event carries. */
const ROWS_TOLD = 100;

/** What the loop works with; everything is handed in by the runner. */
export interface LineLoopParts {
  readonly plugin: AnyTaskPlugin;
  readonly prepared: Prepared;
  readonly run: Run;
  readonly fence: number;
  readonly task: Task;
  /** For what concerns the run and no line. */
  readonly log: LogBuffer;
  /** Keeps the secrets of the run's data out of all that is stored and told but results. */
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** Ends the run from within, by a rule of its settings: the signal aborts and the run fails with this. */
  readonly stop: (error: TaskError) => void;
  /** How long a plugin may go on after the signal aborted, asked for at that moment. */
  readonly graceMs: () => number;
  readonly providers: Partial<Providers>;
  readonly storage: StorageAdapter;
  readonly tasks: TaskService;
  readonly clock: Clock;
  readonly events: Events;
  /** Turns whatever a plugin threw into an error for people. */
  readonly describe: (error: unknown) => TaskError;
}

type Context = TaskContext<Record<string, unknown>, ProviderName, ProviderName>;

/** Works the lines of one run, several at once; every line that ends is one storage write together with its output. */
export class LineLoop {
  private readonly startedAt: string;
  private readonly startedTick: number;
  private readonly limits: Limits;
  private readonly attempts = new Map<string, number>();
  private open: readonly InputLine[] = [];
  private next = 0;
  private ok = 0;
  private failed = 0;
  private firstFailure: TaskError | undefined;
  private skipped = 0;
  private retries = 0;
  private rows = 0;
  private files = 0;
  private bytes = 0;
  private tokens = 0;
  private cost = 0;
  private blocked = 0;
  private phase = "";
  private current = "";
  /** Lines that were done before this attempt: they say nothing about its pace. */
  private doneBefore = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();
  /** Set when the storage refused a write, because the run was ended elsewhere, or failed to make it. */
  private fenced = false;
  private readonly ended = new AbortController();
  private readonly graceOver: Promise<never>;

  constructor(private readonly parts: LineLoopParts) {
    this.startedAt = parts.clock.now().toISOString();
    this.startedTick = parts.clock.monotonic();
    this.limits = limitsOf(parts.prepared.data);
    this.graceOver = graceOver(parts.signal, parts.graceMs, parts.clock, this.ended.signal);
  }

  /** Throws what `begin` or `finish` of the plugin threw. */
  async toTheEnd(): Promise<Ending> {
    try {
      void this.endInTime();
      return await this.all();
    } finally {
      this.ended.abort();
    }
  }

  private async all(): Promise<Ending> {
    const { plugin, prepared, signal, log } = this.parts;
    await this.countOn();
    await this.passFinished();
    // A plugin that only listens for an abort would not hear of one that came before.
    signal.throwIfAborted();
    const output = new OutputBuffer();
    const context = this.context({ text: "", key: "run" }, log, output);
    const state = await this.cutShort(async () =>
      plugin.begin?.({ ...context, lines: prepared.lines.map(({ text }) => text) }),
    );
    try {
      await this.flushLog();
      this.announce();
      void this.reportSoon();
      const workers = Array.from({ length: Math.min(prepared.concurrency, this.open.length) }, () =>
        this.worker(state),
      );
      await Promise.all(workers);
    } finally {
      await this.cutShort(async () => plugin.finish?.({ ...context, state }));
    }
    const rest = output.taken();
    if (!signal.aborted && !this.fenced && rest.rows.length + rest.files.length + rest.articles.length > 0) {
      await this.store({ ...rest, log: log.taken() });
    }
    await this.reporting;
    // It is stored together with the end of the run.
    this.announce();
    if (this.fenced) return { status: "lost" };
    log.info(`${this.ok} of ${prepared.lines.length} lines are done, ${this.failed} failed.`);
    return signal.aborted ? endingOf(signal) : this.ending();
  }

  /** A run that goes on has made already what its rows and files show, and has spent what they cost. */
  private async countOn(): Promise<void> {
    const { task, run, storage } = this.parts;
    const before = task.progress ?? run.progress;
    if (before === undefined) return;
    ({ files: this.files, bytes: this.bytes, retries: this.retries } = before);
    ({ blocked: this.blocked, tokens: this.tokens, cost: this.cost } = before);
    // A crash comes between two reports of progress; rows can be counted.
    this.rows = await storage.content.countRows(task._id, run._id);
    this.stopOverBudget();
  }

  /** Passes over the lines that need no work: done by an earlier attempt at this run, or not among those asked for. */
  private async passFinished(): Promise<void> {
    const { prepared, run, storage, log } = this.parts;
    const finished = new Set<string>();
    const failed = new Set<string>();
    for await (const line of storage.runs.lines(run._id)) {
      if (isDone(line)) finished.add(line.key);
      else {
        failed.add(line.key);
        this.attempts.set(line.key, line.attempts);
      }
    }
    const open = prepared.lines.filter(({ key }) => !finished.has(key));
    this.ok = this.doneBefore = prepared.lines.length - open.length;
    const seen = this.limits.skipSeen ? await this.doneInEarlierRuns() : new Set<string>();
    this.open = open.filter(({ key }) => !seen.has(key) && (run.only !== "failed" || failed.has(key)));
    this.skipped = open.length - this.open.length;
    if (this.ok > 0) log.info(`The run goes on: ${this.ok} of ${prepared.lines.length} lines are done already.`);
    if (this.skipped > 0) {
      const why = run.only === "failed" ? "had not failed" : "were done by earlier runs";
      log.info(`${this.skipped} lines are passed over, because they ${why}.`);
    }
  }

  private async doneInEarlierRuns(): Promise<Set<string>> {
    const { run, task, storage } = this.parts;
    const seen = new Set<string>();
    for await (const earlier of storage.runs.of(task._id)) {
      if (earlier._id === run._id) continue;
      for await (const line of storage.runs.lines(earlier._id)) if (isDone(line)) seen.add(line.key);
    }
    return seen;
  }

  /** Fails the run when its time is up. Never rejects. */
  private async endInTime(): Promise<void> {
    const { maxMinutes } = this.limits;
    if (maxMinutes === 0) return;
    try {
      await this.parts.clock.sleep(maxMinutes * 60_000, this.ended.signal);
    } catch {
      return;
    }
    this.parts.stop({
      code: "time-limit",
      message: `The run took longer than the ${maxMinutes} minutes it may. Raise maxRunMinutes, or run it again: it goes on with the lines that are left.`,
    });
  }

  private async worker(state: unknown): Promise<void> {
    const { signal } = this.parts;
    for (;;) {
      const line = this.open[this.next];
      if (line === undefined || signal.aborted || this.fenced) return;
      this.next += 1;
      await this.work(line, state);
      await this.report();
    }
  }

  private async work(line: InputLine, state: unknown): Promise<void> {
    const { signal, clock, redactor } = this.parts;
    const text = shown(redactor.text(line.text));
    this.current = text;
    const log = new LogBuffer(clock, redactor, text);
    for (let again = 0; ; again += 1) {
      const output = new OutputBuffer();
      const attempts = (this.attempts.get(line.key) ?? 0) + 1;
      this.attempts.set(line.key, attempts);
      const end = { key: line.key, line: text, attempts };
      try {
        const context = { ...this.context(line, log, output), attempt: attempts, state };
        await this.cutShort(async () => this.parts.plugin.run(line.text, context));
      } catch (error) {
        if (signal.aborted) return;
        // An effect that could not be written down is no failure of the line either: the run goes on when it can be.
        if (isStorageTrouble(error)) {
          this.fenced = true;
          throw error;
        }
        if (!isPassing(error) || again >= this.limits.maxRetries) {
          await this.fail(line, end, log, this.parts.describe(error));
          return;
        }
        log.warn(`It is tried again after: ${this.parts.describe(error).message}`);
        this.retries += 1;
        if (!(await this.pause(again, line))) return;
        continue;
      }
      // Outside of the try: that the storage refused is no failure of the line.
      if (signal.aborted) return;
      if (await this.store({ ...output.taken(), line: { ...end, state: "done" }, log: log.taken() })) this.ok += 1;
      return;
    }
  }

  /** Waits before a line is tried again: 1 s, 2 s, 4 s ... and up to half as much more. False when the run was stopped. */
  private async pause(again: number, line: InputLine): Promise<boolean> {
    const { clock, signal, run } = this.parts;
    const jitter = seededRandom(`${run.seed}:${line.key}:${again}`).integer(0, 500) / 1000;
    try {
      await clock.sleep(1000 * Math.min(2 ** again, 60) * (1 + jitter), signal);
      return true;
    } catch {
      return false;
    }
  }

  private async fail(
    line: InputLine,
    end: Pick<LineResult, "key" | "line" | "attempts">,
    log: LogBuffer,
    failure: TaskError,
  ) {
    const { plugin, task, redactor } = this.parts;
    const { code, message } = failure;
    log.error(message, code);
    const row = failureRow(() => plugin.failure?.(line.text, failure, { taskId: task._id })) ?? {
      line: end.line,
      status: "failed",
      error: message,
    };
    const result: LineResult = { ...end, state: "failed", error: message, code };
    if (await this.store({ line: result, rows: [redactor.object(row)], log: log.taken() })) {
      this.failed += 1;
      this.firstFailure ??= failure;
      const { maxFailures } = this.limits;
      if (maxFailures > 0 && this.failed >= maxFailures) {
        this.parts.stop({
          code: "too-many-failures",
          message: `${this.failed} lines failed, and maxFailures allows fewer. Correct what is wrong and run it again. The last: ${failure.message}`,
        });
      }
    }
  }

  private async store(output: RunOutput): Promise<boolean> {
    const { storage, run, fence, task, events, providers, log } = this.parts;
    if (this.fenced) return false;
    let written = false;
    try {
      written = await storage.runs.write(run._id, output, fence);
    } finally {
      // Also when the storage failed: the run is taken up anew, and what this loop still has under way must not mix in.
      this.fenced ||= !written;
    }
    if (!written) return false;
    this.rows += output.rows?.length ?? 0;
    this.files += output.files?.length ?? 0;
    for (const { size } of output.files ?? []) this.bytes += size;
    if (output.rows?.length) {
      const { rows } = output;
      events.emit("task.row", { id: task._id, runId: run._id, rows: rows.slice(0, ROWS_TOLD), count: rows.length });
    }
    if (output.log?.length) events.emit("task.log", { id: task._id, entries: output.log as readonly LogEntry[] });
    for (const file of output.files ?? []) {
      try {
        await providers.output?.write(task._id, file.path, file.bytes);
      } catch (error) {
        const why = ScriptoriumError.is(error) ? error.message : "The output folder could not be written.";
        log.warn(`The file ${file.path} is stored, but was not laid into the output folder. ${why}`);
      }
    }
    return true;
  }

  /** Stores what was logged about the run so far, so that it stands before what its lines log. */
  private async flushLog(): Promise<void> {
    const { storage, run, task, log, events } = this.parts;
    const entries = log.taken();
    if (entries.length === 0) return;
    await storage.runs.log(run._id, entries);
    events.emit("task.log", { id: task._id, entries });
  }

  private ending(): Ending {
    const { failed: count, firstFailure: first } = this;
    if (this.ok > 0 || first === undefined) return { status: "complete" };
    if (count === 1) return { status: "failed", error: first };
    const message = `None of the ${count} lines could be processed. The first: ${first.message}`;
    return { status: "failed", error: { code: first.code, message } };
  }

  private announce(): void {
    const { events, task, clock } = this.parts;
    this.reportedAt = clock.monotonic();
    events.emit("task.progress", { id: task._id, progress: this.progress() });
  }

  /** Stores how far a run is whose first line takes its time; that of a short run is stored with its end. Never rejects. */
  private async reportSoon(): Promise<void> {
    try {
      await this.parts.clock.sleep(PROGRESS_EVERY_MS, this.ended.signal);
      await this.report();
    } catch {
      // The run has ended, or the storage is away: its next write meets that, too.
    }
  }

  /** Stores and announces the progress, at most twice a second. */
  private report(): Promise<void> {
    const { clock } = this.parts;
    if (clock.monotonic() - this.reportedAt < PROGRESS_EVERY_MS) return Promise.resolve();
    this.reportedAt = clock.monotonic();
    this.reporting = this.reporting.then(() => this.saveProgress());
    return this.reporting;
  }

  private async saveProgress(): Promise<void> {
    const { tasks, task, run, fence, events } = this.parts;
    const progress = this.progress();
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

  /** How far the run is. */
  progress(): Progress {
    const { prepared, clock } = this.parts;
    const total = prepared.lines.length;
    const { failed } = this;
    const done = this.ok + failed + this.skipped;
    return {
      total,
      done,
      ok: this.ok,
      failed,
      skipped: this.skipped,
      percent: total === 0 ? 100 : Math.floor((100 * done) / total),
      rows: this.rows,
      files: this.files,
      bytes: this.bytes,
      retries: this.retries,
      blocked: this.blocked,
      tokens: this.tokens,
      cost: this.cost,
      phase: this.phase,
      current: this.current,
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

  /** What a plugin tells; anything that is no count or text is left out. */
  private note({ phase, tokens, cost, blocked }: ProgressNote): void {
    if (typeof phase === "string") this.phase = shown(this.parts.redactor.text(phase));
    this.tokens += countOf(tokens);
    this.cost += countOf(cost);
    this.blocked += countOf(blocked);
    this.stopOverBudget();
    // What the storage says of it is met by the next report of the loop.
    this.report().catch(() => {});
  }

  private stopOverBudget(): void {
    const { maxCost } = this.limits;
    if (maxCost > 0 && this.cost >= maxCost) {
      this.parts.stop({
        code: "budget",
        message: `The run has cost ${this.cost.toFixed(4)} and may cost ${maxCost}. Raise maxCostPerRun and run it again: it goes on with the lines that are left.`,
      });
    }
  }

  private context(line: InputLine, log: LogBuffer, output: OutputBuffer): Context {
    const { plugin, prepared, run, fence, task, signal, clock, providers, storage } = this.parts;
    const journal = { runs: storage.runs, runId: run._id, fence, lineKey: line.key, clock, log, signal };
    const declared = [...((plugin.needs ?? []) as ProviderName[]), ...((plugin.uses ?? []) as ProviderName[])];
    return {
      taskId: task._id,
      runId: run._id,
      options: prepared.options,
      providers: Object.fromEntries(declared.map((name) => [name, providers[name]])) as unknown as Providers,
      output,
      progress: (note) => this.note(note),
      effect: (what, act, options) => effect(journal, what, act, options),
      signal,
      log,
      random: seededRandom(`${run.seed}:${line.key}`),
      clock,
      attempt: 1,
    };
  }

  /** A plugin's work; when the signal has aborted and the grace time is over, it is left behind whatever it does. */
  private cutShort<T>(work: () => Promise<T>): Promise<T> {
    return Promise.race([work(), this.graceOver]);
  }
}

interface Limits {
  readonly maxMinutes: number;
  readonly maxFailures: number;
  readonly maxRetries: number;
  readonly maxCost: number;
  readonly skipSeen: boolean;
}

/** The common settings that bound a run; what cannot be read as a number bounds nothing. */
function limitsOf(data: JsonObject): Limits {
  return {
    maxMinutes: countOf(data["maxRunMinutes"]),
    maxFailures: countOf(data["maxFailures"]),
    maxRetries: Math.min(countOf(data["maxRetries"]), 100),
    maxCost: countOf(data["maxCostPerRun"]),
    skipSeen: data["skipSeen"] === true,
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

/** What the plugin makes of a failure; undefined when that is nothing that can be stored. */
function failureRow(make: () => JsonObject | undefined): JsonObject | undefined {
  try {
    const row = make();
    return isPlainObject(row) && jsonTrouble(row) === undefined ? row : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it may go well the next time: limits that services set, and what a provider says of its error. */
function isPassing(error: unknown): boolean {
  return ScriptoriumError.is(error) && (error.code === "rate-limited" || error.facts["passing"] === true);
}

/** Never resolves; rejects with the signal's reason when the grace time after its abort is over. */
function graceOver(signal: AbortSignal, graceMs: () => number, clock: Clock, ended: AbortSignal): Promise<never> {
  const over = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      clock.sleep(graceMs(), ended).then(
        () => reject(signal.reason),
        () => {},
      );
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true, signal: ended });
  });
  // Nobody may be waiting for it when it rejects.
  over.catch(() => {});
  return over;
}
