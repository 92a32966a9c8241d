import { expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { junkFilter } from "./junk-filter.js";

it.each([
  ["click here", "Then CLICK HERE now.", true],
  ["click here", "Click, then look here.", false],
  ["buy*today", "You can BUY this mug today.", true],
  ["buy*today", "Today you can buy it.", false],
  ["a.c", "abc", false],
  ["/colou?r/", "The COLOR red.", true],
  ["/^The end$/", "It is the end", false],
  ["*", "anything", false],
  ["", "anything", false],
])("the junk line %j on %j is %s", (line, text, expected) => {
  expect(junkFilter([line])(text)).toBe(expected);
});

it("an expression that hangs other engines takes no time", () => {
  const started = cpuMs();
  expect(junkFilter(["/(a+)+$/"])(`${"a".repeat(5000)}!`)).toBe(false);
  expect(cpuMs() - started).toBeLessThan(2000);
});

it("an expression that cannot be read is refused in words", () => {
  expect(() => junkFilter(["fine", "/(?=x)/"])).toThrow(
    /The line "\/\(\?=x\)\/" of articleJunkFilterFile is not a regular expression that can be used\. Correct it/,
  );
});
