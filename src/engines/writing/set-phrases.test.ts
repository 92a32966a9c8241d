import { describe, expect, it } from "vitest";
import { plainExchanges } from "./plain-exchanges.js";

/** The text with every exchange made. */
const exchanged = (text: string) => plainExchanges(text, [], "plain").replace(/\{[^|{}]*\|([^{}]*)\}/g, "$1");

describe("set phrases have another form", () => {
  it.each([
    [
      "Dates",
      "The kiln was lit on 3 March 1911 and cooled in May 1912.",
      "The kiln was lit on the 3rd of March 1911 and cooled in May of 1912.",
    ],
    ["years", "The ferry was first used in 1894.", "The ferry was first used in the year 1894."],
    ["bounds", "A kiln needs 12 hours or more to cool.", "A kiln needs at least 12 hours to cool."],
    ["kinds", "Two types of clay are sold here.", "Two kinds of clay are sold here."],
    ["purposes", "To clean the wheel, unplug it.", "In order to clean the wheel, unplug it."],
    ["relative clauses", "Pick a glaze that is safe for food.", "Pick a glaze which is safe for food."],
    ["clauses that only say what was done", "Buy every pot that is fired with wood.", "Buy every pot fired with wood."],
    ["places", "Behind it stands a shed in which the potter works.", "Behind it stands a shed where the potter works."],
    ["what must be", "The rails have to be greased.", "The rails must be greased."],
    ["what is needed", "When it rains, you need to cover the clay.", "When it rains, you have to cover the clay."],
    ["how it is done", "The clay is wedged slowly by hand.", "The clay is slowly wedged by hand."],
  ])("%s", (_, text, other) => {
    expect(exchanged(text)).toBe(other.replace("’", "'"));
  });
});

describe("they stay where another form would say something else", () => {
  it.each([
    "Glazes don't have to be fired twice.",
    "Potters just have to be patient.",
    "Take the tools you need to centre the clay.",
    "Here is all they have to offer.",
    "Ask whether the clay was red, white or black.",
    "Call the children that are late.",
    "Add pots to the kiln which are fired with wood.",
    "Fire the first that is dry.",
    "The trip was worth it from start to finish.",
    "It helps to keep a towel near.",
    "Several centimetres of water are left at 20 °C or at 25 °C.",
  ])("%s", (text) => {
    expect(exchanged(text)).toBe(text);
  });
});
