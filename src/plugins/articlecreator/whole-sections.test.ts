import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

/** The text of the one article about a keyword, from these files. */
async function written(keyword: string, files: Record<string, string>, more: object = {}): Promise<string> {
  const { files: made } = await outcomeOf(
    {
      ...{ articleKeywordsFile: [keyword], sourceMode: ["folder"], sourceFolder: "texts", outputFormats: ["txt"] },
      ...{ articleLengthFrom: 150, articleLengthTo: 400, ...more },
    },
    { providers: { folder: cannedFolder(files) } },
  );
  return [...made.values()][0] ?? "";
}

const SUNDIAL = `# Sundials

A sundial is an instrument that tells the time of day by the place of a shadow. Its shadow is cast by a rod or plate called a gnomon. Sundials hang on the walls of many churches.

## Hour lines

The hour lines of a sundial are not at equal angles, because the dial is seldom at a right angle to the axis of the Earth. Masons drew them with a ruler and a table of sines.

tan(H) = sin(L) x tan(15 x t) | {H in degrees} and so on for all.

The noon line of a sundial lies under the gnomon, and the lines of the morning and of the afternoon mirror each other.

## Materials

Slate was carved for sundials wherever a quarry was near, since frost does not split it. Brass plates were engraved by clockmakers in the towns. Lead was cast for the sundials of gardens.
`;

const MORE = `
## Mottoes

A motto stands on most sundials of churches, and most of these speak of time that is lost. Priests chose them from the psalms, and the mason who cut the sundial was paid by the letter, so that few of them are long.
`;

describe("a section of a source", () => {
  it("is told from its beginning to what cannot be told", async () => {
    const text = await written("sundial", { "a.md": `${SUNDIAL}${MORE}` }, { articleLengthFrom: 140 });
    expect(text).toContain("a table of sines");
    expect(text).toContain("Slate was carved");
    expect(text).not.toContain("The noon line");
  });

  it("goes on past that where the article would be too short, with what leans on nothing before", async () => {
    const long = { articleLengthFrom: 300 };
    expect(await written("sundial", { "a.md": `${SUNDIAL}${MORE}` }, long)).toContain("The noon line");
    for (const leaning of ["The next line", "Below 20 degrees that line"]) {
      const files = { "a.md": `${SUNDIAL.replace("The noon line", leaning)}${MORE}` };
      expect(await written("sundial", files, long)).not.toContain(leaning);
    }
  });

  it("comes after those that can be told to their end", async () => {
    const text = await written(
      "sundial",
      { "a.md": `${SUNDIAL}${MORE}` },
      { articleLengthFrom: 60, articleLengthTo: 110 },
    );
    expect(text).toContain("few of them are long");
    expect(text).not.toContain("not at equal angles");
  });

  it("is told once where two sources have it, as long as there is more to tell", async () => {
    const other = `# Sundials and their stones

A sundial is a clock without works.

## Materials

Slabs of slate from Wales were used for a sundial in every second parish. Bronze is as good as brass for a sundial.
`;
    const files = { "a.md": `${SUNDIAL}${MORE}`, "b.md": other };
    const text = await written("sundial", files, { articleLengthFrom: 60, articleLengthTo: 130 });
    expect([text.includes("Slate was carved"), text.includes("Slabs of slate")].filter(Boolean)).toHaveLength(1);
  });

  it("has the heading that its author gave it", async () => {
    const text = await written(
      "sundial",
      { "a.md": SUNDIAL.replace("## Materials", "## What they are cut from") },
      { articleLengthFrom: 300 },
    );
    expect(text).toMatch(/What They Are Cut From/i);
  });

  it("does not speak of parts of its page", async () => {
    const text = await written("sundial", {
      "a.md": SUNDIAL.replace("since frost does not split it.", "since frost does not split it (see Frost damage)."),
    });
    expect(text).toContain("since frost does not split it.");
  });
});

