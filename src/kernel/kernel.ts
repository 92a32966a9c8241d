import type { AccountService } from "./account-service.js";
import type { ContentService } from "./content-service.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import type { JsonObject } from "./json.js";
import type { Logger } from "./logger.js";
import type { PluginRegistry } from "./plugin-registry.js";
import type { Providers } from "./providers.js";
import type { StorageAdapter, TaskChange } from "./storage.js";
import { summaryOf, type Task, type TaskSummary } from "./task.js";
import type { TaskFilter, TaskFinder } from "./task-finder.js";
import type { TaskSearch } from "./task-query.js";
import type { RunOptions, TaskRunner } from "./task-runner.js";
import type { TaskService } from "./task-service.js";
import type { TextTools } from "./text/text-tools.js";

/** Everything one does with accounts. */
export type Accounts = Pick<AccountService, "create" | "list" | "get" | "update" | "delete" | "opened" | "secretsOf">;

/** Everything one does with tasks. Where a data object holds a secret it shows a mask. */
export interface Tasks {
  create(type: string, data?: JsonObject): Promise<Task>;
  get(id: string): Promise<Task | undefined>;
  existing(id: string): Promise<Task>;
  /** The data object with its secrets. */
  revealed(id: string): Promise<JsonObject>;
  patch(id: string, data: JsonObject): Promise<Task>;
  replaceData(id: string, data: JsonObject): Promise<Task>;
  duplicate(id: string): Promise<Task>;
  /** Stops the task's run first; says whether the task was there. */
  delete(id: string): Promise<boolean>;
  run(id: string, options?: RunOptions): Promise<Task>;
  abort(id: string): Promise<Task>;
  settled(id: string): Promise<Task>;
  summaries(filter?: TaskFilter): AsyncIterable<TaskSummary>;
  search(search: TaskSearch): AsyncIterable<JsonObject>;
  filtered(filter: TaskFilter, search?: TaskSearch): AsyncIterable<JsonObject>;
  /** As `filtered`, each task as the text of its JSON. */
  texts(filter: TaskFilter, search?: TaskSearch): AsyncIterable<string>;
  groups(): Promise<readonly string[]>;
}

export interface KernelParts {
  readonly service: TaskService;
  readonly accounts: AccountService;
  readonly finder: TaskFinder;
  readonly runner: TaskRunner;
  readonly registry: PluginRegistry;
  readonly content: ContentService;
  readonly text: TextTools;
  readonly events: Events;
  readonly storage: StorageAdapter;
  readonly providers: Partial<Providers>;
  readonly logger: Logger;
}

/** The object a host holds. */
export class Kernel {
  readonly content: ContentService;
  readonly text: TextTools;
  readonly events: Events;
  readonly plugins: PluginRegistry;
  readonly tasks: Tasks;
  readonly accounts: Accounts;
  private starting: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;
  private isStarted = false;
  private unwatch: (() => void) | undefined;

  constructor(private readonly parts: KernelParts) {
    const { service, finder, runner, storage, accounts } = parts;
    this.content = parts.content;
    this.text = parts.text;
    this.events = parts.events;
    this.plugins = parts.registry;
    this.tasks = {
      create: (type, data) => this.openTask(() => service.create(type, data)),
      get: (id) => this.open(async () => shownTask(await service.get(id))),
      existing: (id) => this.openTask(() => service.existing(id)),
      revealed: (id) => this.open(() => service.revealed(id)),
      patch: (id, data) => this.openTask(() => service.patch(id, data)),
      replaceData: (id, data) => this.openTask(() => service.replaceData(id, data)),
      duplicate: (id) => this.openTask(() => service.duplicate(id)),
      delete: (id) => this.open(() => this.deleteTask(id)),
      run: (id, options) => this.openTask(() => runner.run(id, options)),
      abort: (id) => this.openTask(() => runner.abort(id)),
      settled: async (id) => shownTask(await runner.settled(id)),
      summaries: (filter) => this.openly(() => finder.summaries(filter)),
      search: (search) => this.openly(() => finder.search(search)),
      filtered: (filter, search) => this.openly(() => finder.filtered(filter, search)),
      texts: (filter, search) => this.openly(() => finder.texts(filter, search)),
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

  /** Opens the storage and takes up unfinished runs. Several calls share one start. */
  start(): Promise<void> {
    this.starting ??= (async () => {
      await this.parts.storage.open();
      await this.parts.service.sealOlder((message, error) => this.parts.logger.error(message, error));
      this.unwatch = this.parts.storage.watch?.((change) => void this.told(change));
      await this.parts.runner.start();
      this.isStarted = true;
    })();
    return this.starting;
  }

  /** Stops runs so that they can go on at the next start, then closes the storage. Several calls share one stop. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      try {
        await this.starting;
        this.unwatch?.();
        await this.parts.runner.stop();
      } finally {
        await this.parts.storage.close();
      }
    })();
    return this.stopping;
  }

  /** Task types that cannot run yet, with the providers they lack. */
  unready(): ReturnType<PluginRegistry["unready"]> {
    return this.plugins.unready();
  }

  /** Somebody else changed a task of the store: listeners here are told, and a run that was ended there ends here. */
  private async told({ kind, id }: TaskChange): Promise<void> {
    const { storage, runner, events, logger } = this.parts;
    try {
      const task = kind === "delete" ? undefined : await storage.tasks.get(id);
      runner.changedElsewhere(id, task);
      if (task === undefined) events.emit("task.deleted", { id });
      else events.emit(kind === "insert" ? "task.created" : "task.updated", { task: summaryOf(task) });
    } catch (error) {
      logger.error(`A change of the task ${id} by another process could not be followed.`, error);
    }
  }

  private async deleteTask(id: string): Promise<boolean> {
    const { runner, service, providers, logger } = this.parts;
    await runner.discard(id);
    const deleted = await service.delete(id);
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

  private async openTask(work: () => Promise<Task>): Promise<Task> {
    return shownTask(await this.open(work));
  }

  private async open<T>(work: () => Promise<T>): Promise<T> {
    await this.ready();
    return work();
  }

  /** What is wrong with the call is told when the list is read. */
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

/** A task without its encrypted values, which are nobody's business outside. */
function shownTask<T extends Task | undefined>(task: T): T {
  if (task?.sealed === undefined) return task;
  const { sealed: _sealed, ...shown } = task;
  // What is left out may be missing of any task.
  return shown as T;
}
