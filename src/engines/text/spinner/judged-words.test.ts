import { beforeAll, describe, expect, it } from "vitest";
import { judgedEnglish } from "../../../../test/doubles/judged-english.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { splitSpintax } from "../../../kernel/text/spintax.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { createSpinner, type SpinStrength } from "./spinner.js";

let english: EnglishWithExpressions;

beforeAll(async () => {
  english = await loadEnglish();
}, 60_000);

type Tables = Parameters<typeof judgedEnglish>[1];

/** Each word that is spun, with what is offered for it in its order. */
async function offered(text: string, tables: Tables, strength: SpinStrength = "default", seed?: string) {
  const spinner = createSpinner({ english: judgedEnglish(english, tables) });
  const { text: spintax } = await spinner.spin(text, {
    protectedWords: [],
    language: "en",
    strength,
    signal: new AbortController().signal,
    ...(seed === undefined ? {} : { seed }),
  });
  return Object.fromEntries(
    splitSpintax(spintax)
      .filter(({ kind }) => kind === "choice")
      .map(({ start, end }) => spintax.slice(start + 1, end - 1).split("|"))
      .map(([word, ...others]) => [word!, others]),
  );
}

describe("what one did and what was done, written alike", () => {
  it.each([
    ["They demonstrated a clear need.", "showed"],
    ["The firm has demonstrated a clear need.", "shown"],
    ["The need was clearly demonstrated.", "shown"],
    ["This demonstrated a clear need.", undefined],
    ["The need demonstrated in May was clear.", undefined],
    ["They'd demonstrated a clear need.", undefined],
  ])("gets another form only where it is clear which of the two it is: %j", async (text, other) => {
    expect((await offered(text, { verb: "demonstrate | show" }))["demonstrated"]?.[0]).toBe(other);
  });

  it("does not matter where the other word has one form for both", async () => {
    expect(await offered("This repaired the roof.", { verb: "repair | fix" })).toEqual({ repaired: ["fixed"] });
  });
});

