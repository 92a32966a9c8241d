import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyOf } from "./json.js";

const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(undefined, null, true, 0, -0, 1.5, "", "text"),
    fc.array(
      tie("value").map((item) => item ?? null),
      { maxLength: 3 },
    ),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor", "1", "toString"), tie("value"), { maxKeys: 4 }),
  ),
}));

describe("a copy", () => {
  it("is what writing and reading the value again gives, in the same order", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify([value ?? null]);
        const copy = copyOf([value ?? null]);
        expect(isDeepStrictEqual(copy, JSON.parse(text))).toBe(true);
        expect(JSON.stringify(copy)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("shares nothing with the value, and leaves the prototype alone", () => {
    const value = JSON.parse('{"list":[{"a":1}],"__proto__":{"b":{"c":2}}}');
    const copy = copyOf(value);
    copy.list[0].a = 0;
    Object.getOwnPropertyDescriptor(copy, "__proto__")!.value.b.c = 0;
    expect(JSON.stringify(value)).toBe('{"list":[{"a":1}],"__proto__":{"b":{"c":2}}}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy.b).toBeUndefined();
  });
});
