import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

interface Written {
  readonly title: string;
  readonly text: string;
  readonly paragraphs: readonly string[];
  readonly log: string;
  readonly failures: ReadonlyMap<string, { readonly message: string }>;
}

/** The text of the one article about a keyword, from these files. */
async function written(keyword: string, files: Record<string, string>, more: object = {}): Promise<Written> {
  const {
    files: made,
    log,
    failures,
  } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      sourceMode: ["folder"],
      sourceFolder: "texts",
      outputFormats: ["txt"],
      citeSources: "none",
      articleLengthFrom: 150,
      articleLengthTo: 250,
      ...more,
    },
    { providers: { folder: cannedFolder(files) } },
  );
  const [text = ""] = [...made.values()];
  const [title = "", ...paragraphs] = text.trim().split("\n\n");
  return { title, text, paragraphs, log: log.join("\n"), failures };
}

const KILN = `# Lime kilns

A lime kiln is a furnace that burns limestone to make quicklime. Farmers spread the lime on sour fields, and builders made mortar of it. Most villages on chalk had one.

## How a lime kiln works

Limestone and coal were tipped in at the top in layers. The heat drove carbon dioxide out of the stone at about 900 degrees. Lumps of quicklime were raked out at the bottom after three days.

## Types of lime kiln

Flare kilns were fired, left to cool and emptied. Draw kilns burned without a stop for months. Modern rotary kilns turn slowly and are fed from one end.

## Dangers

Quicklime burns the skin and can blind. Fumes killed tramps who slept at the warm rim. Rain on a loaded cart could set it on fire.
`;

const KILN_HISTORY = `The rise and fall of the lime kiln

The Romans burned lime for mortar all over their empire. Vitruvius wrote in 25 BC that the whitest stone gave the best lime.

Lime kilns became common on farms in the 18th century. John Smeaton found in 1756 that clay in the stone made a lime that sets under water. By 1850 thousands of lime kilns burned along the coast.

Portland cement took over after 1900. Only a few ruins remain of the old lime kilns, and some have been restored as monuments that will outlast every cottage they once served.
`;

describe("the title", () => {
  it("is the keyword with what the article covers, and no title of a source about one side of it", async () => {
    const { title } = await written(
      "lime kiln",
      { "a.md": KILN, "b.txt": KILN_HISTORY },
      { articleLengthFrom: 220, articleLengthTo: 290 },
    );
    expect(title).toMatch(/^Lime Kiln: /);
    expect(title).toMatch(/History/);
  });

  it("promises no more than the article tells, whatever the title of its source promises", async () => {
    const guide = KILN.replace("# Lime kilns", "# Lime kiln guide: how and when to start");
    const { title } = await written("lime kiln", { "a.md": guide });
    expect(title).toMatch(/Lime Kiln/);
    expect(title).not.toMatch(/when to start/i);
  });

  it("is a question as it was asked", async () => {
    const { title } = await written("how a lime kiln works", { "a.md": KILN, "b.txt": KILN_HISTORY });
    expect(title).toBe("How a Lime Kiln Works");
  });
});

describe("the order", () => {
  it("is what it is, how it came to be and works, kinds and limits, under headings from 300 words on", async () => {
    const { text } = await written(
      "lime kiln",
      { "a.md": KILN, "b.txt": KILN_HISTORY },
      { articleLengthFrom: 300, articleLengthTo: 340 },
    );
    const places = [
      "A lime kiln is a furnace",
      "Vitruvius",
      "Limestone and coal were tipped",
      "Flare kilns",
      "Quicklime burns",
    ];
    const found = places.map((part) => text.indexOf(part)).filter((at) => at >= 0);
    expect(found.length).toBeGreaterThan(3);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(text).toContain("\n\nTypes of Lime Kiln\n\n");
  });

  it("of years is ascending, whatever source tells of them", async () => {
    const { text } = await written(
      "lime kiln",
      {
        "a.md": KILN,
        "b.txt": KILN_HISTORY,
        "c.txt":
          "Early lime kilns\n\nThe monks of Furness built a lime kiln in 1134. It was still in use in 1320.\n\nThe lime kiln at Beadnell was built in 1798. It shipped lime to Scotland for eighty years.\n",
      },
      { articleLengthFrom: 280, articleLengthTo: 299 },
    );
    const years = [...text.matchAll(/\b(1\d{3})\b/g)].map(([year]) => Number(year));
    expect(years.length).toBeGreaterThan(2);
    expect(years).toEqual(years.toSorted((one, other) => one - other));
  });

  it("ends with what closes a source", async () => {
    const { paragraphs } = await written(
      "lime kiln",
      { "a.md": KILN, "b.txt": KILN_HISTORY },
      { articleLengthFrom: 200 },
    );
    expect(paragraphs.at(-1)).toContain("monuments that will outlast every cottage");
  });
});

