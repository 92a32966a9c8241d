import { describe, expect, it } from "vitest";
import { firstVariant, lintSpintax } from "../../src/index.js";
import { TEXT, textServer } from "./text-server.js";

const texts = textServer();
const { post } = texts;
const login = "ann@example.com";

describe("POST /spin", () => {
  it("offers other words, and the first ones are the text", async () => {
    const { success, message, result } = await post("/spin", { text: TEXT, csvprotectedwords: "" });
    expect({ success, message }).toEqual({ success: true, message: null });
    expect(firstVariant(result!)).toBe(TEXT);
    expect(result).toMatch(/\{protects\|\w+/);
    expect(result).toContain("Linda Hartwell");
    expect(result).toContain("12 percent");
  });

  it("answers the same each time", async () => {
    const [one, two] = await Promise.all([post("/spin", { text: TEXT }), post("/spin", { text: TEXT })]);
    expect(one).toEqual(two);
  });

  it("leaves protected words alone, and their inflections", async () => {
    const { result } = await post("/spin", { text: TEXT, csvprotectedwords: "council, approve,new budget" });
    expect(result).toMatch(/^The council approved a new budget on Tuesday/);
  });

  it("is bolder when asked, and fainter", async () => {
    const choices = async (strength: string) => {
      const { result } = await post("/spin", { text: TEXT, strength });
      expect(firstVariant(result!)).toBe(TEXT);
      return result!.split("|").length;
    };
    const [conservative, usual, bold] = await Promise.all(["conservative", "default", "bold"].map(choices));
    expect(conservative!).toBeLessThan(usual!);
    expect(usual!).toBeLessThan(bold!);
  });

  it.each([
    ["only markup", "<br><hr/>", /nothing|no words/i],
    ["only numbers", "12 345", /nothing|no words/i],
    ["only protected words", "garden", /protected/i],
    [
      "another language",
      "Le chat dort tranquillement sur le vieux canapé rouge, et personne ne veut le déranger.",
      /French|^$/,
    ],
  ])("says of %s why nothing or little was spun", async (_, text, why) => {
    const { success, message, result, notes } = await post("/spin", {
      text,
      csvprotectedwords: "garden",
      language: undefined,
    });
    expect({ success, message }).toEqual({ success: true, message: null });
    expect(firstVariant(result!)).toBe(text);
    expect((notes ?? []).join(" ")).toMatch(why);
  });

  it.each([
    ["existing spintax", "A {big|large} garden near the house."],
    ["unbalanced braces", "A {big|large garden} near { the | house."],
    ["placeholders", "Dear {{name}}, your %order% of [qty] items was sent to {city} today."],
    ["control characters", "A big\u0007 garden\u200b near\u000b the\u0085 house."],
    ["right-to-left text", "The garden \u202bשלום עולם\u202c is near the مرحبا house."],
    ["combining characters", "The cafe\u0301 and the nai\u0308ve gardener n\u0303."],
    ["backslashes", "C:\\temp\\{new} and \\n a big \\| garden."],
    ["html", '<p class="big garden">The <b>big</b> garden &amp; house</p><!-- big garden --><script>big()</script>'],
    ["markdown", "# Big garden\n\n* a [big house](http://big.test/garden)\n\n```\nbig garden\n```\n"],
  ])("gives %s back character for character", async (_, text) => {
    const { success, result } = await post("/spin", { text });
    expect(success).toBe(true);
    // A text without choices is no spintax, and its backslashes are characters like others.
    expect(firstVariant(result!)).toBe(/\{[^{}]*\|[^{}]*\}/.test(text) ? firstVariant(text) : text);
    expect(lintSpintax(result!).length).toBeLessThanOrEqual(lintSpintax(text).length);
  });

  it.each([
    ["missing", {}, "is missing"],
    ["null", { text: null }, "is missing"],
    ["a number", { text: 7 }, "must be a text"],
    ["empty", { text: "" }, "is empty"],
    ["blank", { text: " \n\t" }, "nothing but blanks"],
    ["broken", { text: "a\u0000b" }, "NUL"],
    ["with another strength", { text: "x", strength: "wild" }, "strength"],
    ["with a language written out", { text: "x", language: "english" }, "ISO 639-1"],
    ["with an unknown language", { text: "x", language: "xx" }, "ISO 639-1"],
  ])("refuses a text that is %s in its own words", async (_, body, why) => {
    const { success, message, result } = await post("/spin", body);
    expect({ success, result }).toEqual({ success: false, result: null });
    expect(message).toContain(why);
  });
});

describe("a long text", () => {
  it("beyond the limit of the body is refused with the limit", async () => {
    expect((await post("/spin", { text: "word ".repeat(300_000) })).message).toMatch(/1048576/);
  });
});

describe("POST /paraphrase", () => {
  it("says a text in other words and keeps its facts", async () => {
    const { success, message, result } = await post("/paraphrase", { text: TEXT, login });
    expect({ success, message }).toEqual({ success: true, message: null });
    expect(lintSpintax(result!)).toEqual([]);
    const first = firstVariant(result!);
    expect(first).not.toBe(TEXT);
    for (const fact of ["Tuesday", "three hours", "Linda Hartwell", "12 percent"]) expect(first).toContain(fact);
  });

  it("into another language names the setting it needs", async () => {
    const { success, message } = await post("/paraphrase", { text: TEXT, login, finallanguage: "de" });
    expect(success).toBe(false);
    expect(message).toContain("set providers.translator in the config file of the server");
  });
});

describe("POST /aboutme", () => {
  it("writes about the keyword, the same for a seed and another without", async () => {
    const ask = async (seed?: string) => {
      const { success, result } = await post("/aboutme", { keyword: "beekeeping", ...(seed ? { seed } : {}) });
      expect(success).toBe(true);
      expect(result).toContain("beekeeping");
      return result;
    };
    expect(await ask("7")).toBe(await ask("7"));
    expect(await ask()).not.toBe(await ask());
  });

  it("speaks in the voice asked for, and in the one that suits the keyword without", async () => {
    const ask = async (body: object) => (await post("/aboutme", { seed: "7", ...body })).result;
    expect(await ask({ keyword: "roof repair in Leeds" })).toMatch(/\b[Ww]e\b/);
    const asked = await ask({ keyword: "beekeeping", voice: "business" });
    expect(asked).toMatch(/\b[Ww]e\b/);
    expect(asked).not.toMatch(/\bI\b/);
    expect(await ask({ keyword: "beekeeping", voice: null })).toBe(await ask({ keyword: "beekeeping" }));
  });

  it.each([["pirate"], [7], [["hobby"]]])("refuses the voice %j with those there are", async (voice) => {
    const { success, message } = await post("/aboutme", { keyword: "beekeeping", voice });
    expect(success).toBe(false);
    expect(message).toMatch(/"voice" is .*not known\. Use one of: hobby, business, person, place, product\./);
  });
});
