import { expect, it } from "vitest";
import { narrowings } from "./hints.js";

it("clauses on one field are joined, and the job name counts as the name", () => {
  const hint = [
    { path: "name", values: ["a", "b", "b"] },
    { path: "status", values: ["draft"] },
    { path: "data.jobName", values: ["b", "c"] },
  ];
  expect(narrowings(hint)).toEqual([
    { field: "name", values: new Set(["b"]) },
    { field: "status", values: new Set(["draft"]) },
  ]);
});

it("values that are not text match nothing, and neither does a clause without values", () => {
  expect(narrowings([{ path: "group", values: [1, null, ["a"], { a: "a" }, true] }])).toEqual([
    { field: "group", values: new Set() },
  ]);
  expect(narrowings([{ path: "type", values: [] }])).toEqual([{ field: "type", values: new Set() }]);
});

it("paths that no index is kept for narrow nothing", () => {
  const paths = ["data.size", "", "constructor", "__proto__", "_ID", "name.length"];
  expect(narrowings(paths.map((path) => ({ path, values: ["a"] })))).toEqual([]);
  expect(narrowings()).toEqual([]);
});
