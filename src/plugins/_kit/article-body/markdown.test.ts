import fc from "fast-check";
import { parseHTML } from "linkedom";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { type ArticleBody, type BodyBlock, renderedBody } from "./index.js";

function written(blocks: readonly BodyBlock[], more: Partial<ArticleBody> = {}): string {
  const body = { title: "Lamps", keyword: "lamp", sources: [], categories: [], tags: [], language: "en" };
  return renderedBody({ ...body, blocks, ...more }, "md", { citing: "none", fragment: true });
}

const paragraph = (text: string): BodyBlock => ({ kind: "paragraph", sentences: [{ text }] });
const heading = (text: string): BodyBlock => ({ kind: "heading", level: 2, text });

describe("Markdown", () => {
  it("has no escapes where nothing would be read as markup", () => {
    const texts = [
      "14.4 volts and -3 degrees make it.",
      "See it (1968) in May. 19. It was lit -- and + or = it burned.",
      "An array a[1] holds 5 * 6 > 20 of #tags, ~5 kg, C# and x < y.",
      "R&D of snake_case costs $5; one* asterisk.",
    ];
    for (const text of texts) expect(written([paragraph(text)])).toBe(`# Lamps\n\n${text}\n`);
    expect(written([heading("1. Skara Brae | Orkney")])).toContain("\n## 1. Skara Brae | Orkney\n");
    expect(written([{ kind: "table", head: ["", "Power"], rows: [["- Volts", "14.4"]] }])).toContain(
      "| - Volts | 14.4 |",
    );
  });

  it("has them where it would be", () => {
    expect(written([paragraph("3. May was cold.")])).toContain("3\\. May was cold.");
    expect(written([paragraph("- and on it went.")])).toContain("\\- and on");
    expect(written([paragraph("# comments out a line.")])).toContain("\\# comments");
    expect(written([paragraph("The *args and **kwargs* of <b> or &lt; it.")])).toContain(
      "\\*args and \\*\\*kwargs\\* of \\<b> or \\&lt; it.",
    );
    expect(written([heading("What is F #")])).toContain("## What is F \\#");
    expect(written([{ kind: "table", head: ["a|b"], rows: [["c"]] }])).toContain("| a\\|b |");
  });

  it("reads as the same text in every place", () => {
    const words = fc.constantFrom(
      ..."word Two 14.4 3. 12) 1) - + * ** _ __ ~ ~~ ` `` ``` # ## > < <b> </b> <!-- [ ] [x] [a](b) [a]: ]( ! !! | \\ \\* & &amp; &copy; = === --- *** a*b* _it_ x_y_z ~no~ C# $x$ : www.a.test/_b_ https://a.test/*c*d https://b.test/?q=1 me@a.test. \u00e9t\u00e9 (1) a[0] ^2".split(
        " ",
      ),
    );
    const text = fc
      .array(fc.tuple(words, fc.constantFrom(" ", " ", "")), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.flat().join("").trim());
    const linked = fc.tuple(text, text, text);
    fc.assert(
      fc.property(text, text, linked, (one, other, [before, link, after]) => {
        const sentence = {
          text: before + link + after,
          links: [
            {
              from: before.length,
              to: before.length + link.length,
              url: "https://c.test/",
              nofollow: false,
              newTab: false,
            },
          ],
        };
        const md = written(
          [
            heading(one),
            { kind: "paragraph", sentences: [{ text: one }, { text: other }] },
            { kind: "list", ordered: false, items: [[{ text: one }], [{ text: other }]] },
            { kind: "list", ordered: true, items: [[{ text: other }, { text: one }]] },
            { kind: "quote", sentences: [{ text: one }] },
            { kind: "table", head: [one, other], rows: [[other, one]] },
            { kind: "paragraph", sentences: [sentence] },
          ],
          { title: other },
        );
        const { document } = parseHTML(`<html><body>${marked.parse(md, { async: false })}</body></html>`);
        const read = [...document.querySelectorAll("h1, h2, p, li, th, td")].map(({ textContent }) =>
          plain(textContent),
        );
        const said = [other, one, `${one} ${other}`, one, other, `${other} ${one}`, one, one, other, other, one];
        expect(read).toEqual([...said, sentence.text].map(plain));
      }),
      { numRuns: 150 },
    );
  });

  it("has code as it is, within a line and in lines of its own", () => {
    const parts = fc.constantFrom(..."a a.b() x[0] `q` `` a|b {c} _d_ *e* <f> \\ word Two 3. - ** `".split(" "));
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), fc.array(parts, { maxLength: 4 }), (words, code) => {
        const text = words.join(" ");
        const md = written([
          { kind: "paragraph", sentences: [{ text, code }] },
          { kind: "code", code: { text: `${text}\n  ${code.join("\n")}!` }, language: "js" },
        ]);
        const { document } = parseHTML(`<html><body>${marked.parse(md, { async: false })}</body></html>`);
        expect(plain(document.querySelector("p")!.textContent)).toBe(text);
        for (const { textContent } of document.querySelectorAll("p code")) expect(text).toContain(plain(textContent));
        expect(document.querySelector("pre code.language-js")!.textContent).toBe(`${text}\n  ${code.join("\n")}!\n`);
      }),
      { numRuns: 200 },
    );
    const known = written([{ kind: "paragraph", sentences: [{ text: "Call use() or `x`.", code: ["use()", "`x`"] }] }]);
    expect(known).toContain("Call `use()` or `` `x` ``.");
  });
});

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