describe("conditions of a verdict", () => {
  const hot = { adjective: "hot | spicy + food sauce <very >enough" };

  it("one without any holds in every sentence", async () => {
    const tables = { verb: "repair | fix" };
    expect(await offered("She repaired the roof.", tables)).toEqual({ repaired: ["fixed"] });
    expect(await offered("She knows who repairs such clocks.", tables)).toEqual({ repairs: ["fixes"] });
  });

  it.each([
    ["They served a hot dinner with sauces.", true, true],
    ["They served a hot dinner with three sauces.", false, true],
    ["They served a hot dinner. The foods of the south are like that.", false, true],
    ["The soup on the stove was very hot.", true, true],
    ["The soup on the stove was hot enough.", true, true],
    ["The soup was hot, enough of it was left.", false, false],
    ["The soup was hot and very good.", false, false],
    ["They served a hot dinner.", false, false],
    ["They served a hot dinner.\n\nThe foods of the south are good. They are from the sea.", false, true],
    ["They were there. They served a hot dinner.\n\nThe foods of the south are good.", false, false],
  ])("a cue has to be near in some form, when bold in the paragraph: %j", async (text, near, around) => {
    expect((await offered(text, hot))["hot"] !== undefined).toBe(near);
    expect((await offered(text, hot, "bold"))["hot"]?.includes("spicy") ?? false).toBe(around);
  });

  it.each([
    ["The big house is empty.", true],
    ["The big new brother moved in.", false],
    ["Two brothers and a dog in the big house.", true],
    ["Her brother, dog and the big house.", false],
    ["Her brother, a dog and the big house.", true],
    ["Her brother has the dog. The big house is empty.", true],
    ["The big bang came.", false],
    ["The big red bang came.", true],
    ["It is too big for us.", false],
  ])("a blocker must not be within four words, or beside: %j", async (text, holds) => {
    const tables = { adjective: "big | large - brother >bang <too" };
    expect((await offered(text, tables))["big"] !== undefined).toBe(holds);
  });

  it("a verb that is written alike today and yesterday has no others where nothing says which it is", async () => {
    const tables = { verb: "put | place" };
    expect(await offered("They came home, put a box there, and slept.", tables)).toEqual({});
    expect(await offered("They should put a box there.", tables)).toEqual({ put: ["place"] });
    expect(await offered("Put a box there.", tables)).toEqual({ Put: ["Place"] });
  });

  it("any word in -ing can stand behind", async () => {
    const tables = { verb: "relish | savour - >ing", noun: "start | outset - <ing" };
    expect(await offered("They relished working at noon.", tables)).toEqual({});
    expect(await offered("They relished work at noon.", tables)).toEqual({ relished: ["savoured"] });
  });

  it.each([
    ["financial", "finance"],
    ["economical", "economy"],
    ["children", "child"],
    ["productive", "production"],
  ])("stems are compared, so that %j is a form of %j", async (written, cue) => {
    const tables = { noun: `plan | scheme + ${cue}` };
    expect(await offered(`The plan was ${written} in the end.`, tables)).toEqual({ plan: ["scheme"] });
    expect(await offered("The plan was organised in the end.", { noun: "plan | scheme + organ" })).toEqual({});
  });

  it("read each of many sentences once", async () => {
    const text = "The big house and the big garden belong to the big family of the village. ".repeat(400);
    const cues = Array.from(
      { length: 60 },
      (_, index) => `cue${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
    );
    const tables = { adjective: `big | large + ${cues.join(" ")} family` };
    expect((await offered(text, tables))["big"]).toEqual(["large"]);
  }, 20_000);
});

describe("strength", () => {
  const tables = {
    adjective:
      "big | large | grand (formal) | sizeable + garden | huge + river | never: enormous\nold | never: ancient, aged, past",
    noun: "house | never: home",
  };
  const text = "The big house has a garden. The river is near the house.";

  it("is conservative with plain words that are right anywhere and the other way round, if the ranker agrees", async () => {
    const both = { ...tables, adjective: `${tables.adjective}\nlarge | big\ngrand | big\nsizeable | big` };
    expect((await offered(text, both, "conservative"))["big"]).toEqual(["large"]);
    expect((await offered(text, tables, "conservative"))["big"]).toBeUndefined();
    const doubted = { verb: "buy | purchase | bribe\npurchase | buy\nbribe | buy" };
    expect(await offered("They hurried to buy a house in the village.", doubted, "conservative")).toEqual({
      buy: ["purchase"],
    });
    expect((await offered("They hurried to buy a house in the village.", doubted))["buy"]).toContain("bribe");
  });

  it("by default offers all that people accepted, in any register, and nothing else", async () => {
    const near = "The big house and garden of the village are near. The river is near the house.";
    const { big, ...others } = await offered(near, tables);
    expect(new Set(big)).toEqual(new Set(["large", "grand", "sizeable"]));
    expect(others).toEqual({});
  });

  it("when bold adds what only the ranker finds good, but nothing that people refused or accepted for another sense", async () => {
    const unjudged = "The enormous old house near the river was quickly repaired by a famous architect.";
    const known = { adjective: "enormous | vast + ocean\nold | never: ancient\nfamous | never: celebrated" };
    const bold = await offered(unjudged, known, "bold");
    expect(Object.keys(bold)).not.toEqual([]);
    expect(await offered(unjudged, known)).toEqual({});
    expect(Object.values(bold).flat()).not.toEqual(expect.arrayContaining(["vast"]));
    for (const refused of ["vast", "ancient", "celebrated"]) expect(Object.values(bold).flat()).not.toContain(refused);
  });
});

describe("the order of what is offered", () => {
  it("is that of the table where the ranker knows nothing, and its own among what it knows", async () => {
    const text = "They want to buy a house in the village.";
    const unknown = await offered(text, { verb: "buy | pay for | stock up on | shop for" });
    expect(unknown["buy"]).toEqual(["pay for", "stock up on", "shop for"]);
    const mixed = await offered(text, { verb: "buy | acquire | pay for | purchase" });
    expect(mixed["buy"]).toEqual(["purchase", "pay for", "acquire"]);
  });

  it("is the same for a word wherever it comes again, and has three at most", async () => {
    const tables = { adjective: "large | big | sizeable | great | vast | broad" };
    const { large } = await offered("The large house. They saw the large garden. The large sea is there.", tables);
    expect(large).toHaveLength(3);
  });

  it("keeps the best with every seed, and changes the others", async () => {
    const tables = { adjective: "large | big | sizeable | great | vast | broad | roomy" };
    const text = "They saw a large house.";
    const all = await Promise.all(["a", "b", "c", "d", "e"].map((seed) => offered(text, tables, "default", seed)));
    expect(new Set(all.map(({ large }) => large![0])).size).toBe(1);
    expect(new Set(all.map(({ large }) => large!.join())).size).toBeGreaterThan(1);
  });
});

describe("the form of an alternative", () => {
  it.each([
    ["They carried out the plan.", { verb: "carry out | see through" }, ["saw through"]],
    ["It meets all needs.", { verb: "meet | live up to" }, ["lives up to"]],
    ["They are delaying the trip.", { verb: "delay | put off" }, ["putting off"]],
    ["The trip was delayed by rain.", { verb: "delay | put off" }, ["put off"]],
    ["They have seen the work.", { verb: "see | take a look at" }, ["taken a look at"]],
    ["He restores chairs.", { verb: "restore | give new life to" }, ["gives new life to"]],
    ["The farmer sold his lands.", { noun: "land | piece of land" }, ["pieces of land"]],
    ["The farmer has children.", { noun: "child | son or daughter" }, ["son or daughters"]],
    ["He saw the workers.", { noun: "worker | member of staff" }, ["members of staff"]],
    ["He gave two reports of it.", { noun: "report | news story" }, ["news stories"]],
    ["They belong to the union.", { verb: "belong | be part" }, []],
    ["She wants to belong to the union.", { verb: "belong | be part" }, ["be part"]],
    ["It belongs to the union.", { verb: "belong | be part" }, ["is part"]],
    ["It belonged to the union.", { verb: "belong | be part" }, []],
    ["It was a bigger house.", { adjective: "big | sizeable | great" }, ["greater"]],
    ["It was a bigger house.", { adjective: "big | of great size" }, []],
    ["The house is big.", { adjective: "big | of great size" }, ["of great size"]],
    ["The big house is there.", { adjective: "big | of great size" }, []],
    ["They delayed it.", { verb: "delay | put off" }, []],
    ["He has some information on it.", { noun: "information | piece of information" }, []],
    ["A more expensive house was built.", { adjective: "expensive | dear | costly" }, ["costly"]],
  ])("is right in %j", async (text, tables, others) => {
    expect(Object.values(await offered(text, tables)).flat()).toEqual(others);
  });

  it("keeps the rules of grammar, names and repetition", async () => {
    const tables = { adjective: "big | large\nlarge | big", verb: "repair | fix", noun: "error | mistake" };
    expect(await offered("A big, large house.", tables)).toEqual({});
    expect(await offered("An error was made, and Fix & Sons repaired it. They fix all.", tables)).toEqual({
      "An error": ["A mistake"],
    });
    expect(await offered("Repairs are dear, said the man from Fix. Repair it.", tables)).toEqual({});
  });
});
