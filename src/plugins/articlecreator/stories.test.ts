import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const FERRY = page(
  "Marrow Ferry",
  "<p>Marrow Ferry is a cable ferry across the river Ouzel. It carries cars and cyclists all year, and the crossing takes four minutes.</p>" +
    "<h2>How it began</h2><p>An old legend of the valley has it that a shepherd named Tobias Wren lost his flock to the flood and swore to tie both banks together. " +
    "He twisted a rope from the wool that was left and swam across with it by night. The monks of Saint Alder blessed the rope.</p>" +
    "<h2>The cable</h2><p>The cable is of galvanised steel and lies on the bed of the river. Divers look at it twice a year.</p>",
);
const GUIDE = page(
  "A day at Marrow Ferry",
  "<p>Marrow Ferry lies an hour north of the city. Families come for the picnic meadow and the heron colony.</p>" +
    "<h2>Tobias and the rope</h2><p>When the waters drowned his sheep, goes the tale, Tobias the shepherd made a rope of their wool. " +
    "In the dark he swam over to the far bank, and Saint Alder's monks gave the rope their blessing.</p>",
);

it("a story that two pages tell in other words stands in an article once", async () => {
  const text = await articleInForm("default", "Marrow Ferry", { "https://a.test/": FERRY, "https://b.test/": GUIDE });
  expect(text.match(/Tobias/g)).toHaveLength(1);
  expect(text).toMatch(/wool/);
  expect(text).toMatch(/galvanised/);
});
