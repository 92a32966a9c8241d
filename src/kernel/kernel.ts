import type { Attendant } from "./attendants/attendant.js";
import type { EventLog } from "./attendants/event-log.js";
import type { Schedules } from "./attendants/schedule/schedule-attendant.js";
import type { Webhooks } from "./attendants/webhooks/webhooks.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import type { KernelHealth, KernelLoad, ShownRun, Tasks } from "./kernel-methods.js";
import type { PluginRegistry, UnreadyType } from "./plugin-registry.js";
import type { StoredWork } from "./providers/stored-work.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import { ChangesElsewhere } from "./runs/changes-elsewhere.js";
import type { LayingOut } from "./runs/laid-out.js";
import type { TaskRunner } from "./runs/task-runner.js";
import type { Tries } from "./runs/tries.js";
import type { Effect, LineResult, Page, Run, StorageAdapter } from "./storage.js";
import { atRest, type Task } from "./task.js";
import type { AccountService, Accounts } from "./tasks/account-service.js";
import type { ContentService } from "./tasks/content-service.js";
import type { DataNotes } from "./tasks/data-notes.js";
import { storedWork } from "./tasks/stored-work.js";
import type { TaskFinder } from "./tasks/task-finder.js";
import type { TaskLists } from "./tasks/task-lists.js";
import type { TaskService } from "./tasks/task-service.js";
import type { TextTools } from "./text/text-tools.js";
import type { Clock } from "./values/clock.js";
import type { Ids } from "./values/ids.js";
import { type JsonObject, shown } from "./values/json.js";
import { loadedOnce } from "./values/loaded-once.js";
import type { Logger } from "./values/logger.js";
import { paged } from "./values/paged.js";

export interface KernelParts {
  readonly service: TaskService;
  readonly notes: DataNotes;
  readonly accounts: AccountService;
  readonly finder: TaskFinder;
  readonly lists: TaskLists;
  readonly runner: TaskRunner;
  readonly registry: PluginRegistry;
  readonly content: ContentService;
  readonly text: TextTools;
  readonly events: Events;
  readonly storage: StorageAdapter;
  readonly queue: TaskQueue;
  /** In the order in which they start and in which their checks and hooks are called. */
  readonly attendants: readonly Attendant[];
  readonly providers: Partial<Providers>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The object a host holds. */
export class Kernel {
  readonly content: ContentService;
  readonly text: TextTools;
  readonly events: Events;
  readonly plugins: PluginRegistry;
  readonly tasks: Tasks;
  readonly accounts: Accounts;
  /** What runs have stored, for providers that follow it. */
  readonly stored: StoredWork;
  /** The names of the storage and the queue. */
  readonly names: { readonly storage: string; readonly queue: string };
  private starting: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;
  private isStarted = false;
  private unwatch: (() => void) | undefined;
  private endTries = () => {};
  private readonly tries: () => Promise<Tries>;
  private readonly layingOut: (() => Promise<LayingOut>) | undefined;

