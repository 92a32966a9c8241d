import { randomBytes } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { fits } from "../../src/kernel/contracts/storage/hint-samples.js";
import {
  type RunOutput,
  type StorageAdapter,
  TASK_MEMBERS,
  type TaskHint,
  WHOLE_TASKS,
} from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { sha256Of } from "../../src/storage/intact-file.js";
import { type PostgresPool, postgresStorage } from "../../src/storage/postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, taskCalled } from "./postgres-support.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

let schemas = 0;
async function withStorage(use: (storage: StorageAdapter, schema: string) => Promise<void>): Promise<void> {
  schemas += 1;
  const schema = `Store-${schemas}`;
  const storage = postgresStorage({ connectionString: server.url(), schema });
  await storage.open();
  try {
    await use(storage, schema);
  } finally {
    await storage.close();
  }
}

it("a pool of pg is one that can be handed in", () => {
  expectTypeOf<pg.Pool>().toExtend<PostgresPool>();
});

it("tasks are inserted many at a time, and another process hears of each", () =>
  withStorage(async ({ tasks }, schema) => {
    const other = postgresStorage({ connectionString: server.url(), schema });
    await other.open();
    try {
      const heard: string[] = [];
      const end = other.watch!(({ kind, id }) => heard.push(`${kind} ${id}`));
      // What is stored before the other listens is not announced to it.
      let early = 0;
      const insertOne = () => tasks.insert(taskCalled(`early ${++early}`));
      await expect.poll(() => insertOne().then(() => heard.length), { timeout: 20_000 }).toBeGreaterThan(0);
      const ids = Array.from({ length: 300 }, (_, number) => `task ${number}`);
      const inserted = () => heard.filter((change) => change.startsWith("insert task "));
      const odd = { data: { text: `\0 {"a",NULL} \\ ${"x".repeat(100_000)}` }, sealed: { "/a": "b" }, runId: "r" };
      await tasks.insertAll!(ids.map((id, number) => taskCalled(id, number % 100 === 7 ? odd : {})));
      await expect.poll(() => inserted().length, { timeout: 20_000 }).toBe(300);
      expect(inserted()).toEqual(ids.map((id) => `insert ${id}`));
      const stored = await all(other.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }));
      expect(stored.slice(early)).toEqual(ids);
      expect(await other.tasks.get("task 107")).toEqual(taskCalled("task 107", odd));
      end();
    } finally {
      await other.close();
    }
  }));

