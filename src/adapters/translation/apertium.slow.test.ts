import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { startApertium, whyNoApertium } from "../../../test/doubles/apertium-program.js";
import { apertium } from "./apertium.js";
import { pivoting } from "./pivoting.js";

const signal = AbortSignal.timeout(60_000);
const enToEs = { from: "en", to: "es", signal };

const missing = whyNoApertium();
describe.skipIf(missing !== undefined)(`the real Apertium-APY${missing === undefined ? "" : ` (${missing})`}`, () => {
  let server: Awaited<ReturnType<typeof startApertium>>;
  let translator: ReturnType<typeof apertium>;
  beforeAll(async () => {
    server = await startApertium();
    translator = apertium({ url: server.url });
  });
  afterAll(async () => await server?.stop());

  it("lists its pairs in our codes, variants like por_BR among them", async () => {
    const pairs = await translator.pairs?.(signal);
    expect(pairs?.get("en")).toContain("es");
    expect([...(pairs?.get("es") ?? [])]).toEqual(expect.arrayContaining(["en", "fr", "pt"]));
    expect(pairs?.get("fr")).toContain("es");
    expect(pairs?.get("pt")).toContain("es");
  });

  it.each([
    ["en", "es", "The red house is big.", "La casa roja es grande."],
    ["es", "en", "La casa roja es grande.", "The red house is big."],
    ["es", "pt", "La casa es grande.", "A casa é grande."],
    ["fr", "es", "La maison est grande.", "La casa es grande."],
  ])("translates from %s to %s", async (from, to, text, translation) => {
    expect(await translator.translate(text, { from, to, signal })).toBe(translation);
  });

  it("takes around through Spanish what it has no pair for", async () => {
    const text = "La maison est grande.";
    const options = { from: "fr", to: "en", signal };
    await expect(translator.translate(text, options)).rejects.toMatchObject({ code: "LANGUAGE_PAIR_MISSING" });
    expect(await pivoting(translator, { through: ["en", "es"] }).translate(text, options)).toBe("The house is big.");
  });

  it("keeps lines, lists, tabs and white space", async () => {
    const text = "  The house\r\n\r\n- The dog is big.\n\t- The cat is red.  It sleeps.\n\n\n";
    expect(await translator.translate(text, enToEs)).toMatch(
      /^ {2}La casa\r\n\r\n- El perro es grande\.\n\t- El gato es rojo\. {2}\S.*\.\n\n\n$/,
    );
  });

  it("leaves unknown words without a mark", async () => {
    expect(await translator.translate("The zorblax is red.", enToEs)).toMatch(/^\S+ zorblax es roj[oa]\.$/);
  });

  it("keeps stars, number signs, braces, addresses, tags and numbers", async () => {
    const text =
      "The *red* house #7 of {name} costs 1,234.50 at https://example.com/the-red-house, or write to red@house.example <b>now</b>.";
    const translation = await translator.translate(text, enToEs);
    for (const kept of [
      "#7",
      "{name}",
      "1,234.50",
      "https://example.com/the-red-house",
      "red@house.example",
      "<b>",
      "</b>",
    ]) {
      expect(translation).toContain(kept);
    }
    expect(translation.match(/\*/g)).toHaveLength(2);
    expect(translation).not.toMatch(/[\u27e6\u27e7]/);
  });

  it("signs of its own language of markup come through", async () => {
    const text = "The dog ^a$ sees [b] and c/d, e\\f, g<h and i_j~k.";
    const translation = await translator.translate(text, enToEs);
    for (const sign of ["^", "$", "[", "]", "/", "\\", "<", "_", "~"]) expect(translation).toContain(sign);
  });

  it("control characters stay, and the next text is not mixed up with this one", async () => {
    expect(await translator.translate("The dog\u0000the cat", enToEs)).toMatch(/^El perro\u0000el gato$/i);
    expect(await translator.translate("The house", enToEs)).toBe("La casa");
  });

  it("a text of 100 KB comes back with all its lines", async () => {
    const text = Array.from(
      { length: 1_500 },
      (_, index) => `The red house number ${index} is very big and has a large garden.`,
    ).join("\n");
    const lines = (await translator.translate(text, enToEs)).split("\n");
    expect(lines).toHaveLength(1_500);
    lines.forEach((line, index) => {
      expect(line.match(/\d+/g)).toEqual([String(index)]);
      expect(line).toContain("grande");
    });
  });

  it("the lines of a text stay, whatever is in them", async () => {
    const signs =
      "[ ] \\ ^ $ / { } @ # * ~ _ + < > & &amp; <b> [[x]] ^house<n>$ \u27e60\u27e7 {a} %s 42 e\u0301 日本語です。 שלום";
    const part = fc.oneof(
      fc.constantFrom("house", "The", "dog", "end.", "Why?", ...signs.split(" ")),
      fc.constantFrom(" ", "  ", "\n", "\r\n", "\n\n", "\t", "\u00a0", "\u2028", "\u0000"),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    const breaks = (text: string) => text.match(/[\n\r\t\u2028\u0000]/g);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const text = parts.join("");
        expect(breaks(await translator.translate(text, enToEs))).toEqual(breaks(text));
      }),
    );
  });

  it("many texts at once do not get mixed up", async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `The house ${index} is big.`);
    const translations = await Promise.all(texts.map((text) => translator.translate(text, enToEs)));
    expect(translations).toEqual(texts.map((_, index) => `La casa ${index} es grande.`));
  });
});
