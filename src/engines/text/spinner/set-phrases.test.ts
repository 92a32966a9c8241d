import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { packagePath } from "../../../adapters/threads/package-path.js";
import { splitSpintax } from "../../../kernel/text/spintax.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { PHRASE_FILE, readPhrases, withoutComments } from "./phrase-table.js";
import { createSpinner } from "./spinner.js";

let english: EnglishWithExpressions;

beforeAll(async () => {
  english = await loadEnglish();
}, 60_000);

/** The options of the groups of a spun text. */
async function groups(text: string): Promise<string[][]> {
  const spun = await createSpinner({ english }).spin(text, {
    protectedWords: [],
    language: "en",
    signal: new AbortController().signal,
  });
  return splitSpintax(spun.text)
    .filter(({ kind }) => kind === "choice")
    .map(({ start, end }) => spun.text.slice(start + 1, end - 1).split("|"));
}
/** What stands for the phrase; undefined where it is left alone. */
const others = async (text: string, phrase: string) =>
  (await groups(text)).find(([first]) => first === phrase)?.slice(1);

describe("verbs of set phrases", () => {
  it("are exchanged in the form they have", async () => {
    expect(await others("Many farmers rely on the river.", "rely on")).toEqual(["depend on"]);
    expect(await others("The farm relies on the river.", "relies on")).toEqual(["depends on"]);
    expect(await others("Relying on the river, they lost the crop.", "Relying on")).toEqual(["Depending on"]);
    expect(await others("She took part in the race.", "took part in")).toEqual(["participated in"]);
    expect(await others("She has taken part in the race.", "taken part in")).toEqual(["participated in"]);
  });

  it("stay as they are where a title has capitals in the middle of them", async () => {
    expect(await others("She took Part in the Race of the Year.", "took Part in")).toBeUndefined();
    expect(await others("Farmers Rely On the river in summer.", "Rely On")).toEqual(["Depend On"]);
  });

  it("are not exchanged for a form of be behind do", async () => {
    expect(await others("They get injured.", "get injured")).toEqual(["are injured"]);
    expect(await others("How do they get injured?", "get injured")).toBeUndefined();
  });

  it("keep the form of be", async () => {
    expect(await others("The mill was located in the valley.", "was located in")).toEqual(["was situated in"]);
    expect(await others("It has been located in the valley.", "been located in")).toEqual(["been situated in"]);
    expect(await others("The mills are aware of the risk.", "are aware of")).toEqual(["know about", "know of"]);
  });

  it("become a form of be only where the subject tells which", async () => {
    expect(await others("Both bridges consist of wood.", "consist of")).toContain("are made up of");
    expect(await others("It may consist of wood.", "consist of")).toContain("be made up of");
    expect(await others("Does it consist of wood?", "consist of")).toEqual(["comprise"]);
  });

  it("stay where past and participle differ in the other phrase and the text does not tell them apart", async () => {
    expect(await others("They handed out samples.", "handed out")).toEqual(["gave out", "distributed"]);
    expect(await others("The shop handed out samples.", "handed out")).toEqual(["distributed"]);
  });
});

describe("open places of set phrases", () => {
  it("keep the object, the possessive and the reflexive pronoun", async () => {
    expect(await others("They switch the old lamp off at noon.", "switch the old lamp off")).toEqual([
      "turn the old lamp off",
    ]);
    expect(await others("He did his best to help.", "did his best to")).toContain("tried his best to");
    expect(await others("They switch the lamp that is off.", "switch the lamp that is off")).toBeUndefined();
    expect(await others("Fit a new Switch joystick on the left.", "Switch joystick on")).toBeUndefined();
  });
});

describe("conditions of set phrases", () => {
  it("ask for the noun behind the phrase", async () => {
    expect(await others("They carried out a long survey.", "carried out")).toContain("conducted");
    expect((await others("They carried out a threat.", "carried out")) ?? []).not.toContain("conducted");
  });

  it("ask for the words beside the phrase", async () => {
    expect(await others("The club has many members.", "many")).toContain("a lot of");
    expect((await others("The club has too many members.", "many")) ?? []).not.toContain("a lot of");
    expect(await others("It went from start to finish.", "start to")).toBeUndefined();
  });
});

describe("what stands for a set phrase", () => {
  it("has no article of its own behind one", async () => {
    expect(await others("The bridge is much easier to reach.", "much easier")).toContain("a lot easier");
    expect(await others("We found a much easier way to the harbour.", "much easier")).toEqual(["far easier"]);
  });

  it("is no participle of a verb that is none behind a form of be", async () => {
    expect(await others("They prepared to leave the harbour.", "prepared to")).toEqual(["got ready to"]);
    expect((await others("Be prepared to wait at the harbour.", "prepared to")) ?? []).not.toContain("gotten ready to");
  });
});

describe("a table of set phrases", () => {
  const rows = (text: string) => readPhrases({ name: "phrases.txt", text });

  it("reads what is said both ways once for each way", () => {
    expect(rows("at once | right away, immediately | end, mutual").map(({ words }) => words.join(" "))).toEqual([
      "at once",
      "right away",
      "immediately",
    ]);
  });

  it.each([
    ["an unknown condition", "at once | right away | ending"],
    ["a phrase that is there twice", "at once | right away | mutual\n\nright away | immediately"],
    ["a verb without one whose form it takes", "as well | V:add"],
    ["an open place that the phrase lacks", "V:rely on | V:put one's trust in"],
    ["a phrase that begins with an open place", "{noun} aside | apart from {noun}"],
    ["two verbs", "V:come and V:go | V:pass"],
  ])("refuses %s, with the line", (_, text) => {
    const line = text.split("\n").length;
    expect(() => rows(text)).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", facts: { file: "data/phrases.txt", line } }),
    );
  });

  it("is packed as it is written; run npm run data:phrases after a change", () => {
    const written = readFileSync(packagePath("data", PHRASE_FILE), "utf8");
    expect(english.phraseTable === withoutComments(written)).toBe(true);
  });

  it("has verbs and nouns of the dictionary in their basic forms", () => {
    const phrases = readPhrases({ name: PHRASE_FILE, text: english.phraseTable });
    const words = phrases.flatMap((entry) => [entry.words, ...entry.others]);
    const strange = words.flat().filter((word) => {
      if (word.startsWith("V:")) return word !== "V:be" && english.lemmaOf(word.slice(2), "verb") !== word.slice(2);
      return word.startsWith("N:") && english.lemmaOf(word.slice(2), "noun") !== word.slice(2);
    });
    expect(strange).toEqual([]);
  });

  it("may have the same phrase under other conditions", () => {
    expect(rows("at once | right away | start\nat once | immediately | end")).toHaveLength(2);
  });
});
