import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

/** The one article about sundials, from the text of a page. */
async function written(page: string, more: object = {}): Promise<string> {
  const { files: made } = await outcomeOf(
    {
      ...{ articleKeywordsFile: ["sundial"], sourceMode: ["folder"], sourceFolder: "texts", outputFormats: ["md"] },
      ...{ articleLengthFrom: 300, articleLengthTo: 500, citeSources: "none", ...more },
    },
    { providers: { folder: cannedFolder({ "a.md": page }) } },
  );
  return [...made.values()][0] ?? "";
}

const LEAD = `# Sundials

A sundial is an instrument that tells the time of day by the place of a shadow. Its shadow is cast by a rod or plate called a gnomon. Sundials hang on the walls of many churches and stand in many gardens.
`;

const KINDS = `
## Kinds of sundials

Sundials are told apart by the plane on which the shadow falls.

### Horizontal dials

A horizontal sundial lies flat on a pillar in a garden, and its gnomon points to the pole. Its hour lines meet at the foot of the gnomon and stand closer together towards noon. Gardeners like it since the sun reaches the whole plate all day.

### Vertical dials

A vertical sundial is fixed to the wall of a church or a town hall, facing south as a rule. It shows the hours of the day from the late morning on. Masons cut its lines into the stone or painted them on plaster.

### Ring dials

A ring sundial hangs from a cord and is carried in a pocket. A hole in the ring lets a spot of light fall on the hours inside. Travellers set it for the month of the year before they read the time.
`;

const REST = `
## History

The oldest sundial that is known was found in Egypt and is over three thousand years old. Greek astronomers drew the hour lines of sundials by geometry. Arab scholars set the gnomon parallel to the axis of the Earth, so that all hours are of equal length.

## Accuracy

A sundial shows the time of its own place and not that of a clock. It is up to sixteen minutes fast or slow in the course of the year, because the orbit of the Earth is not a circle. Tables engraved on the plate say how much to add on which day.

## Materials

Slate was carved for sundials wherever a quarry was near, since frost does not split it. Brass plates were engraved by clockmakers in the towns. Lead was cast for the sundials of gardens.
`;

describe("sections below one heading", () => {
  it("stand together below it, in the order of their source", async () => {
    const article = await written(`${LEAD}${KINDS}${REST}`);
    const headings = article.match(/^#{2,} .+/gm)!;
    const at = headings.indexOf("## Kinds of Sundials");
    expect(headings.slice(at, at + 4)).toEqual([
      "## Kinds of Sundials",
      "### Horizontal Dials",
      "### Vertical Dials",
      "### Ring Dials",
    ]);
    expect(headings.filter((heading) => heading.startsWith("###"))).toHaveLength(3);
  });

  it("all give their beginning where there is no room for the whole of them", async () => {
    const longer = KINDS.replaceAll(
      /\.\n\n###/g,
      (end) => `.${" It was made by a mason of the town.".repeat(1)}${end.slice(1)}`,
    )
      .replaceAll(
        "Gardeners like",
        "Some of these dials are as wide as a table and weigh as much as a man does. Gardeners like",
      )
      .replaceAll(
        "Masons cut",
        "Some of these dials are as tall as a door and are seen from the whole market. Masons cut",
      )
      .replaceAll(
        "Travellers set",
        "Some of these dials are as small as a coin and were worn by the officers of ships. Travellers set",
      );
    const article = await written(`${LEAD}${longer}${REST}`, { articleLengthFrom: 300, articleLengthTo: 330 });
    for (const begins of ["lies flat on a pillar", "is fixed to the wall", "hangs from a cord"])
      expect(article).toContain(begins);
  });

  it("are left out where most of them may not be used, and so is what only leads to them", async () => {
    const unusable = KINDS.replace(
      /### Vertical dials\n\n[^\n]+/,
      "### Vertical dials\n\nWe sell these at our shop.",
    ).replace(/### Ring dials\n\n[^\n]+/, "### Ring dials\n\nWe sell these at our shop too.");
    const article = await written(`${LEAD}${unusable}${REST}`, { articleLengthFrom: 90, articleLengthTo: 120 });
    expect(article).toContain("found in Egypt");
    expect(article).not.toContain("told apart by the plane");
    expect(article).not.toContain("lies flat on a pillar");
  });

  it("stand by themselves where they are questions", async () => {
    const asked = KINDS.replace("### Horizontal dials", "### Where does a horizontal sundial stand?")
      .replace("### Vertical dials", "### Where is a vertical sundial fixed?")
      .replace("### Ring dials", "### How is a ring sundial read?");
    const article = await written(`${LEAD}${asked}${REST}`);
    expect(article).not.toMatch(/^###/m);
  });
});

it("a heading that tells the reader to do something is no question", async () => {
  const told = REST.replace("## History", "## Have a friend read the hours of a sundial");
  expect(await written(`${LEAD}${KINDS}${told}`)).toMatch(/^## Have a Friend Read the Hours of a Sundial$/m);
});

it("does not end a section with what leads to a list that is not there", async () => {
  const page = `${LEAD}${REST}
## Choosing

A sundial for a garden wants a place that the sun reaches from morning to evening. Understanding the main kinds will help you narrow the search.
`;
  expect(await written(page)).not.toContain("narrow the search");
});
