import { describe, expect, it } from "vitest";
import { articleBreaks, differingFacts, namesOf, vulgarWords } from "../../quality/facts.mjs";

describe("facts of a text", () => {
  it("a rewrite with the same facts in another order differs in none", () => {
    const before = 'On 4 March, Ines Talbrook did not close the bridge. "It is safe," she said.';
    const after = 'Ines Talbrook did not shut the bridge on 4 March. "It is safe," she said.';
    expect(differingFacts(before, after)).toEqual([]);
  });

  it.each([
    ["a number", "It costs 2,400 euros.", "It costs 2,500 euros."],
    ["a number in words", "It takes three days.", "It takes four days."],
    ["a lost negation", "They did not agree.", "They agreed."],
    ["a new negation", "They agreed.", "They never agreed."],
    ["a name", "We met Petra in the town.", "We met Paula in the town."],
    ["a lost name", "We met Petra in the town.", "We met her in the town."],
    ["words of a quotation", 'He said "we will go" to her.', 'He said "we will leave" to her.'],
    ["an address", "See https://a.example/x for more.", "See https://a.example/y for more."],
  ])("sees %s", (_, before, after) => {
    expect(differingFacts(before, after)).not.toEqual([]);
  });

  it("the first word of a sentence is no name, words of capitals are one", () => {
    expect([...namesOf("Boats from Port Annick carry GPS. They said I've seen it.")]).toEqual([
      "Port",
      "Annick",
      "GPS",
    ]);
  });
});

describe("a and an", () => {
  it("go by the sound", () => {
    expect(
      articleBreaks("a unit, an hour, a European, an FBI agent, an 8, a one-way street, an umbrella, a usual day"),
    ).toEqual([]);
    expect(articleBreaks("a apple, an car, an university, a hour")).toEqual([
      "a apple",
      "an car",
      "an university",
      "a hour",
    ]);
  });

  it("a letter is no article", () => {
    expect(articleBreaks("It has vitamin A in it. Plan A ends here.")).toEqual([]);
  });
});

it("vulgar words count when the source has them not, and within other words never", () => {
  expect(vulgarWords("The class passes the cockpit and bloody {ruins|pisses off} it", "the class")).toEqual(["pisses"]);
  expect(vulgarWords("a screw up", "a screw up")).toEqual([]);
});
