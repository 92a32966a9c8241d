import type { Attendant, AttendantParts } from "../attendant.js";
import type { Scheduler, SchedulerParts, SchedulerSettings } from "./scheduler.js";
import type { ScheduledTask, ScheduleView } from "./view.js";

/** What the kernel offers of its schedule. */
export interface Schedules {
  /** The schedule of a task as it is now, with the next five times it will run, or as many as `count` says. */
  view(task: ScheduledTask, options?: { readonly count?: number }): Promise<ScheduleView>;
}

/** Runs tasks by the `jobCron` in their data. */
export function scheduleAttendant(settings: Partial<SchedulerSettings> = {}) {
  return (parts: AttendantParts): Attendant & { readonly service: Schedules } => {
    const whole: SchedulerSettings = { scheduleDrafts: false, ...settings };
    const scheduler = new SchedulerWhenNeeded(parts, whole);
    return {
      name: "schedule",
      service: {
        async view(task, options = {}) {
          const { scheduleView } = await import("./view.js");
          return scheduleView(task, parts.clock.now(), { ...whole, ...options });
        },
      },
      async notesOn(task, posted) {
        if (!Object.keys(posted).some((name) => name.startsWith("jobCron"))) return [];
        const { scheduleNotes } = await import("./view.js");
        return scheduleNotes(task, parts.clock.now(), whole);
      },
      start: () => scheduler.start(),
      stop: () => scheduler.stop(),
    };
  };
}

/**
 * A scheduler that is loaded, calendar arithmetic and all, when the first task is there that could have a schedule: most
 * kernels that are put together for a moment never need one.
 */
class SchedulerWhenNeeded {
  private loading: Promise<Scheduler> | undefined;
  private off: (() => void) | undefined;

  constructor(
    private readonly parts: SchedulerParts,
    private readonly settings: SchedulerSettings,
  ) {}

  async start(): Promise<void> {
    this.off = this.parts.events.onAny((name) => {
      if (name === "task.created" || name === "task.updated") void this.begin().catch((error) => this.failed(error));
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

  private failed(error: unknown): void {
    this.loading = undefined;
    this.parts.logger.error("Schedules cannot be kept yet. It is tried again when a task changes.", error);
  }
}
