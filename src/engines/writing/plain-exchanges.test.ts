import { describe, expect, it } from "vitest";
import { renderSpintax, seededRandom, splitSpintax } from "../../kernel/index.js";
import { type PlainStrength, plainExchanges } from "./plain-exchanges.js";

/** The text with every exchange made. */
function exchanged(text: string, strength: PlainStrength = "plain", protectedWords: readonly string[] = []): string {
  const last = { ...seededRandom("unused"), integer: (_from: number, to: number) => to };
  return renderSpintax(plainExchanges(text, protectedWords, strength), last);
}

describe("function words, measures and numbers have other forms", () => {
  it.each([
    ["Heat the glaze to 80 °C for two hours.", "Heat the glaze to 80 degrees Celsius for 2 hours."],
    [
      "The kiln loses 15 per cent of its heat, so the door stays shut.",
      "The kiln loses 15% of its heat, and so the door stays shut.",
    ],
    [
      "A shelf of 20 to 25 cm was used in the eighteenth century.",
      "A shelf of 20–25 centimetres was used in the 18th century.",
    ],
    ["The potter does not wait, for it is late.", "The potter doesn't wait, because it's late."],
    ["Fire it twice a day in each kiln.", "Fire it twice per day in every kiln."],
  ])("%s", (text, wanted) => {
    expect(exchanged(text)).toBe(wanted);
  });

  it("what the text has stands first", () => {
    const [group] = splitSpintax("{a|b}");
    expect(group?.kind).toBe("choice");
    expect(plainExchanges("It cannot burn.", [], "plain")).toBe("It {cannot |can't }burn.");
  });

  it.each([
    "No more than 20 pots fit, and no fewer.",
    "The ratio of 3 to 1 is from 5 to 8 in spring.",
    "It does not only burn but also melts.",
    "The sign says “it is two hours” and `it is` so.",
    "The wet clay is not the fault, but the glaze is.",
    "Between the two, the gap between 5 and 9 grows.",
    "Two or three weeks pass.",
  ])("and none where they would say something else: %s", (text) => {
    expect(exchanged(text)).toBe(text);
  });

  it("and protected words stay", () => {
    expect(exchanged("He fires the two hours kiln.", "plain", ["two hours kiln"])).toBe("He fires the two hours kiln.");
  });
});

describe("where that is not enough", () => {
  it("fillers, brackets and clauses that tell more of a thing go", () => {
    expect(
      exchanged(
        "Potash already helps: the glaze, which holds iron, melts (at red heat) on a very hot shelf.",
        "shorter",
      ),
    ).toBe("Potash helps: the glaze melts on a hot shelf.");
    for (const kept of ["Swans announce themselves by sound.", "Fire it in gas (hot) or in wood (mild)."])
      expect(exchanged(kept, "shorter")).toBe(kept);
    expect(exchanged("Then the kiln itself cracks.", "shorter")).toBe("Then the kiln cracks.");
    const text = "Potters use ash from vines, which melts early.";
    expect(exchanged(text, "shorter")).toBe(text);
    expect(exchanged(text, "shortest")).toBe("Potters use ash from vines.");
    const named = "Anna, whose kiln was small, and early, fired twice.";
    expect(exchanged(named, "shortest")).toBe(named);
  });
});
