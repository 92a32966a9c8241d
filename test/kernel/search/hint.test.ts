import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HintRange, TaskHint } from "../../../src/kernel/storage.js";
import { hintOf, prefixOf } from "../../../src/kernel/tasks/search/hint.js";
import { checkedSearch } from "../../../src/kernel/tasks/task-query.js";
import { isPlainObject, type JsonObject } from "../../../src/kernel/values/json.js";
import { CASES, plainMingo, queriesOn, SEED, taskLists } from "./generated.js";

describe("a hint", () => {
  const hint = (query: unknown) => hintOf(checkedSearch({ query }).query);

  it("is met by every task that the query matches", () => {
    let narrowed = 0;
    const cases = taskLists.chain((all) => fc.record({ all: fc.constant(all), query: queriesOn(all) }));
    fc.assert(
      fc.property(cases, ({ all, query }) => {
        const asked = hint(query);
        if (asked === undefined) return;
        narrowed += 1;
        for (const task of all as unknown as JsonObject[]) {
          if (matches(query, task)) assert(meets(task, asked), JSON.stringify(asked));
        }
      }),
      { ...SEED, numRuns: CASES * 4 },
    );
    expect(narrowed).toBeGreaterThan(CASES);
  });

  it.each<[unknown, TaskHint | undefined]>([
    [{}, undefined],
    [{ name: "a" }, { path: "name", values: ["a"] }],
    [{ "data.size": { $in: [1, "1", true] } }, { path: "data.size", values: [1, "1", true] }],
    [{ name: { $in: [] } }, { path: "name", values: [] }],
    [{ name: null }, undefined],
    [{ "data.x": { $in: ["a", null] } }, undefined],
    [{ "data.x": ["a"] }, undefined],
    [{ "data.x": { a: 1 } }, undefined],
    [{ name: { $gte: "a", $lt: "b" } }, { path: "name", range: { gte: "a", lt: "b" } }],
    [
      { "data.x": { $gte: 1, $lt: 5 } },
      {
        all: [
          { path: "data.x", range: { gte: 1 } },
          { path: "data.x", range: { lt: 5 } },
        ],
      },
    ],
    [
      { name: { $gt: 5, $lt: "b" } },
      {
        all: [
          { path: "name", range: { gt: 5 } },
          { path: "name", range: { lt: "b" } },
        ],
      },
    ],
    [{ "data.x": { $gt: true } }, undefined],
    [{ name: { $regex: "^Al" } }, { path: "name", prefix: "Al" }],
    [{ name: { $regex: "^Al", $options: "i" } }, undefined],
    [{ name: { $regex: "^Al", $options: "m" } }, undefined],
    [
      { $and: [{ name: "a" }, { $and: [{ status: "draft" }, { "data.x": { $ne: 1 } }] }] },
      {
        all: [
          { path: "name", values: ["a"] },
          { path: "status", values: ["draft"] },
        ],
      },
    ],
    [
      { $or: [{ name: "a" }, { group: "b" }] },
      {
        any: [
          { path: "name", values: ["a"] },
          { path: "group", values: ["b"] },
        ],
      },
    ],
    [{ $or: [{ name: "a" }, { "data.x": { $exists: true } }] }, undefined],
    [{ $nor: [{ name: "a" }] }, undefined],
    [{ name: { $not: { $eq: "a" } } }, undefined],
    [{ "data.x": { $elemMatch: { $eq: "a" } } }, { path: "data.x", values: ["a"] }],
    [{ "data.x": { $elemMatch: { y: "a" } } }, undefined],
    [{ "data.x.0": "a" }, undefined],
    [{ nothing: "a" }, undefined],
  ])("of %j is %j", (query, expected) => {
    expect(hint(query)).toEqual(expected);
  });
});

describe("the beginning of every match", () => {
  it.each([
    ["^abc", "abc"],
    ["^abc$", "abc"],
    ["abc", ""],
    ["^", ""],
    ["^ab*", "a"],
    ["^ab+", "a"],
    ["^ab?c", "a"],
    ["^ab{0,2}", "a"],
    ["^a.c", "a"],
    ["^a[bc]", "a"],
    ["^a(b)", "a"],
    ["^ab|c", ""],
    ["^a\\.b\\d", "a.b"],
    ["^a\\\\b", "a\\b"],
    ["^a\\|b", ""],
    ["^\\Qa.b\\E", ""],
    ["^(?i)a", ""],
    ["(?i)^a", ""],
    ["^^a", ""],
    ["^a\u{1f41d}*", "a"],
    ["^a\u{1f41d}b", "a\u{1f41d}b"],
    ["^a\\", "a"],
  ])("of %s is %j", (pattern, prefix) => {
    expect(prefixOf(pattern)).toBe(prefix);
  });
});

function matches(query: JsonObject, task: JsonObject): boolean {
  try {
    return plainMingo(query).test(task);
  } catch {
    // mingo counts with objects in `$mod`, and one with a member `toString` cannot be made a number.
    return false;
  }
}

/** Whether a storage that looks at every path may leave the task out; a list on a path may hold whatever is wanted. */
function meets(task: JsonObject, hint: TaskHint): boolean {
  if ("all" in hint) return hint.all.every((one) => meets(task, one));
  if ("any" in hint) return hint.any.some((one) => meets(task, one));
  let value: unknown = task;
  for (const name of hint.path.split(".")) {
    if (Array.isArray(value)) return true;
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return false;
    value = value[name];
  }
  if (Array.isArray(value)) return true;
  if ("values" in hint) return hint.values.includes(value as string);
  if ("prefix" in hint) return typeof value === "string" && value.startsWith(hint.prefix);
  return isBetween(value, hint.range);
}

function isBetween(value: unknown, { gt, gte, lt, lte }: HintRange): boolean {
  const isWith = (bound: unknown, holds: (order: number) => boolean) => {
    if (bound === undefined) return true;
    if (typeof value !== typeof bound) return false;
    return holds((value as string) < (bound as string) ? -1 : Number(value !== bound));
  };
  return (
    isWith(gt, (order) => order > 0) &&
    isWith(gte, (order) => order >= 0) &&
    isWith(lt, (order) => order < 0) &&
    isWith(lte, (order) => order <= 0)
  );
}