describe("texts longer than an index takes", () => {
  /** Without any repetition that could be pressed together. */
  const long = (length: number) => randomBytes(length).toString("base64").slice(0, length);

  it("are ids, groups and names like others, those with one beginning too", () =>
    withStorage(async ({ tasks, content, runs, accounts }) => {
      const start = long(9000);
      const texts = [
        ...["", "a", "\u{1f41d}"].map((end) => start + end),
        `${"\u{1f41d}".repeat(200)}x`,
        "z".repeat(256),
      ];
      for (const text of texts) {
        const data = { jobName: text };
        await tasks.insert(taskCalled(text, { group: text, name: text, type: text, data }));
        await runs.insert({
          _id: text,
          taskId: text,
          status: "running",
          origin: "cli",
          fence: 1,
          attempts: 1,
          seed: "s",
          createdAt: "",
          revision: 1,
        });
        const bytes = new Uint8Array([1, 2]);
        const output: RunOutput = {
          line: { key: text, line: text, state: "done", attempts: 1 },
          articles: texts.map((keyword) => ({ keyword, article: { keywords: [keyword], sentences: [] } })),
          files: texts.map((path) => ({ path, type: text, size: 2, sha256: sha256Of(bytes), bytes })),
          effects: texts.map((key) => ({ key, what: text, state: "done", at: "" })),
        };
        expect(await runs.write(text, output, 1)).toBe(true);
        const times = { createdAt: "", updatedAt: "", revision: 1 };
        await accounts.insert({ _id: text, kind: text, name: text, settings: {}, sealed: {}, ...times });
      }
      for (const text of texts) {
        expect((await tasks.get(text))?.name).toBe(text);
        for (const path of ["_id", "group", "name", "type"]) {
          const found = await all(tasks.scan(WHOLE_TASKS, { path, values: [text] }));
          expect(found.map(({ _id }) => _id)).toEqual([text]);
        }
        expect(await all(content.keywords(text))).toEqual(texts);
        expect((await all(content.files(text, { offset: 1 }))).map(({ path }) => path)).toEqual(
          texts.toSorted().slice(1),
        );
        expect((await content.file(text, text))?.type).toBe(text);
        expect((await accounts.named(text, text))?._id).toBe(text);
        expect((await all(runs.effects(text))).map(({ key }) => key)).toEqual(texts);
        expect((await runs.effect(text, text))?.key).toBe(text);
      }
      expect(await all(runs.lapsed())).toEqual(texts);
      expect(await tasks.groups()).toEqual(texts.toSorted());
      const stored = await all(tasks.texts?.() ?? none());
      expect(stored.map((text) => JSON.parse(text).group)).toEqual(texts);
      await expect(tasks.insert(taskCalled(texts[0] ?? ""))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
      for (const bound of [...texts, start.slice(0, 195), start.slice(0, 220), `${start}b`, "z".repeat(300)]) {
        for (const path of ["name", "_id"]) {
          await leavesOutNothing(tasks, { path, range: { gte: bound } });
          await leavesOutNothing(tasks, { path, range: { lte: bound } });
          await leavesOutNothing(tasks, { path, prefix: bound });
        }
      }
    }));
});

it("texts that the database cannot hold are found nowhere, and bounds with them leave out nothing", () =>
  withStorage(async ({ tasks, content, runs, accounts, deliveries }) => {
    for (const name of ["a", "a\u0001", "ab", "\ufffd"]) {
      await tasks.insert(taskCalled(name, { name, data: { jobName: name } }));
    }
    for (const odd of ["\0", "a\0", "a\0b", "\ud83d", "a\udc1d"]) {
      expect(await tasks.get(odd)).toBeUndefined();
      expect(await tasks.delete(odd)).toBe(false);
      expect(await tasks.replace(taskCalled(odd, { revision: 2 }))).toBe(false);
      expect(await runs.get(odd)).toBeUndefined();
      expect(await runs.write(odd, {}, 1)).toBe(false);
      expect(await runs.renew(odd, 1, 1000)).toBe(false);
      expect(await runs.effect("a", odd)).toBeUndefined();
      expect(await runs.trimLog(odd, 0)).toBe(0);
      expect(await deliveries.get(odd)).toBeUndefined();
      expect(await all(deliveries.list({ webhookId: odd }))).toEqual([]);
      expect(await all(content.rows("a", { runId: odd }))).toEqual([]);
      expect(await content.article("a", odd)).toBeUndefined();
      expect(await accounts.named(odd, odd)).toBeUndefined();
      expect(await tasks.count({ path: "name", values: [odd] })).toBe(0);
      for (const path of ["name", "data.jobName", "data.other"]) {
        for (const range of [{ gt: odd }, { lt: odd }, { gte: odd, lte: `${odd}b` }]) {
          await leavesOutNothing(tasks, { path, range });
        }
        await leavesOutNothing(tasks, { path, prefix: odd });
        await leavesOutNothing(tasks, { path, values: [odd, "a"] });
      }
    }
  }));

it("conditions on any path of the data leave out nothing", () =>
  withStorage(async ({ tasks }) => {
    const leaf = fc.oneof(
      fc.constantFrom("a", "ab", 'quo"te', "back\\slash", "\u2028", "\u{1f41d}", "\ud83d", "line\n", "1", "true"),
      fc.constantFrom(0, 1, -1.5, 1e21, 1e-7, 12),
      fc.boolean(),
      fc.constant(null),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "0"), tie("value"), { maxKeys: 3 }),
      ),
    }));
    const path = fc.constantFrom("data.a", "data.b", "data.a.b", "data.a.0", "data.0.a", "data", "status", "name");
    const searched = fc.constantFrom(
      "a",
      "ab",
      'quo"te',
      "back",
      "\u2028",
      "\u{1f41d}",
      "\ud83d",
      0,
      1,
      12,
      true,
      1e21,
    );
    const { hint } = fc.letrec<{ hint: TaskHint }>((tie) => ({
      hint: fc.oneof(
        { maxDepth: 2 },
        fc.record({ path, values: fc.array(searched, { maxLength: 3 }) }),
        fc.record({ path, prefix: fc.constantFrom("a", "quo", "back\\", "\ud83d", "") }),
        fc.record({ path, range: fc.constantFrom({ gte: "a" }, { lt: 5 }, { gt: 0, lte: 12 }) }),
        fc.record({ all: fc.array(tie("hint"), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie("hint"), { maxLength: 3 }) }),
      ),
    }));
    let number = 0;
    const stored = fc.sample(fc.dictionary(fc.constantFrom("a", "b", "0"), value, { maxKeys: 3 }), {
      seed: 7,
      numRuns: 150,
    });
    for (const data of stored) {
      number += 1;
      const status = number % 2 ? "draft" : "failed";
      await tasks.insert(taskCalled(`task-${number}`, { status, data: { ...data, jobName: "a" } as Task["data"] }));
    }
    await fc.assert(
      fc.asyncProperty(hint, (one) => leavesOutNothing(tasks, one)),
      { numRuns: 300 },
    );
  }));

