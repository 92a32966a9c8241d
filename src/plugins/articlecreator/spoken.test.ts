import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import { sentenceProblem } from "./sentence-rules.js";
import { asToldPlainly, isToldAsQuestion } from "./spoken.js";

describe("a sentence is told plainly", () => {
  it.each([
    ["Of course, a hive needs shade in summer.", "A hive needs shade in summer."],
    ["As you can see, the queen is the longest bee.", "The queen is the longest bee."],
    ["Pro tip: smoke calms the bees before the lid is lifted.", "Smoke calms the bees before the lid is lifted."],
    ["A strong hive fills forty frames in one good summer!", "A strong hive fills forty frames in one good summer."],
    ["Stand back now!", "Stand back now!"],
    ["A hive of course needs shade.", "A hive of course needs shade."],
    ["Top tips are free.", "Top tips are free."],
  ])("%j", (text, told) => {
    expect(asToldPlainly({ text }).text).toBe(told);
  });

  it("with its code where that is then", () => {
    const text = "Of course, the flag -x turns it off.";
    const { text: told, code } = asToldPlainly({ text, code: [{ from: 20, to: 22 }] });
    expect(told.slice(code![0]!.from, code![0]!.to)).toBe("-x");
  });
});

it.each([
  ["Why do bees swarm in early summer?", true],
  ["Are they short of food in the winter?", true],
  ["Why?", false],
  ["Want to know more about bees?", false],
  ["Have you ever kept bees at home?", false],
  ["What do we sell in our shop?", false],
])("a question that belongs to what is told: %j", (text, isTold) => {
  expect(isToldAsQuestion(text)).toBe(isTold);
});

it.each([
  "At the top of the tower visitors see the whole valley.",
  "We often take sleep for granted.",
  "Plastic ends up in our oceans.",
  "The town sponsored a school for beekeepers.",
])("a statement like %j is kept", (text) => {
  expect(sentenceProblem(text)).toBeUndefined();
});

it.each([
  "See the chart for details of the hive.",
  "The rule is old (see the table below).",
  "We can help you with your bees.",
])("a sentence like %j is left out", (text) => {
  expect(sentenceProblem(text)).toBeDefined();
});

it.each([
  "Discover the seven essential steps of keeping bees.",
  "Master the art of brewing mead at home.",
  "In this step-by-step guide, bees come first.",
  "At Meadow House, you learn to brew mead in a day.",
])("what a page promises is left out: %j", (text) => {
  expect(sentenceProblem(text)).toBeDefined();
});

it.each(["At Easter, you see the first bees.", "Bees learn how to find the hive again."])("and %j is kept", (text) => {
  expect(sentenceProblem(text)).toBeUndefined();
});

/** The text of the one article about mead. */
async function written(text: string, more: object = {}): Promise<string> {
  const { files } = await outcomeOf(
    {
      ...{ articleKeywordsFile: ["mead"], sourceMode: ["folder"], sourceFolder: "texts", outputFormats: ["txt"] },
      ...{ articleLengthFrom: 120, articleLengthTo: 280, citeSources: "none", ...more },
    },
    { providers: { folder: cannedFolder({ "a.md": text }) } },
  );
  return [...files.values()][0] ?? "";
}

const MEAD = `# Mead

Mead is a drink made by fermenting honey with water. It was drunk in the north long before wine came there. Some kinds have fruit or spices in them.

## Fermentation

Honey ferments slowly because it holds little that yeast can live on. Why does the brewer add raisins? They feed the yeast of the mead. Read more in our guide. A mead that is left on its yeast for a month tastes of bread.

## Storing

Bottles of mead lie in a dark cellar for a year. The cork of a mead stays wet that way, and no air comes in. A sweet mead keeps for ten years and a dry one for three.
`;

describe("a paragraph", () => {
  it("goes on behind what only leads readers about its page", async () => {
    const text = await written(MEAD);
    expect(text).toContain("tastes of bread");
    expect(text).not.toContain("Read more");
  });

  it("has the questions that it answers, but never as what it ends with", async () => {
    expect(await written(MEAD)).toContain("Why does the brewer add raisins? They feed the yeast of the mead.");
    const unanswered = MEAD.replace(
      "They feed the yeast of the mead. Read more in our guide. A",
      "I never learnt it. A",
    );
    expect(await written(unanswered)).not.toContain("raisins?");
  });

  it("does not end before a sentence that turns round what was said", async () => {
    const turned = MEAD.replace(
      "A sweet mead keeps for ten years and a dry one for three.",
      "Mead of one year lacks the depth of old wine. However, my uncle and I never minded that.",
    );
    const text = await written(turned);
    expect(text).toContain("no air comes in");
    expect(text).not.toContain("lacks the depth");
    const whole = turned.replace("my uncle and I never minded that", "few drinkers of mead mind that");
    expect(await written(whole)).toContain("lacks the depth of old wine. However, few drinkers");
  });
});
