import { Chain } from "./attendants/chain/chain.js";
import { refuseCycle } from "./attendants/chain/cycle.js";
import { withTaskFolders } from "./attendants/chain/task-folder.js";
import { EventLog } from "./attendants/event-log.js";
import { Retention, type RetentionSettings, refuseFullDisk } from "./attendants/retention/retention.js";
import type { SchedulerSettings } from "./attendants/schedule/scheduler.js";
import { SchedulerWhenNeeded } from "./attendants/schedule/schedule-attendant.js";
import { Webhooks } from "./attendants/webhooks/webhooks.js";
import { container as root } from "./di.js";
import { createEvents } from "./events.js";
import { Kernel } from "./kernel.js";
import { PluginRegistry } from "./plugin-registry.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import { TaskRunner } from "./runs/task-runner.js";
import type { SecretBox } from "./secrets/secret-box.js";
import { Vault } from "./secrets/vault.js";
import type { StorageAdapter } from "./storage.js";
import type { PluginEntry } from "./task-plugin.js";
import { AccountService } from "./tasks/account-service.js";
import { ContentService } from "./tasks/content-service.js";
import { TaskFinder } from "./tasks/task-finder.js";
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
import { type Logger, silentLogger } from "./values/logger.js";

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
  readonly scheduler?: Partial<SchedulerSettings>;
  /** How long what runs leave behind is kept. */
  readonly retention?: Partial<RetentionSettings>;
}

/** Puts a kernel together. The container lives no longer than this call. */
export function createKernel(options: KernelOptions): Kernel {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? silentLogger;
  const events = createEvents((name, error) => logger.error(`A listener of "${name}" failed.`, error));
  const given = options.providers ?? {};
  const { folder } = given;
  const providers = folder ? { ...given, folder: withTaskFolders(options.storage.content, folder) } : given;
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
  for (const one of [PluginRegistry, TaskService, AccountService, TaskFinder, TaskRunner, ContentService, TextTools]) {
    container.registerSingleton(one as never);
  }
  const { storage, queue } = options;
  // First, because what it refuses would come wrapped in words of the container out of anything that needs it.
  const registry = container.resolve(PluginRegistry);
  const service = container.resolve(TaskService);
  const accounts = container.resolve(AccountService);
  const runner = container.resolve(TaskRunner);
  const { machine, messenger } = providers;
  runner.addCheck(() => refuseFullDisk(machine, settings.minFreeDiskBytes));
  runner.addCheck((task) => refuseCycle(storage, task));
  const webhooks = new Webhooks({ storage, accounts, events, clock, ids, logger, messenger });
  runner.onEnd((task, run) => webhooks.onEnd(task, run));
  const chain = new Chain({ storage, runner, clock, events });
  runner.onEnd(chain.onEnd);
  const scheduler = new SchedulerWhenNeeded(
    { storage, tasks: service, runner, clock, events, logger },
    { scheduleDrafts: false, ...options.scheduler },
  );
  const retention = new Retention({ storage, clock, logger, settings: options.retention ?? {} });
  return new Kernel({
    service,
    accounts,
    runner,
    webhooks,
    // Those that hand work to the runner come first, so that they stop first.
    attendants: settings.work ? [scheduler, retention] : [scheduler],
    finder: container.resolve(TaskFinder),
    registry,
    content: container.resolve(ContentService),
    text: container.resolve(TextTools),
    eventLog: new EventLog({ events, clock }),
    events,
    storage,
    queue,
    providers,
    logger,
  });
}
