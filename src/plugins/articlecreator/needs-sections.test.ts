import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const LENGTH = { articleLengthFrom: 250, articleLengthTo: 600 };
const written = (form: string, keyword: string, pages: Readonly<Record<string, string>>) =>
  articleInForm(form, keyword, pages, LENGTH);

const INTRO =
  "<p>Some owners run from brass polish because they think that polishing brass is a secret of the trade. Polishing brass is really not much different from cleaning a window.</p>";
const NEEDS =
  "<h3>Things You Need</h3><ol><li>A soft cloth. Old shirts of cotton do well.</li><li>Brass polish from a tin.</li><li>A bowl of warm water.</li></ol>";
const STEPS =
  "<h3>What To Do</h3><ol><li>Wash the brass in the bowl of warm water.</li><li>Rub the polish on with the soft cloth.</li><li>Wait until the brass polish is dull.</li><li>Wipe it off with a clean side of the cloth.</li></ol>";
const ABOUT =
  "<p>Brass is an alloy of copper and zinc that has the colour of pale gold. Brass was made in the valley from the ores of two mines.</p><h2>Uses</h2><p>Brass is used for bells, taps and horns because it rings and does not rust. Brass of bells holds more tin than brass of taps.</p><h2>History</h2><p>Brass came to the valley with the Romans, who struck coins of it. Brass became cheap when the second mine was opened in 1805. The mills of the valley rolled brass for the clocks of half of Europe.</p>";

it("puts a numbered list of what is needed before the steps", async () => {
  const text = await written("how-to", "polish brass", {
    "https://a.test/": page("How Do You Polish Brass?", INTRO + NEEDS + STEPS),
  });
  expect(text).toMatch(
    /What You Need\n\n- A soft cloth\.[^\n]*\n- Brass polish from a tin\.?\n- A bowl of warm water\.?\n\n/,
  );
  expect(text.indexOf("Step by Step")).toBeGreaterThan(text.indexOf("What You Need"));
  expect(text).not.toContain("Things You Need");
});

it("leaves out what is needed and how something is done where the steps are left out", async () => {
  const text = await written("default", "brass", {
    "https://a.test/": page("Brass", ABOUT),
    "https://b.test/": page("How Do You Polish Brass?", INTRO + NEEDS),
  });
  expect(text).not.toMatch(/Things You Need|How Do You Polish/);
  expect(text).toContain("Brass is an alloy of copper and zinc");
});
