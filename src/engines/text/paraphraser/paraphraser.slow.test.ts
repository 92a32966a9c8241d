import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import type { ParaphraserProvider } from "../../../kernel/providers.js";
import { firstVariant, renderSpintax } from "../../../kernel/text/spintax.js";
import { seededRandom } from "../../../kernel/values/random.js";
import { changedFacts } from "../checks/changed-facts.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { passages } from "../markup/index.js";
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

describe("whatever the text", () => {
  const sentence = fc
    .tuple(
      fc.constantFrom("", "In 2019, ", "However, ", "Although it rained, ", "As a result of the strike, "),
      fc.constantFrom("Dr. Ada Quist", "the firm", "three engineers", "the city of Lund", "Marlow Haven"),
      fc.constantFrom("opened", "did not repair", "has tested", "will close", "never rejected"),
      fc.constantFrom(
        "the old mill",
        "47 machines",
        "a hotel near Oslo",
        'the "Blue Door" plan',
        "[the report](https://a.example/r)",
        "no shops",
      ),
      fc.constantFrom(
        "",
        " in 1998",
        " on 4 May",
        " because the price rose by 3.5%",
        " when the war ended",
        " for $1,200",
        " at https://a.example/x?y=1",
      ),
    )
    .map(([front, ...rest]) => {
      const said = `${front}${rest[0]} ${rest[1]} ${rest[2]}${rest[3]}.`;
      return said[0]!.toUpperCase() + said.slice(1);
    });

  it("numbers, names, negations, quotations and links are those of the text in 1,000 variants", async () => {
    let variants = 0;
    await fc.assert(
      fc.asyncProperty(sentence, async (text) => {
        const spun = await paraphrase(text);
        for (const seed of ["a", "b", "c", "d"]) {
          variants += 1;
          expect(changedFacts(text, renderSpintax(spun, seededRandom(seed)))).toEqual([]);
        }
        expect(changedFacts(text, firstVariant(spun))).toEqual([]);
      }),
      { numRuns: 250 },
    );
    expect(variants).toBeGreaterThanOrEqual(1000);
  }, 120_000);

  it("no text makes it throw, lose a character or write broken spintax", async () => {
    const awkward = fc.array(
      fc.oneof(
        sentence,
        fc.string({ unit: anyCharacter, maxLength: 30 }),
        fc.constantFrom("{", "|", "}", "\\", "<b>", "</b>", "**", "\n\n", "`", "[", "](", ")", '"', "’s "),
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(awkward, async (parts) => {
        const text = parts.join("");
        const spun = await paraphrase(text);
        const fixed = passages(text).filter(({ kind }) => kind === "fixed");
        for (const { start, end } of fixed) {
          const part = text.slice(start, end).trim();
          if (!/[\\{|}]/.test(part)) expect(spun).toContain(part);
        }
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
