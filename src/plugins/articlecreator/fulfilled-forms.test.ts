import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

async function written(html: string, title: string, keyword: string, form: string) {
  const { files, log } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: form,
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://a.test/"],
      articleLengthFrom: 40,
      sentenceMinWords: 3,
      articleLengthTo: 500,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb({ "https://a.test/": page(title, html) }) } },
  );
  return { text: [...files.values()][0]!, log: log.join("\n") };
}

const SWIFTS =
  "<p>Swifts are birds that spend nearly all their lives in the air. Swifts come to Europe in May and leave it in August.</p>";

it("puts the questions of a page over their answers, also where they say only it and we", async () => {
  const { text } = await written(
    `${SWIFTS}<h2>How do we count them?</h2><p>Swifts are counted in the evening, when they scream around the roofs.</p><h2>What do swifts eat?</h2><p>Swifts eat flies, midges and small spiders.</p><h2>How long do swifts live?</h2><p>Swifts live for about nine years.</p><h2>History</h2><p>Swifts nested in cliffs before people built towers.</p>`,
    "Swifts",
    "swifts",
    "faq",
  );
  expect(text).toContain("How do we count them?\n\nSwifts are counted in the evening");
  expect(text).not.toContain("History");
});

it("makes no list of things to do from sections that tell of a place", async () => {
  const { text, log } = await written(
    "<p>Arden is a town on the river Wend in the north. Arden has eight thousand people.</p><h2>Geography</h2><p>Arden lies on two hills above the river Wend. The hills of Arden are of chalk.</p><h2>History</h2><p>Arden was founded by monks in 1120. The mill of Arden burnt down in 1790.</p><h2>Economy</h2><p>Arden lives on its paper mill and on its market. The market of Arden sells cattle.</p>",
    "Arden",
    "things to do in Arden",
    "listicle",
  );
  expect(text).not.toMatch(/^1\. /m);
  expect(log).toContain('do not fit the form "listicle"');
});

it("makes no comparison where one side has nothing said of it", async () => {
  const { text, log } = await written(
    `<p>Gas stoves and electric stoves both cook a meal in the same time. Gas stoves and electric stoves both need care.</p><h2>Gas stoves</h2><p>A gas stove costs about 700 dollars with its fitting. A gas stove heats a pan faster than any plate. Gas stoves need a pipe that an engineer has tested. Cooks see the flame of a gas stove and judge it.</p>`,
    "Gas and Electric Stoves",
    "gas stove vs electric stove",
    "comparison",
  );
  expect(text).not.toMatch(/^Electric Stove$/m);
  expect(log).toContain('do not fit the form "comparison"');
});
