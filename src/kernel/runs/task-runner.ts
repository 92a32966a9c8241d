import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import type { Events } from "../events.js";
import { PluginRegistry } from "../plugin-registry.js";
import type { Providers } from "../providers.js";
import type { TaskQueue } from "../queue.js";
import type { Vault } from "../secrets/vault.js";
import type { Run, StorageAdapter } from "../storage.js";
import { atRest, mayChange, summaryOf, type Task, type TaskStatus } from "../task.js";
import { TaskService } from "../tasks/task-service.js";
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
} from "../tokens.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import type { Logger } from "../values/logger.js";
import { ActiveRuns } from "./active-runs.js";
import { RunEndings } from "./endings.js";
import { nextRun, type RunOptions } from "./next-run.js";
import { Recovery } from "./recovery.js";
import { type RunCheck, type RunEndHook, Stop } from "./run-ending.js";
import { preparedOrNot } from "./run-input.js";
import { RunRecords } from "./run-records.js";
import { RunWorker } from "./run-worker.js";
import type { RunnerParts } from "./runner-parts.js";

/** How soon, and at last how often, a caller that waits for the end of a run reads its task. */
const FIRST_LOOK_MS = 250;
const LOOK_EVERY_MS = 5000;

export interface WaitOptions {
  /** Resolves with the task as it is by then, at rest or not; sooner when the server stops. No limit by default. */
  readonly withinMs?: number;
  /** Ends the waiting, and not the run: rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Runs tasks: hands them to the queue, has their lines worked, ends them, and takes them up again after a crash. */
@injectable()
export class TaskRunner {
  private readonly stopping = new AbortController();
  private readonly parts: RunnerParts;
  private readonly worker: RunWorker;
  private readonly recovery: Recovery;
  private sweeping: Promise<void> | undefined;

  constructor(
    @inject(TaskService) private readonly tasks: TaskService,
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(QUEUE) private readonly queue: TaskQueue,
    @inject(PROVIDERS) providers: Partial<Providers>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(IDS) ids: Ids,
    @inject(EVENTS) private readonly events: Events,
    @inject(LOGGER) logger: Logger,
    @inject(RUNNER_SETTINGS) private readonly settings: RunnerSettings,
    @inject(VAULT) vault: Vault,
  ) {
    const changed = (task: Task, status: TaskStatus) => this.changed(task, status);
    const records = new RunRecords(storage, clock, ids);
    const endings = new RunEndings(tasks, storage, records, events, logger, changed);
    const active = new ActiveRuns(storage, clock, settings.leaseMs);
    this.parts = {
      ...{ tasks, registry, storage, queue, providers, clock, events, logger, settings, vault },
      ...{ records, endings, active, changed },
    };
    this.worker = new RunWorker(this.parts, (run, cut) => void this.recovery.takeUpLater(run, cut));
    this.recovery = new Recovery(this.parts, (task, run) => this.enqueue(task, run), this.stopping.signal);
  }

  /** Called with every run that ended, before its task is at rest. */
  onEnd(hook: RunEndHook): void {
    this.parts.endings.onEnd(hook);
  }

  /** What has to hold before a run is worked. */
  addCheck(check: RunCheck): void {
    this.worker.addCheck(check);
  }

  /** Takes up what a stop or a crash left unfinished, then begins to work. */
  async start(): Promise<void> {
    await this.recovery.atStart();
    await this.queue.start(this.settings.work ? (queued, signal) => this.worker.work(queued, signal) : undefined);
    this.sweeping = this.recovery.sweepOnAndOn();
  }

  /** Checkpoints running runs; they resume at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.parts.active.abortAll(new Stop("stopping"));
    // A little more than the lines get, so that what they left can still be stored.
    await this.queue.stop({ graceMs: this.settings.stopGraceMs + 1000 });
    await this.sweeping;
  }

  /** How many runs this process works on. */
  get active(): number {
    return this.parts.active.size;
  }

