import { expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

const FILES = {
  "hops.md": `# Hop drying

Hop drying takes the water out of the cones before they spoil. The kiln of an oast has a slatted floor under a tall roof. A cowl turns with the wind and draws warm air through the slats. Charcoal burnt below, and sulphur was thrown on it.

Hop drying took ten hours a load. Pickers filled the pokes at dusk, and the drier slept beside his kiln. Cooled cones were pressed into pockets through a hole in the floor.
`,
  "laundry.md": `# Drying laundry

Drying laundry outdoors saves power. Drying on a line takes a day, and drying on a rack takes two. Shirts need drying in the shade, for the sun bleaches them. Drying socks in pairs keeps them together. Drying towels in a gale makes them soft.
`,
  "oast.md": `# Drying in the oast

An oast is a kiln with a cowl on its tall roof. Warm air rises from the charcoal through the slats of the floor. The drier lay on sacks near the kiln. Drying went on through the night, and the pockets were pressed in the morning.
`,
  ...Object.fromEntries(
    ["Canals", "Clocks", "Ferries", "Orchards", "Quarries", "Windmills"].map((name) => [
      `${name}.md`,
      `# ${name}\n\n${name} are kept by the county. Visitors see ${name.toLowerCase()} from May on.\n`,
    ]),
  ),
};

it("of sources that name a part of the keyword, those are used that speak of the same things", async () => {
  const { rows } = await outcomeOf(
    {
      articleKeywordsFile: ["hop drying"],
      ...{ sourceMode: ["folder"], sourceFolder: "texts", urlLimitResults: 2, dryRun: true },
    },
    { providers: { folder: cannedFolder(FILES) } },
  );
  expect(rows[0]).toMatchObject({ sources: [{ path: "hops.md" }, { path: "oast.md" }] });
});
