import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { ScriptoriumError } from "../../../kernel/index.js";
import { readFeed } from "./read-feed.js";

const URL = "https://a.test/feed.xml";
const rss = (items: string, channel = "<title>News</title>") =>
  readFeed(`<rss version="2.0"><channel>${channel}${items}</channel></rss>`, URL);
const first = async (items: string) => (await rss(items)).items[0]!;

/** Any text, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe("a feed of RSS 2.0", () => {
  it("is read with what content, dc, media and itunes say", async () => {
    const feed = await readFeed(
      `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
      <title>The &amp;amp; News</title><link>https://a.test/</link><description>All &lt;b&gt;of&lt;/b&gt; it</description><language>en-US</language><lastBuildDate>Wed, 02 Oct 2002 13:00:00 GMT</lastBuildDate>
      <image><url>/logo.png</url><title>x</title><link>https://a.test/</link></image>
      <item><title>One &amp;#8211; two</title><link>/one</link><guid isPermaLink="false">tag:1</guid><pubDate>Wed, 2 Oct 2002 15:00:00 +0200</pubDate>
      <dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><category>Bees</category><category>Bees</category><category><![CDATA[Wax & honey]]></category>
      <description>Short.</description><content:encoded><![CDATA[<p>Whole.</p>]]></content:encoded>
      <media:thumbnail url="/t.jpg"/><enclosure url="/a.mp3" length="123" type="audio/MPEG"/></item></channel></rss>`,
      URL,
    );
    expect(feed).toMatchObject({
      format: "rss",
      title: "The & News",
      description: "All of it",
      site: "https://a.test/",
      image: "https://a.test/logo.png",
      language: "en-us",
      updated: "2002-10-02T13:00:00Z",
    });
    expect(feed.items).toEqual([
      {
        guid: "tag:1",
        url: "https://a.test/one",
        title: "One – two",
        author: "Ann, Bob",
        published: "2002-10-02T13:00:00Z",
        updated: "",
        categories: ["Bees", "Wax & honey"],
        summary: "Short.",
        content: "<p>Whole.</p>",
        image: "https://a.test/t.jpg",
        enclosures: [{ url: "https://a.test/a.mp3", type: "audio/mpeg", bytes: 123 }],
        language: "en-us",
      },
    ]);
  });

  it("takes the guid for the address when there is no link, unless it says that it is none", async () => {
    expect((await first("<item><guid>https://a.test/1</guid></item>")).url).toBe("https://a.test/1");
    expect((await first('<item><guid isPermaLink="false">https://a.test/1</guid></item>')).url).toBe("");
  });

  it("has addresses of http and https only", async () => {
    const item = await first(
      '<item><title>x</title><link>javascript:alert(1)</link><enclosure url="file:///etc/passwd" type="a/b"/></item>',
    );
    expect([item.url, item.enclosures]).toEqual(["", []]);
  });

  it("keeps words in angle brackets in a title that are no markup of it", async () => {
    expect(
      (await first("<item><title>The &lt;canvas&gt; element in &lt;b&gt;HTML&lt;/b&gt;</title></item>")).title,
    ).toBe("The <canvas> element in HTML");
    expect((await first("<item><title>5 &lt; 6 &amp; 7 &gt; 3</title></item>")).title).toBe("5 < 6 & 7 > 3");
  });
});

describe("other formats", () => {
  it("RSS 0.91 without namespaces, and RSS 1.0 with items next to the channel", async () => {
    const old = await readFeed(
      '<rss version="0.91"><channel><title>Old</title><item><title>A</title><link>http://a.test/a</link></item></channel></rss>',
      URL,
    );
    expect(old).toMatchObject({ format: "rss", title: "Old", items: [{ title: "A", url: "http://a.test/a" }] });
    const rdf = await readFeed(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>One</title><link>http://d.test/</link></channel>
      <item rdf:about="http://d.test/1"><title>I</title><link>http://d.test/1</link><dc:date>2001-02-03T04:05+01:00</dc:date><dc:creator>C</dc:creator></item></rdf:RDF>`,
      URL,
    );
    expect(rdf).toMatchObject({ format: "rdf", title: "One", site: "http://d.test/" });
    expect(rdf.items).toMatchObject([
      { guid: "http://d.test/1", url: "http://d.test/1", author: "C", published: "2001-02-03T03:05:00Z" },
    ]);
  });

  it("Atom 1.0 with its types of text, its links and its base", async () => {
    const feed = await readFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.test/x/" xml:lang="de"><title type="html">T &amp;amp; t</title>
      <link rel="self" href="feed"/><link href="/"/><author><name>All</name></author>
      <entry><title>A &lt;p&gt; tag</title><id>urn:1</id><link rel="enclosure" href="f.pdf" type="application/pdf" length="9"/><link href="y"/>
      <updated>2020-01-02T03:04:05+02:00</updated><category term="t" label="Topic"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <b>you</b></p></div></content></entry>
      <entry><title>B</title><id>https://b.test/b</id><updated>2020-01-02</updated><summary>a &lt; b</summary></entry></feed>`,
      URL,
    );
    expect(feed).toMatchObject({ format: "atom", title: "T & t", site: "https://b.test/", language: "de" });
    expect(feed.items[0]).toMatchObject({
      guid: "urn:1",
      url: "https://b.test/x/y",
      author: "All",
      published: "2020-01-02T01:04:05Z",
      categories: ["Topic"],
      content: "<p>Hello <b>you</b></p>",
      enclosures: [{ url: "https://b.test/x/f.pdf", type: "application/pdf", bytes: 9 }],
      language: "de",
    });
    expect(feed.items[1]).toMatchObject({ url: "https://b.test/b", content: "<p>a &lt; b</p>" });
  });

  it("Atom 0.3", async () => {
    const feed = await readFeed(
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><tagline>About</tagline><entry><title>E</title><id>urn:1</id>
      <link rel="alternate" type="text/html" href="http://c.test/y"/><issued>2003-12-13T08:29:29-04:00</issued><modified>2003-12-14T08:29:29Z</modified>
      <content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>`,
      URL,
    );
    expect(feed.description).toBe("About");
    expect(feed.items).toMatchObject([
      {
        url: "http://c.test/y",
        published: "2003-12-13T12:29:29Z",
        updated: "2003-12-14T08:29:29Z",
        content: "<p>x</p>",
      },
    ]);
  });

  it("JSON Feed", async () => {
    const feed = await readFeed(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "J",
        home_page_url: "https://j.test",
        authors: [{ name: "Jo" }],
        items: [
          { id: 1, content_text: "a < b\n\nc", url: "/x", tags: ["t"], date_published: "2020-02-03T00:00:00Z" },
          {
            id: "2",
            content_html: "<p>z</p>",
            attachments: [{ url: "a.mp3", mime_type: "audio/mpeg", size_in_bytes: 7 }],
          },
        ],
      }),
      URL,
    );
    expect(feed).toMatchObject({ format: "json", title: "J", site: "https://j.test/" });
    expect(feed.items[0]).toMatchObject({
      guid: "1",
      url: "https://j.test/x",
      author: "Jo",
      categories: ["t"],
      content: "<p>a &lt; b</p>\n<p>c</p>",
    });
    expect(feed.items[1]!.enclosures).toEqual([{ url: "https://j.test/a.mp3", type: "audio/mpeg", bytes: 7 }]);
  });
});

describe("a broken feed", () => {
  it("is read behind a byte order mark and other junk, whatever encoding it declares", async () => {
    const feed = await readFeed(
      '\ufeff\n Warning: something {went} wrong\n<?xml version="1.0" encoding="utf-16"?><!-- note --><rss><channel><title>Zoë</title></channel></rss>',
      URL,
    );
    expect(feed.title).toBe("Zoë");
  });

  it("is read with bare ampersands, entities of HTML and characters that XML does not allow", async () => {
    const item = await first(
      "<item><title>A & B&nbsp;&hellip; \u0000\u0008C\ud800</title><link>/?a=1&b=2</link></item>",
    );
    expect([item.title, item.url]).toEqual(["A & B … C\ufffd", "https://a.test/?a=1&b=2"]);
  });

  it("is read with tags that nobody closed, and attributes without quotes", async () => {
    const { items } = await rss(
      "<item><title>One<link>/1<guid isPermaLink=false>g1<pubDate>Tue, 3 Jun 2008 11:05:30 GMT<description>Text<item><title>Two</title><description>a<br>b <p>c</description><category>k</category><item><title>Three",
    );
    expect(items).toMatchObject([
      { title: "One", url: "https://a.test/1", guid: "g1", published: "2008-06-03T11:05:30Z", summary: "Text" },
      { title: "Two", categories: ["k"], summary: "a<br/>b <p>c</p>" },
      { title: "Three" },
    ]);
  });

  it("is read up to where it was cut off", async () => {
    const whole =
      "<rss><channel><title>T</title><item><title>A</title><description><![CDATA[<p>x</p>]]></description></item><item><title>B</title></item></channel></rss>";
    for (let length = whole.indexOf("</item>"); length < whole.length; length += 1) {
      const feed = await readFeed(whole.slice(0, length), URL);
      expect(feed.items[0]).toMatchObject({ title: "A", content: "<p>x</p>" });
    }
  });

  it("without its outermost element is read all the same", async () => {
    const feed = await readFeed("<channel><title>T</title><item><title>A</title></item></channel>", URL);
    expect(feed).toMatchObject({ title: "T", items: [{ title: "A" }] });
  });
});

describe("what is no feed", () => {
  it.each([
    ["", "it is empty"],
    ["hello", "it holds plain text"],
    ["<!doctype html><html><head><title>x</title></head><body><p>y</body></html>", "it is an HTML page"],
    ["<div>x</div>", "it is an HTML page"],
    ['<opml version="2.0"><body/></opml>', "it is an OPML list of feeds; write opml: before its address"],
    ["<urlset><url/></urlset>", "it is a sitemap"],
    ["<note/>", 'it is XML whose outermost element is "note"'],
    ["[1, 2]", "it is JSON, but no JSON Feed"],
    ['{"version": "https://jsonfeed.org/version/1", ', "it looks like JSON, but is cut off or broken"],
  ])("%j is answered in words", async (text, why) => {
    await expect(readFeed(text, URL)).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message: `${URL} cannot be read as a feed: no feed was found there: ${why}. Give the address of an RSS, Atom or JSON feed, or of its site.`,
    });
  });

  it("is what is larger than 5 MB", async () => {
    await expect(rss(`<!--${"é".repeat(2_500_000)}-->`)).rejects.toThrow(/larger than the 5 MB/);
  });
});

describe("a hostile feed", () => {
  it("has no entities of its own: neither do they grow, nor is anything fetched for them", async () => {
    const bomb = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};">`).join("");
    const feed = await readFeed(
      `<!DOCTYPE rss [<!ENTITY e0 "${"x".repeat(1000)}">${bomb}<!ENTITY file SYSTEM "file:///etc/passwd">]><rss><channel><title>&e30;&file;</title><item><title>A</title></item></channel></rss>`,
      URL,
    );
    expect([feed.title, feed.items[0]?.title]).toEqual(["&e30;&file;", "A"]);
  });

  it("has references to no character replaced", async () => {
    expect((await first("<item><title>a&#9999999;&#xD800;&#0;b</title></item>")).title).toBe("a\ufffd\ufffd\ufffdb");
  });

  it("changes no prototype", async () => {
    const { items } = await rss(
      '<item><title>A</title><__proto__><polluted>1</polluted></__proto__><constructor><prototype x="1"/></constructor><a __proto__="x" constructor="y"/></item>',
    );
    expect(items[0]!.title).toBe("A");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const json = await readFeed(
      '{"title":"J","items":[{"id":"1","__proto__":{"polluted":1}}],"__proto__":{"polluted":1}}',
      URL,
    );
    expect([json.title, ({} as Record<string, unknown>)["polluted"]]).toEqual(["J", undefined]);
  });

  it.each([
    ["a million references", `<item><title>${"&#65;".repeat(950_000)}</title></item>`],
    ["elements 100,000 deep", `<item><title>A</title>${"<a>".repeat(100_000)}</item>`],
    ["100,000 items in one another", "<item>".repeat(100_000)],
    ["a million ampersands", `<item><description>${"&".repeat(1_000_000)}</description></item>`],
    ["brackets without end", `<item><title>${"<".repeat(1_000_000)}`],
    ["sections without end", `<item><title>x</title>${"<![CDATA[".repeat(300_000)}`],
    ["quotes without end", `<item><title>x</title>${'<a b="'.repeat(90_000)}`],
    ["closing tags of nothing", `<item><title>x</title>${"<a>".repeat(90)}${"</b>".repeat(500_000)}`],
    ["declarations without end", `<item><title>x</title>${"<!a>".repeat(1_000_000)}`],
  ])("of %s is read in a bounded time", async (_, items) => {
    const began = cpuMs();
    await rss(items).catch((error: unknown) => expect(ScriptoriumError.is(error)).toBe(true));
    expect(cpuMs() - began).toBeLessThan(20_000);
  });

  it("with more errors than anybody makes is refused", async () => {
    await expect(rss(`<item><title>${"<".repeat(500_000)}`)).rejects.toThrow(/it is too broken to be repaired/);
  });

  it("of more elements than a feed has is refused", async () => {
    await expect(rss("<i/>".repeat(100_001))).rejects.toThrow(/more than 100,000 elements/);
  });
});

describe("whatever is read", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        "<item>",
        "</item>",
        "<title>",
        "</title>",
        "<link>",
        "<entry>",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?xml",
        "?>",
      ],
      ...[
        "<!DOCTYPE x [",
        "]>",
        "&",
        "&amp;",
        "&#1;",
        "&#x110000;",
        "<a b='",
        '"',
        ">",
        "<",
        "<content type='xhtml'><div>",
      ],
      ...[
        "<rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'>",
        "<rdf:RDF>",
        "<channel>",
        "<media:content url='x'>",
        "{",
        "[",
        "</",
      ],
      ...["<pubDate>99</pubDate>", "<guid/>", "<__proto__>", "<author>", "<category term='x'/>", "\ufeff", "\ud800"],
    ),
    anyText(8),
  );

  it("it is a feed or refused in words", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom("", "<rss><channel>", "<feed>", "<rdf:RDF>"),
        async (pieces, start) => {
          try {
            const feed = await readFeed(start + pieces.join(""), URL);
            for (const { url, title, published } of feed.items) {
              expect(url).toMatch(/^(https?:|$)/);
              expect(title.isWellFormed()).toBe(true);
              expect(published).toMatch(/^(\d{4}-\d\d-\d\dT[\d:]+Z|)$/);
            }
          } catch (error) {
            if (!ScriptoriumError.is(error)) throw error;
            expect(error.code).toBe("PAGE_UNREADABLE");
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("any JSON is a feed or refused in words", async () => {
    const item = fc.record({
      id: fc.jsonValue(),
      url: fc.jsonValue(),
      title: fc.jsonValue(),
      tags: fc.jsonValue(),
      authors: fc.jsonValue(),
      date_published: fc.jsonValue(),
      attachments: fc.jsonValue(),
      content_text: fc.jsonValue(),
      image: fc.jsonValue(),
    });
    const feed = fc.record({
      title: fc.jsonValue(),
      version: fc.constantFrom("https://jsonfeed.org/version/1", 1),
      items: fc.oneof(fc.array(item), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(feed, fc.jsonValue()), async (value) => {
        await readFeed(JSON.stringify(value), URL).catch((error: unknown) => {
          if (!ScriptoriumError.is(error)) throw error;
        });
      }),
      { numRuns: 200 },
    );
  });
});
