import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { presentationOf, presented, unknownSpeakers } from "./speakers.js";

describe("who says something", () => {
  it.each([
    "Ruth Ashdown notes that slate splits along its grain.",
    "Slate splits along its grain, says Ruth Ashdown.",
    "According to Ruth Ashdown, slate splits along its grain.",
  ])("is unknown without a word of who that is: %s", (text) => {
    expect(unknownSpeakers(text)).toEqual(["Ruth Ashdown"]);
  });

  it.each([
    "Slate splits along its grain, says Ruth Ashdown, who split it for years.",
    "Ruth Ashdown, a quarrier, notes that slate splits along its grain.",
    "Ruth Ashdown of Fell College adds that slate is old.",
    "Ruth Ashdown split slate in the quarry of Fell.",
  ])("and not where it is said, or somebody does something: %s", (text) => {
    expect(unknownSpeakers(text)).toEqual([]);
  });

  it("is presented as the source does it", () => {
    const text = "Slate is old, says Ruth Ashdown, a quarrier at Fell and a member of the guild.";
    expect(presentationOf("Ruth Ashdown", text)).toBe("a quarrier at Fell");
    expect(presentationOf("Ruth Ashdown", "Ruth Ashdown, senior warden of the quarry, knows slate.")).toBe(
      "senior warden of the quarry",
    );
    expect(presentationOf("Ruth Ashdown", "Ruth Ashdown, the author of this guide, knows slate.")).toBeUndefined();
    expect(presented("Ruth Ashdown notes it.", "Ruth Ashdown", "a quarrier")).toBe(
      "Ruth Ashdown, a quarrier, notes it.",
    );
    expect(presented("It is so, says Ruth Ashdown.", "Ruth Ashdown", "a quarrier")).toBe(
      "It is so, says Ruth Ashdown, a quarrier.",
    );
  });
});

const ROOFS = (before: string) => `# Slate roofs

A slate roof is a roof that is covered with thin plates of stone. Slate roofs last for a century or more in the wet valleys of the north.

${before}

## Laying a slate roof

Ashdown notes that every slate of a slate roof is hung on two nails of copper. The slates of a slate roof overlap, so that rain never meets a joint. The nails of a slate roof rust when they are made of plain iron.

## Repair

A broken slate of a slate roof is drawn out with a ripper and replaced by one of the same size. Moss on a slate roof is brushed off in spring, since it holds the wet.
`;

const article = async (text: string) =>
  (await articleFrom("slate roof", { "a.md": text }, { articleLengthFrom: 60, articleLengthTo: 130 })).join("\n");

it("an article presents those who say something, or does without them", async () => {
  const introducing = "\u201cIt never fails,\u201d said Ruth Ashdown, a roofer in Fell, of her own roof last week.";
  expect(await article(ROOFS(introducing))).toContain("Ruth Ashdown, a roofer in Fell, notes that every slate");
  expect(await article(ROOFS("\u201cIt never fails,\u201d said Ruth Ashdown last week."))).not.toContain("Ashdown");
});

const MILLS = `# Pepper mills

A pepper mill is a small hand mill that grinds peppercorns at the table. Pepper mills of steel stay sharp for many years.

## Peppora

The Peppora pepper mill is made of beech and has a grinder of steel. A wheel below the pepper mill sets how fine the pepper is ground. Compared to the Rasplin, the Peppora pepper mill holds twice as many peppercorns.

## Grindwell

The Grindwell pepper mill has a window in its side, which shows how much pepper is left. A pepper mill with a window is washed by hand, and cooks praise the Grindwell for its quiet grinder.

## Rasplin

We love the Rasplin for its looks! Our cooks ask for the Rasplin by name.

## Care

A pepper mill is brushed out twice a year and never washed, since wet pepper clogs its grinder. Salt belongs in a mill of its own, because it eats the steel of a pepper mill.
`;

it("an article compares with nothing that its source tells of elsewhere and readers have not heard of", async () => {
  const text = (
    await articleFrom("pepper mill", { "a.md": MILLS }, { articleLengthFrom: 100, articleLengthTo: 220 })
  ).join("\n");
  expect(text).toContain("The Peppora pepper mill is made of beech");
  expect(text).not.toContain("Rasplin");
});
