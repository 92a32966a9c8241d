import { afterEach, describe, expect, it } from "vitest";
import { type LibreTranslateDoubleOptions, serveLibreTranslate } from "../../../test/doubles/libre-translate.js";
import type { ServiceDouble } from "../../../test/doubles/translation-service.js";
import { libreTranslate } from "./libre-translate.js";

const open: ServiceDouble[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function server(options: LibreTranslateDoubleOptions = {}) {
  const made = await serveLibreTranslate(options);
  open.push(made);
  return made;
}

const signal = AbortSignal.timeout(60_000);
const enToEs = { from: "en", to: "es", signal };
const posted = ({ requests }: ServiceDouble) =>
  requests.filter(({ method }) => method === "POST").map(({ text }) => JSON.parse(text) as Record<string, unknown>);

describe("LibreTranslate", () => {
  it("translates one line as a text and several as a list, as plain text", async () => {
    const double = await server();
    const translator = libreTranslate({ url: double.url });
    expect(await translator.translate("The dog sleeps.", enToEs)).toBe("[es The dog sleeps.]");
    expect(await translator.translate(" One\n\n  Two\n3\n", enToEs)).toBe(" [es One]\n\n  [es Two]\n3\n");
    expect(posted(double)).toEqual([
      { q: "The dog sleeps.", source: "en", target: "es", format: "text" },
      { q: ["One", "Two"], source: "en", target: "es", format: "text" },
    ]);
  });

  it("answers below the path it is mounted at", async () => {
    const { url } = await server({ prefix: "/translator" });
    expect(await libreTranslate({ url: `${url}/translator` }).translate("a", enToEs)).toBe("[es a]");
  });

  it.each(["", "  \n", "1,234.5", "\u{1f600}"])("%j comes back without a call", async (text) => {
    const double = await server();
    expect(await libreTranslate({ url: double.url }).translate(text, enToEs)).toBe(text);
    expect(double.requests).toEqual([]);
  });

  it("a text that is already in the language comes back without a call", async () => {
    const double = await server();
    const same = { from: "es", to: "es", signal };
    expect(await libreTranslate({ url: double.url }).translate("hola", same)).toBe("hola");
    expect(double.requests).toEqual([]);
  });

  it("names its pairs in our codes, whatever variants it has", async () => {
    const languages = {
      en: ["pb", "zh-Hans", "zh-Hant", "eo"],
      pb: ["en"],
      "zh-Hans": ["en"],
      "zh-Hant": ["en"],
      eo: ["en"],
    };
    const double = await server({ languages });
    const translator = libreTranslate({ url: double.url });
    expect(await translator.pairs?.(signal)).toEqual(
      new Map([
        ["en", new Set(["pt", "zh"])],
        ["pt", new Set(["en"])],
        ["zh", new Set(["en"])],
      ]),
    );
    expect(await translator.translate("a", { from: "en", to: "zh", signal })).toBe("[zh-Hans a]");
    expect(await translator.translate("a", { from: "en", to: "pt", signal })).toBe("[pb a]");
  });

  it("takes the plain code before a variant", async () => {
    const { url } = await server({ languages: { en: ["pb", "zt", "pt", "zh"], pb: [], zt: [], pt: [], zh: [] } });
    const translator = libreTranslate({ url });
    expect(await translator.translate("a", { from: "en", to: "pt", signal })).toBe("[pt a]");
    expect(await translator.translate("a", { from: "en", to: "zh", signal })).toBe("[zh a]");
  });

  it("old servers that do not name targets can do every pair", async () => {
    const { url } = await server({
      instead: ({ path }) => (path === "/languages" ? { json: [{ code: "en" }, { code: "es" }] } : undefined),
    });
    expect(await libreTranslate({ url }).pairs?.(signal)).toEqual(
      new Map([
        ["en", new Set(["es"])],
        ["es", new Set(["en"])],
      ]),
    );
  });

  it("a pair it does not list is missing, and no text is sent", async () => {
    const double = await server();
    await expect(
      libreTranslate({ url: double.url }).translate("hund", { from: "de", to: "fr", signal }),
    ).rejects.toMatchObject({
      code: "LANGUAGE_PAIR_MISSING",
      message: `LibreTranslate at ${double.host} cannot translate from German to French. Install these languages, or set up another translation service.`,
      facts: { from: "de", to: "fr" },
    });
    expect(posted(double)).toEqual([]);
  });

  it("a pair it lists but refuses is missing too", async () => {
    const { url } = await server({
      instead: ({ method }) =>
        method === "POST" ? { status: 400, json: { error: "es is not supported" } } : undefined,
    });
    await expect(libreTranslate({ url }).translate("a", enToEs)).rejects.toMatchObject({
      code: "LANGUAGE_PAIR_MISSING",
    });
  });

  it("keeps to the character limit of the settings", async () => {
    const double = await server({ charLimit: 60 });
    const text = "The first sentence is here. The second sentence is here. The third one ends it.";
    expect(await libreTranslate({ url: double.url }).translate(text, enToEs)).toBe(
      "[es The first sentence is here. The second sentence is here.] [es The third one ends it.]",
    );
    expect(posted(double).every(({ q }) => [q].flat().every((one) => String(one).length <= 60))).toBe(true);
  });

  it("learns a limit that only the error names, and asks for no more from then on", async () => {
    const double = await server({ charLimitOfKey: 50, apiKeys: ["k"] });
    const translator = libreTranslate({ url: double.url, apiKey: "k" });
    const text = "The first sentence stands here. The second sentence stands here.";
    const translation = "[es The first sentence stands here.] [es The second sentence stands here.]";
    expect(await translator.translate(text, enToEs)).toBe(translation);
    const before = posted(double).length;
    expect(await translator.translate(text, enToEs)).toBe(translation);
    expect(posted(double).slice(before)).toHaveLength(1);
  });

  it("learns how many texts a call may have", async () => {
    const double = await server({ batchLimit: 2 });
    const translator = libreTranslate({ url: double.url });
    expect(await translator.translate("a\nb\nc\nd\ne", enToEs)).toBe("[es a]\n[es b]\n[es c]\n[es d]\n[es e]");
    expect(posted(double).map(({ q }) => [q].flat().length)).toEqual([5, 2, 2, 1]);
  });

  it("several texts at once learn the same limit", async () => {
    const { url } = await server({ batchLimit: 2, charLimitOfKey: 45, apiKeys: ["k"] });
    const translator = libreTranslate({ url, apiKey: "k" });
    const text = "a\nb\nc\nThe first sentence stands here. The second sentence stands here.";
    const translation =
      "[es a]\n[es b]\n[es c]\n[es The first sentence stands here.] [es The second sentence stands here.]";
    expect(await Promise.all([1, 2, 3].map(() => translator.translate(text, enToEs)))).toEqual([
      translation,
      translation,
      translation,
    ]);
  });

  it("a limit too small to work with ends in a sentence, not in a loop", async () => {
    const { url } = await server({ charLimit: 5 });
    await expect(libreTranslate({ url }).translate("elephants", enToEs)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: expect.stringContaining("at most 5 characters"),
    });
  });

  it("does without the settings page", async () => {
    const { url } = await server({
      instead: ({ path }) => (path === "/frontend/settings" ? { status: 404, text: "none" } : undefined),
    });
    expect(await libreTranslate({ url }).translate("a", enToEs)).toBe("[es a]");
  });

  it("sends its key in the body alone", async () => {
    const double = await server({ apiKeys: ["hunter2"] });
    expect(await libreTranslate({ url: double.url, apiKey: "hunter2" }).translate("a", enToEs)).toBe("[es a]");
    expect(posted(double)).toMatchObject([{ api_key: "hunter2" }]);
    expect(JSON.stringify(double.requests.map(({ path, headers }) => [path, headers]))).not.toContain("hunter2");
  });

  it.each([
    ["a missing key", "", "wants an API key. Set the key its operator gave you."],
    ["a wrong key", "hunter2", "does not accept the API key. Check the key, and that it has not ended."],
  ])("%s has its own sentence", async (_name, apiKey, says) => {
    const { url, host } = await server({ apiKeys: ["right"] });
    const translator = libreTranslate({ url, apiKey });
    await expect(translator.translate("a", enToEs)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: `LibreTranslate at ${host} ${says}`,
    });
  });

  it.each([
    [403, "Too many request limits violations", "has shut this machine out for a while"],
    [400, "Invalid request: missing q parameter", "refused the text with status 400"],
    [404, "Not found", "does not know the address of translations"],
    [500, "Cannot translate text: hunter2", "answered with status 500"],
  ])("status %i with %j has its own sentence", async (status, error, says) => {
    const { url } = await server({
      instead: ({ method }) => (method === "POST" ? { status, json: { error } } : undefined),
    });
    await expect(libreTranslate({ url }).translate("a", enToEs)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: expect.stringContaining(says),
    });
  });

  it.each([{ translatedText: ["one"] }, { translatedText: 5 }, {}, null, []])(
    "%j is not taken for two translations",
    async (json) => {
      const { url } = await server({ instead: ({ method }) => (method === "POST" ? { json } : undefined) });
      await expect(libreTranslate({ url }).translate("a\nb", enToEs)).rejects.toMatchObject({
        code: "TRANSLATION_FAILED",
        message: expect.stringContaining("did not send as many translations"),
      });
    },
  );

  it("another kind of server is distinguished from LibreTranslate", async () => {
    const { url } = await server({ instead: () => ({ json: { hello: "world" } }) });
    await expect(libreTranslate({ url }).translate("a", enToEs)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: expect.stringContaining("does not list its languages"),
    });
  });

  it("asks for the languages again after a failure, and not before every text", async () => {
    let down = true;
    const double = await server({ instead: () => (down ? { status: 500, json: {} } : undefined) });
    const translator = libreTranslate({ url: double.url });
    await expect(translator.translate("a", enToEs)).rejects.toMatchObject({ code: "TRANSLATION_FAILED" });
    down = false;
    await translator.translate("a", enToEs);
    await translator.translate("b", enToEs);
    expect(double.requests.filter(({ path }) => path === "/languages")).toHaveLength(2);
  });

  it("an abort rejects with its reason while the server is silent", async () => {
    const control = new AbortController();
    const reason = new Error("enough");
    const { url } = await server({
      instead: ({ method }) => {
        if (method !== "POST") return undefined;
        control.abort(reason);
        return "hang";
      },
    });
    const translator = libreTranslate({ url });
    await expect(translator.translate("a\nb", { from: "en", to: "es", signal: control.signal })).rejects.toBe(reason);
  });

  it("a text of 100 KB keeps its lines, with four requests at once", async () => {
    const double = await server({ charLimit: 500 });
    const text = Array.from(
      { length: 1_500 },
      (_, index) => `Line ${index} tells how the red house was built again.`,
    ).join("\r\n");
    const translation = await libreTranslate({ url: double.url }).translate(text, enToEs);
    expect(translation).toBe(text.replaceAll(/Line.*\./g, (line) => `[es ${line}]`));
    expect(double.busiest()).toBeLessThanOrEqual(4);
  });
});
