import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PageNames } from "./page-names.js";

describe("the name of a page", () => {
  it("is its title; a second page of the same title has eight digits of its address's hash behind it", () => {
    const names = new PageNames();
    expect(names.claim("How Bees Dance", "https://a.test/1")).toBe("how-bees-dance");
    expect(names.claim("How bees dance!", "https://a.test/2")).toMatch(/^how-bees-dance-[\da-f]{8}$/);
  });

  it("stays the same when the same page asks again", () => {
    const names = new PageNames();
    const first = names.claim("Bees", "https://a.test/1");
    const second = names.claim("Bees", "https://a.test/2");
    expect(names.claim("Bees", "https://a.test/1")).toBe(first);
    expect(names.claim("Bees", "https://a.test/2")).toBe(second);
  });

  it.each([
    ["https://a.test/garden/bees-and-wasps.html", "bees-and-wasps"],
    ["https://a.test/garden/", "garden"],
    ["https://a.test/garden/index.html", "a-test-garden"],
    ["https://a.test/", "a-test"],
    ["https://a.test/caf%C3%A9?x=1", "caf\u00e9"],
    ["https://a.test/%E0%A4%A", "e0-a4-a"],
    ["folder/page.html", "page"],
  ])("without a title is made of its address: %s", (url, name) => {
    expect(new PageNames().claim("  ", url)).toBe(name);
  });

  it("that was claimed before a crash is not given to another page", () => {
    const names = new PageNames();
    names.restore("bees", "https://a.test/1");
    names.restore("bees", "https://a.test/9");
    expect(names.claim("Bees", "https://a.test/2")).not.toBe("bees");
    expect(names.claim("Bees", "https://a.test/1")).toBe("bees");
  });

  it("is never that of another page, whatever the titles are", () => {
    const page = fc.tuple(fc.constantFrom("a", "A", "", "a-12345678", "b c", "\u0000"), fc.nat(30));
    fc.assert(
      fc.property(fc.array(page, { maxLength: 60 }), (pages) => {
        const names = new PageNames();
        const owner = new Map<string, string>();
        for (const [title, n] of pages) {
          const url = `https://a.test/${n}`;
          const name = names.claim(title, url);
          expect(owner.get(name) ?? url).toBe(url);
          owner.set(name, url);
        }
      }),
    );
  });

  it("keeps finding names where those with digits are taken, too", () => {
    const names = new PageNames();
    const url = "https://a.test/mine";
    const claimed: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const fresh = new PageNames();
      for (const name of claimed) fresh.restore(name, "https://a.test/other");
      claimed.push(fresh.claim("Bees", url));
    }
    expect(new Set(claimed).size).toBe(20);
    expect(names.claim("Bees", url)).toBe("bees");
  });
});
