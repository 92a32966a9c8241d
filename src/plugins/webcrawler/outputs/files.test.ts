import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crawlSettings } from "../crawl-settings.js";
import { webCrawlerOptions } from "../options.js";
import { countLinks, type PageRecord, packedLinks, type RecordedLink, unpackedLinks } from "../record.js";
import { csvRows } from "./comparison.js";
import { CsvFile } from "./csv.js";
import type { PutFile } from "./growing-file.js";
import { SiteMapFile } from "./site-map.js";

function kept() {
  const files = new Map<string, string>();
  const atOnce: string[] = [];
  const put: PutFile = async (path, content, _type, { adds = false, last }) => {
    const text = typeof content === "string" ? content : Buffer.from(content).toString();
    files.set(path, adds ? files.get(path)! + text : text);
    if (!last) atOnce.push(path);
  };
  return { files, atOnce, put };
}

describe("a table", () => {
  it("is read as it was written, but for what a program would take for a formula", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "'", ";", "\u00e4") });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 }), async (rows) => {
        const { files, put } = kept();
        const table = new CsvFile("t", ["a", "b", "c"], put);
        for (const row of rows) await table.add(row);
        await table.end();
        const read = [...csvRows(files.get("t.csv")!)].slice(1);
        expect(read).toEqual(rows.map((row) => row.map((text) => (/^[\r\n]/.test(text) ? `'${text}` : text))));
      }),
    );
    const { files, put } = kept();
    const table = new CsvFile("t", ["a"], put);
    for (const text of ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\uff1d1", " =1", "\n=1", "\u0000=1"])
      await table.add([text]);
    await table.end();
    expect([...csvRows(files.get("t.csv")!)].slice(1).every(([text]) => text!.startsWith("'"))).toBe(true);
  });

  it("that is long is one file with one header, stored part by part", async () => {
    const { files, atOnce, put } = kept();
    const table = new CsvFile("links", ["from", "to"], put, 5000);
    for (let row = 0; row < 1000; row += 1) await table.add([`from ${row}`, "to somewhere"]);
    await table.end();
    expect([...files.keys()]).toEqual(["links.csv"]);
    expect(table.paths).toEqual(["links.csv"]);
    expect(atOnce.length).toBeGreaterThan(2);
    const [header, ...rows] = [...csvRows(files.get("links.csv")!)];
    expect(header).toEqual(["from", "to"]);
    expect(rows.map(([from]) => from)).toEqual(Array.from({ length: 1000 }, (_, row) => `from ${row}`));
  });
});

describe("a table of some megabytes", () => {
  it("is whole, whatever its characters", async () => {
    const { files, put } = kept();
    const table = new CsvFile("t", ["a"], put, 16_000_000);
    const cells = Array.from({ length: 3000 }, (_, row) => `${row} ${"\u00e4\u6f22\u{1f600}a".repeat(row % 200)}`);
    for (const cell of cells) await table.add([cell]);
    await table.end();
    expect([...files.keys()]).toEqual(["t.csv"]);
    expect([...csvRows(files.get("t.csv")!)].slice(1).map(([cell]) => cell)).toEqual(cells);
  });
});

describe("the sitemap", () => {
  const settings = async () => {
    const made = await crawlSettings(webCrawlerOptions.parse({}));
    made.scope.extend("https://example.com/");
    return made;
  };
  const page = (url: string, more: Partial<PageRecord> = {}): PageRecord => ({
    ...{ kind: "page", line: 0, url, depth: 0, status: 200, type: "text/html", bytes: 1, ms: 1 },
    ...more,
  });

  it("is an index of several when one file cannot hold all", async () => {
    const { files, put } = kept();
    const map = new SiteMapFile(await settings(), "https://example.com", put);
    for (let number = 0; number < 50_001; number += 1) {
      await map.add(`https://example.com/${number}`, page(`https://example.com/${number}`));
    }
    await map.end();
    expect([...files.keys()]).toEqual(["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]);
    expect(files.get("sitemap-1.xml")!.match(/<loc>/g)).toHaveLength(50_000);
    expect(files.get("sitemap-2.xml")!.match(/<loc>/g)).toHaveLength(1);
    expect(files.get("sitemap.xml")).toContain("<loc>https://example.com/sitemap-2.xml</loc>");
  });

  it("holds the pages that search engines are to know, escaped", async () => {
    const { files, put } = kept();
    const map = new SiteMapFile(await settings(), "https://example.com", put);
    const add = (url: string, more?: Partial<PageRecord>) => map.add(url, page(url, more));
    await add("https://example.com/a?b=1&c='2'", { changed: "2026-01-02T03:04:05.000Z" });
    await add("https://example.com/noindex", { noindex: true });
    await add("https://example.com/copy", { canonical: "https://example.com/a" });
    await add("https://example.com/own", { canonical: "https://www.example.com/own?utm_source=x" });
    await add("https://example.com/moved", { status: 301 });
    await add("https://example.com/image", { type: "image/png" });
    await add("https://other.example/a");
    await map.add("https://example.com/soft", page("https://example.com/soft"), { isMissing: true });
    await map.end();
    const found = [...files.get("sitemap.xml")!.matchAll(/<url>(.*?)<\/url>/g)].map(([, entry]) => entry);
    expect(found).toEqual([
      "<loc>https://example.com/a?b=1&#38;c=&#39;2&#39;</loc><lastmod>2026-01-02</lastmod>",
      "<loc>https://example.com/own</loc>",
    ]);
  });
});

describe("links in short", () => {
  it("come back as they were", () => {
    const link: fc.Arbitrary<RecordedLink> = fc.record({
      url: fc.constantFrom(
        "https://example.com/",
        "https://example.com/a?b#c",
        "http://other.example/a",
        "https://example.community/",
      ),
      text: fc.stringMatching(/^[a-z +-]{0,8}$/),
      rel: fc.constantFrom("", "nofollow", "next prev"),
      kind: fc.constantFrom("a", "area", "link", "iframe", "frame"),
      followed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(link), (links) => {
        const origin = "https://example.com";
        const packed = packedLinks(links, origin, (_, index) => links[index]!.followed);
        expect([...unpackedLinks(packed, origin)]).toEqual(links);
      }),
    );
  });

  it("come back as they were when they are many, and are small until then", () => {
    const links = Array.from({ length: 2000 }, (_, number): RecordedLink => {
      const text = `\u00dcber ${number}`;
      return { url: `https://example.com/far/away/${number}`, text, rel: "", kind: "a", followed: number % 2 === 0 };
    });
    const origin = "https://example.com";
    const [packed, other] = [links, links.slice(1)].map((some) =>
      packedLinks(some, origin, (_, at) => some[at]!.followed),
    );
    expect([...unpackedLinks(packed, origin)]).toEqual(links);
    expect([...unpackedLinks(other, origin)]).toEqual(links.slice(1));
    expect(packed!.length * 2).toBeLessThan(JSON.stringify(links).length);
    expect(countLinks(packed)).toEqual({ out: 2000, away: 0 });
  });
});
