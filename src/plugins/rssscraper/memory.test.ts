import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FeedItem } from "../../engines/pages/feeds/feed.js";
import { identified } from "./identity.js";
import { earlierMemoryName, KnownItems, memoryName, NO_MEMORY, readMemory, writeMemory } from "./memory.js";

const item = (fields: Partial<FeedItem>): FeedItem => ({
  guid: "",
  url: "",
  title: "",
  author: "",
  published: "",
  updated: "",
  categories: [],
  summary: "",
  content: "",
  image: "",
  enclosures: [],
  language: "",
  ...fields,
});
const one = (fields: Partial<FeedItem>) => identified([item(fields)], "feed")[0]!;
const LONG = "A text long enough to be distinguished from others by what it says, word for word. ".repeat(2);

describe("the memory of a feed", () => {
  it("knows an item by its guid, its address or its text, whichever of them has changed", () => {
    const known = new KnownItems(NO_MEMORY);
    known.add(one({ guid: "g", url: "https://a.test/1", title: "T", content: LONG }), "t");
    expect(known.get(one({ guid: "g", title: "Other" }))?.name).toBe("t");
    expect(known.get(one({ guid: "x", url: "http://www.a.test/1?utm_source=y" }))?.name).toBe("t");
    expect(known.get(one({ guid: "x", url: "https://a.test/2", title: "T", content: LONG }))?.name).toBe("t");
    expect(known.get(one({ guid: "x", url: "https://a.test/2", title: "T" }))).toBeUndefined();
  });

  it("keeps as many items as asked for, the newest, and those that the feed still holds in any case", () => {
    const all = Array.from({ length: 10 }, (_, n) => one({ guid: `g${n}` }));
    const known = new KnownItems(NO_MEMORY);
    for (const each of all) known.add(each, "");
    const keysOf = (kept: readonly { keys: readonly string[] }[]) => kept.map(({ keys }) => keys[0]);
    const keys = all.map((each) => each.keys[0]);
    expect(keysOf(known.kept(3, []))).toEqual(keys.slice(7));
    expect(keysOf(known.kept(3, [all[0]!, all[1]!]))).toEqual([keys[9], keys[0], keys[1]]);
    expect(keysOf(known.kept(0, [all[0]!]))).toEqual([keys[0]]);
  });

  it("knows an item once, however often it is seen", () => {
    const known = new KnownItems(NO_MEMORY);
    for (let n = 0; n < 20; n += 1) known.add(one({ guid: "g", url: `https://a.test/${n}` }), "name");
    const kept = known.kept(100, []);
    expect(kept).toHaveLength(1);
    expect(kept[0]!.name).toBe("name");
    expect(kept[0]!.keys.length).toBeLessThan(10);
  });

  it("is read back as it was written, and anything else is none", () => {
    const memory = {
      found: "u",
      title: "t",
      site: "",
      etag: '"e"',
      lastModified: "m",
      settings: "s",
      lastNew: "n",
      items: [{ keys: ["k"], name: "x" }],
    };
    expect(readMemory(Buffer.from(writeMemory(memory)))).toEqual(memory);
    for (const text of [
      "",
      "null",
      "[]",
      "{",
      '{"items":{"length":3}}',
      '{"items":[null,{"keys":"x"}]}',
      '{"etag":7}',
    ]) {
      expect(readMemory(Buffer.from(text))).toEqual(NO_MEMORY);
    }
    fc.assert(fc.property(fc.jsonValue(), (value) => void readMemory(Buffer.from(JSON.stringify(value)))));
  });

  it("has no token of the address in its name, and is found under the name that had it", () => {
    const address = "https://a.test/feed?access_token=0123abcd";
    expect(memoryName(address)).not.toContain("0123abcd");
    expect(memoryName(address)).not.toBe(memoryName("https://a.test/feed?access_token=4567efgh"));
    expect(earlierMemoryName(address)).toMatch(/^a-test-feed-access-token-0123abcd-[\da-f]{12}$/);
    expect(earlierMemoryName("https://a.test/feed?page=2")).toBeUndefined();
  });

  it("has a file name of its own for every address", () => {
    const names = ["https://a.test/x", "https://a.test/X", "http://a.test/x", "https://www.a.test/x"].map(memoryName);
    expect(new Set(names).size).toBe(4);
    const characters = fc.array(fc.oneof(fc.nat(0x7f), fc.integer({ min: 0x4e00, max: 0x9fff }), fc.nat(0x10ffff)));
    fc.assert(
      fc.property(characters, (codes) => {
        const name = memoryName(`https://a.test/${String.fromCodePoint(...codes)}`);
        expect(name).toMatch(/^[^/\\:*?"<>|]+$/);
        expect([name.isWellFormed(), Buffer.byteLength(name) < 220]).toEqual([true, true]);
      }),
    );
  });
});

describe("the items of a feed", () => {
  it("are all there and each known by something of its own, unless two are the same", () => {
    const fields = fc.record({
      guid: fc.constantFrom("", "a", "b"),
      url: fc.constantFrom("", "https://a.test/1", "https://a.test/2"),
      title: fc.constantFrom("", "t", "u"),
      content: fc.constantFrom("", "<p>x</p>", LONG),
    });
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 8 }), (all) => {
        const found = identified(all.map(item), "feed");
        const own = found.map(({ everywhere }) => everywhere.at(-1));
        expect(new Set(own).size).toBe(own.length);
        const guids = new Set(all.map(({ guid }) => guid));
        if (guids.size === all.length && !guids.has("")) expect(found).toHaveLength(all.length);
      }),
    );
  });
});
