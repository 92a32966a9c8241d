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
      kind: "thing",
      names: ["kettle", "tea kettle"],
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
    expect(factOf("raincoats")).toBeDefined();
    expect(factOf("raincoats for dogs")).toBeUndefined();
    expect(factOf("guinea pigs")).not.toBe(factOf("pigs"));
  });

  it("are those of a place that is called like a person or a firm", () => {
    expect(subjectOf("Joshua Tree National Park", english).voice).toBe("place");
    expect(subjectOf("Uffizi Gallery", english).slots.get("topic")).toBe("the Uffizi Gallery");
    expect(subjectOf("Oakmere Science Museum", english).voice).toBe("business");
  });

  it("are those of what one does, whichever of its words comes first", () => {
    expect(factOf("collecting stamps")).toBe(detailsOf("hobby", "stamp collecting")!.facts[0]);
    expect(factOf("weaving baskets")).toBe(detailsOf("hobby", "basket weaving")!.facts[0]);
    expect(subjectOf("weaving baskets", english).slots.get("is")).toBe("is");
    expect(subjectOf("hanging pictures", english).slots.get("is")).toBe("is");
    expect(subjectOf("hiking trails", english).slots.get("is")).toBe("are");
  });

  it("are those of a thing whose name begins with a verb, without quotation marks", () => {
    expect(subjectOf("paint brush set", english).slots.get("topic")).toBe("paint brush sets");
    expect(subjectOf("eau de toilette", english).slots.get("topic")).not.toContain("“");
  });

  it("announce two facts where two are told", async () => {
    const { aboutMe } = createAboutMe({ english, newSeed: () => "call" });
    const { facts } = detailsOf("hobby", "geology")!;
    let twice = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const text = await aboutMe("geology", { seed: `${seed}` });
      const told = facts.filter((fact) => text.includes(fact)).length;
      expect(/\bTwo things\b/.test(text), text).toBe(told === 2);
      if (told === 2) twice += 1;
    }
    expect(twice).toBeGreaterThan(0);
  });

  it("ask how to begin only where the text has not spoken of beginning", async () => {
    const { aboutMe } = createAboutMe({ english, newSeed: () => "call" });
    for (let seed = 0; seed < 40; seed += 1)
      expect(await aboutMe("gardening", { seed: `${seed}` })).not.toMatch(/\bbegin\b[^?]*\bwhere to begin\b/);
  });

  it("are told in the singular of what nobody counts", () => {
    const topicOf = (keyword: string) => subjectOf(keyword, english).slots.get("topic");
    expect(topicOf("garlic")).toBe("garlic");
    expect(topicOf("home organisation")).toBe("home organisation");
    expect(topicOf("making pesto")).toBe("making pesto");
    expect(topicOf("Python")).toBe("Python");
    expect(topicOf("python")).toBe("pythons");
    expect(topicOf("shed building")).toBe("shed building");
    expect(topicOf("table light")).toBe("table lights");
    expect(topicOf("card game")).toBe("card games");
    expect(topicOf("natural light")).toBe("natural light");
    expect(topicOf("human body")).toBe("the human body");
  });

  it("are none of what something is done to, which is something else that one does", () => {
    expect(factOf("roses")).toBeDefined();
    expect(factOf("drying roses")).toBeUndefined();
    expect(factOf("smoking meat")).toBe(detailsOf("hobby", "smoking meat")!.facts[0]);
    expect(subjectOf("smoking fish", english).sorts).toContain("cooking");
    expect(subjectOf("training puppies", english).slots.get("is")).toBe("is");
    expect(subjectOf("drying racks", english).voice).toBe("product");
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
    expect(subjectOf("Hotel Bellevue", english).detailed?.sort).toBe("knownvisit");
    expect(subjectOf("farm shop in Ludlow", english).detailed?.sort).toBe("knownvisit");
    expect(subjectOf("plumber in Ludlow", english).detailed?.sort).toBe("knownfirm");
    expect(subjectOf("pottery class", english).slots.get("wedo")).toBe("offer pottery classes");
    expect(subjectOf("blood tests", english).slots.get("wedo")).toBe("offer blood tests");
    expect(subjectOf("septic tank", english).slots.get("wedo")).toBe("offer septic tanks");
    expect(subjectOf("poetry society", english).slots.get("wedo")).toBe("are a poetry society");
    expect(subjectOf("grass cutting", english).detailed?.sort).toBe("knownfirm");
    expect(subjectOf("chef", english).alone).toBe(true);
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
      kind: "thing" as const,
      names: ["kettle"],
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

  it("ask nothing about a point in another form of its word", () => {
    const gown = {
      kind: "thing" as const,
      names: ["gown"],
      points: ["ease of washing", "the length", "warmth"],
      ask: ["how to wash it at home", "which size fits", "who made it"],
      tell: [],
      facts: ["Silk is light.", "Wool is warm."],
    };
    for (let turn = 0; turn < 20; turn += 1)
      expect(drawnSlots(gown, "gown", turn, false).get("asks")).not.toContain("wash");
  });

  it("list last what could go on into the next item", () => {
    const shaft = {
      kind: "thing" as const,
      names: ["wader"],
      points: ["the height of the shaft", "the lining", "the sole", "the way of closing it"],
      ask: ["how to dry it", "which size fits", "where to keep it"],
      tell: ["how tall you are", "your size", "the date"],
      facts: ["Rubber is tight.", "Felt is soft.", "Wool is warm."],
    };
    for (let turn = 0; turn < 20; turn += 1) {
      const drawn = drawnSlots(shaft, "wader", turn, false);
      expect(drawn.get("points")).not.toMatch(/(?:shaft|it) and the (?:lining|sole)|(?:shaft|it), the (?:lining|sole)/);
      expect(drawn.get("tells")).not.toMatch(/how tall you are(?:,| and)/);
    }
  });

  it("leave out what a material in the keyword settles", () => {
    const bench = {
      kind: "thing" as const,
      names: ["bench"],
      points: ["the material", "the length", "the backrest", "the feet"],
      ask: ["how to oil teak", "which size fits", "where to keep it", "how to move it"],
      tell: [],
      facts: ["Teak is hard.", "Oak turns grey.", "Rain runs off a slope.", "Feet rot first."],
    };
    const drawn = (keyword: string) =>
      Array.from({ length: 20 }, (_, turn) => drawnSlots(bench, keyword, turn, true).values().toArray().join(" ")).join(
        " ",
      );
    expect(drawn("oak bench")).not.toMatch(/material|teak/i);
    expect(drawn("oak bench")).toContain("Oak turns grey.");
    expect(drawn("bench")).toMatch(/material.*teak/is);
  });

  it("ask nobody to come to a firm that is mobile", () => {
    const groomer = {
      kind: "firm" as const,
      names: ["groomer"],
      points: ["coats", "claws", "baths", "ears"],
      ask: ["how long it takes", "how often to come", "which brush to use", "when to start", "how to dry a coat"],
      tell: ["the breed", "the age", "the coat"],
      facts: ["Knots pull.", "Claws grow.", "Ears itch."],
    };
    const drawn = (keyword: string) =>
      Array.from({ length: 20 }, (_, turn) => drawnSlots(groomer, keyword, turn, true).get("asks")).join(" ");
    expect(drawn("mobile groomer")).not.toContain("to come");
    expect(drawn("groomer")).toContain("to come");
  });

  it("name once whose several things are", () => {
    const groomer = {
      kind: "firm" as const,
      names: ["groomer"],
      points: ["coats", "claws", "baths", "ears"],
      ask: ["how long it takes", "when to come", "what to bring"],
      tell: ["the breed of your dog", "the age of your dog", "the coat of your dog"],
      facts: ["Knots pull.", "Claws grow.", "Ears itch."],
    };
    expect(drawnSlots(groomer, "groomer", 0, true).get("tells")).toBe("the breed, the age and the coat of your dog");
  });

  it("list points that all have their article, or none of them", () => {
    const details = {
      kind: "thing" as const,
      names: ["boot"],
      points: ["room for socks", "the warmth", "grip", "the height", "the weight", "care"],
      ask: ["how to dry it", "which size fits"],
      tell: [],
      facts: ["Rubber is tight.", "Felt is soft."],
    };
    for (let turn = 0; turn < 20; turn += 1)
      expect(
        drawnSlots(details, "boot", turn, false)
          .get("points")!
          .match(/\bthe\b/g)?.length ?? 0,
      ).not.toBe(1);
  });

  it("call the noun by no name that the keyword has not, as long as enough remain", () => {
    const { thing } = read(
      "[thing: dressing gown, bathrobe, c++]\npoints: a bathrobe belt; warmth; length; the pockets; the weight\nask: how to hang up bathrobes; which size fits; how soft; how long; how light\nA bathrobe dries.\nCotton is cool.\nSilk is light.\nWool is warm.\n",
    );
    const drawn = (keyword: string) =>
      Array.from({ length: 20 }, (_, turn) =>
        drawnSlots(detailsAt(thing.get("bathrobe")!), keyword, turn, true)
          .values()
          .toArray()
          .join(" "),
      ).join(" ");
    expect(drawn("dressing gown")).not.toMatch(/bathrobe/i);
    expect(drawn("bathrobe")).toMatch(/bathrobe/i);
    expect(drawn("warmth")).not.toMatch(/warmth/);
  });
});
