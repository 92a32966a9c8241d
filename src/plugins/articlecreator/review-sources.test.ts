import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const INTRODUCTION =
  "<p>The Harrow kettle is a kettle of steel for one litre. The Harrow kettle boils water over gas and on glass hobs. The spout of the Harrow kettle pours without a drip.</p>";

async function review(pages: Readonly<Record<string, string>>) {
  const { files, reports } = await outcomeOf(
    {
      articleKeywordsFile: ["Harrow kettle"],
      articleTemplateInfo: "review",
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(pages),
      articleLengthFrom: 40,
      articleLengthTo: 500,
      sentenceMinWords: 3,
      maxSentencesPerSource: 40,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb(pages) } },
  );
  const facts = JSON.parse(reports.get("facts.json")!) as { sentence: string; original: string }[];
  return { text: [...files.values()][0]!, facts };
}

it("has the rating, the points for and against and the specifications that its source gives", async () => {
  const { text, facts } = await review({
    "https://h.test/": page(
      "The Harrow Kettle: a test",
      `${INTRODUCTION}<p><b>Pros</b></p><ul><li>light enough for one hand</li><li>pours without a drip</li></ul><p><b>Cons</b></p><ul><li>handle gets hot</li></ul>
<h2>Data</h2><table><tr><th>Weight</th><td>0.9 kg</td></tr><tr><th>Volume</th><td>1 litre</td></tr><tr><th>Material</th><td>steel</td></tr></table>
<h2>Verdict</h2><p>The Harrow kettle is right for a kitchen with a gas hob. I would give it four out of five.</p>`,
    ),
  });
  expect(text).toContain('The rating of "The Harrow Kettle: a test" is four out of five.');
  expect(text).toContain("What Speaks for It\n\n- light enough for one hand\n- pours without a drip");
  expect(text).toContain("What Speaks against It\n\n- handle gets hot");
  expect(text).toContain("Weight | 0.9 kg\nVolume | 1 litre\nMaterial | steel");
  expect(facts).toContainEqual(expect.objectContaining({ sentence: "0.9 kg", original: "Weight | 0.9 kg" }));
  expect(facts).toContainEqual(expect.objectContaining({ original: "I would give it four out of five." }));
});

it("says nothing of another thing of its family", async () => {
  const { text } = await review({
    "https://h.test/": page(
      "The Harrow Kettle",
      `${INTRODUCTION}<h2>Verdict</h2><p>The Harrow kettle is right for a kitchen with a gas hob.</p><h2>Advantages</h2><p>The Harrow kettle is light.</p>`,
    ),
    "https://i.test/": page(
      "The Harrow Whistling Kettle",
      "<p>The Harrow Whistling kettle calls when its water boils. The Harrow Whistling kettle weighs 2 kilograms. Its lid is of brass and its whistle can be taken off.</p>",
    ),
  });
  expect(text).toContain("Verdict");
  expect(text).not.toContain("Whistling");
});
