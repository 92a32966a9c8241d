import { expect, it } from "vitest";
import { articleFrom, cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import { shortNameOf } from "./short-name.js";

async function textOf(keyword: string, files: Record<string, string>, more: object = {}): Promise<string> {
  const found = await articleFrom(keyword, files, { articleLengthFrom: 150, articleLengthTo: 260, ...more });
  return found.join("\n");
}

const TIDE_GATE = `# Tide gates

A tide gate is a flap at the mouth of a drain that lets water out to the sea and none back in. The flap hangs from a hinge and the water behind it pushes it open at low tide. The rising tide presses the flap against its frame.

## Upkeep

Driftwood keeps a tide gate open, so the warden looks at the frame after every storm. The hinge is greased in spring and autumn. A flap of oak lasts for thirty years.
`;
const DITCHES = `# Ditches and their wardens

A warden walks the ditches of a parish in autumn and writes down where the water stands. Weed is cut twice in a year so that the water runs to the drain.

## Tolls on the river road

The warden also took the tolls of the river road, as nobody else was there in winter. A cart paid two pence at the gate and a rider one. The drain beside the road carried the water of the hill to the sea, and in a storm the tide came up to the frame of the gate house.

## Pay of the wardens

A warden had nine pounds in a year and a house of brick at the end of the village street, for which he paid nothing to anybody.

He kept a horse in summer and sold the hay of the banks in autumn, which brought him as much again as the parish paid.

## Tide gates of the parish

Three tide gates keep the sea out of the parish, and the eldest is from the year of the great flood. Each tide gate has a number on its hinge. The warden opens a tide gate by hand when the drain is full and the sea is low.
`;

it("takes sections of a page about something else only where they speak of the subject", async () => {
  const text = await textOf("tide gate", { "a.md": TIDE_GATE, "b.md": DITCHES }, { articleLengthFrom: 60 });
  expect(text).toContain("A tide gate is a flap at the mouth of a drain");
  expect(text).not.toMatch(/tolls|two pence|Weed is cut/);
});

it("says that the sources hold too little where they only have single words of the keyword", async () => {
  const folder = cannedFolder({ "a.md": TIDE_GATE, "b.md": DITCHES });
  const data = { articleKeywordsFile: ["gate keepers"], sourceMode: ["folder"], sourceFolder: "texts" };
  const { failures, files } = await outcomeOf(data, { providers: { folder } });
  expect(failures.get("gate keepers")?.message).toContain('hold too little about "gate keepers"');
  expect(files.size).toBe(0);
});

it("takes a text that is short and given alone", async () => {
  const text = await textOf("warden ditches", {
    "a.md":
      "A warden walks the ditches of a parish in autumn. Weed is cut twice in a year so that the water runs to the drain. The eldest drain is from the year of the great flood.",
  });
  expect(text).toContain("Weed is cut twice");
});

it("knows the short name of the subject where it is introduced or unmistakable", () => {
  const query = ["flood", "risk", "map"];
  const uses = ["The FRM is drawn by the county.", "An FRM shows three zones.", "Ask for the FRM of your street."];
  expect(shortNameOf("flood risk map", query, uses)).toBe("FRM");
  expect(shortNameOf("flood risk map", query, uses.slice(1))).toBeUndefined();
  expect(shortNameOf("tide gate", ["tid", "gat"], ["A tide gate (TG) has a flap.", "The TG is shut."])).toBe("TG");
  expect(shortNameOf("tide gate", ["tid", "gat"], ["The TG is shut.", "A TG lasts.", "TG"])).toBeUndefined();
});

it("takes a page about the subject that mostly calls it by its short name", async () => {
  const map = `# FRM, the flood risk map

A flood risk map (FRM) is a map of the places that water may reach. It shows three zones.
`;
  const use = `# How an FRM is read

The FRM of a town is its flood risk map with a colour for each zone. Blue land lies below the highest tide. An FRM is drawn again after every flood, as banks and drains change.

Houses in the blue zone of an FRM pay more for their insurance. Green land is dry in most years.
`;
  const text = await textOf("flood risk map", { "a.md": map, "b.md": use }, { articleLengthFrom: 60 });
  expect(text).toContain("Blue land lies below the highest tide");
});

it("completes an article that would be too short with what names the subject elsewhere", async () => {
  const pay = `# Pay of wardens

A warden had nine pounds in a year and a house of brick for which nobody paid.

## Extra work of a warden

Extra work was paid by the day. A warden who sat by a tide gate in a storm had two shillings for the night. Bread came from the nearest farm. The parish paid for his lamp. His oil was free. His horse ate what it found. His coat was his own.

## Houses

The house had three rooms and a stove. It stood near the church in most villages, and a school was never far.
`;
  const data = { articleLengthFrom: 130, articleLengthTo: 200 };
  expect(await textOf("tide gate", { "a.md": TIDE_GATE, "b.md": pay }, data)).toContain("two shillings for the night");
});
