import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { readMetadata } from "./metadata.js";
import { NO_METADATA } from "./no-metadata.js";
import type { PageType } from "./page.js";

const NOW = new Date("2025-06-01T12:00:00Z");
const read = (html: string, url = "https://bees.example/keeping/first-hive") => readMetadata(html, url, NOW);

describe("what a page says of itself", () => {
  it("is read from JSON-LD, meta elements, links and the page's own words", () => {
    const html = `<!doctype html><html lang="en-GB"><head>
      <title>Your first hive | Bee Weekly</title>
      <meta property="og:site_name" content="Bee Weekly">
      <meta property="og:image" content="/img/hive.jpg">
      <meta name="description" content="How to &amp; where to begin.">
      <meta name="keywords" content="bees, hives ,Bees">
      <link rel="canonical" href="/keeping/first-hive">
      <link rel="icon" href="/favicon.ico">
      <link rel="alternate" type="application/rss+xml" title="All" href="/feed">
      <link rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/">
      <script type="application/ld+json">
        {"@context": "https://schema.org", "@graph": [
          {"@type": "WebSite", "name": "Bee Weekly"},
          {"@type": "NewsArticle", "headline": "Your first hive", "author": {"@id": "#jane"},
           "datePublished": "2024-05-01T08:00:00+02:00", "dateModified": "2024-05-03"},
          {"@type": "Person", "@id": "#jane", "name": "Jane Doe"}]}
      </script></head><body><h1>Your first hive</h1><p>It hums.</p></body></html>`;
    expect(read(html)).toMatchObject({
      title: "Your first hive",
      description: "How to & where to begin.",
      authors: ["Jane Doe"],
      published: "2024-05-01T08:00:00+02:00",
      modified: "2024-05-03",
      site: "Bee Weekly",
      language: "en",
      licence: "https://creativecommons.org/licenses/by-sa/4.0/",
      canonical: "https://bees.example/keeping/first-hive",
      image: "https://bees.example/img/hive.jpg",
      favicon: "https://bees.example/favicon.ico",
      tags: ["bees", "hives"],
      feeds: [{ url: "https://bees.example/feed", title: "All", type: "application/rss+xml" }],
      nextPage: "",
      previousPage: "",
      nextLink: "",
    });
  });

  it("is read from long descriptions and from JSON-LD whose type is written with a character reference", () => {
    const description = "It hums. ".repeat(600);
    const page = read(
      `<meta name=description content="${description}"><script type="application/ld&#x2B;json">{"@type":"Article","author":"Ann Lee"}</script>`,
    );
    expect(page.description).toHaveLength(1000);
    expect(page.authors).toEqual(["Ann Lee"]);
  });

  it("has every member, whatever the page is", () => {
    const members = Object.keys(NO_METADATA).sort();
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "<meta property=og:title content='",
        '<script type=application/ld+json>{"@graph":[',
        "</script>",
        "<title>",
        "<a rel=next href=?page=2>",
        "<base href='//evil.example'>",
        "<time datetime=",
        "<h1 class=author itemprop=author>",
        "&#0;&#xd800;",
        "\u0000",
        '"',
        "'>",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, url) => {
        const metadata = readMetadata(pieces.join(""), url, NOW);
        expect(Object.keys(metadata).sort()).toEqual(members);
        for (const one of [metadata.canonical, metadata.image, metadata.favicon, metadata.nextPage]) {
          expect(one).toMatch(/^(https?:\/\/|$)/);
        }
      }),
    );
  });

  it("leaves out addresses that are not of the web, and goes by the page's own base", () => {
    const html = `<base href="https://cdn.example/a/"><link rel=canonical href="javascript:alert(1)">
      <meta property=og:image content="data:image/png;base64,AA"><meta name=twitter:image content="hive.jpg">
      <link rel=icon href="vbscript:x"><link rel=alternate type=application/atom+xml href="mailto:a@b.example">`;
    expect(read(html)).toMatchObject({
      canonical: "",
      image: "https://cdn.example/a/hive.jpg",
      favicon: "",
      feeds: [],
    });
    expect(read('<base href="//user:secret@evil.example/"><link rel=icon href="x.ico">').favicon).toBe(
      "https://evil.example/x.ico",
    );
    expect(readMetadata('<link rel=icon href="/x.ico">').favicon).toBe("");
  });
});

