import { ScriptoriumError } from "../errors.js";
import { fileNotes } from "../files/files-of-run.js";
import type { OutputPlace, ProviderName, Providers } from "../providers.js";
import type { Redactor } from "../secrets/redaction.js";
import type { LineResult, LogEntry, Run } from "../storage.js";
import type { Progress, Task, TaskError } from "../task.js";
import type { AnyTaskPlugin, FailedLine, TaskContext } from "../task-plugin.js";
import { shown } from "../values/json.js";
import { seededRandom } from "../values/random.js";
import { checkpointEntry, checkpointsOf, effect, FINISH, finishEntry } from "./effects.js";
import { failureRow, graceOver, isPassing } from "./line-parts.js";
import { linesSentence } from "./lines-sentence.js";
import { type Ending, endingOf, Stop } from "./run-ending.js";
import { isStorageError } from "./run-error.js";
import { RunFiles, type StoredOrders } from "./run-files.js";
import { type InputLine, isDone, limitsOf, type Prepared, type RunLimits } from "./run-input.js";
import { LogBuffer, OutputBuffer, type StepOutput } from "./run-output.js";
import { RunProgress } from "./run-progress.js";
import type { RunnerParts } from "./runner-parts.js";
import { StoredCounts } from "./step-counts.js";

/** Most rows that one event carries. */
const ROWS_TOLD = 100;
/** Most failures that are kept for the sentence of a run in which all lines failed. */
const FAILURES_KEPT = 1000;
/** How long what a line logs waits for the end of the line before it is stored without it. */
const LOG_MS = 1000;
/** What a step without files stores of them. */
const NO_FILES: StoredOrders = { files: [], removed: [], made: { files: 0, bytes: 0 }, noted: new Map() };

/** What the loop works with; everything is handed in by the runner. */
export interface LineLoopParts extends Pick<RunnerParts, "providers" | "storage" | "tasks" | "clock" | "events"> {
  readonly plugin: AnyTaskPlugin;
  readonly prepared: Prepared;
  readonly run: Run;
  readonly fence: number;
  /** No earlier attempt has left anything. */
  readonly isFirst: boolean;
  readonly task: Task;
  /** The folder besides that of the task that gets the files. */
  readonly also: OutputPlace | undefined;
  /** For what concerns the run and no line. */
  readonly log: LogBuffer;
  /** Keeps the secrets of the run's data out of all that is stored and announced but results. */
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** Ends the run from within, by a rule of its settings: the signal aborts and the run fails with this. */
  readonly stop: (error: TaskError) => void;
  /** How long a plugin may go on after the signal aborted, asked for at that moment. */
  readonly graceMs: () => number;
  /** Turns whatever a plugin threw into an error for people. */
  readonly describe: (error: unknown) => TaskError;
}

type Context = TaskContext<Record<string, unknown>, ProviderName, ProviderName>;

/** Works the lines of one run, several at once; every line that ends is one storage write together with its output. */
export class LineLoop {
  private readonly limits: RunLimits;
  private readonly counts: RunProgress;
  private readonly attempts = new Map<string, number>();
  /** Lines that an earlier attempt at the run left as failed. */
  private readonly failedBefore = new Map<string, LineResult>();
  private open: readonly InputLine[] = [];
  private next = 0;
  private firstFailure: TaskError | undefined;
  private readonly failures: FailedLine[] = [];
  /** Set when the storage refused a write, because the run was ended elsewhere, or failed to make it. */
  private fenced = false;
  /** Whether checkpoints have replaced rows. */
  private isRecounted = false;
  private readonly ended = new AbortController();
  private readonly graceOver: Promise<never>;
  /** From the first step on that has files. */
  private files: RunFiles | undefined;
  /** Of lines that have logged something which is not stored. */
  private readonly logs = new Set<LogBuffer>();
  /** Resolves when nothing is being stored of lines that go on. */
  private logging = Promise.resolve();

  constructor(private readonly parts: LineLoopParts) {
    this.limits = limitsOf(parts.prepared.data);
    this.counts = new RunProgress({ ...parts, total: parts.prepared.lines.length, ended: this.ended.signal });
    this.graceOver = graceOver(parts.signal, parts.graceMs, parts.clock, this.ended.signal);
  }

