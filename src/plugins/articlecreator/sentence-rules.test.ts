import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { announcesMore, leansOnPrevious, sentenceProblem } from "./sentence-rules.js";

describe("a sentence is left out", () => {
  it.each([
    "How do bees make honey?",
    "Three frames of brood",
    "A long list of things to buy for the hive.",
    "I keep my hives in an orchard.",
    "In May I was stung by our bees.",
    "Our bees are for sale in spring.",
    "We recommend the smaller box.",
    "This map needs a browser that has JavaScript enabled.",
    "The rule is that of the wind, which is detailed below.",
    "The box is separately documented in the notes of the club.",
    "Following hives have a roof of tin.",
    "Click here for the full list of dates.",
    "Subscribe to the newsletter for more tips.",
    "The club has a newsletter, and subscribers get the first copies of it.",
    "To read about the swarm, click the picture of the hive.",
    "Log in to leave a note about your own hive.",
    "This article explains the life of bees.",
    "The frame is shown below in detail.",
    "The hive (see Figure 2 is made of pine.",
    'He called it "the best of boxes and left.',
    "BUY NOW AND SAVE ON EVERY HIVE.",
    "Wren is a writer, baker and mother of two who lives on a narrowboat in Kent with her husband.",
    "and then the bees left the hive.",
    "The bees left the hive and then...",
    "Visit www.bees.test for a map of hives.",
    "The prices were 12 14 16 18 20 22 24 26.",
    "Step 2: the frame is lifted out slowly.",
    "Ruth Ashdown writes about bees for the paper.",
    "The mayor said on Tuesday that bees are welcome.",
    "The calculator below will show how much sugar a hive needs.",
    "Choose the box by the results of both step 1 and step 2.",
    "Each section will have a list of hives with their prices.",
    "Try Hivewatch for free today.",
    "Strategy Uses bees of one queen for the whole of an orchard.",
    "Tax efficiency Usually leaves more honey to whoever keeps the hive.",
    "Savings are derived from the most costly hive.",
    "Calculations are based on twenty kilograms of honey.",
    "Needs no explanation.",
    "1Hive average of all the orchards in the county: twelve kilograms.",
    "Book a call with a keeper near you.",
    "This eBook leads you through the year of a hive.",
    "For more insights, ask the keepers of the club.",
  ])("when it is like %j", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });
});

it.each([
  "Honey bees store honey in wax cells.",
  "Mobile units for X-rays were driven to the front in World War I, and she trained the drivers.",
  "The discovery changed our understanding of inheritance.",
  "The library of the hive is written in JavaScript and runs on the shelf.",
  "A hive holds about 40,000 bees (most of them workers).",
  "The bee’s dance was described by Karl von Frisch in 1927.",
  "Lift the frame slowly and hold it level.",
  "The hub sends every change to its subscribers, and each subscriber keeps a copy.",
  "Click the edge of the box that the other one goes on from.",
  "Keepers log in to the hub with a key of their own.",
  "Varroa destructor is a mite of 1.1 mm.",
  "The map of the county shows hives above the tree line.",
  "Each section of the hive holds ten frames.",
  "Keepers try hives of straw today as they did long ago.",
  "灯塔是建在海岸或岛屿上的塔状建筑。",
  "Die Bienen sammeln Nektar und Pollen.",
])("a plain statement like %j is kept", (text) => {
  expect(sentenceProblem(text)).toBeUndefined();
});

describe("a sentence leans on the one before", () => {
  it.each([
    "They seal each cell with wax.",
    "This keeps the honey dry.",
    "However, the queen stays behind.",
    "Feed it twice a day.",
    "When it is ripe, the cell is sealed.",
    "In this way the colony survives.",
    "The latter is the better choice.",
    "For example, a hive may swarm twice.",
    "Two gentler methods are known.",
    "The change took place within a decade.",
    "Wasps do so as well.",
  ])("when it is like %j", (text) => {
    expect(leansOnPrevious(text)).toBe(true);
  });

  it.each([
    "Honey bees store honey because they need it in winter.",
    "There are three kinds of bee in a hive.",
    "It is important to feed a colony in spring.",
    "Both workers and drones develop in wax cells.",
    "Workers and drones both develop in wax cells.",
    "The change of seasons decides what bees do.",
    "Larger hives are warmer than small ones.",
  ])("and not when it is like %j", (text) => {
    expect(leansOnPrevious(text)).toBe(false);
  });
});

it("a sentence that promises more may not end a passage", () => {
  expect(announcesMore("There are three ways to catch a swarm.")).toBe(true);
  expect(announcesMore("A swarm can be caught in a box.")).toBe(false);
  expect(announcesMore("Understanding the main kinds of hive will help you choose one.")).toBe(false);
  expect(announcesMore("Understanding the main kinds will help you choose a hive.")).toBe(true);
  expect(announcesMore("Consider these cheap alternatives to a hive.")).toBe(true);
  expect(announcesMore("Many believe that bees hear, but that\u2019s not true.")).toBe(true);
  expect(announcesMore("One misconception is that a hive must be fed all winter.")).toBe(true);
  expect(announcesMore("Another common myth about drones is that they sting.")).toBe(true);
  expect(announcesMore("The myth tells of a king of the bees.")).toBe(false);
});

describe("what somebody says at any time", () => {
  it.each([
    "\u201cClay shrinks by a tenth as it dries in the loft,\u201d says Ruth Ashdown, a potter in Fell.",
    "\u201cClay shrinks by a tenth as it dries in the loft,\u201d explains Ashdown.",
    "In a trial at Fell College, \u201cpots of red clay shrank by a tenth in a month,\u201d says Ruth Ashdown, one of the potters.",
  ])("may be told with a name: %s", (text) => {
    expect(sentenceProblem(text)).toBeUndefined();
  });

  it.each([
    "\u201cClay shrinks by a tenth as it dries in the loft,\u201d said Ruth Ashdown, a potter in Fell.",
    "\u201cClay shrinks by a tenth as it dries in the loft.\u201d",
    "\u201cI have seen pots that shrank by a tenth,\u201d says Ruth Ashdown, a potter in Fell.",
  ])("and not as news, of nobody or of the speaker: %s", (text) => {
    expect(sentenceProblem(text)).toBeDefined();
  });
});

it("no text, however hostile, takes long to judge", () => {
  const piece = fc.constantFrom(
    "the ",
    "a ",
    "In ",
    "of these ",
    "(",
    "“",
    "said ",
    "1 ",
    "'",
    ".",
    "as shown ",
    "is ",
    "writer ",
    "lives with ",
  );
  const started = cpuMs();
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const text = pieces.join("");
      sentenceProblem(text);
      leansOnPrevious(text);
      announcesMore(text);
    }),
  );
  expect(cpuMs() - started).toBeLessThan(5000);
});

it.each(["No; it is chance.", "Buried inside were enough seeds for a field."])(
  "leans on what is before: %s",
  (text) => {
    expect(leansOnPrevious(text)).toBe(true);
  },
);
