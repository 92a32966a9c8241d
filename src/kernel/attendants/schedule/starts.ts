import { ScriptoriumError } from "../../errors.js";
import type { Events } from "../../events.js";
import { isStorageError } from "../../runs/run-error.js";
import type { TaskRunner } from "../../runs/task-runner.js";
import type { StorageAdapter } from "../../storage.js";
import { atRest } from "../../task.js";
import type { JsonObject } from "../../values/json.js";
import type { Logger } from "../../values/logger.js";

export interface StartsParts {
  readonly storage: StorageAdapter;
  readonly runner: Pick<TaskRunner, "run" | "abort">;
  readonly events: Events;
  readonly logger: Logger;
}

/** A run that a tick asks for. */
export interface Start {
  readonly id: string;
  /** The tick. */
  readonly at: number;
  /** True when a run is in work, which is to be aborted first. */
  readonly isBusy: boolean;
  readonly overrides: JsonObject | undefined;
}

/** Starts the runs that ticks ask for: at once, or as soon as the run before has ended and the storage can be used. */
export class Starts {
  private readonly waiting = new Map<string, Start>();
  /** True while a start waits only because the storage could not be used. */
  hasFailed = false;

  constructor(private readonly parts: StartsParts) {}

  waitsFor(id: string): boolean {
    return this.waiting.has(id);
  }

  async start(start: Start): Promise<void> {
    // A tick that has come since takes the place of one that still waits.
    this.waiting.set(start.id, start);
    if (start.isBusy) await this.tried(start, () => this.parts.runner.abort(start.id));
    await this.begin(start);
  }

  /** Tries those again that wait. */
  async again(): Promise<void> {
    this.hasFailed = false;
    for (const start of [...this.waiting.values()]) await this.begin(start);
  }

  private async begin(start: Start): Promise<void> {
    const { storage, runner, events } = this.parts;
    const { id, isBusy, overrides } = start;
    await this.tried(start, async () => {
      const task = isBusy ? await storage.tasks.get(id) : undefined;
      if (task !== undefined && !atRest(task.status)) return;
      await runner.run(id, { origin: "cron", restart: isBusy, ...(overrides === undefined ? {} : { overrides }) });
      this.waiting.delete(id);
      events.emit("schedule.fired", { id, at: new Date(start.at).toISOString() });
    });
  }

  private async tried({ id, at }: Start, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isStorageError(error)) {
        this.hasFailed = true;
        return;
      }
      this.waiting.delete(id);
      const isGone = ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND";
      if (isGone) return;
      this.parts.logger.error(`The task ${id} could not be run by its schedule.`, error);
      this.parts.events.emit("schedule.skipped", { id, at: new Date(at).toISOString(), why: "refused" });
    }
  }
}
