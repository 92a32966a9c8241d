import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaskHint } from "../kernel/storage.js";
import { fits, narrowed } from "./hints.js";

describe("what a hint says about the indexed fields", () => {
  it("joins conditions on one field, and takes the job name for the name", () => {
    const hint = {
      all: [
        { path: "name", values: ["a", "b", "b"] },
        { path: "status", values: ["draft"] },
        { path: "data.jobName", values: ["b", "c"] },
        { path: "name", range: { gte: "b" } },
      ],
    };
    expect(narrowed(hint)).toEqual([
      { field: "name", values: new Set(["b"]) },
      { field: "status", values: new Set(["draft"]) },
    ]);
  });

  it.each<[string, TaskHint]>([
    ["values that are not text", { path: "group", values: [1, true] }],
    ["no values", { path: "type", values: [] }],
    ["values that exclude each other", { all: [name("a"), name("b")] }],
    ["values outside a range", { all: [name("a"), { path: "name", prefix: "b" }] }],
    ["a range of numbers", { path: "name", range: { gt: 1, lt: 3 } }],
    ["no alternatives", { any: [] }],
    ["alternatives that are impossible", { any: [{ path: "type", values: [] }, { any: [] }] }],
    ["one part that is impossible", { all: [name("a"), { any: [] }] }],
  ])("sees that nothing can match: %s", (_what, hint) => {
    expect(narrowed(hint)).toBe("none");
  });

  it.each<[string, TaskHint | undefined]>([
    ["no hint", undefined],
    ["no conditions", { all: [] }],
    [
      "other paths",
      { all: ["data.size", "", "constructor", "_ID", "name.length"].map((path) => ({ path, prefix: "a" })) },
    ],
    ["an alternative on another path", { any: [name("a"), { path: "data.size", values: [1] }] }],
    ["an empty prefix", { path: "name", prefix: "" }],
    ["a prefix of which nothing sorts alike everywhere", { path: "name", prefix: "\u{1f41d}" }],
  ])("knows when it cannot narrow: %s", (_what, hint) => {
    expect(narrowed(hint)).toBe("all");
  });

  it("drops impossible alternatives, and leaves one alone as it is", () => {
    expect(narrowed({ any: [name("a"), { path: "type", values: [] }] })).toEqual([
      { field: "name", values: new Set(["a"]) },
    ]);
    expect(narrowed({ any: [name("a"), { path: "group", values: ["g"] }] })).toEqual([
      { any: [[{ field: "name", values: new Set(["a"]) }], [{ field: "group", values: new Set(["g"]) }]] },
    ]);
  });

  it("never rejects what a range or a prefix admits, by code unit and by code point", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "\ud7ff", "\ue000", "\uffee", "\u{1f41d}", "\u{10ffff}"),
      maxLength: 3,
    });
    fc.assert(
      fc.property(text, text, text, (value, one, other) => {
        const task = { _id: "", type: "", status: "draft" as const, group: "", name: value };
        const admitting: TaskHint[] = [];
        if (value.startsWith(one)) admitting.push({ path: "name", prefix: one });
        if (value > one) admitting.push({ path: "name", range: { gt: one } });
        if (value <= other) admitting.push({ path: "name", range: { lte: other } });
        for (const hint of [...admitting, { all: admitting }]) {
          const wanted = narrowed(hint);
          expect(fits(task, wanted)).toBe(true);
          if (typeof wanted === "string") continue;
          for (const leaf of wanted) {
            if (!("field" in leaf) || "values" in leaf) continue;
            if (leaf.from !== undefined) expect(byCodePoint(leaf.from, value)).toBeLessThanOrEqual(0);
            if (leaf.to !== undefined) expect(byCodePoint(value, leaf.to)).toBeLessThanOrEqual(0);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

function name(...values: string[]): TaskHint {
  return { path: "name", values };
}

function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
