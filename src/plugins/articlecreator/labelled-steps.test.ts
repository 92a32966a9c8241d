import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const LEAD =
  "<p>A hedge is a row of shrubs that are planted close together. A hedge keeps wind and animals out of a garden for decades. Hedges were planted along most English fields after 1750.</p>";

async function howTo(body: string) {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: ["how to grow a hedge from seed"],
      articleTemplateInfo: "how-to",
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://h.test/"],
      articleLengthFrom: 40,
      articleLengthTo: 500,
      sentenceMinWords: 3,
      maxSentencesPerSource: 40,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb({ "https://h.test/": page("Growing a Hedge from Seed", `${LEAD}${body}`) }) } },
  );
  return [...files].find(([path]) => path.endsWith(".txt"))![1];
}

const stepsIn = (text: string) => text.split("\n").filter((line) => /^\d+\. /.test(line));

it("takes steps that have labels before what is to be done", async () => {
  const text = await howTo(
    "<h2>How to sow a hedge</h2><ol><li>Seed mix \u2013 Fill the trays with a good mix of soil.</li><li>Moisture \u2013 Keep the soil damp, but never wet.</li><li>Germination window \u2013 Expect 14\u201321 days at 18\u201321 \u00b0C.</li><li>Spacing \u2013 Plant 40 cm apart.</li></ol>",
  );
  expect(stepsIn(text)).toHaveLength(4);
  expect(stepsIn(text)[2]).toContain("Germination window \u2013 Expect 14\u201321 days");
});

it("takes steps from the rows of a table that counts them", async () => {
  const row = (at: number, step: string) => `<tr><td>${at}</td><td>${step}</td></tr>`;
  const text = await howTo(
    `<h2>Raising a hedge</h2><p>A hedge from seed takes patience.</p><table><thead><tr><th>Step</th><th>Action</th></tr></thead><tbody>${row(1, "Fill the trays with soil.")}${row(2, "Sow the seeds 5 mm deep.")}${row(3, "Germinate in 5\u201310 days at 21\u201327 \u00b0C.")}${row(4, "Transplant when the seedlings have true leaves.")}</tbody></table>`,
  );
  expect(stepsIn(text)).toEqual([
    "1. Fill the trays with soil.",
    "2. Sow the seeds 5 mm deep.",
    "3. Germinate in 5\u201310 days at 21\u201327 \u00b0C.",
    "4. Transplant when the seedlings have true leaves.",
  ]);
});

const STEPS =
  "<h2>Steps</h2><ol><li>Mark the line of the hedge.</li><li>Dig a trench.</li><li>Plant the shrubs.</li></ol>";

it("names what is needed by its headings and not by what is said below them", async () => {
  const text = await howTo(
    `<h2>Gear you need for a hedge</h2><h3>1. Spade</h3><p>Look for:</p><ul><li>A sharp edge</li><li>A long handle</li></ul><h3>2. Gloves</h3><ul><li>Thick leather</li><li>A close fit</li></ul>${STEPS}`,
  );
  expect(text).toContain("What You Need\n\n- Spade\n- Gloves");
  expect(text).not.toContain("- A long handle");
});

it("takes a list of tips or mistakes whole, under its own heading", async () => {
  const text = await howTo(
    `${STEPS}<h2>Common mistakes to avoid</h2><ul><li>Planting in frozen soil</li><li>Digging too deep a trench</li></ul>`,
  );
  expect(text).toContain("Common Mistakes to Avoid\n\n- Planting in frozen soil\n- Digging too deep a trench");
});
