import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptOf } from "../../engines/pages/extraction/formats.js";
import { NO_METADATA } from "../../engines/pages/extraction/no-metadata.js";
import type { ContentBlock, ExtractedPage } from "../../engines/pages/extraction/page.js";
import { ARTICLE_FORMATS, type ArticleFormat, type ArticleLook, articleFacts, articleFiles } from "./article-files.js";

const ALL: ArticleLook = { links: true, images: true, tables: true, formatting: true, comments: true };
const NONE: ArticleLook = { links: false, images: false, tables: false, formatting: false, comments: false };
const URL = "https://a.test/bees";

const CONTENT: readonly ContentBlock[] = [
  { kind: "heading", level: 2, spans: [{ text: "The dance" }] },
  {
    kind: "paragraph",
    spans: [{ text: "Bees " }, { text: "dance", strong: true, href: "https://b.test/?a=1&b=2" }, { text: " <daily>." }],
  },
  { kind: "item", ordered: false, depth: 0, spans: [{ text: "In circles" }] },
  { kind: "table", header: true, rows: [[[{ text: "Day" }]], [[{ text: "Monday" }]]] },
  { kind: "image", src: "../images/bees-1.png", alt: 'A "bee"', caption: "A bee at work" },
  { kind: "code", text: "if (a < b) {\n}" },
];

