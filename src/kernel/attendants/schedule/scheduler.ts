import { ScriptoriumError } from "../../errors.js";
import type { Events } from "../../events.js";
import { isStorageError } from "../../runs/run-error.js";
import type { TaskRunner } from "../../runs/task-runner.js";
import type { StorageAdapter } from "../../storage.js";
import { atRest, type Task } from "../../task.js";
import type { TaskService } from "../../tasks/task-service.js";
import type { Clock } from "../../values/clock.js";
import { copyOf, isPlainObject, type JsonObject } from "../../values/json.js";
import type { Logger } from "../../values/logger.js";
import { awaitedTick, due, remembered, scheduleOf } from "./due.js";
import { type ScheduleProblem, type ScheduleSettings, scheduleSettings } from "./settings.js";
import { Starts } from "./starts.js";

/** The clock of the machine is read again at least this often: it may have been set. */
const LONGEST_PAUSE_MS = 10_000;
/** Pause after an error of the storage. */
const TROUBLE_PAUSE_MS = 1000;
/** How many tasks are worked on at once when many are due. */
const AT_ONCE = 16;

export interface SchedulerParts {
  readonly storage: StorageAdapter;
  readonly tasks: Pick<TaskService, "edit">;
  readonly runner: Pick<TaskRunner, "run" | "abort">;
  readonly clock: Clock;
  readonly events: Events;
  readonly logger: Logger;
}

export interface SchedulerSettings {
  /** True runs tasks by their schedule that nobody has run by hand yet; false by default. */
  readonly scheduleDrafts: boolean;
}

/** What of a task its schedule depends on. */
type Scheduled = Pick<Task, "_id" | "status" | "data" | "schedule">;

/** A task with a schedule that can be kept. */
interface Entry {
  readonly id: string;
  readonly nextAt: number | undefined;
  /** A tick has come and waits for the run in work to end. */
  readonly isHeld: boolean;
}

const FIELDS = [
  "jobCron",
  "jobCronTimezone",
  "jobCronOverlap",
  "jobCronMissed",
  "jobCronData",
  "jobCronPausedUntil",
] as const;

/**
 * Runs tasks by their `jobCron`. The time of the next tick is stored with the task and moved on by compare-and-set, so of
 * several servers on one store the one whose write wins fires the tick. One loop sleeps to the soonest of them, never
 * long, and trusts no timer: each time it reads the clock again.
 */
export class Scheduler {
  private readonly entries = new Map<string, Entry>();
  /** None of the entries is due before; so most looks at the clock need not go through all of them. */
  private soonest = Number.POSITIVE_INFINITY;
  /** The entries whose tick waits for the run in work. */
  private readonly held = new Set<string>();
  /** Tasks with a schedule that begins with their first run by hand. */
  private readonly drafts = new Set<string>();
  /** Ticks this process fired, by task. */
  private readonly fired = new Map<string, readonly number[]>();
  /** What was logged of schedules that cannot be kept, by task. */
  private readonly told = new Map<string, string>();
  /** Tasks to look at again. */
  private readonly changed = new Set<string>();
  private readonly starts: Starts;
  private readonly offs: (() => void)[] = [];
  private alarm = new AbortController();
  private isStopped = false;
  private isTroubled = false;
  private loop: Promise<void> | undefined;
  private seen: { readonly wall: number; readonly monotonic: number } | undefined;

  constructor(
    private readonly parts: SchedulerParts,
    private readonly settings: SchedulerSettings = { scheduleDrafts: false },
  ) {
    this.starts = new Starts(parts);
  }

  /** Finds the tasks with a schedule and begins to keep it. */
  async start(): Promise<void> {
    this.follow();
    const selection = { reads: ["_id", "status", "data", "schedule"] as const, pick: scheduledOf };
    const hint = { path: "data.jobCron", range: { gt: "" } };
    const found: Scheduled[] = [];
    for await (const task of this.parts.storage.tasks.scan(selection, hint)) found.push(task);
    await eachAtOnce(found, (task) => this.plan(task));
    this.loop = this.keep();
  }

