import type { Scheduler, SchedulerParts, SchedulerSettings } from "./scheduler.js";

/**
 * A scheduler that is loaded, calendar arithmetic and all, when the first task is there that could have a schedule: most
 * kernels that are put together for a moment never need one.
 */
export class SchedulerWhenNeeded {
  private loading: Promise<Scheduler> | undefined;
  private off: (() => void) | undefined;

  constructor(
    private readonly parts: SchedulerParts,
    private readonly settings: SchedulerSettings,
  ) {}

  async start(): Promise<void> {
    this.off = this.parts.events.onAny((name) => {
      if (name === "task.created" || name === "task.updated") void this.begin().catch((error) => this.trouble(error));
    });
    // A task without a schedule is as good a reason: it may be given one at any time.
    for await (const _one of this.parts.storage.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id })) {
      await this.begin();
      return;
    }
  }

  /** Resolves when nothing is being fired any more. */
  async stop(): Promise<void> {
    this.off?.();
    const scheduler = await this.loading?.catch(() => undefined);
    await scheduler?.stop();
  }

  private begin(): Promise<Scheduler> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<Scheduler> {
    const { Scheduler } = await import("./scheduler.js");
    const scheduler = new Scheduler(this.parts, this.settings);
    await scheduler.start();
    this.off?.();
    return scheduler;
  }

  private trouble(error: unknown): void {
    this.loading = undefined;
    this.parts.logger.error("Schedules cannot be kept yet. It is tried again when a task changes.", error);
  }
}