  /**
   * Sets a task at rest waiting: with its last run when that has lines left, else with a new one. A task that waits or
   * runs already stays as it is. Throws TASK_NOT_FOUND, and TRANSITION_REFUSED when only failed lines are asked for and
   * there are none.
   */
  async run(id: string, options: RunOptions = {}): Promise<Task> {
    const { task } = await this.begin(id, options);
    return task;
  }

  /**
   * As `run`, and says whether it began a run. `change` is a change of the task that is stored in the same write, such as
   * the tick that asks for the run: both or neither. It returns undefined when the run is not wanted any more.
   */
  async begin(
    id: string,
    options: RunOptions = {},
    change: (task: Task) => Task | undefined = (task) => task,
  ): Promise<{ readonly task: Task; readonly began: boolean }> {
    const { runs, tasks } = this.storage;
    let run: Run | undefined;
    const task = await this.tasks.edit(
      id,
      async (current) => {
        run = undefined;
        const changed = atRest(current.status) ? change(current) : undefined;
        if (changed === undefined) return undefined;
        run = await nextRun(this.parts, current, options);
        return this.waitingWith(run, changed);
      },
      undefined,
      async (next) => {
        if (run === undefined || run.revision === 0) return run !== undefined && runs.insertWithTask(run, next);
        // First the run: one that waits while its task is at rest goes on with the next attempt.
        return (await runs.replace(run)) && tasks.replace(next);
      },
    );
    if (run === undefined) return { task, began: false };
    return { task: await this.handIn(task, run), began: true };
  }

  private waitingWith(run: Run, task: Task): Task {
    const { error: _error, progress: _progress, fence: _fence, ...kept } = task;
    return this.changed({ ...kept, runId: run._id }, "waiting");
  }

  private async handIn(task: Task, run: Run): Promise<Task> {
    this.events.emit("task.waiting", { task: summaryOf(task) });
    await this.enqueue(task, run);
    return task;
  }

  /**
   * Ends a run: at once when it waits; when it is running its lines get the grace time, and then it is cut off
   * whatever the plugin does. Resolves when the abort is stored, not when the run has ended. With `only`, another run that
   * the task has by then goes on. Throws TASK_NOT_FOUND.
   */
  async abort(id: string, only?: { readonly runId: string | undefined }): Promise<Task> {
    let from = "draft" as TaskStatus;
    const task = await this.tasks.edit(id, async (current) => {
      from = "draft";
      if (only !== undefined && only.runId !== current.runId) return undefined;
      from = current.status;
      if (from === "waiting") return this.parts.records.withProgress(this.changed(current, "aborted"));
      if (from === "running") return this.changed(current, "aborting...");
      return undefined;
    });
    const { runId } = task;
    if (runId === undefined) return task;
    if (from === "waiting") {
      await this.parts.records.end(runId, { status: "aborted", reason: "aborted", progress: task.progress });
      this.events.emit("task.aborted", { task: summaryOf(task) });
      // Where the queue is away, who takes the run out of it sees that it has ended.
      await this.queue.cancel(runId, new Stop("aborted"));
    } else if (from === "running") {
      this.events.emit("task.aborting", { task: summaryOf(task) });
      const isHere = this.parts.active.abort(runId, new Stop("aborted"));
      // A worker elsewhere hears of it. Where the worker is gone, what is stored only says running.
      if (!isHere) {
        if (await this.isHeld(runId)) void this.recovery.fenceOffLater(id, runId);
        else await this.parts.endings.settle(task, { status: "aborted" });
      }
    }
    return task;
  }

  /**
   * Deletes the task, then stops what works on it: nothing of that is stored any more. A delete that is cut off leaves the
   * task and its run as they were. Says whether the task was there.
   */
  async delete(id: string): Promise<boolean> {
    const task = await this.storage.tasks.get(id);
    if (!(await this.tasks.delete(id))) return false;
    if (task?.runId === undefined || atRest(task.status)) return true;
    await this.queue.cancel(task.runId, new Stop("deleted"));
    this.parts.active.abort(task.runId, new Stop("deleted"));
    return true;
  }

