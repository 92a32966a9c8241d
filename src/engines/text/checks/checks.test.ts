import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedFacts } from "./changed-facts.js";
import { changedFactsInSpintax } from "./changed-facts-in-spintax.js";

const same = (before: string, after: string, options?: Parameters<typeof changedFacts>[2]) =>
  expect(changedFacts(before, after, options)).toEqual([]);
const changed = (before: string, after: string, what: RegExp, options?: Parameters<typeof changedFacts>[2]) =>
  expect(changedFacts(before, after, options).join(" ")).toMatch(what);

describe("numbers", () => {
  it("may be written with or without thousands separators", () => {
    same("The bridge cost $1,250,000 in 1998.", "In 1998 the bridge cost $1250000.");
    same("It grew by 12 % a year.", "A year it grew by 12%.");
  });

  it("may not become other numbers, nor lose their sign, unit or ordinal ending", () => {
    changed("They sold 40 boats.", "They sold 50 boats.", /number “40” is missing.*“50” was added/);
    changed("They sold 40% of it.", "They sold 40 of it.", /“40%”/);
    changed("It was €5.", "It was $5.", /“€5”/);
    changed("The 3rd door is open.", "The 3 door is open.", /“3rd”/);
    changed("It is -5 outside.", "It is 5 outside.", /“-5”/);
    changed("The talk is at 10:30 on 2024-05-06.", "The talk is at 10:45 on 2024-05-06.", /“10:30”/);
  });

  it("stay words where they are words, in English", () => {
    changed("Three goats ran off.", "3 goats ran off.", /“three”.*“3”/);
    changed("He was second.", "He was third.", /“second”/);
    same("Tri koze su pobjegle second.", "Pobjegle su third.", { language: "hr" });
  });

  it("do not take a pronoun for a number", () => {
    same("No one saw this one.", "Nobody saw this.");
  });
});

describe("substances, illnesses and times counted from today", () => {
  it("do not become something wider, or less certain", () => {
    changed(
      "Plants take in carbon dioxide.",
      "Plants take in a greenhouse gas.",
      /“carbon” is missing.*“dioxide” is missing/,
    );
    changed("The drug is for diabetes.", "The drug is for an illness.", /“diabetes”/);
    changed("The shop closed yesterday.", "The shop closed recently.", /“yesterday”/);
    changed("The shop closed last month.", "The shop closed some time ago.", /“last”/);
    expect(
      changedFactsInSpintax("It holds carbon dioxide.", "It holds {carbon dioxide|greenhouse gas}.").join(),
    ).toMatch(/carbon/);
  });

  it("may move, and be called by another name of the same day", () => {
    same("Yesterday the shop closed.", "The shop closed yesterday.");
    same(
      "It closed the next day and opened last year.",
      "It closed the following day, having opened the previous year.",
    );
    same("We meet tonight.", "We meet this evening.");
  });
});

describe("names", () => {
  it("must stay, whatever their place", () => {
    same("Yesterday Marta Novak met Paul.", "Marta Novak met Paul yesterday.");
    changed("Yesterday we met Marta.", "Yesterday we met Marla.", /“Marta” is missing.*“Marla” was added/);
    changed("“I do,” Karla said.", "“I do,” Marla said.", /“Karla”/);
    changed("One of them (Ines) left.", "One of them (Agnes) left.", /“Ines”/);
    changed("They use the NATO code.", "They use the WHO code.", /“NATO”/);
    changed("We flew to New Delhi.", "We flew to New York.", /“Delhi”/);
  });

  it("are seen at the beginning of a sentence where grammar shows them", () => {
    changed("Lisbon is hilly.", "Porto is hilly.", /“Lisbon”/);
    changed("Vera’s house is small.", "Nora’s house is small.", /“Vera”/);
    changed("Ivo Kranz painted it.", "Udo Kranz painted it.", /“Ivo”/);
    same("Big dogs bark.", "Large dogs bark.");
    same("Visit Norway in May.", "See Norway in May.");
    same("Safety was our aim.", "Security was our aim.");
    same("Let’s go.", "Let us go.");
  });

  it("are seen on a wrapped line, not at the beginning of a cell or an item", () => {
    changed(
      "We all sent our letters and our parcels to\nMarseille.",
      "We all sent our letters and our parcels to\nLyon.",
      /“Marseille”/,
    );
    same("<ul><li>Fine cloth</li></ul>", "<ul><li>Good cloth</li></ul>");
    same("| Fine cloth | Red |", "| Good cloth | Red |");
  });

  it("are not seen in headings and shouted lines", () => {
    same("How To Bake Better Bread", "How To Make Better Bread");
    same("BUY GOOD SHOES", "BUY FINE SHOES");
  });

  it("are not looked for in other languages", () => {
    same("Der alte Baum fiel um.", "Der alte Stamm fiel um.", { language: "de" });
  });
});

describe("negations", () => {
  it("must neither go nor come", () => {
    changed("He did not agree.", "He agreed.", /negation was lost/);
    changed("He agreed.", "He didn’t agree.", /negation was added/);
    changed("They sleep without lamps.", "They sleep with lamps.", /negation was lost/);
    changed("She rarely sings.", "She often sings.", /hardly/);
  });

  it("may be said in other words", () => {
    same("He does not smoke.", "He doesn't smoke.");
    same("It neither moves nor sleeps.", "It does not move or sleep.");
    same("The plan was not clear.", "The plan was unclear.");
    same("It is not only cheap but also good.", "It is both cheap and good.");
  });

  it("hide in prefixes", () => {
    changed("The offer was fair.", "The offer was unfair.", /“fair” was turned into its opposite “unfair”/);
    changed("The room was unclean.", "The room was clean.", /“unclean” was turned/);
  });

  it("stay in their sentence", () => {
    changed("He did not go. She stayed.", "He went. She did not stay.", /another sentence/);
  });
});

