import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../../test/any-character.js";
import type { Form, WordClass } from "../types.js";
import { formOf, indefiniteArticle, inflect, isUncountable, lemmasOf, matchCase } from "./index.js";

const VERBS = `be is was been being|have has had had having|go goes went gone going|admit admits admitted admitted admitting
visit visits visited visited visiting|travel travels traveled traveled traveling|undo undoes undid undone undoing
overcome overcomes overcame overcome overcoming|rewrite rewrites rewrote rewritten rewriting|canoe canoes canoed canoed canoeing
dye dyes dyed dyed dyeing|die dies died died dying|panic panics panicked panicked panicking|arc arcs arced arced arcing
quiz quizzes quizzed quizzed quizzing|equip equips equipped equipped equipping|refer refers referred referred referring
offer offers offered offered offering|argue argues argued argued arguing|agree agrees agreed agreed agreeing
relay relays relayed relayed relaying|kidnap kidnaps kidnapped kidnapped kidnapping|echo echoes echoed echoed echoing
waltz waltzes waltzed waltzed waltzing|put puts put put putting|lie lies lay lain lying|try tries tried tried trying
broadcast broadcasts broadcast broadcast broadcasting|misunderstand misunderstands misunderstood misunderstood misunderstanding
behave behaves behaved behaved behaving|wait waits waited waited waiting|need needs needed needed needing`;

const NOUNS = `man men|human humans|woman women|salesman salesmen|child children|analysis analyses|crisis crises|box boxes|quiz quizzes|day days
city cities|knife knives|roof roofs|belief beliefs|stomach stomachs|photo photos|potato potatoes|criterion criteria|bus buses|goldfish goldfish
aircraft aircraft|handicraft handicrafts|mother-in-law mothers-in-law|passer-by passers-by|runner-up runners-up|close-up close-ups
by-product by-products|sheep sheep|campus campuses|news news|church churches|monarch monarchs|hero heroes|boy boys|process processes`;

describe("verbs", () => {
  it.each(VERBS.split(/[|\n]/).map((line) => line.split(" ")))("%s: %s, %s, %s, %s", (base, ...forms) => {
    const shown = (["third", "past", "participle", "gerund"] as const).map((form) => inflect(base!, form));
    expect(shown).toEqual(forms);
    for (const form of forms) expect(lemmasOf(form, "verb")).toContain(base);
  });

  it("of several words are inflected in their first, compounds in their last", () => {
    expect(inflect("look after", "past")).toBe("looked after");
    expect(inflect("take part", "participle")).toBe("taken part");
    expect(inflect("double-check", "gerund")).toBe("double-checking");
    expect(lemmasOf("Looked after", "verb")[0]).toBe("look after");
  });

  it("are understood in British spelling", () => {
    expect(lemmasOf("travelled", "verb")).toContain("travel");
    expect(lemmasOf("focussing", "verb")).toContain("focus");
    expect(lemmasOf("learnt", "verb")[0]).toBe("learn");
  });

  it("show past or participle by the words before", () => {
    expect(formOf("painted", "paint", "verb", ["she"])).toBe("past");
    expect(formOf("painted", "paint", "verb", ["it", "was", "freshly"])).toBe("participle");
    expect(formOf("made", "make", "verb", ["they", "have", "never"])).toBe("participle");
    expect(formOf("put", "put", "verb", ["to"])).toBe("base");
    expect(formOf("put", "put", "verb", ["he", "has"])).toBe("participle");
    expect(formOf("Sings", "sing", "verb", [])).toBe("third");
    expect(formOf("travelled", "travel", "verb", ["we"])).toBe("past");
  });
});

describe("nouns", () => {
  it.each(NOUNS.split(/[|\n]/).map((line) => line.split(" ")))("%s: %s", (singular, plural) => {
    expect(inflect(singular!, "plural")).toBe(plural);
    expect(lemmasOf(plural!, "noun")).toContain(singular);
    if (singular !== plural) expect(formOf(plural!, singular!, "noun", [])).toBe("plural");
  });

  it("of several words are inflected in their head", () => {
    expect(inflect("gin and tonic", "plural")).toBe("gin and tonics");
    expect(inflect("man-of-war", "plural")).toBe("men-of-war");
    expect(inflect("coat of arms", "plural")).toBe("coats of arms");
    expect(inflect("attorney general", "plural")).toBe("attorneys general");
    expect(inflect("swimming pool", "plural")).toBe("swimming pools");
  });

  it("may have no plural", () => {
    for (const noun of ["advice", "furniture", "scissors", "hard cash"]) {
      expect(isUncountable(noun)).toBe(true);
      expect(inflect(noun, "plural")).toBe(noun);
    }
    expect(isUncountable("apple")).toBe(false);
  });
});

