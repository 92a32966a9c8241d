import type { Schedule } from "../../task.js";
import { type JsonObject, shown } from "../../values/json.js";
import { scheduleSettings, tickAfter } from "./settings.js";

/** What of a task its schedule is read from. */
export interface ScheduledTask {
  readonly data: JsonObject;
  readonly status: string;
  readonly schedule?: Schedule;
}

/** The schedule of a task as people are shown it. Times are ISO 8601. */
export interface ScheduleView {
  /** Empty for a task that runs by hand only. */
  readonly cron: string;
  readonly timezone: string;
  /** The next times by the clock of now. */
  readonly next: readonly string[];
  /** When it last fired; empty when it never has. */
  readonly last: string;
  /** What is wrong with it and what to do; empty when nothing is. Such a schedule never fires. */
  readonly trouble: string;
  /** True until the date in `jobCronPausedUntil` has come. */
  readonly paused: boolean;
  /** True for a task whose schedule begins with its first run by hand. */
  readonly waitsForFirstRun: boolean;
}

export function scheduleView(task: ScheduledTask, now: Date, { count = 5, scheduleDrafts = false } = {}): ScheduleView {
  const settings = scheduleSettings(task.data);
  const named = task.data["jobCronTimezone"];
  const rest = {
    cron: settings?.cron ?? "",
    timezone: typeof named === "string" ? named : "",
    next: [],
    last: task.schedule?.lastAt ?? "",
    trouble: "",
    paused: false,
    waitsForFirstRun: false,
  };
  if (settings === undefined) return rest;
  if ("trouble" in settings) return { ...rest, trouble: settings.trouble };
  const next: string[] = [];
  let at: number | undefined = now.getTime();
  while (next.length < count) {
    at = tickAfter(settings, at);
    if (at === undefined) break;
    next.push(new Date(at).toISOString());
  }
  return {
    ...rest,
    timezone: settings.timezone,
    next,
    paused: settings.pausedUntil > now.getTime(),
    waitsForFirstRun: task.status === "draft" && !scheduleDrafts,
  };
}

/** What a person should know about a schedule that was just given to a task: that it will not fire, and why. */
export function scheduleNotes(
  task: ScheduledTask,
  now: Date,
  settings: { readonly scheduleDrafts: boolean },
): string[] {
  const { cron, next, trouble, waitsForFirstRun } = scheduleView(task, now, { ...settings, count: 1 });
  // What goes with a schedule is wrong whether there is one already or not.
  const others = cron === "" ? scheduleSettings({ ...task.data, jobCron: "@daily" }) : undefined;
  if (others !== undefined && "trouble" in others) return [others.trouble];
  if (trouble !== "") return [trouble];
  if (cron !== "" && next.length === 0) return [`The schedule "${shown(cron)}" has no time to come. Give it another.`];
  return waitsForFirstRun
    ? ["The schedule begins after the first run by hand, and this task is still a draft. Run it once to begin."]
    : [];
}
