import { describe, expect, it } from "vitest";
import { sentenceProblem } from "./sentence-rules.js";

describe("a sentence is left out that belongs to the page", () => {
  it.each([
    // Of itself
    "Leaflet 4/EN.",
    "Please read this leaflet carefully and keep it.",
    "This leaflet is for general guidance only and is not a full statement of the law.",
    "This checklist can help you stay on top of small repairs.",
    "To get the most out of the shed, here is a list of things to look at in spring.",
    "This document strives to set out how the pumps differ.",
    "And here\u2019s a tip.",
    "Additional contributions by Ruth Ashdown and Peter Holm.",
    "Hold the spade with both hands like this.",
    "We can see that each turn of the pump lifts a litre.",
    "When you uncomment the last line, the pump starts twice.",
    "The Ashdown spade 83/100 Rating is the best of nine.",
    "The Ashdown spade is light, see it at Amazon.",
    "The drawings of the shed are ready, and you can view them here.",
    "Prices were right at the time of writing.",
    "The old gate (left) was replaced by a copy in 1990.",
    "The drawing is shown courtesy of the county archive.",
    "Myth number three, all hives are the same.",
    "The trust is a registered charity in England.",
    "The two drawings below show the roof and the floor.",
    "Eight sheds, joined by passages, with stone beds and shelves.",
    "Everything you need to know about sheds, with the help of two builders.",
    "Printable shed planning checklist for the whole of the building season.",
    // Of guides and programs
    "The sections below describe every channel and the object that it publishes.",
    "The rest of this manual deals with the valves of a pump.",
    "By the end of the lesson the reader knows how a pump is started.",
    "The guide walks through the accounts of a small shop.",
    "This overview covers the kinds of pumps.",
    "The module aims to make the start of a pump simple.",
    "See the options of the pump.",
    "The Getting Started guide includes an example of a valve.",
    "Valves of other makers are listed in the Community section.",
    "For information about the pressure of pumps, see the list of valves.",
    "A list of valves is available in the README.",
    "All fields of a pump are documented under its constructor.",
    // Praise
    "Experience the difference of a hive made by hand.",
    "The ergonomic HandleFit design ensures comfortable digging all day.",
    "Featherlight build ensures easy carrying, making this spade a must for large gardens.",
    "Tough fabric withstands rough use, ensuring you won\u2019t dig without this glove.",
    "A new boiler gives peace of mind in winter.",
    "These savings can easily cover the cost of the hive and then some.",
    // Calls
    "Do book, because the boat is full in August.",
    "Order now and the hive arrives on Friday.",
    "Schedule an appointment with the clinic in the village.",
    "Members can also read the full ratings of spades.",
    "The spade retails for 40 dollars in most towns.",
    "The seeds are 20% off until Sunday.",
    // What is not named, and where it stands
    "Firing may mean the bisque alone, and you'll see that section below.",
    "Use the tips above to choose a kiln.",
    "Lighter, stronger, cheaper.",
    "Read how to build a kiln for your own garden.",
    "More heat and wider shelves.",
    // Exercises
    "Ask your class what a beekeeper does in winter.",
    "Write three facts about the life of a bee.",
    "Pupils should be able to label the parts of a flower.",
    // Talk
    "OP here, and the glue did hold.",
    "Thanks in advance for any hints on the roof.",
    "Lunch was a bun with crab.",
    "Talk about what will happen THE DAY OF the move.",
  ])("%j", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });

  it.each([
    "The tips of the leaves are brown.",
    "Read the scale at the height of the eye.",
    "The cliffs above are white with gulls.",
    "More clay and more water make the pot soft.",
    "Best for the roof is a slate that is thin.",
    "The guide knows the way across the marsh at low tide.",
    "The lesson of the flood was that the wall had been too low.",
    "The next part of the valve is the spring.",
    "See a doctor when the rash does not go away.",
    "The species is described in the travels of a monk.",
    "The library opens at nine and closes when it is dark.",
    "Two ships, joined by a rope, crossed the bay.",
    "The charter was lost, and this document was signed in its place in 1215.",
    "Tea was originally more popular in the colonies.",
    "The crested porcupine and the wolf are found here too.",
    "The tree is the town\u2019s thanks for the train that came the same night.",
    "Lightweight concrete is made with pumice instead of gravel.",
    "The members of the guild sat in pairs and gave marks out of twenty.",
    "The garrison held the left bank and the town the right.",
    "Students of the academy lived in the tower until 1820.",
    "The order was placed under the king\u2019s protection in 1230.",
  ])("and one about the subject is not: %j", (text) => {
    expect(sentenceProblem(text)).toBeUndefined();
  });
});
