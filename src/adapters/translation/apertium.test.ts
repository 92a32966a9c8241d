import { afterEach, describe, expect, it } from "vitest";
import { type DoubleAnswer, type ServiceDouble, serve } from "../../../test/doubles/translation-service.js";
import { apertium } from "./apertium.js";

const signal = AbortSignal.timeout(60_000);
const enToEs = { from: "en", to: "es", signal };

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

  it("another kind of server is distinguished from Apertium-APY", async () => {
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
