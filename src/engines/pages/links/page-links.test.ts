import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { type PageLinksOptions, pageLinks } from "./page-links.js";

const URL_OF_PAGE = "http://example.com/docs/page.html";
const read = (html: string, options?: PageLinksOptions) => pageLinks(html, URL_OF_PAGE, options);
const urls = (html: string) => read(html).links.map(({ url }) => url);

describe("the links of a page", () => {
  it("are whole, in order, with what a reader clicks on and their rel", () => {
    const { links } = read(
      `<a href="next.html" rel="Next  NOFOLLOW">The <b>next</b>\n page</a><map><area href="/area" alt="Map"></map>
       <iframe src="frame.html" title="Frame"></iframe><frame src="f2.html"><link rel="next" href="?p=2">
       <a href='../up.html'><img src="i.png" alt="Up"></a>`,
    );
    expect(links).toEqual([
      { url: "http://example.com/docs/next.html", text: "The next page", rel: "next nofollow", kind: "a" },
      { url: "http://example.com/area", text: "Map", rel: "", kind: "area" },
      { url: "http://example.com/docs/frame.html", text: "Frame", rel: "", kind: "iframe" },
      { url: "http://example.com/docs/f2.html", text: "", rel: "", kind: "frame" },
      { url: "http://example.com/docs/page.html?p=2", text: "", rel: "next", kind: "link" },
      { url: "http://example.com/up.html", text: "Up", rel: "", kind: "a" },
    ]);
  });

  it("are relative to the first base the page names, wherever it is", () => {
    expect(urls('<a href="a"></a><base target=_top><base href="/other/"><base href="/third/">')).toEqual([
      "http://example.com/other/a",
    ]);
    expect(urls('<base href="javascript:alert(1)"><a href="a">')).toEqual(["http://example.com/docs/a"]);
    expect(urls('<base href="//evil.example"><a href="a">')).toEqual(["http://evil.example/a"]);
  });

  it("lead to pages: scripts, data, mail and places in the page itself are none", () => {
    const hrefs = [
      "javascript:a()",
      "java&#10;script:a()",
      "data:text/html,a",
      "vbscript:a",
      "mailto:a@b.c",
      "#top",
      "",
      "  ",
    ];
    expect(urls(hrefs.map((href) => `<a href="${href}">x</a>`).join(""))).toEqual([]);
  });

  it("are read with entities, odd quotes, upper case and a link in a link", () => {
    expect(urls('<A HREF=a?b=1&amp;c=2>x<a HREF = \'c\'>y</A><a href="d" href="e">')).toEqual([
      "http://example.com/docs/a?b=1&c=2",
      "http://example.com/docs/c",
      "http://example.com/docs/d",
    ]);
    expect(read("<a href=a>one<a href=b>two</a>").links.map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("in scripts, comments and text areas are none", () => {
    expect(urls('<!-- <a href="a"> --><script>"<a href=b>"</script><textarea><a href="c"></textarea>')).toEqual([]);
  });

  it("are taken up to a limit, and the page says that there are more", () => {
    const page = read('<a href="a">x</a>'.repeat(60_000));
    expect(page.links).toHaveLength(50_000);
    expect(page.cut).toBe(true);
    expect(read("<a href=a>x</a><a href=b>", { maxLinks: 1 })).toMatchObject({ cut: true, links: [{ text: "x" }] });
  });
});

describe("what a page says", () => {
  it("is its title, description, language, canonical address, headings and other metas", () => {
    const page = read(`<html lang="en-GB"><head><title> A &amp; B\n</title><link rel="canonical" href="/docs/page">
      <meta name="Description" content="What it is."><meta property="og:title" content="Open">
      <link rel="alternate" hreflang="de" href="/de/"></head><body><h1>First<br>line</h1><svg><title>Icon</title></svg>
      <h2></h2><h3>Third <a href="x">part</a></h3></body>`);
    expect(page).toMatchObject({
      title: "A & B",
      description: "What it is.",
      language: "en-GB",
      canonical: "http://example.com/docs/page",
      headings: [
        { level: 1, text: "First line" },
        { level: 3, text: "Third part" },
      ],
      alternates: [{ language: "de", url: "http://example.com/de/" }],
      noindex: false,
      nofollow: false,
      cut: false,
    });
    expect(page.meta.get("og:title")).toBe("Open");
  });

  it("has no signs that link to its headings", () => {
    const { headings } = read(
      `<h1>1. About<a class="x" href="#a">¶</a></h1><h2><a href="/p#b"> # </a>C# <a href="y">#1</a></h2><h3>§ 5 ¶</h3>`,
    );
    expect(headings.map(({ text }) => text)).toEqual(["1. About", "C# #1", "§ 5 ¶"]);
  });

  it.each([
    ['<meta name="robots" content="noindex, follow">', true, false],
    ['<meta name="ROBOTS" content="NOFOLLOW">', false, true],
    ['<meta name="robots" content="none">', true, true],
    ['<meta name="robots" content="max-snippet:-1"><meta name="robots" content="noindex,nofollow">', true, true],
    ['<meta name="robots" content="nonesuch">', false, false],
  ])("of robots, in %s", (html, noindex, nofollow) => {
    expect(read(html)).toMatchObject({ noindex, nofollow });
  });

  it.each([
    ['<meta http-equiv="Refresh" content="0; URL=/new">', "http://example.com/new"],
    [`<meta http-equiv=refresh content="5;url='other.html'">`, "http://example.com/docs/other.html"],
    ['<meta http-equiv="refresh" content="30">', ""],
    ['<meta http-equiv="refresh" content="0;url=javascript:alert(1)">', ""],
  ])("of where it went, in %s", (html, refresh) => {
    expect(read(html).refresh).toBe(refresh);
  });

  it("of its images, with the words for them or without", () => {
    expect(
      read('<img src=a.png alt="A"><img src=b.png alt><img src=c.png><img src="data:image/png,x"><img>').images,
    ).toEqual([
      { src: "http://example.com/docs/a.png", alt: "A" },
      { src: "http://example.com/docs/b.png", alt: "" },
      { src: "http://example.com/docs/c.png" },
    ]);
  });

  it("in words, on wish: those readers see", () => {
    const html =
      "<head><title>T</title><style>p{}</style></head><body><p>One<p>two&nbsp;<b>th</b>ree<script>no</script><div>four</div>";
    expect(read(html, { text: true }).text).toBe("One two three four");
    expect(read(html).text).toBe("");
  });

  it("to programs, on wish", () => {
    const html = '<script type="application/ld+json">{"a": "<b>"}</script><script>var a</script>';
    expect(read(html, { schema: true }).schema).toEqual(['{"a": "<b>"}']);
    expect(read(html).schema).toEqual([]);
  });
});

describe("a page made to hurt", () => {
  it.each([
    ["deep nesting with stray ends", "<div>".repeat(100_000) + "</b>".repeat(400_000)],
    ["an attribute without end", `<a href="${"a".repeat(5_000_000)}`],
    ["attributes without number", `<a ${"b=c ".repeat(500_000)}>`],
    ["100,000 links", '<a href="/a">'.repeat(100_000)],
    ["a title without end", `<title>${"a ".repeat(2_000_000)}`],
    ["entities without number", "&amp;".repeat(1_000_000)],
    ["bases without number", '<base href="/a">'.repeat(200_000)],
    ["a refresh of blanks", `<meta http-equiv=refresh content="${" ".repeat(1_000_000)}">`.repeat(3)],
  ])("by %s is read in time", (_, html) => {
    const before = cpuMs();
    read(html, { text: true, schema: true });
    expect(cpuMs() - before).toBeLessThan(10_000);
  });

  it("by anything at all does not make it throw", () => {
    const piece = fc.constantFrom(
      ...[
        "<a href=",
        "'",
        '"',
        ">",
        "</a>",
        "<base href=",
        "<meta content=",
        "&#",
        "&amp",
        "x",
        "<!--",
        "-->",
        "<script",
        "\0",
      ],
      ...[
        "</script>",
        "<title>",
        "<svg>",
        "</svg>",
        "http://",
        "__proto__",
        "constructor",
        "=",
        " ",
        "\ud800",
        "<h1>",
        "<?",
        "<![CDATA[",
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { links } = read(pieces.join(""), { text: true, schema: true });
        for (const { url } of links) expect(URL.canParse(url)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
