import type { ContentService } from "./content-service.js";
import { ScriptoriumError } from "./errors.js";
import type { Events } from "./events.js";
import type { JsonObject } from "./json.js";
import type { Logger } from "./logger.js";
import type { PluginRegistry } from "./plugin-registry.js";
import type { Providers } from "./providers.js";
import type { StorageAdapter } from "./storage.js";
import type { Task, TaskSummary } from "./task.js";
import type { TaskFilter, TaskFinder } from "./task-finder.js";
import type { TaskSearch } from "./task-query.js";
import type { RunOptions, TaskRunner } from "./task-runner.js";
import type { TaskService } from "./task-service.js";
import type { TextTools } from "./text/text-tools.js";

/** Everything one does with tasks. */
export interface Tasks {
  create(type: string, data?: JsonObject): Promise<Task>;
  get(id: string): Promise<Task | undefined>;
  existing(id: string): Promise<Task>;
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
  groups(): Promise<readonly string[]>;
}

export interface KernelParts {
  readonly service: TaskService;
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
  private starting: Promise<void> | undefined;
  private stopping: Promise<void> | undefined;

  constructor(private readonly parts: KernelParts) {
    const { service, finder, runner, storage } = parts;
    this.content = parts.content;
    this.text = parts.text;
    this.events = parts.events;
    this.plugins = parts.registry;
    this.tasks = {
      create: (type, data) => this.open(() => service.create(type, data)),
      get: (id) => this.open(() => service.get(id)),
      existing: (id) => this.open(() => service.existing(id)),
      patch: (id, data) => this.open(() => service.patch(id, data)),
      replaceData: (id, data) => this.open(() => service.replaceData(id, data)),
      duplicate: (id) => this.open(() => service.duplicate(id)),
      delete: (id) => this.open(() => this.deleteTask(id)),
      run: (id, options) => this.open(() => runner.run(id, options)),
      abort: (id) => this.open(() => runner.abort(id)),
      settled: (id) => runner.settled(id),
      summaries: (filter) => this.openly(() => finder.summaries(filter)),
      search: (search) => this.openly(() => finder.search(search)),
      filtered: (filter, search) => this.openly(() => finder.filtered(filter, search)),
      groups: () => this.open(() => storage.tasks.groups()),
    };
  }

  /** Opens the storage and takes up unfinished runs. Several calls share one start. */
  start(): Promise<void> {
    this.starting ??= (async () => {
      await this.parts.storage.open();
      await this.parts.runner.start();
    })();
    return this.starting;
  }

  /** Stops runs so that they can go on at the next start, then closes the storage. Several calls share one stop. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      try {
        await this.starting;
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

  private async open<T>(work: () => Promise<T>): Promise<T> {
    await this.ready();
    return work();
  }

  private async *openly<T>(work: () => AsyncIterable<T>): AsyncIterable<T> {
    await this.ready();
    yield* work();
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
