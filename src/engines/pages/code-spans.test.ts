import { describe, expect, it } from "vitest";
import { codeSpans, leftOut, unmistakableCode } from "./code-spans.js";

describe("code in a text", () => {
  it("is found as a whole, the longer piece before the shorter", () => {
    const text = "Call a.b() and a, but not data or a.bc.";
    const found = codeSpans(text, ["a", "a.b()"]).map(({ from, to }) => text.slice(from, to));
    expect(found).toEqual(["a.b()", "a", "a"]);
  });

  it("cannot be mistaken where nothing else looks like it", () => {
    expect(
      unmistakableCode("The rows are rows of get().", [
        { from: 4, to: 8 },
        { from: 21, to: 26 },
      ]),
    ).toEqual(["get()"]);
  });

  it("stays where it is when something before it is left out, and whole", () => {
    const text = "An array[1] is read by a[0] (see b) with get().";
    const code = [
      { from: 23, to: 27 },
      { from: 33, to: 34 },
      { from: 41, to: 46 },
    ];
    const left = leftOut({ text, code }, /\[\d\]| \(see [^)]*\)/g);
    expect(left.text).toBe("An array is read by a[0] with get().");
    expect(left.code!.map(({ from, to }) => left.text.slice(from, to))).toEqual(["a[0]", "get()"]);
  });
});
