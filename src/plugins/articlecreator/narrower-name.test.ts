import { describe, expect, it } from "vitest";
import { queryTerms } from "../../engines/pages/terms.js";
import { narrowerName } from "./narrower-name.js";

describe("what an article is about when it is about something narrower than the keyword", () => {
  it("is the keyword with the word that stands next to it nearly everywhere", () => {
    const texts = [
      "A bread knife sharpener grinds a wavy edge.",
      "Most bread knife sharpeners have a thin rod.",
      "Buy one of the bread knife sharpeners that has a guard.",
      "Bread knife sharpeners wear out, and a bread knife is seldom sharpened twice.",
    ];
    expect(narrowerName(queryTerms("bread knife"), texts)).toBe("bread knife sharpeners");
  });

  it("may stand before it", () => {
    const texts = Array.from({ length: 4 }, (_, at) => `An electric garden gate opens by itself for ${at} cars.`);
    expect(narrowerName(queryTerms("garden gate"), texts)).toBe("electric garden gate");
  });

  it("is nothing else where the texts speak of the keyword, judge it or hardly name it", () => {
    const of = (...texts: string[]) => narrowerName(queryTerms("garden gate"), texts);
    expect(
      of(
        "A garden gate is made of oak.",
        "Every garden gate needs hinges.",
        "A garden gate post.",
        "Garden gates rot.",
      ),
    ).toBe(undefined);
    expect(of(...Array.from({ length: 5 }, () => "The best garden gate is made of oak."))).toBeUndefined();
    expect(of("An electric garden gate.", "An electric garden gate.")).toBeUndefined();
    expect(
      narrowerName(
        ["gate"],
        Array.from({ length: 5 }, () => "An electric gate."),
      ),
    ).toBeUndefined();
  });
});
