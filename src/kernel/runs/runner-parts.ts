import type { Events } from "../events.js";
import type { PluginRegistry } from "../plugin-registry.js";
import type { Providers } from "../providers.js";
import type { TaskQueue } from "../queue.js";
import type { Vault } from "../secrets/vault.js";
import type { StorageAdapter } from "../storage.js";
import type { Task, TaskStatus } from "../task.js";
import type { TaskService } from "../tasks/task-service.js";
import type { RunnerSettings } from "../tokens.js";
import type { Clock } from "../values/clock.js";
import type { Logger } from "../values/logger.js";
import type { ActiveRuns } from "./active-runs.js";
import type { RunEndings } from "./endings.js";
import type { RunRecords } from "./run-records.js";

/** What everything that has to do with runs works with. */
export interface RunnerParts {
  readonly tasks: TaskService;
  readonly registry: PluginRegistry;
  readonly storage: StorageAdapter;
  readonly queue: TaskQueue;
  readonly providers: Partial<Providers>;
  readonly clock: Clock;
  readonly events: Events;
  readonly logger: Logger;
  readonly settings: RunnerSettings;
  readonly vault: Vault;
  readonly records: RunRecords;
  readonly endings: RunEndings;
  readonly active: ActiveRuns;
  /** The task with this status; throws TRANSITION_REFUSED where it may not have it. */
  changed(task: Task, status: TaskStatus): Task;
}
