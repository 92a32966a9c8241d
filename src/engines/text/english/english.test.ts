import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { EnglishWithExpressions } from "./english.js";
import type { Alternative, Sentence, WordClass } from "./types.js";

let english: EnglishWithExpressions;

beforeAll(async () => {
  english = await loadEnglish();
});

function only(text: string): Sentence {
  const [sentence] = english.tagger.tag(text);
  if (!sentence) throw new Error(`no sentence in ${text}`);
  return sentence;
}

function alternativesOf(word: string, text: string): readonly Alternative[] {
  const sentence = only(text);
  const index = sentence.tokens.findIndex((token) => token.text === word);
  if (index < 0) throw new Error(`no ${word} in ${text}`);
  return english.alternatives(sentence, index);
}

const texts = (alternatives: readonly Alternative[]) => alternatives.map(({ text }) => text);
const lemmas = (alternatives: readonly Alternative[]) => alternatives.map(({ lemma }) => lemma);

describe("alternatives in a sentence", () => {
  it("are words of the same meaning", () => {
    expect(texts(alternativesOf("big", "They live in a big house near the lake."))).toEqual(
      expect.arrayContaining(["large", "huge"]),
    );
    expect(texts(alternativesOf("quickly", "She answered the letter quickly."))[0]).toMatch(
      /^(?:promptly|rapidly|speedily)$/,
    );
  });

  it("follow the sense the sentence gives the word", () => {
    const ofRiver = alternativesOf("bank", "We sat on the muddy bank of the river and watched the water.");
    const ofMoney = alternativesOf("bank", "The bank lent the company money at a low rate of interest.");
    expect(ofRiver[0]?.lemma).not.toBe(ofMoney[0]?.lemma);
    const scoreOf = (list: readonly Alternative[]) => list.find(({ lemma }) => lemma === "slope")?.score ?? 0;
    expect(scoreOf(ofRiver)).toBeGreaterThan(scoreOf(ofMoney));
  });

  it("have the form of the word they replace", () => {
    const bought = alternativesOf("bought", "My aunt bought a small boat last year.");
    expect(texts(bought)).toContain("purchased");
    expect(lemmas(bought)).toContain("purchase");
    expect(texts(alternativesOf("children", "The children played in the garden."))).toContain("kids");
    expect(texts(alternativesOf("starting", "We are starting a new course."))).toContain("beginning");
  });

  it("are words people say, not only forms the rules allow", () => {
    const people = texts(alternativesOf("people", "The process helps people relax after work."));
    expect(people).not.toContain("someones");
    expect(people).not.toContain("somebodies");
    expect(alternativesOf("most", "It is the most rewarding of all skills.")).toEqual([]);
  });

  it("are sorted by score, at most ten, each once and never the word itself", () => {
    for (const word of ["decided", "old", "shop", "slowly", "closed"]) {
      const list = alternativesOf(word, "The man slowly decided that the old shop should be closed.");
      expect(list.length).toBeGreaterThan(0);
      expect(list.length).toBeLessThanOrEqual(10);
      expect(new Set(texts(list)).size).toBe(list.length);
      expect(texts(list)).not.toContain(word);
      expect(list.map(({ score }) => score)).toEqual(list.map(({ score }) => score).sort((a, b) => b - a));
      for (const { score, text } of list) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(text).toBe(text.toLowerCase());
      }
    }
  });

  it("are none for names, numbers, function words and words nobody knows", () => {
    const sentence = only("In 1987 Kowalski and the 12 glorpwicks went to Berlin with them.");
    for (const word of ["1987", "Kowalski", "and", "the", "12", "glorpwicks", "to", "Berlin", "them", "."]) {
      const index = sentence.tokens.findIndex((token) => token.text === word);
      expect(index, word).toBeGreaterThanOrEqual(0);
      expect(english.alternatives(sentence, index), word).toEqual([]);
    }
  });

  it("are none outside the sentence", () => {
    const sentence = only("Birds sing.");
    expect(english.alternatives(sentence, -1)).toEqual([]);
    expect(english.alternatives(sentence, 99)).toEqual([]);
  });

  it("never say the contrary", () => {
    const pairs: readonly (readonly [string, string, string])[] = [
      ["hot", "The soup is too hot to eat.", "cold"],
      ["increase", "They want to increase the price of bread.", "decrease"],
      ["slowly", "He walked slowly up the hill.", "quickly"],
      ["rich", "The rich merchant owned three ships.", "poor"],
      ["always", "She always takes the early train.", "never"],
    ];
    for (const [word, text, contrary] of pairs)
      expect(lemmas(alternativesOf(word, text)), word).not.toContain(contrary);
  });

  it("never name another day, colour or number", () => {
    expect(lemmas(alternativesOf("yesterday", "The rain stopped yesterday."))).not.toContain("tomorrow");
    expect(lemmas(alternativesOf("red", "He painted the red door."))).not.toContain("blue");
    expect(lemmas(alternativesOf("minutes", "The walk takes ten minutes."))).not.toContain("hour");
  });

  it("never name another thing of the same kind, nor one kind of it", () => {
    const others: readonly (readonly [string, string, string])[] = [
      ["oxygen", "The plants in the tank make oxygen all day.", "hydrogen"],
      ["metal", "The lid of the box is made of metal.", "copper"],
      ["fish", "The fish in the pond come to the surface at noon.", "salmon"],
      ["cheese", "They had bread and cheese for supper.", "yogurt"],
      ["euros", "The library charges two euros for a lost card.", "franc"],
      ["screwdriver", "You need a small screwdriver for the lid.", "hammer"],
    ];
    for (const [word, text, other] of others) expect(lemmas(alternativesOf(word, text)), word).not.toContain(other);
  });

  it("do not put an adjective where an adverb belongs", () => {
    expect(texts(alternativesOf("slowly", "The boat slowly left the pier."))).not.toContain("slow");
    expect(texts(alternativesOf("loudly", "The children sang loudly in the yard."))).not.toContain("loud");
  });

  it("keep an object possible where one follows, and the passive", () => {
    expect(lemmas(alternativesOf("met", "In May the mayor met the traders at the port."))).not.toContain("gather");
    expect(lemmas(alternativesOf("reached", "The village was reached at noon."))).not.toContain("arrive");
  });

  it("are neither be nor have", () => {
    const words = lemmas(alternativesOf("existed", "The sailor drew islands that never existed."));
    expect(words.length).toBeGreaterThan(0);
    expect(words).not.toContain("be");
    expect(lemmas(alternativesOf("own", "They own two farms near the lake."))).not.toContain("have");
  });

  it("hold no slurs, swear words or words out of use", () => {
    const unwelcome = /^(?:bitch|broad|wench|whore|ass|shit|crap|fuck|thou|damsel|retard|cripple)$/;
    const sentences = [
      "The woman is a friend of the girl.",
      "The donkey carried the rubbish away.",
      "The stupid fool spoke nonsense to the disabled man.",
    ];
    for (const text of sentences) {
      const sentence = only(text);
      for (const index of sentence.tokens.keys()) {
        for (const { lemma } of english.alternatives(sentence, index)) expect(lemma).not.toMatch(unwelcome);
      }
    }
  });

  it("are the same at every call, whatever was asked in between", () => {
    const text = "The new bridge will carry heavy trucks across the valley.";
    const ask = () => only(text).tokens.map((_, index) => english.alternatives(only(text), index));
    const before = ask();
    alternativesOf("carry", "They carry water from the well.");
    expect(ask()).toEqual(before);
  });

  it("use the words around the sentence", () => {
    const sentence = only("The bank was closed.");
    const index = sentence.tokens.findIndex(({ text }) => text === "bank");
    const money = english.alternatives(sentence, index, ["loan", "money", "interest", "account", "credit"]);
    const river = english.alternatives(sentence, index, ["river", "water", "fish", "mud", "boat"]);
    expect(money).not.toEqual(river);
  });

  it("come for any text without an error", () => {
    const words = fc.constantFrom(
      "the",
      "bank",
      "'s",
      "n't",
      "ran",
      "{",
      "—",
      "ﬁsh",
      "__proto__",
      "constructor",
      "10%",
      "a",
      "?!",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ unit: "grapheme" })), { maxLength: 20 }), (parts) => {
        for (const sentence of english.tagger.tag(parts.join(" "))) {
          for (const index of sentence.tokens.keys()) {
            for (const { text } of english.alternatives(sentence, index)) expect(text).not.toBe("");
          }
          for (const { first, last } of english.expressions(sentence)) expect(first).toBeLessThan(last);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("expressions of several words", () => {
  it("are found with their dictionary form", () => {
    const sentence = only("The farmers took part in the fair as well as the race.");
    expect(english.expressions(sentence).map(({ lemma }) => lemma)).toEqual(["take part", "as well as"]);
  });

  it("are replaced as a whole, in the form of their head", () => {
    const sentence = only("Forty teams took part in the race.");
    const [expression] = english.expressions(sentence);
    expect(expression?.lemma).toBe("take part");
    const found = expression ? english.rate(sentence, expression).alternatives : [];
    expect(texts(found)).toContain("participated");
  });

  it("do not overlap", () => {
    const sentence = only("In order to carry out the plan, they looked forward to a great deal of hard work at least.");
    let end = -1;
    for (const { first, last } of english.expressions(sentence)) {
      expect(first).toBeGreaterThan(end);
      end = last;
    }
    expect(end).toBeGreaterThan(0);
  });
});

describe("the dictionary", () => {
  it("knows lemmas by their class", () => {
    expect(english.knows("decide", "verb")).toBe(true);
    expect(english.knows("decide", "noun")).toBe(false);
    expect(english.knows("glorpwick", "noun")).toBe(false);
    expect(english.knows("constructor", "verb")).toBe(false);
  });

  it.each<[string, WordClass, string | undefined]>([
    ["mice", "noun", "mouse"],
    ["went", "verb", "go"],
    ["stopping", "verb", "stop"],
    ["Houses", "noun", "house"],
    ["happier", "adjective", "happy"],
    ["quickly", "adverb", "quickly"],
    ["glorpwicks", "noun", undefined],
  ])("gives for %s as %s the lemma %s", (word, wordClass, lemma) => {
    expect(english.lemmaOf(word, wordClass)).toBe(lemma);
  });

  it("says what a noun is", () => {
    const coffee = english.noun("coffee");
    expect(coffee).toMatchObject({ lemma: "coffee", category: "food", hypernym: "beverage" });
    expect(coffee?.gloss).toContain("beans");
    expect(english.noun("glorpwick")).toBeUndefined();
  });

  it("leads from verbs to nouns and from adjectives to adverbs", () => {
    expect(english.nounsOfVerb("decide")[0]).toBe("decision");
    expect(english.nounsOfVerb("arrive")).toContain("arrival");
    expect(english.adverbsOf("quick")[0]).toBe("quickly");
    expect(english.nounsOfVerb("glorpwick")).toEqual([]);
    expect(english.adverbsOf("glorpwick")).toEqual([]);
  });
});

describe("frequency and fluency", () => {
  it("distinguish common words and orders from rare ones", () => {
    expect(english.frequency("house")).toBeGreaterThan(english.frequency("abode"));
    expect(english.frequency("glorpwick")).toBe(-14);
    expect(english.fluency(["he", "drove", "a", "fast", "car"])).toBeGreaterThan(
      english.fluency(["car", "a", "fast", "he", "drove"]),
    );
  });
});