  /** Resolves when nothing is being fired any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const off of this.offs.splice(0)) off();
    this.alarm.abort();
    await this.loop;
  }

  /** One look at the clock: fires what is due. The loop calls it; code that knows that the clock was set may, too. */
  async turn(): Promise<void> {
    const wall = this.parts.clock.now().getTime();
    const monotonic = this.parts.clock.monotonic();
    const behind = this.seen ? monotonic - this.seen.monotonic - (wall - this.seen.wall) : 0;
    this.seen = { wall, monotonic };
    // Set back: times that were computed by the clock as it was may be years away.
    if (behind > 1000) for (const id of this.entries.keys()) this.changed.add(id);
    const changed = [...this.changed];
    await eachAtOnce(changed, (id) => this.look(id));
    const ready = [...this.held, ...(wall < this.soonest ? [] : this.due(wall))];
    try {
      await eachAtOnce(ready, (id) => this.fire(id, wall));
    } catch (error) {
      // What could not be fired is still due.
      this.soonest = wall;
      throw error;
    }
    await this.starts.again();
  }

  private due(wall: number): string[] {
    const found: string[] = [];
    this.soonest = Number.POSITIVE_INFINITY;
    for (const { id, nextAt, isHeld } of this.entries.values()) {
      if (isHeld || nextAt === undefined) continue;
      if (nextAt <= wall) found.push(id);
      else if (nextAt < this.soonest) this.soonest = nextAt;
    }
    return found;
  }

  private enter(entry: Entry): void {
    this.entries.set(entry.id, entry);
    if (entry.isHeld) this.held.add(entry.id);
    else {
      this.held.delete(entry.id);
      this.soonest = Math.min(this.soonest, entry.nextAt ?? Number.POSITIVE_INFINITY);
    }
  }

  private forget(id: string): void {
    this.entries.delete(id);
    this.held.delete(id);
  }

