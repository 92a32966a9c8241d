import type { Clock } from "./clock.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import { type JsonObject, shown } from "./json.js";
import type { ProviderName, Providers } from "./providers.js";
import { seededRandom } from "./random.js";
import { type Ending, endingOf } from "./run-ending.js";
import { type InputLine, isDone, type Prepared } from "./run-input.js";
import { LogBuffer, OutputBuffer } from "./run-output.js";
import type { Redactor } from "./secrets/redaction.js";
import type { LineResult, LogEntry, Run, RunOutput, StorageAdapter } from "./storage.js";
import type { Progress, Task, TaskError } from "./task.js";
import type { AnyTaskPlugin, TaskContext } from "./task-plugin.js";
import type { TaskService } from "./task-service.js";

/** Shortest time between two reports of progress. */
const PROGRESS_EVERY_MS = 500;

/** What the loop works with; everything is handed in by the runner. */
export interface LineLoopParts {
  readonly plugin: AnyTaskPlugin;
  readonly prepared: Prepared;
  readonly run: Run;
  readonly task: Task;
  /** For what concerns the run and no line. */
  readonly log: LogBuffer;
  /** Keeps the secrets of the run's data out of all that is stored and told but results. */
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** How long a plugin may go on after the signal aborted. */
  readonly graceMs: number;
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
  private readonly attempts = new Map<string, number>();
  private open: readonly InputLine[] = [];
  private next = 0;
  private ok = 0;
  private readonly failures: TaskError[] = [];
  private rows = 0;
  private files = 0;
  private current = "";
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();
  /** Set when the storage refused a write, because the run was ended elsewhere, or failed to make it. */
  private fenced = false;
  private readonly ended = new AbortController();
  private readonly graceOver: Promise<never>;

  constructor(private readonly parts: LineLoopParts) {
    this.startedAt = parts.clock.now().toISOString();
    this.graceOver = graceOver(parts.signal, parts.graceMs, parts.clock, this.ended.signal);
  }

  /** Throws what `begin` or `finish` of the plugin threw. */
  async toTheEnd(): Promise<Ending> {
    try {
      return await this.all();
    } finally {
      this.ended.abort();
    }
  }

  private async all(): Promise<Ending> {
    const { plugin, prepared, signal, log } = this.parts;
    await this.passFinished();
    const output = new OutputBuffer();
    const context = this.context({ text: "", key: "run" }, log, output);
    const state = await this.cutShort(async () =>
      plugin.begin?.({ ...context, lines: prepared.lines.map(({ text }) => text) }),
    );
    try {
      await this.flushLog();
      await this.report();
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
    this.reportedAt = Number.NEGATIVE_INFINITY;
    await this.report();
    log.info(`${this.ok} of ${prepared.lines.length} lines are done, ${this.failures.length} failed.`);
    if (this.fenced) return { status: "aborted" };
    return signal.aborted ? endingOf(signal) : this.ending();
  }

  /** Counts the lines that an earlier attempt at this run has done. */
  private async passFinished(): Promise<void> {
    const { prepared, run, storage, log } = this.parts;
    const finished = new Set<string>();
    for await (const line of storage.runs.lines(run._id)) {
      this.attempts.set(line.key, line.attempts);
      if (isDone(line)) finished.add(line.key);
    }
    this.open = prepared.lines.filter(({ key }) => !finished.has(key));
    this.ok = prepared.lines.length - this.open.length;
    if (this.ok > 0) log.info(`The run goes on: ${this.ok} of ${prepared.lines.length} lines are done already.`);
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
    const { plugin, signal, clock, redactor } = this.parts;
    const text = shown(redactor.text(line.text));
    this.current = text;
    const log = new LogBuffer(clock, redactor, text);
    const output = new OutputBuffer();
    const attempts = (this.attempts.get(line.key) ?? 0) + 1;
    const end = { key: line.key, line: text, attempts };
    try {
      const context = { ...this.context(line, log, output), attempt: attempts, state };
      await this.cutShort(async () => plugin.run(line.text, context));
    } catch (error) {
      if (!signal.aborted) await this.fail(line, end, log, this.parts.describe(error));
      return;
    }
    // Outside of the try: that the storage refused is no failure of the line.
    if (signal.aborted) return;
    if (await this.store({ ...output.taken(), line: { ...end, state: "done" }, log: log.taken() })) this.ok += 1;
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
    const row: JsonObject = plugin.failure?.(line.text, failure, { taskId: task._id }) ?? {
      line: end.line,
      status: "failed",
      error: message,
    };
    const result: LineResult = { ...end, state: "failed", error: message, code };
    if (await this.store({ line: result, rows: [redactor.object(row)], log: log.taken() })) this.failures.push(failure);
  }

  private async store(output: RunOutput): Promise<boolean> {
    const { storage, run, task, events, providers, log } = this.parts;
    if (this.fenced) return false;
    let written = false;
    try {
      written = await storage.runs.write(run._id, output);
    } finally {
      // Also when the storage failed: the run is taken up anew, and what this loop still has under way must not mix in.
      this.fenced ||= !written;
    }
    if (!written) return false;
    this.rows += output.rows?.length ?? 0;
    this.files += output.files?.length ?? 0;
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
    const [first] = this.failures;
    if (this.ok > 0 || first === undefined) return { status: "complete" };
    const count = this.failures.length;
    if (count === 1) return { status: "failed", error: first };
    const message = `None of the ${count} lines could be processed. The first: ${first.message}`;
    return { status: "failed", error: { code: first.code, message } };
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
    const { tasks, task, run, events } = this.parts;
    const progress = this.progress();
    try {
      await tasks.edit(task._id, (current) => (current.runId === run._id ? { ...current, progress } : undefined));
    } catch (error) {
      // A task that was deleted needs no progress; its run is refused at the next write.
      if (ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND") return;
      throw error;
    }
    events.emit("task.progress", { id: task._id, progress });
  }

  private progress(): Progress {
    const total = this.parts.prepared.lines.length;
    const failed = this.failures.length;
    const done = this.ok + failed;
    return {
      total,
      done,
      ok: this.ok,
      failed,
      percent: total === 0 ? 100 : Math.floor((100 * done) / total),
      rows: this.rows,
      files: this.files,
      current: this.current,
      startedAt: this.startedAt,
      updatedAt: this.parts.clock.now().toISOString(),
    };
  }

  private context(line: InputLine, log: LogBuffer, output: OutputBuffer): Context {
    const { plugin, prepared, run, task, signal, clock, providers } = this.parts;
    const declared = [...((plugin.needs ?? []) as ProviderName[]), ...((plugin.uses ?? []) as ProviderName[])];
    return {
      taskId: task._id,
      runId: run._id,
      options: prepared.options,
      providers: Object.fromEntries(declared.map((name) => [name, providers[name]])) as unknown as Providers,
      output,
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

/** Never resolves; rejects with the signal's reason when the grace time after its abort is over. */
function graceOver(signal: AbortSignal, graceMs: number, clock: Clock, ended: AbortSignal): Promise<never> {
  const over = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      clock.sleep(graceMs, ended).then(
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