describe("the title of a page", () => {
  it.each([
    [
      "without the site it names",
      '<meta property=og:site_name content="Bee Weekly"><title>First hive - Bee Weekly</title>',
      "First hive",
    ],
    ["without the name of its host", "<title>A short story of wax | Bees</title>", "A short story of wax"],
    ["as its heading has it", "<title>First hive: all you need | Bee Weekly</title><h1>First hive</h1>", "First hive"],
    ["without the sign behind its heading", "<title>Queens — Manual</title><h1>Manual</h1><h1>Queens ¶</h1>", "Queens"],
    ["as stated for programs", '<meta property="og:title" content="First hive"><title>Home</title>', "First hive"],
    ["and not that of a drawing", "<svg><title>Menu</title></svg><title>First hive</title>", "First hive"],
    [
      "without escapes that were made twice",
      "<title>Bees &amp;amp; wasps&amp;#8217; nests</title>",
      "Bees & wasps\u2019 nests",
    ],
    [
      "with what an archive is of",
      "<title>garden &#8211; Test Blog</title><h1>Category: <span>garden</span></h1>",
      "Category: garden",
    ],
    ["or its only heading", "<h1>First <b>hi</b>ve</h1>", "First hive"],
    ["and not what the next heading says", "<h1>First hive<hr><h3>Posted on 1 May</h3></div>", "First hive"],
    [
      "and not that of the manual above it",
      "<title>What is a hive? - The Book of Bees</title><h1>The Book of Bees</h1><h2>What is a hive?</h2>",
      "What is a hive?",
    ],
    [
      "and not that of the blog above it",
      "<title>Wax and Honey: My first hive hums</title><h1>Wax and Honey</h1><h3>My first hive hums</h3>",
      "My first hive hums",
    ],
    ["and not the name of the host", "<title>It hums - bees.example</title><h1>bees.example</h1>", "It hums"],
    [
      "and not the name of the site",
      '<meta property=og:site_name content="Wax"><meta property=og:title content="Wax"><h1>It hums</h1>',
      "It hums",
    ],
    [
      "that says what the address says",
      "<title>Beenet - The heart of honey</title><h1>My first hive hums</h1>",
      "My first hive hums",
    ],
    [
      "whole, where the document only adds to it",
      '<meta property="og:title" content="New to bees \u2013 which hive?"><title>New to bees \u2013 which hive? - Questions</title>',
      "New to bees \u2013 which hive?",
    ],
    [
      "once, where its heading has it for every width",
      "<h1><span>First hive</span> <span>First hive</span></h1>",
      "First hive",
    ],
  ])("is given %s", (_, html, title) => {
    expect(read(html, "https://bees.example/2024/my-first-hive-hums").title).toBe(title);
  });
});

describe("the name of the site", () => {
  it.each([
    [
      "its feeds",
      "<title>It hums &#8211; Wax Diary</title><link rel=alternate type=application/rss+xml title='Wax Diary &raquo; Feed' href=/f>",
    ],
    ["the link to its start", "<title>It hums - Wax Diary</title><a href='https://bees.example/'>Wax Diary</a>"],
    ["the link to its start, without the host", "<title>It hums | Wax Diary</title><a href=/>Wax Diary</a>"],
  ])("is the part of the title that is in %s", (_, html) => {
    expect(read(html)).toMatchObject({ site: "Wax Diary", title: "It hums" });
  });

  it.each([
    ["a link to another site", "<title>It hums - Wax Diary</title><a href='https://wax.example/'>Wax Diary</a>"],
    ["the word for its start", "<title>Bees - Home</title><a href=/>Home</a>"],
    ["what the page alone is called", "<title>It hums</title><a href=/>It hums</a>"],
  ])("is not %s", (_, html) => {
    expect(read(html).site).toBe("");
  });
});

