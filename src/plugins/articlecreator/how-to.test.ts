import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const LEAD =
  "<p>A hedge is a row of shrubs that are planted close together. A hedge keeps wind and animals out of a garden for decades. Hedges were planted along most English fields after 1750.</p>";
const REST =
  "<h2>Kinds of hedges</h2><p>A hedge of hawthorn grows fast and has thorns. A hedge of beech keeps its brown leaves in winter. Box makes a low hedge that stays green.</p>";

async function howTo(body: string, more: Record<string, unknown> = {}, title = "How to Plant a Hedge") {
  const { files, log } = await outcomeOf(
    {
      articleKeywordsFile: ["plant a hedge"],
      articleTemplateInfo: "how-to",
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://h.test/"],
      articleLengthFrom: 40,
      articleLengthTo: 500,
      sentenceMinWords: 3,
      maxSentencesPerSource: 40,
      outputFormats: ["txt"],
      citeSources: "none",
      ...more,
    },
    { providers: { web: cannedWeb({ "https://h.test/": page(title, `${LEAD}${body}${REST}`) }) } },
  );
  return { text: [...files].find(([path]) => path.endsWith(".txt"))![1], log };
}

const stepsIn = (text: string) => text.split("\n").filter((line) => /^\d+\. /.test(line));

const STEPS = [
  "1. Mark the line. Stretch a string from post to post.",
  "2. Dig the trench. Dig a trench that is half a metre wide below the string.",
  "3. Plant the shrubs. Set five shrubs to the metre and tread them in.",
];

it.each([
  [
    "a list with several paragraphs in an item",
    `<h2>Planting it</h2><ol><li><p>Mark the line.</p><p>Stretch a string from post to post.</p></li><li>Dig the trench. Dig a trench that is half a metre wide below the string.</li><li>Plant the shrubs. Set five shrubs to the metre and tread them in.</li></ol>`,
  ],
  [
    "a list interrupted by a note and a picture",
    `<h2>Planting it</h2><ol><li>Mark the line.</li></ol><p>Stretch a string from post to post.</p><ol start="2"><li>Dig the trench. Dig a trench that is half a metre wide below the string.</li></ol><p><img src="/a.jpg" alt="x"></p><ol start="3"><li>Plant the shrubs. Set five shrubs to the metre and tread them in.</li></ol>`,
  ],
  [
    "headings of numbered steps",
    `<h2>Step 1: Mark the line</h2><p>Stretch a string from post to post.</p><h2>Step 2: Dig the trench</h2><p>Dig a trench that is half a metre wide below the string.</p><h2>Step 3: Plant the shrubs</h2><p>Set five shrubs to the metre and tread them in.</p>`,
  ],
  [
    "headings with figures",
    `<h3>1. Mark the line</h3><p>Stretch a string from post to post.</p><h3>2. Dig the trench</h3><p>Dig a trench that is half a metre wide below the string.</p><h3>3. Plant the shrubs</h3><p>Set five shrubs to the metre and tread them in.</p>`,
  ],
  [
    "bold lines",
    `<p><strong>Step 1: Mark the line</strong></p><p>Stretch a string from post to post.</p><p><strong>Step 2: Dig the trench</strong></p><p>Dig a trench that is half a metre wide below the string.</p><p><strong>Step 3: Plant the shrubs</strong></p><p>Set five shrubs to the metre and tread them in.</p>`,
  ],
  [
    "numbered paragraphs",
    `<h2>Planting it</h2><p>1) Mark the line. Stretch a string from post to post.</p><p>2) Dig the trench. Dig a trench that is half a metre wide below the string.</p><p>3) Plant the shrubs. Set five shrubs to the metre and tread them in.</p>`,
  ],
  [
    "headings that say what to do, below one that promises it",
    `<h2>How to plant a hedge by hand</h2><p>Choose a dry day in winter for it.</p><h3>Mark the line</h3><p>Stretch a string from post to post.</p><h3>Dig the trench</h3><p>Dig a trench that is half a metre wide below the string.</p><h3>Plant the shrubs</h3><p>Set five shrubs to the metre and tread them in.</p>`,
  ],
])("takes the steps whole and in their order from %s", async (_name, body) => {
  expect(stepsIn((await howTo(body)).text)).toEqual(STEPS);
});

