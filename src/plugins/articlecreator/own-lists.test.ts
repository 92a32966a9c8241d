import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

async function written(pages: Readonly<Record<string, string>>, keyword: string, form: string): Promise<string> {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: form,
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(pages),
      articleLengthFrom: 40,
      sentenceMinWords: 3,
      articleLengthTo: 500,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb(pages) } },
  );
  return [...files.values()][0]!;
}

it("takes the numbered headings of a source whole, with their true count in the title", async () => {
  const text = await written(
    {
      "https://a.test/": page(
        "4 easy ways to help swifts in your town",
        "<p>Swifts are birds that spend nearly all their lives in the air.</p><h2>1. Put up a box</h2><p>A box of wood under the eaves is enough.</p><h2>2. Keep old holes open</h2><p>Builders often close the gaps that swifts need. Ask them to leave two.</p><h2>3. Plant for insects</h2><p>Long grass feeds the insects that feed the birds.</p><h2>4. Count them</h2><p>Swifts scream on summer evenings, and so they are easy to count.</p>",
      ),
    },
    "help swifts in your town",
    "listicle",
  );
  expect(text.split("\n")[0]).toBe("4 Ways to Help Swifts in Your Town");
  expect([...text.matchAll(/^\d\. .*$/gm)].map(([line]) => line)).toEqual([
    "1. Put up a Box",
    "2. Keep Old Holes Open",
    "3. Plant for Insects",
    "4. Count Them",
  ]);
  expect(text).toContain("Builders often close the gaps that swifts need. Ask them to leave two.");
});

it("asks the sources' own questions first, once each and with their whole answers", async () => {
  const text = await written(
    {
      "https://a.test/": page(
        "Swifts: your questions",
        "<p>Swifts are birds that spend nearly all their lives in the air.</p><h2>Do swifts sleep in the air?</h2><p>Yes. Swifts sleep at a height of two kilometres. Half of the brain stays awake.</p><h2>How long do swifts live?</h2><p>Swifts live for about nine years.</p><h2>What do swifts eat?</h2><p>Swifts eat flies, midges and small spiders.</p>",
      ),
      "https://b.test/": page(
        "Swifts in town",
        "<p>A swift is a bird with long wings.</p><h2>How long does a swift live?</h2><p>The oldest swift that wore a ring was found after twenty-one years in Oxford.</p>",
      ),
    },
    "swifts",
    "faq",
  );
  expect(text).toContain(
    "Do swifts sleep in the air?\n\nYes. Swifts sleep at a height of two kilometres. Half of the brain stays awake.",
  );
  expect(text.match(/^How long/gm)).toHaveLength(1);
  expect(text).toMatch(/about nine years\.\s+The oldest swift/);
});

it("lets the sources' own headings lead a review, and names whose verdict it is", async () => {
  const text = await written(
    {
      "https://a.test/": page(
        "Harrow kettle review",
        "<p>The Harrow kettle is a kettle of steel for one litre. The Harrow kettle comes to the boil in 4 minutes. The spout of the Harrow kettle is long and bent. The Harrow kettle was made in Leeds for thirty years.</p><h2>Pros</h2><ul><li>Pours without a drop</li><li>Easy to fill</li></ul><h2>Cons</h2><ul><li>The lid is hot</li></ul><h2>Verdict</h2><p>The Harrow kettle is a good buy for small kitchens.</p>",
      ),
    },
    "Harrow kettle",
    "review",
  );
  expect(text).toContain(
    'The verdict of "Harrow kettle review":\n\nThe Harrow kettle is a good buy for small kitchens.',
  );
  expect(text).toContain("What Speaks for It\n\n- Pours without a drop\n- Easy to fill");
  expect(text).toContain("What Speaks against It\n\n- The lid is hot");
});

it("adds no verdict to a review that the sources do not have", async () => {
  const text = await written(
    {
      "https://a.test/": page(
        "Harrow kettle in use",
        "<p>The Harrow kettle is a kettle of steel for one litre. The Harrow kettle comes to the boil in 4 minutes. The spout of the Harrow kettle is long and bent. The Harrow kettle was made in Leeds for thirty years.</p><h2>Pros</h2><ul><li>Pours without a drop</li><li>Easy to fill</li></ul><h2>Cons</h2><ul><li>The lid is hot</li></ul>",
      ),
    },
    "Harrow kettle",
    "review",
  );
  expect(text).not.toMatch(/verdict|statements/i);
  expect(text).toContain("What Speaks for It\n\n- Pours without a drop");
});