describe("the tags of a page", () => {
  const tag = (name: string) => `<a rel="category tag" href=/t/${name}>${name}</a>`;

  it("are those it shows as links too", () => {
    const html = `<h1>Bees</h1>${tag("Hives")}<p>It hums.</p>${tag("wax")}, ${tag("hives")}${tag("Uncategorized")}`;
    expect(read(html).tags).toEqual(["Hives", "wax"]);
  });

  it("are not those of the texts it lists", () => {
    const post = (name: string) => `<h2>Bees</h2>${tag(name)}${"<p>It hums.</p>".repeat(150)}`;
    expect(read(["Hives", "wax", "honey"].map(post).join("")).tags).toEqual([]);
    expect(read(tag("Hives").repeat(3)).tags).toEqual([]);
  });
});

describe("who wrote a page", () => {
  it.each([
    ["a meta element", "<meta name=author content='By Jane Doe'>"],
    ["an item", "<div itemprop=author itemscope><b itemprop=name>Jane Doe</b> Editor</div>"],
    ["a link of the author", "<h1>Bees</h1><a rel=author href=/jane>Jane Doe</a>"],
    ["a class", "<h1>Bees</h1><div class='post-byline'>By <a href=/x>Jane Doe</a> on May 1, 2024</div>"],
    ["a line below the heading", "<h1>Bees</h1><p>By Jane Doe</p>"],
    ["the line below another", "<h1>Bees</h1><p>Written by</p><p>Jane Doe</p>"],
    ["the page of the author", "<h1>Bees</h1><a href=/authors/jane>Jane Doe</a>"],
    [
      "labels for a network",
      "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Jane Doe'>",
    ],
    ["a bibliography", "<meta name=citation_author content='Doe, Jane'>"],
    [
      "a question's JSON-LD",
      '<script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"Question","author":{"name":"Jane Doe"}}}</script>',
    ],
  ])("is read from %s", (_, html) => {
    expect(read(html).authors).toEqual(["Jane Doe"]);
  });

  it.each([
    ["a line with a date", "<h1>Bees</h1><p>May 3, 2024 \u00b7 Jane Doe in Honey</p>"],
    ["a line with a role", "<h1>Bees</h1><p>Jane Doe | Senior Writer | May 3, 2024</p>"],
    ["a line that begins with the date", "<h1>Bees</h1><p>03/01/2024 by Jane Doe, Beekeeper</p>"],
    [
      "a class with the date before the name",
      "<h1>Bees</h1><p class=publish-date-author>May 3, 2024 \u00b7 Jane Doe on behalf of all</p>",
    ],
    [
      "the box about the author",
      "<h1>Bees</h1><div class=author-box><h4 class=author-box__name>Jane Doe</h4>Keeps bees.</div>",
    ],
    [
      "a byline with more behind the link",
      "<h1>Bees</h1><p>By <a href=/j>Jane Doe</a> <a href=/d>View in digital edition</a></p>",
    ],
    [
      "a title of level 2",
      "<title>My bees hum | B</title><p class=author>Jack Roe</p><h2>My bees hum</h2><p class=author>Jane Doe</p>",
    ],
    [
      "the name within an item, for programs",
      "<h1>Bees</h1><p itemprop=author itemscope><meta itemprop=name content='Jane Doe'></p>",
    ],
  ])("is read from %s", (_, html) => {
    expect(read(html).authors).toEqual(["Jane Doe"]);
  });

  it("are all who stand below a word for authors", () => {
    const html = "<h1>Bees</h1><h6>Author(s)</h6><ul><li>Jane A. Doe</li><li>Jack Roe</li></ul><p>2024</p>";
    expect(read(html).authors).toEqual(["Jane A. Doe", "Jack Roe"]);
  });

  it.each([
    ["junk of bylines", "<h1>Bees</h1><p class=author>View more posts</p><p class=byline>4m Read</p>"],
    ["a value for a missing one", "<meta name=author content='No Author'><h1>Bees</h1><p class=author>Podcast</p>"],
    ["a page of a list", "<meta name=author content='Page 2'>"],
    ["a label without its name", "<h1>Bees</h1><p class=author>Insights from</p><p class=author>Table of contents</p>"],
    ["initials in place of a portrait", "<h1>Bees</h1><div class=author>JD</div>"],
    [
      "words that hold the letters of author",
      "<h1>Bees</h1><h3 id=authoring-hives>Authoring hives</h3><a class=autorefs>Hive</a>",
    ],
    ["who praises it", "<h1>Bees</h1><p class=testimonial-author>Jane Doe</p><p class=review__author>Jack Roe</p>"],
    ["a statement of a query", "<h1>Bees</h1><pre>ORDER</pre><p>BY</p><p>LIMIT</p>"],
    [
      "those of other texts",
      ["Jane Doe", "Jack Roe", "Ada Poe"]
        .map((name) => `<p class=author>${name}</p>${"<p>It hums.</p>".repeat(150)}`)
        .join(""),
    ],
  ])("is not %s", (_, html) => {
    expect(read(html).authors).toEqual([]);
  });

  it("is not looked for in what is shown on pages that list or sell things", () => {
    const shown = "<h1>Hives</h1><p>By Jane Doe</p><a rel=author href=/j>Jane Doe</a>";
    const of = (html: string, type: PageType) => readMetadata(html, "https://bees.example/x", NOW, type).authors;
    expect(of(shown, "article")).toEqual(["Jane Doe"]);
    expect(of(shown, "collection")).toEqual([]);
    expect(of(`<meta name=author content="Jane Doe">${shown}`, "listing")).toEqual(["Jane Doe"]);
    expect(of(`<meta name=author content="Jane Doe">${shown}`, "product")).toEqual([]);
    const article = '<script type="application/ld+json">{"@type":"Article","author":{"name":"Jane Doe"}}</script>';
    expect(of(article + shown, "product")).toEqual(["Jane Doe"]);
  });

  it("is the only one linked on a page that is called a list for its few words", () => {
    const by = "<p>It hums.</p>By <a rel=author href=/a/ann>Ann Lee</a>";
    const of = (html: string) => readMetadata(html, "https://bees.example/x", NOW, "listing").authors;
    expect(of(`<title>First hive - Wax</title><h1>First hive</h1>${by}`)).toEqual(["Ann Lee"]);
    expect(of(`<title>Hives - Wax</title><h1>Hives</h1>${by}${by}`)).toEqual([]);
    expect(of(`<title>Hives - Wax</title><h1>Tag: Hives</h1>${by}`)).toEqual([]);
  });

  it("is who began the thread in a forum", () => {
    const posts = ["bee_77", "waxwing"].map(
      (name) => `<div><a class=username href=/m/1>${name}</a> Queen</div><p>It hums.</p>`,
    );
    const of = (html: string) => readMetadata(html, "https://bees.example/t/1", NOW, "forum").authors;
    expect(of(`<h1>Hives?</h1>${posts.join("")}`)).toEqual(["bee_77"]);
    const answer = "<p itemprop=author itemscope><b itemprop=name>bee_77</b></p>";
    expect(of(`<h1>Hives?</h1><p>Thread starter waxwing</p>${posts.join("")}${answer}`)).toEqual(["waxwing"]);
    const hidden = `<noscript><h1>Hives?</h1>${posts.join("")}${"<p>It hums.</p>".repeat(300)}</noscript>`;
    expect(of(hidden)).toEqual(["bee_77"]);
    expect(of(`<![CDATA[ <p></p><h1>Hives?</h1>${posts.join("")}`)).toEqual(["bee_77"]);
  });

  it("is the site only where nobody else is named, and never who bought the product", () => {
    const site = '<meta property=og:site_name content="Bee Weekly"><meta name=author content="Bee Weekly">';
    expect(read(`${site}<h1>Bees</h1><p>By Jane Doe</p>`).authors).toEqual(["Jane Doe"]);
    expect(read(site).authors).toEqual(["Bee Weekly"]);
    const product = '<script type="application/ld+json">{"@type":"Product","name":"Hive"}</script><h1>Hive</h1>';
    expect(read(`${product}<div class=review-author>Jack Roe</div>`).authors).toEqual([]);
  });
});

