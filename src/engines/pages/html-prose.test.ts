import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { extractPage } from "./extraction/extract.js";
import { extractHtml } from "./html-prose.js";

const extracted = (html: string) => extractHtml(html, extractPage);

const prose = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>Paragraph number ${index} speaks of honey bees, their hive, and the many flowers around it in spring.</p>`,
  ).join("");

async function texts(html: string): Promise<string[]> {
  return (await extracted(html)).blocks.map((block) => block.text);
}

describe("the text of a page", () => {
  it("knows its code, and the code and tables behind each block", async () => {
    const { blocks, tables } =
      await extracted(`<!DOCTYPE html><html><body><main><article><h1>Keeping Bees</h1>${prose(3)}
<p>Call <code>hive.open()</code> before the bees are counted, and close it again with what it returns:</p>
<pre><code class="language-js">const lid = hive.open();
lid.close();</code></pre><table><tr><th>Call</th><th>Result</th></tr><tr><td>open</td><td>a lid</td></tr><tr><td>close</td><td>nothing</td></tr></table>
${prose(2)}</article></main></body></html>`);
    const table = {
      heading: "",
      head: ["Call", "Result"],
      rows: [
        ["open", "a lid"],
        ["close", "nothing"],
      ],
    };
    expect(blocks.find(({ code }) => code !== undefined)).toEqual({
      kind: "paragraph",
      text: "Call hive.open() before the bees are counted, and close it again with what it returns:",
      code: [{ from: 5, to: 16 }],
      followedBy: [
        { kind: "code", text: "const lid = hive.open();\nlid.close();", language: "js" },
        { kind: "table", table },
      ],
    });
    expect(tables).toEqual([table]);
  });

  it("leaves out what stands below a picture, by its class", async () => {
    const below =
      '<div class="caption"><p>Left: the hive in spring.</p><p>Middle: it is darker, and the bees are at rest.</p></div>';
    const found = await texts(`<!DOCTYPE html><html><body><main><article><h1>Keeping Bees</h1>${prose(3)}
<div class="mediaobject"><img src="hive.jpg" alt="A hive">${below}</div>${prose(2)}</article></main></body></html>`);
    expect(found).toHaveLength(5);
    expect(found.join(" ")).not.toMatch(/Left|Middle/);
  });

  it("is its headings, paragraphs, items and quotes in order, without what is around them", async () => {
    const { title, site, byline, blocks } =
      await extracted(`<!DOCTYPE html><html><head><title>Keeping Bees - The Almanac</title>
