import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, mergedDeep } from "../values/json.js";
import { type Marks, NO_MARKS } from "./marks.js";
import { MASK } from "./secret-names.js";
import { type Hidden, takenOut } from "./taking-out.js";

/** Marks that count how often they are asked. */
function counting(): { readonly marks: Marks; asked: number } {
  const count = { asked: 0, marks: NO_MARKS };
  const marks: Marks = {
    secret: undefined,
    member() {
      count.asked += 1;
      return marks;
    },
    element: () => marks,
  };
  return Object.assign(count, { marks });
}

/** The data object as it is stored and was looked through; secrets are sealed by an `s` before them. */
function stored(posted: JsonObject, marks: Marks): Hidden {
  const first = takenOut(posted, NO_MARKS);
  const sealed = Object.fromEntries([...first.fresh].map(([place, text]) => [place, `s${text}`]));
  const { data, kept, unfounded } = takenOut(first.data, marks, { data: first.data, sealed });
  // A post with these would have been refused.
  fc.pre(unfounded.length === 0);
  const keptOnes = [...kept].map(([place, one]) => [place, "sealed" in one ? one.sealed : one.text]);
  return { data, sealed: Object.fromEntries(keptOnes), marks };
}

const names = fc.constantFrom("a", "list", "password", "secrets", "0");
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>("", "x", "y", MASK, 1, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const object = fc.dictionary(names, value, { maxKeys: 5 });

describe("secrets are taken out of a data object", () => {
  it("without a second look at what is stored and has not changed", () => {
    const members = Object.fromEntries(Array.from({ length: 50 }, (_one, index) => [`field${index}`, { text: "x" }]));
    const count = counting();
    const before = stored(members, count.marks);
    expect(count.asked).toBe(100);
    takenOut(mergedDeep(before.data, { field7: { text: "y" }, more: 1 }) as JsonObject, count.marks, before);
    // `field7`, its text, and `more`.
    expect(count.asked).toBe(103);
  });

  it("with the same result whether or not what has not changed is looked at again", () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), (data, posted, isMerged) => {
        const before = stored(data, NO_MARKS);
        const after = isMerged ? (mergedDeep(before.data, posted) as JsonObject) : posted;
        const { marks: _marks, ...onlyRead } = before;
        expect(takenOut(after, NO_MARKS, before)).toEqual(takenOut(after, NO_MARKS, onlyRead));
      }),
      { numRuns: 2000 },
    );
  });
});
