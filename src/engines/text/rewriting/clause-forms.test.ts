import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("a clause in another form", () => {
  it.each([
    [
      "a time without its subject",
      "Before you paint the wall, you should wash it with warm water.",
      "Before painting the wall, you should wash it with warm water.",
    ],
    [
      "a time that goes on",
      "While we were repairing the roof, we also painted the gutters.",
      "While repairing the roof, we also painted the gutters.",
    ],
    [
      "what is done",
      "Once you have chosen a tent, you should buy a map.",
      "After choosing a tent, you should buy a map.",
    ],
    ["a request", "When you plan a tour, take a map.", "When planning a tour, take a map."],
    [
      "a time with its subject",
      "When choosing a tent, you should compare it.",
      "When you choose a tent, you should compare it.",
    ],
    [
      "a time at the end",
      "You should wash the wall before painting it.",
      "You should wash the wall before you paint it.",
    ],
    [
      "a time in the past",
      "After visiting the harbour, we walked to the mill.",
      "After we visited the harbour, we walked to the mill.",
    ],
    ["a means of a request", "Save money by borrowing the tools.", "Borrow the tools to save money."],
    [
      "a means of what can be done",
      "You can save money by borrowing the tools.",
      "You can borrow the tools to save money.",
    ],
    ["what anybody can do", "You can store the tent in the shed.", "The tent can be stored in the shed."],
    [
      "a result",
      "The footpath follows the old railway for ten miles, making it ideal for families.",
      "The footpath follows the old railway for ten miles, which makes it ideal for families.",
    ],
    ["what people have", "The club helps people who have a garden.", "The club helps people with a garden."],
    ["what families have", "Families with small children pay less.", "Families that have small children pay less."],
    ["verbs behind a denial", "You cannot paint a wall or repair a roof.", "You cannot repair a roof or paint a wall."],
    [
      "gerunds of a list",
      "The tool is good for washing the cars, cutting the grass and painting the walls.",
      "The tool is good for painting the walls, cutting the grass and washing the cars.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["When you are ill, you should rest for a week.", /When being/],
    ["When you need a tent, you should compare the prices.", /When needing/],
    ["When we met the guide, you walked to the mill.", /meeting/],
    ["Before painting the wall, the brush should be washed.", /Before (?:you|it|we)/],
    ["Write short texts while keeping the terms of the trade.", /while you/],
    ["While working on the roof, I could not find the ladder.", /while I am/i],
    ["When you start working for the firm, you get a key.", /starting working/],
    ["Set the price by watching competitors and buying patterns.", /buy patterns/],
    ["You can hurt yourself in the shed.", /can be hurt/],
    ["You cannot store the tent in the shed.", /be stored/],
    ["You can use the tent that you bought in Leeds.", /be used/],
    ["All of our parts and tools are backed by our promise.", /promise backs|promise back tools/],
    ["Any talks between the mayor, the firms, and the club are led by the guide.", /leads the club/],
    ["The roof is light, and the walls are thin, making the rooms hot.", /thin, which/],
    ["The oven is a box with a fan, providing even heat for bread.", /fan, which/],
    ["The ferry runs daily, ensuring easy trips and lowering the price of tickets.", /which ensures/],
    ["People who have a garden and love it pay less.", /with a garden/],
    ["We can bake the bread and sell the cakes.", /sell the cakes and bake/],
    ["The season is usually when you find the most guests.", /^When/],
    ["This lane effectively becomes a park in summer.", /effectively[,.]/],
    ["The shop is open, though the owner is away on Monday.", /but the shop|However, the shop/],
    ["Choose a plan that works for you and your family.", /plan working/],
    ["Hartwell, a leader in the trade, sells tents.", /who is/],
    ["The shop sells knee pads, grow bags, health and safety products, and gloves.", /grow health|health, bags/],
    ["The club not only collects old tents but also repairs them.", /not just/],
    ["If I recall correctly, the shop is open.", /in the right way/],
    ["Plants need light, so a wall that faces south is ideal.", /faces, therefore/],
    ["They each take a tent to the shed.", /every take/],
    ["The firm was built around two old mills.", /about two/],
    ["During the first half of the year, sales rose.", /half the year/],
    ["Our slightly larger tent costs ten pounds more.", /Our a little/],
    ["Its long path and its view set the village apart from the others.", /except for/],
  ])("not where it would say something else: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});
