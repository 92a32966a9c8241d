import type { Clock } from "./clock.js";
import { inject, injectable } from "./di.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import type { Ids } from "./ids.js";
import { LineLoop } from "./line-loop.js";
import type { Logger } from "./logger.js";
import { PluginRegistry } from "./plugin-registry.js";
import { PROVIDER_TITLES, type Providers } from "./providers.js";
import type { QueuedRun, TaskQueue } from "./queue.js";
import { type Ending, endingOf, Stop } from "./run-ending.js";
import { INTERRUPTED, runError } from "./run-error.js";
import { isDone, prepare } from "./run-input.js";
import { LogBuffer } from "./run-output.js";
import { Redactor } from "./secrets/redaction.js";
import type { Vault } from "./secrets/vault.js";
import { WHOLE_TASKS } from "./selections.js";
import { type Run, type RunStatus, type StorageAdapter, UNSETTLED } from "./storage.js";
import { atRest, mayChange, summaryOf, type Task, type TaskError, type TaskStatus } from "./task.js";
import type { PluginEntry } from "./task-plugin.js";
import { TaskService } from "./task-service.js";
import {
  CLOCK,
  EVENTS,
  IDS,
  LOGGER,
  PROVIDERS,
  QUEUE,
  RUNNER_SETTINGS,
  type RunnerSettings,
  STORAGE,
  VAULT,
} from "./tokens.js";

export interface RunOptions {
  /** Who asked: api, library, cli ...; `library` by default. */
  readonly origin?: string;
  /** Begins anew even when the last run has lines left. */
  readonly restart?: boolean;
}

/** Pauses before a run is taken up that the storage could not record; each is twice the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Runs tasks: hands them to the queue, works their lines, ends them, and takes them up again after a crash. */
@injectable()
export class TaskRunner {
  /** Runs that this process is working on. */
  private readonly active = new Map<string, { readonly taskId: string; readonly controller: AbortController }>();
  private readonly stopping = new AbortController();

