import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { judgedEnglish } from "../../../../test/doubles/judged-english.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { firstVariant, lintSpintax, parseSpintax, renderSpintax, splitSpintax } from "../../../kernel/text/spintax.js";
import { seededRandom } from "../../../kernel/values/random.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { indefiniteArticle } from "../english/inflection/index.js";
import type { Packs } from "../packs/packs.js";
import { createSpinner } from "./spinner.js";

const never = new AbortController().signal;
let english: EnglishWithExpressions;

beforeAll(async () => {
  english = judgedEnglish(await loadEnglish(), VERDICTS);
}, 60_000);

/** Verdicts of these tests, so that they hold whatever is shipped. */
const VERDICTS = {
  noun: `
    answer | reply + question letter | solution + problem puzzle
    garden | yard
    job | task
    owner | proprietor (formal)
    tool | implement
    visitor | guest`,
  verb: `
    admire | look up to + hero teacher
    buy | purchase
    find | discover
    need | require - >to
    repair | fix | mend + fence shoe`,
  adjective: `
    beautiful | lovely | gorgeous (informal)
    big | large | sizeable + garden
    broken | damaged
    cheap | inexpensive
    expensive | costly
    easy | simple + answer decision
    large | big | sizeable | spacious
    old | ancient + temple | aged (formal)
    simple | easy + decision answer | straightforward
    useful | helpful | handy (informal)`,
  adverb: "quickly | rapidly | fast + run\nreally | truly",
};

type Options = Partial<Parameters<ReturnType<typeof createSpinner>["spin"]>[1]>;

const result = (text: string, options: Options = {}, packs?: Packs) =>
  createSpinner(packs === undefined ? { english } : { english, packs }).spin(text, {
    protectedWords: [],
    language: "en",
    signal: never,
    ...options,
  });
const spun = async (text: string, options: Options = {}) => (await result(text, options)).text;
/** Of every group on the outside: its options. */
const groups = (spintax: string) =>
  splitSpintax(spintax)
    .filter(({ kind }) => kind === "choice")
    .map(({ start, end }) => spintax.slice(start + 1, end - 1).split("|"));
const firsts = (spintax: string) => groups(spintax).map(([first]) => first);

const GARDEN =
  "The old gardener quickly repaired a broken fence. She bought an expensive tool because the cheap one failed. " +
  "However, many visitors admire the beautiful garden, and the gardener repairs a fence every spring.";

