import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

async function asked(body: string, title: string, keyword = title): Promise<string> {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: "faq",
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://a.test/"],
      articleLengthFrom: 300,
      articleLengthTo: 600,
      maxSentencesPerSource: 40,
      sentenceMinWords: 3,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb({ "https://a.test/": page(title, body) }) } },
  );
  return [...files.values()][0]!;
}

it("asks when somebody did what sentences give the year of, and what was paid", async () => {
  const text = await asked(
    "<p>Edmund Farrow (born June 1701, Hull, England, died 4 May 1779, Leeds) was an English bellfounder who cast the great bells of the north.</p><h2>Work</h2><p>Farrow opened his first foundry, a shed by the river, in 1724. He moved to Leeds in 1731. The bells of Leeds were rung on every day of the year but one.</p><h2>Later years</h2><p>Farrow was paid \u00a3900 for the bell of the minster. It cracked when it was rung for the first time. In all he received \u00a34,300 from the city.</p><p>Farrow did not cast the bell of Hull, which came from Flanders by sea.</p>",
    "Edmund Farrow",
  );
  expect(text).toContain("Who was Edmund Farrow?\n\nEdmund Farrow (born June 1701");
  expect(text).toContain("When did Edmund Farrow open his first foundry?\n\nFarrow opened his first foundry");
  expect(text).toContain("When did Edmund Farrow move to Leeds?\n\nHe moved to Leeds in 1731.");
  expect(text).toContain("How much was Edmund Farrow paid?\n\nFarrow was paid \u00a3900");
  expect(text).toContain("Did Edmund Farrow cast the bell of Hull?\n\nFarrow did not cast the bell of Hull");
});

it("asks what a denial answers, how much something can carry, and what a list names", async () => {
  const text = await asked(
    "<p>A dray horse is a heavy horse that pulls carts of beer through towns. It can pull up to three tons on a level street.</p><h2>Care</h2><p>Dray horses should not be left alone, because they pine. Dray horses do not wear shoes of plain iron but of iron with rubber.</p><h2>Breeds</h2><p>The three breeds most used as dray horses are:</p><ol><li>The Shire, which is the tallest.</li><li>The Clydesdale, which has white legs.</li><li>The Percheron, which comes from Normandy.</li></ol><p>Examples of dray horses in towns include the greys of Wadworth and the Shires of Hook.</p>",
    "Dray horses",
  );
  expect(text).toContain("How much can dray horses pull?\n\nIt can pull up to three tons");
  expect(text).toContain("Should dray horses be left alone?\n\nDray horses should not be left alone");
  expect(text).toContain("Do dray horses wear shoes of plain iron?");
  expect(text).toMatch(
    /What are the three breeds most used as dray horses\?\n\n1\. The Shire, which is the tallest\.\n2\. The Clydesdale/,
  );
  expect(text).toContain("What are examples of dray horses in towns?");
});
