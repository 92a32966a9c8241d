import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ScriptoriumError } from "../../errors.js";
import {
  type Article,
  type Effect,
  type HintRange,
  type HintValue,
  type KeptLogEntry,
  type LogEntry,
  type Run,
  type RunOutput,
  type Selection,
  type StorageAdapter,
  type StoredFile,
  TASK_SUMMARIES,
  type TaskHint,
  WHOLE_TASKS,
} from "../../storage.js";
import { type Schedule, summaryOf, TASK_STATUSES, type Task, type TaskSummary } from "../../task.js";

/** How the cases get at the storage they are for. */
export interface StorageHarness {
  /** A fresh storage, opened. The case closes it. */
  create(): Promise<StorageAdapter>;
  /** Closes the storage and opens what it left behind; absent where nothing outlives the process. */
  reopen?(storage: StorageAdapter): Promise<StorageAdapter>;
}

/** One promise of the contract. It throws when the storage does not keep it. */
export interface ContractCase {
  readonly name: string;
  /** What the harness must offer; without it the case cannot be run, and a runner counts it as skipped. */
  readonly requires?: "reopen";
  run(harness: StorageHarness): Promise<void>;
}

export function onFresh(name: string, check: (storage: StorageAdapter) => Promise<void>): ContractCase {
  return {
    name,
    async run(harness) {
      const storage = await harness.create();
      try {
        await check(storage);
      } finally {
        await storage.close();
      }
    },
  };
}

/** On a stored task whose run was claimed. */
export function onRun(name: string, check: (run: ClaimedRun, storage: StorageAdapter) => Promise<void>): ContractCase {
  return onFresh(name, async (storage) => check(await runInProgress(storage), storage));
}

/** `before` returns what must hold in the storage after it was closed and opened again. */
export function acrossReopen(
  name: string,
  before: (storage: StorageAdapter) => Promise<(again: StorageAdapter) => Promise<void>>,
): ContractCase {
  return {
    name: `after reopening, ${name}`,
    requires: "reopen",
    async run(harness) {
      assert.ok(harness.reopen, "this case needs a harness that can reopen");
      const storage = await harness.create();
      const check = await before(storage);
      const again = await harness.reopen(storage);
      try {
        await check(again);
      } finally {
        await again.close();
      }
    },
  };
}

export const PROGRESS = {
  total: 4,
  done: 2,
  ok: 1,
  failed: 1,
  skipped: 0,
  percent: 50,
  rows: 7,
  files: 1,
  bytes: 2048,
  retries: 3,
  blocked: 1,
  tokens: 1200,
  cost: 0.0021,
  phase: "reading",
  current: "bees",
  etaSeconds: 5,
  startedAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:05.000Z",
};

/** The members that a task has only sometimes. */
export const MORE = {
  runId: "run-1",
  fence: 7,
  schedule: {
    cron: "0 7 * * 1-5",
    timezone: "Europe/Vienna",
    nextAt: "2026-01-02T06:00:00.000Z",
    lastAt: "2026-01-01T06:00:00.000Z",
  },
  progress: PROGRESS,
} as const;

export const ARTICLE: Article = { keywords: ["bees", "honey"], sentences: ["Bees make honey.", "They dance."] };

export const ODD_TEXTS: readonly string[] = [
  "\u{1f41d}\u{1f468}\u200d\u{1f33e}",
  "e\u0301",
  "\u00e9",
  "\u05d3\u05d1\u05d5\u05e8\u05d4 \u202eabc",
  `"double" 'single' \`back\``,
  "'; DROP TABLE task; --",
  "%",
  "_",
  "*",
  "?",
  "..",
  ".",
  "../../etc/hosts",
  "a/b",
  "a\\b",
  "a.b.$c",
  "$where",
  "toString",
  "hasOwnProperty",
  "constructor",
  "__proto__",
  "null",
  "0",
  "-1",
  "1e3",
  " ",
  " a ",
  "A",
  "a",
  "a\nb\r\n\tc",
  "\u0001\u007f\u0085\u2028\ufeff",
  "NUL",
  "[1]",
  '{"a":1}',
  "x".repeat(10_240),
];

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

