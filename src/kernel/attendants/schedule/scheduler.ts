import { ScriptoriumError } from "../../errors.js";
import type { EventMap } from "../../events.js";
import { isStorageError } from "../../runs/run-error.js";
import type { TaskHint } from "../../storage.js";
import { atRest, type Schedule, type Task } from "../../task.js";
import { copyOf, isPlainObject, type JsonObject } from "../../values/json.js";
import type { AttendantParts } from "../attendant.js";
import { awaitedTick, due, remembered, scheduleOf } from "./due.js";
import { type ScheduleProblem, type ScheduleSettings, scheduleSettings } from "./settings.js";

/** The clock of the machine is read again at least this often: it may have been set. */
const LONGEST_PAUSE_MS = 10_000;
/** Pause after an error of the storage. */
const RETRY_PAUSE_MS = 1000;
/** How many tasks are worked on at once when many are due. */
const AT_ONCE = 16;
/** How many tasks that have changed are read at once. */
const READ_AT_ONCE = 256;

export interface SchedulerParts extends Pick<AttendantParts, "storage" | "tasks" | "clock" | "events" | "logger"> {
  readonly runner: Pick<AttendantParts["runner"], "begin" | "abort">;
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

/** Why a pause ends early. One for all: every task that is stored ends one, and an abort without a reason makes an error. */
const CHANGED = new Error("The tasks have changed.");

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
  private readonly reported = new Map<string, string>();
  /** Tasks to look at again. */
  private readonly changed = new Set<string>();
  private readonly offs: (() => void)[] = [];
  private alarm = new AbortController();
  private isStopped = false;
  private isFailing = false;
  private loop: Promise<void> | undefined;
  private seen: { readonly wall: number; readonly monotonic: number } | undefined;

  constructor(
    private readonly parts: SchedulerParts,
    private readonly settings: SchedulerSettings = { scheduleDrafts: false },
  ) {}