/** Any code units, halves of surrogate pairs included. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const page = (content = CONTENT, title = "How Bees Dance"): ExtractedPage => ({
  type: "article",
  metadata: {
    ...NO_METADATA,
    title,
    authors: ["Ann Lee", "Bo Ek"],
    published: "2024-05-01",
    language: "en",
    licence: "CC BY",
  },
  content,
  comments: [{ kind: "paragraph", spans: [{ text: "Lovely." }] }],
  words: 0,
  method: "model",
});

function file(format: ArticleFormat, look = ALL, from = page()): string {
  const [only] = articleFiles(from, articleFacts(keptOf(from, look), URL), [format], "bees", look);
  return only!.content;
}

describe("the files of an article", () => {
  it("are one of each format, named alike", () => {
    const files = articleFiles(page(), articleFacts(page(), URL), ARTICLE_FORMATS, "bees", NONE);
    expect(files.map(({ path, type }) => `${path} ${type}`)).toEqual([
      "articles/bees.txt text/plain",
      "articles/bees.md text/markdown",
      "articles/bees.html text/html",
      "articles/bees.json application/json",
      "articles/bees.csv text/csv",
      "articles/bees.xml application/xml",
    ]);
  });

  it.each(["html", "md", "json", "xml"] as const)("in %s point to the images that are saved with them", (format) => {
    expect(file(format)).toContain("../images/bees-1.png");
    expect(file(format)).not.toContain(".invalid");
    expect(file(format, NONE)).not.toContain("bees-1.png");
  });

  it("as a page of HTML may show images from the disk only where some are saved there", () => {
    const rule = /img-src ([^;"]+)/;
    expect(rule.exec(file("html"))?.[1]).toContain("file:");
    expect(rule.exec(file("html", NONE))?.[1]).not.toContain("file:");
  });

  it("as XML hold everything escaped, in elements that say what it is", () => {
    const xml = file("xml");
    expect(xml).toContain(
      "<title>How Bees Dance</title>\n  <author>Ann Lee, Bo Ek</author>\n  <date>2024-05-01</date>",
    );
    expect(xml).toContain('<heading level="2">The dance</heading>');
    expect(xml).toContain(
      '<paragraph>Bees <link href="https://b.test/?a=1&amp;b=2"><strong>dance</strong></link> &lt;daily&gt;.</paragraph>',
    );
    expect(xml).toContain('<item ordered="false" depth="0">In circles</item>');
    expect(xml).toContain("<table><row><heading>Day</heading></row><row><cell>Monday</cell></row></table>");
    expect(xml).toContain('alt="A &quot;bee&quot;">A bee at work</image>');
    expect(xml).toContain("<code>if (a &lt; b) {\n}</code>");
    expect(xml).toContain("<comments>\n    <paragraph>Lovely.</paragraph>");
    expect(file("xml", NONE)).not.toMatch(/<(link|strong|table|image|comments)/);
  });

  it.each([
    ["md", "## H\n\nbold leaning and code\n\n- item\n\n> quote\n\n```\ncode\n```"],
    [
      "html",
      "<h2>H</h2>\n<p>bold leaning and code</p>\n<ul>\n<li>item\n</li></ul>\n<blockquote><p>quote</p></blockquote>\n<pre><code>code</code></pre>",
    ],
    [
      "xml",
      '<heading level="2">H</heading>\n    <paragraph>bold leaning and code</paragraph>\n    <item ordered="false" depth="0">item</item>\n    <quote>quote</quote>\n    <code>code</code>',
    ],
  ] as const)("in %s without formatting lose bold, italic and code within lines alone", (format, body) => {
    const content: ContentBlock[] = [
      { kind: "heading", level: 2, spans: [{ text: "H", emphasis: true }] },
      {
        kind: "paragraph",
        spans: [
          { text: "bold", strong: true },
          { text: " " },
          { text: "leaning", emphasis: true },
          { text: " and " },
          { text: "code", code: true },
        ],
      },
      { kind: "item", ordered: false, depth: 0, spans: [{ text: "item", strong: true }] },
      { kind: "quote", spans: [{ text: "quote" }] },
      { kind: "code", text: "code" },
    ];
    expect(file(format, { ...ALL, formatting: false }, page(content))).toContain(body);
  });

  it("as XML are well-formed whatever the page holds", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, title) => {
        const xml = file("xml", ALL, page([{ kind: "paragraph", spans: [{ text, href: text }] }], title));
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(xml.isWellFormed()).toBe(true);
        const bare = xml.replace(/&(amp|lt|gt|quot|#13);/g, "").replace(/<[^<>&]*>/g, "");
        expect(bare).not.toMatch(/[<>&]/);
      }),
    );
  });

  it("as CSV are a line of names and one of values, and none of them a formula", () => {
    const csv = file(
      "csv",
      NONE,
      page([{ kind: "paragraph", spans: [{ text: 'He said "no", twice.' }] }], "=HYPERLINK(1)"),
    );
    expect(csv).toBe(
      "url,title,author,date,language,licence,words,text\r\n" +
        `${URL},'=HYPERLINK(1),"Ann Lee, Bo Ek",2024-05-01,en,CC BY,4,"He said ""no"", twice."\r\n`,
    );
  });
});

describe("the files of an archived page say where and when the copy was made", () => {
  const archive = {
    archiveUrl: `https://web.archive.org/web/20210101000000/${URL}`,
    archivedAt: "2021-01-01T00:00:00Z",
  };
  const { archiveUrl, archivedAt } = archive;

  it.each([
    ["md", `url: "${URL}"\narchive_url: "${archiveUrl}"\narchived_at: "${archivedAt}"\n`],
    ["html", `<link rel="memento" href="${archiveUrl}">\n<meta name="archived_at" content="${archivedAt}">\n`],
    ["json", `"url": "${URL}",\n  "archiveUrl": "${archiveUrl}",\n  "archivedAt": "${archivedAt}",\n`],
    ["csv", `url,archiveUrl,archivedAt,title,`],
    ["xml", `<url>${URL}</url>\n  <archiveUrl>${archiveUrl}</archiveUrl>\n  <archivedAt>${archivedAt}</archivedAt>\n`],
  ] as const)("in %s, and those of no other", (format, head) => {
    const facts = articleFacts(keptOf(page(), ALL), URL);
    const [archived] = articleFiles(page(), { ...facts, archive }, [format], "bees", ALL);
    expect(archived!.content).toContain(head);
    expect(file(format)).not.toMatch(/archive|memento/i);
  });
});

describe("the facts of an article", () => {
  it("count and hash what is kept, and nothing else", () => {
    const kept = articleFacts(keptOf(page(), NONE), URL);
    const whole = articleFacts(keptOf(page(), ALL), URL);
    expect(whole.words - kept.words).toBe(6);
    expect(whole.hash).not.toBe(kept.hash);
    expect(kept).toMatchObject({
      url: URL,
      title: "How Bees Dance",
      author: "Ann Lee, Bo Ek",
      date: "2024-05-01",
      language: "en",
    });
  });

  it("take the day of the last change where the first is not known", () => {
    const changed = page();
    const metadata = { ...changed.metadata, published: "", modified: "2025-01-02" };
    expect(articleFacts({ ...changed, metadata }, URL).date).toBe("2025-01-02");
  });
});
