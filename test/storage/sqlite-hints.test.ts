import assert from "node:assert/strict";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { fits, where } from "../../src/kernel/contracts/storage/hint-samples.js";
import { taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { idsOf } from "../../src/kernel/contracts/storage/support.js";
import {
  type HintRange,
  type HintValue,
  type StorageAdapter,
  TASK_MEMBERS,
  type TaskHint,
} from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { copyOf, type JsonObject } from "../../src/kernel/values/json.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { anyCharacter } from "../any-character.js";

const opened: StorageAdapter[] = [];

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});

describe("conditions on what is in the data", () => {
  it("leave out no task that fits, whatever names, values and lists there are", async () => {
    const storage = await holding([]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(data(), { minLength: 1, maxLength: 8 }),
        fc.array(hint(), { minLength: 1, maxLength: 12 }),
        async (objects, hints) => {
          const tasks = objects.map(taskOf);
          await fill(storage, tasks);
          for (const one of hints) {
            const delivered = await idsOf(storage.tasks, one);
            const missing = tasks.filter((task) => fits(task, one) && !delivered.includes(task._id));
            assert.deepEqual(missing, []);
            assert.equal(await storage.tasks.count(one), delivered.length);
          }
        },
      ),
      { numRuns: 400, seed: 4711 },
    );
  });

  it("find every number by itself and between its neighbours, whatever SQLite makes of its digits", async () => {
    const storage = await holding([]);
    await fc.assert(
      fc.asyncProperty(fc.array(number(), { minLength: 1, maxLength: 20 }), async (numbers) => {
        await fill(
          storage,
          numbers.map((n, index) => taskOf({ n: [n, { n }][index % 2] as JsonObject }, index)),
        );
        for (const [index, n] of numbers.entries()) {
          const path = index % 2 === 0 ? "data.n" : "data.n.n";
          const id = `task-${index}`;
          for (const hint of [
            where(path, n),
            where(path, "text", n),
            { path, range: { gte: n } },
            { path, range: { lte: n } },
            { path, range: { gt: below(n), lt: above(n) } },
          ]) {
            const found = await idsOf(storage.tasks, hint);
            if (!found.includes(id)) assert.fail(`${id} is missing for ${JSON.stringify(hint)}`);
          }
        }
      }),
      { numRuns: 200, seed: 4711 },
    );
  });

  const refused: readonly (readonly [string, JsonObject, TaskHint])[] = [
    ["another number", { n: 3 }, where("data.n", 4)],
    ["a number above", { n: 3 }, { path: "data.n", range: { lt: 3 - 1 } }],
    ["a number below", { n: 3 }, { path: "data.n", range: { gt: 4 } }],
    ["a number where a text is wanted", { n: 3 }, where("data.n", "3")],
    ["a text where a number is wanted", { n: "3" }, where("data.n", 3)],
    ["a text where a lower bound is a number", { n: ["3", "4"] }, { path: "data.n", range: { gt: 1 } }],
    ["nothing where a value is wanted", {}, where("data.n", "3", 3)],
    ["nothing where an upper bound is", {}, { path: "data.n", range: { lt: 3 } }],
    ["null", { n: null }, { path: "data.n", range: { lt: 3 } }],
    ["another text", { n: "weekly" }, where("data.n", "daily")],
    ["another beginning", { n: "weekly" }, { path: "data.n", prefix: "daily" }],
    ["a list without the value", { n: ["weekly", "monthly"] }, where("data.n", "daily")],
    ["a list without a number", { n: [1, 2] }, { path: "data.n", range: { gt: 3 } }],
    ["another object", { n: { a: 1 } }, where("data.n.a", 2)],
    ["an object without it", { n: { a: 1 } }, where("data.n.b", 1)],
    ["a number on the way", { n: 1 }, where("data.n.b", 1)],
    ["one of more values than are few", { n: 40 }, where("data.n", ...Array.from({ length: 30 }, (_, index) => index))],
  ];
  it.each(refused)("refuse %s without handing it to JavaScript", async (_what, object, hint) => {
    const storage = await holding([taskOf(object, 1)]);
    expect(await idsOf(storage.tasks, hint)).toEqual([]);
  });

  it("on the progress, the error and the times of tasks refuse too, and find", async () => {
    const storage = await holding([
      taskNumber(1, { error: { code: "blocked", message: "Refused. Try later." } }),
      taskNumber(2, { runId: "run-2", updatedAt: "2026-02-02T00:00:00.000Z" }),
    ]);
    expect(await idsOf(storage.tasks, where("error.code", "blocked"))).toEqual(["task-1"]);
    expect(await idsOf(storage.tasks, where("error.code", "disk"))).toEqual([]);
    expect(await idsOf(storage.tasks, where("runId", "run-2"))).toEqual(["task-2"]);
    expect(await idsOf(storage.tasks, { path: "updatedAt", range: { gt: "2026-02" } })).toEqual(["task-2"]);
  });

  it("that are very many are heard in part, and leave out nothing", async () => {
    const storage = await holding([taskOf({ n: 1 }, 1)]);
    const many = Array.from({ length: 5000 }, (_, index): TaskHint => ({ path: `data.p${index}`, range: { gt: 1 } }));
    expect(await idsOf(storage.tasks, { any: [...many, where("data.n", 1)] })).toEqual(["task-1"]);
    expect(await idsOf(storage.tasks, { all: [where("data.n", 1), where("name", "Task 1"), { any: many }] })).toEqual([
      "task-1",
    ]);
    expect(
      await idsOf(storage.tasks, { any: Array.from({ length: 5000 }, (_, index) => where("data.n", index)) }),
    ).toEqual(["task-1"]);
  });
});

