import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apertium } from "./apertium.js";
import { startApertium, whyNoApertium } from "./apertium-program.js";
import { pivoting } from "./pivoting.js";
import { type DoubleAnswer, type ServiceDouble, serve } from "./service-double.js";

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

  it("the lines of a text stay, whatever stands in them", async () => {
    const signs =
      "[ ] \\ ^ $ / { } @ # * ~ _ + < > & &amp; <b> [[x]] ^house<n>$ \u27e60\u27e7 {a} %s 42 e\u0301 日本語です。 שלום";
    const part = fc.oneof(
      fc.constantFrom("house", "The", "dog", "end.", "Why?", ...signs.split(" ")),
      fc.constantFrom(" ", "  ", "\n", "\r\n", "\n\n", "\t", "\u00a0", "\u2028", "\u0000"),
      fc.string({ unit: "binary", maxLength: 6 }),
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

const open: ServiceDouble[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Asked {
  readonly langpair: string;
  readonly q: string;
}

/** Answers like Apertium-APY for the pairs given. `translate` makes the translation. */
async function double(
  translate: (asked: Asked) => string | DoubleAnswer,
  pairs: readonly (readonly [string, string])[] = [["eng", "spa"]],
) {
  const made = await serve(({ path, text }) => {
    if (path === "/listPairs") {
      const responseData = pairs.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage }));
      return { json: { responseData, responseDetails: null, responseStatus: 200 } };
    }
    const form = Object.fromEntries(new URLSearchParams(text)) as unknown as Asked;
    const answer = translate(form);
    if (typeof answer !== "string") return answer;
    return { json: { responseData: { translatedText: answer }, responseDetails: null, responseStatus: 200 } };
  });
  open.push(made);
  const queries = () =>
    made.requests.filter(({ path }) => path === "/translate").map(({ text }) => new URLSearchParams(text));
  return { ...made, queries };
}

describe("Apertium-APY", () => {
  it("is asked by POST for plain text without marks", async () => {
    const { url, queries } = await double(({ q }) => q.toUpperCase());
    expect(await apertium({ url }).translate(" One & two\nthree", enToEs)).toBe(" ONE & TWO\nTHREE");
    expect(queries().map(Object.fromEntries)).toEqual([
      { langpair: "eng|spa", q: "One & two\n\nthree", markUnknown: "no", format: "txt" },
    ]);
  });

  it.each<[string, [string, string][], string]>([
    [
      "the plain code before a variant",
      [
        ["spa", "por_BR"],
        ["spa", "por"],
      ],
      "spa|por",
    ],
    ["a variant where there is no plain code", [["spa", "por_BR"]], "spa|por_BR"],
    ["the variant of the text's language too", [["spa_us", "por"]], "spa_us|por"],
    ["two-letter codes of old servers", [["es", "pt"]], "es|pt"],
  ])("takes %s", async (_name, pairs, langpair) => {
    const { url, queries } = await double(({ q }) => q, pairs);
    const translator = apertium({ url });
    expect(await translator.pairs?.(signal)).toEqual(new Map([["es", new Set(["pt"])]]));
    await translator.translate("casa", { from: "es", to: "pt", signal });
    expect(queries().map((form) => form.get("langpair"))).toEqual([langpair]);
  });

  it("languages that are none of ours are left out", async () => {
    const { url } = await double(
      ({ q }) => q,
      [
        ["cat", "spa"],
        ["eng", "epo"],
        ["nno", "nob"],
        ["eng", "eng_US"],
      ],
    );
    expect(await apertium({ url }).pairs?.(signal)).toEqual(new Map());
  });

  it("lines that ran together are translated one by one", async () => {
    const { url, queries } = await double(({ q }) => q.replaceAll("\n", " ").toUpperCase());
    expect(await apertium({ url }).translate("one\ntwo", enToEs)).toBe("ONE\nTWO");
    expect(queries()).toHaveLength(3);
  });

  it("a line that lost a placeholder is translated around it", async () => {
    const { url } = await double(({ q }) => q.replaceAll(/\u27e6\d+\u27e7/g, "").toUpperCase());
    expect(await apertium({ url }).translate("ask {name} or {other} now", enToEs)).toBe("ASK {name} OR {other} NOW");
  });

  it("a word without a translation stays", async () => {
    const { url } = await double(({ q }) => (q === "the" ? "" : q.toUpperCase()));
    expect(await apertium({ url }).translate("the", enToEs)).toBe("the");
  });

  it("marks that are left are taken away, unless the text has them", async () => {
    const { url } = await double(() => "*eso @word #ser");
    expect(await apertium({ url }).translate("a word", enToEs)).toBe("eso word ser");
    expect(await apertium({ url }).translate("a #word", enToEs)).toBe("eso word #ser");
  });

  it.each([
    ["That pair is not installed", "LANGUAGE_PAIR_MISSING"],
    ["Missing argument q", "TRANSLATION_FAILED"],
  ])("status 400 with %j is %s", async (explanation, code) => {
    const { url } = await double(() => ({
      status: 400,
      json: { status: "error", code: 400, message: "Bad Request", explanation },
    }));
    await expect(apertium({ url }).translate("a", enToEs)).rejects.toMatchObject({ code });
  });

  it("a pipeline that hangs is asked again", async () => {
    const error = { status: "error", code: 503, message: "Service Unavailable", explanation: "internal error" };
    const { url, queries } = await double(({ q }) =>
      queries().length < 3 ? { status: 503, json: error } : q.toUpperCase(),
    );
    expect(await apertium({ url, wait: async () => {} }).translate("a", enToEs)).toBe("A");
  });

  it.each([{ responseData: {} }, { responseData: { translatedText: null } }, [], null])(
    "%j is no translation",
    async (json) => {
      const { url } = await double(() => ({ json }));
      await expect(apertium({ url }).translate("a", enToEs)).rejects.toMatchObject({
        code: "TRANSLATION_FAILED",
        message: expect.stringContaining("sent no translation"),
      });
    },
  );

  it("a server that is something else is told from Apertium-APY", async () => {
    const made = await serve(() => ({ json: { hello: "world" } }));
    open.push(made);
    await expect(apertium({ url: made.url }).translate("a", enToEs)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: `Apertium at ${made.host} does not list its languages. Check that its address is that of Apertium-APY.`,
    });
  });

  it.each(["", " \n\t", "42"])("%j comes back without a call", async (text) => {
    const { url, requests } = await double(({ q }) => q);
    expect(await apertium({ url }).translate(text, enToEs)).toBe(text);
    expect(requests).toEqual([]);
  });
});