describe("a section of which little can be told", () => {
  const TORN = `# Sundials

A sundial is an instrument that tells the time of day by the place of a shadow. Its shadow is cast by a rod or plate called a gnomon.

## Sundials on churches

The sundial of a church was put right every spring by the clockmaker of the town, who came with a watch set at noon. The sundial of a school was put right by the boys of the sundial club. I paid him myself. My brother held the ladder for us. We were cold and I said so. He laughed at me all day. My gloves were wet. I went home.

## Slate

Slate was carved for dials wherever a quarry was near, since frost does not split it and the lines stay sharp for three hundred years. Brass plates were engraved by clockmakers in the towns, who signed them under the noon line with their name and their street. Lead was cast for the dials of gardens, and the founder pressed ivy leaves into the sand of the mould for a border. Wood was painted white every tenth year by the sexton of the parish, and the lines of the hours were drawn anew with a ruler, a string and a pot of soot from the stove. I own one of each.
`;

  it("is left out where others of which most can be told are enough", async () => {
    const text = await written("sundial", { "a.md": TORN }, { articleLengthFrom: 120, articleLengthTo: 150 });
    expect(text).toContain("Slate was carved");
    expect(text).not.toContain("put right every spring");
  });
});

describe("the words of a quotation in brackets", () => {
  it("stay, and marks of notes go", async () => {
    const text = await written("sundial", {
      "a.md": SUNDIAL.replace(
        "Brass plates were",
        'One reads "It counts [the] bright hours only".[3] Brass plates[a] were',
      ),
    });
    expect(text).toContain('"It counts [the] bright hours only"');
    expect(text).toContain("Brass plates were");
  });
});

describe("a name", () => {
  it("is given to nobody who is none", async () => {
    const text = await written("bouldering", {
      "a.md": `# Bouldering

Bouldering is a form of rock climbing on low walls without ropes. It came from Fontainebleau to gyms all over the world.

There are three disciplines of bouldering and its neighbours, of which Sport Climbing is the most watched. Climbing gyms for bouldering opened in every city.

## Ratings

Climbing routes and bouldering problems are rated for their difficulty with different scales. Bouldering problems in America use the V scale, which begins at zero and is open at its end.
`,
    });
    expect(text).toContain("Climbing routes and bouldering problems");
    expect(text).not.toContain("Sport Climbing routes");
  });
});

describe("a last name", () => {
  it("is not made longer by a rank and half of a name", async () => {
    const text = await written("Gull Rock rescue", {
      "a.md": `# Gull Rock rescue

The Gull Rock rescue was a rescue of nine sailors from a wreck off Gull Rock in 1911. The lifeboat of Port Hollow was rowed out twice.

## The crew

Second Officer Edwin "Ned" Farrow took the helm of the boat on the Gull Rock rescue. Nobody else in the port had ever rowed to the rock at night. The oars were of ash and were changed every winter. The boat was painted white, so that it was seen from the cliffs. A lamp was lit on the pier.

## The second trip

On the second trip of the Gull Rock rescue Edwin Farrow lost two oars and steered with a plank. His boat came home at dawn with the last of the sailors.
`,
    });
    expect(text).toContain("rescue Edwin Farrow lost two oars");
  });
});

it("names nobody by the number of a phase before a sentence", async () => {
  const text = await written("rowing plan", {
    "a.md": `# Rowing plan

A rowing plan is a list of the trips that a crew rows before a race. The rowing plan of Port Hollow hangs in the boathouse.

## The phases

The crew of the port rows as the rowing plan says for Phase I. Uta told them to rest on Sundays.

## The colours

The rowing plan of the port is drawn in three colours, one for each month. Uta used these colours in all her plans, and the crews still do. Red stands for the trips that are rowed in the dark.
`,
  });
  expect(text).not.toMatch(/Phase I\. Uta used/);
});