const STEPS = `# Dyeing wool with madder

Madder is a plant whose roots dye wool red. Dyeing wool with madder takes two days. The colour holds for centuries.

## The bath

Wool is dyed with madder in this order:

1. Soak the wool overnight in water with alum.
2. Simmer the chopped roots for an hour.
3. Cool the bath and strain it.
4. Lay the wool in the bath and warm it slowly.
5. Rinse the wool and dry it in the shade.

## Colours

Madder gives orange, brick red and purple. Iron turns the shade of madder to purple. Chalk in the water makes the red of madder stronger.
`;

describe("steps", () => {
  it("are taken whole and in their order, as a list", async () => {
    const { text } = await written("madder", { "a.md": STEPS }, { articleLengthFrom: 100, articleLengthTo: 200 });
    expect(text).toContain(
      "1. Soak the wool overnight in water with alum.\n2. Simmer the chopped roots for an hour.\n3. Cool the bath and strain it.\n4. Lay the wool in the bath and warm it slowly.\n5. Rinse the wool and dry it in the shade.",
    );
  });

  it("are left out where they do not fit as a whole", async () => {
    const { text } = await written("madder", { "a.md": STEPS }, { articleLengthFrom: 30, articleLengthTo: 60 });
    expect(text).not.toMatch(/Soak the wool|Simmer the chopped|Rinse the wool/);
  });
});

describe("facts", () => {
  it("stand once, in whatever words they are given", async () => {
    const { text } = await written(
      "hay fever",
      {
        "a.md":
          "# Hay fever\n\nHay fever is an allergy to pollen that makes the nose run and the eyes itch. About one in ten people has hay fever. It begins in childhood.\n",
        "b.md":
          "# Living with hay fever\n\nHay fever troubles one person in ten in spring and summer. Closed windows keep most pollen out of a bedroom. Sunglasses help against itching eyes in hay fever.\n",
      },
      { articleLengthFrom: 40, articleLengthTo: 200 },
    );
    expect(text.match(/in ten/g)).toHaveLength(1);
  });

  it("that contradict each other are told apart by their sources", async () => {
    const { text } = await written(
      "clay pipe",
      {
        "a.md":
          "# Making clay pipes\n\nA clay pipe is a tobacco pipe that was made of white clay in a mould. A skilled worker rolled about 500 clay pipes in a day. Boys trimmed the seams with a knife.\n",
        "b.md":
          "# The pipe makers of Gouda\n\nClay pipes from Gouda were sold all over Europe. A skilled worker rolled about 1,200 clay pipes in a day. Guild marks on the heel tell who made a clay pipe.\n",
      },
      { articleLengthFrom: 60, articleLengthTo: 200 },
    );
    expect(text).toContain(
      "clay pipes in a day. The sources differ on the number: \u201cMaking clay pipes\u201d gives about 500 clay pipes and \u201cThe pipe makers of Gouda\u201d about 1,200 clay pipes.",
    );
  });
});

describe("what belongs to a page and not to its subject", () => {
  it("is left out: author boxes, newsletters, lines that recur with a name changed", async () => {
    const page = (title: string, body: string, name: string, town: string) =>
      `# ${title}\n\n${body}\n\n## About ${name}\n\n${name} is a potter based in ${town}. Clay has been a passion of the author for years.\n\n## Join the Slip & Glaze newsletter\n\nFresh ideas for the wheel reach readers every Friday.\n\n## Visit\n\nOur sister shop stocks the tools. The studio in ${town} opens its doors to visitors on the first day of every month.\n`;
    const { text } = await written(
      "salt glaze",
      {
        "a.md": page(
          "Salt glaze",
          "Salt glaze is a glaze that forms when salt is thrown into a hot kiln. The vapour of the salt coats the pots. Salt glaze looks like the skin of an orange.",
          "Rita Moll",
          "Bonn",
        ),
        "b.md": page(
          "Firing with salt",
          "Salt glaze needs a kiln of about 1,250 degrees. Potters on the Rhine used salt glaze from the 15th century on. Acid fumes made salt glaze unpopular in towns.",
          "Jan Vos",
          "Ghent",
        ),
      },
      { articleLengthFrom: 60, articleLengthTo: 250 },
    );
    expect(text).toContain("Salt glaze is a glaze");
    expect(text).not.toMatch(/potter based|passion|Friday|opens its doors|newsletter/);
  });
});

