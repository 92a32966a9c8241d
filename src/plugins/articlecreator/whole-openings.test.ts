import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { leansOnPrevious } from "./sentence-rules.js";

const lead = async (keyword: string, text: string) =>
  (await articleFrom(keyword, { "a.md": text }, { articleLengthFrom: 80, articleLengthTo: 160 }))
    .join("\n")
    .split("\n\n")
    .slice(0, 3)
    .join("\n\n");

it.each(["Consider, then, a barrel below the downpipe.", "The barrel, then, stands on bricks."])(
  "holds %s for what follows from something said before",
  (text) => {
    expect(leansOnPrevious(text)).toBe(true);
  },
);

it("does not begin with what means one of several things further down a page", async () => {
  const text = `# Water in the garden

With so many makes on sale, it is easy to lose heart. There is no one size for all beds.

## Our favourites

### Dripwell

Dripwell was founded in a shed in the north. The rain barrel is particularly suitable for gardeners who water with a can. Critics blame it for a tap that drips.

## Care

Frost splits plastic, so the tap of a rain barrel stays open all winter. A brush and plain vinegar remove what has settled on its floor in the course of a summer.
`;
  expect(await lead("rain barrel", text)).not.toMatch(/The rain barrel is/);
});
