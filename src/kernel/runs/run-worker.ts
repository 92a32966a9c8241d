import { ScriptoriumError } from "../errors.js";
import type { QueuedRun } from "../queue.js";
import { Redactor } from "../secrets/redaction.js";
import type { LogEntry, Run } from "../storage.js";
import { type Progress, summaryOf, type Task, type TaskError } from "../task.js";
import type { PluginEntry } from "../task-plugin.js";
import { noProvider, toHaveProvider } from "../values/provider-settings.js";
import { outputPlace } from "./output-place.js";
import { type Ending, endingOf, type RunCheck, Stop } from "./run-ending.js";
import { isShortage, isStorageError, runError } from "./run-error.js";
import { workable } from "./run-input.js";
import { LogBuffer } from "./run-output.js";
import type { RunnerParts } from "./runner-parts.js";

/** What is known of an attempt that the storage cut short. */
export interface CutShort {
  /** With which the run was claimed, or was about to be; undefined when it had not come so far. */
  readonly fence: number | undefined;
  /** True when the machine lacked room or files, which is no fault of the run. */
  readonly isExcused: boolean;
}

interface Begun {
  readonly task: Task;
  readonly run: Run;
  readonly fence: number;
  /** No earlier attempt has left anything. */
  readonly isFirst: boolean;
}

/** What an attempt comes to, however it ends. */
interface Carried {
  progress?: Progress;
  /** Entries that are to be stored with its end. */
  log?: readonly LogEntry[];
}

/** Works one run from waiting to its end. */
export class RunWorker {
  private readonly checks: RunCheck[] = [];

  constructor(
    private readonly parts: RunnerParts,
    /** Called with a run that the storage left between two states. */
    private readonly takeUpLater: (run: QueuedRun, cut: CutShort) => void,
  ) {}

  addCheck(check: RunCheck): void {
    this.checks.push(check);
  }

