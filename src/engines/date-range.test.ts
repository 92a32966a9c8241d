import { expect, it } from "vitest";
import { isInRange, readDateRange } from "./date-range.js";

it.each([
  ["any", undefined],
  ["", undefined],
  ["d", { last: "d" }],
  [" Week ", { last: "w" }],
  ["2026-01-01..2026-06-30", { from: "2026-01-01", to: "2026-06-30" }],
  ["2026-01-01..", { from: "2026-01-01" }],
  ["..2026-06-30", { to: "2026-06-30" }],
])("reads %j", (text, range) => {
  expect(readDateRange(text)).toEqual(range);
});

it.each([
  "x",
  "..",
  "2026-02-30..",
  "2026-1-1..2026-2-2",
  "2026-06-30..2026-01-01",
  "a..b",
  "2026-01-01",
  "constructor",
])("refuses %j", (text) => {
  expect(() => readDateRange(text)).toThrow(/^dateRange .+ Write any, h, d, w, m, y/);
});

it("tells what is in a range", () => {
  const now = new Date("2026-06-30T12:00:00Z");
  expect(isInRange("2026-06-30T11:30:00Z", { last: "h" }, now)).toBe(true);
  expect(isInRange("2026-06-30T10:30:00Z", { last: "h" }, now)).toBe(false);
  expect(isInRange("2026-06-30", { from: "2026-06-30", to: "2026-06-30" }, now)).toBe(true);
  expect(isInRange("2026-07-01", { to: "2026-06-30" }, now)).toBe(false);
  expect(isInRange("some day", { last: "y" }, now)).toBeUndefined();
});
