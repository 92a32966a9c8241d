import { describe, expect, it } from "vitest";
import { cleanHeading } from "./headings.js";

describe("a heading", () => {
  it.each([
    ["kernel.tasks.patch", "kernel.tasks.patch"],
    ["decorate(name, value, [dependencies])", "decorate(name, value, [dependencies])"],
    ["the onRequest hook", "The onRequest Hook"],
    ["changed preParsing hook behavior (#2286)", "Changed preParsing Hook Behavior"],
    ["event: 'pump:valve:open'", "Event: 'pump:valve:open'"],
    ["options such as --harmony", "Options Such as --harmony"],
    ["iPhone and other telephones", "iPhone and Other Telephones"],
    ["parts of the lock(s)", "Parts of the Lock(s)"],
  ])("writes names of code as they are: %s", (text, expected) => {
    expect(cleanHeading(text)).toBe(expected);
  });
});
