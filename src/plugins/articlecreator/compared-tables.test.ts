import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const PRODUCT = (name: string, weight: string) =>
  `<p>The ${name} is a robot that cleans floors by itself. The ${name} goes back to its base when its battery is low. The ${name} stops at stairs and turns round at walls.</p>
<h2>Data</h2><table><tr><th>Weight</th><td>${weight}</td></tr><tr><th>Height</th><td>9 cm</td></tr><tr><th>Colour of ${name}</th><td>black</td></tr></table>
<p>The ${name} can be set so that it cleans every morning while nobody is at home.</p>`;

const TEAS = page(
  "Green tea and black tea",
  `<p>Green tea and black tea are made from the leaves of one plant. Green tea is dried at once. Black tea is left to oxidise for some hours. Green tea tastes of grass. Black tea tastes of malt and is drunk with milk.</p>
<h2>In the cup</h2><table><thead><tr><th></th><th>Green tea</th><th>Black tea</th><th>Mate</th></tr></thead><tbody><tr><td>Water</td><td>70 °C</td><td>100 °C</td><td>80 °C</td></tr><tr><td>Minutes</td><td>2</td><td>4</td><td>5</td></tr></tbody></table>
<h2>Sales</h2><table><thead><tr><th>Year</th><th>Tonnes</th></tr></thead><tbody><tr><td>2001</td><td>7</td></tr><tr><td>2002</td><td>8</td></tr></tbody></table>`,
);

async function written(pages: Readonly<Record<string, string>>, keyword: string, form: string) {
  const { files, reports, log } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: form,
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
  const facts = JSON.parse(reports.get("facts.json")!) as { sentence: string; original: string; url: string }[];
  return { text: [...files.values()][0]!, facts, log: log.join("\n") };
}

it("shows the table of a source that compares the things, whole and with its cells traced", async () => {
  const { text, facts } = await written({ "https://t.test/": TEAS }, "green tea vs black tea", "comparison");
  expect(text).toContain("| Green tea | Black tea | Mate\nWater | 70 °C | 100 °C | 80 °C\nMinutes | 2 | 4 | 5");
  expect(text).not.toContain("Tonnes");
  expect(facts).toContainEqual(
    expect.objectContaining({ sentence: "100 °C", original: "Water | 70 °C | 100 °C | 80 °C", url: "https://t.test/" }),
  );
});

it("sets out one table of what sources give of both, also where one name is part of the other", async () => {
  const pages = {
    "https://a.test/": page("Duster J7 Robot", PRODUCT("Duster J7", "3.4 kg")),
    "https://b.test/": page("Duster Combo J7 Robot", PRODUCT("Duster Combo J7", "3.3 kg")),
  };
  const { text, facts } = await written(pages, "Duster J7 vs Duster Combo J7", "comparison");
  expect(text).toContain("| Duster J7 | Duster Combo J7\nWeight | 3.4 kg | 3.3 kg\nHeight | 9 cm | 9 cm");
  expect(text).not.toContain("Colour");
  expect(facts).toContainEqual(
    expect.objectContaining({ sentence: "3.3 kg", original: "Weight | 3.3 kg", url: "https://b.test/" }),
  );
});

it("leaves tables out of other forms", async () => {
  const { text } = await written({ "https://t.test/": TEAS }, "green tea", "default");
  expect(text).not.toContain("70 °C");
});

it("leaves out sections of which nobody knows which thing they speak of", async () => {
  const { text } = await written(
    {
      "https://o.test/": page(
        "Oats or barley?",
        `<p>Oats and barley are grains that grow in cool and wet places. Oats and barley are sown in spring.</p>
<h2>Oats</h2><p>Oats cost 2 dollars a kilogram in most shops. Porridge of oats warms the people of Scotland. Oats need a wet summer and little else.</p>
<h2>Barley</h2><p>For a sack of barley farmers pay about 40 euros. Barley is malted for beer and whisky. In dry years barley requires two waterings by hand.</p>`,
      ),
      "https://p.test/": page(
        "The history of a grain",
        `<p>Barley came to Europe from the east and oats came after it. Barley and oats were found in one cave.</p>
<h2>Early finds</h2><p>There are two kinds of ears. Farmers cut them with flint. Sheaves were dried on frames of wood.</p>`,
      ),
    },
    "oats vs barley",
    "comparison",
  );
  expect(text).toMatch(/^Price \| Oats cost 2 dollars .* \| For a sack of barley/m);
  expect(text).not.toContain("two kinds of ears");
});