describe("when a page was published", () => {
  it("is found however far the lines of its markup are indented", () => {
    const line = `<div>${"\n".padEnd(120)}<span>${"\n".padEnd(130)}Posted on 1 May 2019</span></div>`;
    expect(read(`<h1>First hive</h1>${line}<p>It hums.</p>`).published).toBe("2019-05-01");
  });

  it.each([
    [
      "a meta element",
      "<meta property='article:published_time' content='2024-05-01T08:00:00Z'>",
      "2024-05-01T08:00:00Z",
    ],
    ["an item", "<time itemprop=datePublished datetime=2024-05-01>today</time>", "2024-05-01"],
    [
      "the time below the heading",
      "<time datetime=2025-01-01></time><h1>Bees</h1><time>May 1, 2024</time>",
      "2024-05-01",
    ],
    ["a class", "<h1>Bees</h1><span class=post-date>1. Mai 2024</span>", "2024-05-01"],
    ["a line below the heading", "<h1>Bees</h1><p>Published on July 18, 2024</p>", "2024-07-18"],
    ["a line of a paper", "<h1>Bees</h1><p>. 2024 May 1;15(1):e33. doi: 10.1/bees</p>", "2024-05-01"],
    ["a line with a role", "<h1>Bees</h1><p>Jane Doe | Senior Writer | July 2, 2024</p>", "2024-07-02"],
  ])("is read from %s", (_, html, published) => {
    expect(read(html).published).toBe(published);
  });

  it.each([
    ["Post time: 01.05.2024", "2024-05-01", ""],
    ["Posted on the 15/05/2024 at 19:00 by Jane", "2024-05-15T19:00:00", ""],
    ["Ver\u00f6ffentlicht am 1. Mai 2024 um 8:09 Uhr", "2024-05-01T08:09:00", ""],
    ["Publi\u00e9 le 1 mai 2024", "2024-05-01", ""],
    ["Published online 2024 May 1", "2024-05-01", ""],
    ["Last updated: May 3, 2024, 4:05 pm", "", "2024-05-03T16:05:00"],
    ["Zuletzt aktualisiert am 3. Mai 2024", "", "2024-05-03"],
    ["Stand: 03.05.2024", "", "2024-05-03"],
    ["This page was last edited on 3 May 2024, at 04:05.", "", "2024-05-03T04:05:00"],
    ["Derni\u00e8re mise \u00e0 jour : 3 mai 2024", "", "2024-05-03"],
    ["\u00a9 2024 Bees, May 3, 2024", "", ""],
  ])("is read from %j, wherever it is on the page", (line, published, modified) => {
    const html = `<h1>Bees</h1>${"<p>It hums.</p>".repeat(80)}<p>${line}</p>`;
    expect(read(html)).toMatchObject({ published, modified });
  });

  it("is read with the label above it", () => {
    const html = `<h1>Bees</h1>${"<p>It hums.</p>".repeat(80)}<dt>Last updated</dt><dd>May 3, 2024</dd>`;
    expect(read(html)).toMatchObject({ published: "", modified: "2024-05-03" });
  });

  it.each([
    ["the output of a program", "<pre>$ date\nThu 20 May 2021 01:08:08 AM JST</pre>"],
    ["the output of a program, in colours", "<pre><span class='token date'>Thu 20 May 2021</span></pre>"],
    ["another work that is listed", "<li>&quot;Hives&quot; by Jane Doe. (11 December, 1998)</li>"],
    ["another work without quotes", "<li>Hives and frames, by Jane Doe (11 December 1998)</li>"],
  ])("is not the date of %s", (_, line) => {
    expect(read(`<h1>Bees</h1>${line}<p>It hums.</p>`)).toMatchObject({ published: "", modified: "" });
    const dated = read(`<h1>Bees</h1>${line}<p>Published on July 18, 2024</p>`);
    expect(dated.published).toBe("2024-07-18");
  });

  it("is what it shows where its program states the moment at which it wrote the page", () => {
    const stated = (published: string, modified: string) =>
      `<script type="application/ld+json">{"@type":"Article","datePublished":"${published}","dateModified":"${modified}"}</script>`;
    const shown = "<h1>Bees</h1><p class=post-date>May 1, 2024</p>";
    expect(read(stated("2025-01-02T03:04:05Z", "2025-01-02T03:04:05Z") + shown).published).toBe("2024-05-01");
    expect(read(stated("2025-01-02T03:04:05Z", "2025-01-03") + shown).published).toBe("2025-01-02T03:04:05Z");
    expect(read(stated("2024-01-02", "2024-01-02") + shown).published).toBe("2024-01-02");
  });

  it("is no date of a change where one element has both", () => {
    const time = (name: string, date: string) => `<time class="${name}" datetime="${date}">on a day</time>`;
    const never = time("entry-date published updated", "2024-05-01T08:00:00+00:00");
    expect(read(`<h1>Bees</h1>${never}`)).toMatchObject({ published: "2024-05-01T08:00:00Z", modified: "" });
    const changed = time("entry-date published", "2024-05-01") + time("updated", "2024-05-03");
    expect(read(`<h1>Bees</h1>${changed}`)).toMatchObject({ published: "2024-05-01", modified: "2024-05-03" });
  });

  it("is read from its address at last, and never from when it was changed", () => {
    expect(read("<p>Hum.</p>", "https://a.example/2024/05/01/bees").published).toBe("2024-05-01");
    expect(read("<h1>Bees</h1><p>Updated May 3, 2024</p>")).toMatchObject({ published: "", modified: "2024-05-03" });
    expect(read("<meta name=date content=2031-05-01>").published).toBe("");
  });
});

