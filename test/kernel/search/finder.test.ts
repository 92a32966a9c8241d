import { beforeEach, describe, expect, it } from "vitest";
import { PluginRegistry } from "../../../src/kernel/plugin-registry.js";
import type { Task } from "../../../src/kernel/task.js";
import { TaskFinder } from "../../../src/kernel/tasks/task-finder.js";
import type { TaskSearch } from "../../../src/kernel/tasks/task-query.js";
import { systemClock } from "../../../src/kernel/values/clock.js";
import type { Json, JsonObject } from "../../../src/kernel/values/json.js";
import { type SparingStorage, sparingStorage } from "./sparing-storage.js";

let storage: SparingStorage;
let finder: TaskFinder;
beforeEach(() => {
  storage = sparingStorage();
  finder = new TaskFinder(storage, new PluginRegistry([], {}), systemClock);
});

const idOf = (number: number) => number.toString(16).padStart(24, "0");

async function stored(number: number, data: JsonObject = {}, changes: Partial<Task> = {}): Promise<Task> {
  const name = `task ${number}`;
  const time = "2026-01-01T00:00:00.000Z";
  const task: Task = {
    _id: idOf(number),
    group: "",
    name,
    type: "article creator",
    status: "draft",
    data: { jobName: name, ...data },
    createdAt: time,
    updatedAt: time,
    revision: 1,
    ...changes,
  };
  await storage.tasks.insert(task);
  return task;
}

const names = async (search: TaskSearch) =>
  (await Array.fromAsync(finder.search({ ...search, projection: { name: 1 } }))).map(({ name }) => name);

describe("a search reads no more than it needs", () => {
  it.each<[string, TaskSearch, readonly string[]]>([
    ["a query on the status", { query: { status: "draft" }, projection: { name: 1 } }, ["_id", "name", "status"]],
    ["nothing but ids", { projection: { _id: 1 } }, ["_id"]],
    ["not even ids", { query: { group: "" }, projection: { name: 1, _id: 0 } }, ["group", "name"]],
    [
      "all but the data",
      { projection: { data: 0 } },
      "_id createdAt error fence group name progress revision runId schedule status type updatedAt".split(" "),
    ],
    ["a query on what no task has", { query: { nothing: 1 }, projection: { _id: 1 } }, ["_id"]],
  ])("%s", async (_what, search, reads) => {
    await stored(1);
    await Array.fromAsync(finder.search(search));
    expect(storage.asked.map((one) => [...one.reads].sort())).toEqual([reads]);
  });

  it("a list of summaries reads what they show", async () => {
    await stored(1, {}, { group: "a" });
    await stored(2);
    expect(await Array.fromAsync(finder.summaries({ group: "a" }))).toEqual([
      { group: "a", name: "task 1", type: "article creator", status: "draft", id: idOf(1) },
    ]);
    expect(storage.asked[0]?.reads).not.toContain("data");
  });

  it("sorting reads the sorted members of all tasks, and the rest of those that are shown", async () => {
    for (let number = 0; number < 10; number += 1) await stored(number);
    expect(await names({ sort: "-name", skip: 1, limit: 2 })).toEqual(["task 8", "task 7"]);
    const [first, second] = storage.asked;
    expect([...first!.reads].sort()).toEqual(["_id", "name", "revision"]);
    expect(second?.hint).toEqual({ path: "_id", values: [idOf(8), idOf(7)] });
  });
});

describe("texts", () => {
  const texts = (search: TaskSearch) => Array.fromAsync(finder.texts({}, search));

  it("of whole tasks are those that the storage has", async () => {
    const all = [await stored(1, { size: 1 }), await stored(2, { size: 2 }), await stored(3, { size: 3 })];
    expect(await texts({})).toEqual(all.map((task) => JSON.stringify(task)));
    expect(await texts({ query: { "data.size": { $gt: 1 } }, limit: 1 })).toEqual([JSON.stringify(all[1])]);
    expect(await texts({ sort: "-data.size", skip: 1 })).toEqual([JSON.stringify(all[1]), JSON.stringify(all[0])]);
    expect(storage.asked.map(({ how }) => how)).toEqual(["texts", "texts", "scan", "texts"]);
  });

  it("of parts of tasks are made of these parts", async () => {
    await stored(1, { size: 1, tags: ["a"] });
    expect(await texts({ projection: { "data.tags": 1, _id: 0 } })).toEqual(['{"data":{"tags":["a"]}}']);
    expect(storage.asked.map(({ how }) => how)).toEqual(["scan"]);
  });
});

