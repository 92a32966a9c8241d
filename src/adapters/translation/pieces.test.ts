import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { inPieces, type PieceLimits } from "./pieces.js";

const wide: PieceLimits = { maxLength: 1_000, maxTexts: 100, maxTotal: 10_000 };

const call = (signal = new AbortController().signal) => ({ from: "en", to: "de", signal });

async function sent(text: string, limits: Partial<PieceLimits> = {}) {
  const calls: (readonly string[])[] = [];
  const translation = await inPieces(text, call(), { ...wide, ...limits }, async (texts) => {
    calls.push(texts);
    return texts.map((one) => one.toUpperCase());
  });
  return { calls, translation };
}

/** Text as people and machines leave it: words, sentence ends, white space of every kind, other scripts, half signs. */
const messy = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "word",
        "Dr. No",
        "end.",
        "Why?",
        "42",
        "\u{1f469}\u200d\u{1f680}",
        "e\u0301\u0302",
        "日本語です。",
        "שלום",
        ".",
      ),
      fc.constantFrom(" ", "  ", "     ", "\n", "\r\n", "\n\n\n", "\t", "\u00a0", "\u2028", "\u0000", "\u001b"),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

describe("a text in pieces", () => {
  it("comes back exactly when nothing in it is changed, whatever the text and the limits", async () => {
    await fc.assert(
      fc.asyncProperty(
        messy,
        fc.integer({ min: 8, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (text, maxLength, maxTexts) => {
          const translation = await inPieces(
            text,
            call(),
            { maxLength, maxTexts, maxTotal: maxLength * 2 },
            async (texts) => {
              expect(texts.length).toBeGreaterThan(0);
              expect(texts.length).toBeLessThanOrEqual(maxTexts);
              for (const one of texts) {
                expect(one.length).toBeLessThanOrEqual(maxLength);
                expect(one).toBe(one.trim());
                expect(one).toMatch(/\p{L}/u);
                expect(one).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
              }
              return texts;
            },
          );
          expect(translation).toBe(text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is sent line by line", async () => {
    const { calls, translation } = await sent("  One thing.\r\n\r\n\tTwo things,\n  and more \n");
    expect(calls).toEqual([["One thing.", "Two things,", "and more"]]);
    expect(translation).toBe("  ONE THING.\r\n\r\n\tTWO THINGS,\n  AND MORE \n");
  });

  it.each(["", " ", "\n\n\t ", "\u00a0\u3000", "42", "- 1,234.5 %\n---\n\u{1f600}"])(
    "%j has nothing to translate and is not sent",
    async (text) => {
      expect(await sent(text)).toEqual({ calls: [], translation: text });
    },
  );

  it("keeps columns and wide spaces between sentences apart", async () => {
    const { calls } = await sent("Name\tAge      Town\nIt rains.  We stay.  a  b");
    expect(calls).toEqual([["Name", "Age", "Town", "It rains.", "We stay.", "a  b"]]);
  });

  it("a line over the limit is cut at sentence ends, and the white space there is kept", async () => {
    const { calls, translation } = await sent("The cat sleeps. The dog barks!  Who sings? Nobody.", { maxLength: 32 });
    expect(calls).toEqual([["The cat sleeps. The dog barks!", "Who sings? Nobody."]]);
    expect(translation).toBe("THE CAT SLEEPS. THE DOG BARKS!  WHO SINGS? NOBODY.");
  });

  it("a sentence over the limit is cut between words", async () => {
    const { calls } = await sent("one two three four five", { maxLength: 10 });
    expect(calls).toEqual([["one two", "three", "four five"]]);
  });

  it("a word over the limit is cut between characters, never inside one", async () => {
    const { calls } = await sent("ab\u{1d504}\u{1d504}cde\u0301f", { maxLength: 5 });
    expect(calls.flat().join("")).toBe("ab\u{1d504}\u{1d504}cde\u0301f");
    for (const piece of calls.flat()) expect(piece).toMatch(/^[^\p{M}]/u);
    for (const piece of calls.flat()) expect(piece.isWellFormed()).toBe(true);
  });

  it("Chinese sentences end without a space", async () => {
    const { calls } = await sent("今天下雨。我们在家。明天出去。", { maxLength: 10 });
    expect(calls).toEqual([["今天下雨。我们在家。", "明天出去。"]]);
  });

  it("goes in as few calls as the limits allow", async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n");
    expect((await sent(lines, { maxTexts: 4 })).calls.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect((await sent(lines, { maxTotal: 20 })).calls.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  });

  it("a translation of several lines or none does not change the lines of the text", async () => {
    const translate = async (texts: readonly string[]) =>
      texts.map((one) => (one === "b" ? " \n" : ` ${one}\n\n${one} `));
    const signal = new AbortController().signal;
    expect(await inPieces("a\nb\nc", call(signal), wide, translate)).toBe("a a\nb\nc c");
  });

  it("half a surrogate pair is sent as a replacement character", async () => {
    expect((await sent("a\ud800b")).calls).toEqual([["a\ufffdb"]]);
  });

  it("the first failure stops the other calls and is the one that is thrown", async () => {
    const stopped: unknown[] = [];
    const failure = new Error("first");
    const work = inPieces("bad\ngood", call(), { ...wide, maxTexts: 1 }, async ([text = ""], { signal }) => {
      if (text === "bad") throw failure;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      stopped.push(signal.reason);
      throw signal.reason;
    });
    await expect(work).rejects.toBe(failure);
    await Promise.resolve();
    expect(stopped).toEqual([failure]);
  });

  it.each([
    ["one line of words", "word ".repeat(200_000)],
    ["one line of letters", "a".repeat(1_000_000)],
    ["white space", " ".repeat(1_000_000)],
    ["white space between two letters", `a${" ".repeat(1_000_000)}b`],
    ["sentence ends", ". ".repeat(500_000)],
    ["combining marks", `a${"\u0301".repeat(1_000_000)}`],
    ["short lines", "a\n".repeat(500_000)],
  ])("a megabyte of %s comes through", async (_name, text) => {
    const translate = async (texts: readonly string[]) => texts;
    const signal = new AbortController().signal;
    expect((await inPieces(text, call(signal), wide, translate)) === text).toBe(true);
  });
});
