import type { Events } from "../events.js";
import type { PluginRegistry } from "../plugin-registry.js";
import type { Providers } from "../providers.js";
import type { RunCheck, RunEndHook } from "../runs/run-ending.js";
import type { TaskRunner } from "../runs/task-runner.js";
import type { StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import type { Accounts } from "../tasks/account-service.js";
import type { TaskService } from "../tasks/task-service.js";
import type { RunnerSettings } from "../tokens.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import type { JsonObject } from "../values/json.js";
import type { Logger } from "../values/logger.js";

/** Works alongside the runs of a kernel: the schedule, the webhooks, or one of a host's own. */
export interface Attendant {
  /** No two attendants of a kernel have the same; a second one is refused with ATTENDANT_TAKEN. */
  readonly name: string;
  /**
   * When it stops, and by that when it starts, since stops come in the reverse order of starts:
   * - `before-runner`, the default: it starts when runs are worked already, and stops before the runner does. So it may
   *   start runs of its own at any time.
   * - `with-runner`: it starts before the runner and stops while the last runs end.
   * - `after-runner`: it starts first and stops last, and sees the last runs end.
   */
  readonly stops?: "before-runner" | "with-runner" | "after-runner";
  /** Begins its work, with the storage open. What it throws makes `Kernel.start` reject. */
  start?(): Promise<void> | void;
  /**
   * Ends its work; it must bear to be called without `start` having ended, or having been called at all. What it throws
   * is logged and holds nothing up.
   */
  stop?(): Promise<void> | void;
  /**
   * Called when a run has ended and is stored so, before its task is at rest; those of several attendants one after the
   * other, in the order of the list. After a crash in between it is called again, so what it does must be idempotent. An
   * error of the storage that it throws has the run taken up again later; any other is logged and holds nothing up.
   */
  readonly onEnd?: RunEndHook;
  /**
   * Called before a run is worked, and before anything of it is loaded. To refuse the run it throws a ScriptoriumError
   * with one of the RUN_ERROR_CODES, which become the error of the task.
   */
  readonly check?: RunCheck;
  /**
   * Called with a task whose data object was posted to, and with what was posted: what a person should know about it, in
   * sentences.
   */
  notesOn?(task: Task, posted: JsonObject): Promise<readonly string[]> | readonly string[];
  /** What the kernel hands out of it: for the attendant `webhooks`, this is `kernel.webhooks`. */
  readonly service?: unknown;
}

/** What an attendant may work with. */
export interface AttendantParts {
  readonly storage: StorageAdapter;
  /** The task types there are. */
  readonly registry: PluginRegistry;
  readonly tasks: Pick<TaskService, "edit" | "openedMember">;
  readonly accounts: Accounts;
  readonly runner: Pick<TaskRunner, "run" | "begin" | "abort">;
  readonly providers: Partial<Providers>;
  readonly events: Events;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly settings: RunnerSettings;
}

/** An attendant, or a function that makes one out of the parts of the kernel it is for. */
export type AttendantEntry = Attendant | ((parts: AttendantParts) => Attendant);
