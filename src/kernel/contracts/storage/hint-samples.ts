import assert from "node:assert/strict";
import type { HintRange, HintValue, StorageAdapter, TaskHint } from "../../storage.js";
import { type Schedule, summaryOf, TASK_STATUSES, type Task } from "../../task.js";
import { taskNumber } from "./samples.js";
import { summaries, upTo, wholes } from "./support.js";

/** Hints of every form: values that are no text, no values, other paths, several conditions, alternatives. */
export const HINTS: readonly TaskHint[] = [
  ...(["_id", "type", "status", "group", "name", "data.jobName"] as const).flatMap((path): TaskHint[] => {
    const values = path === "_id" ? ["task-7", "task-8"] : [...new Set(variety().map((task) => textAt(task, path)))];
    const bounds = [...values, "", "Task", "m", "task-3"];
    return [
      ...values.map((value) => where(path, value)),
      where(path, ...values),
      where(path, ...values.slice(0, 2), "not there", values[0] ?? ""),
      where(path, "not there"),
      where(path, 1, true, "draft"),
      where(path, 1, ...values.slice(0, 1)),
      where(path),
      ...bounds.flatMap((bound): TaskHint[] => [
        { path, prefix: bound },
        { path, range: { gt: bound } },
        { path, range: { lte: bound } },
      ]),
      { path, range: { gte: "Task 1", lt: "Task 3" } },
      { path, range: { gt: "b", lt: "a" } },
      { path, range: { gt: 1 } },
      { all: [{ path, range: { gte: "a" } }, where(path, ...values)] },
      {
        all: [
          { path, range: { gte: "Task 1" } },
          { path, range: { lte: "Task 3" } },
          { path, prefix: "T" },
        ],
      },
    ];
  }),
  where("fence", 3, 4),
  { path: "fence", range: { gte: 5 } },
  where("schedule.timezone", "UTC"),
  { path: "schedule.nextAt", range: { lte: "2026-01-01T00:00:30.000Z" } },
  where("data.size", 3),
  where("data.size", "3", 4),
  { path: "data.size", range: { gt: 1, lte: 4 } },
  { path: "data.size", range: { gt: "1" } },
  where("data.list", "first"),
  where("data.list.0", "first"),
  where("data.nested.name", "inner"),
  { path: "data.nested.name", prefix: "in" },
  { path: "data.nested.name", range: { lt: "j" } },
  where("data.missing", "x"),
  where("createdAt", variety()[0]?.createdAt ?? ""),
  where("revision", 1),
  where("constructor", "draft"),
  where("", "draft"),
  both(where("status", "draft"), where("type", "article creator")),
  both(where("status", "draft", "failed"), where("type", "article creator", "web scraper"), where("group", "a", "b")),
  both(where("status", "draft"), where("data.size", 3), where("group", "")),
  both(where("status", "draft"), where("status", "draft", "failed")),
  both(where("status", "draft"), where("status", "failed")),
  both(where("name", "Task 1"), where("data.jobName", "Task 1", "Task 2")),
  both(where("_id", "task-1", "task-2"), where("status", "draft")),
  both(where("status", "draft"), where("type")),
  both(),
  { any: [] },
  { any: [where("status", "draft"), where("group", "a")] },
  { any: [where("status", "draft"), where("data.size", 3)] },
  { any: [where("status"), where("name", "Task 2")] },
  { any: [where("_id", "task-5"), { path: "_id", prefix: "task-1" }, { path: "name", range: { gt: "Task 3" } }] },
  both(where("type", "web scraper"), { any: [where("status", "draft"), where("group", "a", "b")] }),
  { any: [both(where("status", "draft"), where("group", "a")), both(where("status", "failed"), where("group", "b"))] },
];

export function where(path: string, ...values: HintValue[]): TaskHint {
  return { path, values };
}

export function both(...hints: TaskHint[]): TaskHint {
  return { all: hints };
}

