import { describe, expect, it } from "vitest";
import { type ArticleBody, type BodyBlock, exportedBody, exportTemplate, renderedBody } from "./index.js";

const SOURCES = [
  { title: "Lamps & Lenses", address: "https://a.test/lamps?x=1&y=2" },
  { title: "notes.txt", address: "notes.txt" },
  { title: "A trap", address: "javascript:alert(1)" },
];

function body(blocks: readonly BodyBlock[], more: Partial<ArticleBody> = {}): ArticleBody {
  return {
    title: "Light <b>",
    keyword: "lamp",
    blocks,
    sources: SOURCES,
    categories: [],
    tags: [],
    language: "en",
    ...more,
  };
}

const says = (text: string, source?: number) => (source === undefined ? { text } : { text, source });
const paragraph = (...sentences: { text: string; source?: number }[]): BodyBlock => ({ kind: "paragraph", sentences });
const usual = exportTemplate.parse({});

describe("links", () => {
  const linked = body([
    {
      kind: "paragraph",
      sentences: [
        {
          text: "A lamp <shines>.",
          source: 0,
          links: [{ from: 2, to: 6, url: "https://b.test/?a=1&b=2", nofollow: true, newTab: true }],
        },
      ],
    },
  ]);

  it("stand on their words in HTML and Markdown, and text has the words alone", () => {
    const look = { citing: "none" } as const;
    expect(renderedBody(linked, "html", look)).toContain(
      '<p>A <a href="https://b.test/?a=1&amp;b=2" rel="nofollow noopener" target="_blank">lamp</a> &lt;shines&gt;.</p>',
    );
    expect(renderedBody(linked, "md", look)).toContain("A [lamp](<https://b.test/?a=1&b=2>) \\<shines>.");
    expect(renderedBody(linked, "txt", look)).toContain("A lamp <shines>.");
  });

  it("to anything but the web are words", () => {
    const link = { from: 0, to: 2, url: "javascript:alert(1)", nofollow: false, newTab: false };
    const html = renderedBody(body([{ kind: "paragraph", sentences: [{ text: "Go on.", links: [link] }] }]), "html", {
      citing: "list",
    });
    expect(html).toContain("<p>Go on.</p>");
    expect(html).not.toContain('href="javascript');
  });
});

describe("blocks", () => {
  const whole = body([
    { kind: "heading", level: 3, text: "Parts & more" },
    { kind: "list", ordered: true, items: [[says("Fill it.", 0)], [says("Light it.", 1)]] },
    { kind: "quote", sentences: [says("A flame is fed.", 0)], source: 0 },
    { kind: "table", head: ["", "Oil"], rows: [["Price", "low | high"]] },
    {
      kind: "image",
      image: {
        src: "i.png",
        alt: 'a "lamp"',
        credit: 'By <a href="https://c.test/">C</a>',
        width: 6,
        height: 4,
        featured: true,
      },
    },
    { kind: "video", url: "https://www.youtube.com/watch?v=abcdefghijk", title: "On lamps" },
    { kind: "html", html: "<div><b>Buy</b> lamps</div>" },
  ]);

  it("of every kind have a form in HTML", () => {
    const html = renderedBody(whole, "html", { citing: "inline" });
    expect(html).toContain("<h3>Parts &amp; more</h3>\n<ol>\n<li>Fill it. [1]</li>\n<li>Light it. [2]</li>\n</ol>");
    expect(html).toContain(
      '<blockquote cite="https://a.test/lamps?x=1&amp;y=2"><p>A flame is fed.</p><footer>\u2014 <cite><a href="https://a.test/lamps?x=1&amp;y=2">Lamps &amp; Lenses</a></cite></footer></blockquote>',
    );
    expect(html).toContain("<th></th><th>Oil</th>");
    expect(html).toContain("<td>Price</td><td>low | high</td>");
    expect(html).toContain(
      '<figure><img src="i.png" alt="a &quot;lamp&quot;" width="6" height="4"><figcaption>By <a href="https://c.test/">C</a></figcaption></figure>',
    );
    expect(html).toContain('<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" title="On lamps"');
    expect(html).toContain("<div><b>Buy</b> lamps</div>");
  });

  it("of every kind have a form in Markdown and in plain text", () => {
    const md = renderedBody(whole, "md", { citing: "list" });
    expect(md).toContain('image: "i.png"');
    expect(md).toContain("> A flame is fed.\n>\n> \u2014 [Lamps & Lenses](<https://a.test/lamps?x=1&y=2>)");
    expect(md).toContain("|  | Oil |\n| --- | --- |\n| Price | low \\| high |");
    expect(md).toContain('![a "lamp"](<i.png>)');
    const text = renderedBody(whole, "txt", { citing: "list" });
    expect(text).toContain("\u201cA flame is fed.\u201d\n\u2014 Lamps & Lenses: https://a.test/lamps?x=1&y=2");
    expect(text).toContain("Price | low | high");
    expect(text).toContain("By C");
    expect(text).toContain("Buy lamps");
    expect(text).not.toContain("<div>");
  });

  it("that sections of text cannot say stand in JSON as blocks", () => {
    const plain = JSON.parse(renderedBody(body([paragraph(says("A.", 0))]), "json", { citing: "list" }));
    expect(plain).not.toHaveProperty("blocks");
    expect(plain).toMatchObject({
      words: 1,
      sections: [{ heading: "", paragraphs: ["A."] }],
      sentences: [{ text: "A.", source: 0 }],
      sources: [{ url: SOURCES[0]!.address, sentences: 1 }, { path: "notes.txt" }, { path: "javascript:alert(1)" }],
    });
    expect(JSON.parse(renderedBody(whole, "json", { citing: "list" }))).toHaveProperty("blocks");
  });
});