  private async keep(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.turn();
        this.isTroubled = false;
      } catch (error) {
        // Told once; what was due stays due.
        if (!this.isTroubled) this.parts.logger.error("Schedules wait, because the storage cannot be used.", error);
        this.isTroubled = true;
      }
      await this.pause();
    }
  }

  private async pause(): Promise<void> {
    this.alarm = new AbortController();
    if (this.isStopped) return;
    const now = this.parts.clock.now().getTime();
    let until = Math.min(now + LONGEST_PAUSE_MS, this.soonest);
    if (this.starts.hasFailed) until = Math.min(until, now + TROUBLE_PAUSE_MS);
    const wanted = this.isTroubled ? TROUBLE_PAUSE_MS : this.changed.size > 0 ? 0 : Math.max(1, until - now);
    // Cut short by a change or by the stop; both are seen to by the loop.
    await this.parts.clock.sleep(wanted, this.alarm.signal).catch(() => {});
  }

  private follow(): void {
    const look = (id: string) => {
      this.changed.add(id);
      this.alarm.abort();
    };
    const { events } = this.parts;
    const ended = ({ task: { id } }: { readonly task: { readonly id: string } }) => {
      if (this.entries.get(id)?.isHeld || this.starts.waitsFor(id)) look(id);
    };
    this.offs.push(
      events.on("task.created", ({ task }) => look(task.id)),
      events.on("task.updated", ({ task }) => look(task.id)),
      events.on("task.deleted", ({ id }) => look(id)),
      events.on("task.waiting", ({ task: { id } }) => this.drafts.has(id) && look(id)),
      events.on("task.complete", ended),
      events.on("task.failed", ended),
      events.on("task.aborted", ended),
    );
  }

  /** Reads a task that has changed. */
  private async look(id: string): Promise<void> {
    // First, so that what changes meanwhile is looked at again.
    this.changed.delete(id);
    try {
      const task = await this.parts.storage.tasks.get(id);
      if (task !== undefined) await this.plan(task);
      else for (const known of [this.entries, this.held, this.drafts, this.fired, this.told]) known.delete(id);
    } catch (error) {
      this.changed.add(id);
      throw error;
    }
  }

  /** Takes note of when the task is due, and stores the time of its next tick when another one is stored. */
  private async plan(task: Scheduled): Promise<void> {
    const id = task._id;
    const settings = this.kept(task);
    if (settings === undefined) {
      this.forget(id);
      if (task.schedule?.nextAt !== undefined) await this.parts.tasks.edit(id, (current) => this.cleared(current));
      return;
    }
    const isHeld = this.entries.get(id)?.isHeld ?? false;
    const { tick, next } = due(settings, task.schedule, this.parts.clock.now().getTime(), this.fired.get(id));
    if (tick === undefined && awaitedTick(settings, task.schedule) !== next) {
      await this.fire(id, this.parts.clock.now().getTime());
    } else this.enter({ id, nextAt: tick ?? next, isHeld: isHeld && tick !== undefined });
  }

  /** The settings of a schedule that is to be kept now. */
  private kept(task: Scheduled): ScheduleSettings | undefined {
    const id = task._id;
    const settings = scheduleSettings(task.data);
    if (settings !== undefined && "trouble" in settings) this.tell(id, settings);
    else this.told.delete(id);
    const isKept = settings !== undefined && !("trouble" in settings);
    if (isKept && task.status === "draft" && !this.settings.scheduleDrafts) this.drafts.add(id);
    else this.drafts.delete(id);
    return isKept && !this.drafts.has(id) ? settings : undefined;
  }

  private tell(id: string, { trouble }: ScheduleProblem): void {
    if (this.told.get(id) === trouble) return;
    this.told.set(id, trouble);
    this.parts.logger.warn(`The task ${id} does not run by its schedule. ${trouble}`);
  }

  private cleared(task: Task): Task | undefined {
    if (task.schedule === undefined || this.kept(task) !== undefined) return undefined;
    const { nextAt: _nextAt, ...kept } = task.schedule;
    return { ...task, schedule: kept };
  }

  /** Moves the schedule of a task on and does what its tick asks for, when this server is the one that moves it. */
  private async fire(id: string, now: number): Promise<void> {
    let step = undefined as Step | undefined;
    const judge = (task: Task): Task | undefined => {
      step = this.step(task, now);
      if (step === undefined || step.does === "hold") return undefined;
      const lastAt = step.does === "run" ? new Date(step.tick).toISOString() : task.schedule?.lastAt;
      const schedule = scheduleOf(step.settings, step.next, lastAt);
      const { nextAt } = task.schedule ?? {};
      return step.does === "wait" && nextAt === schedule.nextAt ? undefined : { ...task, schedule };
    };
    let task: Task;
    try {
      task = await this.parts.tasks.edit(id, judge);
    } catch (error) {
      if (!ScriptoriumError.is(error) || error.code !== "TASK_NOT_FOUND") throw error;
      this.forget(id);
      return;
    }
    if (step === undefined) {
      this.forget(id);
      return;
    }
    this.enter({ id, nextAt: step.does === "hold" ? step.tick : step.next, isHeld: step.does === "hold" });
    if (step.does === "run") {
      this.fired.set(id, remembered(this.fired.get(id) ?? [], step.tick));
      const overrides = overridesOf(task.data);
      await this.starts.start({ id, at: step.tick, isBusy: !atRest(task.status), overrides });
    } else if (step.does === "skip") {
      const at = new Date(step.tick).toISOString();
      this.parts.events.emit("schedule.skipped", { id, at, why: step.why });
    }
  }

  /** What is to be done about the task's schedule now; undefined when it is not kept. */
  private step(task: Task, now: number): Step | undefined {
    const settings = this.kept(task);
    if (settings === undefined) return undefined;
    const { tick, missed, next } = due(settings, task.schedule, now, this.fired.get(task._id));
    if (tick === undefined) return { does: "wait", settings, next };
    const isBusy = !atRest(task.status);
    const wasHeld = this.entries.get(task._id)?.isHeld ?? false;
    // Its time stays stored as it is until the run in work has ended, so it outlives this process.
    if (isBusy && settings.overlap === "queue") return { does: "hold", settings, tick, next };
    if (missed && !wasHeld && settings.missed === "skip") return { does: "skip", settings, tick, next, why: "missed" };
    if (isBusy && settings.overlap === "skip") return { does: "skip", settings, tick, next, why: "overlap" };
    return { does: "run", settings, tick, next };
  }
}

type Step = { readonly settings: ScheduleSettings; readonly next: number | undefined } & (
  | { readonly does: "wait" }
  | { readonly does: "hold" | "run"; readonly tick: number }
  | { readonly does: "skip"; readonly tick: number; readonly why: "missed" | "overlap" }
);

/** Of the data only what a schedule reads, since there may be very many of them. */
function scheduledOf({ _id, status, data, schedule }: Task): Scheduled {
  const read: Record<string, JsonObject[string]> = {};
  for (const field of FIELDS) if (data[field] !== undefined) read[field] = copyOf(data[field]);
  return { _id, status, data: read, ...(schedule === undefined ? {} : { schedule: { ...schedule } }) };
}

function overridesOf({ jobCronData }: JsonObject): JsonObject | undefined {
  if (!isPlainObject(jobCronData) || Object.keys(jobCronData).length === 0) return undefined;
  return jobCronData as JsonObject;
}

/** Calls the function for all items, several at once; when it throws for some the others are done, then it throws, too. */
async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
        if (isStorageError(error)) return;
      }
    }
  });
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}
