import { describe, expect, it } from "vitest";
import { textsOf } from "../../../../test/doubles/rewritten.js";

describe("what a sentence says first", () => {
  it.each([
    [
      "a concession in the present",
      "While the old ferry can carry lorries, it does not run in winter.",
      "The old ferry can carry lorries, but it does not run in winter.",
    ],
    [
      "a concession with more behind it",
      "Although the harbour is small, it has a crane, a dock and a slipway.",
      "The harbour is small, but it has a crane, a dock and a slipway.",
    ],
    ["but", "The harbour may be small, but it has a crane.", "Although the harbour may be small, it has a crane."],
    [
      "so",
      "The gates were rusty, so the workers replaced them.",
      "Because the gates were rusty, the workers replaced them.",
    ],
    [
      "a gerund as subject",
      "If you already have a boat, reaching the island is easy.",
      "Reaching the island is easy if you already have a boat.",
    ],
    [
      "what is spoken of",
      "When it comes to price, the train is the best choice.",
      "The train is the best choice when it comes to price.",
    ],
    [
      "whether with a list",
      "Whether it's a canoe, a ferry or a raft, every boat needs a number.",
      "Every boat needs a number, whether it's a canoe, a ferry or a raft.",
    ],
    ["as mentioned", "As mentioned above, the lock has two gates.", "The lock has two gates, as mentioned above."],
    ["unlike", "Unlike the train, the ferry runs every day.", "The ferry, unlike the train, runs every day."],
    ["a means", "The new pass allows visitors to use every ferry.", "With the new pass, visitors can use every ferry."],
    ["a means with let", "These maps let you find the harbour.", "With these maps, you can find the harbour."],
    [
      "what one does",
      "Studying the tide table allows you to plan the trip.",
      "By studying the tide table, you can plan the trip.",
    ],
    [
      "by doing so",
      "By repairing the locks, the council can reopen the canal.",
      "Repairing the locks allows the council to reopen the canal.",
    ],
    ["a tool", "With this tool, you can easily find the leak.", "This tool allows you to easily find the leak."],
    ["easy", "The new signs make it easy to find the harbour.", "With the new signs, it is easy to find the harbour."],
    ["however behind an auxiliary", "However, it can carry ten lorries.", "It can, however, carry ten lorries."],
    ["for example behind be", "For example, it is used by many farmers.", "It is, for example, used by many farmers."],
    [
      "for whom",
      "For small boats, the council offers a cheaper pass.",
      "The council offers a cheaper pass for small boats.",
    ],
    [
      "which of two is named first",
      "The ferry is the oldest boat in the harbour.",
      "The oldest boat in the harbour is the ferry.",
    ],
    [
      "what studies show",
      "Research shows that the ferry is safer than the train.",
      "The ferry is safer than the train, research shows.",
    ],
    [
      "for what end",
      "The engineers built a dam to store water for the valley.",
      "To store water for the valley, the engineers built a dam.",
    ],
    [
      "through what",
      "The council informs the guests through short films.",
      "Through short films, the council informs the guests.",
    ],
    [
      "a reason with as",
      "Oak boats are dear, as the timber has to dry for years.",
      "As the timber has to dry for years, oak boats are dear.",
    ],
    ["now at the front", "The new ferries now carry lorries.", "Now, the new ferries carry lorries."],
    ["increasingly", "The farmers increasingly rely on rain.", "Increasingly, the farmers rely on rain."],
    ["therefore", "The bridge is therefore closed to lorries.", "Therefore, the bridge is closed to lorries."],
    ["today", "Today, the lock has a steel gate.", "The lock has a steel gate today."],
    ["now", "Now, the ferry carries lorries.", "The ferry now carries lorries."],
    [
      "behind a label",
      "Winter timetable: If the lake freezes, the ferry stays in the harbour.",
      "Winter timetable: The ferry stays in the harbour if the lake freezes.",
    ],
    [
      "behind an adverb",
      "Fortunately, if the lake freezes, the ferry stays in the harbour.",
      "Fortunately, the ferry stays in the harbour if the lake freezes.",
    ],
  ])("%s: %s", (_, from, to) => {
    expect(textsOf(from)).toContain(to);
  });
});

describe("the order stays where another would say something else", () => {
  it.each<readonly [string, RegExp]>([
    ["It is also the largest museum in the whole valley.", /^In addition/],
    ["This also helps the farmers of the valley in dry summers.", /^In addition/],
    ["The mill is also the largest museum in the whole valley.", /^In addition/],
    ["The harbour was previously owned by a group of farmers.", /^Previously/],
    ["The harbour was formerly owned by a group of farmers.", /^Formerly/],
    ["The ferries are increasingly popular with guests.", /^Increasingly/],
    ["The boats often need repairs, the pumps fail, and the guests leave.", /^Often/],
    ["The number has two parts, as we have here.", /^As we/],
    ["As a consultant, work takes most of the day.", /^Work, as/],
    ["The council closed the ferry because this was too dear.", /^Because this/],
    ["It was renovated in 2021.", /^In 2021/],
    ["The lock was rusty in 2021.", /^In 2021/],
    ["However, guests may only use one boat each year.", /However, each year,/],
    ["Although it was poor, the village built a large church.", /but the village|^It was poor/],
    ["While the workers were painting the gate, the mayor opened the bridge.", /, but/],
    ["While I was in Leeds, the mayor opened the bridge.", /, but/],
    ["If a task fails on a boat, the crew removes that boat from the race.", /^The crew removes that boat/],
    ["When you have closed the gate, you can do this.", /this when/],
    ["The gauge analyzes if the water meets the rules.", /^If/],
    ["We are not sure if the new ferry will run in winter.", /^If/],
    ["Guests got a discount if they paid early, though this was not required.", /^Though this/],
    ["Pens, paper, and ink are sold here, while the shop next door sells maps.", /and while/],
    ["The captain allows guests to use the pool.", /^With the captain/],
    ["The rule does not allow guests to use the pool.", /^With/],
    ["For example, our Oak Wall Mounted Bar has four rings.", /Wall, for example/],
    ["However, it can't carry ten lorries.", /can't, however/],
    ["However, it can only carry ten lorries.", /can, however, only/],
    ["Wave makes it easy to send letters.", /^With wave/],
    ["Knowing the captain allows guests to use the pool.", /^By knowing/],
    ["The firm sells coats, making it easy to keep warm.", /^With/],
    ["With ten rooms, the inn is a good choice.", /choice with ten/],
    ["In fact, the council owns the ferry.", /ferry in fact/],
    ["In some towns, the council does not own the ferry.", /ferry in some/],
    ["From the harbour to the lake, the road has three bridges.", /bridges from the harbour/],
    ["The ferry is a large boat.", /^A large boat is/],
    ["The town offers many opportunities to meet other sailors.", /^To meet/],
    ["The guests saw no reason to leave the harbour.", /^To leave/],
    ["Think of it as drawing the frame before adding the walls.", /^Before adding/],
    ["We will start by reading the tide table.", /^By reading/],
  ])("%s", (sentence, wrong) => {
    for (const text of textsOf(sentence)) expect(text).not.toMatch(wrong);
  });
});
