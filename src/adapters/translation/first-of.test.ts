import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { TranslatorProvider } from "../../kernel/providers.js";
import { firstOf } from "./first-of.js";

const signal = new AbortController().signal;
const enToEs = { from: "en", to: "es", signal };

function answering(answer: string | Error): TranslatorProvider & { asked: number } {
  return {
    asked: 0,
    async translate() {
      this.asked += 1;
      if (typeof answer === "string") return answer;
      throw answer;
    },
  };
}
const lacking = () => answering(new ScriptoriumError("LANGUAGE_PAIR_MISSING", "lacks it"));
const failing = (says = "down") => answering(new ScriptoriumError("TRANSLATION_FAILED", says));

describe("several translators", () => {
  it("the first that has the pair and does not fail translates, and those behind it are not asked", async () => {
    const [missing, down, good, spare] = [lacking(), failing(), answering("hola"), answering("buenas")];
    expect(await firstOf([missing, down, good, spare]).translate("hello", enToEs)).toBe("hola");
    expect([missing.asked, down.asked, good.asked, spare.asked]).toEqual([1, 1, 1, 0]);
  });

  it("a failure says more than a missing pair, and the first failure more than the second", async () => {
    await expect(
      firstOf([lacking(), failing("first"), failing("second"), lacking()]).translate("hello", enToEs),
    ).rejects.toMatchObject({ code: "TRANSLATION_FAILED", message: "first" });
  });

  it("a pair that all of them lack is missing", async () => {
    await expect(firstOf([lacking(), lacking()]).translate("hello", enToEs)).rejects.toMatchObject({
      code: "LANGUAGE_PAIR_MISSING",
      facts: { from: "en", to: "es" },
    });
  });

  it("an error that no translator should throw is not passed over", async () => {
    await expect(
      firstOf([answering(new TypeError("bug")), answering("hola")]).translate("hello", enToEs),
    ).rejects.toThrow("bug");
  });

  it("an abort during the first is not taken for a failure", async () => {
    const control = new AbortController();
    const second = answering("hola");
    const first: TranslatorProvider = {
      async translate() {
        control.abort(new Error("enough"));
        throw new ScriptoriumError("TRANSLATION_FAILED", "down");
      },
    };
    const options = { from: "en", to: "es", signal: control.signal };
    await expect(firstOf([first, second]).translate("hello", options)).rejects.toThrow("enough");
    expect(second.asked).toBe(0);
  });

  it("white space comes back without a call", async () => {
    const only = answering("hola");
    expect(await firstOf([only]).translate(" \n", enToEs)).toBe(" \n");
    expect(only.asked).toBe(0);
  });

  it("have the pairs of all together, unless one does not say", async () => {
    const saying = (pairs: [string, string[]][]): TranslatorProvider => ({
      ...answering("hola"),
      pairs: async () => new Map(pairs.map(([from, targets]) => [from, new Set(targets)])),
    });
    const first = saying([["en", ["es"]]]);
    const second = saying([
      ["en", ["de"]],
      ["de", ["en"]],
    ]);
    expect(await firstOf([first, second]).pairs?.(signal)).toEqual(
      new Map([
        ["en", new Set(["es", "de"])],
        ["de", new Set(["en"])],
      ]),
    );
    expect(await firstOf([first, answering("hola")]).pairs?.(signal)).toBeUndefined();
  });

  it("an empty list is refused", () => {
    expect(() => firstOf([])).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});
