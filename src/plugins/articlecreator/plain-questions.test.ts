import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const asked = (pages: Readonly<Record<string, string>>, keyword: string) =>
  articleInForm("faq", keyword, pages, { articleLengthFrom: 200 });

const FLOOD =
  "<p>The Great Harrow Flood, also called the Black Night, was a disaster that occurred on 3 May 1822 in the town of Harrow. It killed 41 people and 600 sheep.</p><h2>Aftermath</h2><p>Soldiers from the barracks were the first to reach the town. The bridge of Harrow was rebuilt in stone.</p><h2>The dam</h2><p>The dam of Harrow was built in 1790 above the mill. The dam of Harrow weighs 4,000 tons.</p>";

it("asks what sentences of the plainest kind answer, with the name that the sources give", async () => {
  const text = await asked({ "https://a.test/": page("Great Harrow Flood", FLOOD) }, "Great Harrow Flood");
  expect(text).toContain(
    "What was the Great Harrow Flood?\n\nThe Great Harrow Flood, also called the Black Night, was",
  );
  expect(text).toContain("How many people did the Great Harrow Flood kill?");
  expect(text).toContain(
    "What happened after the Great Harrow Flood?\n\nSoldiers from the barracks were the first to reach the town.",
  );
  expect(text).toContain("When was the dam of Harrow built");
});

it("asks about somebody whom sentences only call she", async () => {
  const body =
    "<p>Ada Thornbury was an English botanist who described the mosses of Wales. She was born in Chester, where her father kept a mill. She studied at the mechanics' institute of the town. She discovered eleven mosses on the cliffs of Anglesey. She died on 4 March 1871 in Bangor.</p><p>Mosses were dried between sheets of blotting paper in her kitchen.</p>";
  const text = await asked({ "https://a.test/": page("Ada Thornbury", body) }, "Ada Thornbury");
  expect(text).toContain("Who was Ada Thornbury?");
  expect(text).toContain("Where was Ada Thornbury born?\n\nShe was born in Chester");
  expect(text).toContain("What did Ada Thornbury discover?\n\nShe discovered eleven mosses");
});

it("leaves out what a shop is asked, and a question whose answer is lost", async () => {
  const body =
    "<p>Cello tuning is the setting of the four strings of a cello to their notes. Cello tuning takes a few minutes.</p><h2>So, how often does a cello need tuning?</h2><p>A cello needs tuning every time it is played.</p><h2>Final answer: is cello tuning hard?</h2><p>Cello tuning is easy with an app and slow by ear.</p><h2>Can I get a refund for the Cello Tuning course?</h2><p>The course can be sent back within a month after it was bought.</p><h2>What is a cello tuned to?</h2><p>A cello is tuned to the notes C, G, D and A from the lowest string upwards.</p><h2>Why do cello strings slip?</h2><p>Cello strings slip because the pegs shrink in dry air.</p>";
  const text = await asked({ "https://a.test/": page("Cello tuning: questions", body) }, "cello tuning questions");
  expect(text.split("\n")[0]).toBe("Cello Tuning: Questions and Answers");
  expect(text).toContain("How often does a cello need tuning?");
  expect(text).toContain("Is cello tuning hard?");
  expect(text).not.toMatch(/refund/i);
});
