import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsApart, type Fingerprint, fingerprint, SeenTexts } from "./near-duplicates.js";

const TEXT = Array.from(
  { length: 60 },
  (_, n) => `Paragraph ${n} tells how keeper ${n * 7} lit lamp ${n * 13} when the ${n % 2 ? "fog" : "storm"} came in.`,
).join(" ");

/** Any code units, halves of surrogate pairs included. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const simhashes = fc
  .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 16, maxLength: 16 })
  .map((all) => all.join(""));

describe("a fingerprint", () => {
  it("is the same whatever the case, spaces and punctuation", () => {
    expect(fingerprint("The lamp, THE  lamp\nwas lit!")).toEqual(fingerprint("the lamp the lamp was lit"));
  });

  it("of a text in which a few words are different differs in few bits, that of another text in many", () => {
    const changed = fingerprint(TEXT.replace("keeper 70 lit", "keeper 70 put out"));
    expect(changed.hash).not.toBe(fingerprint(TEXT).hash);
    expect(bitsApart(changed.simhash, fingerprint(TEXT).simhash)).toBeLessThanOrEqual(3);
    const other = Array.from({ length: 300 }, (_, n) => `recipe${n} needs flour${n} and butter${n}.`).join(" ");
    expect(bitsApart(fingerprint(other).simhash, fingerprint(TEXT).simhash)).toBeGreaterThan(12);
  });

  it("is made of any text, and is 64 bits", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fingerprint(text).simhash).toMatch(/^[\da-f]{16}$/);
        expect(fingerprint(text)).toEqual(fingerprint(text));
      }),
    );
  });
});

describe("texts that were seen", () => {
  const print = (simhash: string, hash = simhash): Fingerprint => ({ hash, simhash });

  it("near: are found exactly when their fingerprints differ in no more bits than allowed", () => {
    const flips = fc.uniqueArray(fc.nat(63), { maxLength: 12 });
    fc.assert(
      fc.property(simhashes, flips, fc.nat(10), (simhash, flipped, distance) => {
        const changed = flipped.reduce((value, bit) => value ^ (1n << BigInt(bit)), BigInt(`0x${simhash}`));
        const seen = new SeenTexts("near", distance);
        expect(seen.firstLike(print(simhash, "a"), "first")).toBeUndefined();
        const found = seen.firstLike(print(changed.toString(16).padStart(16, "0"), "b"), "second");
        expect(found).toBe(flipped.length <= distance ? "first" : undefined);
      }),
    );
  });

  it("near: the first of several is named, as a look at all of them would", () => {
    const few = fc
      .array(fc.constantFrom("0", "1"), { minLength: 12, maxLength: 12 })
      .map((all) => Number.parseInt(all.join(""), 2));
    fc.assert(
      fc.property(fc.array(few, { maxLength: 40 }), fc.nat(4), (values, distance) => {
        const seen = new SeenTexts("near", distance);
        const kept: { name: string; simhash: string }[] = [];
        values.forEach((value, n) => {
          const simhash = value.toString(16).padStart(16, "0");
          const expected = kept.find((one) => bitsApart(one.simhash, simhash) <= distance)?.name;
          expect(seen.firstLike(print(simhash, `text ${n}`), `page ${n}`)).toBe(expected);
          if (expected === undefined) kept.push({ name: `page ${n}`, simhash });
        });
      }),
    );
  });

  it("exact: only the same words count", () => {
    const seen = new SeenTexts("exact", 3);
    seen.firstLike(fingerprint(TEXT), "first");
    expect(seen.firstLike(fingerprint(`${TEXT} End.`), "second")).toBeUndefined();
    expect(seen.firstLike(fingerprint(TEXT.toUpperCase()), "third")).toBe("first");
  });

  it("off: nothing is", () => {
    const seen = new SeenTexts("off", 3);
    seen.firstLike(fingerprint(TEXT), "first");
    expect(seen.firstLike(fingerprint(TEXT), "second")).toBeUndefined();
  });

  it("a text is no duplicate of itself, so that a line that is tried again is not lost", () => {
    const seen = new SeenTexts("near", 3);
    seen.firstLike(fingerprint(TEXT), "first");
    expect(seen.firstLike(fingerprint(TEXT), "first")).toBeUndefined();
  });

  it("before a crash are known after it", () => {
    const seen = new SeenTexts("near", 3);
    seen.remember(fingerprint(TEXT), "first");
    expect(seen.firstLike(fingerprint(TEXT), "second")).toBe("first");
  });
});