  /** Throws what `begin` or `finish` of the plugin threw. */
  async toTheEnd(): Promise<Ending> {
    try {
      void this.endInTime();
      if (!this.parts.isFirst && this.parts.also !== undefined) await this.filesOfRun().again();
      return await this.all();
    } finally {
      await this.files?.end();
      this.ended.abort();
    }
  }

  private async all(): Promise<Ending> {
    const { plugin, prepared, signal, log } = this.parts;
    await this.passFinished();
    this.stopOverBudget();
    // A plugin that only listens for an abort would not hear of one that came before.
    signal.throwIfAborted();
    const output = new OutputBuffer();
    const context = this.context({ text: "", key: "run" }, log, output);
    const state = await this.cutShort(async () =>
      plugin.begin?.({ ...context, lines: prepared.lines.map(({ text }) => text) }),
    );
    try {
      await this.flushLog();
      this.counts.announce();
      void this.counts.reportSoon();
      const workers = Array.from({ length: Math.min(prepared.concurrency, this.open.length) }, () =>
        this.worker(state),
      );
      await Promise.all(workers);
    } finally {
      await this.cutShort(async () => plugin.finish?.({ ...context, state }));
    }
    const rest = output.taken();
    if (!signal.aborted && !this.fenced && rest.rows.length + rest.files.length + rest.articles.length > 0) {
      const effects = rest.files.length > 0 ? [finishEntry(this.parts.clock)] : [];
      await this.store({ ...rest, rowsFor: FINISH, effects, log: log.taken() });
    }
    await this.counts.reported();
    // Those of an earlier end of the run were replaced, too.
    if (this.isRecounted || (!this.parts.isFirst && rest.rows.length > 0)) await this.counts.countRows();
    // It is stored together with the end of the run.
    this.counts.announce();
    if (this.fenced) return { status: "lost" };
    log.info(linesSentence(prepared.lines.length, this.counts));
    return signal.aborted ? endingOf(signal) : this.ending();
  }

  /** Passes over the lines that need no work: done by an earlier attempt at this run, or not among those asked for. */
  private async passFinished(): Promise<void> {
    const { prepared, run, isFirst, storage, log } = this.parts;
    const { counts } = this;
    const finished = new Set<string>();
    const stored = new StoredCounts();
    for await (const line of isFirst ? [] : storage.runs.lines(run._id)) {
      if (line.counts !== undefined) stored.add(line.counts);
      if (isDone(line)) finished.add(line.key);
      else {
        this.failedBefore.set(line.key, line);
        this.attempts.set(line.key, line.attempts);
      }
    }
    if (!isFirst) await counts.countOn(stored);
    const open = prepared.lines.filter(({ key }) => !finished.has(key));
    counts.ok = counts.doneBefore = prepared.lines.length - open.length;
    const seen = this.limits.skipSeen ? await this.doneInEarlierRuns() : new Set<string>();
    this.open = open.filter(({ key }) => !seen.has(key) && (run.only !== "failed" || this.failedBefore.has(key)));
    counts.skipped = open.length - this.open.length;
    if (counts.ok > 0) log.info(`The run goes on: ${counts.ok} of ${prepared.lines.length} lines are done already.`);
    if (counts.skipped > 0) {
      const why = run.only === "failed" ? "had not failed" : "were done by earlier runs";
      log.info(`${counts.skipped} lines are passed over, because they ${why}.`);
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
      await this.counts.report();
    }
  }

