import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject, Kernel } from "../../src/kernel/index.js";
import { cpuMs } from "../cpu-time.js";
import { all, codeOf, draft, ran, STORAGES, startedKernel } from "./world.js";

describe.each(STORAGES)("search on $name storage", ({ create }) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await startedKernel({ storage: create() });
    const data: Record<string, Json>[] = [
      { jobName: "Alpha", group: "G1", size: 1, tags: ["a", "b"], deep: { list: [{ n: 1 }, { n: 5 }] } },
      { jobName: "Beta", group: "G2", size: 5, tags: ["b"], deep: { list: [{ n: 9 }] } },
      { jobName: "Gamma+", group: "G1", size: 10, tags: [], nothing: null },
      { jobName: "Alpha", group: "", size: "10", tags: ["c", "d", "e"] },
    ];
    for (const one of data) await draft(kernel, ["x"], one);
    const [first] = await all(kernel.tasks.summaries());
    await ran(kernel, first!.id);
  });
  afterAll(() => kernel.stop());

  const sizes = async (query: unknown, more: Record<string, unknown> = {}) =>
    (await all(kernel.tasks.search({ query, ...more }))).map((task) => (task["data"] as JsonObject)["size"]);

  const queries: [unknown, Json[]][] = [
    [{}, [1, 5, 10, "10"]],
    [undefined, [1, 5, 10, "10"]],
    [{ name: "Alpha" }, [1, "10"]],
    [{ "data.jobName": "Alpha", group: "G1" }, [1]],
    [{ status: "complete" }, [1]],
    [{ type: "echoer", name: { $in: ["Beta", "Alpha"] } }, [1, 5, "10"]],
    [{ name: { $in: [] } }, []],
    [{ name: { $nin: ["Alpha"] } }, [5, 10]],
    [{ name: { $ne: "Alpha" } }, [5, 10]],
    [{ "data.size": { $gt: 1 } }, [5, 10]],
    [{ "data.size": { $gte: 1, $lt: 10 } }, [1, 5]],
    [{ "data.size": { $lte: 5 } }, [1, 5]],
    [{ $or: [{ name: "Beta" }, { "data.size": 10 }] }, [5, 10]],
    [{ $and: [{ name: "Alpha" }, { group: "G1" }] }, [1]],
    [{ $nor: [{ name: "Alpha" }, { name: "Beta" }] }, [10]],
    [{ name: { $not: { $regex: "^Al" } } }, [5, 10]],
    [{ "data.nothing": { $exists: true } }, [10]],
    [{ "data.nothing": null }, [1, 5, 10, "10"]],
    [{ "data.size": { $type: "string" } }, ["10"]],
    [{ name: { $regex: "^al", $options: "i" } }, [1, "10"]],
    [{ name: { $regex: "a\\+$" } }, [10]],
    [{ "data.tags": { $regex: "^[de]$" } }, ["10"]],
    [{ "data.tags": "b" }, [1, 5]],
    [{ "data.tags": { $all: ["a", "b"] } }, [1]],
    [{ "data.tags": { $size: 3 } }, ["10"]],
    [{ "data.tags": ["b"] }, [5]],
    [{ "data.deep.list": { $elemMatch: { n: { $gt: 4, $lt: 6 } } } }, [1]],
    [{ "data.deep.list.n": 9 }, [5]],
    [{ "data.size": { $mod: [5, 1] } }, [1]],
    [{ "data.nested": { depth: 2, kind: "plain" } }, [1, 5, 10, "10"]],
  ];
  it.each(queries)("%j finds %j", async (query, found) => {
    expect(await sizes(query)).toEqual(found);
  });

  it("skips, limits and sorts", async () => {
    expect(await sizes({}, { skip: 1, limit: 2 })).toEqual([5, 10]);
    expect(await sizes({}, { skip: "1", limit: "1" })).toEqual([5]);
    expect(await sizes({}, { limit: 0 })).toEqual([]);
    expect(await sizes({}, { skip: 99 })).toEqual([]);
    expect(await sizes({}, { sort: { "data.size": -1 } })).toEqual(["10", 10, 5, 1]);
    expect(await sizes({}, { sort: "name,-data.size" })).toEqual(["10", 1, 5, 10]);
  });

  it("projects by inclusion and exclusion", async () => {
    const projected = async (projection: unknown) =>
      (await all(kernel.tasks.search({ query: { name: "Beta" }, projection })))[0]!;
    const whole = await projected({});
    const { _id } = whole;
    expect(await projected({ "data.jobName": 1 })).toEqual({ _id, data: { jobName: "Beta" } });
    expect(await projected({ name: true, _id: 0 })).toEqual({ name: "Beta" });
    expect(await projected({ _id: 1, status: 1 })).toEqual({ _id, status: "draft" });
    const { data: _data, ...rest } = whole;
    expect(await projected({ data: 0 })).toEqual(rest);
    expect(await projected({ missing: 1, _id: 0 })).toEqual({});
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ["a query that is text", { query: "x" }, "query"],
    ["a query that is a list", { query: [] }, "query"],
    ["a query that is null", { query: null }, "query"],
    ["$where", { query: { $where: "1" } }, "$where"],
    ["$expr", { query: { $expr: { $gt: ["$a", 1] } } }, "$expr"],
    ["$function inside $expr", { query: { a: { $function: {} } } }, "$function"],
    ["$jsonSchema", { query: { $jsonSchema: {} } }, "$jsonSchema"],
    ["an operator nobody knows", { query: { a: { $frob: 1 } } }, "$frob"],
    ["our own inner operator", { query: { a: { $re2: { pattern: "a" } } } }, "$re2"],
    ["an operator in a value", { query: { a: { $eq: { $gt: 1 } } } }, "$eq"],
    ["an operator next to a plain member", { query: { a: { $gt: 1, b: 2 } } }, "b"],
    ["__proto__ in a query", { query: JSON.parse('{"__proto__": {"a": 1}}') }, "__proto__"],
    ["a path through the prototype", { query: { "data.constructor.name": "x" } }, "data.constructor.name"],
    ["an empty path segment", { query: { "a..b": 1 } }, "a..b"],
    ["a path of 300 characters", { query: { ["p".repeat(300)]: 1 } }, "path"],
    ["$or that is no list", { query: { $or: {} } }, "$or"],
    ["$or of nothing", { query: { $or: [] } }, "$or"],
    ["$in that is no list", { query: { a: { $in: "x" } } }, "$in"],
    ["$mod by nothing", { query: { a: { $mod: [0, 1] } } }, "$mod"],
    ["$options alone", { query: { a: { $options: "i" } } }, "$options"],
    ["an option nobody knows", { query: { a: { $regex: "a", $options: "g" } } }, "$options"],
    ["a regular expression that looks behind", { query: { name: { $regex: "(?<=a)b" } } }, "regular expression"],
    ["a regular expression with a back-reference", { query: { name: { $regex: "(a)\\1" } } }, "regular expression"],
    ["a broken regular expression", { query: { name: { $regex: "(" } } }, "regular expression"],
    ["a projection of 2", { projection: { a: 2 } }, "a"],
    ["a projection of a text", { projection: { x: "$data.secret" } }, "x"],
    ["a projection of $$ROOT", { projection: { x: "$$ROOT" } }, "x"],
    ["a projection by operator", { projection: { a: { $slice: 1 } } }, "a"],
    ["a projection with $", { projection: { "a.$": 1 } }, "a.$"],
    ["a mixed projection", { projection: { a: 1, b: 0 } }, "mixes"],
    ["a projection of a path and its inside", { projection: { data: 1, "data.x": 1 } }, "data.x"],
    ["a projection that is a list", { projection: [] }, "projection"],
    ["a negative limit", { limit: -1 }, "limit"],
    ["half a skip", { skip: 1.5 }, "skip"],
    ["a limit in words", { limit: "ten" }, "limit"],
    ["a sort by 2", { sort: { name: 2 } }, "name"],
    ["a sort that is a number", { sort: 5 }, "sort"],
    ["a thousand nested $and", { query: nestedAnd(1000) }, "deep"],
    ["a thousand alternatives", { query: { $or: Array.from({ length: 900 }, () => ({ a: 1 })) } }, "parts"],
    ["ten thousand values", { query: { a: { $in: Array.from({ length: 10_000 }, (_, index) => index) } } }, "values"],
  ];
  it.each(refusals)("%s is refused by name", async (_what, search, named) => {
    await expect(all(kernel.tasks.search(search))).rejects.toMatchObject({ code: "QUERY_REFUSED" });
    await expect(all(kernel.tasks.search(search))).rejects.toThrow(named);
  });

  it("a regular expression that would backtrack for ever is answered at once", async () => {
    await draft(kernel, [], { jobName: "a".repeat(5000), group: "long" });
    const begun = cpuMs();
    expect(await sizes({ name: { $regex: "^(a+)+$" }, group: "long" })).toHaveLength(1);
    expect(await sizes({ name: { $regex: "^(a|aa)+b" } })).toEqual([]);
    expect(cpuMs() - begun).toBeLessThan(5000);
    for await (const { id } of kernel.tasks.summaries({ group: "long" })) await kernel.tasks.delete(id);
  });

  it("filters take types and statuses in the ways clients write them", async () => {
    const names = async (filter: object) => (await all(kernel.tasks.summaries(filter))).map(({ name }) => name);
    expect(await names({ type: "ECHO er", status: "done" })).toEqual(["Alpha"]);
    expect(await names({ type: "unheard of" })).toEqual([]);
    expect(await names({ group: "G1", name: "", type: "" })).toEqual(["Alpha", "Gamma+"]);
    expect(await names({ name: "alpha" })).toEqual([]);
    expect(await names({ status: "aborting" })).toEqual([]);
  });
});

it("what is found is a copy: changing it changes nothing stored", async () => {
  const kernel = await startedKernel();
  const { _id } = await draft(kernel, ["a"]);
  const [found] = await all(kernel.tasks.search({ query: { _id } }));
  (found!["data"] as Record<string, Json>)["linesFile"] = ["spoiled"];
  expect((await kernel.tasks.existing(_id)).data["linesFile"]).toEqual(["a"]);
  expect(await codeOf(kernel.tasks.existing(_id))).toBe("no error");
  await kernel.stop();
});

function nestedAnd(depth: number): object {
  let query: object = { a: 1 };
  for (let level = 0; level < depth; level += 1) query = { $and: [query] };
  return query;
}
