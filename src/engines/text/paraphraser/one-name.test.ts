import { beforeAll, describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { ParaphraserProvider } from "../../../kernel/providers.js";
import { createSpinner } from "../spinner/spinner.js";
import { createParaphraser } from "./paraphraser.js";

let paraphraser: ParaphraserProvider;

beforeAll(async () => {
  const english = await loadEnglish();
  paraphraser = createParaphraser({ english, spinner: createSpinner({ english }) });
}, 60_000);

/** All ways to say the text, as spintax. */
async function said(text: string): Promise<string> {
  const options = { sourceLanguage: "en", protectedWords: [], signal: new AbortController().signal };
  return (await paraphraser.paraphrase(text, options)).text;
}

describe("what a paraphrase leaves as it is", () => {
  it.each([
    ["a noun whose other name the text has", "Some sites are wet. Read the website before you come.", /the \{?site\b/],
    ["a noun that comes again", "The vendors pay a fee. We chose all vendors with care.", /supplier/],
    ["a verb that comes again", "You can check the boiler, and you must check the pump.", /verify|inspect/],
    ["a word of the sentence", "Two shops close at the end of the season.", /close at the close/],
    ["a noun that needs an article", "The caterers talk with venue staff before noon.", /venue team/],
    ["a participle before its noun", "The form lists any required documents.", /needed/],
    ["how much is denied", "The fee doesn't significantly limit our choice.", /considerably|substantially/],
    ["a parallel", "We held the dose compared with none and with half of it.", /compared to/],
    ["what a thing cannot mean to do", "This park plans to open in May.", /intends/],
    ["what a thing cannot take care of", "The new seal ensures that the pump works.", /makes sure/],
    ["what a noun that looks like a verb says", "The firm’s focus on old houses pays.", /concentrate/],
    ["a fixed phrase", "A good band can bring the party to life.", /breathe/],
    ["a scholarly example", "The trial covered disorders such as asthma.", /like asthma/],
  ])("%s", async (_, text, wrong) => {
    expect(await said(text)).not.toMatch(wrong);
  });

  it("what somebody said", async () => {
    const text = '"I like the mill. When the rain stopped, the workers finished the roof. It was good," she said.';
    expect(await said(text)).toContain("When the rain stopped, the workers finished the roof.");
  });

  it("the order of a sentence that is cut off", async () => {
    expect(await said("Whenever you clean the lamp, you are probabl")).toMatch(
      /^(?:\{?Whenever|\{Every time|\{Each time)/,
    );
  });
});
