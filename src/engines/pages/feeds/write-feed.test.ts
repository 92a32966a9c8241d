import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFeed } from "./read-feed.js";
import { PUBLISHED_FORMATS, type PublishedItem, writeFeed } from "./write-feed.js";

const item: PublishedItem = {
  id: "0123",
  url: "https://a.test/1?a=1&b=2",
  title: "A & B <c> ]]>",
  author: "Ann",
  date: "2026-01-02T03:04:05Z",
  categories: ["Bees & wax"],
  html: '<p>One <a href="https://a.test/?a=1&amp;b=2">two</a> ]]&gt; three</p>',
  image: "https://a.test/i.png",
  source: { title: "Source", url: "https://a.test/feed" },
};
const feed = (items: readonly PublishedItem[]) => ({
  id: "abc",
  title: "All & everything",
  description: "What came in",
  updated: "2026-01-03T00:00:00Z",
  items,
});

/** Any text, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe.each(PUBLISHED_FORMATS)("a feed written as %s", (format) => {
  it("is read back as it was", async () => {
    const read = await readFeed(
      await writeFeed(format, feed([item, { ...item, id: "2", url: "", author: "", categories: [], image: "" }])),
      "https://us.test/",
    );
    expect(read).toMatchObject({ format, title: "All & everything", description: "What came in" });
    const { url, title, author, categories, image } = item;
    expect(read.items[0]).toMatchObject({
      url,
      title: title.replace(">", ">"),
      author,
      categories,
      image,
      published: item.date,
      content: item.html,
    });
    expect(read.items).toHaveLength(2);
    expect(read.items[1]!.url).toBe("");
  });

  it("is read back whatever texts are in it", async () => {
    const text = anyText(20);
    await fc.assert(
      fc.asyncProperty(text, text, fc.array(text, { maxLength: 3 }), async (title, author, categories) => {
        const read = await readFeed(
          await writeFeed(format, feed([{ ...item, title, author, categories }])),
          "https://us.test/",
        );
        expect(read.items[0]).toMatchObject({ url: item.url, published: item.date, content: item.html });
      }),
      { numRuns: 100 },
    );
  });

  it("without items is a feed all the same", async () => {
    expect((await readFeed(await writeFeed(format, feed([])), "https://us.test/")).items).toEqual([]);
  });
});
