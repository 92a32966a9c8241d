import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const KETTLE = page(
  "Copper kettle",
  "<p>A copper kettle is a vessel of sheet copper for boiling water. It has a spout, a handle and a lid, and its inside is lined with tin.</p>" +
    "<h2>Lining</h2><p>Tin keeps the water away from the copper, which would give it a taste. A lining of good tin lasts for ten years in daily use.</p>",
);
const STEPS = ["Fill", "Rub", "Rinse", "Wipe", "Dry", "Polish", "Store", "Check", "Heat", "Empty"];
const HOW_TO = page(
  "How to clean a copper kettle",
  "<p>Old kettles turn up on every market.</p>" +
    "<h2>Why copper kettles go dark</h2><p>Copper takes up oxygen from damp air and goes brown within a year. Sulphur from a gas flame turns a copper kettle black.</p>" +
    STEPS.map(
      (verb, at) =>
        `<h2>${verb} the copper kettle</h2><p>${verb} the copper kettle with ${at + 2} spoons of salt or lemon juice. ${STEPS[(at + 3) % 10]} the copper kettle again after ${at + 3} minutes near the window.</p>`,
    ).join(""),
);
const pages = { "https://a.test/": KETTLE, "https://b.test/": HOW_TO };
const LENGTH = { articleLengthFrom: 90, articleLengthTo: 130 };

it("an article about a thing takes from a page of instructions what explains, and no single steps", async () => {
  const text = await articleInForm("default", "copper kettle", pages, LENGTH);
  expect(text).toMatch(/Sulphur from a gas flame/);
  expect(text).not.toMatch(/salt or lemon juice/);
});

it("an article about an activity takes single pieces of advice", async () => {
  const text = await articleInForm("default", "copper kettle cleaning", pages, LENGTH);
  expect(text).toMatch(/salt or lemon juice/);
});
