import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const FIRST = `# Laid hedges

A laid hedge is a living fence of stems that are cut halfway and bent over. Laid hedges keep sheep in and wind out for some fifteen years.

## How a laid hedge grows

The stems of a laid hedge sprout along their whole length in the first spring. A laid hedge is as thick at its foot as at its top after two summers, since light reaches all of it.

## Making your hedge decision

A laid hedge asks for patience, and it repays that with birds and shade. The owners of laid hedges who compare several hedgers find one who knows the style of the valley.
`;

const SECOND = `# Laid hedges in the valley

Laid hedges are cut in winter while the sap is down.

## Is it cheaper to lay a hedge than to build a fence?

A laid hedge costs half as much as a fence of oak over the years. The price of a laid hedge depends on its length, on the age of its stems and on how many stakes it takes.
`;

it("what ends one page stands behind what another one tells", async () => {
  const text = (
    await articleFrom("laid hedge", { "a.md": FIRST, "b.md": SECOND }, { articleLengthFrom: 300, articleLengthTo: 400 })
  ).join("\n");
  const [decision, price] = ["A laid hedge asks for patience", "A laid hedge costs half as much"].map((part) =>
    text.indexOf(part),
  );
  expect(price).toBeGreaterThan(0);
  expect(decision).toBeGreaterThan(price!);
});