it("keeps a step among headings whose verb it does not know", async () => {
  const { text } = await howTo(
    "<h2>Step by step</h2><h3>Mark the line</h3><p>Stretch a string.</p><h3>Dig the trench</h3><p>Dig it deep.</p><h3>Feel for stones</h3><p>Use a fork.</p><h3>Plant the shrubs</h3><p>Set five to the metre.</p><h3>Tips</h3><p>Hedges need rain.</p>",
  );
  expect(stepsIn(text)).toHaveLength(4);
  expect(stepsIn(text)[2]).toBe("3. Feel for stones. Use a fork.");
});

it("takes steps that a paragraph tells in turn", async () => {
  const { text } = await howTo(
    "<h2>Planting it</h2><p>First, mark the line with a string. Then dig a trench below the string. It should be half a metre wide. Finally, set five shrubs to the metre.</p>",
  );
  expect(stepsIn(text)).toEqual([
    "1. First, mark the line with a string.",
    "2. Then dig a trench below the string. It should be half a metre wide.",
    "3. Finally, set five shrubs to the metre.",
  ]);
});

it("takes one procedure, the main one, and says which", async () => {
  const { text } = await howTo(
    `<h2>Planting in a trench</h2><ol><li>Mark the line until it is below the fence.</li><li>Dig a trench.</li><li>Set the shrubs.</li><li>Water the row.</li></ol>
<h2>Planting in slots</h2><ol><li>Cut slots with a spade.</li><li>Push a shrub into each slot.</li><li>Tread the slots shut.</li></ol>`,
  );
  expect(text).toContain(
    "Planting in a Trench\n\n1. Mark the line until it is below the fence.\n2. Dig a trench.\n3. Set the shrubs.\n4. Water the row.\n",
  );
});

it("has what is needed in a list of its own, all of it and alike", async () => {
  const { text } = await howTo(
    `<h2>Tools and plants</h2><ul><li><a href="/shop">Sixty bare hawthorn shrubs</a></li><li>spade:: a border spade will do</li><li>1 string.</li></ul>
<h2>Steps</h2><ol><li>Mark the line.</li><li>Dig a trench.</li><li>Save the cuttings for stakes.</li></ol>`,
  );
  expect(text).toContain(
    "What You Need\n\n- Sixty bare hawthorn shrubs\n- Spade: a border spade will do\n- 1 string\n\nStep by Step\n\n1. Mark the line.\n2. Dig a trench.\n3. Save the cuttings for stakes.",
  );
});

it("does not tear steps that are too long for the article", async () => {
  const long = "Dig a trench that is half a metre wide and as deep as the spade along all of the string.";
  const items = Array.from({ length: 9 }, () => `<li>${long}</li>`).join("");
  const { text, log } = await howTo(`<h2>Steps</h2><ol>${items}</ol>`, { articleLengthTo: 120 });
  expect(stepsIn(text)).toEqual([]);
  expect(log.join("\n")).toContain("no procedure of three steps or more that is whole and fits the length");
});

it("has what went wrong and how to store it under the headings of the source", async () => {
  const { text } = await howTo(
    `<h2>Steps</h2><ol><li>Mark the line.</li><li>Dig a trench.</li><li>Set the shrubs.</li></ol>
<h2>Common mistakes</h2><p>Shrubs that are set too deep rot at the stem. Dry roots die within an hour in the wind.</p>`,
  );
  expect(text).toContain("Common Mistakes\n\nShrubs that are set too deep rot at the stem.");
});