it("a condition on data that few meet is met by few, however many others there are", () =>
  withStorage(async ({ tasks }) => {
    await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        tasks.insert(taskCalled(`task-${number}`, { data: { jobName: "a", feed: `https://${number}.example/"x"` } })),
      ),
    );
    const url = 'https://7.example/"x"';
    expect(await tasks.count({ path: "data.feed", values: [url] })).toBe(1);
    expect(await tasks.count({ path: "data.feed", values: [url, 'https://8.example/"x"', "none"] })).toBe(2);
    expect(await tasks.count({ path: "data.feed", prefix: "https://7." })).toBe(1);
    expect(
      await tasks.count({
        any: [
          { path: "data.feed", values: [url] },
          { path: "_id", values: ["task-9"] },
        ],
      }),
    ).toBe(2);
    expect(await tasks.count({ path: "data.feed", values: [] })).toBe(0);
  }));

it("data come through letter for letter: order of members, numbers, long and short", () =>
  withStorage(async ({ tasks }) => {
    const data = { z: 1, jobName: "a", "10": 1, b: [1e21, 0.1, -0], a: { y: "\u2028\u{1f41d}\\u0041", x: null } };
    for (const length of [1, 200_000, 8 * 1024 * 1024]) {
      const _id = `task-${length}`;
      const task = taskCalled(_id, { data: { ...data, text: "b\u00e9e\n".repeat(length / 4) } });
      await tasks.insert(task);
      const text = JSON.stringify(task.data);
      expect(JSON.stringify((await tasks.get(_id))?.data)).toBe(text);
      const [passed] = await all(tasks.texts?.(undefined, { path: "_id", values: [_id] }) ?? none());
      expect(passed?.includes(`"data":${text},`)).toBe(true);
      expect(await tasks.replace({ ...task, status: "failed", revision: 2 })).toBe(true);
      expect(await tasks.replace({ ...task, data: { jobName: "short" }, revision: 3 })).toBe(true);
      expect(await tasks.replace({ ...task, revision: 4 })).toBe(true);
      expect(await tasks.get(_id)).toEqual(JSON.parse(JSON.stringify({ ...task, revision: 4 })));
      const [scanned] = await all(tasks.scan(WHOLE_TASKS, { path: "_id", values: [_id] }));
      expect(JSON.stringify(scanned?.data)).toBe(text);
    }
  }));

