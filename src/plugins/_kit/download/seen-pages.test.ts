import fc from "fast-check";
import { expect, it } from "vitest";
import { SeenPages } from "./seen-pages.js";

const MODES = ["exact", "near"] as const;
/** Texts of few kinds: those of one kind have the same print. */
const kinds = fc.array(fc.nat(4), { minLength: 1, maxLength: 20 });

const printOf = (kind: number) => {
  const simhash = (kind * 0x11111111).toString(16).padStart(16, "0");
  return { hash: `hash ${kind}`, simhash };
};

it("the first of the pages that say the same is kept and named by the others, whatever the order they are read in", () => {
  fc.assert(
    fc.property(kinds, fc.constantFrom(...MODES), fc.infiniteStream(fc.nat()), (texts, mode, random) => {
      const order = texts.map((kind, place) => ({ kind, place, key: random.next().value }));
      const seen = new SeenPages(mode, 3);
      const judged = order
        .sort((a, b) => a.key - b.key)
        .map(({ kind, place }) => seen.judge(printOf(kind), `https://a.test/${place}`, place));
      const outcome = judged
        .sort((a, b) => a.place - b.place)
        .map(({ place, first }) => (first === undefined ? place : first.place));
      expect(outcome).toEqual(texts.map((kind) => texts.indexOf(kind)));
    }),
  );
});

it("what was kept is known again from the notes of a run that goes on", () => {
  const seen = new SeenPages("near", 3);
  const [third, first] = [3, 1].map((place) => seen.judge(printOf(1), `https://a.test/${place}`, place));
  const again = new SeenPages("near", 3);
  for (const page of [third!, first!]) {
    const { url, print, place } = page;
    again.restore({ url, ...print, held: "x", place, ...seen.noteOf(page) }, `page ${place}`);
  }
  expect(again.judge(printOf(1), "https://a.test/2", 2).first?.url).toBe("https://a.test/1");
  const before = again.judge(printOf(1), "https://a.test/0", 0);
  expect([before.first, before.instead.map(({ place }) => place)]).toEqual([undefined, [1, 3, 2]]);
});

it("a page that is among the rows already stays before one that comes later", () => {
  const seen = new SeenPages("exact", 0);
  seen.restore({ url: "https://a.test/9", ...printOf(1) }, "page 9");
  expect(seen.judge(printOf(1), "https://a.test/1", 1).first?.url).toBe("https://a.test/9");
});
