import { expect, it } from "vitest";
import { readMarks } from "./refusal-marks.js";

const read = (row: string) => readMarks({ name: "test.txt", text: `[answer]\n${row}\n[page]\n` });

it("a row of the table of refusal marks holds where all of its conditions do", () => {
  const [mark] = read("block | A maker | status: 403, 406 | header: x-made-by = a maker").answer;
  const shows = (status: number, headers: Record<string, string>) =>
    mark!.shows({ status, headers, url: new URL("https://a.test/") });
  expect(mark!.refusal).toEqual({ kind: "block", by: "A maker" });
  expect(shows(403, { "x-made-by": "A Maker" })).toBe(true);
  expect(shows(200, { "x-made-by": "A Maker" })).toBe(false);
  expect(shows(406, { "x-made-by": "somebody" })).toBe(false);
});

it.each([
  ["a kind that does not exist", "wall | A maker | refused", /kind cannot be "wall"; use captcha, challenge/],
  ["a condition that does not exist", "block | A maker | colour: red", /there is no condition "colour"; use one of/],
  ["a condition of pages above them", "block | A maker | says: denied", /there is no condition "says"; use one of/],
  ["an expression that is none", "block | A maker | path: (", /"path" cannot be used with "\("/],
  ["a status that is no number", "block | A maker | status: four", /"status" cannot be used with "four"/],
  ["a condition without its value", "block | A maker | host", /"host" cannot be used with ""/],
])("%s is refused with its line", (_what, row, message) => {
  expect(() => read(row)).toThrow(message);
  expect(() => read(row)).toThrow(/^data\/test\.txt, line 2: /);
});