it("texts are what JSON makes of the tasks, letter by letter", async () => {
  const storage = await holding([]);
  await fc.assert(
    fc.asyncProperty(fc.array(data(), { minLength: 1, maxLength: 5 }), async (objects) => {
      const tasks = objects.map(taskOf);
      await fill(storage, tasks);
      const texts: string[] = [];
      for await (const text of storage.tasks.texts?.() ?? []) texts.push(text);
      expect(texts).toEqual(tasks.map((task) => JSON.stringify(inOrder(task))));
    }),
    { numRuns: 300, seed: 4711 },
  );
});

it("a scan delivers once and in creation order whichever way it finds the tasks", async () => {
  const tasks = Array.from({ length: 700 }, (_, number) =>
    taskNumber(number, {
      name: `Task ${number % 350}`,
      group: number % 7 === 0 ? "seventh" : "",
      status: number % 2 === 0 ? "draft" : "complete",
      data: { jobName: `Task ${number % 350}`, n: number % 10 },
    }),
  );
  const storage = await holding(tasks);
  await fc.assert(
    fc.asyncProperty(indexed(), async (hint) => {
      const found = await idsOf(storage.tasks, hint);
      const known = new Set(found);
      expect(found).toEqual(tasks.filter(({ _id }) => known.has(_id)).map(({ _id }) => _id));
      expect(tasks.filter((task) => fits(task, hint) && !known.has(task._id))).toEqual([]);
    }),
    { numRuns: 200, seed: 4711 },
  );
});

function below(n: number): number {
  return n - Math.max(Math.abs(n) * Number.EPSILON, Number.MIN_VALUE);
}

function above(n: number): number {
  return n + Math.max(Math.abs(n) * Number.EPSILON, Number.MIN_VALUE);
}

async function holding(tasks: readonly Task[]): Promise<StorageAdapter> {
  const storage = sqliteStorage({ path: ":memory:" });
  opened.push(storage);
  await storage.open();
  await fill(storage, tasks);
  return storage;
}

/** These tasks instead of those before; to open a storage for each generated case would take longer than all else. */
async function fill({ tasks: stored }: StorageAdapter, tasks: readonly Task[]): Promise<void> {
  for (const id of await idsOf(stored)) await stored.delete(id);
  await Promise.all(tasks.map((task) => stored.insert(task)));
}

function taskOf(object: JsonObject, number = 0): Task {
  return copyOf(taskNumber(number, { data: { jobName: `Task ${number}`, ...object } }));
}