export function taskNumber(number: number, changes: Partial<Task> = {}): Task {
  return {
    _id: `task-${number}`,
    group: "",
    name: `Task ${number}`,
    type: "article creator",
    status: "draft",
    data: { jobName: changes.name ?? `Task ${number}` },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
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

export function runOf(taskId: string): Run {
  return {
    _id: taskId.replace("task", "run"),
    taskId,
    status: "waiting",
    origin: "library",
    attempts: 1,
    seed: "seed",
    createdAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
  };
}

/** How long a run of these cases is held: longer than any of them takes. */
export const LONG_MS = 60_000;

export type ClaimedRun = Run & { readonly fence: number };

/** A stored task and its stored run, which was claimed. */
export async function runInProgress(
  storage: StorageAdapter,
  changes: Partial<Run> = {},
  number = 1,
): Promise<ClaimedRun> {
  await storage.tasks.insert(taskNumber(number));
  return claimedRun(storage, { ...runOf(`task-${number}`), ...changes });
}

/** Stores the run of a stored task and claims it. */
export async function claimedRun({ runs }: StorageAdapter, run: Run, ttlMs = LONG_MS): Promise<ClaimedRun> {
  await runs.insert(run);
  const claimed = claimOf(run);
  assert.equal(await runs.claim(claimed, ttlMs), true);
  return claimed;
}

/** The run as its next claim stores it. */
export function claimOf(run: Run): ClaimedRun {
  const revision = run.revision + 1;
  return { ...run, status: "running", worker: "worker 1", revision, fence: revision };
}

export function articleOn(keyword: string) {
  return { keyword, article: ARTICLE };
}

export function fileOf(path: string, bytes: readonly number[]): StoredFile {
  const stored = new Uint8Array(bytes);
  const sha256 = createHash("sha256").update(stored).digest("hex");
  return { path, type: "application/octet-stream", size: bytes.length, sha256, bytes: stored };
}

export function infoOf(file: StoredFile | undefined) {
  assert.ok(file);
  const { bytes, ...info } = file;
  return info;
}

export function entryNumber(number: number): LogEntry {
  return { t: `2026-01-01T00:00:${String(number).padStart(2, "0")}.000Z`, level: "info", msg: `Entry ${number}` };
}

export function effectOn(key: string, changes: Partial<Effect> = {}): Effect {
  return { key, what: `Post on ${key}`, state: "intent", at: "2026-01-01T00:00:03.000Z", ...changes };
}

/** Entries as a log keeps them, numbered from 1 or from another number on. */
export function numbered(entries: readonly LogEntry[], first = 1): KeptLogEntry[] {
  return entries.map((entry, index) => ({ ...entry, n: first + index }));
}

export function fullOutput(): Required<Omit<RunOutput, "rowsFor">> {
  return {
    line: { key: "k", line: "bees", state: "done", attempts: 1 },
    articles: [articleOn("bees"), articleOn("hives")],
    rows: [{ number: 1 }, { number: 2, nested: { a: [1] } }],
    files: [fileOf("articles/bees.html", [60, 112, 62])],
    log: [entryNumber(1)],
    effects: [effectOn("bees")],
  };
}

export async function holdsNothing({ content }: StorageAdapter, taskId: string): Promise<void> {
  assert.deepEqual(await all(content.keywords(taskId)), []);
  assert.equal(await content.article(taskId, "bees"), undefined);
  assert.deepEqual(await all(content.rows(taskId)), []);
  assert.equal(await content.countRows(taskId), 0);
  assert.deepEqual(await all(content.files(taskId)), []);
  assert.equal(await content.file(taskId, "articles/bees.html"), undefined);
  assert.deepEqual(await all(content.log(taskId)), []);
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

export async function pagesFit<T>(
  items: readonly T[],
  read: (page?: { offset?: number; limit?: number }) => Promise<readonly T[]>,
): Promise<void> {
  const { length } = items;
  assert.deepEqual(await read(), items);
  assert.deepEqual(await read({}), items);
  for (const offset of [0, 1, 4, length - 1, length, length + 5]) {
    assert.deepEqual(await read({ offset }), items.slice(offset));
    for (const limit of [0, 1, 3, length, length + 5]) {
      assert.deepEqual(await read({ offset, limit }), items.slice(offset, offset + limit));
    }
  }
  assert.deepEqual(await read({ limit: 2 }), items.slice(0, 2));
}

export async function failsWith(code: string, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => ScriptoriumError.is(error) && error.code === code);
}

export async function idsOf(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<string[]> {
  return all(tasks.scan(IDS, hint));
}

export function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(items);
}

/** Which of so many attempts at the same moment succeeds; exactly one of them must. */
export async function theOnlyWinner(count: number, attempt: (number: number) => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(upTo(count).map(attempt));
  assert.deepEqual(answers.filter(Boolean), [true]);
  return answers.indexOf(true) + 1;
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Writes over every text and number within, as a careless caller might. */
export function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "object") spoil(member);
    else Reflect.set(value, key, "spoilt");
  }
}

export const IDS: Selection<string> = { reads: ["_id"], pick: ({ _id }) => _id };

export function wholes(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<Task[]> {
  return all(tasks.scan(WHOLE_TASKS, hint));
}

export function summaries(tasks: StorageAdapter["tasks"], hint?: TaskHint): Promise<TaskSummary[]> {
  return all(tasks.scan(TASK_SUMMARIES, hint));
}

/** Undefined when the storage offers none. */
export async function textsOf(
  tasks: StorageAdapter["tasks"],
  judge?: Selection<true>,
  hint?: TaskHint,
): Promise<string[] | undefined> {
  const texts = tasks.texts?.(judge, hint);
  return texts === undefined ? undefined : all(texts);
}
