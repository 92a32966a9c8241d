import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

/** Enough for both pages to be told. */
const LENGTH = { articleLengthFrom: 200, articleLengthTo: 260 };
const FERRY = page(
  "Marrow Ferry",
  "<p>Marrow Ferry is a cable ferry across the river Ouzel. It carries cars and cyclists all year, and the crossing takes four minutes.</p>" +
    "<h2>How it began</h2><p>A shepherd of the valley named Tobias Wren lost his flock to the flood of 1612 and swore to tie both banks together. " +
    "He twisted a rope from the wool that was left and swam across with it by night. The monks of Saint Alder blessed the rope.</p>" +
    "<h2>The cable</h2><p>The cable is of galvanised steel and lies on the bed of the river. Divers look at it twice a year.</p>" +
    "<h2>The boat</h2><p>The boat of the ferry was built of larch in 1954 and has room for six cars. A diesel engine of ninety horsepower pulls it along the cable. " +
    "When the river is high, the crew takes out the ramp and waits until the water has fallen below the mark on the landing stage.</p>",
);
const GUIDE = page(
  "A day at Marrow Ferry",
  "<p>Marrow Ferry lies an hour north of the city. Families come for the picnic meadow and the heron colony.</p>" +
    "<h2>Tobias and the rope</h2><p>People in the village name Tobias Wren when they are asked who stretched the first line over the water. " +
    "Three hundred yards of yarn came off the sheep that he still had, a candle from the abbot of Saint Alder lit the far bank, and the current did not take him.</p>" +
    "<h2>The meadow</h2><p>The meadow beside the ferry has twelve tables of oak under old poplars. Herons nest in the tops from March to July, and boards explain how they fish. " +
    "A gate keeps dogs away from the reeds, where kingfishers and grebes raise their young each summer.</p>",
);

it("a story that two pages tell in other words stands in an article once", async () => {
  const text = await articleInForm(
    "default",
    "Marrow Ferry",
    { "https://a.test/": FERRY, "https://b.test/": GUIDE },
    LENGTH,
  );
  expect(text.match(/Tobias/g)).toHaveLength(1);
  expect(text).toMatch(/wool/);
  expect(text).toMatch(/galvanised/);
});
