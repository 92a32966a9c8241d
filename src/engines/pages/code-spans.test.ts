import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
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

  it("is the same piece after anything is left out around it, and ends before what it goes on into", () => {
    const piece = fc.record({ text: fc.constantFrom("a", "[1]", " b", "c[2]d"), isCode: fc.boolean() });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let text = "";
        const code: { from: number; to: number }[] = [];
        for (const { text: own, isCode } of pieces) {
          if (isCode) code.push({ from: text.length, to: text.length + own.length });
          text += own;
        }
        const left = leftOut({ text, code }, /\[\d\]/g);
        expect((left.code ?? []).map(({ from, to }) => left.text.slice(from, to))).toEqual(
          pieces.filter(({ isCode }) => isCode).map((each) => each.text),
        );
        expect(left.text).toBe(
          pieces.map((each) => (each.isCode ? each.text : each.text.replace(/\[\d\]/g, ""))).join(""),
        );
      }),
    );
    expect(leftOut({ text: "ab[1] c", code: [{ from: 0, to: 4 }] }, /\[\d\]/g)).toEqual({
      text: "ab c",
      code: [{ from: 0, to: 2 }],
    });
  });

  it("is kept in time that grows with the length of its text", () => {
    const text = "word[1] ".repeat(20_000);
    const code = Array.from({ length: 20_000 }, (_, at) => ({ from: 8 * at, to: 8 * at + 4 }));
    const started = cpuMs();
    expect(leftOut({ text, code }, /\[\d\]/g).code).toHaveLength(20_000);
    expect(cpuMs() - started).toBeLessThan(1_000);
  });
});