describe("the licence of a page", () => {
  const BY_SA = "https://creativecommons.org/licenses/by-sa/4.0/";
  it.each([
    ["a link", `<a rel="license nofollow" href="${BY_SA}">x</a>`, BY_SA],
    ["JSON-LD", `<script type="application/ld+json">{"@type":"Article","license":"${BY_SA}"}</script>`, BY_SA],
    ["a sentence with a link", `<p>Text is available under a <a href="${BY_SA}">licence</a>.</p>`, BY_SA],
    ["its last words", "<p>Hum.</p><footer>Licensed under CC BY-SA 4.0.</footer>", BY_SA],
    [
      "its last words in full",
      "<footer>This work is licensed under a Creative Commons Attribution-ShareAlike 4.0 International License</footer>",
      BY_SA,
    ],
    ["public domain", "<footer>Licence: CC0</footer>", "https://creativecommons.org/publicdomain/zero/1.0/"],
    [
      "nothing where a picture has one",
      `<p>Photo: Jane Doe, licensed under <a href="${BY_SA}">CC BY-SA 4.0</a></p>`,
      "",
    ],
    ["nothing where there is none", "<p>A driving licence costs money.</p>", ""],
  ])("is read from %s", (_, html, licence) => {
    expect(read(html).licence).toBe(licence);
  });
});