describe("adjectives and adverbs", () => {
  it.each([
    ["good", "better", "best"],
    ["big", "bigger", "biggest"],
    ["happy", "happier", "happiest"],
    ["unhappy", "unhappier", "unhappiest"],
    ["simple", "simpler", "simplest"],
    ["large", "larger", "largest"],
    ["early", "earlier", "earliest"],
    ["quickly", "more quickly", "most quickly"],
    ["beautiful", "more beautiful", "most beautiful"],
    ["tired", "more tired", "most tired"],
    ["well-known", "better-known", "best-known"],
    ["gray", "grayer", "grayest"],
  ])("%s: %s, %s", (positive, comparative, superlative) => {
    expect(inflect(positive, "comparative")).toBe(comparative);
    expect(inflect(positive, "superlative")).toBe(superlative);
    expect(lemmasOf(comparative, "adjective")).toContain(positive);
    expect(formOf(superlative, positive, "adjective", [])).toBe("superlative");
  });
});

describe("a and an", () => {
  it.each(
    (
      "hour heir honest heirloom apple umbrella uninteresting unimportant FBI MBA SQL 8 11 18 18th 8-bit 80s X-ray " +
      "herb only onion urn ugly SUV " +
      "HTML M.A. “apple” (hour) H&M LED NBA e-mail O’Neil uncle HIV L-shaped $8 éclair AI 11,000 unmanned unironic " +
      "unissued NCAA F1 n-gram"
    ).split(" "),
  )("an %s", (word) => expect(indefiniteArticle(word)).toBe("an"));

  it.each(
    (
      "unicorn use European one ewe UN house history 1,800 1 10 110 100 uniform unique unit union university usual " +
      "useful once one-off U-turn URL UK " +
      "NASA user euro eulogy Ukrainian Uruguayan “use” (dog) yes humble hotel ukulele utensil uranium UFO utopia " +
      "ubiquitous PDF BBC Herbert UNESCO oneness 1,100 118 MIDI"
    ).split(" "),
  )("a %s", (word) => expect(indefiniteArticle(word)).toBe("a"));

  it("says one or the other for any text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => ["a", "an"].includes(indefiniteArticle(text))));
  });
});

describe("letter case", () => {
  it("is that of the model", () => {
    expect(matchCase("Big", "large dog")).toBe("Large dog");
    expect(matchCase("BIG", "large")).toBe("LARGE");
    expect(matchCase("big", "large")).toBe("large");
    expect(matchCase("I", "we")).toBe("We");
    expect(matchCase("Well-Known", "much-loved")).toBe("Much-Loved");
  });
});

describe("any word", () => {
  const stem = fc.stringMatching(/^[b-df-hj-np-tv-z]{1,2}[aeiou]{1,2}[b-df-hj-np-tv-z]{1,2}e?$/);
  const forms: readonly (readonly [WordClass, Form])[] = [
    ["verb", "third"],
    ["verb", "past"],
    ["verb", "participle"],
    ["verb", "gerund"],
    ["noun", "plural"],
  ];

  it("is found again among the lemmas of each of its forms", () => {
    fc.assert(
      fc.property(stem, fc.constantFrom(...forms), (lemma, [wordClass, form]) => {
        expect(lemmasOf(inflect(lemma, form), wordClass)).toContain(lemma);
      }),
    );
  });

  it("is taken whatever its characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom(...forms), (text, [wordClass, form]) => {
        expect(typeof inflect(text, form)).toBe("string");
        expect(lemmasOf(text, wordClass).length).toBeGreaterThan(0);
        expect(typeof formOf(text, text, wordClass, [text])).toBe("string");
        expect(typeof matchCase(text, text)).toBe("string");
      }),
    );
  });
});