  /** Finds the tasks with a schedule and begins to keep it. */
  async start(): Promise<void> {
    this.follow();
    const found = await this.read({ path: "data.jobCron", range: { gt: "" } });
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
    for (let from = 0; from < changed.length; from += READ_AT_ONCE) {
      await this.look(changed.slice(from, from + READ_AT_ONCE));
    }
    const ready = [...this.held, ...(wall < this.soonest ? [] : this.due(wall))];
    try {
      await eachAtOnce(ready, (id) => this.fire(id, wall));
    } catch (error) {
      // What could not be fired is still due.
      this.soonest = wall;
      throw error;
    }
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
        this.isFailing = false;
      } catch (error) {
        // Logged once; what was due stays due.
        if (!this.isFailing) this.parts.logger.error("Schedules wait, because the storage cannot be used.", error);
        this.isFailing = true;
      }
      await this.pause();
    }
  }

  private async pause(): Promise<void> {
    this.alarm = new AbortController();
    if (this.isStopped) return;
    const now = this.parts.clock.now().getTime();
    const until = Math.min(now + LONGEST_PAUSE_MS, this.soonest);
    const wanted = this.isFailing ? RETRY_PAUSE_MS : this.changed.size > 0 ? 0 : Math.max(1, until - now);
    // Cut short by a change or by the stop; both are seen to by the loop.
    await this.parts.clock.sleep(wanted, this.alarm.signal).catch(() => {});
  }

  private follow(): void {
    const look = (id: string) => {
      this.changed.add(id);
      this.alarm.abort(CHANGED);
    };
    const { events } = this.parts;
    const ended = ({ task: { id } }: { readonly task: { readonly id: string } }) => {
      if (this.entries.get(id)?.isHeld) look(id);
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

  /** Reads tasks that have changed. */
  private async look(ids: readonly string[]): Promise<void> {
    // First, so that what changes meanwhile is looked at again.
    for (const id of ids) this.changed.delete(id);
    const open = new Set(ids);
    try {
      const read = await this.read({ path: "_id", values: ids });
      const found = new Map(read.map((task) => [task._id, task]));
      await eachAtOnce(ids, async (id) => {
        const task = found.get(id);
        if (task !== undefined) await this.plan(task);
        else for (const known of [this.entries, this.held, this.drafts, this.fired, this.reported]) known.delete(id);
        open.delete(id);
      });
    } catch (error) {
      for (const id of open) this.changed.add(id);
      throw error;
    }
  }

  private read(hint: TaskHint): Promise<Scheduled[]> {
    const selection = { reads: ["_id", "status", "data", "schedule"] as const, pick: scheduledOf };
    return Array.fromAsync(this.parts.storage.tasks.scan(selection, hint));
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
    const { tick, next, isAhead } = due(settings, task.schedule, this.parts.clock.now().getTime(), this.fired.get(id));
    if (tick === undefined && isAhead !== true && awaitedTick(settings, task.schedule) !== next) {
      await this.fire(id, this.parts.clock.now().getTime());
    } else this.enter({ id, nextAt: tick ?? next, isHeld: isHeld && tick !== undefined });
  }

  /** The settings of a schedule that is to be kept now. */
  private kept(task: Scheduled): ScheduleSettings | undefined {
    const id = task._id;
    const settings = scheduleSettings(task.data);
    if (settings !== undefined && "trouble" in settings) this.report(id, settings);
    else this.reported.delete(id);
    const isKept = settings !== undefined && !("trouble" in settings);
    if (isKept && task.status === "draft" && !this.settings.scheduleDrafts) this.drafts.add(id);
    else this.drafts.delete(id);
    return isKept && !this.drafts.has(id) ? settings : undefined;
  }

  private report(id: string, { trouble }: ScheduleProblem): void {
    if (this.reported.get(id) === trouble) return;
    this.reported.set(id, trouble);
    this.parts.logger.warn(`The task ${id} does not run by its schedule. ${trouble}`);
  }

  private cleared(task: Task): Task | undefined {
    if (task.schedule === undefined || this.kept(task) !== undefined) return undefined;
    const { nextAt: _nextAt, ...kept } = task.schedule;
    return { ...task, schedule: kept };
  }

  /** Does what the clock asks of a task, when this server is the one that moves its schedule on. */
  private async fire(id: string, now: number): Promise<void> {
    const { events, logger } = this.parts;
    let step: Step | undefined;
    try {
      step = await this.taken(id, now);
    } catch (error) {
      if (isStorageError(error)) throw error;
      if (ScriptoriumError.is(error) && error.code === "TASK_NOT_FOUND") {
        this.forget(id);
        return;
      }
      logger.error(`The task ${id} could not be run by its schedule.`, error);
      step = await this.refused(id, now);
    }
    if (step === undefined) {
      this.forget(id);
      return;
    }
    this.enter({ id, nextAt: step.does === "hold" ? step.tick : step.next, isHeld: step.does === "hold" });
    if (step.does === "wait" || step.does === "hold") return;
    const at = new Date(step.tick).toISOString();
    if (step.does === "skip") {
      events.emit("schedule.skipped", { id, at, why: step.why });
      return;
    }
    this.fired.set(id, remembered(this.fired.get(id) ?? [], step.tick));
    events.emit("schedule.fired", { id, at });
  }

  /**
   * Takes the step that is due, stores it and says which it was. A tick and the run that it starts are one write, so that
   * a crash leaves the tick due or the run waiting.
   */
  private async taken(id: string, now: number): Promise<Step | undefined> {
    const { tasks, runner } = this.parts;
    let step = undefined as Step | undefined;
    const task = await tasks.edit(id, (current) => {
      step = this.step(current, now);
      if (step === undefined || step.does === "hold" || step.does === "run") return undefined;
      if (step.does === "wait" && step.isAhead) return undefined;
      const next = movedOn(current, step);
      return step.does === "wait" && current.schedule?.nextAt === next.schedule.nextAt ? undefined : next;
    });
    if (step?.does === "hold" && step.aborts) await runner.abort(id, { runId: task.runId });
    if (step?.does !== "run") return step;
    const options = { origin: "cron", restart: step.restarts, ...(await this.overridesOf(task)) } as const;
    const { began } = await runner.begin(id, options, (current) => {
      step = this.step(current, now);
      return step?.does === "run" ? movedOn(current, step) : undefined;
    });
    // Otherwise the task has changed since it was looked at.
    return began ? step : this.taken(id, now);
  }

  private async overridesOf(task: Task): Promise<{ readonly overrides?: JsonObject }> {
    const { jobCronData } = task.data;
    if (!isPlainObject(jobCronData) || Object.keys(jobCronData).length === 0) return {};
    return { overrides: (await this.parts.tasks.openedMember(task, "jobCronData")) as JsonObject };
  }

  /** Moves the schedule past a tick whose run was refused. */
  private async refused(id: string, now: number): Promise<Step | undefined> {
    let step = undefined as Step | undefined;
    await this.parts.tasks.edit(id, (current) => {
      step = this.step(current, now);
      return step?.does === "run" ? movedOn(current, step) : undefined;
    });
    return step?.does === "run" ? { ...step, does: "skip", why: "refused" } : step;
  }

  /** What is to be done about the task's schedule now; undefined when it is not kept. */
  private step(task: Task, now: number): Step | undefined {
    const settings = this.kept(task);
    if (settings === undefined) return undefined;
    const { tick, missed, next, isAhead = false } = due(settings, task.schedule, now, this.fired.get(task._id));
    if (tick === undefined) return { does: "wait", settings, next, isAhead };
    const isBusy = !atRest(task.status);
    const wasHeld = this.entries.get(task._id)?.isHeld ?? false;
    const isRestart = settings.overlap === "restart";
    // Its time stays stored as it is until the run in work has ended, so it outlives this process.
    if (isBusy && (isRestart || settings.overlap === "queue")) {
      return { does: "hold", settings, tick, next, aborts: isRestart && !wasHeld };
    }
    if (missed && !wasHeld && settings.missed === "skip") return { does: "skip", settings, tick, next, why: "missed" };
    if (isBusy) return { does: "skip", settings, tick, next, why: "overlap" };
    return { does: "run", settings, tick, next, restarts: isRestart && wasHeld };
  }
}

type Step = {
  readonly settings: ScheduleSettings;
  readonly next: number | undefined;
} /** Where another process's clock is behind, the stored time is left to it. */ & (
  | { readonly does: "wait"; readonly isAhead: boolean }
  /** The tick waits for the end of the run in work, which is aborted where the schedule asks for that. */
  | { readonly does: "hold"; readonly tick: number; readonly aborts: boolean }
  | { readonly does: "run"; readonly tick: number; readonly restarts: boolean }
  | { readonly does: "skip"; readonly tick: number; readonly why: EventMap["schedule.skipped"]["why"] }
);

function movedOn(task: Task, step: Step): Task & { readonly schedule: Schedule } {
  const lastAt = step.does === "run" ? new Date(step.tick).toISOString() : task.schedule?.lastAt;
  return { ...task, schedule: scheduleOf(step.settings, step.next, lastAt) };
}

/** Of the data only what a schedule reads, since there may be very many of them. */
function scheduledOf({ _id, status, data, schedule }: Task): Scheduled {
  const read: Record<string, JsonObject[string]> = {};
  for (const field of FIELDS) if (data[field] !== undefined) read[field] = copyOf(data[field]);
  return { _id, status, data: read, ...(schedule === undefined ? {} : { schedule: { ...schedule } }) };
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
