import { expect, it } from "vitest";
import { withLists } from "./lists.js";
import type { Paragraph, Sentence } from "./source-sentences.js";

function listed(
  items: readonly (string | readonly string[])[],
  heading = "Parts of a lock",
  inner: readonly number[] = [],
) {
  const listable = new Map<Paragraph, readonly Sentence[]>();
  const paragraphs = items.map((item, order): Paragraph => {
    const sentences: Sentence[] = [];
    const list = { number: 1, ordered: false, ...(inner.includes(order) && { inner: true as const }) };
    const place = { source: 0, heading, above: "", section: 1, position: 0, order };
    const paragraph: Paragraph = { ...place, kind: "item", list, sentences };
    const texts = typeof item === "string" ? [item] : item;
    for (const [index, text] of texts.entries()) {
      const figures: Sentence["figures"] = [] as never;
      sentences.push({
        text,
        words: 3,
        terms: new Set(),
        leans: false,
        needs: index,
        at: order,
        figures,
        announces: false,
        score: 1,
        paragraph,
        index,
      });
    }
    if (texts[0] !== "") listable.set(paragraph, sentences as Sentence[]);
    return paragraph;
  });
  return withLists(paragraphs, listable).map((list) =>
    list.items.map((item) => item.map(({ text }) => text).join(" ")),
  );
}

it.each([
  [
    ["a gate.", "A paddle;", "the sill"],
    ["A gate", "A paddle", "The sill"],
  ],
  [
    ["gateLevel", "gateWidth of the lock", "prefix"],
    ["gateLevel", "gateWidth of the lock", "prefix"],
  ],
  [
    ["The gate swings.", "The paddle lifts."],
    ["The gate swings.", "The paddle lifts."],
  ],
  [
    [["The gate swings.", "It is of oak."], "The paddle lifts"],
    ["The gate swings. It is of oak.", "The paddle lifts."],
  ],
  [
    ["Gate:: of oak", "Paddle: of elm"],
    ["Gate: of oak", "Paddle: of elm"],
  ],
])("items end alike: %j", (items, alike) => {
  expect(listed(items)).toEqual([alike]);
});

it("what belongs to an item stands behind it, and a list that could not be whole is none", () => {
  expect(listed(["The gate swings.", "It is of oak.", "The paddle lifts."], "Parts", [1])).toEqual([
    ["The gate swings. It is of oak.", "The paddle lifts."],
  ]);
  expect(listed(["The gate has parts:", "a beam", "The paddle lifts."], "Parts", [1])).toEqual([]);
  expect(listed(["The gate swings.", "", "The paddle lifts."])).toEqual([]);
});

it("a list of which nobody says what it lists is left out", () => {
  expect(listed(["A gate", "A paddle"], "")).toEqual([]);
});

it("items that each tell of what they name can do without another one, unless their number is told or too many are missing", () => {
  const items = ["Gate: it swings.", "Sill: it keeps still.", "", "Paddle: it lifts."];
  const kept = items.filter((item) => item !== "");
  expect(listed(items)).toEqual([kept]);
  expect(listed(items, "Four parts of a lock")).toEqual([]);
  expect(listed(["", ...items])).toEqual([]);
  expect(listed(["The gate swings.", "The sill keeps still.", "", "The paddle lifts."])).toEqual([]);
});
