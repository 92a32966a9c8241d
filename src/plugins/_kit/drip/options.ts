import { z } from "zod";
import { basic, inGroup, type OptionProblem, ScriptoriumError, shown, timeZone } from "../../../kernel/index.js";
import { flag, text, whole } from "../option-fields.js";
import { calendarDay } from "./calendar-day.js";

/** When the posts of a run come out. */
export const dripFields = inGroup("plan", {
  postStartDate: text(
    "",
    "The first day of the plan: `2023-10-06`, `10-06-2023` (month first) or `October 6, 2023`; empty for today.",
  ),
  postUseToday: flag(true, "Begins today, whatever `postStartDate` says."),
  postDayFirst: flag(false, "Reads `10-06-2023` in `postStartDate` as 10 June."),
  postsPerDay: basic(whole({ from: 1, to: 1440, usual: 1 }, "Posts on a day that has any."), 3),
  postIntervalFrom: whole(
    { from: 0, to: 3650, usual: 1 },
    "Fewest days from one day with posts to the next; 0 is as 1.",
  ),
  postIntervalTo: whole({ from: 0, to: 3650, usual: 1 }, "Most days from one day with posts to the next."),
  postTimeFrom: text("08:00", "No post comes out earlier in the day: hours and minutes."),
  postTimeTo: text("20:00", "No post comes out later in the day."),
  postTimezone: text("", "The time zone of days and times, such as `Europe/Berlin`; empty for that of the server."),
  postDays: z
    .array(z.int().min(1).max(7))
    .default([1, 2, 3, 4, 5, 6, 7])
    .describe("Days of the week that may have posts: 1 is Monday, 7 is Sunday."),
});

const dripSchema = z.object(dripFields);

export type DripOptions = z.output<typeof dripSchema>;

/** What keeps a plan from being made, and what would surprise. */
export function dripProblems(options: DripOptions): readonly OptionProblem[] {
  const { postStartDate, postUseToday, postDayFirst, postIntervalFrom, postIntervalTo } = options;
  const { postTimeFrom, postTimeTo, postTimezone, postDays } = options;
  const problems: OptionProblem[] = [];
  const add = (field: keyof DripOptions, message: string, severity: OptionProblem["severity"] = "error") =>
    problems.push({ field, message, code: "bad-input", severity });

  const start = postStartDate.trim();
  if (start !== "" && calendarDay(start, postDayFirst) === undefined) {
    const otherOrder = calendarDay(start, !postDayFirst) === undefined ? "" : otherOrderAdvice(postDayFirst);
    add(
      "postStartDate",
      `postStartDate is "${shown(start)}", which is no day of the calendar from 1970 on. ${otherOrder}Write it as 2023-10-06, 10-06-2023 or October 6, 2023.`,
      postUseToday ? "warning" : "error",
    );
  } else if (start !== "" && postUseToday) {
    add(
      "postStartDate",
      "postStartDate has no effect, because postUseToday is on. Turn postUseToday off, or leave the date empty.",
      "warning",
    );
  }
  if (postIntervalFrom > postIntervalTo) {
    add(
      "postIntervalFrom",
      `postIntervalFrom is ${postIntervalFrom}, which is more than postIntervalTo, ${postIntervalTo}. Correct one of them.`,
    );
  }
  const times = (["postTimeFrom", "postTimeTo"] as const).filter((field) => secondsOf(options[field]) === undefined);
  for (const field of times) {
    add(
      field,
      `${field} is "${shown(options[field])}", which is no time of day. Write hours and minutes, such as 08:00.`,
    );
  }
  if (times.length === 0 && secondsOf(postTimeFrom)! > secondsOf(postTimeTo)!) {
    add(
      "postTimeFrom",
      `postTimeFrom is ${postTimeFrom}, which is later than postTimeTo, ${postTimeTo}. Correct one of them.`,
    );
  }
  if (!isZone(postTimezone)) {
    add(
      "postTimezone",
      `There is no time zone "${shown(postTimezone)}". Use a name such as Europe/Berlin, America/New_York or UTC.`,
    );
  }
  if (postDays.length === 0)
    add("postDays", "postDays is empty, so no day may have posts. Give days from 1 (Monday) to 7 (Sunday).");
  return problems;
}

function otherOrderAdvice(dayFirst: boolean): string {
  return `Turn postDayFirst ${dayFirst ? "off" : "on"} if the ${dayFirst ? "month" : "day"} comes first. `;
}

function isZone(name: string): boolean {
  try {
    timeZone(name);
    return true;
  } catch (error) {
    if (ScriptoriumError.is(error)) return false;
    throw error;
  }
}

/** Of a time of day, the seconds since midnight. */
export function secondsOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60;
}
