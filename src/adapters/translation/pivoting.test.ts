import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { TranslatorProvider } from "../../kernel/providers.js";
import { pivoting } from "./pivoting.js";

type Pair = `${string}>${string}`;

/** Translates `a` by `en>es` into `es(a)`, and counts what it was asked. */
function translator(has: readonly Pair[], { says = true }: { readonly says?: boolean } = {}) {
  const asked: Pair[] = [];
  const made: TranslatorProvider = {
    async translate(text, { from, to }) {
      asked.push(`${from}>${to}`);
      if (has.includes(`${from}>${to}`)) return `${to}(${text})`;
      throw new ScriptoriumError("LANGUAGE_PAIR_MISSING", "none", { from, to });
    },
    ...(says && {
      async pairs() {
        const pairs = new Map<string, Set<string>>();
        for (const pair of has) {
          const [from = "", to = ""] = pair.split(">");
          pairs.set(from, (pairs.get(from) ?? new Set()).add(to));
        }
        return pairs;
      },
    }),
  };
  return { made, asked };
}

const signal = new AbortController().signal;
const star: Pair[] = ["en>es", "es>en", "en>de", "de>en"];

describe.each([{ says: true }, { says: false }])(
  "through English, with a translator that lists its pairs: $says",
  ({ says }) => {
    it("a pair that is there is not taken around", async () => {
      const { made, asked } = translator([...star, "es>de"], { says });
      expect(await pivoting(made).translate("a", { from: "es", to: "de", signal })).toBe("de(a)");
      expect(asked).toEqual(["es>de"]);
    });

    it("a pair that is not there goes through English", async () => {
      const { made } = translator(star, { says });
      expect(await pivoting(made).translate("a", { from: "es", to: "de", signal })).toBe("de(en(a))");
    });

    it("nothing goes through English when English is one of the two", async () => {
      const { made, asked } = translator(["es>de", "de>en", "es>en"], { says });
      await expect(pivoting(made).translate("a", { from: "en", to: "es", signal })).rejects.toMatchObject({
        code: "LANGUAGE_PAIR_MISSING",
        facts: { from: "en", to: "es" },
      });
      expect(asked.filter((pair) => pair !== "en>es")).toEqual([]);
    });

    it("a pair that cannot be reached either way names the two languages that were asked for", async () => {
      const { made } = translator(["es>en"], { says });
      await expect(pivoting(made).translate("a", { from: "es", to: "de", signal })).rejects.toMatchObject({
        code: "LANGUAGE_PAIR_MISSING",
        message: expect.stringContaining("from Spanish to German"),
        facts: { from: "es", to: "de" },
      });
    });

    it("of several languages to go through the first that works is taken", async () => {
      const { made } = translator(["fr>es", "es>pt", "en>pt"], { says });
      const through = ["en", "es"];
      expect(await pivoting(made, { through }).translate("a", { from: "fr", to: "pt", signal })).toBe("pt(es(a))");
    });

    it("two of them together go through two languages", async () => {
      const { made } = translator(["fr>es", "es>en", "en>de"], { says });
      const both = pivoting(pivoting(made, { through: "es" }), { through: "en" });
      expect(await both.translate("a", { from: "fr", to: "de", signal })).toBe("de(en(es(a)))");
    });

    it.each([
      ["", "es", "de"],
      [" \n", "es", "de"],
      ["hola", "es", "es"],
    ])("%j from %s to %s comes back without a call", async (text, from, to) => {
      const { made, asked } = translator(star, { says });
      expect(await pivoting(made).translate(text, { from, to, signal })).toBe(text);
      expect(asked).toEqual([]);
    });
  },
);

describe("what is missing", () => {
  it("is known from the list, without a call", async () => {
    const { made, asked } = translator(star);
    await pivoting(made).translate("a", { from: "es", to: "de", signal });
    expect(asked).toEqual(["es>en", "en>de"]);
  });

  it("is remembered where there is no list", async () => {
    const { made, asked } = translator(star, { says: false });
    const through = pivoting(made);
    await through.translate("a", { from: "es", to: "de", signal });
    await through.translate("b", { from: "es", to: "de", signal });
    expect(asked).toEqual(["es>de", "es>en", "en>de", "es>en", "en>de"]);
  });

  it("costs no half way when the other half is known to be missing", async () => {
    const { made, asked } = translator(["es>en"]);
    await expect(pivoting(made).translate("a", { from: "es", to: "de", signal })).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});

it("a failure is not gone around", async () => {
  const { made, asked } = translator(star);
  const failing: TranslatorProvider = {
    ...made,
    translate: async (text, options) => {
      await made.translate(text, options);
      throw new ScriptoriumError("TRANSLATION_FAILED", "down");
    },
  };
  await expect(pivoting(failing).translate("a", { from: "es", to: "de", signal })).rejects.toThrow("down");
  expect(asked).toEqual(["es>en"]);
});

it("a list that cannot be had does not keep a translator from translating", async () => {
  const { made } = translator(star, { says: false });
  const pairs = async () => {
    throw new ScriptoriumError("TRANSLATION_FAILED", "down");
  };
  expect(await pivoting({ ...made, pairs }).translate("a", { from: "es", to: "de", signal })).toBe("de(en(a))");
});

it("an abort while the list is fetched rejects with its reason", async () => {
  const control = new AbortController();
  const pairs = async () => {
    control.abort(new Error("enough"));
    throw new ScriptoriumError("TRANSLATION_FAILED", "down");
  };
  const { made, asked } = translator(star);
  const options = { from: "es", to: "de", signal: control.signal };
  await expect(pivoting({ ...made, pairs }).translate("a", options)).rejects.toThrow("enough");
  expect(asked).toEqual([]);
});

it("lists the pairs it can do, around or not", async () => {
  const { made } = translator(["en>es", "es>en", "de>en"]);
  expect(await pivoting(made).pairs?.(signal)).toEqual(
    new Map([
      ["en", new Set(["es"])],
      ["es", new Set(["en"])],
      ["de", new Set(["en", "es"])],
    ]),
  );
  expect(await pivoting(translator([], { says: false }).made).pairs?.(signal)).toBeUndefined();
});