describe("sorting", () => {
  it("keeps creation order among equals, however many there are", async () => {
    const count = 5000;
    for (let number = 0; number < count; number += 1) await stored(number, { rank: number % 3 });
    const sorted = Array.from({ length: count }, (_, number) => number).sort((a, b) => (b % 3) - (a % 3) || a - b);
    const expected = sorted.map((number) => `task ${number}`);
    expect(await names({ sort: { "data.rank": -1 } })).toEqual(expected);
    expect(await names({ sort: { "data.rank": -1 }, skip: 10, limit: 3000 })).toEqual(expected.slice(10, 3010));
    expect(await names({ sort: { "data.rank": -1 }, limit: 1 })).toEqual(expected.slice(0, 1));
    expect(await names({ sort: { "data.rank": -1 }, skip: count })).toEqual([]);
  });

  it("leaves out what is deleted, or changed so that it matches no more, before it is reached", async () => {
    for (let number = 0; number < 500; number += 1) await stored(number);
    const changed = await storage.tasks.get(idOf(450));
    const found: unknown[] = [];
    for await (const { name } of finder.search({ query: { status: "draft" }, sort: "_id" })) {
      found.push(name);
      if (found.length > 1) continue;
      await storage.tasks.delete(idOf(400));
      await storage.tasks.replace({ ...changed!, status: "waiting", revision: 2 });
    }
    expect(found).toHaveLength(498);
    expect(found).not.toContain("task 400");
    expect(found).not.toContain("task 450");
  });

  it("compares long texts and lists by their beginning", async () => {
    const long = "x".repeat(1024);
    await stored(1, { text: `${long}b`, list: [long, "b"] });
    await stored(2, { text: `${long}a`, list: [long, "a"] });
    await stored(3, { text: `${long.slice(1)}a`, list: [long.slice(600), "a"] });
    expect(await names({ sort: "data.text" })).toEqual(["task 3", "task 1", "task 2"]);
    expect(await names({ sort: "data.list" })).toEqual(["task 3", "task 1", "task 2"]);
  });
});

describe("one task alone may be too much work", () => {
  const many = <T>(item: (number: number) => T) => Array.from({ length: 80 }, (_, number) => item(number));
  const searches: [string, TaskSearch][] = [
    ["comparisons", { query: { $or: many((n) => ({ "data.list": { $gt: 1e6 + n } })) } }],
    ["texts", { query: { $or: many((n) => ({ "data.list": { $regex: `^x.*${n}` } })) } }],
    ["paths", { query: { $or: many((n) => ({ [`data.list.x${n}`]: 1 })) } }],
    ["objects", { query: { $or: many((n) => ({ "data.list": { $in: [{ n, x: 1 }] } })) } }],
    ["objects by size", { query: { $or: many((n) => ({ "data.list": { $lt: { a: n } } })) } }],
    ["elements", { query: { $nor: many((n) => ({ "data.list": { $elemMatch: { n: n + 0.5 } } })) } }],
    ["projections", { projection: Object.fromEntries(many((n) => [`data.list.x${n}.y`, 1])) }],
    ["sorting", { sort: Object.fromEntries(many((n) => [`data.list.x${n}`, 1] as const).slice(0, 8)) }],
  ];
  /** A clock that advances at each look. */
  const hastyFinder = (stepMs: number) => {
    let now = 0;
    const monotonic = () => {
      now += stepMs;
      return now;
    };
    return new TaskFinder(storage, new PluginRegistry([], {}), { ...systemClock, monotonic });
  };

  it.each(searches)("%s that take long are stopped within it, in words", async (_what, search) => {
    await stored(1, {
      list: Array.from({ length: 50_000 }, (_, n) => (n % 3 === 0 ? n : n % 3 === 1 ? { n: -n } : "x")),
    });
    await expect(Array.fromAsync(hastyFinder(500).search(search))).rejects.toMatchObject({
      code: "QUERY_TOO_SLOW",
      message: expect.stringMatching(
        /longer than 2 seconds and was stopped\. Narrow it by type, status, group or name/,
      ),
    });
  });

  const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1), nested(depth - 1)]);
  it.each<[string, TaskSearch]>([
    [
      "a list of objects",
      { query: { "data.list": { $in: many((n) => ({ n, x: 1 })).concat(many((n) => ({ n, x: 2 }))) } } },
    ],
    ["all of many", { query: { "data.list": { $all: Array.from({ length: 400 }, (_, n) => n) } } }],
    ["lists in lists by size", { query: { "data.nested": { $gt: [[1]] } } }],
    ["lists in lists by size, in elements", { query: { data: { $not: { $gte: { nested: [2] } } } } }],
    ["a projection of places", { projection: Object.fromEntries(many((n) => [`data.list.${n}`, 1])) }],
  ])("%s, which nothing can stop once it is begun, is not begun", async (_what, search) => {
    await stored(1, {
      list: Array.from({ length: 50_000 }, (_, n) => (n % 2 === 0 ? n : { n: -n })),
      nested: nested(15),
    });
    await expect(Array.fromAsync(finder.search(search))).rejects.toMatchObject({
      code: "QUERY_TOO_SLOW",
      message: expect.stringMatching(/as large as this takes too long.*Narrow it by type, status, group or name/),
    });
  });

  it("what goes on finding is not stopped, since its reply has begun", async () => {
    const list = Array.from({ length: 200 }, (_, n) => `${n}`);
    for (let number = 1; number <= 450; number += 1) await stored(number, { list });
    const search = { query: { "data.list": { $regex: "^19+$" } }, projection: { "data.list.x": 0 } } as const;
    expect(await Array.fromAsync(hastyFinder(500).search({ ...search, limit: 20 }))).toHaveLength(20);
    expect(await Array.fromAsync(hastyFinder(3).search({ ...search, sort: "name" }))).toHaveLength(450);
    const rare = { query: { "data.list": { $regex: "^19+x$" } } };
    await expect(Array.fromAsync(hastyFinder(500).search(rare))).rejects.toMatchObject({ code: "QUERY_TOO_SLOW" });
  });

  it.each(searches)("%s are done where there is little to do", async (_what, search) => {
    await stored(1, { list: [1] });
    await Array.fromAsync(hastyFinder(1).search(search));
  });
});