describe("the pages before and after a page", () => {
  const at = (html: string, url: string) => {
    const { nextPage, previousPage } = read(html, url);
    return [nextPage, previousPage];
  };
  it.each([
    ["<link rel=next href=?page=2>", "https://a.example/x", "https://a.example/x?page=2", ""],
    [
      "<a href=/x/page/3/>Next</a><a href=/x/>&laquo; Previous</a>",
      "https://a.example/x/page/2/",
      "https://a.example/x/page/3/",
      "https://a.example/x/",
    ],
    ["<a href=/x/2 aria-label=Next><i></i></a>", "https://a.example/x", "https://a.example/x/2", ""],
    ["<a href=/x/2>weiter</a>", "https://a.example/x", "https://a.example/x/2", ""],
    ["<a href=bees-2.html>Page 2 of 4</a>", "https://a.example/bees.html", "https://a.example/bees-2.html", ""],
    ["<a rel=prev href=/x/>1</a>", "https://a.example/x/2", "", "https://a.example/x/"],
    ["<a href='/?p=7&page=2'>2</a>", "https://a.example/?p=7", "https://a.example/?p=7&page=2", ""],
    [
      "<a href=/t/9?start=20>2</a><a href=/t/9?start=40>3</a>",
      "https://a.example/t/9",
      "https://a.example/t/9?start=20",
      "",
    ],
    ["<a href=?page=1>Next</a>", "https://a.example/x", "https://a.example/x?page=1", ""],
    ["<a href=/x/2>2</a><a href=/x/3>3</a><a href=/x/2>Next</a>", "https://a.example/x/1", "https://a.example/x/2", ""],
    ["<a href=/x>1</a><a href=/x/3>Next</a>", "https://a.example/x/2", "https://a.example/x/3", "https://a.example/x"],
    ["<a rel=next href=/x/page/2>Their dances</a>", "https://a.example/x", "https://a.example/x/page/2", ""],
  ])("are found by %s", (html, url, next, previous) => {
    expect(at(html, url)).toEqual([next, previous]);
  });

  it.each([
    ["another article", "<link rel=next href=/wasps>"],
    ["another site", "<a rel=next href=https://b.example/bees?page=2>Next</a>"],
    ["the page itself", "<a rel=next href=#top>Next</a>"],
    ["a page further on", "<a href=?page=7>Next</a>"],
    ["a program", "<a rel=next href=javascript:next()>Next</a>"],
  ])("are not %s", (_, html) => {
    expect(at(html, "https://a.example/bees")).toEqual(["", ""]);
  });

  it.each([
    ["a post of the next day", "<a rel=next href=/day-6>Next post Day 6</a>", "https://a.example/day-5"],
    [
      "a post of the next day, in words",
      "<a rel=next href=/day-6>Next</a><a href=/day-4>Previous</a>",
      "https://a.example/day-5",
    ],
    ["a chapter", "<link rel=next href=/book/3><a href=/book/3>Next chapter</a>", "https://a.example/book/2"],
    ["a product", "<a href=/items/8>Next \u2192</a>", "https://a.example/items/7"],
    ["a second post of the same title", "<a rel=next href=/notes-2>Next Post Notes</a>", "https://a.example/notes"],
    ["a post of the next number", "<a rel=next href='/?p=8'>Next</a>", "https://a.example/?p=7"],
    ["the second page of a blog", "<a href=/page/2>2</a><a href=/page/2>Next page</a>", "https://a.example/"],
    ["a page of comments", "<a href=/x?cpage=2>2</a>", "https://a.example/x"],
  ])("are not %s", (_, html, url) => {
    expect(at(html, url)[0]).toBe("");
  });

  it.each([
    ["<a rel=next href=/wasps>Wasps</a>", "https://a.example/wasps"],
    ["<a href=/day-6>Next post: Day 6</a>", "https://a.example/day-6"],
    ["<a href=/end>Next \u2192</a><link rel=next href=/three>", "https://a.example/three"],
    ["<a href=/wasps>Next of kin</a><a href=/old>Older post</a>", ""],
  ])("are called the next ones, whatever they are: %s", (html, next) => {
    expect(read(html, "https://a.example/bees").nextLink).toBe(next);
  });
});

