import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

async function listicle(keyword: string, title: string, body: string) {
  const pages = { "https://h.test/": page(title, body) };
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: "listicle",
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(pages),
      articleLengthFrom: 120,
      articleLengthTo: 500,
      sentenceMinWords: 3,
      maxSentencesPerSource: 40,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb(pages) } },
  );
  return [...files].find(([path]) => path.endsWith(".txt"))![1];
}

const LEAD =
  "<p>A hedge is a row of shrubs that are planted close together. A hedge keeps wind and animals out of a garden for decades.</p>";

it("does not tell an item again below the list", async () => {
  const text = await listicle(
    "hedge tips",
    "Hedge Guide",
    `${LEAD}<h2>Uses of a hedge</h2><p>A hedge shelters a house from the wind. A hedge keeps dust and noise away from a garden beside a road.</p><h2>Hedge tips for beginners</h2><ul><li>Cut it early: Cutting a hedge before spring spares the birds that nest in it.</li><li>Feed it well: Feeding a hedge with compost keeps its leaves dense and green.</li><li>Water it deeply: Watering a young hedge once a week brings its roots down.</li></ul>`,
  );
  expect(text.match(/spares the birds/g)).toHaveLength(1);
  expect(text).toMatch(/1\. Cut It Early/);
});

it("keeps an item to four sentences", async () => {
  const long = [1, 2, 3, 4, 5, 6]
    .map((at) => `The gardener cuts the hedge along string number ${at} of his own.`)
    .join(" ");
  const text = await listicle(
    "hedge tips",
    "3 Hedge Tips",
    `${LEAD}<h2>1. Cut it straight</h2><p>${long}</p><h2>2. Feed it</h2><p>Feed the hedge with compost in spring. It keeps the leaves green.</p><h2>3. Water it</h2><p>Water a young hedge once a week. It needs more in the heat of the summer.</p>`,
  );
  expect(text).toContain("string number 4");
  expect(text).not.toContain("string number 5");
});