/** The order of members in which SQLite gives a task back. */
function inOrder(task: Task): object {
  return Object.fromEntries(
    TASK_MEMBERS.filter((member) => task[member] !== undefined).map((member) => [member, task[member]]),
  );
}

const NAMES = [
  "a",
  "b",
  "n",
  "0",
  "a b",
  "$a",
  "[0]",
  "a[0]",
  'q"q',
  "back\\slash",
  "tab\t",
  "\u00e9",
  "\u{1f41d}",
  "#-1",
  "'",
  "constructor",
  "length",
];

function name(): fc.Arbitrary<string> {
  return fc.constantFrom(...NAMES);
}

function number(): fc.Arbitrary<number> {
  const odd = [
    0,
    -0,
    1,
    -1,
    1e21,
    1e300,
    5e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
    2 ** 63 - 1024,
    0.1,
    1e15 + 0.3,
    123456789.12345679,
  ];
  return fc.oneof(fc.constantFrom(...odd), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
}

function text(): fc.Arbitrary<string> {
  const odd = [
    "",
    "a",
    "[",
    "[1]",
    "{",
    "\\",
    "]",
    "3",
    "1",
    "true",
    "null",
    '"',
    "\u2028\u0001\n",
    "\uffee",
    "\u{1f41d}",
  ];
  const wellFormed = fc
    .string({ unit: anyCharacter, maxLength: 4 })
    .filter((value) => value.isWellFormed() && !value.includes("\0"));
  return fc.oneof(fc.constantFrom(...odd), wellFormed);
}

function scalar(): fc.Arbitrary<HintValue> {
  return fc.oneof(number(), text(), fc.boolean(), fc.constantFrom(1, 3, "a"));
}

/** Objects in which the same few names come up at every depth, with lists here and there. */
function data(): fc.Arbitrary<JsonObject> {
  const { object } = fc.letrec<{ object: JsonObject; value: JsonObject[string] }>((tie) => ({
    object: fc.dictionary(
      name().filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
    value: fc.oneof(
      { maxDepth: 3 },
      scalar(),
      fc.constant(null),
      tie("object"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  }));
  return object.map((value) => copyOf(value));
}

function hint(): fc.Arbitrary<TaskHint> {
  const path = fc.array(name(), { minLength: 1, maxLength: 3 }).map((names) => ["data", ...names].join("."));
  const range: fc.Arbitrary<HintRange> = fc.oneof(
    ...[number(), text()].flatMap((bound: fc.Arbitrary<string | number>) => [
      fc.record({ gt: bound }),
      fc.record({ gte: bound }),
      fc.record({ lt: bound }),
      fc.record({ lte: bound }),
      fc.record({ gte: bound, lte: bound }),
    ]),
  );
  return fc.letrec<{ hint: TaskHint }>((tie) => ({
    hint: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ path, values: fc.array(scalar(), { maxLength: 3 }) }),
      fc.record({ path, values: fc.array(scalar(), { minLength: 9, maxLength: 12 }) }),
      fc.record({ path, prefix: text() }),
      fc.record({ path, range }),
      fc.record({ all: fc.array(tie("hint"), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie("hint"), { maxLength: 3 }) }),
    ),
  })).hint;
}

/** Conditions on indexed fields, few and many tasks, alone and together with one on the data. */
function indexed(): fc.Arbitrary<TaskHint> {
  const leaf = fc.constantFrom<TaskHint>(
    where("status", "draft"),
    where("status", "draft", "complete"),
    where("group", "seventh"),
    where("group", ""),
    where("name", "Task 3", "Task 40", "not there"),
    where("_id", "task-3", "task-1"),
    where("data.n", 3),
    { path: "name", prefix: "Task 1" },
    { path: "_id", range: { gte: "task-3", lt: "task-5" } },
    { path: "data.n", range: { gt: 7 } },
  );
  return fc.letrec<{ hint: TaskHint }>((tie) => ({
    hint: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record({ all: fc.array(tie("hint"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie("hint"), { minLength: 1, maxLength: 3 }) }),
    ),
  })).hint;
}
