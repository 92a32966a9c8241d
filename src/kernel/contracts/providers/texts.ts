import assert from "node:assert/strict";
import { firstVariant, lintSpintax } from "../../text/spintax.js";
import { assertTextResult, calm, failsWith, type ProviderCase, refusesAborted } from "./support.js";

export const spinnerCases: readonly ProviderCase<"spinner">[] = [
  {
    name: "a spun text is spintax, and its first variant is the text",
    async run({ create, sample: { text } }) {
      const spun = await (await create()).spin(text, { protectedWords: [], signal: calm() });
      assertTextResult(spun);
      assert.deepEqual(lintSpintax(spun.text), []);
      assert.equal(firstVariant(spun.text), text);
    },
  },
  refusesAborted<"spinner">((spinner, { text }, signal) => spinner.spin(text, { protectedWords: [], signal })),
];

export const paraphraserCases: readonly ProviderCase<"paraphraser">[] = [
  {
    name: "a paraphrase is spintax",
    async run({ create, sample: { text, ...languages } }) {
      const paraphrase = await (await create()).paraphrase(text, { ...languages, protectedWords: [], signal: calm() });
      assertTextResult(paraphrase);
      assert.deepEqual(lintSpintax(paraphrase.text), []);
    },
  },
  refusesAborted<"paraphraser">((paraphraser, { text, ...languages }, signal) =>
    paraphraser.paraphrase(text, { ...languages, protectedWords: [], signal }),
  ),
];

export const aboutMeCases: readonly ProviderCase<"aboutMe">[] = [
  {
    name: "a text about a keyword is plain text, the same for the same seed",
    async run({ create, sample: { keyword } }) {
      const provider = await create();
      const first = await provider.aboutMe(keyword, { seed: "a", signal: calm() });
      assertTextResult(first);
      assert.deepEqual(await provider.aboutMe(keyword, { seed: "a", signal: calm() }), first);
    },
  },
  refusesAborted<"aboutMe">((provider, { keyword }, signal) => provider.aboutMe(keyword, { signal })),
];

export const translatorCases: readonly ProviderCase<"translator">[] = [
  {
    name: "a text comes back in the other language, and the pair is among those that are listed",
    async run({ create, sample: { text, from, to } }) {
      const translator = await create();
      assert.notEqual(await translator.translate(text, { from, to, signal: calm() }), text);
      const pairs = await translator.pairs?.(calm());
      assert.ok(pairs === undefined || pairs.get(from)?.has(to));
    },
  },
  {
    name: "a pair that it does not translate is refused with LANGUAGE_PAIR_MISSING",
    async run({ create, sample: { text, unknown } }) {
      await failsWith("LANGUAGE_PAIR_MISSING", (await create()).translate(text, { ...unknown, signal: calm() }));
    },
  },
  refusesAborted<"translator">((translator, { text, from, to }, signal) =>
    translator.translate(text, { from, to, signal }),
  ),
];

export const writerCases: readonly ProviderCase<"writer">[] = [
  {
    name: "an answer is a text",
    async run({ create, sample }) {
      const answer = await (await create()).write({ ...sample, signal: calm() });
      assert.ok(typeof answer === "string" && answer.length > 0);
    },
  },
  refusesAborted<"writer">((writer, sample, signal) => writer.write({ ...sample, signal })),
];
