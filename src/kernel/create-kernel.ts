import { AccountService } from "./account-service.js";
import { type Clock, systemClock } from "./clock.js";
import { ContentService } from "./content-service.js";
import { container as root } from "./di.js";
import { createEvents } from "./events.js";
import { type Ids, objectIds } from "./ids.js";
import { Kernel } from "./kernel.js";
import { type Logger, silentLogger } from "./logger.js";
import { PluginRegistry } from "./plugin-registry.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import type { SecretBox } from "./secrets/secret-box.js";
import { Vault } from "./secrets/vault.js";
import type { StorageAdapter } from "./storage.js";
import { TaskFinder } from "./task-finder.js";
import type { PluginEntry } from "./task-plugin.js";
import { TaskRunner } from "./task-runner.js";
import { TaskService } from "./task-service.js";
import { TextTools } from "./text/text-tools.js";
import {
  CLOCK,
  EVENTS,
  IDS,
  LOGGER,
  PLUGINS,
  PROVIDERS,
  QUEUE,
  RUNNER_SETTINGS,
  type RunnerSettings,
  STORAGE,
  type Token,
  VAULT,
} from "./tokens.js";

export interface KernelOptions {
  readonly storage: StorageAdapter;
  readonly queue: TaskQueue;
  /** Task types; two of one type are refused with TASK_TYPE_TAKEN. */
  readonly plugins: readonly PluginEntry[];
  readonly providers?: Partial<Providers>;
  /** Encrypts secrets; without it whoever posts one is refused with SECRETS_UNAVAILABLE. */
  readonly secrets?: SecretBox;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly runner?: Partial<RunnerSettings>;
}

/** Puts a kernel together. The container lives no longer than this call. */
export function createKernel(options: KernelOptions): Kernel {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? silentLogger;
  const events = createEvents((name, error) => logger.error(`A listener of "${name}" failed.`, error));
  const providers = options.providers ?? {};
  const container = root.createChildContainer();
  const register = <T>(token: Token<T>, useValue: T) => container.register(token, { useValue });
  register(CLOCK, clock);
  register(LOGGER, logger);
  register(EVENTS, events);
  register(PROVIDERS, providers);
  register(IDS, options.ids ?? objectIds(clock));
  register(STORAGE, options.storage);
  register(QUEUE, options.queue);
  register(PLUGINS, options.plugins);
  register(VAULT, new Vault(options.secrets));
  register(RUNNER_SETTINGS, { abortGraceMs: 10_000, maxAttempts: 3, ...options.runner });
  for (const one of [PluginRegistry, TaskService, AccountService, TaskFinder, TaskRunner, ContentService, TextTools]) {
    container.registerSingleton(one as never);
  }
  return new Kernel({
    service: container.resolve(TaskService),
    accounts: container.resolve(AccountService),
    finder: container.resolve(TaskFinder),
    runner: container.resolve(TaskRunner),
    registry: container.resolve(PluginRegistry),
    content: container.resolve(ContentService),
    text: container.resolve(TextTools),
    events,
    storage: options.storage,
    providers,
    logger,
  });
}