describe("spun texts", () => {
  const spun = body([
    { kind: "paragraph", sentences: [{ text: "A lamp {burns}.", spintax: "A {lamp|light} \\{burns\\}.", source: 0 }] },
    paragraph(says("It costs {5|6}.", 0)),
  ]);

  it("have their variants in the format spintax, where all other marks are escaped", () => {
    const text = renderedBody(spun, "spintax", { citing: "none" });
    expect(text).toContain("A {lamp|light} \\{burns\\}.");
    expect(text).toContain("It costs \\{5\\|6\\}.");
    expect(renderedBody(spun, "txt", { citing: "none" })).toContain("A lamp {burns}.");
  });

  it("keep them in HTML where the template says so", () => {
    const html = exportedBody(spun, "html", { citing: "none" }, { ...usual, unspin: false });
    expect(html).toContain("<p>A {lamp|light} \\{burns\\}.</p>");
  });
});

describe("the export template", () => {
  const two = body([paragraph(says("One.", 0)), paragraph(says("Two.", 0))]);

  it("changes nothing by default", () => {
    expect(exportedBody(two, "html", { citing: "list" }, usual)).toBe(renderedBody(two, "html", { citing: "list" }));
  });

  it("shapes paragraphs and line ends", () => {
    const html = exportedBody(
      two,
      "html",
      { citing: "none" },
      { ...usual, paragraph: "<div>{s}</div>", newline: "\r\n" },
    );
    expect(html).toContain("<div>One.</div>\r\n<div>Two.</div>\r\n");
  });

  it("leaves tags out", () => {
    const text = exportedBody(two, "html", { citing: "none" }, { ...usual, stripHtml: true });
    expect(text).toBe("Light <b>\n\nOne.\n\nTwo.\n");
  });

  it("makes parts of one file of the articles that are appended", () => {
    const append = { ...usual, append: true, separator: "<hr>" };
    const html = exportedBody(two, "html", { citing: "none" }, append);
    expect(html).toMatch(/^<article>[\s\S]*<\/article>\n<hr>\n$/);
    expect(exportedBody(two, "json", { citing: "none" }, append).trimEnd()).not.toContain("\n");
    expect(exportedBody(two, "md", { citing: "none" }, append)).not.toContain("---");
  });
});

describe("structured data", () => {
  const data = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(html)![1]!);

  it("names questions and their answers", () => {
    const faq = body([
      { kind: "heading", level: 2, text: "What is a </script> lamp?" },
      paragraph(says("A light.", 0), says("It burns.", 0)),
    ]);
    const html = renderedBody(faq, "html", { citing: "list", schema: "faq" });
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(data(html)["@graph"]).toMatchObject([
      { "@type": "Article", headline: "Light <b>", citation: [SOURCES[0]!.address] },
      {
        "@type": "FAQPage",
        mainEntity: [{ name: "What is a </script> lamp?", acceptedAnswer: { text: "A light. It burns." } }],
      },
    ]);
  });

  it("names steps and what is needed for them", () => {
    const guide = body([
      { kind: "list", ordered: false, items: [[says("Oil.", 0)]] },
      { kind: "list", ordered: true, items: [[says("Fill it.", 0)], [says("Light it.", 0)]] },
    ]);
    const [, howTo] = data(renderedBody(guide, "html", { citing: "list", schema: "how-to" }))["@graph"];
    expect(howTo).toMatchObject({
      "@type": "HowTo",
      supply: [{ name: "Oil." }],
      step: [{ position: 1 }, { text: "Light it." }],
    });
  });
});
