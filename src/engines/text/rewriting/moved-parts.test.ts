import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("parts of a sentence in another place", () => {
  it.each([
    [
      "an example behind its subject",
      "For example, the old lock has two wooden gates.",
      "The old lock, for example, has two wooden gates.",
    ],
    [
      "a wish behind its auxiliary",
      "Ideally, the hut would be a quiet place with plenty of light.",
      "The hut would ideally be a quiet place with plenty of light.",
    ],
    [
      "a contrast behind be",
      "However, there are several rules for boats in the harbour.",
      "There are, however, several rules for boats in the harbour.",
    ],
    [
      "a contrast behind a phrase",
      "However, in this harbour, we use small boats a lot.",
      "In this harbour, however, we use small boats a lot.",
    ],
    [
      "an opinion at its verb",
      "Unfortunately, the rats are a serious threat to the barns in the valley.",
      "The rats are unfortunately a serious threat to the barns in the valley.",
    ],
    [
      "an opinion before what is denied",
      "Thankfully, the price of the ferry did not change this summer.",
      "The price of the ferry thankfully did not change this summer.",
    ],
    [
      "an example before the sentence",
      "The old lock, for example, has two wooden gates.",
      "For example, the old lock has two wooden gates.",
    ],
    [
      "what goes on by degrees",
      "As the village grows, the council might need to build another school.",
      "The council might need to build another school as the village grows.",
    ],
    [
      "what goes on by degrees, back",
      "The ropes are easier to check and to mend as the fleet grows.",
      "As the fleet grows, the ropes are easier to check and to mend.",
    ],
    [
      "a condition of two actions",
      "If the boat is full, you can wait in the café and take another ferry to avoid the crowd.",
      "You can wait in the café and take another ferry to avoid the crowd if the boat is full.",
    ],
    [
      "what a thing also does",
      "The cabin is one of the oldest huts here, offering a warm room to walkers.",
      "The cabin is one of the oldest huts here and offers a warm room to walkers.",
    ],
    [
      "what a firm also does",
      "The course lasts six weeks, covering knots, charts and tides.",
      "The course lasts six weeks and covers knots, charts and tides.",
    ],
    [
      "what holds in a case, behind a pronoun",
      "In this case, we will send a new ticket to the guests.",
      "We will, in this case, send a new ticket to the guests.",
    ],
    [
      "an example behind its conjunction",
      "For example, if a guest leaves at noon and takes the key, the hall stays open all day.",
      "If, for example, a guest leaves at noon and takes the key, the hall stays open all day.",
    ],
    [
      "a purpose behind what goes on",
      "To clear their debts, the two mills are selling old looms.",
      "The two mills are selling old looms to clear their debts.",
    ],
    [
      "a purpose behind a polite request",
      "To order a copy of the map, please visit the shop in the harbour.",
      "Please visit the shop in the harbour to order a copy of the map.",
    ],
    [
      "where more is told",
      "For more help with these old maps, visit our harbour page.",
      "Visit our harbour page for more help with these old maps.",
    ],
    [
      "means before what they are for",
      "The library can win new readers by lending maps, drills and saws.",
      "By lending maps, drills and saws, the library can win new readers.",
    ],
    [
      "means of a subject with its own",
      "Keepers protect the shore from storms by painting their towers white.",
      "By painting their towers white, keepers protect the shore from storms.",
    ],
    [
      "how a thing is made",
      "Built of dark oak, the boat lasts for many years.",
      "The boat is built of dark oak and lasts for many years.",
    ],
    [
      "when a firm was founded",
      "Founded in 1890 in Kiel, the mill is the oldest on the coast.",
      "The mill was founded in 1890 in Kiel and is the oldest on the coast.",
    ],
    [
      "what a thing offers",
      "Combining a stove with a bench, this hut is ideal for walkers.",
      "This hut combines a stove with a bench and is ideal for walkers.",
    ],
    [
      "one thing more of a pronoun",
      "They can also tell the guests where the old harbour is.",
      "Additionally, they can tell the guests where the old harbour is.",
    ],
    [
      "one thing more of what is pointed at",
      "These old maps also show the depth of the harbour.",
      "In addition, these old maps show the depth of the harbour.",
    ],
    [
      "one thing more that a thing is",
      "The cabins are also easy to reach from the harbour.",
      "In addition, the cabins are easy to reach from the harbour.",
    ],
    [
      "one thing more before a comma",
      "Also, the cabins have a small stove for cold nights.",
      "The cabins also have a small stove for cold nights.",
    ],
    [
      "a contrast before a condition",
      "But if the harbour is shut in winter, the ferry leaves from the lake.",
      "However, if the harbour is shut in winter, the ferry leaves from the lake.",
    ],
    [
      "a contrast without a comma",
      "Our new guide shows a lot of small harbours but it tells nothing about the price of a berth.",
      "Our new guide shows a lot of small harbours. However, it tells nothing about the price of a berth.",
    ],
    [
      "an addition without a comma",
      "The ticket is valid for five days and you must show it at the gate.",
      "The ticket is valid for five days. You must show it at the gate.",
    ],
    [
      "two short predicates",
      "Copper pipes are versatile and can be used in hot and cold water.",
      "Copper pipes are versatile. They can also be used in hot and cold water.",
    ],
    [
      "a relative clause as a participle",
      "The firm needs a plan that matches the size of the harbour.",
      "The firm needs a plan matching the size of the harbour.",
    ],
    [
      "what people do again and again",
      "Guests attending the fair can leave their boats at the quay.",
      "Guests who attend the fair can leave their boats at the quay.",
    ],
    [
      "an adverb behind these",
      "These often include bread, cheese and tea.",
      "Often, these include bread, cheese and tea.",
    ],
    [
      "examples of a range",
      "The new firm offers a full range of services, including repairs, storage and sale.",
      "The new firm offers a full range of services. These include repairs, storage and sale.",
    ],
    [
      "two results",
      "The new pump works at night, reducing noise and saving power.",
      "The new pump works at night. This reduces noise and saves power.",
    ],
  ])("%s", (_, text, other) => {
    expect(textsOf(text)).toContain(other);
  });

  it.each([
    [
      "a subject whose end is not sure",
      "However, the points discussed here are not new to sailors.",
      /points, however/,
    ],
    ["a contrast of two clauses", "However, the mill was sold, and the miller moved to Wells.", /mill, however/],
    ["a contraction", "However, it's a good place for a long walk.", /it's, however|it, however/i],
    [
      "a condition of what stands for its noun",
      "If the boat is late, it may stop to help and cost you the train.",
      /^It may/,
    ],
    ["what is said of a thing as good as", "The rope is as strong as the chain as the load grows.", /^As the load/],
    ["what nobody does", "It is easy for small boats to pass, offering comfort to guests.", /and offers/],
    ["two verbs that go on", "He goes home at noon, covering the pots and singing a song.", /and covers/],
    ["what a predicate does", "The beauty of the room is its window, giving guests a view.", /and gives/],
    ["an adjective between commas", "The hall keeps a warm, inviting room for its guests.", /and invites/],
    [
      "results in a list",
      "The team saves money by storing water, reducing waste, and saving power at night.",
      /This reduces/,
    ],
    ["what is no name", "The clerk can handle most returns, including rent and for guests.", /These include/],
    ["a thing as the doer", "This book helps you in building a boat, providing tips for the hull.", /which provides/],
    ["what a thing is besides", "The old mill is also a museum for the boats of the valley.", /^In addition/],
    ["what many are besides", "The cabins are also small boats for the summer.", /^In addition/],
    ["a noun that looks like a participle", "There is also a growing need for small boats.", /growing that is/],
    ["one thing more that is said", "Plus, a common tale is that the mill is haunted by a cat.", /is also that/],
    ["a wish before a plain verb", "Ideally, the hut offers a quiet room with a view.", /hut ideally offers/],
    ["whose opinion it is", "Personally, I raised the price of the boat by selling maps.", /personally raised/],
    [
      "two that say how it goes on",
      "But of course, the ferry leaves from the lake in winter.",
      /^However, of course|^Of course, however/,
    ],
    ["a short condition", "However, when you do, the ferry leaves from the lake in winter.", /^When, however/],
    ["a gerund with its object", "However, watching boys create a kite is a joy for the guests.", /boys, however/],
    ["what is alike", "The second cabin is also similar to the house of the keeper.", /^In addition/],
    ["people as things", "The course is for people that are new to the sea.", /people which/],
    ["what turns the key", "The old gate can be opened by turning the small key.", /^By turning/],
    ["a conjunction and a fact", "In fact, if a guest leaves at noon, the hall stays open.", /^If, in fact/],
    ["a purpose that is none", "To sum up, the harbour has three new gates this year.", /to sum up\.$/],
    ["an apposition", "To give you an idea, Kiel, the oldest harbour, had ten ships in May.", /idea, Kiel\.$/],
    [
      "a purpose before a time",
      "Once the boat is dry, our crew paints planks to seal the hull.",
      /^To seal the hull once/,
    ],
    ["where a beginning is made", "The crew will start its work by reading the old chart.", /^By reading/],
    [
      "means with what comes of them",
      "The crew saves much time by mooring early, leaving room for others.",
      /^By mooring/,
    ],
    ["who is not built", "Built on solid rock, we have trust in the old tower.", /^We are built/],
    ["what is so only then", "Filled with sand, the bags can hold the tent.", /^The bags are filled/],
    ["what is based on something", "Based on these notes, the crew paints the hull.", /^The crew is based/],
    [
      "one who made it, as if he went on",
      "Designed by Anna Berg, the tower has a light stair.",
      /tower is designed by/,
    ],
    ["what follows too", "If the gate is shut, you also lose the ticket for the day.", /^(?:In addition|Additionally)/],
    ["a split sentence", "The tower has a light stair, but it is shut in winter to all guests of the inn.", /\.\./],
    ["a habit that is over", "The mill used to be a dark place, but those days are over.", /that is used/],
    ["a way as a doer", "The guide tells it in a way that matches the age of the guests.", /way matching/],
    ["two participles in a row", "The hall sells maps, showing walks that match the season.", /showing walks matching/],
    ["an adjective behind another", "Ann is a patient, encouraging and lively teacher of boys.", /and encourages/],
    ["a participle that is no result", "The boat stops at noon, allowing time for lunch, singing and games.", /sings/],
  ])("refuses %s", (_, text, wrong) => {
    for (const other of textsOf(text)) expect(other).not.toMatch(wrong);
  });
});
