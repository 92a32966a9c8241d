import { beforeAll, describe, expect, it } from "vitest";
import { judgedEnglish } from "../../../../test/doubles/judged-english.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { ParaphraserProvider, TranslatorProvider } from "../../../kernel/providers.js";
import { firstVariant, lintSpintax, renderSpintax } from "../../../kernel/text/spintax.js";
import { seededRandom } from "../../../kernel/values/random.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { createSpinner, type Spinner } from "../spinner/spinner.js";
import { createParaphraser } from "./paraphraser.js";

const never = new AbortController().signal;
const english = { sourceLanguage: "en", protectedWords: [], signal: never };

let data: EnglishWithExpressions;
let spinner: Spinner;
let paraphraser: ParaphraserProvider;

beforeAll(async () => {
  data = await loadEnglish();
  spinner = createSpinner({ english: data });
  paraphraser = createParaphraser({ english: data, spinner });
}, 60_000);

const paraphrase = async (text: string) => (await paraphraser.paraphrase(text, english)).text;

describe("a paraphrase", () => {
  it("says sentences in another order, what the text had coming last", async () => {
    const text = await paraphrase("When the rain stopped, the workers finished the new roof.");
    expect(firstVariant(text)).not.toBe("When the rain stopped, the workers finished the new roof.");
    expect(lastVariant(text)).toBe("When the rain stopped, the workers finished the new roof.");
  });

  it("takes the last option everywhere back to the text, whatever markup it has", async () => {
    const text =
      "# News\n\nThe **old council** closed [the road](https://a.example/b?c=1) in May, because it was wet.\n\n<p>She can not see `x + 1` or {{name}}.</p>";
    expect(lastVariant(await paraphrase(text))).toBe(text);
  });

  it("moves what is marked up as a whole or not at all", async () => {
    const spun = await paraphrase(
      'When the rain stopped, the workers finished <a href="https://a.example/x">the new roof</a>.',
    );
    for (let seed = 0; seed < 30; seed += 1) {
      const variant = renderSpintax(spun, seededRandom(`${seed}`));
      expect(variant).toMatch(/<a href="https:\/\/a\.example\/x">[^<>]+<\/a>/);
    }
  });

  it("keeps protected words as they are", async () => {
    const { text } = await paraphraser.paraphrase(
      "The engineers tested the new engine because the old engine failed.",
      {
        ...english,
        protectedWords: ["new engine"],
      },
    );
    for (let seed = 0; seed < 20; seed += 1)
      expect(renderSpintax(text, seededRandom(`${seed}`))).toContain("new engine");
  });

  it("keeps what is counted: euros do not become dollars", async () => {
    const text = "The new bridge will cost about 40 million euros, and the old bridge cost 3 euros.";
    const spun = await paraphrase(text);
    for (let seed = 0; seed < 20; seed += 1) {
      expect(renderSpintax(spun, seededRandom(`${seed}`)).match(/euros/g)).toHaveLength(2);
    }
  });

  it("takes other words only where people judged them right anywhere, both ways, and they are right in nearly all places", async () => {
    const text = "The famous crucial council of the poor town is dead.";
    const saidBy = async (tables: Parameters<typeof judgedEnglish>[1]) => {
      const judged = judgedEnglish(data, tables);
      const parts = { english: judged, spinner: createSpinner({ english: judged }) };
      return (await createParaphraser(parts).paraphrase(text, english)).text;
    };
    expect(await saidBy({})).toBe(text);
    expect(await saidBy({ adjective: "crucial | critical" })).toBe(text);
    expect(await saidBy({ adjective: "crucial | critical\ncritical | crucial" })).toBe(
      "The famous {critical|crucial} council of the poor town is dead.",
    );
    expect(await saidBy({ adjective: "famous | renowned\nrenowned | famous" })).toBe(text);
  });

  it("gives the same for the same seed", async () => {
    const text = "The mayor opened the market on Monday. When the rain stopped, the match went on.";
    const once = await paraphraser.paraphrase(text, { ...english, seed: "a" });
    expect(await paraphraser.paraphrase(text, { ...english, seed: "a" })).toEqual(once);
  });

  it("leaves groups that were there already to themselves", async () => {
    const text = "The {mayor|major} opened the market, and {he|she} left.";
    const spun = await paraphrase(text);
    expect(spun).toContain("{mayor|major}");
    expect(spun).toContain("{he|she}");
  });

  it("keeps an item one sentence where its list goes on with the sentence above", async () => {
    const item = "Prepare the beds of the garden in March and plant the seeds of the old farm in April.";
    const split = /in March\. Plant/;
    expect(await paraphrase(`Take these steps:\n\n- ${item}`)).toMatch(split);
    expect(await paraphrase(`In this course you learn to:\n\n- Water the young trees.\n- ${item}`)).not.toMatch(split);
    expect(await paraphrase(`<p>The club helps you to:</p><ul><li>${item}</li></ul>`)).not.toMatch(split);
    expect(await paraphrase(`In this course you learn to:\n\n- Water the young trees.\n\n${item}`)).toMatch(split);
  });

  it("says with a note when there is nothing to paraphrase", async () => {
    const { text, notes } = await paraphraser.paraphrase("   ", english);
    expect(text).toBe("   ");
    expect(notes).toHaveLength(1);
  });
});