describe("what happened to somebody", () => {
  it("is told by its years, whichever source tells it", async () => {
    const text = await written(
      "Ada Marlow",
      {
        "a.md": `# Ada Marlow

Ada Marlow was an English mapmaker who drew the first charts of the Sound of Harris. She never learned to swim.

## The charts

In 1871 she went out with the fishing fleet and took soundings with a lead line for a whole summer. The Admiralty printed her charts in 1874.
`,
        "b.md": `# Ada Marlow, her childhood

Ada Marlow was born in 1845 in Oban, where her father kept the light. She was taught to draw by her aunt Flora, who painted birds for a museum.
`,
      },
      { articleLengthFrom: 60, articleLengthTo: 200 },
    );
    expect(text).toContain("born in 1845");
    expect(text.indexOf("born in 1845")).toBeLessThan(text.indexOf("In 1871"));
  });
});

describe("a keyword with words that frame it", () => {
  it("takes the sources that do not name these", async () => {
    const text = await written("sundials for beginners", {
      "a.md": SUNDIAL,
      "b.md": `# A sundial for beginners

Beginners start with a sundial of cardboard, which is cut out in an hour. A sundial for beginners has its lines printed on it.
`,
    });
    expect(text).toContain("Slate was carved");
  });

  it("takes guides that are made of lists", async () => {
    const items = ["A flat slab of slate", "A rod of brass", "A compass and a level", "A pot of lime mortar"];
    const text = await written(
      "sundial",
      {
        "a.md": SUNDIAL,
        "b.md": `# Sundial\n\n## What a sundial is made of\n\n${items.map((item) => `- ${item}`).join("\n")}\n`,
      },
      { articleLengthFrom: 300 },
    );
    expect(text).toContain("A rod of brass");
  });
});

describe("instructions", () => {
  const GUIDE = `# How to set up a sundial

A sundial is set up in an hour. Some people are afraid of it.

## Things you need

You need a spirit level for your sundial, and a drill with a bit for stone.

## The steps

Sweep the pillar of the sundial. Drill four holes into it. Turn the sundial until its plate points north {by the map}. Screw the plate of the sundial down. Check it at noon.
`;

  it("are left out with what leads to them where their steps cannot be told", async () => {
    const files = { "a.md": `${SUNDIAL}${MORE}`, "b.md": GUIDE };
    const text = await written("sundial", files, { articleLengthFrom: 100 });
    expect(text).toContain("A sundial is an instrument");
    expect(text).not.toContain("spirit level");
    expect(text).not.toContain("afraid");
  });
});

describe("what a source shortens", () => {
  it("is written out where the article has not said it", async () => {
    const text = await written(
      "Bell Rock light",
      {
        "a.md": `# Bell Rock light

The Bell Rock light is a lighthouse on a reef that the sea covers twice a day. It was lit for the first time in 1811 and has never been moved.

## Its owner

We thank the Northern Lighthouse Board (NLB) for the plans of the tower.

## Its stones

The stones of the Bell Rock light are of granite from Aberdeen and fit into each other like the pieces of a puzzle. A sledge took them from the ships to the reef of the light, and each was laid between two tides.

## Its keepers

The keepers of the Bell Rock light were paid by the NLB and had a garden on the shore. Three of them lived in the tower of the light at a time, and a fourth was on leave, so that nobody spent a winter there alone. The NLB sent a boat to the Bell Rock light every second week.
`,
      },
      { articleLengthFrom: 120, articleLengthTo: 200 },
    );
    expect(text).toContain("were paid by the Northern Lighthouse Board (NLB) and");
    expect(text).toContain("The NLB sent a boat");
  });
});

describe("single facts", () => {
  it("come after what explains the subject", async () => {
    const facts = `# Sundials

A sundial is a dial that shows the time by a shadow.

## Interesting facts

The largest sundial of the world stands in Jaipur. The smallest sundial that was sold was worn as a ring.

## Where sundials came from

The first sundial was found in Egypt, where it was scratched into a flake of limestone three thousand years ago. Greeks cut sundials into bowls of marble.
`;
    const text = await written("sundial", { "a.md": `${SUNDIAL}${MORE}`, "b.md": facts }, { articleLengthFrom: 300 });
    expect(text.indexOf("Jaipur")).toBeGreaterThan(text.indexOf("flake of limestone"));
  });
});
