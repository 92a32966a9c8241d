import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const PAGE = page(
  "Honey Law for Beginners",
  "<p>Honey law is a rule that says how fast honey flows from a jar. Honey law is taught in every school of the valley.</p><h2>Flow</h2><p>Many jars stand still. Flow is the amount of honey that leaves a jar in a minute.</p><h2>Resistance</h2><p>Resistance is the property of a jar that slows the honey down. It grows with the cold.</p><h2>Stoppers</h2><p>Stoppers are pieces of cork that close a jar. They keep the honey from drying.</p><h2>The finder</h2><p>Anton Weber was a German beekeeper who watched jars all his life.</p>",
);

it("asks what the terms are that the sources explain under headings of their own, and who somebody was", async () => {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: ["honey law questions"],
      articleTemplateInfo: "faq",
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://h.test/"],
      articleLengthFrom: 40,
      articleLengthTo: 500,
      sentenceMinWords: 3,
      maxSentencesPerSource: 40,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb({ "https://h.test/": PAGE }) } },
  );
  const text = [...files].find(([path]) => path.endsWith(".txt"))![1];
  expect(text).toContain("What is resistance?\n\nResistance is the property of a jar that slows the honey down.");
  expect(text).toContain("What are stoppers?\n\nStoppers are pieces of cork that close a jar.");
  expect(text).not.toContain("What was anton Weber?");
});
