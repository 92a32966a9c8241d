import { describe, expect, it } from "vitest";
import { entrySentence } from "./entry.js";

describe("the first sentence of an entry of a reference work", () => {
  it.each([
    [
      "Matera",
      "Matera, city, Basilicata region, southern Italy.",
      "Matera is a city in the Basilicata region of southern Italy.",
    ],
    ["Bern", "Bern, city, western Switzerland.", "Bern is a city in western Switzerland."],
    ["Oslo", "Oslo, capital and largest city of Norway.", "Oslo is the capital and largest city of Norway."],
    [
      "marmalade",
      "marmalade , clear fruit preserve, usually of citrus, containing pieces of the peel suspended in a jelly.",
      "Marmalade is a clear fruit preserve, usually of citrus, containing pieces of the peel suspended in a jelly.",
    ],
    [
      "osmosis",
      "osmosis, in chemistry, spontaneous passage of water through a membrane.",
      "In chemistry, osmosis is a spontaneous passage of water through a membrane.",
    ],
    [
      "Mary Anning",
      "Mary Anning, (born May 21, 1799, Lyme Regis\u2014died March 9, 1847), English fossil collector who found the first plesiosaur.",
      "Mary Anning (born May 21, 1799, Lyme Regis\u2014died March 9, 1847) was an English fossil collector who found the first plesiosaur.",
    ],
  ])("is given the verb it leaves out: %s, %s", (title, text, expected) => {
    expect(entrySentence(text, `${title} | Definition & Facts`, () => "")).toBe(expected);
  });

  it("counts things that its page counts", () => {
    const text = "Like other camelids, alpacas have slender bodies. Alpacas are shorn once a year.";
    expect(
      entrySentence(
        "alpaca, (Lama pacos), domesticated South American member of the camel family.",
        "alpaca",
        () => text,
      ),
    ).toBe("An alpaca (Lama pacos) is a domesticated South American member of the camel family.");
  });

  it.each([
    ["has a verb", "marmalade", "Marmalade, often bitter, sells well in Britain."],
    ["has its verb early", "Hedgehog: a small mammal", "The hedgehog is a small, night-active mammal of Europe."],
    ["is a list", "marmalade", "Marmalade, cheese, bread."],
    ["has a verb after an aside", "Matera", "Matera, once a capital, grew for a hundred years."],
    ["is of something else", "jam", "Marmalade, clear fruit preserve made of citrus."],
    [
      "would say one thing of several",
      "inflation",
      "inflation, in economics, collective increases in the supply of money.",
    ],
    ["turns the name round", "Anning", "Anning, Mary, English fossil collector of the nineteenth century."],
    ["lists several subjects", "jam", "Jam, jelly and marmalade of the shop are made of fruit."],
  ])("is left alone when it %s", (_, title, text) => {
    expect(entrySentence(text, title, () => "")).toBeUndefined();
  });
});
