import type { Attendant, AttendantEntry, AttendantParts } from "./attendants/attendant.js";
import { withTaskFolders } from "./attendants/chain/task-folder.js";
import type { RetentionSettings } from "./attendants/retention/retention.js";
import type { SchedulerSettings } from "./attendants/schedule/scheduler.js";
import { standardAttendants } from "./attendants/standard.js";
import { container as root } from "./di.js";
import { ScriptoriumError } from "./errors.js";
import { createEvents } from "./events.js";
import { Kernel } from "./kernel.js";
import { PluginRegistry } from "./plugin-registry.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import { TaskRunner } from "./runs/task-runner.js";
import { type SecretBox, Vault } from "./secrets/vault.js";
import type { StorageAdapter } from "./storage.js";
import type { PluginEntry } from "./task-plugin.js";
import { AccountService } from "./tasks/account-service.js";
import { ContentService } from "./tasks/content-service.js";
import { DataNotes } from "./tasks/data-notes.js";
import { TaskFinder } from "./tasks/task-finder.js";
import { TaskLists } from "./tasks/task-lists.js";
import { TaskService } from "./tasks/task-service.js";
import { TextTools } from "./text/text-tools.js";
import {
  CLOCK,
  EVENTS,
  IDS,
  LOGGER,
  PLUGINS,
  PROVIDERS,
  QUEUE,
  RUNNER_DEFAULTS,
  RUNNER_SETTINGS,
  type RunnerSettings,
  STORAGE,
  type Token,
  VAULT,
} from "./tokens.js";
import { type Clock, systemClock } from "./values/clock.js";
import { type Ids, objectIds } from "./values/ids.js";
import { type Logger, warningLogger } from "./values/logger.js";

export interface KernelOptions {
  readonly storage: StorageAdapter;
  readonly queue: TaskQueue;
  /** Task types; two of one type are refused with TASK_TYPE_TAKEN. */
  readonly plugins: readonly PluginEntry[];
  readonly providers?: Partial<Providers>;
  /** Encrypts secrets; without it a post with a secret is refused with SECRETS_UNAVAILABLE. */
  readonly secrets?: SecretBox;
  /** `warningLogger` by default: warnings and errors on standard error. `silentLogger` writes nothing. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly runner?: Partial<RunnerSettings>;
  /** Settings of the schedule among the standard attendants. */
  readonly scheduler?: Partial<SchedulerSettings>;
  /** How long what runs leave behind is kept by the standard attendants. */
  readonly retention?: Partial<RetentionSettings>;
  /**
   * What works alongside the runs, instead of the standard attendants; `[...standardAttendants(), mine]` adds one. They
   * start, and their checks and hooks are called, in this order. Two of one name are refused with ATTENDANT_TAKEN.
   */
  readonly attendants?: readonly AttendantEntry[];
}

/** Puts a kernel together. The container lives no longer than this call. */
export function createKernel(options: KernelOptions): Kernel {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? warningLogger;
  const events = createEvents((name, error) => logger.error(`A listener of "${name}" failed.`, error));
  const given = options.providers ?? {};
  const { folder } = given;
  const providers = folder ? { ...given, folder: withTaskFolders(options.storage, folder) } : given;
  const container = root.createChildContainer();
  const register = <T>(token: Token<T>, useValue: T) => container.register(token, { useValue });
  register(CLOCK, clock);
  register(LOGGER, logger);
  register(EVENTS, events);
  register(PROVIDERS, providers);
  const ids = options.ids ?? objectIds(clock);
  register(IDS, ids);
  register(STORAGE, options.storage);
  register(QUEUE, options.queue);
  register(PLUGINS, options.plugins);
  register(VAULT, new Vault(options.secrets));
  const settings: RunnerSettings = { ...RUNNER_DEFAULTS, ...options.runner };
  register(RUNNER_SETTINGS, settings);
  for (const one of [
    PluginRegistry,
    TaskService,
    DataNotes,
    AccountService,
    TaskFinder,
    TaskRunner,
    ContentService,
    TaskLists,
    TextTools,
  ]) {
    container.registerSingleton(one as never);
  }
  const { storage, queue } = options;
  // First, because what it refuses would come wrapped in words of the container out of anything that needs it.
  const registry = container.resolve(PluginRegistry);
  const service = container.resolve(TaskService);
  const accounts = container.resolve(AccountService);
  const runner = container.resolve(TaskRunner);
  const parts = {
    storage,
    registry,
    tasks: service,
    accounts,
    runner,
    providers,
    events,
    clock,
    ids,
    logger,
    settings,
  };
  const attendants = entered(options.attendants ?? standardAttendants(options), parts);
  for (const { check, onEnd } of attendants) {
    if (check) runner.addCheck(check);
    if (onEnd) runner.onEnd(onEnd);
  }
  return new Kernel({
    service,
    notes: container.resolve(DataNotes),
    accounts,
    runner,
    attendants,
    finder: container.resolve(TaskFinder),
    lists: container.resolve(TaskLists),
    registry,
    content: container.resolve(ContentService),
    text: container.resolve(TextTools),
    events,
    storage,
    queue,
    providers,
    logger,
    clock,
    ids,
  });
}

function entered(entries: readonly AttendantEntry[], parts: AttendantParts): readonly Attendant[] {
  const attendants = entries.map((entry) => (typeof entry === "function" ? entry(parts) : entry));
  const names = attendants.map(({ name }) => name);
  const taken = names.find((name, index) => names.indexOf(name) !== index);
  if (taken === undefined) return attendants;
  throw new ScriptoriumError(
    "ATTENDANT_TAKEN",
    `Two attendants with the name "${taken}" were given. Pass only one of them.`,
    { name: taken },
  );
}