  /** The queue's handler. Never throws. */
  async work(queued: QueuedRun, queueSignal: AbortSignal): Promise<void> {
    const { active, endings, logger } = this.parts;
    const controller = new AbortController();
    if (!active.add(queued.runId, queued.taskId, controller)) return;
    const cut = () => controller.abort(queueSignal.reason);
    queueSignal.addEventListener("abort", cut, { once: true });
    if (queueSignal.aborted) cut();
    const redactor = new Redactor();
    let fence: number | undefined;
    try {
      const begun = await this.begin(queued, controller.signal, (tried) => {
        fence = tried;
      });
      if (begun === undefined) return;
      const carried: Carried = {};
      let ending: Ending;
      try {
        ending = await this.carryOut(begun, controller, redactor, carried);
      } catch (error) {
        if (isStorageError(error)) {
          await endings.log(begun.task, carried.log ?? []);
          throw error;
        }
        ending = { status: "failed", error: this.describe(error, begun.task.type, redactor) };
      }
      await endings.settle(begun.task, ending, { fence: begun.fence, run: begun.run, ...carried });
    } catch (error) {
      // Lines that are still at work store nothing any more.
      controller.abort(new Stop("lost"));
      if (ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND") return;
      logger.error(
        `The run ${queued.runId} could not be recorded. It goes on when the storage works again.`,
        redactor.error(error),
      );
      this.takeUpLater(queued, { fence, isExcused: isShortage(error) });
    } finally {
      active.remove(queued.runId);
      queueSignal.removeEventListener("abort", cut);
    }
  }

  /** Claims the run and marks its task as running. Undefined when the run is no longer wanted, or somebody else's. */
  private async begin(
    queued: QueuedRun,
    signal: AbortSignal,
    claiming: (fence: number) => void,
  ): Promise<Begun | undefined> {
    const { tasks, active, records, events } = this.parts;
    const claimed = await this.claimed(queued, signal, claiming);
    if (claimed === undefined) return undefined;
    const { taskId, runId } = queued;
    const { run, task: waiting, began, isFirst } = claimed;
    const fence = run.revision;
    active.claimed(runId, fence);
    const task =
      began ??
      (await tasks.edit(
        taskId,
        (current) =>
          current.runId === runId && current.status === "waiting"
            ? this.parts.changed({ ...current, fence }, "running")
            : undefined,
        waiting,
      ));
    if (task.runId !== runId || task.fence !== fence) {
      await records.end(runId, { status: "aborted", reason: "aborted", fence });
      return undefined;
    }
    active.began(runId, task.revision);
    events.emit("task.running", { task: summaryOf(task) });
    return { task, run, fence, isFirst };
  }

  /** The run as it was claimed with `claiming`'s fence, the task as it waited, and as it runs if that is stored as well. */
  private async claimed({ taskId, runId }: QueuedRun, signal: AbortSignal, claiming: (fence: number) => void) {
    const { storage, settings } = this.parts;
    for (;;) {
      const [task, stored] = await Promise.all([storage.tasks.get(taskId), storage.runs.get(runId)]);
      if (task?.runId !== runId || task.status !== "waiting" || stored?.status !== "waiting") return undefined;
      if (signal.aborted) return undefined;
      const run = this.running(stored, task);
      claiming(run.revision);
      const isFirst = stored.startedAt === undefined;
      const running = this.parts.changed({ ...task, fence: run.revision, revision: task.revision + 1 }, "running");
      const both = storage.runs.claimWithTask?.(run, running, settings.leaseMs);
      if (both === undefined) {
        if (await storage.runs.claim(run, settings.leaseMs)) return { run, task, isFirst };
      } else if (await both) return { run, task, began: running, isFirst };
      // Changed at the same moment, and perhaps only pinned: it is looked at again.
    }
  }

  private running(stored: Run, waiting: Task): Run {
    const { clock, settings } = this.parts;
    const { data, sealed } = stored.data === undefined ? waiting : { data: stored.data, sealed: stored.sealed };
    const seed = typeof data["randomSeed"] === "number" ? String(data["randomSeed"]) : stored.seed;
    const fence = stored.revision + 1;
    return {
      ...stored,
      status: "running",
      data,
      ...(sealed === undefined ? {} : { sealed }),
      seed,
      startedAt: stored.startedAt ?? clock.now().toISOString(),
      attempts: stored.attempts + 1,
      fence,
      ...(settings.worker === "" ? {} : { worker: settings.worker }),
      revision: fence,
    };
  }

  /** `redactor` learns the secrets of the run as soon as they are opened, and `carried` how far it came, however it ends. */
  private async carryOut(
    { task, run, fence, isFirst }: Begun,
    controller: AbortController,
    redactor: Redactor,
    carried: Carried,
  ): Promise<Ending> {
    const { registry, vault, clock, settings, storage, tasks, events, providers } = this.parts;
    const { signal } = controller;
    const log = new LogBuffer(clock, redactor);
    try {
      const entry = registry.find(task.type);
      if (entry === undefined) {
        throw new ScriptoriumError(
          "bad-input",
          `The task type "${task.type}" is not installed in this server. Install its plugin and run again.`,
        );
      }
      for (const check of this.checks) await check(task);
      this.refuseMissing(entry);
      const plugin = await registry.plugin(entry);
      const opened = await vault.opened(run.data ?? task.data, run.sealed);
      redactor.add(opened.values);
      const given = await vault.opened(run.overrides ?? {}, run.sealedOverrides);
      redactor.add(given.values);
      const data = { ...opened.data, ...given.data };
      redactor.addTokensOf(data);
      const prepared = await workable(plugin, data, providers);
      const { _id: taskId, name: jobName } = task;
      const startedAt = run.startedAt ?? clock.now().toISOString();
      const also = outputPlace(data, { taskId, runId: run._id, jobName, startedAt }, providers.output);
      // Loaded with the first run, as its task type is.
      const { LineLoop } = await import("./line-loop.js");
      const loop = new LineLoop({
        plugin,
        prepared,
        run,
        fence,
        isFirst,
        task,
        also,
        log,
        redactor,
        signal,
        stop: (error) => controller.abort(new Stop(error)),
        graceMs: () => (endingOf(signal).status === "waiting" ? settings.stopGraceMs : settings.abortGraceMs),
        providers,
        storage,
        tasks,
        clock,
        events,
        describe: (error) => this.describe(error, task.type, redactor),
      });
      let ending: Ending;
      try {
        ending = await loop.toTheEnd();
      } finally {
        carried.progress = loop.progress();
      }
      if (ending.status === "failed") log.error(ending.error.message, ending.error.code);
      return ending;
    } catch (error) {
      if (signal.aborted) return endingOf(signal);
      if (isStorageError(error)) throw error;
      const failure = this.describe(error, task.type, redactor);
      log.error(failure.message, failure.code);
      return { status: "failed", error: failure };
    } finally {
      carried.log = log.taken();
    }
  }

  private refuseMissing(entry: PluginEntry): void {
    const [missing] = this.parts.registry.missing(entry);
    if (missing === undefined) return;
    throw new ScriptoriumError(
      "no-provider",
      `${noProvider(missing)} ${entry.title} needs one. ${toHaveProvider(missing)}`,
      { provider: missing },
    );
  }

  describe(error: unknown, type: string, redactor = new Redactor()): TaskError {
    const { code, message } = runError(error, type, (reference, problem) =>
      this.parts.logger.error(`${problem} (ref ${reference}).`, redactor.error(error)),
    );
    return { code, message: redactor.text(message) };
  }
}
