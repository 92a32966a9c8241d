import { describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { freeVariantsOf } from "./free-variants.js";
import { createProtection } from "./protection.js";
import { readSentences } from "./read-sentences.js";

const english = await loadEnglish();

/** What is offered in the sentences: the words of the text with their variants, as "don't|do not". */
function variants(text: string, contracts = false): string[] {
  return [...readSentences(text, english, createProtection([], english), { keepQuotations: false })].flatMap(
    ({ sentence }) =>
      freeVariantsOf(sentence, english, contracts).map(({ first, last, others }) => {
        const { tokens } = sentence;
        return [text.slice(tokens[first]!.start, tokens[last]!.end), ...others].join("|");
      }),
  );
}

describe("a contraction", () => {
  it.each([
    ["The door doesn't close.", "doesn't|does not"],
    ["The door can\u2019t be closed.", "can\u2019t|cannot"],
    ["The door won't close.", "won't|will not"],
    ["Don't close the door.", "Don't|Do not"],
    ["It's a heavy door.", "It's|It is"],
    ["There's a door behind the curtain.", "There's|There is"],
    ["They're heavy doors.", "They're|They are"],
    ["The doors that we've painted are green.", "we've|we have"],
    ["Close the door and you'll hear less.", "you'll|you will"],
  ])("has its whole form: %s", (text, variant) => {
    expect(variants(text)).toContain(variant);
  });

  it.each([
    ["It's been a heavy door.", "which may be has"],
    ["It's painted green.", "which may be has"],
    ["Don't you see the door?", "of a question"],
    ["Didn't they close the door!", "before its subject"],
    ["The baker's door is green.", "which is a possessive"],
    ["DON'T CLOSE THE DOOR.", "in capitals"],
  ])("stays as it is: %s (%s)", (text) => {
    expect(variants(text)).toEqual([]);
  });
});

describe("where a text contracts, words that it does not", () => {
  it.each([
    ["The door does not close.", "does not|doesn't"],
    ["Do not close the door.", "Do not|Don't"],
    ["The door cannot be closed.", "cannot|can't"],
    ["The door will not close.", "will not|won't"],
    ["It is a heavy door.", "It is|It's"],
    ["They are heavy doors.", "They are|They're"],
    ["The doors that we have painted are green.", "we have|we've"],
    ["Close the door and you will hear less.", "you will|you'll"],
  ])("are contracted: %s", (text, variant) => {
    expect(variants(text, true)).toContain(variant);
    expect(variants(text)).not.toContain(variant);
  });

  it.each([
    ["Tell me what they are.", "at the end"],
    ["Is it a door that they are?", "of a question"],
    ["Paint the door as white as it is in spring.", "of what was compared"],
    ["Tell me what they are for in winter.", "of what is asked"],
    ["The way to paint it will come up in May.", "of the verb before"],
    ["It is not only heavy but green.", "in contrast"],
    ["We have two doors.", "which own"],
    ["Is the constructor not called, the door stays open.", "of a noun"],
    ["The IS is a door.", "in capitals"],
  ])("stay as they are: %s (%s)", (text) => {
    expect(variants(text, true)).toEqual([]);
  });
});

describe("a relative pronoun", () => {
  it.each([
    ["A machine that helps farmers is dear.", "that|which"],
    ["A machine which helps farmers is dear.", "which|that"],
    ["A farmer that grows wheat needs rain.", "that|who"],
    ["The rooms that are used for storage are cold.", "that are used|used|which are used"],
    ["The doctors who were trained in Leeds came back.", "who were trained|trained"],
  ])("has another form: %s", (text, variant) => {
    expect(variants(text)).toEqual([variant]);
  });

  it.each([
    "It is the tool that cuts wood.",
    "Everything that shines is sold.",
    "The best tool that exists is sharp.",
    "The way that works is slow.",
    "The dog that barks does not bite.",
    "The tool that he uses is sharp.",
    "The saw, which cuts wood, is sharp, and the tool that cuts stone is not.",
  ])("stays as it is: %s", (text) => {
    expect(variants(text)).toEqual([]);
  });
});

describe("a conjunction", () => {
  it.each([
    ["She knows that they are late.", "that they|they"],
    ["She thinks they are late.", "they|that they"],
    ["She believes it is late.", "it|that it"],
  ])("may be left out or not: %s", (text, variant) => {
    expect(variants(text)).toEqual([variant]);
  });

  it.each([
    "They ate what she said they wanted.",
    "She knows it.",
    "She argues that they are late.",
    "She knows that town.",
  ])("stays as it is: %s", (text) => {
    expect(variants(text)).toEqual([]);
  });
});

describe("the to of a purpose", () => {
  it("has a longer form before the main clause", () => {
    expect(variants("To keep the bread warm, wrap it in a cloth.")).toEqual(["To|In order to"]);
  });

  it.each(["To be honest, the bread was cold.", "To keep the bread warm is easy.", "To Kill a Mockingbird"])(
    "stays as it is: %s",
    (text) => {
      expect(variants(text)).toEqual([]);
    },
  );
});

it("no order of words makes it overlap or leave the sentence", () => {
  const words = [
    "that",
    "which",
    "who",
    "it",
    "'s",
    "do",
    "n't",
    "they",
    "think",
    "tools",
    "are",
    "used",
    "for",
    "To",
    ",",
  ];
  for (let seed = 0; seed < 400; seed += 1) {
    const text = Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * at * (seed % 11)) % words.length]).join(
      " ",
    );
    for (const { sentence } of readSentences(text, english, createProtection([], english), { keepQuotations: false })) {
      let before = -1;
      for (const { first, last } of freeVariantsOf(sentence, english, true)) {
        expect(first).toBeGreaterThan(before);
        expect(last).toBeGreaterThanOrEqual(first);
        expect(last).toBeLessThan(sentence.tokens.length);
        before = last;
      }
    }
  }
});
