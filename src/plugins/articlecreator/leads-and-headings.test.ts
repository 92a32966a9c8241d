import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

/** Title, first paragraph and headings of the one article about a keyword, from these files. */
async function written(keyword: string, files: Record<string, string>, more: object = {}) {
  const [text = ""] = await articleFrom(keyword, files, { articleLengthFrom: 80, articleLengthTo: 160, ...more });
  const blocks = text
    .replace(/^---[\s\S]*?\n---\n/, "")
    .trim()
    .split(/\n\n+/);
  const headings = blocks.filter((block) => block.startsWith("## ")).map((block) => block.slice(3));
  return { title: (blocks[0] ?? "").replace(/^# /, ""), lead: blocks[1] ?? "", headings, text };
}

const PICKLE = `# piccalilli

piccalilli, relish of chopped vegetables and spices, pickled in vinegar and coloured with turmeric. It is eaten in Britain with cold meat and cheese. Cauliflower, gherkins and small onions are the usual vegetables.

## History

Piccalilli is found in English cookery books from 1694. Hannah Glasse gave a recipe for it in 1758 under the name of Indian pickle. Richard Hellmann sold a sweeter kind in New York after 1905.

## Making

Cooks salt the vegetables overnight so that they stay crisp. The sauce is thickened with flour and mustard powder before the vegetables are put in. Jars of piccalilli keep for a year in a dark cupboard.
`;

const TALE = `# Why I love piccalilli

I grew up with it and my gran made it in October. Piccalilli is a hug. We ate it with my uncle's ham, and I never told him that I fed mine to the dog. My kitchen smells of vinegar for a week when I make it.
`;

describe("the lead", () => {
  it("is the entry of a reference work with its verb, and no figure of speech of a tale", async () => {
    const { lead, title } = await written("piccalilli", { "a.md": PICKLE, "b.md": TALE });
    expect(lead).toMatch(/^Piccalilli is a relish of chopped vegetables and spices, pickled in vinegar/);
    expect(title).not.toContain("Love");
  });

  it("says what the thing is for a keyword with its words in another order", async () => {
    const { lead } = await written("sharpening saws", {
      "a.md":
        "# Saw care\n\nA blunt saw wanders off the line and tears the wood. Saw sharpening is the process of filing every tooth of a saw to the same height and angle. A saw file has three sides and fits between two teeth. Hardened teeth cannot be filed and are replaced with the saw. Sharpening saws takes about an hour for a blade of sixty teeth.",
    });
    expect(lead).toMatch(/^Saw sharpening is the process/);
  });
});

describe("the title", () => {
  const LAMP =
    "# Lamps\n\nYou can fill the lamp with oil and trim the wick before you light it. Fill a lamp only when it is cold. The wick of a lamp burns evenly when it has been cut straight. A lamp that smokes has a wick that stands too high. Lamps with a round wick give more light than those with a flat one.";

  it("tells how to do what the keyword says is done", async () => {
    expect((await written("slow trim a lamp", { "a.md": LAMP })).title).toBe("How to Slow Trim a Lamp");
  });

  it("writes a name as the sources do", async () => {
    const text =
      "# Data\n\nMyBase is a small database engine that keeps its tables in one file. Programs call MyBase as a library, so there is no server to run. MyBase reads and writes its pages directly. A table of MyBase may hold a billion rows. Phones and browsers have used MyBase since 2004.";
    expect((await written("when to use mybase", { "a.md": text })).title).toBe("When to Use MyBase");
  });
});

describe("the title of an article", () => {
  const more =
    "It is known in every harbour of the coast. Nobody sells it there. Old people remember how it was before the war.";

  it.each([
    ["rickets", "Rickets is a disease of the bones that is caused by a lack of light.", "What Is Rickets?"],
    [
      "Harbour Charter",
      "The Harbour Charter is a charter of rights agreed to by King Olaf of Norway. He kept it and she did not.",
      "What Is the Harbour Charter?",
    ],
    ["tide gauges", "A tide gauge is a device that writes down how high the sea stands.", "What Are Tide Gauges?"],
    ["steam crane", "A steam crane is a machine that lifts goods with the force of steam.", "What Is a Steam Crane?"],
    [
      "Little Hope",
      'Little Hope, known to sailors as Skerry ("the bare one"), is a lighthouse on a rock off the coast.',
      "What Is Little Hope?",
    ],
    [
      "fidchell",
      "Fidchell was a board game of kings that lets players return captured stones. Fidchell is played by two.",
      "What Is Fidchell?",
    ],
  ])("of %s asks for what it is", async (keyword, lead, title) => {
    const text = `# ${keyword}\n\n${lead} ${more}\n\nThe ${keyword} was seen in 1900, when the first lamps were lit. Many wrote of the ${keyword} after that.\n`;
    expect((await written(keyword, { "a.md": text }, { articleLengthFrom: 40 })).title).toBe(title);
  });

  it("does not begin with an impression where a source says what the subject is", async () => {
    const files = {
      "a.md":
        "# My rickets\n\nRickets is a very complicated and difficult disease and takes long to explain. I have lived with it, and my mother told me of hers.\n",
      "b.md":
        "# Rickets\n\n## What happens\n\nRickets encompasses disorders of growing bones, arising from a lack of light, a lack of fish in the diet, or both. Bones with rickets bend under the weight that they carry. Children with rickets walk late.\n\n## What helps\n\nRickets is treated with oil of cod and with days in the open. Rickets was common in towns whose air was full of smoke.\n\nCountry children had rickets less often, since they were outside. Their teeth were better too.\n",
    };
    const { lead } = await written("rickets", files, { articleLengthFrom: 30 });
    expect(lead).toMatch(/^Rickets encompasses/);
  });
});

describe("the heading of a kind", () => {
  it("names what it is a kind of", async () => {
    const text = `# Ale

Ale is a beer that is brewed with yeast which rises to the top. It was drunk in England before hops were known.

## Pale

Pale ale is brewed from malt that is dried over coke. Pale ale travels well and was sent to India by the barrel.

## Brown

Brown ale is sweet and was the drink of miners in the north. Brown ale has little of the bitterness of other beers.
`;
    const { headings } = await written("ale", { "a.md": text }, { articleLengthFrom: 300, articleLengthTo: 400 });
    expect(headings).toEqual(["Pale Ale", "Brown Ale"]);
  });
});

describe("the lead of a subject that no source defines", () => {
  const SIDE = `# Growing food on balconies

Many people in towns have no garden at all.

## Watering

Balcony gardening takes a can of water every evening in July. Pots of clay dry sooner than those of plastic. A saucer keeps what runs through.
`;
  const WHOLE = `# Balcony gardening

With rising prices in the shops, many tenants turn to balcony gardening for herbs and salad. A few pots and a bag of soil are all that it takes to begin.

## Pots

Pots of wood last five years on a balcony. Iron ones rust in three, and the stains stay on the floor.
`;

  it("is what a page about it begins with, and not a sentence on one side of it", async () => {
    const { lead } = await written("balcony gardening", { "a.md": SIDE, "b.md": WHOLE });
    expect(lead).toMatch(/^With rising prices in the shops/);
  });

  it("is no sentence that says only how much of something the subject has or takes", async () => {
    const files = {
      "a.md": WHOLE.replace(
        "Pots of wood last",
        "Balcony gardening contains a higher number of small joys than any other kind. Pots of wood last",
      ),
    };
    const { lead } = await written("balcony gardening", files);
    expect(lead).toMatch(/^With rising prices in the shops/);
  });
});

it("the lead says what the thing is by the last word of its name, where it says as well what it belongs to", async () => {
  const { lead } = await written("loom cards", {
    "a.md": `# Loom cards

A boy carried them to the weaver in a box. Cards are strips of stiff paper you hang above a loom to tell it which threads to lift. Each card has a hole for every thread that stays down.

## Punching

A loom card is punched with a hand tool from a drawing on squared paper. The loom stops when a card is torn, and the weaver pastes a patch over it.
`,
  });
  expect(lead).toMatch(/^Cards are strips of stiff paper/);
});

it("no title asks what the subject is where the article does not say it", async () => {
  const files = {
    "a.md":
      "# Lime kilns\n\nA lime kiln of brick lasts for sixty years when it is fired every week. Carts brought stone to the lime kiln from three quarries. Nobody slept near a lime kiln in winter, since its fumes killed two tramps in 1851.\n",
    "b.md":
      "# Words\n\nSome say that a kiln is an oven. A lime kiln is an oven that burns limestone, as shown in the figure above: see page 4 of this booklet.\n",
  };
  const { title, text } = await written("lime kiln", files, { articleLengthFrom: 30, articleLengthTo: 60 });
  expect(text).not.toContain("burns limestone");
  expect(title).toBe("Lime Kiln");
});

it("no heading speaks of what another heading named, nor of the day or the writer of the page", async () => {
  const section = (heading: string, first: string) =>
    `## ${heading}\n\n${first} Burners of the old kind were cleaned each week with a wire. The glass of a gas lamp lasts for two winters when nobody knocks against it.`;
  const { headings } = await written(
    "gas lamp",
    {
      "a.md": `# Gas lamps\n\nA gas lamp is a lamp that burns gas in a mantle of thorium. Towns lit their streets with gas lamps from 1812.\n\n${[
        section("It\u2019s Bright", "A gas lamp gives as much light as sixty candles."),
        section("Mantles", "The mantle of a gas lamp is a net of cotton that was soaked in salts."),
        section("Today", "Some 1,500 gas lamps still burn in London, and five men look after them."),
        section("Choose Wickworth", "A gas lamp needs a pipe, a tap and a burner of brass."),
      ].join("\n\n")}`,
    },
    { articleLengthFrom: 300, articleLengthTo: 500 },
  );
  expect(headings.join()).not.toMatch(/Bright|Today|Wickworth/);
});

it("the beginning of a page stands below the title of that page where the article would be too short otherwise", async () => {
  const files = {
    "a.md": `# Bell tower

A bell tower is a tower that holds bells. Masons built most bell towers apart from the church, since the swing of heavy metal shakes a wall. Oak beams carry the frame, and iron straps keep it from creeping on the stone. Louvres let the sound out and keep the rain away from the wheels.

## The frame

The frame of a bell tower stands on corbels that stick out of the masonry. Carpenters wedge it so that no nail has to hold. Every bell hangs from a headstock of elm, and its gudgeons turn in cups of brass. Grease is put into the cups before Easter.

## The ropes

Ropes in a bell tower are made of flax with a tuft of coloured wool. The tuft shows the hand where to grip. A rope lasts ten years when the hole in the floor is lined with leather.
`,
    "b.md": `# Ringers of Eastwick

Eight people meet at a bell tower on Tuesdays and climb sixty steps to a room with a clock. The treble leads, and the tenor closes each round. Learners pull one stroke at a time for a month before they are let loose on both. Nobody speaks while a bell tower is rung, for a missed call costs the whole row. Changes are learned from lines drawn on squared paper, and a full peal takes three hours.

Boards on the walls of a bell tower name those who rang the longest peals, the oldest from 1784. Visitors from other parishes bring cakes and leave a coin in the box. In frost the stairs are strewn with ash so that no one slips on the way down.
`,
  };
  const { headings } = await written("bell tower", files, { articleLengthFrom: 300, articleLengthTo: 420 });
  expect(headings).toContain("Ringers of Eastwick");
});
