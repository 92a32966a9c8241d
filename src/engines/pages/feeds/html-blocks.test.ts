import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { htmlBlocks } from "./html-blocks.js";

const URL = "https://a.test/posts/";
const blocks = (html: string) => htmlBlocks(html, URL);

/** Any text, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength }).map((codes) => String.fromCharCode(...codes));

describe("the content of an item", () => {
  it("becomes paragraphs, headings, quotes, lists and code", () => {
    expect(
      blocks(
        "<h2>Head</h2><p>One <b>two</b> <a href='x'>three</a></p><blockquote>Said</blockquote><ul><li>a<ol><li>b</li></ol></li></ul><pre> x\n  y</pre>",
      ),
    ).toEqual([
      { kind: "heading", level: 2, spans: [{ text: "Head" }] },
      {
        kind: "paragraph",
        spans: [
          { text: "One " },
          { text: "two", strong: true },
          { text: " " },
          { text: "three", href: "https://a.test/posts/x" },
        ],
      },
      { kind: "quote", spans: [{ text: "Said" }] },
      { kind: "item", ordered: false, depth: 0, spans: [{ text: "a" }] },
      { kind: "item", ordered: true, depth: 1, spans: [{ text: "b" }] },
      { kind: "code", text: " x\n  y" },
    ]);
  });

  it("has text without any tag as a paragraph, and two line breaks as its end", () => {
    expect(blocks("just text<br>goes on<br><br>next")).toEqual([
      { kind: "paragraph", spans: [{ text: "just text goes on" }] },
      { kind: "paragraph", spans: [{ text: "next" }] },
    ]);
  });

  it("has images with their captions, and tables", () => {
    expect(
      blocks(
        '<figure><img src="/i.png" alt="An i"><figcaption>The i</figcaption></figure><table><tr><th>A<th>B<tr><td>1<td>2</table>',
      ),
    ).toEqual([
      { kind: "image", src: "https://a.test/i.png", alt: "An i", caption: "The i" },
      {
        kind: "table",
        header: true,
        rows: [
          [[{ text: "A" }], [{ text: "B" }]],
          [[{ text: "1" }], [{ text: "2" }]],
        ],
      },
    ]);
  });

  it("has empty cells where they are, a caption before its table, and no table of one column", () => {
    const cell = (text: string) => (text === "" ? [] : [{ text }]);
    expect(
      blocks("<table><caption>Cap</caption><tr><td></td><td>1</td></tr><tr></tr><tr><td>2</td><td> </td></tr></table>"),
    ).toEqual([
      { kind: "paragraph", spans: [{ text: "Cap" }] },
      {
        kind: "table",
        header: false,
        rows: [
          [cell(""), cell("1")],
          [cell("2"), cell("")],
        ],
      },
    ]);
    expect(blocks("<table><tr><td><p>a</p><table><tr><td>b</td></tr></table></td></tr></table>")).toEqual([
      { kind: "paragraph", spans: [{ text: "a b" }] },
    ]);
  });

  it("holds nothing that runs, and no picture that counts readers", () => {
    expect(
      blocks(
        '<p onclick="x()">A<script>alert(1)</script><style>p{}</style><a href="javascript:x()">b</a><img src="data:image/png;base64,x"><img src="/c.gif" width="1" height="1"><svg><a href="x">s</a></svg><iframe src="x"></iframe></p>',
      ),
    ).toEqual([{ kind: "paragraph", spans: [{ text: "Ab" }] }]);
  });

  it("is made of whole addresses and text alone, whatever is there", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<p>",
        "</p>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<ul>",
        "<li>",
        "</ul>",
        "<pre>",
        "<b>",
        "</b>",
        "<figure>",
        "<figcaption>",
      ),
      fc.constantFrom(
        "<a href='javascript:x'>",
        "<a href='/y'>",
        "</a>",
        "<img src='x'>",
        "<img src='vbscript:x'>",
        "<br>",
        "<h1>",
        "<blockquote>",
        "<script>",
        "</script>",
      ),
      anyText(6),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const block of blocks(pieces.join(""))) {
          if (block.kind === "image") expect(block.src).toMatch(/^https:\/\/a\.test\//);
          const spans = "spans" in block ? block.spans : block.kind === "table" ? block.rows.flat(2) : [];
          for (const { href, text } of spans) {
            expect(text).not.toBe("");
            if (href !== undefined) expect(href).toBe("https://a.test/y");
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["deep", "<div>".repeat(300_000)],
    ["wide", "<b>x</b>".repeat(100_000)],
    ["bare", "<".repeat(500_000)],
  ])("that is %s beyond measure takes a bounded time", (_, html) => {
    const began = cpuMs();
    blocks(html);
    expect(cpuMs() - began).toBeLessThan(20_000);
  });
});
