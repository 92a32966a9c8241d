import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Effort } from "../../../src/kernel/tasks/search/effort.js";
import { mingo } from "../../../src/kernel/tasks/search/mingo.js";
import { patternCompiler } from "../../../src/kernel/tasks/search/patterns.js";
import { checkedSearch } from "../../../src/kernel/tasks/task-query.js";
import { systemClock } from "../../../src/kernel/values/clock.js";
import type { Json, JsonObject } from "../../../src/kernel/values/json.js";
import { askedDocuments, CASES, documents, pathsFrom, plainMingo, queriesOver, SEED } from "./generated.js";

const { judging } = await mingo();
const patterns = await patternCompiler();

function judged(query: JsonObject, document: JsonObject): boolean {
  return judging(checkedSearch({ query }).query, new Effort(systemClock), patterns)(document);
}

describe("with operators that are bounded, mingo says of any document what it says by itself", () => {
  it("for any query", () => {
    let judgements = 0;
    const all = fc.array(documents, { minLength: 1, maxLength: 3 });
    const cases = fc.oneof(
      { weight: 3, arbitrary: askedDocuments },
      { weight: 1, arbitrary: fc.record({ all, query: queriesOver(pathsFrom("a", "b", "data")) }) },
    );
    fc.assert(
      fc.property(cases, ({ all, query }) => {
        const plain = plainMingo(query);
        for (const document of all) {
          let expected: boolean;
          try {
            expected = plain.test(document);
          } catch {
            // mingo counts with objects in `$mod`, and one with a member `toString` cannot be made a number.
            continue;
          }
          assert.equal(judged(query, document), expected);
          judgements += 1;
        }
      }),
      { ...SEED, numRuns: CASES * 4 },
    );
    expect(judgements).toBeGreaterThan(CASES * 3);
  });

  it.each([
    0,
    5,
    6,
    -1,
    1.5,
    "10",
    "",
    "x",
    null,
    true,
    [],
    [[]],
    [[true]],
    [[null]],
    [["10"], 3],
    [[5]],
    [[1, 2]],
    [{}],
    {},
  ])("for the remainder of %j, which mingo takes for a number as JavaScript does", (a) => {
    for (const $mod of [
      [5, 0],
      [5, 1],
      [1, 0],
      [-2, -1],
      [1.5, 0],
    ]) {
      const query = { a: { $mod } };
      expect(judged(query, { a })).toBe(plainMingo(query).test({ a }));
    }
  });

  const time = "2026-01-01T00:00:00.000Z";
  const OPERANDS: readonly Json[] = [
    null,
    0,
    1,
    1.5,
    "1",
    "",
    "a",
    time,
    true,
    false,
    [],
    [1],
    [[1]],
    [null],
    {},
    { b: 1 },
  ];
  const VALUES: readonly unknown[] = [
    ...OPERANDS,
    Number.NaN,
    -0,
    -1,
    5,
    1n,
    undefined,
    "2026-01-02",
    ["a", 1],
    [[], [1, ["a"]]],
    [{ b: 1 }, { b: null }],
    [undefined, Number.NaN],
    [-0, 1, "1"],
    [null, [null], { b: 1 }],
    [{ b: 1 }, "a", { b: "1" }, {}],
    [{ b: ["a", 1] }, { b: [[1]] }, [{ b: 1 }]],
    { b: { b: "1" } },
    { toString: 1 },
  ];

  it.each(["a", "a.b", "a.b.b", "a.0", "a.01", "a.0.b", "a.b.0", "a.toString", "toString"])(
    "for every operator, operand and kind of value at %s, and of elements",
    (path) => {
      const conditions: Json[] = [
        ...OPERANDS.flatMap((operand) => [
          operand,
          ...["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"].map((operator) => ({ [operator]: operand })),
          ...["$in", "$nin", "$all"].map((operator) => ({ [operator]: [operand, "b"] })),
          { $not: { $gte: operand } },
        ]),
        { $in: [] },
        { $nin: [] },
        { $in: OPERANDS },
        { $nin: OPERANDS },
        { $exists: true },
        { $exists: false },
        { $size: 1 },
        { $all: ["a", 1] },
        { $all: [] },
        { $elemMatch: { $gte: 0, $not: { $gt: 1 } } },
        { $elemMatch: { $eq: "a" } },
        { $elemMatch: { b: 1 } },
        { $elemMatch: { $or: [{ b: "1" }, { b: null }] } },
        { $elemMatch: {} },
        { $mod: [2, 1] },
        { $regex: "^2026|1|^$" },
        { $not: { $regex: "a", $gt: "" } },
        ...["double", "string", "object", "array", "bool", "null", "int", "number", "date"].map(($type) => ({ $type })),
      ];
      const documents: JsonObject[] = VALUES.flatMap((value) =>
        [
          { a: value },
          { a: { b: value } },
          { a: { b: { b: value } } },
          { a: [{ b: value }, { b: 1 }, 2] },
          { a: { 0: value, "01": 1 } },
          { toString: value },
        ].map((document) => document as JsonObject),
      );
      documents.push({}, ...VALUES.map((value) => ({ a: { toString: value }, l: [value] }) as JsonObject));
      for (const condition of conditions) {
        for (const query of [{ [path]: condition }, { l: { $elemMatch: { [path]: condition } } }]) {
          const plain = plainMingo(query);
          const judge = judging(checkedSearch({ query }).query, new Effort(systemClock), patterns);
          for (const document of documents) {
            let expected: boolean;
            try {
              expected = plain.test(document);
            } catch {
              // In `$mod`: an object with a member `toString` and a bigint cannot be made a number.
              continue;
            }
            // The message is made for what is wrong only, since making it takes longer than judging.
            if (judge(document) !== expected) assert.fail(`${JSON.stringify(query)} of ${inspect(document)}`);
          }
        }
      }
    },
  );

  it("of more values than it remembers, and of long texts", () => {
    const values = Array.from({ length: 600 }, (_, n) => [
      n,
      String(n),
      `${"x".repeat(n)}${n % 3}`,
      n % 2 === 0,
    ]).flat();
    for (const operator of ["$eq", "$ne", "$gt", "$lte"]) {
      for (const operand of [300, "300", `${"x".repeat(300)}0`, true]) {
        const query = { a: { [operator]: operand } };
        const plain = plainMingo(query);
        const judge = judging(checkedSearch({ query }).query, new Effort(systemClock), patterns);
        for (const a of [...values, ...values]) assert.equal(judge({ a }), plain.test({ a }), `${operator} of ${a}`);
      }
    }
  });
});
