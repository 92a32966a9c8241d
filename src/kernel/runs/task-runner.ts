import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import type { Events } from "../events.js";
import { PluginRegistry } from "../plugin-registry.js";
import type { Providers } from "../providers.js";
import type { TaskQueue } from "../queue.js";
import type { Vault } from "../secrets/vault.js";
import type { Run, RunOrigin, StorageAdapter } from "../storage.js";
import { atRest, mayChange, summaryOf, type Task, type TaskStatus } from "../task.js";
import type { TaskPost } from "../task-types/task-types.js";
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
import type { RunCheck, RunEndHook } from "./hooks.js";
import { Recovery } from "./recovery.js";
import { Stop } from "./run-ending.js";
import { type Prepared, prepare } from "./run-input.js";
import { RunRecords } from "./run-records.js";
import { RunWorker } from "./run-worker.js";
import type { RunnerParts } from "./runner-parts.js";

/** How often a caller that waits for the end of a run reads its task. */
const LOOK_EVERY_MS = 5000;

export interface RunOptions<Type extends string = string> {
  /** The caller; `library` by default. */
  readonly origin?: RunOrigin;
  /** Begins again even when the last run has lines left. */
  readonly restart?: boolean;
  /** Works once more the lines of the last run that failed, and no others. */
  readonly only?: "failed";
  /** Replaces members of the task's own data object in this run. Stored as they are: no place for secrets. */
  readonly overrides?: TaskPost<Type>;
  /** The run that started this one, and how many came before it in the chain. */
  readonly parentRunId?: string;
  readonly depth?: number;
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
    @inject(VAULT) private readonly vault: Vault,
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
    const before = await this.tasks.existing(id);
    if (!atRest(before.status)) return before;
    const resumed = await this.resumable(before, options);
    if (resumed === undefined && options.only !== undefined) throw nothingFailed(id);
    const run = resumed ?? this.parts.records.fresh(before, options.origin ?? "library", moreOf(options));
    if (resumed === undefined) {
      const waiting = await this.insertedWithTask(run, before);
      if (waiting !== undefined) return this.handIn(waiting, run);
      await this.storage.runs.insert(run);
    } else {
      const taken = { ...resumed, revision: resumed.revision + 1 };
      if (!(await this.storage.runs.replace(taken))) return this.tasks.existing(id);
    }
    let began = false;
    const task = await this.tasks.edit(
      id,
      (current) => {
        began = atRest(current.status);
        if (!began) return undefined;
        return this.waitingWith(run, current);
      },
      before,
    );
    if (!began) {
      // Of several callers only the one who set the task waiting leaves a run.
      if (resumed === undefined) await this.storage.runs.delete(run._id);
      return task;
    }
    return this.handIn(task, run);
  }

  /** The task as it waits with its new run; undefined where the storage does not store both at once, or it was changed. */
  private async insertedWithTask(run: Run, task: Task): Promise<Task | undefined> {
    const waiting = { ...this.waitingWith(run, task), revision: task.revision + 1 };
    return (await this.storage.runs.insertWithTask?.(run, waiting)) === true ? waiting : undefined;
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
    const { runId } = task;
    if (runId === undefined) return task;
    if (from === "waiting") {
      await this.parts.records.end(runId, { status: "aborted", reason: "aborted" });
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

  /** Stops whatever works on the task, because it is about to be deleted. */
  async discard(id: string): Promise<void> {
    const task = await this.storage.tasks.get(id);
    if (task?.runId === undefined || atRest(task.status)) return;
    await this.parts.records.end(task.runId, { status: "aborted", reason: "deleted" });
    await this.queue.cancel(task.runId, new Stop("deleted"));
    this.parts.active.abort(task.runId, new Stop("deleted"));
  }

  /** Ends the run of a task that another process aborted, ended or deleted; `task` is what is stored of it now. */
  changedElsewhere(id: string, task: Task | undefined): void {
    this.parts.active.changedElsewhere(id, task);
  }

  /** Resolves with the task once it is at rest. Throws TASK_NOT_FOUND, also when it is deleted meanwhile. */
  async settled(id: string): Promise<Task> {
    let rest = Promise.withResolvers<void>();
    const over = new AbortController();
    const ended = ({ task }: { task: { id: string } }) => task.id === id && rest.resolve();
    const offs = [
      // What another process does with the task is reported as an update.
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
        // Where the storage cannot tell what other processes do, only a look does.
        const look = this.clock.sleep(LOOK_EVERY_MS, over.signal).catch(() => {});
        await Promise.race([rest.promise, look]);
        rest = Promise.withResolvers();
      }
    } finally {
      over.abort();
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

  /** The last run, made ready to go on. It works on the data as they are now. */
  private async resumable(task: Task, { restart, only, overrides }: RunOptions): Promise<Run | undefined> {
    if (restart === true) return undefined;
    const run = task.runId === undefined ? undefined : await this.storage.runs.get(task.runId);
    if (run === undefined) return undefined;
    const isOpen =
      only === "failed"
        ? (await this.parts.records.keysOf(run._id, "failed")).size > 0
        : isUnfinished(run) && (await this.hasOpenLines(task, run, overrides));
    if (!isOpen) return undefined;
    const {
      data: _,
      sealed: _s,
      error: _e,
      reason: _r,
      finishedAt: _f,
      only: _o,
      excused: _x,
      linesSeen: _l,
      ...kept
    } = run;
    return {
      ...kept,
      ...(only === undefined ? {} : { only }),
      ...(overrides === undefined ? {} : { overrides }),
      status: "waiting",
      attempts: 0,
    };
  }

  private async hasOpenLines(task: Task, run: Run, overrides = run.overrides): Promise<boolean> {
    const entry = this.registry.find(task.type);
    if (entry === undefined) return false;
    const data = { ...(await this.vault.revealed(task.data, task.sealed)), ...overrides };
    const prepared = preparedOrNot(await this.registry.plugin(entry), data);
    if (prepared === undefined) return true;
    const finished = await this.parts.records.keysOf(run._id, "done");
    return prepared.lines.some((line) => !finished.has(line.key));
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

/** One that waits though its task is at rest was being taken up, or aborted, when its process ended. */
function isUnfinished({ status }: Run): boolean {
  return status === "aborted" || status === "failed" || status === "interrupted" || status === "waiting";
}

/** Undefined when the lines cannot be read; why is said when the run begins. */
function preparedOrNot(...given: Parameters<typeof prepare>): Prepared | undefined {
  try {
    const prepared = prepare(...given);
    return "problem" in prepared ? undefined : prepared;
  } catch {
    return undefined;
  }
}

function moreOf({ overrides, parentRunId, depth }: RunOptions): Partial<Run> {
  return {
    ...(overrides === undefined ? {} : { overrides }),
    ...(parentRunId === undefined ? {} : { parentRunId }),
    ...(depth === undefined ? {} : { depth }),
  };
}

function nothingFailed(id: string): ScriptoriumError {
  return new ScriptoriumError(
    "TRANSITION_REFUSED",
    "No line of the last run failed, so there is nothing to try again. Run the task to work all its lines.",
    { id },
  );
}
