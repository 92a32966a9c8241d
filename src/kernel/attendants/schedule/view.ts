import type { Schedule } from "../../task.js";
import type { JsonObject } from "../../values/json.js";
import { scheduleSettings, tickAfter } from "./settings.js";

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

export function scheduleView(
  task: { readonly data: JsonObject; readonly status: string; readonly schedule?: Schedule },
  now: Date,
  { count = 5, scheduleDrafts = false } = {},
): ScheduleView {
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