describe("the language of a page", () => {
  it("is what it says, or else what its paragraphs are written in", () => {
    expect(read("<html lang=de-AT>").language).toBe("de");
    expect(read("<meta property=og:locale content=fr_CA>").language).toBe("fr");
    const german = "<p>Die Bienen summen im Garten, während der Imker zwischen den Rahmen nach der Königin sucht.</p>";
    expect(read(`<nav>Home About us Contact</nav>${german}`).language).toBe("de");
    expect(read("<p>Hum.</p>").language).toBe("");
  });
});

describe("a page made to hurt", () => {
  it.each([
    ["an attribute of 50 MB", `<meta property="og:title" content="${"x".repeat(50_000_000)}">`],
    ["200,000 metas", Array.from({ length: 200_000 }, (_, at) => `<meta name=a${at} content=b>`).join("")],
    ["a script that never ends", `<script type="application/ld+json">${"[{".repeat(2_000_000)}`],
    ["brackets without end", `<script type="application/ld+json">${"[".repeat(900_000)}</script>`],
    ["100,000 links", "<a href=/u/x rel=author>next".repeat(100_000)],
    ["100,000 open bylines", "<div class=author itemprop=author>By J".repeat(100_000)],
    ["100,000 dates", "<h1>x</h1><time>Jan Jan Jan 5 5 5".repeat(100_000)],
    ["100,000 sections", "<![CDATA[<p>".repeat(100_000)],
    ["100,000 open parts for readers without scripts", "<noscript><p>".repeat(100_000)],
    ["one heading 100,000 times", `<title>It hums</title>${"<h2>It hums and hums</h2>".repeat(100_000)}`],
    ["100,000 lines with a year", "<p>Updated in 2024".repeat(100_000)],
    ["a title of dashes", `<title>${" - x".repeat(500_000)}</title>`],
  ])("with %s is read in time, and says little", (_, html) => {
    const started = cpuMs();
    expect(JSON.stringify(read(html)).length).toBeLessThan(20_000);
    expect(cpuMs() - started).toBeLessThan(10_000);
  });
});
