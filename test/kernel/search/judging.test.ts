import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Effort } from "../../../src/kernel/tasks/search/effort.js";
import { mingo } from "../../../src/kernel/tasks/search/mingo.js";
import { patternCompiler } from "../../../src/kernel/tasks/search/patterns.js";
import { checkedSearch } from "../../../src/kernel/tasks/task-query.js";
import { systemClock } from "../../../src/kernel/values/clock.js";
import type { JsonObject } from "../../../src/kernel/values/json.js";
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
});
