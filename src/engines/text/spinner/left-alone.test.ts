import { beforeAll, describe, expect, it } from "vitest";
import { judgedEnglish } from "../../../../test/doubles/judged-english.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { splitSpintax } from "../../../kernel/text/spintax.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { createSpinner } from "./spinner.js";

let english: EnglishWithExpressions;

beforeAll(async () => {
  english = judgedEnglish(await loadEnglish(), {
    noun: `
      area | region
      garden | yard
      tool | implement
      owner | keeper
      shop | store
      option | choice
      upgrade | update
      command | order
      mode | manner
      drug | medicine`,
    verb: `
      help | aid
      make | force
      say | state
      compare | liken
      refuse | decline
      conceal | hide
      run | operate
      pass | hand
      force | push
      leave | quit
      use | employ
      build | construct`,
    adjective: `
      strict | stern
      good | decent
      high | soaring | steep
      past | recent
      thin | slender
      many | a lot of
      hot | spicy
      old | ancient`,
    adverb: "and how | you said it\nquickly | fast",
  });
}, 60_000);

async function groups(text: string, strength: "default" | "bold" = "default") {
  const { text: spintax } = await createSpinner({ english }).spin(text, {
    protectedWords: [],
    language: "en",
    strength,
    signal: new AbortController().signal,
  });
  return splitSpintax(spintax)
    .filter(({ kind }) => kind === "choice")
    .map(({ start, end }) => spintax.slice(start + 1, end - 1));
}

describe("left alone are", () => {
  it.each([
    ["the first noun of a compound", "The shop owner sells it.", ["owner|keeper"]],
    ["the first noun of a compound", "It is a garden with an area of its own.", ["garden|yard", "an area|a region"]],
    ["verbs before an infinitive", "The drug helps people relax.", ["drug|medicine"]],
    ["verbs before an infinitive", "It will help to win. It helps the teams.", ["helps|aids"]],
    ["verbs before an infinitive", "They make the engine run. They make a car.", ["run|operate", "make|force"]],
    ["verbs before an infinitive", "He is said to be rich. He said it.", ["said|stated"]],
    [
      "verbs with a preposition of their own",
      "It rose compared to May and compared with June. He compares it to gold.",
      ["compares|likens"],
    ],
    [
      "verbs before an infinitive",
      "They refuse to leave the area. They refuse gifts.",
      ["leave|quit", "area|region", "refuse|decline"],
    ],
    ["values of options", "Set X to strict and run it.", ["run|operate"]],
    ["values of options", "Switch the mode to strict. The rules are strict.", ["mode|manner", "strict|stern"]],
    ["words beside commands", "Run apt upgrade. The upgrade is old.", ["upgrade|update", "old|ancient"]],
    ["words beside options", "You can use --force option here. The option is old.", ["option|choice", "old|ancient"]],
    ["words beside options", "Then use maxDepth option. You can use it.", ["use|employ"]],
    ["words beside code", "Use `npm` tools, then use the tools.", ["use|employ", "tools|implements"]],
    ["words beside code", "Use the <code>ls</code> command there.", ["Use|Employ"]],
    ["words beside files", "You can use config.json options here, or use a garden.", ["use|employ", "garden|yard"]],
    ["what is compared by words of its own", "He is the best player and better than I. He is good.", ["good|decent"]],
    [
      "comparatives that nobody says",
      "Prices are higher than before. Prices are high.",
      ["higher|steeper", "high|soaring|steep"],
    ],
    [
      "what only looks like an adjective before a name",
      "He rode past Thornbury to the sea. The past year was hot.",
      ["past|recent", "hot|spicy"],
    ],
    ["nouns that look like verbs", "They asked the council for help with it. They help the council.", ["help|aid"]],
    ["adjectives that are verbs", "When they are large, thin them to two inches. The dog is thin.", ["thin|slender"]],
    [
      "words that are counted or graded",
      "There are too many cars. He knew how many people came. The many cars are red.",
      [],
    ],
    ["expressions that are none", "And how do you know it?", []],
  ])("%s: %s", async (_, text, found) => {
    expect(await groups(text)).toEqual(found);
  });

  it("a participle is that of its verb", async () => {
    expect(await groups("The keys were concealed in the shed. He concealed them there.")).toEqual([
      "concealed|hidden",
      "concealed|hid",
    ]);
  });

  it.each(["And how do you know it?", "There are too many cars in the old city."])(
    "%s, when bold too",
    async (text) => {
      expect((await groups(text, "bold")).join(" ")).not.toMatch(/you said it|a lot of|many/i);
    },
  );
});
