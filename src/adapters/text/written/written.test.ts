import { afterEach, describe, expect, it } from "vitest";
import { type Answer, loopbackModel } from "../../../../test/doubles/loopback-model.js";
import { firstVariant, type TextResult } from "../../../kernel/index.js";
import type { TextEngine } from "../thread/messages.js";
import { written } from "./index.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const marked = (by: string) => async (text: string) => ({ text: `<${by}>${text}`, notes: [] }) satisfies TextResult;
/** Shows by a mark what it has been given. */
const builtIn: TextEngine = {
  spinner: { spin: async (text) => ({ text: text.replace(/(?<=(The|A) .*)garden/, "{garden|plot}"), notes: [] }) },
  paraphraser: { paraphrase: marked("built in") },
  aboutMe: { aboutMe: marked("built in") },
};

async function withModel(answer: Answer, { modelLimitMs = 20_000 } = {}) {
  const model = await loopbackModel(answer);
  open.push(model);
  const engine = written({ writer: model.writer, builtIn, modelLimitMs });
  const signal = new AbortController().signal;
  return {
    chats: model.chats,
    engine,
    spin: (text: string, protectedWords: readonly string[] = []) =>
      engine.spinner.spin(text, { protectedWords, signal }),
    paraphrase: (text: string, finalLanguage = "en") =>
      engine.paraphraser.paraphrase(text, { sourceLanguage: "en", finalLanguage, protectedWords: [], signal }),
    aboutMe: (keyword: string, seed = "1") => engine.aboutMe.aboutMe(keyword, { seed, signal }),
  };
}

const TEXT = "The garden has 12 old trees.";

describe("spinning with a language model", () => {
  it("takes spintax whose first options are the text", async () => {
    const { spin } = await withModel(() => "The {garden|orchard} has 12 {old|aged} trees.");
    expect(await spin(TEXT)).toEqual({ text: "The {garden|orchard} has 12 {old|aged} trees.", notes: [] });
  });

  it("passes the model the protected words, and that the text is no instruction", async () => {
    const { spin, chats } = await withModel(() => "The {garden|orchard} has 12 old trees.");
    await spin(TEXT, ['old "trees"']);
    expect(chats[0]?.messages[0]?.content).toContain('"old \\"trees\\""');
    expect(chats[0]?.messages[0]?.content).toContain("never an instruction");
    expect(chats[0]?.messages[1]?.content).toBe(TEXT);
  });

  it.each([
    ["a changed number", "The {garden|orchard} has {12|14} old trees.", "number"],
    ["a negation put in", "The garden {has|has not} 12 old trees.", "negation"],
    ["a name put in", "The garden {has|of Anna Maria has} 12 old trees.", "name"],
    ["a link put in", "The {garden|https://spam.test/} has 12 old trees.", "link"],
    ["a first option of its own", "The {orchard|garden} has 12 old trees.", "letter for letter"],
    ["words around it", "Sure! The {garden|orchard} has 12 old trees.", "letter for letter"],
    ["an open brace", "The {garden|orchard has 12 old trees.", "spintax"],
    ["no choice", TEXT, "no choice"],
    ["nothing", " ", "empty"],
  ])("leaves %s to the built-in spinner, with a note", async (_, answer, why) => {
    const { spin, chats } = await withModel(() => answer);
    const { text, notes } = await spin(TEXT);
    expect(text).toBe("The {garden|plot} has 12 old trees.");
    expect(notes).toEqual([expect.stringMatching(new RegExp(`built-in spinner.*because.*${why}`, "i"))]);
    expect(chats).toHaveLength(2);
  });

  it("names the fault when it asks again, and takes the better answer", async () => {
    const answers = ["The {garden|orchard} has {12|14} old trees.", "The {garden|orchard} has 12 old trees."];
    const { spin, chats } = await withModel(() => answers[chats.length - 1] ?? "");
    expect(await spin(TEXT)).toEqual({ text: answers[1], notes: [] });
    expect(chats[1]?.messages[0]?.content).toMatch(/could not be used\. .*number/);
  });

  it("a protected word that changes is a fault", async () => {
    const { spin } = await withModel(() => "The {garden|orchard} has 12 {old|aged} trees.");
    expect((await spin(TEXT, ["garden"])).notes[0]).toMatch(/protected/);
  });

  it("shows the model one passage at a time and never the markup around them", async () => {
    const { spin, chats } = await withModel(({ user }) => user.replace("garden", "{garden|orchard}"));
    const html =
      "<h1>Our big garden here</h1>\n<script>let garden = 1;</script>\n<p>The garden has 12 old trees.</p>\n";
    const { text, notes } = await spin(html);
    expect(text).toBe(html.replace("big garden", "big {garden|orchard}").replace("The garden", "The {garden|orchard}"));
    expect(notes).toEqual([]);
    expect(chats.map(({ messages }) => messages[1]?.content).sort()).toEqual([
      "Our big garden here",
      "The garden has 12 old trees.",
    ]);
  });

  it("keeps choices that the text already has", async () => {
    const text = "A {big|large} garden has 12 old trees.";
    const good = "A {big|large} {garden|orchard} has 12 old trees.";
    expect((await (await withModel(() => good)).spin(text)).text).toBe(good);
    const { notes } = await (await withModel(() => "A {big|huge} {garden|orchard} has 12 old trees.")).spin(text);
    expect(notes[0]).toMatch(/choice/);
  });

  it("what a passage lacks another one still has: the note says how many were left", async () => {
    const { spin } = await withModel(({ user }) => user.replace("trees", "{trees|oaks}").replace("12", "13"));
    const { text, notes } = await spin("The garden has 12 old trees.\n\nThe lawn has many old trees.");
    expect(text).toBe("The {garden|plot} has 12 old trees.\n\nThe lawn has many old {trees|oaks}.");
    expect(notes[0]).toMatch(/1 of 2 passages/);
  });

  it.each([401, 429, 500])("a model that answers %i is no error but a note", async (status) => {
    const { spin } = await withModel(() => status);
    const { text, notes } = await spin(TEXT);
    expect(text).toBe("The {garden|plot} has 12 old trees.");
    expect(notes[0]).toContain(String(status));
  });

  it("a model that is too slow is no error but a note", async () => {
    const engine = written({
      writer: {
        write: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      },
      builtIn,
      modelLimitMs: 20,
    });
    const { notes } = await engine.spinner.spin(TEXT, { protectedWords: [], signal: new AbortController().signal });
    expect(notes[0]).toMatch(/in time/);
  });

  it("an abort of the caller ends the call", async () => {
    const control = new AbortController();
    const { engine } = await withModel(() => {
      control.abort(new Error("changed my mind"));
      return TEXT;
    });
    await expect(engine.spinner.spin(TEXT, { protectedWords: [], signal: control.signal })).rejects.toThrow("changed");
  });

  it.each(["", "{a|b}", "\n\n \t", "<b></b>", "{ x } \\ {{x}}", "12 {3|4}\n\nOne two three { four"])(
    "never loses a character of %j",
    async (text) => {
      const { spin } = await withModel(({ user }) => `${user} | {x`);
      const { text: result } = await spin(text);
      expect(firstVariant(result)).toBe(text.includes("{a|b}") || text.includes("{3|4}") ? firstVariant(text) : text);
    },
  );
});

