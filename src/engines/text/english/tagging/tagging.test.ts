import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../../test/any-character.js";
import type { Tagger } from "../types.js";
import { loadTagger } from "./tagger.js";

let tagger: Tagger;
beforeAll(async () => {
  tagger = await loadTagger();
});

const sentences = (text: string) => tagger.tag(text).map(({ start, end }) => text.slice(start, end));
const tagOf = (text: string, word: string) =>
  tagger
    .tag(text)
    .flatMap(({ tokens }) => tokens)
    .find((token) => token.text === word)?.tag;
const words = (text: string) => tagger.tag(text).flatMap(({ tokens }) => tokens.map((token) => token.text));

describe("sentences", () => {
  it("end at full stops, question and exclamation marks", () => {
    expect(sentences("It rained. Did it? Yes! Good.")).toEqual(["It rained.", "Did it?", "Yes!", "Good."]);
  });

  it.each([
    "Dr. Lund met Mrs. Ito at 5 p.m. on Friday.",
    "Some fruit, e.g. Pears, keeps well.",
    "The U.S. Navy bought it from Acme Inc. for a song.",
    "Take bus No. 5 to St. Mary.",
    "It cost 3.50 and weighed 1.2 kg.",
    "J. R. Ewing lived there.",
    "He waited... and waited.",
    "“Stop!” she cried.",
    "Read pp. 4–6 or Fig. 2 first.",
  ])("are not broken in: %s", (text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it("take the closing marks behind the full stop along", () => {
    expect(sentences("(It was late.) “We left.” Then it rained.")).toEqual([
      "(It was late.)",
      "“We left.”",
      "Then it rained.",
    ]);
  });

  it("end at an abbreviation when the next word shows a new beginning", () => {
    expect(sentences("They sell pens, ink, etc. The shop is old.")).toHaveLength(2);
    expect(sentences("He lives in the U.S. They do too.")).toHaveLength(2);
  });

  it("end at a blank line", () => {
    expect(sentences("A heading\n\nand more")).toEqual(["A heading", "and more"]);
  });
});

describe("tokens", () => {
  it("divide contractions and keep compounds, abbreviations and addresses whole", () => {
    expect(words("They couldn’t've cannot it's mother-in-law e.g. a.b@c.test https://a.test/b.")).toEqual([
      "They",
      "could",
      "n’t",
      "'ve",
      "can",
      "not",
      "it",
      "'s",
      "mother-in-law",
      "e.g.",
      "a.b@c.test",
      "https://a.test/b",
      ".",
    ]);
  });

  it("cover every character that is not white space exactly once, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 6 }),
      fc.constantFrom(
        "Dr.",
        "U.S.",
        "don't",
        "n't",
        "'s",
        "\ud800",
        "👩‍👩‍👧",
        "e\u0301",
        "שלום",
        "\u0001",
        "...",
        "“",
        "1,5",
        "__proto__",
        "constructor",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.constantFrom("", " ", "\n\n"), (pieces, glue) => {
        const text = pieces.join(glue);
        let position = 0;
        for (const sentence of tagger.tag(text)) {
          expect(sentence.start).toBe(sentence.tokens[0]!.start);
          expect(sentence.end).toBe(sentence.tokens.at(-1)!.end);
          for (const token of sentence.tokens) {
            expect(text.slice(position, token.start)).toMatch(/^\s*$/);
            expect(token.text).toBe(text.slice(token.start, token.end));
            expect(token.text).not.toMatch(/^$/);
            position = token.end;
          }
        }
        expect(text.slice(position)).toMatch(/^\s*$/);
      }),
    );
  });

  it.each([
    "x".repeat(300_000),
    "!?".repeat(100_000),
    "a'".repeat(100_000),
    "/a".repeat(100_000),
    "\ud800".repeat(200_000),
  ])("are found in long unbroken runs as well", (text) => {
    const last = tagger.tag(text).at(-1)!;
    expect(last.end).toBe(text.length);
  });
});

describe("parts of speech", () => {
  it.each([
    ["She plans to run home.", "run", "VERB"],
    ["They went to bed early.", "to", "ADP"],
    ["He must visit us.", "visit", "VERB"],
    ["The visit was short.", "visit", "NOUN"],
    ["It’s a dog.", "’s", "AUX"],
    ["The dog's bowl is empty.", "'s", "PART"],
    ["They were painting the wall.", "painting", "VERB"],
    ["The letter has been written.", "written", "VERB"],
    ["Bread is cheap.", "Bread", "NOUN"],
    ["We live in Norway.", "Norway", "PROPN"],
    ["GREAT OFFERS FOR HAPPY BUYERS", "HAPPY", "ADJ"],
    ["a well-known singer", "well-known", "ADJ"],
    ["Anna is here.", "Anna", "PROPN"],
    ["Name me one.", "Name", "VERB"],
    ["Plumbers usually come late.", "Plumbers", "NOUN"],
    ["How To Grow Better Beans", "Beans", "NOUN"],
    ["We will table the motion.", "table", "VERB"],
    ["Most bakers love it.", "love", "VERB"],
    ["Can dogs swim?", "dogs", "NOUN"],
    ["According to sources, it closed.", "sources", "NOUN"],
    ["The company's looking to expand.", "'s", "AUX"],
    ["The dogs' bowl is empty.", "'", "PART"],
    ["Let's go.", "'s", "PRON"],
    ["She works hard.", "hard", "ADV"],
    ["The work is hard.", "hard", "ADJ"],
    ["A total of ten came.", "total", "NOUN"],
    ["In May we rest.", "May", "PROPN"],
    ["Die Möwe 鳥 flew.", "鳥", "X"],
    ["He bought 12 pears for $5.", "12", "NUM"],
  ])("%s: %s is %s", (text, word, tag) => {
    expect(tagOf(text, word)).toBe(tag);
  });
});