  constructor(private readonly parts: KernelParts) {
    const { service, finder, lists, runner, storage, accounts } = parts;
    this.content = parts.content;
    this.text = parts.text;
    this.events = parts.events;
    this.plugins = parts.registry;
    this.stored = storedWork(storage, parts.events, async () => this.ready());
    this.names = { storage: storage.name, queue: parts.queue.name };
    this.tries = loadedOnce(async () => {
      const made = new (await import("./runs/tries.js")).Tries(parts);
      this.endTries = () => made.stop();
      return made;
    });
    const { output } = parts.providers;
    this.layingOut =
      output && loadedOnce(async () => (await import("./runs/laid-out.js")).layingOut(storage, output, parts.logger));
    this.tasks = {
      types: () => this.open(async () => service.types()),
      describedType: (type) => this.open(() => service.describedType(type)),
      create: (type, data) => this.openTask(() => service.create(type, data)),
      get: (id) => this.openTask(() => service.get(id)),
      summary: (id) => this.open(() => service.summary(id)),
      existing: (id) => this.openTask(() => service.existing(id)),
      revealed: (id) => this.open(() => service.revealed(id)),
      patch: (id, data, options) => this.openTask(() => service.patch(id, data, options)),
      versioned: async (id) => {
        const { task, version } = await this.open(() => service.versioned(id));
        return { task: shownTask(task), version };
      },
      notesOn: (task, posted) => this.open(() => this.notesOn(task, posted)),
      replaceData: (id, data) => this.openTask(() => service.replaceData(id, data)),
      duplicate: (id) => this.openTask(() => service.duplicate(id)),
      delete: (id) => this.open(() => this.deleteTask(id)),
      run: (id, options) => this.openTask(() => runner.run(id, options)),
      abort: (id) => this.openTask(() => runner.abort(id)),
      restart: (id, options) => this.openTask(() => runner.run(id, { ...options, restart: true })),
      retry: (id, options) => this.openTask(() => runner.run(id, { ...options, only: "failed" })),
      try: (id, asked = {}, { signal } = {}) => this.open(async () => (await this.tries()).try(id, asked, signal)),
      runs: (id, page) => this.openly(() => this.runsOf(id, page)),
      countRuns: (id) => this.open(() => storage.runs.count(id)),
      runOf: (id, run) => this.open(async () => shownRun(await this.runOf(id, run))),
      lines: (id, run, page) => this.openly(() => this.linesOf(id, run, page)),
      effects: (id, run, page) => this.openly(() => this.effectsOf(id, run, page)),
      keepRun: (id, run, keep) => this.open(() => this.keepRun(id, run, keep)),
      position: (id) => this.open(() => this.positionOf(id)),
      settled: async (id, options) => shownTask(await runner.settled(id, options)),
      summaries: (filter) => this.openly(() => finder.summaries(filter)),
      listed: (filter, members, page) => this.openly(() => lists.texts(filter, members, page)),
      search: (search) => this.openly(() => finder.search(search)),
      filtered: (filter, search) => this.openly(() => finder.filtered(filter, search)),
      texts: (filter, search) => this.openly(() => finder.texts(filter, search)),
      filterNotes: (filter, search = {}) =>
        this.open(async () => (await import("./tasks/filter-notes.js")).filterNotes(filter, search, parts.registry)),
      groups: () => this.open(() => storage.tasks.groups()),
    };
    this.accounts = {
      create: (account) => this.open(() => accounts.create(account)),
      list: (page) => this.openly(() => accounts.list(page)),
      get: (reference) => this.open(() => accounts.get(reference)),
      update: (reference, changes) => this.open(() => accounts.update(reference, changes)),
      delete: (reference) => this.open(() => accounts.delete(reference)),
      opened: (reference) => this.open(() => accounts.opened(reference)),
      secretsOf: (reference) => this.open(() => accounts.secretsOf(reference)),
    };
  }

  /** The newest events, for clients that were away for a moment. Throws ATTENDANT_MISSING in a kernel without that attendant. */
  get eventLog(): EventLog {
    return this.served<EventLog>("eventLog");
  }

  /** Addresses that are notified of events. Throws ATTENDANT_MISSING in a kernel without that attendant. */
  get webhooks(): Webhooks {
    return this.served<Webhooks>("webhooks");
  }

  /** When tasks run by themselves. Throws ATTENDANT_MISSING in a kernel without that attendant. */
  get schedule(): Schedules {
    return this.served<Schedules>("schedule");
  }

