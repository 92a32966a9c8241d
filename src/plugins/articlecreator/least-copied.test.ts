import { describe, expect, it } from "vitest";
import { escapeSpintax, seededRandom } from "../../kernel/index.js";
import { createChoice } from "./least-copied.js";

const LONG = "The keeper wound the clockwork of the lamp every four hours so that the light turned all night long";

describe("of the variants of a sentence", () => {
  it("one is chosen that leaves no run of more than fifteen words, whatever chance names first", () => {
    const spintax = `{${LONG}|${LONG}|${LONG}|${LONG.replace(" so that ", ", and ")}}`;
    for (let seed = 0; seed < 20; seed += 1) {
      const { text } = createChoice(seededRandom(String(seed)))(spintax, LONG);
      expect(text).toContain(", and ");
    }
  });

  it("any is chosen where none of them is copied for long", () => {
    const texts = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1)
      texts.add(createChoice(seededRandom(String(seed)))("{The lamp|A lamp} turned.", "The lamp turned.").text);
    expect(texts.size).toBe(2);
  });

  it("the sentence before counts, for a run goes on from one to the next", () => {
    const first = "The keeper wound the clockwork of the lamp twice";
    const second = "Every four hours the light was checked and the wick was cut";
    const spintax = `{${second}|${second}|${second}|The light was checked every four hours, the wick being cut}`;
    for (let seed = 0; seed < 20; seed += 1) {
      const chosen = createChoice(seededRandom(String(seed)));
      chosen(escapeSpintax(first), first);
      expect(chosen(spintax, second).text).not.toBe(second);
    }
  });

  it("the sentence stays where it has no variant", () => {
    expect(createChoice(seededRandom("1"))(LONG, LONG).text).toBe(LONG);
  });
});