describe("what is refused", () => {
  it("a text above 100,000 characters, in one sentence and a way out", async () => {
    await expect(paraphraser.paraphrase("word ".repeat(20_001), english)).rejects.toMatchObject({
      code: "INPUT_REFUSED",
      message: "The text has 100005 characters, and a paraphrase takes 100000 at most. Send it in parts.",
    });
  });

  it("another final language when no translator is configured", async () => {
    await expect(paraphraser.paraphrase("Good tea.", { ...english, finalLanguage: "de" })).rejects.toMatchObject({
      code: "PROVIDER_MISSING",
      message: expect.stringContaining("providers.translator"),
    });
  });

  it("rejects with the reason when it is aborted before and within", async () => {
    const reason = new Error("no longer wanted");
    await expect(paraphraser.paraphrase("Good tea.", { ...english, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const work = paraphraser.paraphrase("The old firm opened a new shop in the town. ".repeat(400), {
      ...english,
      signal: controller.signal,
    });
    setImmediate(() => controller.abort(reason));
    await expect(work).rejects.toBe(reason);
  });
});

describe("a hostile text", () => {
  const sizes: readonly (readonly [string, string])[] = [
    ["one word", "and ".repeat(25_000)],
    ["commas", "the cat, ".repeat(11_000)],
    ["quotation marks", '" '.repeat(50_000)],
    ["conjunctions", "and because when but if that ".repeat(3400)],
    [
      "clauses without a full stop",
      "when the old mayor saw the widow, the baker closed the shop because ".repeat(1450),
    ],
  ];
  it.each(sizes)("of nothing but %s comes back whole", async (_, text) => {
    expect(lastVariant(await paraphrase(text))).toBe(text);
  });

  it.each(sizes)("of nothing but %s ends when it is aborted", async (_, text) => {
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    const work = paraphraser.paraphrase(text.repeat(2).slice(0, 100_000), { ...english, signal: controller.signal });
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
  });
});

describe("other languages", () => {
  const requests: string[] = [];
  /** Marks each line it gets, so that one sees what was translated. */
  const translator: TranslatorProvider = {
    async translate(text, { from, to }) {
      requests.push(text);
      return text
        .split("\n")
        .map((line) => `${from}-${to}(${line.replace(/^\w+-\w+\((.*)\)$/, "$1")})`)
        .join("\n");
    },
  };

  it("a text that stays in a language without a pack comes back with the note of the spinner", async () => {
    const result = await paraphraser.paraphrase("Der Hund schläft.", { ...english, sourceLanguage: "de" });
    expect(result.text).toBe("Der Hund schläft.");
    expect(result.notes).toHaveLength(1);
  });

  it("an English text is paraphrased and then translated, two ways a sentence at most", async () => {
    const translating = createParaphraser({ english: data, spinner, translator });
    const { text } = await translating.paraphrase("When the rain stopped, the workers finished the new roof.", {
      ...english,
      finalLanguage: "fr",
    });
    expect(lintSpintax(text)).toEqual([]);
    expect(text.match(/en-fr\(/g)).toHaveLength(2);
    expect(firstVariant(text)).not.toContain("When the rain stopped, the workers finished");
  });

  it("many sentences are few requests, and a wrapped paragraph is one line", async () => {
    const text = Array.from({ length: 30 }, (_, room) => `The workers\nfinished room ${room} last week.`).join("\n\n");
    requests.length = 0;
    const translating = createParaphraser({ english: data, spinner, translator });
    const { text: result, notes } = await translating.paraphrase(text, { ...english, finalLanguage: "fr" });
    expect(notes).toEqual([]);
    expect(requests.length).toBeLessThan(4);
    expect(firstVariant(result).split("\n\n")).toHaveLength(30);
  });

  it("a service that does not keep lines gets sentences one by one", async () => {
    const flat: TranslatorProvider = { translate: async (text) => text.toUpperCase().replace(/\s+/g, " ") };
    const translating = createParaphraser({ english: data, spinner, translator: flat });
    const { text } = await translating.paraphrase("The dog sleeps.\n\nThe cat eats.", {
      ...english,
      finalLanguage: "fr",
    });
    expect(firstVariant(text).split("\n\n")).toHaveLength(2);
    expect(firstVariant(text)).toBe(firstVariant(text).toUpperCase());
  });

  it("what comes back with other numbers stays as it was, with a note", async () => {
    const wrong: TranslatorProvider = {
      translate: async (text) => text.toUpperCase().replaceAll("12", "13").replaceAll("1,000", "1.000"),
    };
    const translating = createParaphraser({ english: data, spinner, translator: wrong });
    const { text, notes } = await translating.paraphrase("We saw 12 dogs.\n\nWe saw 1,000 cats.", {
      ...english,
      finalLanguage: "de",
    });
    expect(firstVariant(text)).toMatch(/12 dogs/);
    expect(firstVariant(text)).toMatch(/1\.000 CATS/);
    expect(notes).toEqual([expect.stringMatching(/not translated, because.*numbers/)]);
  });

  it("markup, addresses and code are not sent to the translator", async () => {
    const translating = createParaphraser({ english: data, spinner, translator });
    const { text } = await translating.paraphrase("See <b>the roof</b> at https://a.example/x now.", {
      ...english,
      finalLanguage: "fr",
    });
    const variant = firstVariant(text);
    for (const fixed of ["<b>", "</b>", "https://a.example/x"]) {
      expect(variant).toContain(fixed);
      expect(variant).not.toMatch(new RegExp(`en-fr\\([^)]*${fixed.replace("/", "\\/")}`));
    }
  });

  it("a text of another language goes through English to its final language", async () => {
    const translating = createParaphraser({ english: data, spinner, translator });
    const { text } = await translating.paraphrase("Der Hund schläft.", {
      ...english,
      sourceLanguage: "de",
      finalLanguage: "fr",
    });
    expect(firstVariant(text)).toContain("en-fr(");
    expect(firstVariant(text)).toContain("Der Hund schläft");
  });
});

/** What one gets by taking the last option of every group. */
function lastVariant(spintax: string): string {
  return renderSpintax(spintax, {
    ...seededRandom(""),
    next: () => 0.999999999,
    integer: (_from, to) => to,
    pick: (items) => items.at(-1)!,
  });
}
