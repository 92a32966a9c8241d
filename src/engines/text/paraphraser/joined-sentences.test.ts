import { beforeAll, describe, expect, it } from "vitest";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { ParaphraserProvider } from "../../../kernel/providers.js";
import { firstVariant, renderSpintax } from "../../../kernel/text/spintax.js";
import { seededRandom } from "../../../kernel/values/random.js";
import { createSpinner } from "../spinner/spinner.js";
import { createParaphraser } from "./paraphraser.js";

let paraphraser: ParaphraserProvider;

beforeAll(async () => {
  const english = await loadEnglish();
  paraphraser = createParaphraser({ english, spinner: createSpinner({ english }) });
}, 60_000);

const first = async (text: string, protectedWords: readonly string[] = []) => {
  const signal = new AbortController().signal;
  const { text: spun } = await paraphraser.paraphrase(text, { sourceLanguage: "en", protectedWords, signal });
  const own = { ...seededRandom("unused"), integer: (_: number, last: number) => last };
  expect(renderSpintax(spun, own)).toBe(text);
  return firstVariant(spun);
};

describe("two sentences become one", () => {
  it.each([
    ["But", "The ferry is slow. But it runs in winter.", /^The ferry is slow, but it runs in winter\.$/],
    ["However", "The ferry is slow. However, the crew is kind.", /^The ferry is slow, but the crew is kind\.$/],
    ["So", "The lake is frozen. So the ferry stays in the harbour.", /is frozen, so the ferry/],
    ["Therefore", "The lake is frozen. Therefore, the ferry stays in the harbour.", /is frozen, so the ferry/],
    ["As a result", "The lake is frozen. As a result, the ferry stays here.", /is frozen, so the ferry/],
    ["And", "The mill grinds oats. And the bakery sells the flour.", /oats, and the bakery/],
    ["Additionally", "The mill grinds oats. Additionally, the bakery sells them.", /oats, and the bakery/],
    [
      "This",
      "The gate has a sensor. This allows the guard to sleep.",
      /a sensor, which (?:allows|enables|lets) the guard/,
    ],
    ["This can", "The gate has a sensor. This can prevent damage.", /a sensor, which can prevent damage/],
    ["This is why", "The pass is cheap. This is why the hall is full.", /, which is why the hall/],
    ["It also", "The museum shows old boats. It also sells maps.", /old boats, and it also sells maps/],
    ["They have", "The cabins are warm. They have a stove.", /are warm, and they have a stove/],
    ["They will also", "The cabins are warm. They will also get a stove.", /are warm, and they will also get/],
    [
      "This is because",
      "The pass is cheap. This is because the hall is new.",
      /is (?:cheap|inexpensive) because the hall is new/,
    ],
    [
      "This is with an adjective",
      "The gate has a sensor. This is useful at night.",
      /a sensor, which is (?:useful|helpful)/,
    ],
    ["what it is and does", "The kite is a light toy. It flies in any wind.", /is a light toy that flies in any wind/],
    [
      "one thing more of another",
      "The mill grinds oats. The bakery also sells maps.",
      /oats, and the bakery also sells maps/,
    ],
    ["the same speaker", "We build light boats of oak. We repair old ones.", /of oak, and we repair/],
    ["what it is", "The ferry was built in Kiel. It is made of old oak.", /in Kiel; it is made/],
    [
      "an example",
      "The cabins near the harbour differ. For example, some have a stove.",
      /differ; for (?:example|instance), some/,
    ],
    ["what it has", "The ferry was built in Kiel. Its hull is made of old oak.", /in Kiel; its hull is made/],
    ["what is named again", "The council bought a new ferry. The ferry has an oak hull.", /new ferry; the ferry has/],
    ["what they do", "The cabins stand near the old harbour. They belong to the council.", /harbour; they belong/],
  ])("%s", async (_, text, expected) => {
    expect(await first(text)).toMatch(expected);
  });

  it.each([
    ["what contrasts already", "The ferry is slow but safe. But it runs in winter.", /, but it runs/],
    ["a reason", "The lake is frozen, so we wait. So the ferry stays here.", /, so the ferry/],
    ["a question", "Is the ferry slow? But it runs in winter.", /, but it runs/],
    ["what has no verb", "Old boats. And the bakery sells maps.", /boats, and/],
    [
      "a noun with a clause of its own",
      "The firm knows the mayor, who owns a boat. This allows the firm to wait.",
      /, which allows/,
    ],
    ["a thing that is shown", "Here is the map of the lake. It also sells well.", /, and it also/],
    ["what is denied", "We do not build boats. We repair them.", /, and we/],
    ["what does much already", "We build, sell and repair light boats. We hire them out.", /, and we/],
    ["what is said by one who speaks of himself", "I like the old oak ferry. It is made of oak.", /; it/],
    ["a request", "Book the old ferry early. However, the crew is kind.", /, but the crew/],
    ["what one tells of himself", "I missed the ferry. And my work starts at nine.", /, and my/],
    ["a question without its mark", "Do the warm cabins have a stove. It is made of old oak.", /; it/],
    [
      "what has a semicolon near it",
      "The ferry was built in Kiel. It is made of old oak. The lamp was made in Bonn. It is made of iron.",
      /; it .*; it /,
    ],
    ["a reason for what is not so", "The pass is not cheap. This is because the hall is new.", /not cheap because/],
    ["a clause alone", "Because the ferry has a bell of brass. The bell was made in Bonn.", /brass; the bell/],
    ["what speaks of the text", "The ferry was built in Kiel. This guide shows how it runs.", /; this guide/],
    ["what it is with more told", "The kite is a light toy for boys. It flies in any wind.", /boys that flies/],
    ["another paragraph", "The ferry is slow.\n\nBut it runs in winter.", /, but it runs/],
    ["what is said to hold", "This saves time. This allows the guard to sleep.", /, which allows/],
    [
      "what is much together",
      `The ferry ${"of the old harbour ".repeat(8)}is slow. But it runs in winter.`,
      /, but it runs/,
    ],
  ])("but not %s", async (_, text, wrong) => {
    expect(await first(text)).not.toMatch(wrong);
  });

  it("leaves a protected word in its place", async () => {
    expect(await first("The ferry is slow. However, the crew is kind.", ["however"])).toMatch(/however/iu);
  });
});
