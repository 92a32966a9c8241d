import { describe, expect, it } from "vitest";
import { isBareNoun, namedByHeading } from "./named-by-heading.js";

describe("the beginning of a section below a name of code", () => {
  it.each([
    ["This method empties the pump.", "pump.drain(seconds)", "The pump.drain() method empties the pump."],
    ["Returns the number of records.", "pump.length", "pump.length returns the number of records."],
    ["Automatically closes the sink.", "pump.end()", "pump.end() automatically closes the sink."],
    ["Used to check for a valve.", "hasValve(name)", "hasValve() is used to check for a valve."],
  ])("%j has the name: %j", (text, name, expected) => {
    expect(namedByHeading({ text, code: [] }, { heading: name, code: [name] })?.text).toBe(expected);
  });

  it("has its own code where that is then", () => {
    const named = namedByHeading(
      { text: "Returns a list.", code: [{ from: 10, to: 14 }] },
      { heading: "Method pump.rows()", code: ["pump.rows()"] },
    );
    expect(named!.text).toBe("The pump.rows() method returns a list.");
    expect(named!.code.map(({ from, to }) => named!.text.slice(from, to))).toEqual(["pump.rows()", "list"]);
  });

  it.each([
    ["A pump moves records.", "pump()"],
    ["Returns are rare.", "pump()"],
    ["This method of moving records is old.", "pump()"],
  ])("%j stays", (text, name) => {
    expect(namedByHeading({ text, code: [] }, { heading: name, code: [name] })).toBeUndefined();
  });

  it("stays below a heading that is more than the name", () => {
    const heading = { heading: "How pump() works", code: ["pump()"] };
    expect(namedByHeading({ text: "Returns a list.", code: [] }, heading)).toBeUndefined();
  });
});

describe("an entry of a manual", () => {
  it.each([
    ["A pool of clients connected to the same server that selects the next one in turn.", true],
    ["Class decorator factory that allows the members of a class to be given at run time.", true],
    ["An object with two members.", true],
    ["A pool of clients is connected to the same server.", false],
    ["A pump that stops has closed its sink.", false],
    ["Pumps move records from a source to a sink.", false],
    ["The members of a pool share a server.", false],
    ["Use a pool for many requests.", false],
  ])("%j is a noun alone: %j", (text, expected) => {
    expect(isBareNoun(text)).toBe(expected);
  });
});
