import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("equal members change places", () => {
  it.each([
    [
      "behind one article",
      "The guide shows the size and shape of the leaf.",
      "The guide shows the shape and size of the leaf.",
    ],
    ["behind one possessive", "You can bring your luggage and equipment.", "You can bring your equipment and luggage."],
    [
      "both of two nouns",
      "The talk is about repair costs and ticket prices.",
      "The talk is about ticket prices and repair costs.",
    ],
    [
      "the last two of a list",
      "The fee covers the cleaning of the hall, warm meals, and insurance.",
      "The fee covers the cleaning of the hall, insurance, and warm meals.",
    ],
    [
      "the last two of a list that is the subject",
      "Wool, the smell of tar, and ropes are typical of the harbour.",
      "Wool, ropes, and the smell of tar are typical of the harbour.",
    ],
    [
      "two effects of a thing",
      "A thick hedge reduces noise and improves the air.",
      "A thick hedge improves the air and reduces noise.",
    ],
    ["two effects to bring about", "Improve the air and reduce noise.", "Reduce noise and improve the air."],
    [
      "the last two of three effects",
      "The filter can save water, reduce noise, and improve comfort.",
      "The filter can save water, improve comfort, and reduce noise.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["Look at the roof of the house and barn of the mill.", /barn and house/],
    ["Close the lid and wait.", /wait and lid/],
    ["The fair is between the bridge and mill.", /mill and bridge/],
    ["They count the rest and majority of the votes.", /majority and rest/],
    ["We met the captain, a baker, and the guests.", /the guests, and a baker/],
    ["The office explains city, state and federal rules.", /federal rules and state/],
    ["The gym has upper-body, core, and lower-body machines.", /machines, and core/],
    ["The shop sells salt, fresh herbs and oil.", /oil and fresh herbs/],
    ["The firm offers house and garden walls and kitchen doors.", /kitchen doors and garden walls/],
    ["The filter reduces noise and then improves its own power.", /improves its own power and/],
    ["The new bed was ideal, offering comfort and deep rest.", /rest and offering/],
    ["The mill has precision, speed, and efficiency demands.", /demands, and speed/],
    ["The guards train detection and response.", /response and detection/],
    ["The ropes are made of both hemp and cotton fibres.", /fibres and hemp/],
    ["The guide names both a teacher and pupils.", /pupils and a teacher/],
    ["The course covers spring, the end of summer, and autumn.", /autumn, and the end/],
  ])("not in: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});

describe("what tells of a noun is said in full", () => {
  it.each([
    ["what we do with it", "The boats we build are light.", "The boats that we build are light."],
    [
      "what is done to it",
      "The insurance covers damage caused by frost.",
      "The insurance covers damage that is caused by frost.",
    ],
    ["what it does", "These are jobs requiring a permit.", "These are jobs that require a permit."],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["The last time we met was in May.", /time that we/],
    ["If the guest is on the boat he pays less for the meal.", /boat that he/],
    ["The guests paid for damage caused by frost.", /that is caused/],
    ["With a guard holding the lamp, the guests leave.", /that holds/],
    ["Keep the doors closed at night and watch the guards holding lamps.", /that (?:are closed|hold)/],
    ["The edges of the lens connected with glue are weak.", /that (?:is|are) connected/],
    ["The firm is a partner built for boats.", /who is built/],
    ["Draw the picture of the boat you need.", /boat's picture/],
    ["The lists are server-side rendered, making them fast to read.", /This made/],
    ["She found notes from guests that were not in the house.", /found that notes/],
  ])("not in: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});

describe("clauses with a list, or of two things that are done", () => {
  it.each([
    [
      "a list behind the verb",
      "The bell sends a note to your phone, tablet and laptop when a guest opens the gate.",
      "When a guest opens the gate, the bell sends a note to your phone, tablet and laptop.",
    ],
    [
      "two things to do",
      "If you need help, read the guide or call the office.",
      "Read the guide or call the office if you need help.",
    ],
    [
      "two purposes",
      "Visit the library to save money and improve your German.",
      "To save money and improve your German, visit the library.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["When the bell rings, close the gate, call the guard and wait.", /wait when/],
    ["Visit the library to borrow a drill and call us.", /^To borrow/],
    ["The guests eat, and boats leave when the bell rings.", /^When the bell rings, the guests eat/],
  ])("not in: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});

describe("more forms of clauses", () => {
  it.each([
    [
      "which, of a thing or of all that is said",
      "The new cream contains a light oil, which keeps the skin soft in winter.",
      "The new cream contains a light oil. This keeps the skin soft in winter.",
    ],
    [
      "the manner of a passive",
      "The gate is automatically closed by the guard.",
      "The gate is closed automatically by the guard.",
    ],
    [
      "a participle behind a plural",
      "Farmers use the lake, storing water for the fields.",
      "Farmers use the lake and store water for the fields.",
    ],
    [
      "a request that looks like a noun",
      "Use small boats to reach the island.",
      "To reach the island, use small boats.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["The family has a large old dog, which is a terrier from the north.", /\. This/],
    ["The guests travel to the town of York, which keeps its old walls in order.", /\. This/],
    ["The mayor says the town has a light oil, which keeps the skin soft.", /\. This/],
    ["The gate is not automatically closed by the guard.", /closed automatically/],
    ["The gate is automatically closed and locked by the guard.", /closed automatically/],
    ["The office reported fewer guests, according to the newspaper.", /accorded/],
    ["The mill uses a new stone, making the flour fine.", /and makes/],
    ["The firm closed the mill, saving money and selling stones.", /and saved money and selling/],
    ["The pass allows guests to eat here and sells well.", /can eat here and sells/],
    ["In May, the council bought the ferry - the first of its kind.", /kind in May/],
    ["The more boats built by the mill, the better.", /that are built/],
    ["The gate is old and the lamp of the bridge is dim, so close the gate.", /As a result, close/],
    ["I like the old ferry of the village, but the mayor thinks it is slow.", /, yet/],
    ["After reading the guide, let us visit the harbour.", /have read/],
    ["The mills have 13% of the land, while the farms have 5%.", /^While the farms/],
    ["Without the rule, two boats could leave the lock, and nobody would see it.", /lock without the rule/],
    ["Mac users pay less, although some of the tools are missing.", /mac users/],
    ["Guests want to see the lake before they leave.", /wish to/],
    ["Run CHECK and REPAIR commands every week to keep the old tables in order.", /CHECK\. REPAIR/],
    ["The water in the old dock rises in spring, so close the gate of the dock.", /therefore, close/],
    ["Once mixed, add the salt.", /once mixed/],
    ["On average, standard boats cost more in this harbour.", /On standard/],
    ["The prizes for the old boat, which was built in Kiel, hang in the hall.", /They was/],
    ["Making simple plans that allow us to see the lake saves time.", /that, we can/],
    ["This lets guests swim, following the shore of the lake.", /and follows/],
    ["The pass covers tickets, harbour tours and meals.", /meals and harbour tours/],
    ["The firm sells telephones, stamps, and paper (TSP).", /paper, and stamps|stamps, telephones/],
    ["The guard asked about the purchase of the family after the storm.", /the family['’]s purchase/],
    ["The tickets include, but are not limited to, the old ferry.", /aren['’]t limited/],
    ["Use cases for the boat are listed below.", /use cases for the boat\.|^Cases/],
  ])("not in: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});