it("long lists are read page by page, in order and each item once", () =>
  withStorage(async (storage) => {
    const { tasks, content, runs } = storage;
    await tasks.insert(taskCalled("task-1"));
    const run = { _id: "run-1", taskId: "task-1", status: "running", origin: "cli", attempts: 1, seed: "s" } as const;
    await runs.insert({ ...run, createdAt: "", fence: 1, revision: 1 });
    const total = 5000;
    const numbers = Array.from({ length: total }, (_, number) => number);
    const large = "x".repeat(150_000);
    const output: RunOutput = {
      rows: numbers.map((number) => ({ number, large: number % 900 === 0 ? large : "" })),
      articles: numbers.map((number) => ({ keyword: `k${number}`, article: { keywords: [], sentences: [] } })),
      log: numbers.map((number) => ({ t: "", level: number % 1000 === 0 ? "warn" : "info", msg: `${number}` })),
      effects: numbers.map((number) => ({ key: `k${number}`, what: "", state: "done", at: "" })),
    };
    expect(await runs.write("run-1", output, 1)).toBe(true);
    expect((await all(content.rows("task-1"))).map(({ number }) => number)).toEqual(numbers);
    expect(
      (await all(content.rows("task-1", { runId: "run-1", offset: 890, limit: 1000 }))).map(({ number }) => number),
    ).toEqual(numbers.slice(890, 1890));
    expect((await all(content.rows("task-1", { offset: 900, limit: 1 })))[0]?.["large"]).toBe(large);
    expect(await all(content.keywords("task-1"))).toEqual(numbers.map((number) => `k${number}`));
    expect((await all(content.log("task-1", { offset: 4990 }))).map(({ msg }) => msg)).toHaveLength(10);
    expect((await all(content.log("task-1", { after: 10 }))).map(({ n }) => n)).toEqual(
      numbers.slice(10).map((number) => number + 1),
    );
    expect((await all(content.log("task-1", { after: 1, levels: ["warn", "error"] }))).map(({ msg }) => msg)).toEqual([
      "1000",
      "2000",
      "3000",
      "4000",
    ]);
    expect((await all(runs.effects("run-1"))).map(({ key }) => key)).toEqual(numbers.map((number) => `k${number}`));
    expect(await content.countRows("task-1")).toBe(total);
  }));

it("deliveries that are due come page by page, those due first before the others, large and small", () =>
  withStorage(async ({ deliveries }) => {
    const total = 700;
    const large = "x".repeat(150_000);
    const dueAt = (number: number) => new Date(1_800_000_000_000 - Math.floor(number / 7) * 1000).toISOString();
    const numbers = Array.from({ length: total }, (_, number) => number);
    for (const number of numbers) {
      const body = number % 200 === 0 ? large : String(number);
      const rest = { event: "task.complete", state: "waiting", attempts: 0, createdAt: "", revision: 1 } as const;
      expect(await deliveries.insert({ _id: `${number}`, webhookId: "w", body, dueAt: dueAt(number), ...rest })).toBe(
        true,
      );
    }
    const wanted = numbers.toSorted((one, other) => dueAt(one).localeCompare(dueAt(other)) || one - other).map(String);
    const due = await all(deliveries.due(dueAt(0), total));
    expect(due.map(({ _id }) => _id)).toEqual(wanted);
    expect(due.filter(({ body }) => body === large)).toHaveLength(4);
    expect((await all(deliveries.due(dueAt(350), 10_000))).map(({ _id }) => _id)).toEqual(wanted.slice(0, 350));
    expect((await all(deliveries.due(dueAt(0), 3))).map(({ _id }) => _id)).toEqual(wanted.slice(0, 3));
  }));

async function leavesOutNothing(tasks: StorageAdapter["tasks"], hint: TaskHint): Promise<void> {
  const everything = await all(tasks.scan(WHOLE_TASKS));
  const wanted = everything.filter((task) => fits(task, hint)).map(({ _id }) => _id);
  const found = await all(tasks.scan({ reads: TASK_MEMBERS, pick: ({ _id }) => _id }, hint));
  expect(
    found.filter((id) => wanted.includes(id)),
    JSON.stringify(hint).slice(0, 200),
  ).toEqual(wanted);
  expect(await tasks.count(hint)).toBe(found.length);
}

async function* none(): AsyncGenerator<never> {}