/** Tasks of every status, some types, groups and sizes, and with names that repeat. */
export function variety(): Task[] {
  const types = ["article creator", "web scraper", "post uploader"];
  const groups = ["", "a", "b", "constructor"];
  return upTo(60).map((number) => {
    const name = `Task ${number % 5}`;
    return taskNumber(number, {
      name,
      type: types[number % types.length] ?? "",
      status: TASK_STATUSES[number % TASK_STATUSES.length] ?? "draft",
      group: groups[number % groups.length] ?? "",
      ...(number % 4 === 0 ? { fence: number % 7, schedule: scheduleAt(number) } : {}),
      data: {
        jobName: name,
        size: number % 6,
        list: [number % 2 === 0 ? "first" : "other", ["deep"]],
        nested: number % 3 === 0 ? [{ name: "inner" }, { name: "outer" }] : { name: "inner" },
      },
    });
  });
}

function scheduleAt(second: number): Schedule {
  const timezone = second % 8 === 0 ? "UTC" : "Europe/Vienna";
  return { cron: "@hourly", timezone, nextAt: `2026-01-01T00:00:${String(second % 60).padStart(2, "0")}.000Z` };
}

/** What fits is delivered, in creation order, together perhaps with others; summaries and count say the same. */
export async function agreesWith(
  tasks: StorageAdapter["tasks"],
  hint: TaskHint,
  stored: readonly Task[],
): Promise<void> {
  const about = JSON.stringify(hint).slice(0, 200);
  const delivered = await wholes(tasks, hint);
  assert.deepEqual(
    delivered.filter((task) => fits(task, hint)),
    stored.filter((task) => fits(task, hint)),
    about,
  );
  const ids = new Set(delivered.map(({ _id }) => _id));
  assert.deepEqual(
    delivered,
    stored.filter(({ _id }) => ids.has(_id)),
    about,
  );
  assert.deepEqual(await summaries(tasks, hint), delivered.map(summaryOf), about);
  assert.equal(await tasks.count(hint), delivered.length, about);
}

/** What `TaskHint` says, read once more and without haste. */
export function fits(task: Task, hint: TaskHint): boolean {
  if ("all" in hint) return hint.all.every((part) => fits(task, part));
  if ("any" in hint) return hint.any.some((part) => fits(task, part));
  if ("values" in hint && hint.values.length === 0) return false;
  return valuesAt(task, hint.path.split(".")).some((value) => {
    if ("values" in hint) return hint.values.some((wanted) => wanted === value);
    if ("prefix" in hint) return typeof value === "string" && value.startsWith(hint.prefix);
    return isWithin(value, hint.range);
  });
}

function isWithin(value: unknown, { gt, gte, lt, lte }: HintRange): boolean {
  const holds = (
    bound: string | number | undefined,
    test: (one: string | number, other: string | number) => boolean,
  ) => {
    if (bound === undefined) return true;
    if (typeof value !== typeof bound) return false;
    return test(value as string | number, bound);
  };
  return (
    holds(gt, (one, other) => one > other) &&
    holds(gte, (one, other) => one >= other) &&
    holds(lt, (one, other) => one < other) &&
    holds(lte, (one, other) => one <= other)
  );
}

/** What is at the path, and the elements of lists there and on the way. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [key, ...rest] = path;
  const inner: unknown[] = Array.isArray(value) ? value.filter(Array.isArray).flat(64) : [];
  if (key === undefined) return Array.isArray(value) ? [value, ...value, ...inner] : [value];
  if (typeof value !== "object" || value === null) return [];
  const own = Object.hasOwn(value, key) ? valuesAt(value[key as keyof typeof value], rest) : [];
  return Array.isArray(value) ? [...own, ...value.flatMap((item) => valuesAt(item, path)), ...inner] : own;
}

function textAt(task: Task, path: string): string {
  return String(valuesAt(task, path.split("."))[0]);
}