  /** Opens the storage, takes up unfinished runs and starts the attendants. Several calls share one start. */
  start(): Promise<void> {
    this.starting ??= (async () => {
      await this.parts.storage.open();
      await this.parts.service.sealOlder((message, error) => this.parts.logger.error(message, error));
      const { storage, runner, events, logger } = this.parts;
      const changes = new ChangesElsewhere(storage, runner, events, logger);
      this.unwatch = storage.watch?.((change) => void changes.follow(change));
      await this.startThose("after-runner");
      await this.startThose("with-runner");
      await (await this.layingOut?.())?.start();
      await this.parts.runner.start();
      await this.startThose("before-runner");
      this.isStarted = true;
    })();
    return this.starting;
  }

  /**
   * Stops runs so that they can go on at the next start, then closes the storage. Calling it twice is safe: several calls
   * share one stop, and one after a start that failed ends what that start had begun.
   */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      try {
        // The caller of start got its error; what was begun has to end all the same.
        await this.starting?.catch(() => {});
        this.endTries();
        await this.stopThose("before-runner");
        await Promise.all([this.parts.runner.stop(), this.stopThose("with-runner")]);
        this.unwatch?.();
        await (await this.layingOut?.())?.stop();
        await this.stopThose("after-runner");
      } finally {
        await this.parts.storage.close();
      }
    })();
    return this.stopping;
  }

  /** Whether the kernel works and its storage answers a small read and can be written. Never rejects. */
  async health(): Promise<KernelHealth> {
    const { storage } = this.parts;
    const state = { started: this.isStarted, stopping: this.stopping !== undefined };
    if (!state.started || state.stopping) return { ...state, storage: "The kernel is not running." };
    try {
      await storage.tasks.get("000000000000000000000000");
      await storage.writable?.();
      return { ...state, storage: "ok" };
    } catch (error) {
      return { ...state, storage: ScriptoriumError.is(error) ? error.message : "The storage does not answer." };
    }
  }

  /** How many runs wait and how many are in flight. Throws NOT_STARTED. */
  async load(): Promise<KernelLoad> {
    return this.open(async () => ({ ...(await this.parts.queue.counts()), here: this.parts.runner.active }));
  }

  /** Task types that cannot run yet, with the providers they lack. */
  unready(): readonly UnreadyType[] {
    return this.plugins.unready();
  }

  private async notesOn(task: Task, posted: JsonObject): Promise<readonly string[]> {
    const notes = [...(await this.parts.notes.on(task, posted))];
    for (const attendant of this.parts.attendants) notes.push(...((await attendant.notesOn?.(task, posted)) ?? []));
    if (!atRest(task.status) && task.status !== "waiting" && Object.keys(posted).length > 0) {
      notes.push("The task is running with the data it had when it began; what was posted is used by its next run.");
    }
    return notes;
  }

  private attendants(when: Stops): readonly Attendant[] {
    return this.parts.attendants.filter(({ stops = "before-runner" }) => stops === when);
  }

  private async startThose(when: Stops): Promise<void> {
    for (const attendant of this.attendants(when)) await attendant.start?.();
  }

  /** In the reverse order of their start. */
  private async stopThose(when: Stops): Promise<void> {
    for (const attendant of this.attendants(when).toReversed()) {
      try {
        await attendant.stop?.();
      } catch (error) {
        this.parts.logger.error(`The attendant "${attendant.name}" could not be stopped.`, error);
      }
    }
  }

  private served<Service>(name: string): Service {
    const service = this.parts.attendants.find((one) => one.name === name)?.service;
    // Whoever takes the name of an attendant of ours offers what it does.
    if (service !== undefined) return service as Service;
    throw new ScriptoriumError(
      "ATTENDANT_MISSING",
      `This server works without the attendant "${name}", which this call needs. Add it to the server's attendants and start the server again.`,
      { attendant: name },
    );
  }

  private async *runsOf(id: string, page?: Page): AsyncIterable<ShownRun> {
    await this.parts.service.existing(id);
    for await (const run of this.parts.storage.runs.of(id, page)) yield shownRun(run);
  }

  private async runOf(id: string, wanted: string): Promise<Run> {
    const task = await this.parts.service.existing(id);
    const runId = wanted === "last" ? task.runId : wanted;
    const run = runId === undefined ? undefined : await this.parts.storage.runs.get(runId);
    if (run?.taskId !== id) throw runNotFound(id, wanted);
    return run;
  }

  private async *linesOf(
    id: string,
    run: string,
    page: Page & { readonly state?: LineResult["state"] } = {},
  ): AsyncIterable<LineResult> {
    const { _id } = await this.runOf(id, run);
    const isWanted = ({ state }: LineResult) => page.state === undefined || page.state === state;
    yield* paged(this.parts.storage.runs.lines(_id), page, isWanted);
  }

  private async *effectsOf(id: string, run: string, page?: Page): AsyncIterable<Effect> {
    const { _id } = await this.runOf(id, run);
    // Checkpoints are stored with the effects, and for the run alone.
    yield* paged(this.parts.storage.runs.effects(_id), page, ({ state }) => state !== "checkpoint");
  }

  private async keepRun(id: string, wanted: string, keep: boolean): Promise<ShownRun> {
    const run = await this.parts.runner.keepRun((await this.runOf(id, wanted))._id, keep);
    if (run === undefined) throw runNotFound(id, wanted);
    return shownRun(run);
  }

  private async positionOf(id: string): Promise<number | undefined> {
    const { status, runId } = await this.parts.service.existing(id);
    return status === "waiting" && runId !== undefined ? this.parts.queue.position(runId) : undefined;
  }

  private async deleteTask(id: string): Promise<boolean> {
    const { runner, providers, logger } = this.parts;
    const deleted = await runner.delete(id);
    if (deleted) {
      try {
        await providers.output?.remove(id);
      } catch (error) {
        logger.warn(`The output folder of the deleted task ${id} could not be removed. Remove it by hand.`);
        logger.error("Removing an output folder failed.", error);
      }
    }
    return deleted;
  }

  private async openTask<Shown>(work: () => Promise<Task | undefined>): Promise<Shown> {
    return shownTask(await this.open(work));
  }

  private async open<T>(work: () => Promise<T>): Promise<T> {
    await this.ready();
    return work();
  }

  /** An error of the call is thrown when the list is read. */
  private openly<T>(work: () => AsyncIterable<T>): AsyncIterable<T> {
    const waiting = async function* (ready: Promise<void>): AsyncGenerator<T> {
      await ready;
      yield* work();
    };
    return {
      [Symbol.asyncIterator]: () => {
        const ready = this.ready();
        // A generator around each list would cost as much as a short list does.
        return (this.isStarted ? work() : waiting(ready))[Symbol.asyncIterator]();
      },
    };
  }

  private ready(): Promise<void> {
    if (this.starting === undefined || this.stopping !== undefined) {
      const how = this.stopping
        ? "The server is stopping. Try again when it is back."
        : "Call start() before anything else.";
      throw new ScriptoriumError("NOT_STARTED", `The kernel is not running. ${how}`);
    }
    return this.starting;
  }
}

type Stops = NonNullable<Attendant["stops"]>;

function shownRun(stored: Run): ShownRun {
  const { data: _d, sealed: _s, overrides: _o, sealedOverrides: _so, ...run } = stored;
  return run;
}

function runNotFound(id: string, run: string): ScriptoriumError {
  return new ScriptoriumError(
    "RUN_NOT_FOUND",
    run === "last"
      ? "The task has not run yet. Run it first."
      : `The task has no run with the id "${shown(run)}". List its runs to see which there are.`,
    { id: shown(id), run: shown(run) },
  );
}

/**
 * A task without its encrypted values, which are nobody's business outside. `Shown` is the task with the type that the
 * compiler remembers with its id, which stored data do not show.
 */
function shownTask<Shown>(task: Task | undefined): Shown {
  if (task?.sealed === undefined) return task as Shown;
  const { sealed: _sealed, ...shown } = task;
  return shown as Shown;
}