  constructor(
    @inject(TaskService) private readonly tasks: TaskService,
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(QUEUE) private readonly queue: TaskQueue,
    @inject(PROVIDERS) private readonly providers: Partial<Providers>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(IDS) private readonly ids: Ids,
    @inject(EVENTS) private readonly events: Events,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(RUNNER_SETTINGS) private readonly settings: RunnerSettings,
    @inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Takes up what a stop or a crash left unfinished, then begins to work. */
  async start(): Promise<void> {
    await this.recover();
    await this.queue.start((queued, signal) => this.work(queued, signal));
  }

  /** Checkpoints what is under way; it goes on at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const { controller } of this.active.values()) controller.abort(new Stop("stopping"));
    await this.queue.stop({ graceMs: this.settings.abortGraceMs });
  }

  /**
   * Sets a task at rest waiting: with its last run when that has lines left, else with a new one. A task that waits or
   * runs already stays as it is. Throws TASK_NOT_FOUND.
   */
  async run(id: string, options: RunOptions = {}): Promise<Task> {
    const before = await this.tasks.existing(id);
    if (!atRest(before.status)) return before;
    const resumed = options.restart ? undefined : await this.resumable(before);
    const run = resumed ?? this.newRun(id, options.origin ?? "library");
    if (resumed !== undefined) {
      const taken = { ...resumed, revision: resumed.revision + 1 };
      if (!(await this.storage.runs.replace(taken))) return this.tasks.existing(id);
    }
    let began = false;
    const task = await this.tasks.edit(id, (current) => {
      began = atRest(current.status);
      if (!began) return undefined;
      const { error: _error, progress: _progress, ...kept } = current;
      return { ...this.changed({ ...kept, runId: run._id }, "waiting") };
    });
    if (!began) return task;
    // Only now, so that of several callers only the one who set the task waiting leaves a run.
    if (resumed === undefined) await this.insertRun(task, run);
    this.events.emit("task.waiting", { task: summaryOf(task) });
    await this.enqueue(task);
    return task;
  }

  private async insertRun(task: Task, run: Run): Promise<void> {
    try {
      await this.storage.runs.insert(run);
    } catch (error) {
      await this.settle(task, { status: "failed", error: this.describe(error, task.type) });
      throw error;
    }
  }

  /**
   * Ends a run: at once when it waits; when it is under way its lines get the grace time, and then it is cut off
   * whatever the plugin does. Resolves when the abort is stored, not when the run has ended. Throws TASK_NOT_FOUND.
   */
  async abort(id: string): Promise<Task> {
    let from = "draft" as TaskStatus;
    const task = await this.tasks.edit(id, (current) => {
      from = current.status;
      if (from === "waiting") return this.changed(current, "aborted");
      if (from === "running") return this.changed(current, "aborting...");
      return undefined;
    });
    const runId = task.runId;
    if (runId === undefined) return task;
    if (from === "waiting") {
      await this.queue.cancel(runId, new Stop("aborted"));
      await this.endRun(runId, "aborted");
      this.events.emit("task.aborted", { task: summaryOf(task) });
    } else if (from === "running") {
      this.events.emit("task.aborting", { task: summaryOf(task) });
      const active = this.active.get(runId);
      if (active) active.controller.abort(new Stop("aborted"));
      // Nobody here works on it: what is stored says running, but the worker is gone.
      else await this.settle(task, { status: "aborted" });
    }
    return task;
  }

  /** Stops whatever works on the task, because it is about to be deleted. */
  async discard(id: string): Promise<void> {
    const task = await this.storage.tasks.get(id);
    if (task?.runId === undefined) return;
    await this.queue.cancel(task.runId, new Stop("deleted"));
    this.active.get(task.runId)?.controller.abort(new Stop("deleted"));
  }

  /** Ends the run of a task that another process aborted, ended or deleted; `task` is what is stored of it now. */
  changedElsewhere(id: string, task: Task | undefined): void {
    for (const [runId, { taskId, controller }] of this.active) {
      if (taskId !== id) continue;
      if (task === undefined) controller.abort(new Stop("deleted"));
      else if (task.runId !== runId || task.status === "aborting..." || atRest(task.status)) {
        controller.abort(new Stop("aborted"));
      }
    }
  }

  /** Resolves with the task once it is at rest. Throws TASK_NOT_FOUND, also when it is deleted meanwhile. */
  async settled(id: string): Promise<Task> {
    let rest = Promise.withResolvers<void>();
    const ended = ({ task }: { task: { id: string } }) => task.id === id && rest.resolve();
    const offs = [
      // What another process does with the task is told as an update.
      this.events.on("task.updated", ended),
      this.events.on("task.aborted", ended),
      this.events.on("task.failed", ended),
      this.events.on("task.complete", ended),
      this.events.on("task.deleted", (event) => event.id === id && rest.resolve()),
    ];
    try {
      for (;;) {
        const task = await this.tasks.existing(id);
        if (atRest(task.status)) return task;
        await rest.promise;
        rest = Promise.withResolvers();
      }
    } finally {
      for (const off of offs) off();
    }
  }

  private async recover(): Promise<void> {
    const found: Task[] = [];
    const unsettled = { path: "status", values: UNSETTLED };
    for await (const task of this.storage.tasks.scan(WHOLE_TASKS, unsettled)) {
      if (!atRest(task.status)) found.push(task);
    }
    for (const task of found) await this.recoverTask(task);
  }

  private async recoverTask(task: Task): Promise<void> {
    const run = task.runId === undefined ? undefined : await this.storage.runs.get(task.runId);
    if (run === undefined && task.runId !== undefined && task.status === "waiting") {
      // The end came after the task was set waiting and before its run was stored.
      await this.storage.runs.insert(this.newRun(task._id, "recovery", task.runId));
      await this.enqueue(task);
    } else if (run === undefined) {
      await this.settle(task, { status: "failed", error: INTERRUPTED });
    } else if (task.status === "aborting..." || run.status === "aborted") {
      await this.settle(task, { status: "aborted" });
    } else if (run.status === "complete") {
      await this.settle(task, { status: "complete" });
    } else if (run.status === "failed" || (run.status === "running" && run.attempts >= this.settings.maxAttempts)) {
      await this.settle(task, { status: "failed", error: run.error ?? INTERRUPTED });
    } else {
      await this.endRun(run._id, "waiting");
      const waiting = await this.tasks.edit(task._id, (current) =>
        current.status === "running" ? this.changed(current, "waiting") : undefined,
      );
      if (waiting.status === "waiting") await this.enqueue(waiting);
    }
  }

  private async enqueue(task: Task): Promise<void> {
    await this.queue.enqueue({ runId: task.runId!, taskId: task._id, type: task.type });
  }

  private newRun(taskId: string, origin: string, id = this.ids.next()): Run {
    const createdAt = this.clock.now().toISOString();
    return { _id: id, taskId, status: "waiting", origin, attempts: 0, seed: id, createdAt, revision: 0 };
  }

  /** The last run, made ready to go on, when it ended early and has lines left. It works on the data as they are now. */
  private async resumable(task: Task): Promise<Run | undefined> {
    const run = task.runId === undefined ? undefined : await this.storage.runs.get(task.runId);
    if (run === undefined || !["aborted", "failed", "interrupted"].includes(run.status)) return undefined;
    const entry = this.registry.find(task.type);
    if (entry === undefined) return undefined;
    const data = await this.vault.revealed(task.data, task.sealed);
    const prepared = prepare(await this.registry.plugin(entry), data);
    const finished = new Set<string>();
    for await (const line of this.storage.runs.lines(run._id)) if (isDone(line)) finished.add(line.key);
    const open = "trouble" in prepared || prepared.lines.some((line) => !finished.has(line.key));
    if (!open) return undefined;
    const { data: _data, sealed: _sealed, error: _error, finishedAt: _finishedAt, ...kept } = run;
    return { ...kept, status: "waiting", attempts: 0 };
  }

  /** The queue's handler: one run from waiting to its end. Never throws. */
  private async work(queued: QueuedRun, queueSignal: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const cut = () => controller.abort(queueSignal.reason);
    queueSignal.addEventListener("abort", cut, { once: true });
    if (queueSignal.aborted) cut();
    this.active.set(queued.runId, { taskId: queued.taskId, controller });
    const redactor = new Redactor();
    try {
      const begun = await this.begin(queued);
      if (begun === undefined) return;
      let ending: Ending;
      try {
        ending = await this.carryOut(begun.task, begun.run, controller.signal, redactor);
      } catch (error) {
        if (isStorageTrouble(error)) throw error;
        ending = { status: "failed", error: this.describe(error, begun.task.type, redactor) };
      }
      await this.settle(begun.task, ending);
    } catch (error) {
      this.logger.error(
        `The run ${queued.runId} could not be recorded. It goes on when the storage works again.`,
        redactor.error(error),
      );
      void this.takeUpLater(queued);
    } finally {
      this.active.delete(queued.runId);
      queueSignal.removeEventListener("abort", cut);
    }
  }

  /** Takes up a run that the storage left between two states, as soon as the storage works again. Never throws. */
  private async takeUpLater({ taskId, runId }: QueuedRun): Promise<void> {
    const { signal } = this.stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        await this.clock.sleep(pauseMs, signal);
        const task = await this.storage.tasks.get(taskId);
        if (task?.runId === runId && !atRest(task.status) && !this.active.has(runId)) await this.recoverTask(task);
        return;
      } catch (error) {
        if (!signal.aborted) this.logger.error(`The run ${runId} cannot be taken up yet.`, error);
      }
    }
  }

  /** Marks run and task as running. Undefined when the run is no longer wanted. */
  private async begin({ taskId, runId }: QueuedRun): Promise<{ task: Task; run: Run } | undefined> {
    const waiting = await this.storage.tasks.get(taskId);
    const stored = await this.storage.runs.get(runId);
    if (waiting?.runId !== runId || waiting.status !== "waiting" || stored === undefined) return undefined;
    const { data, sealed } = stored.data === undefined ? waiting : { data: stored.data, sealed: stored.sealed };
    const seed = typeof data["randomSeed"] === "number" ? String(data["randomSeed"]) : stored.seed;
    const startedAt = stored.startedAt ?? this.clock.now().toISOString();
    const run: Run = {
      ...stored,
      status: "running",
      data,
      ...(sealed === undefined ? {} : { sealed }),
      seed,
      startedAt,
      attempts: stored.attempts + 1,
      revision: stored.revision + 1,
    };
    if (!(await this.storage.runs.replace(run))) return undefined;
    const task = await this.tasks.edit(taskId, (current) =>
      current.runId === runId && current.status === "waiting" ? this.changed(current, "running") : undefined,
    );
    if (task.runId !== runId || task.status !== "running") {
      await this.endRun(runId, "aborted");
      return undefined;
    }
    this.events.emit("task.running", { task: summaryOf(task) });
    return { task, run };
  }

  /** `redactor` learns the secrets of the run as soon as they are opened. */
  private async carryOut(task: Task, run: Run, signal: AbortSignal, redactor: Redactor): Promise<Ending> {
    const log = new LogBuffer(this.clock, redactor);
    try {
      const entry = this.registry.find(task.type);
      if (entry === undefined) {
        throw new ScriptoriumError(
          "bad-input",
          `The task type "${task.type}" is not installed in this server. Install its plugin and run again.`,
        );
      }
      this.refuseMissing(entry);
      const plugin = await this.registry.plugin(entry);
      const { data, values } = await this.vault.opened(run.data ?? task.data, run.sealed);
      redactor.add(values);
      const prepared = prepare(plugin, data);
      if ("trouble" in prepared)
        throw new ScriptoriumError("bad-input", `${prepared.trouble} Correct it and run again.`);
      if (prepared.lines.length === 0) {
        throw new ScriptoriumError(
          "no-input",
          `${entry.title} has nothing to work on: its list of inputs is empty. Fill it and run again.`,
        );
      }
      warnOfIdle(log, data);
      const loop = new LineLoop({
        plugin,
        prepared,
        run,
        task,
        log,
        redactor,
        signal,
        graceMs: this.settings.abortGraceMs,
        providers: this.providers,
        storage: this.storage,
        tasks: this.tasks,
        clock: this.clock,
        events: this.events,
        describe: (error) => this.describe(error, task.type, redactor),
      });
      const ending = await loop.toTheEnd();
      if (ending.status === "failed") log.error(ending.error.message, ending.error.code);
      return ending;
    } catch (error) {
      if (signal.aborted) return endingOf(signal);
      if (isStorageTrouble(error)) throw error;
      const failure = this.describe(error, task.type, redactor);
      log.error(failure.message, failure.code);
      return { status: "failed", error: failure };
    } finally {
      const entries = log.taken();
      if (entries.length > 0) {
        await this.storage.runs.log(run._id, entries);
        this.events.emit("task.log", { id: task._id, entries });
      }
    }
  }

  private refuseMissing(entry: PluginEntry): void {
    const [missing] = this.registry.missing(entry);
    if (missing === undefined) return;
    throw new ScriptoriumError(
      "no-provider",
      `${entry.title} needs a ${PROVIDER_TITLES[missing]} provider and none is configured. Set providers.${missing} and run again.`,
      { provider: missing },
    );
  }

  /** Stores the end of a run: the run first, which keeps late writes out, then the task. */
  private async settle(task: Task, ending: Ending): Promise<void> {
    const error = ending.status === "failed" ? ending.error : undefined;
    if (task.runId !== undefined) await this.endRun(task.runId, ending.status, error);
    let moved = false;
    let settled: Task;
    try {
      settled = await this.tasks.edit(task._id, (current) => {
        const to = current.status === "aborting..." ? "aborted" : ending.status;
        moved = current.runId === task.runId && mayChange(current.status, to);
        if (!moved) return undefined;
        const { error: _error, ...kept } = current;
        return this.changed(to === "failed" && error ? { ...kept, error } : kept, to);
      });
    } catch (trouble) {
      if (ScriptoriumError.is(trouble) && trouble.code === "TASK_NOT_FOUND") return;
      throw trouble;
    }
    if (!moved) return;
    const summary = summaryOf(settled);
    if (settled.status === "complete") this.events.emit("task.complete", { task: summary });
    else if (settled.status === "aborted") this.events.emit("task.aborted", { task: summary });
    else if (settled.status === "waiting") this.events.emit("task.waiting", { task: summary });
    else if (error) this.events.emit("task.failed", { task: summary, error });
  }

  private async endRun(runId: string, status: RunStatus, error?: TaskError): Promise<void> {
    for (;;) {
      const run = await this.storage.runs.get(runId);
      if (run === undefined || (run.status !== "waiting" && run.status !== "running")) return;
      const finishedAt = status === "waiting" ? {} : { finishedAt: this.clock.now().toISOString() };
      const next: Run = { ...run, status, ...(error ? { error } : {}), ...finishedAt, revision: run.revision + 1 };
      if (await this.storage.runs.replace(next)) return;
    }
  }

  private describe(error: unknown, type: string, redactor = new Redactor()): TaskError {
    const { code, message } = runError(error, type, (reference, trouble) =>
      this.logger.error(`${trouble} (ref ${reference}).`, redactor.error(error)),
    );
    return { code, message: redactor.text(message) };
  }

  private changed(task: Task, status: TaskStatus): Task {
    if (!mayChange(task.status, status)) {
      throw new ScriptoriumError(
        "TRANSITION_REFUSED",
        `The task is ${task.status} and cannot become ${status}. Wait until it is at rest and try again.`,
        { id: task._id, from: task.status, to: status },
      );
    }
    return { ...task, status, updatedAt: this.clock.now().toISOString() };
  }
}

/** Whether the storage, and not what the run does, is what went wrong. */
function isStorageTrouble(error: unknown): boolean {
  return ScriptoriumError.is(error) && (error.code === "STORAGE_FAILED" || error.code === "STORAGE_FULL");
}

/** The common fields that clients know and that have no effect yet. */
function warnOfIdle(log: LogBuffer, data: Task["data"]): void {
  for (const field of ["jobCron", "chainJobId"]) {
    if (data[field]) log.warn(`The setting "${field}" has no effect yet; this run takes no notice of it.`);
  }
}
