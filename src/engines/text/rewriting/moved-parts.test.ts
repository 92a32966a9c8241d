import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("parts of a sentence in another place", () => {
  it.each([
    [
      "an example behind its subject",
      "For example, the old lock has two wooden gates.",
      "The old lock, for example, has two wooden gates.",
    ],
    [
      "a contrast behind be",
      "However, there are several rules for boats in the harbour.",
      "There are, however, several rules for boats in the harbour.",
    ],
    [
      "a contrast behind a phrase",
      "However, in this harbour, we use small boats a lot.",
      "In this harbour, however, we use small boats a lot.",
    ],
    [
      "an opinion at its verb",
      "Unfortunately, the rats are a serious threat to the barns in the valley.",
      "The rats are unfortunately a serious threat to the barns in the valley.",
    ],
    [
      "an opinion before what is denied",
      "Thankfully, the price of the ferry did not change this summer.",
      "The price of the ferry thankfully did not change this summer.",
    ],
    [
      "an example before the sentence",
      "The old lock, for example, has two wooden gates.",
      "For example, the old lock has two wooden gates.",
    ],
    [
      "what goes on by degrees",
      "As the village grows, the council might need to build another school.",
      "The council might need to build another school as the village grows.",
    ],
    [
      "what goes on by degrees, back",
      "The ropes are easier to check and to mend as the fleet grows.",
      "As the fleet grows, the ropes are easier to check and to mend.",
    ],
    [
      "a condition of two actions",
      "If the boat is full, you can wait in the café and take another ferry to avoid the crowd.",
      "You can wait in the café and take another ferry to avoid the crowd if the boat is full.",
    ],
    [
      "what a thing also does",
      "The cabin is one of the oldest huts here, offering a warm room to walkers.",
      "The cabin is one of the oldest huts here and offers a warm room to walkers.",
    ],
    [
      "what a firm also does",
      "The course lasts six weeks, covering knots, charts and tides.",
      "The course lasts six weeks and covers knots, charts and tides.",
    ],
    [
      "two results",
      "The new pump works at night, reducing noise and saving power.",
      "The new pump works at night. This reduces noise and saves power.",
    ],
  ])("%s", (_, text, other) => {
    expect(textsOf(text)).toContain(other);
  });

  it.each([
    [
      "a subject whose end is not sure",
      "However, the points discussed here are not new to sailors.",
      /points, however/,
    ],
    ["a contrast of two clauses", "However, the mill was sold, and the miller moved to Wells.", /mill, however/],
    ["a contraction", "However, it's a good place for a long walk.", /it's, however|it, however/i],
    [
      "a condition of what stands for its noun",
      "If the boat is late, it may stop to help and cost you the train.",
      /^It may/,
    ],
    ["what is said of a thing as good as", "The rope is as strong as the chain as the load grows.", /^As the load/],
    ["what nobody does", "It is easy for small boats to pass, offering comfort to guests.", /and offers/],
    ["two verbs that go on", "He goes home at noon, covering the pots and singing a song.", /and covers/],
    ["what a predicate does", "The beauty of the room is its window, giving guests a view.", /and gives/],
    ["an adjective between commas", "The hall keeps a warm, inviting room for its guests.", /and invites/],
    [
      "results in a list",
      "The team saves money by storing water, reducing waste, and saving power at night.",
      /This reduces/,
    ],
    ["a participle that is no result", "The boat stops at noon, allowing time for lunch, singing and games.", /sings/],
  ])("refuses %s", (_, text, wrong) => {
    for (const other of textsOf(text)) expect(other).not.toMatch(wrong);
  });
});
