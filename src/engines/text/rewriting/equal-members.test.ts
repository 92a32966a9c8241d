import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("members of one kind change places", () => {
  it.each([
    ["names in a list", "The boat sails to Dublin, Lisbon, and Oslo.", "The boat sails to Dublin, Oslo, and Lisbon."],
    ["two names", "The boat sails to towns like Lisbon and Oslo.", "The boat sails to towns like Oslo and Lisbon."],
    [
      "adjectives of the subject",
      "The new coats are light, warm, and affordable.",
      "The new coats are light, affordable, and warm.",
    ],
    [
      "adjectives with a hyphen that open the sentence",
      "Warm and eco-friendly coats are sold at the harbour.",
      "Eco-friendly and warm coats are sold at the harbour.",
    ],
    ["participles", "The guide shows cracked or scratched lamps.", "The guide shows scratched or cracked lamps."],
    [
      "adjectives before a clause",
      "The path is narrow and slippery when it rains.",
      "The path is slippery and narrow when it rains.",
    ],
    [
      "adjectives of the object",
      "A thick roof keeps the rooms quiet and comfortable.",
      "A thick roof keeps the rooms comfortable and quiet.",
    ],
    [
      "two nouns before what is done with them",
      "The club sells knives and helmets to wear on the ice.",
      "The club sells helmets and knives to wear on the ice.",
    ],
    [
      "two nouns behind an adjective that goes with both",
      "The shop is known for fresh bread and milk.",
      "The shop is known for fresh milk and bread.",
    ],
    [
      "one and several behind one article",
      "You should look at the engine and brakes before you pay.",
      "You should look at the brakes and engine before you pay.",
    ],
    [
      "two nouns that tell of a third",
      "The office sells movie and theater tickets.",
      "The office sells theater and movie tickets.",
    ],
    [
      "two phrases with articles",
      "Each guest gets a warm blanket and a small lamp.",
      "Each guest gets a small lamp and a warm blanket.",
    ],
    [
      "two nouns with an adjective each",
      "The farm is known for friendly dogs and quiet horses.",
      "The farm is known for quiet horses and friendly dogs.",
    ],
    ["one noun and a compound", "The harbour sells boats and guide books.", "The harbour sells guide books and boats."],
    [
      "a list behind an article",
      "Ask for the price, size and age of the boat.",
      "Ask for the price, age and size of the boat.",
    ],
    [
      "a participle and a noun in a list",
      "The harbour has old piers, improved roads, and narrow streets.",
      "The harbour has old piers, narrow streets, and improved roads.",
    ],
    [
      "effects behind a comma",
      "The pump runs at night, saving power and reducing noise.",
      "The pump runs at night, reducing noise and saving power.",
    ],
    [
      "what is found out",
      "The sensors help guards detect smoke and identify leaks.",
      "The sensors help guards identify leaks and detect smoke.",
    ],
    [
      "what may be done",
      "Whether you are painting a small boat or repairing an old pier, ask the guards.",
      "Whether you are repairing an old pier or painting a small boat, ask the guards.",
    ],
    [
      "what may happen",
      "The lamp goes on when anyone rings the bell or opens the gate.",
      "The lamp goes on when anyone opens the gate or rings the bell.",
    ],
    [
      "what always holds",
      "The lamp contains no oil and needs little power.",
      "The lamp needs little power and contains no oil.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });

  it.each<readonly [string, RegExp]>([
    ["The fair comes to Austin, Texas, and Portland.", /Portland, and Texas/],
    ["The lock is open in April, May and June.", /June and May/],
    ["The office explains the film, radio, and press passes.", /press passes, and radio/],
    ["The list shows, in order of size, Tiree, Barra and Coll.", /Coll and Barra/],
    ["The pool suits your dog’s breed, age, and your budget.", /your budget, and age/],
    ["In winter, fresh bread and cheese are dear.", /cheese and fresh bread/],
    ["The mill grinds at night, keeping the water clean and clear noise down.", /clear noise and/],
    ["The pump closes at night, ensuring low rents and quiet nights.", /quiet nights and ensuring/],
    ["The pump stops, keeping the water clear, old ropes dry, and new ropes warm.", /old ropes dry, and keeping/],
    ["We met her friend, Ann Lee, a potter and a judge.", /a judge, a potter|a potter and Ann/],
    ["They explain the rules of the harbour, and the price of the trips.", /price, and the rules/],
    ["The firm has tested and rated boats.", /rated and tested/],
    ["This is the most useful and smartest lamp.", /smartest and useful/],
    ["The roof is new and guests may stay.", /guests and new/],
    ["The lake is under repair and boats may leave.", /boats and repair/],
    ["The talk is about the quality of food and trust in farmers.", /trust and food/],
    ["The harbour gives added value and peace of mind.", /peace and value/],
    ["The ferry is run by the Ministry of Sport and Public Health.", /Public Health and Sport/],
    ["The bus goes through Kent and Essex Counties.", /Essex Counties and Kent/],
    ["The shop sells modern kitchen and garden tools.", /garden tools and modern kitchen/],
    ["The inn has great comfort and room service.", /service and great/],
    ["Choose your computer or recording software.", /recording or computer/],
    ["The firm makes Royal Oak, Elm and Ash.", /Ash and Elm/],
    ["You can paint boats or mend nets in the hall.", /nets in the hall or/],
    ["You can paint the boat or sell it.", /sell it or/],
    ["The book is about the growth, sale, and use of corn.", /use of corn, and sale/],
    ["This is the most efficient and cheap lamp.", /most cheap/],
    ["This reduces the load on the old pump and allows it to rest.", /allows it to rest and/],
    ["This is a faster and useful lamp.", /useful and faster/],
    [
      "The crew is juggling a lot—the new ferry, a boat that is going to cost a small fortune, extra ropes, and a demanding guest.",
      /cost a demanding guest/,
    ],
    ["In the hall, the engine and wooden saw are loud.", /wooden saw and the engine/],
    ["They tell us how to fix the current leak and prevent future leaks.", /prevent future leaks and/],
    ["The talk is about new boats, old piers, and quiet places where guests rest.", /places, and old piers/],
    ["In a new book, Oslo and Lisbon are described.", /Lisbon and Oslo/],
    ["The guards look for nets and measure boats.", /measure boats and nets/],
    ["The rent covers toothpaste or brush heads.", /brush or toothpaste/],
    ["These lamps make the rooms look large and help the guests.", /rooms help the guests and/],
    ["The mill stores grain and supports farms in winter.", /supports farms in winter and/],
  ])("not in: %s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});