describe("what a spun text keeps", () => {
  const pieces = fc.array(
    fc.constantFrom(
      "{",
      "}",
      "|",
      "\\",
      "{{name}}",
      "{a|b}",
      "{ the big dog ",
      " ",
      ". ",
      "\n",
      "The",
      "large",
      "garden",
      "a",
      "quickly",
      "house",
      "<b>",
      "</b>",
      "*",
      "`",
      "[x]",
      "**",
      "a broken fence",
      "in order to ",
      "a lot of ",
      "dogs",
      "\u0000",
      "“",
      "”",
      "'s",
      "é",
      "&amp;",
      "$5",
    ),
    { maxLength: 25 },
  );
  const texts = fc.oneof(
    { weight: 3, arbitrary: pieces.map((parts) => parts.join("")) },
    { weight: 2, arbitrary: pieces.map((parts) => parts.join(" ")) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  );

  it.each(["default", "bold"] as const)(
    "unspins to the text itself by first options, when %s",
    async (strength) => {
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const spintax = await spun(text, { strength });
          const hasGroups = splitSpintax(text).some(({ kind }) => kind === "choice");
          expect(firstVariant(spintax)).toBe(hasGroups ? firstVariant(text) : text);
        }),
        { numRuns: 400 },
      );
    },
    60_000,
  );

  it("has no fault that the text did not have", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const own = splitSpintax(text)
          .filter(({ kind }) => kind === "choice")
          .flatMap(({ start, end }) => lintSpintax(text.slice(start, end)).map(({ code }) => code));
        expect(lintSpintax(await spun(text, { strength: "bold" })).map(({ code }) => code)).toEqual(own);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it("leaves groups and placeholders as they are, and escapes what is neither", async () => {
    const text = "Dear {{name}}, a {big|large} garden of {city} | {open and C:\\temp";
    const spintax = await spun(text);
    for (const part of ["Dear {{name}},", "{big|large}", "{city}", "\\|", "\\{open", "C:\\temp"])
      expect(spintax).toContain(part);
    expect(await spun("So \\{it\\} is")).toBe("So \\\\\\{it\\\\\\} is");
    expect(await spun("{Yes|No}, so \\{it\\} is")).toBe("{Yes|No}, so \\{it\\} is");
  });

  it("leaves markup, addresses, numbers and code as they are", async () => {
    const text =
      '<p class="big garden">See <a href="https://garden.test/big">our beautiful garden</a> of 300 roses.</p>\n\n' +
      "Run `big garden` or write to big@garden.test about the beautiful [flowers](https://flowers.test).";
    const outside = groups(await spun(text)).flat();
    expect(outside.join(" ")).not.toMatch(/class|href|test|300|`/);
    expect(outside).toContain("beautiful");
  });
});

it("keeps together what no blank divides, though a sentence may end there", async () => {
  const text = "Dr. Ada Quist opened the old mill.Three engineers opened the old mill.";
  const spintax = await spun(text, { strength: "bold" });
  for (let seed = 0; seed < 20; seed += 1)
    expect(renderSpintax(spintax, seededRandom(`${seed}`))).toContain("mill.Three");
});

describe("which words are spun", () => {
  it("offers up to three others for a word, in its form", async () => {
    const all = groups(await spun(GARDEN));
    expect(all.length).toBeGreaterThan(5);
    for (const options of all) {
      expect(options.length).toBeGreaterThan(1);
      expect(options.length).toBeLessThan(5);
      expect(new Set(options).size).toBe(options.length);
    }
    expect(all.find(([first]) => first === "repaired")?.slice(1)).toContain("fixed");
  });

  it("takes a word before a reflexive for the verb it is", async () => {
    const spintax = await spun("The machine fills the tank and switches itself off.", { strength: "bold" });
    expect(spintax).not.toMatch(/replacements|substitutions/);
  });

  it("spins what is quoted, but for titles, and leaves it alone when asked to", async () => {
    const text = 'She wrote "The Big Garden" last year. "We really love the beautiful garden," he said.';
    const open = await spun(text);
    expect(open).toContain('"The Big Garden"');
    expect(firsts(open)).toContain("beautiful");
    const kept = await spun(text, { keepQuotations: true });
    expect(kept).toContain('"We really love the beautiful garden,"');
  });

  it("leaves names, acronyms, compounds and contractions alone", async () => {
    const spintax = await spun(
      "Mark Green bought a large house in Rich Hill. The NASA team " +
        "found a well-known problem, and they don't like it.",
    );
    for (const part of ["Mark Green", "Rich Hill", "NASA", "well-known", "don't"]) {
      expect(spintax).toContain(part);
    }
    expect(firsts(spintax)).toContain("large");
  });

  it("leaves a paragraph in another language alone, and spins the ones around it", async () => {
    const french =
      "Les clients peuvent contact le service avec une question sur un plat durable, et les cuisiniers expliquent une technique simple.";
    const english = "The cooks help their guests to choose a good meal.";
    const text = await spun(`${english}\n\n${french}\n\n${english}`);
    const [first, second, third] = text.split("\n\n");
    expect(second).toBe(french);
    expect([first, third].map((each) => each!.includes("|"))).toEqual([true, true]);
    expect(await spun("He ate at Les Halles and read a good book, which was a quick way to learn.")).toContain("|");
  });

  it("never touches protected words and phrases, in any case and form", async () => {
    const words = ["Garden Tool", "repair", "beautiful"];
    const text =
      "He repaired the garden tools. Repairing is a BEAUTIFUL and beautiful job. A garden tool repairs nothing, but a large garden does.";
    for (const strength of ["conservative", "default", "bold"] as const) {
      const spintax = await spun(text, { protectedWords: words, strength });
      const random = seededRandom("any");
      for (let draw = 0; draw < 20; draw += 1) {
        const variant = renderSpintax(spintax, random).toLowerCase();
        expect(variant.match(/garden tools?/g)).toHaveLength(2);
        expect(variant.match(/repair\w*/g)).toHaveLength(3);
        expect(variant.match(/beautiful/g)).toHaveLength(2);
      }
    }
    expect(firsts(await spun(text))).toContain("repaired");
    expect(firsts(await spun(text, { protectedWords: words })).join(" ")).not.toMatch(/garden tool|repair|beautiful/i);
  });

  it("gives a word that comes again the same others in the same order", async () => {
    const spintax = await spun("The large house has a large garden. A large dog guards the large gate of the house.");
    const large = groups(spintax).filter(([first]) => first === "large");
    expect(large.length).toBeGreaterThan(1);
    const order = [...new Set(large.flatMap((options) => options.slice(1)))];
    for (const [, ...others] of large) {
      const places = others.map((other) => order.indexOf(other));
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }
  });

  it("offers no word that the sentence has already", async () => {
    for (const options of groups(
      await spun("The big, large house is huge, and the quick brown dog is fast and rapid."),
    )) {
      expect(options.slice(1).filter((option) => /^(?:big|large|huge|quick|fast|rapid)$/.test(option))).toEqual([]);
    }
  });

  it("offers nothing coarse, contrary or of another number", async () => {
    const text =
      "In winter we make love to life. The clumsy man botched the weekly job nineteen times and rarely laughed. The weather stays dry.";
    const all = groups(await spun(text, { strength: "bold" })).flat(2);
    const bad =
      /^(?:fuck|screw|bonk|hump|bang|summer|spring|daily|monthly|eighteen|twenty|often|usually|conditions|wet)/i;
    expect(all.flatMap((option) => option.split("{")).filter((option) => bad.test(option))).toEqual([]);
  });

  it("goes further the bolder it is", async () => {
    const counts = [];
    for (const strength of ["conservative", "default", "bold"] as const) {
      const random = seededRandom("count");
      const program = parseSpintax(await spun(GARDEN, { strength }));
      counts.push(new Set(Array.from({ length: 200 }, () => renderSpintax(program, random))).size);
    }
    expect(counts[0]).toBeLessThanOrEqual(counts[1]!);
    expect(await spun(GARDEN, { strength: "bold" })).not.toBe(await spun(GARDEN));
  });

  it("exchanges set phrases where their surroundings allow it", async () => {
    const spintax = await spun("We opened the window in order to see a lot of birds. However, it rained.");
    expect(groups(spintax)).toContainEqual(["in order to", "to"]);
    expect(firsts(spintax)).toEqual(expect.arrayContaining(["a lot of", "However"]));
    expect(firsts(await spun("They put the plates in order to the left. However you do it, wait."))).not.toContain(
      "However",
    );
  });
});

describe("grammar of the variants", () => {
  it("puts the right article before whatever is chosen", async () => {
    const text =
      "A large house needs a garden. An old man has an idea. It was an easy decision and a simple answer. A useful tool is " +
      "an honest gift, and AN EXPENSIVE CAR IS A NICE TOY. He is a clever engineer with an amazing plan.";
    for (const strength of ["default", "bold"] as const) {
      const program = parseSpintax(await spun(text, { strength }));
      const random = seededRandom(strength);
      for (let draw = 0; draw < 200; draw += 1) {
        for (const [, article, word] of renderSpintax(program, random).matchAll(/\b(an?) ([\p{L}-]+)/giu)) {
          expect(`${article!.toLowerCase()} ${word}`).toBe(`${indefiniteArticle(word!)} ${word}`);
        }
      }
    }
  });

  it("keeps capitals", async () => {
    const spintax = await spun("BEAUTIFUL GARDENS NEED A LARGE FENCE. Beautiful gardens need a fence.");
    for (const options of groups(spintax)) {
      const [first, ...others] = options;
      for (const other of others) {
        if (first === first!.toUpperCase()) expect(other).toBe(other.toUpperCase());
        else if (/^\p{Lu}/u.test(first!)) expect(other).toMatch(/^\p{Lu}/u);
      }
    }
    expect(firsts(spintax).filter((first) => first === first!.toUpperCase())).not.toHaveLength(0);
  });

  it("keeps a possessive behind its group", async () => {
    const spintax = await spun("The physician's answer helped the large house's owner.");
    expect(spintax).toMatch(/'s/);
    expect(groups(spintax).flat().join(" ")).not.toContain("'s");
  });
});

describe("spinning as a call", () => {
  it("gives the same for the same seed, and for none", async () => {
    expect(await spun(GARDEN)).toBe(await spun(GARDEN));
    expect(await spun(GARDEN, { seed: "a", strength: "bold" })).toBe(
      await spun(GARDEN, { seed: "a", strength: "bold" }),
    );
  });

  it("says why nothing was spun", async () => {
    expect((await result("")).notes[0]).toMatch(/blank/);
    expect((await result(" \n ")).text).toBe(" \n ");
    expect((await result("<br> https://a.test 42 {{x}}")).notes[0]).toMatch(/only markup/);
    expect((await result("Beautiful gardens", { protectedWords: ["beautiful garden"] })).notes[0]).toMatch(/protected/);
    const quoted = await result('"Beautiful gardens grow."', { keepQuotations: true });
    expect(quoted.notes[0]).toMatch(/quotation/);
    expect((await result("It is what it is.")).notes[0]).toMatch(/No other words/);
    expect((await result(GARDEN)).notes).toEqual([]);
  });

  it("leaves a language without a pack unspun and names it", async () => {
    const text = "La maison est très belle {et} le jardin | aussi.";
    const { text: spintax, notes } = await result(text, { language: "fr" });
    expect(firstVariant(spintax)).toBe(text);
    expect(groups(spintax)).toEqual([]);
    expect(notes[0]).toMatch(/French.*mythes-fr/);
    expect((await result("Das Haus.", { language: "xx" })).notes[0]).toMatch(/xx/);
  });

  it("spins another language with its pack", async () => {
    const packs: Packs = {
      languages: ["fr"],
      notes: [],
      find: () => ({
        language: "fr",
        name: "thes_fr",
        alternatives: (word) =>
          word.toLowerCase() === "maison" ? ["demeure", "habitation"] : word === "jardin" ? ["parc"] : [],
      }),
    };
    const text = "La maison est belle. Maison et jardin, « la maison » dit-il. Voir https://maison.test";
    const options = { language: "fr", protectedWords: ["jardins"] };
    expect((await result(text, options, packs)).text).toBe(
      "La {maison|demeure|habitation} est belle. {Maison|Demeure|Habitation} et jardin, « la {maison|demeure|habitation} » dit-il. Voir https://maison.test",
    );
    expect((await result(text, { ...options, keepQuotations: true }, packs)).text).toContain("« la maison »");
  });

  it.each([
    ["fr", /thesaurus is installed.*mythes-fr/],
    ["pt", /mythes-pt-pt/],
    ["nl", /Dutch, which cannot be spun yet/],
    ["he", /Hebrew, which cannot be spun yet/],
  ])("says of a text in %s without a pack what can be done", async (language, note) => {
    const { text, notes } = await result("De oude tuin {", { language });
    expect(text).toBe("De oude tuin \\{");
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  it.each([
    ["We sold no more than 393 rooms in the hotel.", "no more than 393"],
    ["The garden cost 40 million euros in five years.", "40 million euros in five years"],
    ["It rained for two weeks and three days.", "two weeks and three days"],
  ])("leaves what is counted alone: %j", async (text, part) => {
    expect(await spun(text, { strength: "bold" })).toContain(part);
  });

  it("rejects with the reason of the signal", async () => {
    const reason = new Error("no longer wanted");
    await expect(result(GARDEN, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const long = result(GARDEN.repeat(300), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await expect(long).rejects.toBe(reason);
  });

  it("yields to the event loop while it works", async () => {
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    await spun(GARDEN.repeat(60));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(1);
  });

  it.each(["{", "(", "“", "a ", "in order to ", "the big ", "'", "word-", "{a|", "\\"])(
    "bears a text of nothing but %j",
    async (piece) => {
      const text = piece.repeat(Math.ceil(20_000 / piece.length));
      expect(firstVariant(await spun(text))).toBe(text);
    },
    30_000,
  );
});
