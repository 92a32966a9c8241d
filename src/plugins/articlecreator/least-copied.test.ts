import { describe, expect, it } from "vitest";
import { escapeSpintax, seededRandom } from "../../kernel/index.js";
import { createChoice } from "./least-copied.js";

const LONG = "The keeper wound the clockwork of the lamp every four hours so that the light turned all night long";

describe("of the variants of a sentence", () => {
  it("one is chosen that leaves no run of more than fifteen words, whatever chance names first", () => {
    const spintax = `{${LONG}|${LONG}|${LONG}|${LONG.replace(" so that ", ", and ")}}`;
    for (let seed = 0; seed < 20; seed += 1) {
      const { text } = createChoice(seededRandom(String(seed)), "spin").of(spintax, LONG);
      expect(text).toContain(", and ");
    }
  });

  it("any is chosen where none of them is copied for long", () => {
    const texts = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1)
      texts.add(
        createChoice(seededRandom(String(seed)), "spin").of("{The lamp|A lamp} turned.", "The lamp turned.").text,
      );
    expect(texts.size).toBe(2);
  });

  it("the sentence before counts, for a run goes on from one to the next", () => {
    const first = "The keeper wound the clockwork of the lamp twice";
    const second = "Every four hours the light was checked and the wick was cut";
    const spintax = `{${second}|${second}|${second}|The light was checked every four hours, the wick being cut}`;
    for (let seed = 0; seed < 20; seed += 1) {
      const chosen = createChoice(seededRandom(String(seed)), "spin");
      chosen.of(escapeSpintax(first), first);
      expect(chosen.of(spintax, second).text).not.toBe(second);
    }
  });

  it("the sentence stays where it has no variant", () => {
    expect(createChoice(seededRandom("1"), "spin").of(LONG, LONG).text).toBe(LONG);
  });

  it("a paraphrase keeps the words of the text and changes its clauses", () => {
    const spintax = `{${LONG.replace(" so that ", ", and ").replace("lamp", "{bulb|lamp}")}|${LONG.replace("lamp", "{bulb|lamp}")}}`;
    for (let seed = 0; seed < 20; seed += 1)
      expect(createChoice(seededRandom(String(seed)), "paraphrase").of(spintax, LONG).text).toBe(
        LONG.replace(" so that ", ", and "),
      );
  });

  it("a paraphrase changes one word where that is enough to end a long run", () => {
    const variants = (text: string) => text.replace("keeper", "{guard|keeper}").replace("lamp", "{bulb|torch|lamp}");
    for (const source of [LONG, LONG.replace("all night long", "all night")]) {
      const { text, spintax } = createChoice(seededRandom("1"), "paraphrase").of(variants(source), source);
      expect(text).toBe(source.replace("lamp", "bulb"));
      expect(spintax).toContain("{bulb|lamp|torch}");
    }
  });
});