describe("paraphrasing with a language model", () => {
  it("takes rewritings that keep every fact", async () => {
    const answer = "{There are 12 old trees in the garden.|You find 12 old trees in the garden.}";
    expect(await (await withModel(() => answer)).paraphrase(TEXT)).toEqual({ text: answer, notes: [] });
  });

  it.each([
    ["a changed number", "{There are 13 old trees.|You find 12 old trees.}", "number"],
    ["the text itself as a variant", `{${TEXT}|You find 12 old trees in the garden.}`, "given text"],
  ])("leaves %s to the built-in paraphraser", async (_, answer, why) => {
    const { text, notes } = await (await withModel(() => answer)).paraphrase(TEXT);
    expect(text).toBe(`<built in>${TEXT}`);
    expect(notes[0]).toMatch(why);
  });

  it("leaves another language to the built-in paraphraser and its translator", async () => {
    const { paraphrase, chats } = await withModel(() => "x");
    expect((await paraphrase(TEXT, "de")).text).toBe(`<built in>${TEXT}`);
    expect(chats).toEqual([]);
  });
});

describe("an about-me text by a language model", () => {
  const good = `I grew up with tea. ${"It is what I turn to when a day was long and nothing else would do. ".repeat(4)}`;

  it("is taken when it invents nothing, and the same seed asks for the same", async () => {
    const { aboutMe, chats } = await withModel(() => good);
    expect(await aboutMe("tea")).toEqual({ text: good.trim(), notes: [] });
    await aboutMe("tea");
    await aboutMe("tea", "2");
    const seeds = chats.map(({ seed }) => seed);
    expect(seeds[0]).toBe(seeds[1]);
    expect(seeds[2]).not.toBe(seeds[0]);
  });

  it.each([
    ["a year", `${good} Since 1998.`, "number"],
    ["a name", `${good} Ask for Melissa there.`, "Melissa"],
    ["a link", `${good} See www.tea.test for more.`, "link"],
    ["a placeholder", `${good} I am [your name].`, "placeholder"],
    ["markup", `# Tea\n${good}`, "markup"],
    ["another subject", good.replaceAll("tea", "milk"), "subject"],
    ["too little", "I like tea.", "words"],
  ])("with %s is left to the built-in writer", async (_, answer, why) => {
    const { text, notes } = await (await withModel(() => answer)).aboutMe("tea");
    expect(text).toBe("<built in>tea");
    expect(notes[0]).toMatch(why);
  });

  it("may have numbers and capitals that the keyword has", async () => {
    const text = good.replaceAll("tea", "3D Printing");
    expect(await (await withModel(() => text)).aboutMe("3D Printing")).toEqual({ text: text.trim(), notes: [] });
  });
});
