import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("one sentence form for another", () => {
  it.each([
    [
      "a result",
      "The valve closes by itself, allowing the tank to fill with water.",
      "The valve closes by itself. This allows the tank to fill with water.",
    ],
    [
      "a result in the past",
      "The council widened the narrow road, making it safe for cyclists.",
      "The council widened the narrow road. This made it safe for cyclists.",
    ],
    [
      "a result to come",
      "The new bridge will carry two lanes, reducing the traffic in the village.",
      "The new bridge will carry two lanes. This will reduce the traffic in the village.",
    ],
    [
      "a contracted request",
      "It's also important to keep a clear view of the harbour.",
      "Keeping a clear view of the harbour is also important.",
    ],
    [
      "a semicolon",
      "The old mill has a wooden wheel; the new mill has a turbine.",
      "The old mill has a wooden wheel. The new mill has a turbine.",
    ],
    [
      "a dash",
      "The old mill is no longer a ruin — it has a new roof.",
      "The old mill is no longer a ruin. It has a new roof.",
    ],
    [
      "a meaning",
      "The harbour is open all year, meaning the ferry can leave in winter.",
      "The harbour is open all year. This means the ferry can leave in winter.",
    ],
    [
      "a second ability",
      "The new crane can lift heavy stones and carry large boxes across the yard.",
      "The new crane can lift heavy stones. It can also carry large boxes across the yard.",
    ],
    [
      "a second activity",
      "The library lends drills to its members and offers courses for beginners in spring.",
      "The library lends drills to its members. It also offers courses for beginners in spring.",
    ],
    [
      "examples",
      "The shop in the harbour sells many tools, including saws, drills and hammers.",
      "The shop in the harbour sells many tools. These include saws, drills and hammers.",
    ],
    [
      "a definition",
      "The kite is a light toy that flies in a steady wind.",
      "The kite is a light toy. It flies in a steady wind.",
    ],
    ["members of a list", "The shop sells hats, gloves and boots.", "The shop sells boots, gloves and hats."],
    [
      "members of a list behind a modified one",
      "The shop sells woollen hats, boots and gloves.",
      "The shop sells woollen hats, gloves and boots.",
    ],
    ["plain nouns", "The garden needs warmth and moisture.", "The garden needs moisture and warmth."],
    [
      "a relative clause",
      "The museum shows tools that belong to farmers of the valley.",
      "The museum shows tools belonging to farmers of the valley.",
    ],
    [
      "people and where they are",
      "The clinic treats people who live in the valley.",
      "The clinic treats people living in the valley.",
    ],
    ["what a phrase says alone", "The nurse helps patients who are in pain.", "The nurse helps patients in pain."],
    ["for example", "For example, the ferry runs only in summer.", "The ferry, for example, runs only in summer."],
    ["however", "The ferry, however, runs only in summer.", "However, the ferry runs only in summer."],
    [
      "an addition",
      "Additionally, the library lends tools to its members.",
      "The library also lends tools to its members.",
    ],
    [
      "also",
      "The library also lends tools and games to its members.",
      "In addition, the library lends tools and games to its members.",
    ],
    ["therefore", "Therefore, the bridge is closed to lorries.", "The bridge is therefore closed to lorries."],
    ["manner", "The guests can easily find the harbour.", "The guests can find the harbour easily."],
    ["a purpose", "Visit the library to borrow a drill.", "To borrow a drill, visit the library."],
    [
      "a purpose of what one can do",
      "You can use the map to find the harbour.",
      "To find the harbour, you can use the map.",
    ],
    ["even if", "Even if it rains, the market opens at nine.", "The market opens at nine even if it rains."],
    [
      "no matter",
      "No matter how cold it is, the ferry runs every day.",
      "The ferry runs every day, no matter how cold it is.",
    ],
    ["whether", "Whether you rent or buy, the tax stays the same.", "The tax stays the same, whether you rent or buy."],
    [
      "a condition before infinitives",
      "If you are unsure, ask the captain to wait.",
      "Ask the captain to wait if you are unsure.",
    ],
    [
      "contrast",
      "The valley is dry, while the coast has many lakes.",
      "While the coast has many lakes, the valley is dry.",
    ],
    ["equal adjectives", "The firm found a cheap and simple answer.", "The firm found a simple and cheap answer."],
    [
      "two effects",
      "The filter can reduce noise and improve comfort.",
      "The filter can improve comfort and reduce noise.",
    ],
    [
      "nouns with an adjective each",
      "The guide needs warm coats and strong boots.",
      "The guide needs strong boots and warm coats.",
    ],
    [
      "but of a writer who says I",
      "I liked the old harbour of the village a lot, but my brother found it too loud.",
      "I liked the old harbour of the village a lot. But my brother found it too loud.",
    ],
    ["a wish", "If you want to see the lake, take the ferry.", "To see the lake, take the ferry."],
    [
      "a contrast with the sentence before",
      "But the bridge was closed to all lorries in May.",
      "However, the bridge was closed to all lorries in May.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });
});

describe("a form is left alone where the sentence would say something else", () => {
  it.each<readonly [string, RegExp]>([
    ["Once I cheated in a test.", /as soon as/i],
    ["When it comes to price, the train is the best choice.", /\b(?:once|as|while) it comes/i],
    ["If you pick the right boat, it can carry ten people.", /if you pick it/],
    ["A worker can only open the gate if the water is low.", /^If/],
    ["I keep a torch for when the light fails.", /torch for\./],
    ["The alarm reminds you when it is time.", /^When/],
    ["Maybe the guests want plums or pears, which are cheap this year.", /These pears/],
    ["The choir sang well, which surprised the mayor.", /\. (?:This|The) choir/],
    ["The dishes, glasses, and forks get a lot of attention at dinner.", /\. Forks/],
    ["Good managers adapt and combine different methods when the plan of the project changes.", /adapt\. They/],
    ["The firm sells tea to shops worldwide, ranging from kiosks to department stores.", /and ranges/],
    ["Old kettles, heavy pans, and stoves with a timer are on sale in the shop.", /pans\. Stoves/],
    ["The editors read comments, highlights, and notes right in the file.", /highlights\. Notes/],
    ["The club teaches painting, weaving, creating forms, and many others.", /This creates/],
    ["The firm plants a tree for every shirt sold, adding to the forest of the town.", /This added/],
    ["They are not open in winter, and they are not cheap, because the rent is high.", /\. They/],
    ["We break the large plan into steps and tackle them one by one every morning.", /also tackle/],
    ["The ferry is a boat that swims.", /boat\. It/],
    ["The guide is the only map that shows the old harbour.", /map\. It/],
    ["The firm takes data from many sources, including books and files, for a full view.", /These include/],
    ["The firm makes shirts for people of all sizes, including large ones.", /These include/],
    ["The shop sells wool, hats and scarves, and gloves.", /hats, wool/],
    ["Test drive data export, data reuse and data quality of the new tool.", /^Data reuse/],
    ["The plan covers design, testing and maintenance.", /testing, design|maintenance, testing/],
    ["The shop sells woollen hats, boots and gloves.", /sells boots/],
    ["She wants to help find the key.", /help to find/],
    ["If it rained, the guests might get wet.", /may get/],
    ["Visit old towns, such as the harbour and the mill.", /for example/],
    ["For working with the lathe, a chisel, mallet, and apron will be needed.", /with a chisel/],
    ["The app leads from a call to a quote, a task, and a deal.", /to a task|to a deal/],
    ["The firm improves heat detection and alarm systems.", /alarm systems and/],
    ["The talk takes place in a room in the office or a small hall.", /hall or the office/],
    ["The rule holds on both the boats and the quay.", /quay and both/],
    ["The club offers long talks with local experts, short films, and useful tips.", /with short films/],
    ["It is important to note the depth of the harbour.", /^Noting/],
    ["You can trust your new robot vacuum and mop to keep your floor dry.", /also mop/],
    ["The oven is quick and clean, making this a fine tool for bakers.", /This makes this/],
    ["The rents will rise as the stock falls in June, leading to empty shops.", /This leads/],
    ["The roof of the hall is light, and the walls are thin, making the rooms hot in summer.", /light\. The/],
    ["The shop sells hats, scarves and wool, and gloves.", /scarves, hats/],
    ["A parcel sent out today and already added to the list in the office has new parts for the mill.", /today\. It/],
    ["The tour is free for adults and children aged 12 years or more.", /children and adults/],
    ["The course is open to nurses and students with a degree.", /students and nurses/],
    ["The fund pays for roads and schools in the valley.", /schools and roads/],
    ["The fund pays for roads and schools (since 2019).", /schools and roads/],
    ["There is a plan for the festival and a budget has been approved by the mayor.", /a budget and the festival/],
    ["The house has enclosed porches and balconies.", /balconies and porches/],
    ["The engineers know that memory is scarce, digital engines are cheap.", /digital, scarce/],
    ["The shop sells salt and pepper.", /pepper and salt/],
    ["The firm pays for research and development.", /development and research/],
    ["The plan lists data lakes, warehouses, and streams.", /warehouses, data lakes/],
    ["Use insect mesh in summer. Therefore, use insect mesh in spring.", /insect therefore/],
    ["The reason is because the engine was too old.", /is (?:since|as) the/],
    ["The rule limits the space needed to build a house.", /space had to/],
    ["The hotel, now managed by the owner, has ten rooms.", /ran by/],
    ["The guests would have seen the harbour, wouldn't they.", /would not they/],
    ["One of the boxes that contains tools is locked.", /containing/],
    ["Sony continues to grow and influence the market.", /continues growing/],
    ["If you want to rest or your foot hurts, take the ferry.", /^To rest/],
    ["If you want to see the lake, the ferry is the best choice.", /^To see/],
    ["But I liked the bridge that was closed to lorries.", /^However/],
    ["Therefore, the noise produced by the mill tends to be louder.", /therefore produced/],
    ["The guests can't easily find the harbour.", /harbour easily/],
    ["She asked the guide to open the gate.", /^To open/],
    ["This guide helps you find a way to save money.", /^To save/],
  ])("%s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });

  it("a heading in capitals keeps them", () => {
    for (const text of textsOf("How Many People Take Part in the Race")) expect(text).not.toMatch(/participate/);
  });

  it("the order of names stays", () => {
    for (const text of textsOf("The film was shown in Leeds and York, and the actors met Ann and Paul."))
      expect(text).toMatch(/Leeds and York.*Ann and Paul/);
  });
});
