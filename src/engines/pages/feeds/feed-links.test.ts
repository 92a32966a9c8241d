import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedLinks, usualPlaces } from "./read-feed.js";

/** Any text, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe("the feeds of a page", () => {
  it("are those it names, whole, each once, those of comments last", () => {
    const html = `<head><base href="/blog/"><link rel="alternate" type="application/rss+xml" title="Comments" href="comments/feed">
      <link rel="ALTERNATE stylesheet" type="application/atom+xml; charset=utf-8" href="atom.xml"><link rel="alternate" type="application/rss+xml" href="/rss">
      <link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" hreflang="de" href="/de/"><link rel="stylesheet" href="x.css">
      <link rel="alternate" type="application/json" href="/wp-json/posts/1"><link rel="alternate" type="application/feed+json" href="feed.json">
      <link rel="alternate" type="application/rss+xml" href="javascript:x"></head>`;
    expect(feedLinks(html, "https://a.test/x/")).toEqual([
      "https://a.test/blog/atom.xml",
      "https://a.test/rss",
      "https://a.test/blog/feed.json",
      "https://a.test/blog/comments/feed",
    ]);
  });

  it("are whole addresses, whatever is there", () => {
    fc.assert(
      fc.property(anyText(30), anyText(10), (href, junk) => {
        const html = `${junk}<base href="${junk}"><link rel="alternate" type="text/xml" href="${href}">`;
        for (const address of feedLinks(html, "https://a.test/")) expect(address).toMatch(/^https?:\/\//);
      }),
    );
  });

  it("are none when it names none, and then there are the usual places of its host", () => {
    expect(feedLinks("<a href='/feed'>RSS</a>", "https://a.test/")).toEqual([]);
    expect(usualPlaces("https://a.test:8443/deep/page?x=1")[0]).toBe("https://a.test:8443/feed/");
  });
});
