import { describe, expect, it } from "vitest";
import { FORMS, readTexts, wholeTexts } from "./texts.js";

const read = (text: string) => readTexts({ name: "hobby.txt", text });

describe("the tables of whole texts", () => {
  it("hold sentences, other ways to say them, and paragraphs after empty lines", () => {
    const [text] = read("[doing: a try]\nI like {topic}.\n/ I am fond of {topic}.\n\nI try {topic}.\n");
    expect(text).toEqual({
      sort: "doing",
      steps: [
        {
          beginsParagraph: false,
          ways: [
            { spintax: "I like {topic}.", slots: ["topic"] },
            { spintax: "I am fond of {topic}.", slots: ["topic"] },
          ],
        },
        { beginsParagraph: true, ways: [{ spintax: "I try {topic}.", slots: ["topic"] }] },
      ],
    });
  });

  it.each([
    ["a slot that does not exist", "I like {topics}.", /^data\/hobby\.txt, line 2: there is no slot \{topics\}; use /],
    ["a brace that stays open", "{I like|I love {topic}.", /line 2: a brace has no partner; add it or remove/],
    ["a brace too many", "I like} {topic}.", /line 2: a brace has no partner; add it or remove the brace$/],
    ["a slot inside a choice", "I {like {topic}|read}.", /line 2: a slot is inside a choice; write the sentence/],
    ["another way to say nothing", "/ I like {topic}.", /line 2: it is another way to say nothing; move it/],
    ["another way after an empty line", "I like {topic}.\n\n/ I love {topic}.", /line 4: it is another way to say/],
    ["a keyword that may come once", "I like {topic}.\nI read {topic}.\n/ I read.", /line 2: the text names .* 1 to 2/],
    [
      "a keyword that may come often",
      "{topic}, {topic}.\nI like {topic}, {topic}.",
      /line 2: .* 4 to 4 times; make it/,
    ],
  ])("refuse %s with its line", (_what, sentences, message) => {
    expect(() => read(`[any: a try]\n${sentences}\n`)).toThrow(message);
  });

  it("refuse a sort that does not exist", () => {
    expect(() => read("[some: a try]\nI like {topic} and {topic}.")).toThrow(/line 1: there can be no section/);
  });

  it.each(FORMS)("have at least ten texts of the form %s", (form) => {
    expect(wholeTexts()[form].length).toBeGreaterThanOrEqual(10);
  });
});