describe("references", () => {
  it("to what the article has not brought up are left out or get their noun", async () => {
    const { text } = await written(
      "bell founding",
      {
        "a.md": `# Bell founding

Bell founding is the craft of casting bells from bronze. It has been practised in Europe since the 8th century.

The founder shapes a core of brick and clay.

## Tuning

The wax had hardened by then. He turned the bell on a lathe. Bell founding was described in part two. Tuners of bell founding took metal from the inside of the bell. The second was worse. Most tuners strike five notes of a bell.
`,
      },
      { articleLengthFrom: 60, articleLengthTo: 200 },
    );
    expect(text).not.toMatch(/The wax|He turned|part two/);
    expect(text).toContain("Tuners of bell founding took metal");
  });

  it("to somebody by the last name alone get the whole name where it comes first", async () => {
    const { text } = await written(
      "stereoscope",
      {
        "a.md": `# The stereoscope

A stereoscope is a device that shows two pictures as one with depth. The first stereoscope was built by Charles Wheatstone.

## Sales

Wheatstone never earned much with the stereoscope. Half a million stereoscopes were sold by 1856. Queen Victoria admired a stereoscope at the Great Exhibition.
`,
      },
      { articleLengthFrom: 20, articleLengthTo: 200, articleJunkFilterFile: ["was built by"] },
    );
    expect(text).toContain("Charles Wheatstone never earned much");
  });

  it("to a place or firm that is called like somebody stay as they are", async () => {
    const { text } = await written(
      "stereoscope",
      {
        "a.md": `# The stereoscope

A stereoscope is a device that shows two pictures as one with depth. The first stereoscope was built by Charles Wheatstone.

## Sales

A line at Wheatstone made a stereoscope a minute. Half a million stereoscopes were sold by 1856. Queen Victoria admired a stereoscope at the Great Exhibition.
`,
      },
      { articleLengthFrom: 20, articleLengthTo: 200, articleJunkFilterFile: ["was built by"] },
    );
    expect(text).toContain("A line at Wheatstone made");
  });
});

describe("the length", () => {
  it("is what was asked where few sources hold it, and the log says that one gave more than its share", async () => {
    const body = (topic: string) =>
      Array.from(
        { length: 12 },
        (_, at) =>
          `Peat ${topic} number ${["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"][at]} concerns ${topic}${at} and ${topic}${at + 40} in the moor of ${topic}land${at}.`,
      );
    const file = (topic: string) => {
      const all = body(topic);
      return `# Peat ${topic}\n\n${[0, 4, 8].map((at) => `## ${topic} part${at}\n\n${all.slice(at, at + 4).join(" ")}`).join("\n\n")}\n`;
    };
    const { text, log } = await written(
      "peat",
      { "a.md": file("cutting"), "b.md": file("drying") },
      { articleLengthFrom: 200, articleLengthTo: 300 },
    );
    expect(text.split(/\s+/).length).toBeGreaterThan(190);
    expect(log).toContain("maxSentencesPerSource is 6, but up to");
  });
});

describe("sources", () => {
  it("in another language than the others are left out, with a warning", async () => {
    const { text, log } = await written("lime kiln", {
      "a.md": KILN,
      "b.txt": KILN_HISTORY,
      "c.md":
        "# Lime kiln\n\nEin Kalkofen, auf Englisch lime kiln, ist ein Ofen, in dem Kalkstein gebrannt wird. Der gebrannte Kalk wurde auf die Felder gestreut und zu M\u00f6rtel verarbeitet. Die meisten \u00d6fen standen in der N\u00e4he von Steinbr\u00fcchen.\n",
    });
    expect(text).not.toContain("Kalkofen");
    expect(log).toContain('c.md was left out of the article for "lime kiln": it is in another language (de)');
  });

  it("about something else make no article, and the failure says so", async () => {
    const { failures } = await written("quantum gravity", { "a.md": KILN, "b.txt": KILN_HISTORY });
    expect(failures.get("quantum gravity")?.message).toContain("hold too little about");
  });

  it("of which there is one short one make a short article with a warning", async () => {
    const { text, log } = await written(
      "lime kiln",
      { "a.md": KILN },
      { articleLengthFrom: 500, articleLengthTo: 900 },
    );
    expect(text).toContain("A lime kiln is a furnace");
    expect(log).toContain("words instead of 500");
  });
});

describe("a keyword", () => {
  it("with markup is taken without it", async () => {
    for (const keyword of ["<b>lime</b> kiln", "**lime kiln**", "[lime kiln](https://a.test/)"]) {
      const { text } = await written(keyword, { "a.md": KILN, "b.txt": KILN_HISTORY });
      expect(text).toContain("A lime kiln is a furnace");
      expect(text).not.toMatch(/[<*[]/);
    }
  });

  it.each(["/home/joe/keywords.txt", "C:\\texts\\bees.txt", "../../etc/passwd", "file:///etc/passwd"])(
    "that is the path %s is refused in words",
    async (keyword) => {
      const { failures } = await written(keyword, { "a.md": KILN });
      expect([...failures.values()][0]?.message).toContain("is a path and no keyword");
    },
  );
});
