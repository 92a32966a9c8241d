import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { definitionIn } from "./definition.js";
import { cleanHeading, titleCase } from "./headings.js";

async function textOf(keyword: string, files: Record<string, string>, from: number, to: number): Promise<string> {
  return (await articleFrom(keyword, files, { articleLengthFrom: from, articleLengthTo: to })).join("\n");
}

const FERRY = `# Chain ferries

A chain ferry is a boat that pulls itself across a river along a chain. The chain lies on the bed of the river and runs over a wheel inside the boat.

## How chain ferries cross

A chain ferry leaves the bank when the ramp is raised and the engine turns its wheel. Links of the chain rise out of the water at the bow and sink again behind the stern. Crossing takes four minutes at low water and six in a flood.

## Work on a chain ferry

The crew of a chain ferry greases the wheel every morning before the first crossing. One of them looks after the ramp and another one takes the fares. At night the boat stays on the bank where the crew lives.
`;

describe("a closing", () => {
  const boats = (end: string) =>
    `${FERRY}\n## The Harl Wherry\n\nThe boat at Harl was built of oak and carried two carts. ${end}\n`;
  const lastOf = async (end: string) =>
    (await textOf("chain ferry", { "a.md": boats(end) }, 180, 260)).trim().split("\n\n").at(-1);

  it("is none that sums up a section on something else", async () => {
    const end = "Overall, the Harl ferry is still ideal for farmers who need a boat that is cheap today.";
    expect(await lastOf(end)).not.toMatch(/^(?:Overall, the|The) Harl ferry/);
  });

  it("is what sums up the subject, wherever that stands", async () => {
    const end = "Overall, chain ferries are still useful today where a bridge would cost too much for a village.";
    expect(await lastOf(end)).toBe(end);
  });
});

describe("sections below one heading", () => {
  const FLEETS: Readonly<Record<string, string>> = {
    Alder:
      "Carts of hay cross on the Alder boats from June until the first frost. A chain ferry of this fleet has room for three horses, and its deck is covered with sand so that none of them slips.",
    Beech:
      "Pilgrims paid nothing on the Beech boats for two hundred years. The abbey kept each chain ferry in repair and rang a bell when the mist was too thick for a crossing.",
    Cedar:
      "Red paint tells a Cedar boat from all the others on the river. Its captain lives on the north bank and lights a lamp when somebody calls for the chain ferry after dark.",
    Dogwood:
      "Timber is what the Dogwood boats were made for, so their ramps are twice as wide. Two chains run beside each other below a chain ferry of this kind and share the weight.",
    Elder:
      "Schoolchildren fill the Elder boats twice a day and sing on the way. The company lets them turn the wheel of the chain ferry on the last morning before the holidays.",
    Fir: "Ice stops the Fir boats for six weeks in most winters. Their crews then repair nets in the shed, and the chain ferry itself is pulled up the slip by a team of oxen.",
  };
  const fleets = (heading: string, names: readonly string[]) =>
    `## ${heading}\n\n${names.map((name) => `### ${name}\n\n${FLEETS[name]}\n`).join("\n")}`;

  it("stand below it, though not all of them are told", async () => {
    const names = Object.keys(FLEETS);
    const text = await textOf("chain ferry", { "a.md": `${FERRY}\n${fleets("Fleets by the river", names)}` }, 300, 330);
    const told = names.filter((name) => text.includes(`### ${name}`));
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.length).toBeLessThan(names.length);
    expect(text).toContain("## Fleets by the River");
    expect(text).not.toMatch(/^## (?:Alder|Beech|Cedar|Dogwood|Elder|Fir)$/m);
  });

  it("of two sources stand below one heading where those are alike", async () => {
    const other = `# Ferry fleets\n\n${fleets("The fleets of the river", ["Dogwood", "Elder", "Fir"])}`;
    const files = { "a.md": `${FERRY}\n${fleets("Fleets by the river", ["Alder", "Beech", "Cedar"])}`, "b.md": other };
    const text = await textOf("chain ferry", files, 350, 460);
    expect(text.match(/^## .*Fleets.*$/gm)).toHaveLength(1);
    for (const name of Object.keys(FLEETS)) expect(text).toContain(`### ${name}`);
  });
});

it.each([
  ["Prompt #2: Crossing in Fog", "Crossing in Fog"],
  ["Module 7: Mooring", "Mooring"],
  ["3\ufe0f\u20e3 Fares", "Fares"],
])("the heading %j has no number", (text, heading) => {
  expect(cleanHeading(text)).toBe(heading);
});

it("keeps the figures of a name in capitals with its letters", () => {
  expect(titleCase("HARL X5 PRO")).toBe("Harl X5 Pro");
});

it("holds a sentence for no definition that only says how much depends on the thing", () => {
  const strength = (text: string) => definitionIn(text, ["chain", "ferri"])?.strength ?? 0;
  const defining = strength("A chain ferry is a boat that pulls itself along a chain.");
  expect(defining).toBe(1);
  for (const text of [
    "A chain ferry is a core part of a village by the river.",
    "A chain ferry is the backbone of trade on the river.",
    "Chain ferries are a fundamental component of the roads in the north.",
  ])
    expect(strength(text), text).toBeLessThan(0.45);
});

it("leaves out the years and pages of what a text quotes", async () => {
  const text = await textOf(
    "chain ferry",
    {
      "a.md": FERRY.replace("four minutes at low water", "four minutes at low water (Harlow and Penn 2019)").replace(
        "before the first crossing",
        "before the first crossing (RBA, Ch. 4, page 11)",
      ),
    },
    100,
    200,
  );
  expect(text).toContain("before the first crossing.");
  expect(text).not.toMatch(/Penn 2019|page 11/);
});

it("does not begin with what leads readers up to the subject", async () => {
  const tale = FERRY.replace(
    "A chain ferry is a boat that pulls itself across a river along a chain. The chain lies on the bed of the river and runs over a wheel inside the boat.",
    "Up to now, perhaps the chain ferry was a thing of old films only. The chain ferry has more to it than that.",
  );
  expect(await textOf("chain ferry", { "a.md": tale }, 80, 160)).not.toMatch(/Up to now/);
});

it("names a craft whose name begins like an instruction as a thing", async () => {
  const craft = FERRY.replaceAll(/chain ferr(?:y|ies)/gi, (name) =>
    name.startsWith("C") ? "Spoon carving" : "spoon carving",
  )
    .replace(/Spoon carving is a boat that/, "Spoon carving is a craft that")
    .replace("A Spoon carving", "Spoon carving")
    .replace("A spoon carving is a boat", "Spoon carving is a craft");
  expect(await textOf("spoon carving", { "a.md": craft }, 80, 160)).not.toContain("How to Spoon");
});