describe("secrets cannot be searched", () => {
  it.each<[TaskSearch, string]>([
    [{ query: { "data.smtp.password": "x" } }, "data.smtp.password"],
    [{ query: { "data.apiKey": { $regex: "^s" } } }, "data.apiKey"],
    [{ query: { $or: [{ name: "a" }, { $nor: [{ "data.TOKEN.x": { $exists: true } }] }] } }, "data.TOKEN.x"],
    [{ query: { "data.blogs": { $elemMatch: { secret: { $gt: "a" } } } } }, "data.blogs.secret"],
    [{ query: { "data.smtp": { host: "a", password: "x" } } }, "data.smtp.password"],
    [{ query: { data: { $in: [{ smtp: [{ pass: "x" }] }] } } }, "data.smtp.pass"],
    [{ sort: "data.smtp.password" }, "data.smtp.password"],
  ])("%j", async (search, path) => {
    expect(() => finder.search(search)).toThrow(expect.objectContaining({ code: "QUERY_REFUSED", facts: { path } }));
    expect(() => finder.search(search)).toThrow(path);
  });

  it("what only resembles one can", async () => {
    await stored(1, { passenger: "x", tok: "en" });
    expect(await names({ query: { "data.passenger": "x", "data.tok": "en" } })).toEqual(["task 1"]);
  });
});

describe("text that no storage can hold", () => {
  it.each<[TaskSearch]>([
    [{ query: { name: "a\0" } }],
    [{ query: { name: { $in: ["\ud800"] } } }],
    [{ query: { name: { $regex: "\0" } } }],
    [{ query: { name: { $lt: "\udfff" } } }],
    [{ query: { data: { "\0": 1 } } }],
    [{ query: { "data.\0": 1 } }],
    [{ query: { "data.\ud800": 1 } }],
    [{ projection: { "data.\0": 1 } }],
    [{ sort: "data.\udc00" }],
  ])("is refused in %j", (search) => {
    expect(() => finder.search(search)).toThrow(expect.objectContaining({ code: "QUERY_REFUSED" }));
  });

  it("matches nothing as a filter", async () => {
    await stored(1, {}, { group: "a" });
    for (const filter of [{ group: "\0" }, { name: "\ud800" }, { status: "\0" }, { type: "\0" }]) {
      expect(await Array.fromAsync(finder.summaries(filter))).toEqual([]);
      expect(await Array.fromAsync(finder.texts(filter))).toEqual([]);
    }
  });
});

describe("names with dots, dollars and those that objects inherit", () => {
  it("are found where they can be asked for, and harm nothing where they cannot", async () => {
    await stored(1, { "a.b": 1, $set: { x: 1 }, toString: "x", hasOwnProperty: 1 });
    await stored(2, {});
    expect(await names({ query: { "data.a.b": 1 } })).toEqual([]);
    expect(await names({ query: { "data.toString": "x" } })).toEqual(["task 1"]);
    expect(await names({ query: { "data.valueOf": { $exists: true } } })).toEqual([]);
    expect(await names({ query: { "data.hasOwnProperty": { $exists: true } } })).toEqual(["task 1"]);
    expect(await names({ sort: "-data.toString" })).toEqual(["task 1", "task 2"]);
    const projection = { "data.toString": 1, "data.valueOf": 1, _id: 0 };
    expect(await Array.fromAsync(finder.texts({}, { projection }))).toEqual([
      '{"data":{"toString":"x"}}',
      '{"data":{}}',
    ]);
    await expect(Array.fromAsync(finder.search({ projection: { "data.0.toString": 1 } }))).rejects.toMatchObject({
      code: "QUERY_REFUSED",
      facts: { path: "data.0.toString" },
    });
  });
});
