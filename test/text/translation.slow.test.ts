import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apertium, pivoting } from "../../src/adapters/translation/index.js";
import { createScriptorium, firstVariant, lintSpintax, type Scriptorium } from "../../src/index.js";
import { startApertium, whyNoApertium } from "../doubles/apertium-program.js";

const missing = whyNoApertium();
const login = "ann@example.com";

describe.skipIf(missing !== undefined)(`paraphrasing with the real Apertium${missing ? ` (${missing})` : ""}`, () => {
  let server: Awaited<ReturnType<typeof startApertium>>;
  let scriptorium: Scriptorium;
  beforeAll(async () => {
    server = await startApertium();
    const translator = pivoting(apertium({ url: server.url }), { through: ["en", "es"] });
    scriptorium = createScriptorium({ providers: { translator } });
  }, 60_000);
  afterAll(async () => {
    await scriptorium?.stop();
    await server?.stop();
  });

  it("from English into Spanish keeps numbers and markup, as spintax", async () => {
    const text =
      "<p>The workers <b>built</b> 12 houses because the city was small.</p>\n<p>The children read many books, and the old man drank 3 glasses of water.</p>";
    const { text: result, notes } = await scriptorium.kernel.text.paraphrase(text, login, { finalLanguage: "es" });
    expect(notes).toEqual([]);
    expect(lintSpintax(result)).toEqual([]);
    expect(result).toMatch(/\{[^{}]+\|/);
    const first = firstVariant(result);
    expect(first).toMatch(/^<p>.*<b>.*<\/b>.*<\/p>\n<p>.*<\/p>$/);
    for (const part of ["12", "3", "niños", "agua"]) expect(first).toContain(part);
  }, 30_000);

  it("from Spanish into English is translated and then paraphrased", async () => {
    const { text } = await scriptorium.kernel.text.paraphrase("Los niños leen muchos libros en la casa vieja.", login, {
      sourceLanguage: "es",
      finalLanguage: "en",
    });
    expect(text).toMatch(/\b(children|boys|sons)\b/i);
    expect(text).toMatch(/\bbooks\b/i);
  }, 30_000);

  it("into French goes through Spanish", async () => {
    const { text } = await scriptorium.kernel.text.paraphrase("The water is cold.", login, { finalLanguage: "fr" });
    expect(firstVariant(text)).toMatch(/\beau\b/i);
  }, 30_000);

  it("into a language that it has no pair for is refused with the languages", async () => {
    await expect(
      scriptorium.kernel.text.paraphrase("The house is big.", login, { finalLanguage: "ja" }),
    ).rejects.toMatchObject({ code: "LANGUAGE_PAIR_MISSING", message: expect.stringMatching(/Japanese/) });
  }, 30_000);
});
