import { expect, it } from "vitest";
import { SourceFacts } from "./check-facts.js";
import { knownWords, namesIn } from "./names.js";
import { figuresIn } from "./numbers.js";

const HIVES = {
  title: "Langstroth hives",
  url: "https://a.test/hives",
  text: [
    "# Langstroth hives",
    "Lorenzo Langstroth patented a hive with movable frames on October 5, 1852. In 1851 he had noticed the space that bees leave free.",
    "A full super of honey weighs about 30 kilograms. A colony has 60,000 workers in summer.",
    'He wrote that "the chief peculiarity in my hive was the facility with which these bars could be removed".',
  ].join("\n\n"),
};
const WAX = {
  title: "Beeswax",
  url: "https://b.test/wax",
  text: "Worker bees make wax from the age of twelve days on. About 40 percent of beeswax is sold to makers of cosmetics.",
};
const facts = new SourceFacts([HIVES, WAX], "An article for Maja, who paid 49 dollars");

/** The verdict on each claim, with those of its items. */
const said = (text: string) =>
  facts.check(text).map(({ verdict, items }) => [verdict, ...items.map((one) => `${one.value}: ${one.verdict}`)]);

it("numbers and dates are one however they are written", () => {
  const figures = (text: string) => figuresIn(text).map(({ value, unit, date }) => [value ?? date, unit ?? ""]);
  expect(figures("It has 60,000 workers, 1.2 million cells, 40 % wax and costs $49.")).toEqual([
    [60_000, ""],
    [1_200_000, ""],
    [40, "%"],
    [49, "usd"],
  ]);
  expect(figures("On October 5, 1852, on 5 October 1852 and on 1852-10-05.")).toEqual(
    Array.from({ length: 3 }, () => [{ year: 1852, month: 10, day: 5 }, ""]),
  );
  expect(figures("Twelve hives stood twenty-one metres away, one of them empty.")).toEqual([
    [12, ""],
    [21, "m"],
  ]);
});

it("what a source says of the same is supported, with its address and sentence", () => {
  const [fact] = facts.check("Langstroth patented his hive with movable frames in October 1852 [1].");
  expect(fact).toMatchObject({
    verdict: "supported",
    source: 1,
    url: "https://a.test/hives",
    quote: "Lorenzo Langstroth patented a hive with movable frames on October 5, 1852.",
  });
});

it("a number that a source has for something else is not found, and another one in its place differs", () => {
  expect(said("Langstroth patented the hive with movable frames in 1851.")).toEqual([
    ["differs", "1851: differs", "Langstroth: supported"],
  ]);
  expect(said("Beekeepers lose 40 percent of their colonies each winter.")).toEqual([
    ["not-found", "40 percent: not-found"],
  ]);
  expect(said("A full super of honey weighs 30 pounds.")).toEqual([["not-found", "30 pounds: not-found"]]);
});

it("names and quotations have to stand in a source, and in the one that is named", () => {
  expect(said("The hive of Moses Quinby was larger.")).toEqual([["not-found", "Moses Quinby: not-found"]]);
  expect(said('He called it "the finest of all houses that bees could ever have".')[0]?.[0]).toBe("not-found");
  expect(said("Workers make wax from the age of 12 days [1].")).toEqual([["wrong-source", "12 days: wrong-source"]]);
  expect(said("Workers make wax from the age of 12 days [2].")).toEqual([["supported", "12 days: supported"]]);
});

it("a name that belongs to another figure differs", () => {
  const states = new SourceFacts(
    [
      {
        ...{ title: "Bees of the states", url: "" },
        text: "North Dakota keeps 520,000 colonies. Its honey is sold in Canada.\n\nThe summers are long. The winters are hard. Roads are few.\n\nSouth Dakota keeps 235,000 colonies.",
      },
    ],
    "",
  );
  expect(states.check("South Dakota has 520,000 colonies.")).toMatchObject([{ verdict: "differs" }]);
  expect(states.check("North Dakota has 520,000 colonies.")).toMatchObject([{ verdict: "supported" }]);
});

it("what the task itself says needs no source, and words that begin sentences are no names", () => {
  expect(said("Honey from Maja costs $49.")).toEqual([["supported", "$49: supported", "Maja: supported"]]);
  expect(said("Workers make wax. Honey keeps well. The Frames are light.")).toEqual([]);
  expect(namesIn("When Karl von Frisch came to the University of Graz, Austria was poor.", knownWords())).toEqual([
    ...["Karl von Frisch", "University of Graz", "Austria"],
  ]);
});

it("without sources nothing can be borne out", () => {
  expect(new SourceFacts([], "bees").check("Bees fly 5 km in 1 day. They hum.")).toMatchObject([
    { verdict: "no-source", source: 0, url: "", quote: "" },
  ]);
});
