import { expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

async function written(body: string, { title = "", keyword = "", least = 40, most = 500 }): Promise<string> {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: "listicle",
      sourceMode: ["urls"],
      sourceUrlsFile: ["https://a.test/"],
      articleLengthFrom: least,
      articleLengthTo: most,
      sentenceMinWords: 3,
      outputFormats: ["txt"],
      citeSources: "none",
    },
    { providers: { web: cannedWeb({ "https://a.test/": page(title, body) }) } },
  );
  return [...files.values()][0]!;
}

const namesIn = (text: string) => [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, name]) => name);

const LONG =
  "The frame of a loom carries the warp at an even tension. A loose thread shows in the cloth as a wave. The reed keeps the threads apart while the shuttle passes. A warp of linen breaks sooner than one of wool. The cloth beam turns by one tooth at a time. Most weavers oil the beam once a year.";

it("gives each of the tips of a source four sentences at most where all of them would be too long", async () => {
  const names = ["Check the tension", "Wind the warp slowly", "Keep the reed clean", "Oil the beam"];
  const text = await written(
    `<p>Loom weaving is the making of cloth on a frame.</p><h2>4 tips for weavers</h2>${names
      .map((name, at) => `<h3>${name}</h3><p>${LONG.replaceAll("loom", `loom of kind ${at}`)}</p>`)
      .join("")}`,
    { title: "Loom weaving tips", keyword: "loom weaving tips", most: 300 },
  );
  expect(text.split("\n")[0]).toBe("4 Loom Weaving Tips");
  expect(namesIn(text)).toEqual(["Check the Tension", "Wind the Warp Slowly", "Keep the Reed Clean", "Oil the Beam"]);
  expect(text).not.toContain("Most weavers oil the beam once a year.");
});

it("takes the names that stand before paragraphs as items of a list, without the word that all begin with", async () => {
  const text = await written(
    "<p>Boat maintenance keeps a boat dry and safe. A checklist helps to forget nothing.</p><ul><li><b>Check: Bilge pump</b></li></ul><p>The bilge pump throws out the water that a hull lets in. Its strainer clogs with hair and wood.</p><ul><li><b>Check: Mooring lines</b></li></ul><p>Mooring lines chafe where they run through a fairlead.</p><ul><li><b>Check: Anodes</b></li></ul><p>Zinc anodes are eaten by the salt water instead of the propeller.</p>",
    { title: "Boat maintenance checklist", keyword: "boat maintenance checklist" },
  );
  expect(text.split("\n")[0]).toBe("Boat Maintenance Checklist: 3 Things to Check");
  expect(namesIn(text)).toEqual(["Bilge Pump", "Mooring Lines", "Anodes"]);
  expect(text).toContain("Zinc anodes are eaten by the salt water instead of the propeller.");
});

it("lists the sights that a page names with what they are", async () => {
  const text = await written(
    "<p>Varnholm is an island of the Baltic with four villages. Varnholm has a ferry from March to October. Most people of Varnholm live on fishing and on guests. The climate of Varnholm is mild for its latitude.</p><h2>The four sights</h2><ul><li>North Light: A tower of brick from 1832. It stands 30 metres high.</li><li>Sand church: A church that was dug out of a dune in 1905.</li><li>Smoke houses: Six of the old houses still smoke herring over alder.</li><li>Ring wall: A wall of the Iron Age runs around the hill.</li></ul><h2>Tickets</h2><p>A ticket for the tower costs four euros.</p>",
    { title: "Visiting Varnholm", keyword: "things to do in Varnholm" },
  );
  expect(text.split("\n")[0]).toBe("4 Things to Do in Varnholm");
  expect(namesIn(text)).toEqual(["North Light", "Sand Church", "Smoke Houses", "Ring Wall"]);
});

it("takes paragraphs that begin with what is to be done as the things below a heading that counts them", async () => {
  const text = await written(
    "<p>Varnholm is an island of the Baltic with four villages. The ferry to Varnholm takes two hours.</p><h2>Three things to do, slowly</h2><p>Walk the ring wall. The wall runs for two kilometres around the hill and is nowhere higher than a sheep.</p><p>Climb the tower. The North Light has 160 steps of iron and a bench at the top.</p><p>Eat on the quay. Smoked herring is sold from the windows of the old houses until noon.</p>",
    { title: "A slow week", keyword: "things to do in Varnholm" },
  );
  expect(namesIn(text)).toEqual(["Walk the Ring Wall", "Climb the Tower", "Eat on the Quay"]);
});

it("takes sights that are described without a verb, and those of further headings of the page", async () => {
  const sight = (name: string, text: string) => `<h3>${name}</h3><p>${text}</p>`;
  const text = await written(
    `<p>Harrow is a port on the north coast with two harbours. Harrow has been a town since 1250.</p><h2>Top attractions</h2>${sight("Pharos Tower", "A World Heritage site, this tower of white stone is the sign of the town.")}${sight("Abbey of Saint Bride", "A masterpiece of the mason's art with the tomb of a bishop. The stalls of oak are carved with fish.")}${sight("Harrow Baths", "The baths of the spa doctors are open all year.")}<h2>Neighbourhoods to explore</h2>${sight("Fishergate", "Fishergate has smokehouses, taverns and a market of nets.")}${sight("Highmarket", "The quarter of the merchants with gables of brick.")}<h2>Day trips</h2>${sight("Tern Island", "An island of seabirds in the mouth of the bay.")}${sight("Marl", "A village of potters with kilns that can be visited.")}`,
    { title: "Harrow travel guide", keyword: "things to do in Harrow", least: 300 },
  );
  expect(text.split("\n")[0]).toBe("7 Things to Do in Harrow");
  expect(namesIn(text)).toEqual([
    "Pharos Tower",
    "Abbey of Saint Bride",
    "Harrow Baths",
    "Fishergate",
    "Highmarket",
    "Tern Island",
    "Marl",
  ]);
});
