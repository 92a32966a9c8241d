import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("what is not said in another form", () => {
  it.each([
    [
      "an expectation as a fact",
      "Guests often expect the house to be empty, meaning that they can sing at night.",
      /This means/,
    ],
    ["a short phrase before a pronoun", "I build my shed through Northwind.", /^Through/],
    ["a second that", "The only way that I think I hear the bell is through the wall.", /think that/],
    ["an owner that is told more of", 'The price is based on the value of the company "as sold."', /company's/],
    ["an aim as a use", "The kit can be used to add to old sheds.", /for adding/],
    ["an adverb within a list", "The crew can quickly adjust prices, stock or staff.", /prices quickly/],
    ["the verb of a relative clause", "Old tricks that once filled rooms now empty the hall.", /^Now/],
    ["a plural of no dictionary", "Smartwatches can also count the steps of a long walk.", /, Smartwatches/],
    ["a surname that is a word", "Turner, by contrast, grew up in Wells as the son of a miller.", /turner/],
    ["a comparison", "More pots are broken by lifting the wet shelf than by any fault in the clay.", /^By/],
    ["adjectives with a comma", "The nurse pays a brief, calming visit at noon.", /calming, brief/],
    [
      "an adverb of two clauses",
      "Typically, income is recorded in May and a payment is entered in June.",
      /is typically recorded/,
    ],
    [
      "what a result is for",
      "The shop sells lamps in wood and in steel, so you can find one for your room.",
      /\. (?:So|As a result)|therefore/,
    ],
    [
      "a plural before its noun",
      "Whether you fill them with novels or with cups, our wide shelves are worth a look.",
      /^Our wide/,
    ],
    ["ones", "It bothers my ears to wear ones that are on ear for a long time.", /wear ones on/],
    [
      "what is sure as what can be",
      "You can find the clog in any colour, ensuring that it goes well with your coat.",
      /This can ensure/,
    ],
    [
      "a compound as the past",
      "It comes with 90 built-in stitches and a box of needles, making it easy to begin at once.",
      /This made/,
    ],
    ["a need as a duty", "The visit begins with a look at your business needs to understand your aims.", /has to/],
    ["an adverb far from its verb", "Our steps are easily aligned with those of your firm.", /aligned easily with/],
    ["the past behind another verb", "I found it here at a great price and decided to keep it.", /chosen/],
    ["another name", "Long boats of this kind are also known as harbour cats in the north.", /^In addition/],
    ["days by what happens on them", "There will be occasions when your guest leaves the room.", /^When/],
    ["what will be before what it is of", "If the ferry is not full, the lower deck will never be.", /^The lower/],
    ["a denial by its cause", "None of the guests left the boat because of the storm.", /^Because/],
    [
      "the second participle as the past",
      "The boat is built with one mast and painted for the open sea, allowing you to sail it in winter.",
      /This allowed/,
    ],
    [
      "which behind several things",
      "The yard builds light boats with folding masts, allowing you to sail below low bridges.",
      /which allows/,
    ],
    ["a rule as a means", "Harbour regulations allow an owner to moor a boat for a week.", /^With/],
    ["an example of a bare plural", "For instance, sailors may like a boat so much that they buy it.", /^Sailors, for/],
    ["how often before the perfect", "The sailors have often told the tale of the old harbour.", /^Often/],
    [
      "not only without but",
      "The mast not only carries the sail of the boat in a storm, but it also holds the lamp of the harbour.",
      /However/,
    ],
    [
      "a guess as a result",
      "The gate of the lower harbour has been shut for weeks, so it seems the water is low.",
      /As a result|therefore/,
    ],
    [
      "a short sentence before so",
      "The boat is small, so it will be lifted out of the water by two of the guests.",
      /\. As a/,
    ],
    [
      "two members of a longer list as its end",
      "The shop sells maps, lamps, ropes and sails, more books about boats, and tea.",
      /ropes, lamps|sails, ropes and lamps/,
    ],
    [
      "one kind before the kind of all",
      "Rent-to-own boats, lease-to-own boats, open-deck boats, and boats in storage do not qualify.",
      /^(?!Rent-to-own boats, lease-to-own boats, open-deck boats)/,
    ],
    [
      "a comparison of all members",
      "The bread gives healthier teeth, strong gums, and good bones.",
      /gives (?:strong|good)/,
    ],
    [
      "one amount as many",
      "Guests of the harbour are greeted by an array of lamps and flags.",
      /array of (?:lamps|flags).* greet/,
    ],
    ["one of the others", "Unlike the others in the harbour, the ferry runs at night.", /^The ferry, unlike/],
    ["what somebody does as a fact", "The keeper sings all day long, making you smile at the lamp.", /This makes/],
    [
      "what is still being made",
      "The ferry has come to run at night for the keepers, creating a habit of late meals.",
      /which has/,
    ],
    ["a form of both", "The shop sells minerals such as salt and starch in the form of flour.", /starch and salt/],
    ["that there are some", "There are many guests who are at sea with the keeper.", /^Many guests are/],
    ["what is important in the end", "Ultimately, it is important to shut the gate.", /ultimately important/],
    [
      "a head that two may share",
      "Our careful approach to reward, comfort, fuel tax, and harbour solutions will help the guests.",
      /harbour solutions, and/,
    ],
    ["now as a time", "Now, you should close all of the gates by yourself.", /now close/],
    ["these behind other things", "If these are not open, visit the upper harbour and the old mill.", /^Visit/],
    [
      "a condition far behind",
      "If you like boats with an open deck, you can have the same sails and the same lamps in the long ferry of the yard with a red roof.",
      /^You can/,
    ],
    ["what is to be done next as later", "After learning the names of the sails, let us look at the lamps.", /^Let/],
    ["an example of any one", "For example, a ferry would run at night with the lamps of the keeper.", /^A ferry, for/],
    [
      "what several things can do as what one can",
      "Costs may rise quickly for changes of the deck in layout or size, which can require permits and a new mast.",
      /\. This can/,
    ],
    ["one before its noun", "If you buy a lamp for the boat, take one with a hook.", /^Take/],
    [
      "what is made before it is sold",
      "The firm looks after the manufacture and sale of lamps.",
      /sale and manufacture/,
    ],
    ["what somebody is told to do", "Instruct the guests of the boat to close the lower gate.", /^To close/],
    ["what has just been said", "We use this list to plan the next trip of the boat.", /^To plan/],
  ])("%s", (_, text, wrong) => {
    for (const other of textsOf(text)) expect(other).not.toMatch(wrong);
  });
});