  /** Ends the run of a task that another process aborted, ended or deleted; `task` is what is stored of it now. */
  changedElsewhere(id: string, task: Task | undefined): void {
    this.parts.active.changedElsewhere(id, task);
  }

  /**
   * Resolves with the task once it is at rest, or the time is over. Throws TASK_NOT_FOUND, also when it is deleted
   * meanwhile, and NOT_STARTED when the server stops and no time was given.
   */
  async settled(id: string, { withinMs, signal }: WaitOptions = {}): Promise<Task> {
    signal?.throwIfAborted();
    const stops = this.stopping.signal;
    let woken = Promise.withResolvers<void>();
    const wake = () => woken.resolve();
    const ended = ({ task }: { task: { id: string } }) => task.id === id && wake();
    const offs = [
      // What another process does with the task is reported as an update.
      this.events.on("task.updated", ended),
      this.events.on("task.aborted", ended),
      this.events.on("task.failed", ended),
      this.events.on("task.complete", ended),
      this.events.on("task.deleted", (event) => event.id === id && wake()),
    ];
    for (const end of [signal, stops]) end?.addEventListener("abort", wake);
    if (stops.aborted) wake();
    const until = withinMs === undefined ? Number.POSITIVE_INFINITY : this.clock.monotonic() + withinMs;
    try {
      for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LOOK_EVERY_MS)) {
        const task = await this.tasks.existing(id);
        const leftMs = until - this.clock.monotonic();
        if (atRest(task.status) || leftMs <= 0) return task;
        // Where the storage does not report what other processes do, only a look shows it.
        const look = new AbortController();
        const looked = this.clock.sleep(Math.min(lookMs, leftMs), look.signal).catch(() => {});
        await Promise.race([woken.promise, looked]);
        look.abort();
        signal?.throwIfAborted();
        // The storage closes now.
        if (stops.aborted && withinMs !== undefined) return task;
        if (stops.aborted)
          throw new ScriptoriumError("NOT_STARTED", "The server is stopping. Try again when it is back.");
        woken = Promise.withResolvers();
      }
    } finally {
      for (const end of [signal, stops]) end?.removeEventListener("abort", wake);
      for (const off of offs) off();
    }
  }

  /** Pins a run, so that no clearing away by age takes it, or unpins it. Says whether it is there. */
  async keepRun(runId: string, keep: boolean): Promise<Run | undefined> {
    for (;;) {
      const run = await this.storage.runs.get(runId);
      if (run === undefined) return undefined;
      const { keep: _keep, ...rest } = run;
      const next = { ...rest, ...(keep ? { keep } : {}), revision: run.revision + 1 };
      if (await this.storage.runs.replace(next)) return next;
    }
  }

  private async isHeld(runId: string): Promise<boolean> {
    for await (const lapsed of this.storage.runs.lapsed()) if (lapsed === runId) return false;
    return true;
  }

  private async enqueue(task: Task, known?: Run): Promise<void> {
    const run = known ?? (await this.storage.runs.get(task.runId!));
    const hosts = await this.hostsOf(task);
    await this.queue.enqueue({
      runId: task.runId!,
      taskId: task._id,
      type: task.type,
      ...(run?.priority === undefined ? {} : { priority: run.priority }),
      ...(hosts.length === 0 ? {} : { hosts }),
    });
  }

  private async hostsOf(task: Task): Promise<readonly string[]> {
    const entry = this.registry.find(task.type);
    const plugin = entry && (await this.registry.plugin(entry));
    if (plugin?.hosts === undefined) return [];
    try {
      const prepared = preparedOrNot(plugin, task.data);
      return prepared === undefined ? [] : plugin.hosts(prepared.options);
    } catch {
      // What is wrong with the data or the task type is said when the run begins.
      return [];
    }
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
