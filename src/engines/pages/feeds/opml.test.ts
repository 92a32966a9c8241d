import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../../kernel/index.js";
import { readOpml, writeOpml } from "./opml.js";

const URL = "https://a.test/feeds.opml";

/** Any text, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe("an OPML list", () => {
  it("is a list of feeds or refused in words, whatever is there", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<opml>",
        "<body>",
        "<outline xmlUrl='/x'>",
        "<outline xmlUrl='",
        "'/>",
        "</outline>",
        "<head>",
        "&",
        "<![CDATA[",
      ),
      anyText(6),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        try {
          const feeds = await readOpml(`<opml><body>${pieces.join("")}`, URL);
          for (const { url } of feeds) expect(url).toMatch(/^https?:/);
        } catch (error) {
          if (!ScriptoriumError.is(error)) throw error;
          expect(error.code).toBe("PAGE_UNREADABLE");
        }
      }),
    );
  });

  it("is read whatever its version and however its outlines nest, each feed once", async () => {
    const text = `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x "y">]><opml version="1.0"><head><title>My feeds</title></head><body>
      <outline text="News"><outline text="Deep"><outline type="rss" text="A & B" title="A &amp; B" xmlUrl="https://a.test/rss?x=1&y=2" htmlUrl="https://a.test/"/></outline>
      <outline TYPE="rss" text="C" XMLURL="/c.xml"/></outline><outline text="Again" xmlUrl="/c.xml"/><outline text="Bad" xmlUrl="javascript:x"/>
      <outline type="rss" text="Old" url="https://old.test/rss"/><outline type="link" text="Page" url="https://old.test/"/></body></opml>`;
    expect(await readOpml(text, URL)).toEqual([
      { url: "https://a.test/rss?x=1&y=2", title: "A & B", site: "https://a.test/" },
      { url: "https://a.test/c.xml", title: "C", site: "" },
      { url: "https://old.test/rss", title: "Old", site: "" },
    ]);
  });

  it("is read back as it was written", async () => {
    const feeds = [
      { url: "https://a.test/?a=1&b=2", title: 'The "A" <x> & co', site: "https://a.test/" },
      { url: "https://b.test/", title: "B", site: "" },
    ];
    expect(await readOpml(await writeOpml("T\u0000 & t", feeds), URL)).toEqual(feeds);
  });

  it.each([
    ["<rss/>", "its outermost element is not opml"],
    ["no list", "its outermost element is not opml"],
    ["<opml><body><outline text='x'/></body></opml>", "it names no feed"],
    [`<opml><body>${"<outline text='x'>".repeat(50_000)}`, "its outlines nest too deep"],
    [`<opml><body>${"<outline/>".repeat(100_001)}`, "it has more than 100,000 elements"],
    [`<opml><!--${"x".repeat(5_000_000)}`, "it is larger than 5 MB"],
  ])("whatever else is refused in words: %#", async (text, why) => {
    await expect(readOpml(text, URL)).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message: `${URL} cannot be read as an OPML list of feeds: ${why}. Export the list again from the program that keeps it.`,
    });
  });
});
