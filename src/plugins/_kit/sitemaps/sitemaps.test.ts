import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSitemap } from "../../../engines/pages/sitemaps/parse.js";
import { ScriptoriumError } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { type SitemapOptions, sitemapEntries, siteSitemapEntries } from "./sitemap-entries.js";

const ROOT = "http://example.com/sitemap.xml";

/** A web of these files; the rest is missing. */
function files(bodies: Readonly<Record<string, string | Uint8Array>>, sitemaps: readonly string[] = []) {
  const asked: string[] = [];
  const web: RunWeb = {
    async fetch(url) {
      asked.push(url);
      const found = bodies[url];
      if (found === undefined) throw new ScriptoriumError("FETCH_FAILED", "It answered 404. Correct the address.");
      const body = Buffer.from(found);
      return { url, status: 200, mediaType: "", text: "", bytes: body.length, body };
    },
    robots: async () => ({ allowed: true, sitemaps }),
  };
  return { web, asked };
}

async function entries(bodies: Readonly<Record<string, string | Uint8Array>>, options?: SitemapOptions) {
  return Array.fromAsync(sitemapEntries(ROOT, files(bodies).web, options));
}

const urlset = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => (url.startsWith("<") ? url : `<url><loc>${url}</loc></url>`))
    .join("")}</urlset>`;
const index = (...urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
const dated = (url: string, date: string) => `<url><loc>${url}</loc><lastmod>${date}</lastmod></url>`;

describe("a sitemap", () => {
  it("gives its addresses with the day of their last change", async () => {
    const text = urlset(
      "<url><loc>\n http://example.com/a?b=1&amp;c=2 </loc><lastmod>2026-01-02</lastmod><image:image><image:loc>http://x.y/i.png</image:loc></image:image></url>",
      "<url><loc><![CDATA[http://example.com/b]]></loc></url>",
      "<url><lastmod>2026</lastmod></url>",
      "/c",
      "javascript:alert(1)",
    );
    expect(await entries({ [ROOT]: text })).toEqual([
      { url: "http://example.com/a?b=1&c=2", lastModified: "2026-01-02" },
      { url: "http://example.com/b" },
      { url: "http://example.com/c" },
    ]);
  });

  it.each([
    ["lines", "http://example.com/a\r\n\r\nhttps://example.com/b\r\n"],
    [
      "RSS",
      "<rss><channel><link>http://no.example/</link><item><link>http://example.com/a</link></item><item><title/><atom:link href='x'/><link>https://example.com/b</link></item></channel></rss>",
    ],
    [
      "Atom",
      '<feed><link href="http://no.example/"/><entry><link rel="self" href="http://no.example"/><link href="http://example.com/a"/></entry><entry><link rel="alternate" href="https://example.com/b"></link></entry></feed>',
    ],
    [
      "RDF",
      "<rdf:RDF><channel/><item><link>http://example.com/a</link></item><item><link>https://example.com/b</link></item></rdf:RDF>",
    ],
    [
      "prefixed XML",
      "<s:urlset><s:url><s:loc>http://example.com/a</s:loc></s:url><s:url><s:loc>https://example.com/b</s:loc></s:url></s:urlset>",
    ],
    ["a gzip file", gzipSync("http://example.com/a\nhttps://example.com/b")],
    ["UTF-16", Buffer.from("\ufeffhttp://example.com/a\nhttps://example.com/b", "utf16le")],
  ])("may be %s", async (_, body) => {
    const found = await entries({ [ROOT]: body });
    expect(found.map(({ url }) => url)).toEqual(["http://example.com/a", "https://example.com/b"]);
  });

  it("gives the dates of a feed in the one form", async () => {
    const feed =
      "<rss><channel><item><link>http://example.com/a</link><pubDate>Tue, 06 Jan 2026 10:00:00 +0100</pubDate></item></channel></rss>";
    expect(await entries({ [ROOT]: feed })).toEqual([
      { url: "http://example.com/a", lastModified: "2026-01-06T09:00:00.000Z" },
    ]);
  });

  it("is narrowed to a time; what has no date is then left out, and so is a sitemap that is older", async () => {
    const bodies = {
      [ROOT]: `<sitemapindex><sitemap><loc>/new.xml</loc></sitemap><sitemap><loc>/old.xml</loc><lastmod>2024-12-31</lastmod></sitemap></sitemapindex>`,
      "http://example.com/new.xml": urlset(
        dated("http://example.com/before", "2025-12-31T23:59:59Z"),
        dated("http://example.com/first", "2026-01-01"),
        dated("http://example.com/last", "2026-01-31T23:30:00Z"),
        dated("http://example.com/after", "2026-02-01"),
        "http://example.com/undated",
      ),
      "http://example.com/old.xml": urlset(dated("http://example.com/wrong", "2026-01-15")),
    };
    const found = await entries(bodies, { from: "2026-01-01", to: "2026-01-31" });
    expect(found.map(({ url }) => url)).toEqual(["http://example.com/first", "http://example.com/last"]);
    await expect(entries(bodies, { from: "soon" })).rejects.toMatchObject({ code: "bad-input" });
  });

  it("that is none is an error when it is the first, and a note further on", async () => {
    await expect(entries({})).rejects.toMatchObject({ code: "FETCH_FAILED" });
    await expect(entries({ [ROOT]: "<html><p>Not found</p></html>" })).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
    });
    await expect(entries({ [ROOT]: "Not found" })).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
    const notes: string[] = [];
    const found = await entries(
      {
        [ROOT]: index("/gone.xml", "/broken.gz", "/good.xml"),
        "http://example.com/broken.gz": gzipSync("http://example.com/x").subarray(0, 15),
        "http://example.com/good.xml": urlset("/a"),
      },
      { note: (message) => notes.push(message) },
    );
    expect(found).toEqual([{ url: "http://example.com/a" }]);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain("http://example.com/gone.xml");
  });

  it("that leads back to itself is read once", async () => {
    const { web, asked } = files({
      [ROOT]: index(ROOT, "/a.xml", "/a.xml"),
      "http://example.com/a.xml": index(ROOT, "/b.xml"),
      "http://example.com/b.xml": urlset("/page"),
    });
    expect(await Array.fromAsync(sitemapEntries(ROOT, web))).toHaveLength(1);
    expect(asked).toEqual([ROOT, "http://example.com/a.xml", "http://example.com/b.xml"]);
  });

  it("without end is read up to the limits", async () => {
    const notes: string[] = [];
    const note = (message: string) => void notes.push(message);
    const many = urlset(...Array.from({ length: 500 }, (_, n) => `/${n}`));
    expect(await entries({ [ROOT]: many }, { maxEntries: 100, note })).toHaveLength(100);
    const endless: Record<string, string> = {};
    for (let n = 0; n < 50; n += 1) endless[n === 0 ? ROOT : `http://example.com/${n}.xml`] = index(`/${n + 1}.xml`);
    expect(await entries(endless, { maxSitemaps: 10, note })).toHaveLength(0);
    const bomb = gzipSync(Buffer.alloc(5_000_000, "a"));
    await expect(entries({ [ROOT]: bomb }, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
    expect(notes).toEqual([expect.stringContaining("100 entries"), expect.stringContaining("10 sitemaps")]);
  });

  it("made to hurt is read in time and expands nothing", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${"c".repeat(1000)}">]><urlset><url><loc>http://a.b/${"&b;".repeat(100_000)}</loc></url></urlset>`;
    expect(parseSitemap(bomb, 10).entries).toEqual([]);
    expect(parseSitemap(`<urlset>${"<url>".repeat(300_000)}`, 10)).toEqual({ kind: "pages", entries: [] });
    expect(parseSitemap("&#65;".repeat(1_000_000), 10).kind).toBe("none");
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "<urlset>",
            "<url>",
            "<loc>",
            "http://a.b",
            "</loc>",
            "</url>",
            "<__proto__>",
            "<![CDATA[",
            "]]>",
            "&#0;",
            "<",
            '"',
          ),
          { maxLength: 30 },
        ),
        (pieces) => void parseSitemap(pieces.join(""), 100),
      ),
    );
  });
});

describe("the sitemaps of a site", () => {
  const of = async (bodies: Record<string, string>, sitemaps: readonly string[] = []) => {
    const { web, asked } = files(bodies, sitemaps);
    const notes: string[] = [];
    const found = await Array.fromAsync(
      siteSitemapEntries("http://example.com/a/b", web, { note: (text) => notes.push(text) }),
    );
    return { urls: found.map(({ url }) => url), asked, notes };
  };

  it("are those its robots.txt names", async () => {
    const { urls, notes, asked } = await of({ "http://example.com/m.xml": urlset("/m"), [ROOT]: urlset("/s") }, [
      "http://example.com/gone.xml",
      "http://example.com/m.xml",
      "http://example.com/m.xml",
    ]);
    expect(urls).toEqual(["http://example.com/m"]);
    expect(notes).toEqual([expect.stringContaining("404")]);
    expect(asked).toHaveLength(2);
  });

  it("are else at one of the usual places, or there are none", async () => {
    expect((await of({ "http://example.com/wp-sitemap.xml": urlset("/w") })).urls).toEqual(["http://example.com/w"]);
    expect(await of({})).toMatchObject({ urls: [], notes: [] });
  });
});
