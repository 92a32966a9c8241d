import { afterEach, describe, expect, it } from "vitest";
import {
  type DoubleAnswer,
  type DoubleRequest,
  type ServiceDouble,
  serve,
} from "../../../test/doubles/translation-service.js";
import { type DeepLOptions, deepL, deepLAddress } from "./deepl.js";

const KEY = "279a2e9d-83b3-4f16-9e2d-f721593e42a0";
const SOURCES = ["AR", "DE", "EN", "ES", "JA", "PT", "ZH"];
const TARGETS = ["AR", "DE", "EN-GB", "EN-US", "ES", "ES-419", "JA", "PT-BR", "PT-PT", "ZH-HANS", "ZH-HANT"];

const open: ServiceDouble[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Answers like version 2 of DeepL's API. A translation of `a dog` into German is `[DE a dog]`. */
async function server(instead: (request: DoubleRequest) => DoubleAnswer | "hang" | undefined = () => undefined) {
  const bad = (message: string): DoubleAnswer => ({ status: 400, json: { message } });
  const made = await serve((request) => {
    const special = instead(request);
    if (special !== undefined) return special;
    if (request.headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
    if (request.method !== "POST" || request.path !== "/v2/translate") return { status: 404, text: "" };
    if (Buffer.byteLength(request.text) > 128 * 1024) return { status: 413, text: "" };
    const { text, source_lang, target_lang } = JSON.parse(request.text) as Record<string, unknown>;
    if (!Array.isArray(text) || text.length === 0) return bad("Parameter 'text' not specified.");
    if (text.length > 50) return bad("Too many texts in the request.");
    if (!SOURCES.includes(String(source_lang))) return bad("Value for 'source_lang' not supported.");
    if (!TARGETS.includes(String(target_lang))) return bad("Value for 'target_lang' not supported.");
    const translations = text.map((one) => ({
      detected_source_language: source_lang,
      text: `[${target_lang} ${one}]`,
    }));
    return { json: { translations } };
  });
  open.push(made);
  return made;
}

const signal = AbortSignal.timeout(60_000);
const enToDe = { from: "en", to: "de", signal };
const make = (url: string, options: Partial<DeepLOptions> = {}) =>
  deepL({ apiKey: KEY, url, wait: async () => {}, ...options });

describe("DeepL", () => {
  it("translates lines with the key in the header alone", async () => {
    const { url, requests } = await server();
    expect(await make(url).translate("One dog.\n\n Two dogs.\n", enToDe)).toBe("[DE One dog.]\n\n [DE Two dogs.]\n");
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0]?.text ?? "")).toEqual({
      text: ["One dog.", "Two dogs."],
      source_lang: "EN",
      target_lang: "DE",
      preserve_formatting: true,
    });
    expect(requests[0]?.path + (requests[0]?.text ?? "")).not.toContain(KEY);
  });

  it("asks for formal and informal words where the language has them, so that none is refused", async () => {
    const { url, requests } = await server();
    for (const formality of ["more", "less"] as const) {
      await make(url).translate("How are you?", { ...enToDe, formality });
      await make(url).translate("How are you?", { from: "en", to: "ja", formality, signal });
    }
    const asked = requests.map(({ text }) => (JSON.parse(text) as { formality: string }).formality);
    expect(asked).toEqual(["prefer_more", "prefer_more", "prefer_less", "prefer_less"]);
  });

  it.each<[string, Partial<DeepLOptions>, string]>([
    ["en", {}, "EN-US"],
    ["en", { english: "EN-GB" }, "EN-GB"],
    ["pt", {}, "PT-PT"],
    ["pt", { portuguese: "PT-BR" }, "PT-BR"],
    ["zh", {}, "ZH-HANS"],
    ["zh", { chinese: "ZH-HANT" }, "ZH-HANT"],
    ["ja", {}, "JA"],
  ])("%s with %j is asked for as %s", async (to, options, target) => {
    const { url } = await server();
    expect(await make(url, options).translate("Hund", { from: "de", to, signal })).toBe(`[${target} Hund]`);
  });

  it("English, Portuguese and Chinese have no variant as languages of the text", async () => {
    const { url, requests } = await server();
    for (const from of ["en", "pt", "zh"]) await make(url).translate("a", { from, to: "de", signal });
    const sources = requests.map(({ text }) => (JSON.parse(text) as { source_lang: string }).source_lang);
    expect(sources).toEqual(["EN", "PT", "ZH"]);
  });

  it("a language it does not know is a missing pair", async () => {
    const { url } = await server();
    for (const pair of [
      { from: "en", to: "ga" },
      { from: "az", to: "en" },
      { from: "en", to: "tlh" },
    ]) {
      await expect(make(url).translate("a", { ...pair, signal })).rejects.toMatchObject({
        code: "LANGUAGE_PAIR_MISSING",
        facts: pair,
      });
    }
  });

  it.each([
    [403, "does not accept the API key"],
    [413, "finds the text too large"],
    [429, "has had too many requests"],
    [456, "has used up the characters of its plan"],
    [500, "answered with status 500"],
    [503, "is not able to answer just now"],
    [529, "has had too many requests"],
    [400, "refused the text with status 400"],
  ])("status %i has its own sentence, and neither it nor the facts hold the key", async (status, says) => {
    const { url, host } = await server(() => ({ status, json: { message: `Wrong key ${KEY}` } }));
    const error = await make(url)
      .translate("a", enToDe)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "TRANSLATION_FAILED",
      message: expect.stringContaining(`DeepL at ${host} ${says}`),
      facts: { service: "DeepL", status },
    });
    const { message, facts } = error as { message: string; facts: unknown };
    expect(JSON.stringify({ message, facts })).not.toContain(KEY);
  });

  it("a key of another account is refused", async () => {
    const { url } = await server();
    await expect(make(url, { apiKey: "wrong" }).translate("a", enToDe)).rejects.toMatchObject({
      code: "TRANSLATION_FAILED",
      message: expect.stringContaining("does not accept the API key"),
    });
  });

  it("fewer translations than texts are not taken", async () => {
    const { url } = await server(() => ({ json: { translations: [{ text: "eins" }] } }));
    await expect(make(url).translate("one\ntwo", enToDe)).rejects.toMatchObject({ code: "TRANSLATION_FAILED" });
  });

  it("keeps to 50 texts and 128 KiB a request, also for signs of many bytes", async () => {
    const { url, requests } = await server();
    const lines = Array.from({ length: 120 }, (_, index) => `Line ${index}`);
    const sign = '\u72ac\u{20bb7}"\\'.repeat(20_000);
    const translation = await make(url).translate([...lines, sign].join("\n"), { from: "ja", to: "de", signal });
    expect(translation.split("\n")).toHaveLength(121);
    expect(translation.replaceAll(/\[DE |\]/g, "")).toBe([...lines, sign].join("\n"));
    expect(requests.length).toBeGreaterThan(3);
  });

  it("the address is that of the plan of the key", () => {
    expect([KEY, `${KEY}:fx`].map(deepLAddress)).toEqual(["https://api.deepl.com", "https://api-free.deepl.com"]);
  });

  it.each(["", " ", "key with spaces", "key\r\nx: y", "clé"])("%j is refused as a key", (apiKey) => {
    expect(() => deepL({ apiKey })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});