describe("what is copied", () => {
  it("is quoted word for word", () => {
    changed("He called it “a fine mess” today.", "He called it “a nice mess” today.", /quotation “a fine mess”/);
    same('He called it "a fine mess" today.', 'Today he called it "a fine mess".');
    same("It's the dogs' bowl, isn't it?", "It's the dogs' dish, isn't it?");
  });

  it("are links, addresses, code and placeholders", () => {
    changed("See https://a.test/x?y=1.", "See https://a.test/x?y=2.", /link “https:\/\/a.test\/x\?y=1” is missing/);
    changed("Write to ana@firm.example now.", "Write to ann@firm.example now.", /e-mail address/);
    changed("Run `ls -l` first.", "Run `ls` first.", /code/);
    changed("<style>.old{color:red}</style>Tea.", "<style>.new{color:red}</style>Tea.", /code/);
    changed("```\nbig()\n```\nTea.", "```\nlarge()\n```\nTea.", /code/);
    changed("A <!-- big > --> cup.", "A <!-- large > --> cup.", /markup/);
    changed("Dear {{name}}, %city% waits for [x].", "Dear {{Name}}, %town% waits for [y].", /{{name}}.*%city%.*\[x\]/);
    same("See https://a.test/x.", "Look at https://a.test/x!");
  });

  it("is markup, with its order", () => {
    changed("A <b>bold</b> word.", "A bold word.", /markup “<b>”/);
    changed("# Tea\n\n- hot", "## Tea\n\n- hot", /markup “#”/);
    changed("<i>a</i> <b>b</b>", "<b>a</b> <i>b</i>", /another order/);
    same("Some *fine* words and [a page](/p).", "A few *nice* words and [a site](/p).");
  });
});

describe("protected words", () => {
  it("stay with their inflections, in any letter case", () => {
    changed("Two Ponies came.", "Two horses came.", /protected word “ponies”/, ["pony"]);
    changed("A green tea, please.", "A fresh tea, please.", /“green tea”/, { protectedWords: ["Green Tea"] });
    changed("I like C++ best.", "I like C best.", /“c\+\+”/, ["C++"]);
    same("The category is wide.", "The class is wide.", ["cat"]);
  });
});

describe("translations", () => {
  it("keep digits, links and placeholders, however the language writes numbers", () => {
    same("It costs 1,250.50 at https://a.test for {{who}}.", "Es kostet 1.250,50 bei https://a.test für {{who}}.", {
      translated: true,
    });
    changed("It costs 12.", "Es kostet 13.", /“12”/, { translated: true });
  });
});

describe("spintax", () => {
  it("has every option looked at, in nested groups too", () => {
    const before = "He paid 5 dollars. She is not here.";
    expect(
      changedFactsInSpintax(before, "He {paid|gave {back|out}} 5 {dollars|bucks}. She is {not here|not {in|about}}."),
    ).toEqual([]);
    const bad = changedFactsInSpintax(before, "He {paid|gave {back|6 times|out}} 5 dollars. She is {not here|away}.");
    expect(bad.join(" ")).toMatch(/“6” was added.*negation was lost/);
  });

  it("finds a single bad option among a thousand groups", () => {
    const words = Array.from({ length: 1000 }, (_, index) => `{big|large|${index === 700 ? "9" : "great"}} thing`).join(
      " ",
    );
    expect(changedFactsInSpintax("big thing ".repeat(1000).trim(), words)).toEqual(["The number “9” was added."]);
  });

  it("has protected words looked for across the border of a group", () => {
    expect(changedFactsInSpintax("We saw new york today", "We saw new {york|jersey} today", ["New York"])).not.toEqual(
      [],
    );
  });

  it("is checked or refused however deep it is nested", () => {
    const deep = `${"{a|b ".repeat(50_000)}${"}".repeat(50_000)}`;
    expect(changedFactsInSpintax("a", deep).every((change) => change.endsWith("."))).toBe(true);
  });
});

describe("any text", () => {
  const word = fc.constantFrom(
    "tree",
    "walk",
    "“so”",
    "Rome",
    "not",
    "7",
    "<b>",
    "{{x}}",
    "a@b.test",
    "*it*",
    ".",
    "\n",
    "é",
    "\u0301",
    "[",
    "{",
    "`",
  );
  const text = fc.array(fc.oneof(word, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((words) => words.join(" "));

  it("has the facts it has, whatever else is said in another paragraph", () => {
    fc.assert(
      fc.property(text, fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }), (any, guarded) => {
        expect(
          changedFacts(
            `the old mill turns slowly\n\n${any}`,
            `that aged mill still turns\n\n${any}`,
            guarded.filter((word) => word.length > 5),
          ),
        ).toEqual([]);
      }),
    );
  });

  it("never changes a number, a name or a negation unseen", () => {
    const filler = fc.array(fc.constantFrom("the", "old", "river", "runs", "slowly", "past", "our", "house"), {
      minLength: 1,
      maxLength: 12,
    });
    const swap = fc.constantFrom(
      ["17", "18"],
      ["Olga", "Irma"],
      ["not", "so"],
      ["never", "always"],
      ["without", "with"],
      ["$4", "4"],
    );
    fc.assert(
      fc.property(filler, filler, swap, (start, end, [old, fresh]) => {
        const around = (middle: string) => `The ${[...start, middle, ...end].join(" ")}.`;
        expect(changedFacts(around(old!), around(fresh!))).not.toEqual([]);
        expect(changedFacts(around(fresh!), around(old!))).not.toEqual([]);
      }),
    );
  });
});
