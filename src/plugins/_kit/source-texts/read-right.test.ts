import { expect, it } from "vitest";
import { readRight } from "./read-right.js";

const misread = (text: string, charset: string) => new TextDecoder(charset).decode(new TextEncoder().encode(text));
const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

it("puts right what was UTF-8 and read as another character set", () => {
  const text = "There\u2019s a caf\u00e9 \u2013 \u201copen\u201d \u{1f600}.";
  expect(readRight(misread(text, "windows-1252"))).toBe(text);
  expect(readRight(latin1(text))).toBe(text);
});

it.each([
  "There\u2019s a caf\u00e9 in \u00c2rles.",
  "Plain text.",
  `${latin1("There\u2019s")} a caf\u00e9 here.`,
  "\u00ab CAF\u00c9\u00bb et th\u00e9 \u00bb",
])("leaves %j as it is", (text) => {
  expect(readRight(text)).toBe(text);
});
