import { expect, it } from "vitest";
import { answeredJson } from "./answered-json.js";

it.each<[string, unknown]>([
  ['Here it is: {"a": [1, 2,],}\nDone.', { a: [1, 2] }],
  ["{'a': 'the bee\\'s knees', b: 'it's one', \"c\": \"x'y\"}", { a: "the bee's knees", b: "it's one", c: "x'y" }],
  ['{"a": "one\ntwo"}', { a: "one\ntwo" }],
  ['{"a": 1 "b": [true "x" {"c": 2}] }', { a: 1, b: [true, "x", { c: 2 }] }],
  ['{"a": 1, // the first\n "b": "http://x.test"}', { a: 1, b: "http://x.test" }],
  ["Here it is: [1, 2,] and that is all.", [1, 2]],
  ['{"rows": [{"a": 1}, {"a": 2, "b', { rows: [{ a: 1 }, { a: 2 }] }],
  ['{"a": "a \\"quote\\", {brace}",}', { a: 'a "quote", {brace}' }],
  ['{"a": True, "b": None, "c": "None"}', { a: true, b: null, c: "None" }],
  ['{"a": [{"b": "cut of', { a: [{ b: "cut of" }] }],
  ['```json\n{"a": "```"}\n```', { a: "```" }],
])("%j is read", (answer, expected) => {
  expect(answeredJson(answer)).toEqual(expected);
});

it.each(["", "I like bees.", '{"a": }', "{bees}", "[[["])("%j is refused or empty, and does not hang", (answer) => {
  expect(() => {
    if (JSON.stringify(answeredJson(answer)).length < 10) throw new SyntaxError("empty");
  }).toThrow(SyntaxError);
});
