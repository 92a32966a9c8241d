import { describe, expect, it } from "vitest";
import { isAboutPage } from "./boilerplate.js";
import { sentenceProblem } from "./sentence-rules.js";
import type { Source } from "./sources.js";

describe("a sentence is left out that offers, praises or presents somebody", () => {
  it.each([
    "Ruth Ashdown covered hand tools and paint for the magazine.",
    "Harbour Clinic\u2019s own Ruth Ashdown shares what she tells parents.",
    "Contact your local Mutual agent to make sure the barn is insured.",
    "A garden adviser will contact you within a day.",
    "Ring the shop on 844.555.0130 to order a hive.",
    "All prices are based on a survey of the trade.",
    "Find your nearest branch on the map.",
    "The page was last reviewed in May and the next review is due in June.",
    "The full set of plans is only $199 for members.",
    "The box comes with a money-back guarantee.",
    "The Hive Course was created specifically for people with small gardens.",
    "Better Beekeeping is an online class for people in towns.",
    "The module is available as part of the Harbour subscription.",
    "The firm is backed by 30 years of experience with wood.",
    "Smart technology for dry floors.",
    "Knows exactly what to avoid.",
    "Automatically empties its tray for a month.",
    "Mops the floor, keeps rugs dry.",
    "Ideal for homes with pets.",
    "The app works with your voice assistant* at home.",
    "A. The feeder holds two litres of syrup.",
    "Big children like ______ sleep in big beds.",
    "Published under the terms of the law of 1990.",
  ])("%j", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });
});

describe("a sentence is left out that answers somebody or is news", () => {
  it.each([
    "Ned\u2019s right.",
    "To add to that, there are three things that start it off.",
    "That\u2019s right for geese, but a lone goose pines.",
    "Yours went up because the rate did.",
    "Put them in a field, but please don\u2019t anybody keep one alone.",
    "Ref here, and the rule is clear.",
    "On Saturday a bronze of the clockmaker was unveiled in the square.",
    "The council voted on Monday to close the path.",
    "Last to speak was a pupil of the school.",
    "The rule, says Ruth Ashdown, is not to stare.",
  ])("%j", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });
});

describe("a sentence is left out that has no verb or no subject", () => {
  it.each([
    "Lucera, town, Puglia region, southern Italy.",
    "A robot with mapping.",
    "War in Europe.",
    "Specifies the level of detail.",
    "Used internally and handled for you.",
    "Enabling you to control the heat of your home.",
  ])("%j", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });
});

describe("a plain sentence is kept, however short it is or its verb is formed", () => {
  it.each([
    "There are two breeds.",
    "It just wasn't true.",
    "A third approach traces it to the side of costs.",
    "The tank burst in January.",
    "On Wednesday, January 15, 1919, the tank burst.",
    "A goose guards.",
    "The asylum closed in 1894.",
    "Sheep outnumber people by four to one.",
    "Fishing and energy follow.",
    "It\u2019s a matter of rank.",
    "If you miss them you wait a year.",
    "For fifty years every sailor used the moon to check the clock.",
    "To keep it dry, simply cover it.",
    "Now consider the matter from the other side.",
    "Walk across the ravine.",
    "Rinse and dry the knife.",
    "Press on the way out and relax on the way back.",
    "Dyeing wool with madder takes two days.",
    "The wind blew and the mast broke.",
    "It is said that the first inn of the town stood here.",
    "Everyone said that the new game would swallow the old one.",
    "How the maker shaped them is not understood.",
    "Of course, the figure varies with the size of the house.",
    "In other words, money loses value over time.",
    "The tree is the city's thanks for the train that was sent.",
    '"Cafezinho," a small cup of coffee, is a staple in Brazil.',
    'They called it the \u201cpetit noir" and the name endures.',
    "iPads are made of glass and aluminium.",
    "colors.js is a package for the terminal.",
    "Based on the habits of the house, Harrow ovens choose a time.",
    "King Otto of Saxony bought a fossil there for fifteen pounds.",
    "Wrapped in paper they keep for decades.",
    "Climb the tower for the view from the top.",
    "Moths love it as much as you do.",
  ])("%j", (text) => {
    expect(sentenceProblem(text)).toBeUndefined();
  });
});

const source = (...blocks: readonly (readonly ["heading" | "paragraph", string])[]): Source =>
  ({
    title: "",
    byline: "",
    address: "page.html",
    blocks: blocks.map(([kind, text]) => ({ kind, text })) as unknown as Source["blocks"],
  }) as Source;

it("sections about a project and its sponsors are left out", () => {
  const page = source();
  for (const heading of ["Maintainers", "License", "Sponsors", "Related", "paint for enterprise", "Warranty"])
    expect(isAboutPage(heading, "The text of the section.", page), heading).toBe(true);
  expect(isAboutPage("Colors", "The text of the section.", page)).toBe(false);
});

it("what people write of themselves below a question is left out, and what they state is not", () => {
  const forum = source(["heading", "3 Answers"]);
  const own = "I have kept geese for years. Geese are loud.";
  expect(isAboutPage("", own, forum)).toBe(true);
  expect(isAboutPage("", "Geese are loud.", forum)).toBe(false);
  expect(isAboutPage("", own, source(["heading", "Geese"]))).toBe(false);
});