<meta property="og:site_name" content="The Almanac"><meta name="author" content="Ruth Ashdown"></head><body>
<nav><a href="/">Home</a> <a href="/bees">Bees</a></nav><main><article><h1>Keeping Bees</h1><p class="byline">By Ruth Ashdown</p>
${prose(3)}<figure><img src="x"><figcaption>A hive in the garden at noon.</figcaption></figure><h2>Tools</h2><ul><li>A smoker calms the bees before the hive is opened.</li></ul>
<blockquote><p>Bees do nothing invariably, as an old saying of the craft has it.</p></blockquote>
<table><tr><td>1</td><td>2</td></tr></table><p>Share this on the network</p><h2>Related articles</h2><ul><li><a href="/2">Wax</a></li></ul></article></main>
<div id="comments"><p>Nice one, thank you!</p></div><footer>Copyright 2020</footer></body></html>`);
    expect({ title, site, byline }).toEqual({ title: "Keeping Bees", site: "The Almanac", byline: "Ruth Ashdown" });
    expect(blocks.slice(3)).toEqual([
      { kind: "heading", level: 2, text: "Tools" },
      { kind: "item", text: "A smoker calms the bees before the hive is opened.", list: { number: 1, ordered: false } },
      { kind: "quote", text: "Bees do nothing invariably, as an old saying of the craft has it." },
    ]);
  });

  it("never joins the words of two blocks, nor parts those of one", async () => {
    const html = `<article>${prose(3)}<div>First comes the hive, which stands in the sun<div>then come its <b>b</b>ees, of which there are many,</div>and after them the wax, of which it is made.</div><p>one<br>two, three<br><br>four, five</p>${prose(3)}</article>`;
    const found = await texts(html);
    expect(found).toContain("First comes the hive, which stands in the sun");
    expect(found).toContain("then come its bees, of which there are many,");
    expect(found).toContain("one two, three");
    expect(found).toContain("four, five");
  });

  it("puts the term of a definition before it", async () => {
    expect(
      await texts(
        `<article>${prose(4)}<dl><dt>Super</dt><dd>A box above the brood, where the bees store honey.</dd></dl></article>`,
      ),
    ).toContain("Super: A box above the brood, where the bees store honey.");
  });

  it("is found in pages without any mark of an article", async () => {
    const found = await texts(
      `<table><tr><td><a href="/">Home</a></td><td>${"Old pages put their prose into tables, and bees were written about there as well. ".repeat(20)}</td></tr></table>`,
    );
    expect(found.join(" ")).toContain("Old pages put their prose into tables");
  });

  it.each([
    ["nothing", ""],
    ["white space", " \n\t "],
    ["text without a tag", "just words"],
    ["nothing but links", "<ul><li><a href='/1'>One thing</a></li><li><a href='/2'>Another thing</a></li></ul>"],
    ["nothing but script", "<script>document.write('<p>Hello there, this is a text.</p>')</script>"],
    ["an unfinished tag", "<p"],
    ["an unfinished comment", "<!-- <p>Hello there, this is a text.</p>"],
  ])("is empty for a page of %s", async (_, html) => {
    expect(await texts(html)).toEqual([]);
  });

  it("has no control characters and no half of a surrogate pair", async () => {
    const found = await texts(
      `<p>zero\u200bwidth, \u0000nul, \ud800half, soft\u00adhyphen, no\u00a0break, and some more words to fill it.</p>${prose(3)}`,
    );
    expect(found[0]).toBe("zerowidth, nul, half, softhyphen, no break, and some more words to fill it.");
  });
});

describe("a page made to hurt", () => {
  const sentence = "<p>Honey bees live in colonies of many thousands, and they keep their nest warm.</p>";
  it.each([
    ["is nested 100,000 deep", `${"<div>".repeat(100_000)}${sentence}`],
    ["has 100,000 lists in lists", `${"<ul><li>".repeat(100_000)}${sentence}`],
    ["has 100,000 tables in tables", `${"<table><tr><td>".repeat(100_000)}${sentence}`],
    ["is 20 MB long", `<p>${"word ".repeat(4_000_000)}</p>`],
    ["has 300,000 open quotes", '<a x="'.repeat(300_000)],
    ["has 300,000 open comments", "<!--".repeat(300_000)],
    ["has 300,000 open scripts", "<script>".repeat(300_000)],
    ["has a million angle brackets", "<".repeat(1_000_000)],
    ["has 50,000 empty items", `<ul>${"<li>".repeat(50_000)}</ul>`],
    ["has a title of dashes", `<title>${" - ".repeat(100_000)}</title>${sentence}`],
  ])("is answered in time when it %s", async (_, html) => {
    const started = cpuMs();
    await extracted(html);
    expect(cpuMs() - started).toBeLessThan(10_000);
  });

  it("never throws, whatever it is made of", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<p>",
        "</p>",
        "<div class='comment'>",
        "</div>",
        "<table>",
        "<td>",
        "<h2>",
        "</h2>",
        "<li>",
        "<dt>",
        "<dd>",
        "<br>",
        "<br>",
        "<a href=x>",
        "</a>",
        "<!--",
        "-->",
        "<",
        ">",
        '"',
        "&amp;",
        "&#0;",
        "<html>",
        "<body>",
        "</body>",
        "<svg>",
        "<title>",
        "<meta property='og:title' content='x'>",
      ),
      fc.string({ maxLength: 20 }),
      fc.constant(" Honey bees live in a hive, and they make wax. "),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const { blocks } = await extracted(pieces.join(""));
        for (const { text } of blocks) expect(text).toBe(text.trim());
      }),
      { numRuns: 200 },
    );
  });
});
