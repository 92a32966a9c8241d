import { beforeAll, describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { English } from "../english/types.js";
import { createAboutMe } from "./about-me.js";
import { addNouns, DETAILED, detailsAt, detailsOf, drawnSlots, namesOf, noNouns } from "./details.js";
import { subjectOf } from "./subject.js";

let english: English;
beforeAll(async () => {
  english = await loadEnglish();
});

const read = (text: string, all = noNouns()) => {
  addNouns({ name: "things.txt", text }, all);
  return all;
};

const KETTLE =
  "[thing: kettle, tea kettle]\npoints: the spout; the lid; the handle; the size\nask: how loud; how heavy; how tall\nOne.\nTwo.\nThree.\n";

describe("the tables of details", () => {
  it("hold points, questions and sentences for every name of a noun", () => {
    const { thing } = read(KETTLE);
    expect(thing.get("tea kettle")).toBe(thing.get("kettle"));
    expect(detailsAt(thing.get("kettle")!)).toEqual({
      points: ["the spout", "the lid", "the handle", "the size"],
      ask: ["how loud", "how heavy", "how tall"],
      tell: [],
      facts: ["One.", "Two.", "Three."],
    });
  });

  it.each([
    ["too few points", KETTLE.replace("; the handle; the size", ""), /line 2: \[thing: .* has 2 points; write 4/],
    ["too few questions", KETTLE.replace("; how tall", ""), /line 2: .* has 2 ask; write 3/],
    ["too few sentences", KETTLE.replace("Three.\n", ""), /line 2: .* has 2 facts; write 3/],
    ["a firm to which nothing is told", KETTLE.replace("thing", "firm"), /line 2: .* has 0 tell; write 3/],
  ])("refuse %s with file and line", (_what, text, message) => {
    expect(() => Object.values(read(`\n${text}`)).map((nouns) => nouns.values().map(detailsAt).toArray())).toThrow(
      message,
    );
  });

  it("refuse a heading that is none", () => {
    expect(() => read(KETTLE.replace("thing:", "thngs:"))).toThrow(
      /line 1: \[thngs: .* is no heading; write \[thing, /,
    );
  });

  it("refuse a name that is in another table already", () => {
    const all = read(KETTLE);
    expect(() => read(KETTLE.replace("kettle, tea", "stove kettle, tea"), all)).toThrow(
      /line 1: "tea kettle" has details as a thing already; remove it/,
    );
  });

  it.each(DETAILED)("have items that stand in a list, and sentences that stand alone, for each %s", (kind) => {
    for (const name of namesOf(kind)) {
      const { points, ask, tell, facts } = detailsOf(kind, name)!;
      for (const item of [...points, ...ask, ...tell]) expect(item, name).not.toMatch(/[,;.?!]|\band\b|^$/);
      for (const question of ask)
        expect(question, name).toMatch(/^(?:how|which|what|when|where|why|who|whose|whether) /);
      for (const fact of facts) expect(fact, name).toMatch(/^(?!It |They |This |These |Such )\p{Lu}.*[^.?!]\.$/u);
    }
  });
});

describe("the details of a keyword", () => {
  const factOf = (keyword: string) => subjectOf(keyword, english).detailed?.details.facts[0];

  it("are those of the longest noun at its end, in the singular or the plural", () => {
    expect(factOf("wide toasters")).toBe(detailsOf("thing", "toaster")!.facts[0]);
    expect(factOf("toasters for small kitchens")).toBe(detailsOf("thing", "toaster")!.facts[0]);
    expect(factOf("fleece hoodies")).toBe(detailsOf("thing", "hoodie")!.facts[0]);
    expect(factOf("espresso machine")).not.toBe(factOf("coffee machine"));
  });

  it("are none where the dictionary or the classes tell that it is something else", () => {
    expect(factOf("scooters")).toBeDefined();
    expect(factOf("water scooters")).toBeUndefined();
    expect(factOf("guinea pigs")).not.toBe(factOf("pigs"));
  });

  it("are those of the work in the name of a firm, and of a person with a trade", () => {
    expect(factOf("Brackwater Plumbing Ltd")).toBe(detailsOf("firm", "plumber")!.facts[0]);
    expect(factOf("Brackwater Dental Partners")).toBe(detailsOf("firm", "dentist")!.facts[0]);
    expect(factOf("Marit Solheim, tree surgeon")).toBe(detailsOf("firm", "tree surgeon")!.facts[0]);
    expect(subjectOf("Marit Solheim, tree surgeon", english).detailed?.sort).toBe("knownsigned");
  });

  it("are those of a place by its whole name alone", () => {
    expect(factOf("Lake Como")).toBeDefined();
    expect(factOf("Lake Como villas")).not.toBe(factOf("Lake Como"));
  });

  it("decide whether it is a thing or a subject where only one of the two is known", () => {
    expect(subjectOf("gilets", english).voice).toBe("product");
    expect(subjectOf("cardigan", english).voice).toBe("product");
    expect(subjectOf("Cardigan", english).voice).toBe("place");
    expect(subjectOf("rash vests", english).form).toBe("product");
    expect(subjectOf("grow your own", english).slots.get("topic")).not.toMatch(/“/);
  });

  it("leave out a second fact and keep lists short where the text is long enough", () => {
    const short = drawnSlots(detailsOf("thing", "toaster")!, "toaster", 0, false);
    const ample = drawnSlots(detailsOf("thing", "toaster")!, "toaster", 0, true);
    expect(short.get("asks")!.split(" ").length).toBeLessThan(ample.get("asks")!.split(" ").length);
  });

  it("are other ones from call to call", async () => {
    const { aboutMe } = createAboutMe({ english, newSeed: () => "call" });
    const { facts } = detailsOf("thing", "kettle")!;
    const told = await Promise.all([0, 1, 2, 3].map((call) => aboutMe("kettles", { seed: `call ${call}` })));
    expect(facts.filter((fact) => told.some((text) => text.includes(fact))).length).toBeGreaterThanOrEqual(3);
  });

  it("of a firm for one kind of animal speak of that animal", async () => {
    const { aboutMe } = createAboutMe({ english, newSeed: () => "call" });
    for (let seed = 0; seed < 12; seed += 1)
      expect(await aboutMe("dog grooming", { seed: `${seed}` })).not.toMatch(/\banimals?\b/i);
  });

  it("make a keyword a firm that no list has", () => {
    expect(subjectOf("hair studio", english).voice).toBe("business");
    expect(subjectOf("Hotel Bellevue", english).detailed?.sort).toBe("knownfirm");
    expect(subjectOf("pottery class", english).slots.get("wedo")).toBe("offer pottery classes");
  });

  it("stand in the text, with hardly a word twice", async () => {
    const { aboutMe } = createAboutMe({ english, newSeed: () => "call" });
    const { points, facts } = detailsOf("thing", "toaster")!;
    for (let seed = 0; seed < 20; seed += 1) {
      const text = await aboutMe("toasters", { seed: `${seed}` });
      expect(facts.some((fact) => text.includes(fact))).toBe(true);
      expect(points.filter((point) => text.includes(point)).length).toBeGreaterThanOrEqual(2);
    }
    const repeating = {
      points: ["the lid", "the cover", "the foot"],
      ask: ["how the handle turns", "how the spout pours"],
      tell: [],
    };
    const drawn = drawnSlots(
      { ...repeating, facts: ["A handle stays cool.", "Lime settles.", "Steel lasts."] },
      "kettle",
      1,
      false,
    );
    expect(`${drawn.get("fact")} ${drawn.get("factb")}`).not.toContain("handle");
  });
});