  private async work(line: InputLine, state: unknown): Promise<void> {
    const { signal, clock, redactor } = this.parts;
    const text = shown(redactor.text(line.text));
    this.counts.current = text;
    const log: LogBuffer = new LogBuffer(clock, redactor, text, () => void this.logSoon(log));
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
        if (isStorageError(error)) {
          this.fenced = true;
          throw error;
        }
        if (!isPassing(error) || again >= this.limits.maxRetries) {
          await this.fail(line, end, log, error);
          return;
        }
        log.warn(`It is tried again after: ${this.parts.describe(error).message}`);
        this.counts.retries += 1;
        if (!(await this.pause(again, line, `tried again after ${this.parts.describe(error).code}`))) return;
        continue;
      }
      // Outside of the try: that the storage refused is no failure of the line.
      if (signal.aborted) return;
      const done = { ...output.taken(), line: { ...end, state: "done" as const }, log: log.taken() };
      if (await this.store(done, this.failedBefore.get(line.key)?.rows)) this.counts.ok += 1;
      this.counts.ended(line.key);
      return;
    }
  }

  /** Waits before a line is tried again: 1 s, 2 s, 4 s ... and up to half as much more. False when the run was stopped. */
  private async pause(again: number, line: InputLine, because: string): Promise<boolean> {
    const { clock, signal, run } = this.parts;
    const jitter = seededRandom(`${run.seed}:${line.key}:${again}`).integer(0, 500) / 1000;
    const milliseconds = 1000 * Math.min(2 ** again, 60) * (1 + jitter);
    const until = new Date(clock.now().getTime() + milliseconds).toISOString();
    this.counts.note(line.key, { wait: { for: line.text, until, because } });
    try {
      await clock.sleep(milliseconds, signal);
      return true;
    } catch {
      return false;
    }
  }

  private async fail(
    line: InputLine,
    end: Pick<LineResult, "key" | "line" | "attempts">,
    log: LogBuffer,
    error: unknown,
  ) {
    const { plugin, task, redactor } = this.parts;
    const failure = this.parts.describe(error);
    const { code, message } = failure;
    log.error(message, code);
    const facts = ScriptoriumError.is(error) ? error.facts : {};
    const given = failureRow(() => plugin.failure?.(line.text, { ...failure, facts }, { taskId: task._id }));
    const row = given === undefined ? { line: end.line, status: "failed", error: message } : given;
    const before = this.failedBefore.get(line.key);
    // Earlier versions and imports leave a row that cannot be told from others; it stays the only one.
    const isAlone = before !== undefined && before.rows === undefined;
    const rows = row === null || isAlone ? [] : [redactor.object(row)];
    const result: LineResult = {
      ...end,
      state: "failed",
      error: message,
      code,
      ...(rows.length > 0 && { rows: rows.length }),
    };
    const isStored = await this.store({ line: result, rows, log: log.taken() }, before?.rows ?? 0);
    this.counts.ended(line.key);
    if (isStored) {
      const failed = ++this.counts.failed;
      this.firstFailure ??= failure;
      if (this.failures.length < FAILURES_KEPT) {
        this.failures.push({ line: end.line, ...failure, facts });
      }
      const { maxFailures } = this.limits;
      if (maxFailures > 0 && failed >= maxFailures) {
        this.parts.stop({
          code: "too-many-failures",
          message: `${failed} lines failed, and maxFailures allows fewer. Correct what is wrong and run it again. The last: ${failure.message}`,
        });
      }
    }
  }

  /** `replaced`: the rows of an earlier failure of the line, which these replace; undefined when there is nothing to replace. */
  private async store({ files: orders = [], ...made }: StepOutput, replaced?: number): Promise<boolean> {
    const { storage, run, fence, task, events, redactor, clock } = this.parts;
    // What the step has logged so far comes first.
    await this.logging;
    if (this.fenced) return false;
    const named = replaced === undefined || made.line === undefined ? made : { ...made, rowsFor: made.line.key };
    const rows = named.rows?.map((row) => redactor.row(row));
    const output = rows === undefined ? named : { ...named, rows };
    const write = async ({ made: counts, noted, ...files }: StoredOrders) => {
      const counted = this.counts.counted({ ...output, ...files }, counts);
      const notes = fileNotes(noted, clock.now().toISOString());
      const all = notes.length === 0 ? counted : { ...counted, effects: [...(counted.effects ?? []), ...notes] };
      if (!(await this.write(() => storage.runs.write(run._id, all, fence)))) return false;
      this.counts.add(output, counts, replaced);
      return true;
    };
    const written = await (orders.length === 0 ? write(NO_FILES) : this.filesOfRun().store(orders, write));
    if (!written) return false;
    if (rows?.length) {
      events.emit("task.row", { id: task._id, runId: run._id, rows: rows.slice(0, ROWS_TOLD), count: rows.length });
    }
    if (output.log?.length) events.emit("task.log", { id: task._id, entries: output.log as readonly LogEntry[] });
    return true;
  }

  private filesOfRun(): RunFiles {
    const { storage, run, task, providers, also, log } = this.parts;
    const { content, runs } = storage;
    this.files ??= new RunFiles({
      ...{ content, runs, taskId: task._id, runId: run._id },
      ...{ output: providers.output, also, log },
    });
    return this.files;
  }

  /** Whatever else this loop still has running must not mix in once a write failed: the run is taken up again. */
  private async write(work: () => Promise<boolean>): Promise<boolean> {
    let written = false;
    try {
      if (!this.fenced) written = await work();
    } finally {
      this.fenced ||= !written;
    }
    return written;
  }

  /** Stores what was logged about the run so far, so that it comes before what its lines log. */
  private async flushLog(entries = this.parts.log.taken()): Promise<void> {
    const { storage, run, task, events } = this.parts;
    if (entries.length === 0) return;
    await storage.runs.log(run._id, entries);
    events.emit("task.log", { id: task._id, entries });
  }

  /** Stores in a moment what lines have logged that may then take their time. Never rejects: what a storage that is away did not take is stored later. */
  private async logSoon(log: LogBuffer): Promise<void> {
    const { clock, signal } = this.parts;
    const isDue = this.logs.size > 0;
    this.logs.add(log);
    if (isDue) return;
    await clock.sleep(LOG_MS, this.ended.signal).catch(() => {});
    const entries = [...this.logs].flatMap((one) => one.soFar());
    this.logs.clear();
    if (this.fenced) return;
    // What is not stored here goes with what is logged about the run, as their lines may end meanwhile.
    if (signal.aborted) this.parts.log.putBack(entries);
    else this.logging = this.logging.then(() => this.flushLog(entries)).catch(() => this.parts.log.putBack(entries));
  }

  private ending(): Ending {
    const first = this.firstFailure;
    const { ok, failed: count } = this.counts;
    if (ok > 0 || first === undefined) return { status: "complete" };
    if (count === 1) return { status: "failed", error: first };
    const own = this.sentenceForAll(count);
    if (own !== undefined) return { status: "failed", error: own };
    const message = `None of the ${count} lines could be processed. The first: ${first.message}`;
    return { status: "failed", error: { code: first.code, message } };
  }

  /** What the plugin says of a run in which every line failed; its error must not hide theirs. */
  private sentenceForAll(count: number): TaskError | undefined {
    const { plugin, prepared, redactor } = this.parts;
    try {
      const own = plugin.allFailed?.(this.failures, count, { options: prepared.options });
      return own && { code: own.code, message: redactor.text(own.message) };
    } catch {
      return undefined;
    }
  }

  /** How far the run is. */
  progress(): Progress {
    return this.counts.now();
  }

  private stopOverBudget(): void {
    const { maxCost } = this.limits;
    const { cost } = this.counts;
    if (maxCost > 0 && cost >= maxCost) {
      this.parts.stop({
        code: "budget",
        message: `The run has cost ${cost.toFixed(4)} and may cost ${maxCost}. Raise maxCostPerRun and run it again: it goes on with the lines that are left.`,
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
      progress: (note) => {
        this.counts.note(line.key, note);
        this.stopOverBudget();
      },
      effect: (what, act, options) => effect(journal, what, act, options),
      checkpoint: async (key, value, { replacesRows = false } = {}) => {
        const entry = checkpointEntry(clock, key, value);
        const named = replacesRows ? { rowsFor: entry.key } : {};
        this.isRecounted ||= replacesRows;
        if (!(await this.store({ ...output.taken(), ...named, effects: [entry], log: log.taken() })))
          throw new Stop("lost");
        await this.counts.report();
      },
      checkpoints: () => checkpointsOf(storage.runs, run._id),
      stored: async (path) => this.filesOfRun().stored(path),
      hasStored: async (folder) => this.filesOfRun().hasStored(folder),
      remembered: async (name) => this.filesOfRun().remembered(name),
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
