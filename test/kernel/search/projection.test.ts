import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Effort } from "../../../src/kernel/tasks/search/effort.js";
import { compiledProjection } from "../../../src/kernel/tasks/search/projection.js";
import { type CheckedProjection, checkedSearch } from "../../../src/kernel/tasks/task-query.js";
import { systemClock } from "../../../src/kernel/values/clock.js";
import { copyOf, type JsonObject } from "../../../src/kernel/values/json.js";
import { CASES, documents, plainMingo, projectionsOf, SEED } from "./generated.js";

const asItIs = <T>(value: T) => value;
const withId = fc
  .tuple(fc.option(fc.constantFrom("x", "y"), { nil: undefined }), documents)
  .map(([_id, document]): JsonObject => (_id === undefined ? document : { _id, ...document }));

describe("the compiled projection", () => {
  it("shows of any document what mingo shows, its members in the same order, and leaves the document as it is", () => {
    let covered = 0;
    fc.assert(
      fc.property(
        withId.chain((document) => fc.tuple(fc.constant(document), projectionsOf(document))),
        ([document, asked]) => {
          const { projection } = checkedSearch({ projection: asked });
          if (Object.keys(projection).length === 0) return;
          const project = compiledProjection(projection, asItIs, new Effort(systemClock));
          if (project === undefined) return;
          covered += 1;
          const before = JSON.stringify(document);
          const text = JSON.stringify(project(document));
          assert.equal(JSON.stringify(document), before);
          // There mingo merges into what objects inherit, and changes it for everybody.
          if (/toString/.test(JSON.stringify(projection))) return;
          let expected: unknown;
          try {
            expected = plainMingo({})
              .find([copyOf(document)], { ...projection })
              .all()[0];
          } catch {
            // mingo cannot leave out what would be below null in a list.
            return;
          }
          assert.equal(text, JSON.stringify(expected));
        },
      ),
      { ...SEED, numRuns: CASES * 2 },
    );
    expect(covered).toBeGreaterThan(CASES);
  });

  it("shows members that are named like what every object inherits", () => {
    const document = { data: { toString: [2, { valueOf: 1 }], c: 3 } };
    const shown = (projection: CheckedProjection): unknown =>
      compiledProjection(projection, asItIs, new Effort(systemClock))?.(document);
    expect(shown({ "data.toString": 1 })).toEqual({ data: { toString: [2, { valueOf: 1 }] } });
    expect(shown({ "data.toString.valueOf": 1, "data.c": 1 })).toEqual({ data: { toString: [{ valueOf: 1 }], c: 3 } });
    expect(shown({ "data.toString": 0 })).toEqual({ data: { c: 3 } });
    expect(shown({ "data.valueOf": 1, "hasOwnProperty.call": 1 })).toEqual({ data: {} });
  });

  it("shares nothing with the document when it copies", () => {
    fc.assert(
      fc.property(
        withId.chain((document) => fc.tuple(fc.constant(document), projectionsOf(document))),
        ([document, asked]) => {
          const { projection } = checkedSearch({ projection: asked });
          const shown = compiledProjection(projection, copyOf, new Effort(systemClock))?.(document);
          const stored = new Set(objectsIn(document));
          for (const object of objectsIn(shown)) assert(!stored.has(object));
        },
      ),
      { ...SEED, numRuns: CASES },
    );
  });
});

function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}
