import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { blocksMarkdown } from "./as-markdown.js";
import { asText } from "./as-text.js";
import { formatted } from "./formats.js";
import { NO_METADATA } from "./no-metadata.js";
import type { ContentBlock, ExtractedPage, PageMetadata } from "./page.js";

const page = (content: readonly ContentBlock[], metadata: Partial<PageMetadata> = {}): ExtractedPage => ({
  type: "article",
  metadata: { ...NO_METADATA, ...metadata },
  content,
  comments: [],
  words: 0,
  method: "rules",
});
const paragraph = (text: string): ContentBlock => ({ kind: "paragraph", spans: [{ text }] });
const item = (text: string, depth = 0, ordered = false): ContentBlock => ({
  kind: "item",
  ordered,
  depth,
  spans: [{ text }],
});

/** Of HTML, what a reader sees. */
function shown(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}
const letters = (text: string) => text.replace(/[^\p{L}\p{N}\\`*_<>&#|~[\]()!$+=:.-]+/gu, "");

const awkward = fc
  .array(
    fc.constantFrom(
      ..."a b Z 9 é 漢 * ** _ __ ` `` # > - + = ~ | \\ [ ] ( ) < ! & &amp; &lt; . 1. 1) : <b> <script> ]( --- *** ~~ \\* snake_case https://a.example/x www.b.example a@b.example".split(
        " ",
      ),
      " ",
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const spans = fc.array(
  fc.record(
    {
      text: awkward,
      href: fc.constantFrom("https://a.example/x(1)?y=[z]*_b_", "mailto:a@b.example", "javascript:alert(1)"),
      strong: fc.constant(true as const),
      emphasis: fc.constant(true as const),
      code: fc.constant(true as const),
    },
    { requiredKeys: ["text"] },
  ),
  { minLength: 1, maxLength: 4 },
);
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({ kind: fc.constant("heading" as const), level: fc.integer({ min: 1, max: 6 }), spans }),
  fc.record({ kind: fc.constant("paragraph" as const), spans }),
  fc.record({
    kind: fc.constant("item" as const),
    ordered: fc.boolean(),
    depth: fc.integer({ min: 0, max: 4 }),
    spans,
  }),
  fc.record({ kind: fc.constant("quote" as const), spans }),
  fc.record({ kind: fc.constant("code" as const), text: fc.array(awkward).map((lines) => lines.join("\n")) }),
  fc.record({
    kind: fc.constant("table" as const),
    header: fc.boolean(),
    rows: fc.array(fc.array(spans, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  }),
);

describe("a page as Markdown", () => {
  it("gives back the words of the page when it is rendered, whatever they look like", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (content) => {
        const rendered = marked.parse(blocksMarkdown(content), { async: false });
        // Bullets are the list's, not the page's.
        const words = content.map((one) => asText([one]).replace(one.kind === "item" ? /^ *- / : "", ""));
        expect(letters(shown(rendered))).toBe(letters(words.join("")));
      }),
      { numRuns: 400 },
    );
  });

  it("has front matter that YAML reads as it was meant, lists within lists, tables and fenced code", () => {
    const content: ContentBlock[] = [
      { kind: "heading", level: 2, spans: [{ text: "Tools #" }] },
      { kind: "paragraph", spans: [{ text: "A " }, { text: "hive", strong: true }, { text: " is a " }, BEES] },
      item("Smoker"),
      item("Bellows", 1, true),
      item("Can", 1, true),
      item("Veil"),
      {
        kind: "table",
        header: true,
        rows: [
          [[{ text: "Bee" }], [{ text: "Size" }]],
          [[{ text: "a|b" }], [{ text: "2 mm", code: true }]],
        ],
      },
      { kind: "code", text: "```\nhum\n```", language: "sh" },
    ];
    const metadata = {
      title: 'Bees: "no" \\ yes',
      authors: ["Jane: Doe", "- Roe"],
      published: "2024-05-01",
      language: "en",
    };
    expect(formatted(page(content, metadata), "md", { links: true, url: "https://a.example/x" })).toBe(`---
title: "Bees: \\"no\\" \\\\ yes"
authors: ["Jane: Doe", "- Roe"]
published: "2024-05-01"
url: "https://a.example/x"
language: "en"
---

## Tools \\#

A **hive** is a [home](https://a.example/home)

- Smoker
  1. Bellows
  2. Can
- Veil

| Bee | Size |
| --- | --- |
| a\\|b | \`2 mm\` |

\`\`\`\`sh
\`\`\`
hum
\`\`\`
\`\`\`\`
`);
  });
});

const BEES = { text: "home", href: "https://a.example/home" };

describe("a page as text", () => {
  it("keeps the words of two blocks apart", () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (content) => {
        const apart = content.map((one) => asText([one])).filter((text) => text.trim() !== "");
        expect(asText(content).split(/\s+/)).toEqual(apart.join(" ").split(/\s+/));
      }),
    );
  });

  it("is paragraphs with blank lines between, below the title", () => {
    const content = [paragraph("One\ntwo."), item("a"), item("b", 1), paragraph("End.")];
    expect(formatted(page(content, { title: "Bees" }), "txt")).toBe("Bees\n\nOne two.\n\n- a\n  - b\n\nEnd.\n");
    const named = [{ kind: "heading", level: 1, spans: [{ text: "Bees" }] } as const, ...content];
    expect(formatted(page(named, { title: "Bees" }), "txt")).toMatch(/^Bees\n\nOne/);
    expect(formatted(page(content, { title: "Bees" }), "txt", { head: false })).toMatch(/^One/);
  });
});

describe("what goes into a file", () => {
  const content: ContentBlock[] = [
    { kind: "paragraph", spans: [{ text: "See " }, { ...BEES, strong: true, emphasis: true, code: true }] },
    { kind: "table", header: false, rows: [[[{ text: "cell" }]]] },
    { kind: "image", src: "https://a.example/bee.jpg", alt: "A bee", caption: "Photo of a bee" },
  ];
  const whole = { ...page(content), comments: [paragraph("Nice!")] };

  it.each(["txt", "md", "html", "json"] as const)("is chosen by the options (%s)", (format) => {
    const few = formatted(whole, format, { tables: false, formatting: false });
    expect(few).toContain("See home");
    expect(few).not.toMatch(/cell|bee|Nice|a\.example|\*\*home|<strong>|"strong"/);
    const all = formatted(whole, format, { links: true, images: true, comments: true });
    expect(all).toMatch(/cell/);
    expect(all).toMatch(/Photo of a bee/);
    expect(all).toMatch(/Nice/);
    if (format !== "txt") expect(all).toMatch(/a\.example\/bee\.jpg/);
  });

  it("is, as JSON, the page with its text", () => {
    const json = JSON.parse(formatted(page([paragraph("Hum.")]), "json", { url: "https://a.example/x" }));
    expect(json).toMatchObject({
      url: "https://a.example/x",
      type: "article",
      metadata: NO_METADATA,
      content: [{ kind: "paragraph", spans: [{ text: "Hum." }] }],
      text: "Hum.",
    });
  });
});

describe("a page as HTML", () => {
  it("is a small document of its own, lists within lists", () => {
    const html = formatted(
      page([paragraph("Hum."), item("a"), item("b", 1, true), item("c")], { title: "Bees", language: "en" }),
      "html",
      {
        url: "https://a.example/x",
      },
    );
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
    expect(html).toContain("<title>Bees</title>");
    expect(html).toContain('<link rel="canonical" href="https://a.example/x">');
    expect(html.replace(/\n/g, "")).toContain(
      "<h1>Bees</h1><p>Hum.</p><ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>",
    );
  });

  const HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "<math><mtext><table><mglyph><style><!--</style><img title=--&gt;&lt;img src=1 onerror=alert(1)&gt;>",
    "'-alert(1)-'",
    "]]><!--<a href=javascript:alert(1)>",
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    'https://a.example/"onmouseover=alert(1)//',
    "[x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "](javascript:alert(1))[",
  ];
  it("lets no script through, from whatever part of a page it comes", () => {
    const text = fc.constantFrom(...HOSTILE);
    const span = fc.record({ text, href: text, code: fc.constantFrom(undefined, true as const) });
    const hostile = fc.oneof(
      fc.record({ kind: fc.constant("paragraph" as const), spans: fc.array(span) }),
      fc.record({ kind: fc.constant("item" as const), ordered: fc.boolean(), depth: fc.nat(9), spans: fc.array(span) }),
      fc.record({ kind: fc.constant("code" as const), text, language: text }),
      fc.record({ kind: fc.constant("image" as const), src: text, alt: text, caption: text }),
      fc.record({
        kind: fc.constant("table" as const),
        header: fc.boolean(),
        rows: fc.array(fc.array(fc.array(span))),
      }),
    ) as fc.Arbitrary<ContentBlock>;
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), text, (content, said) => {
        const metadata = {
          title: said,
          description: said,
          authors: [said],
          language: said,
          licence: said,
          published: said,
        };
        const options = { links: true, images: true, url: said };
        const one = page(content, metadata);
        for (const html of [
          formatted(one, "html", options),
          marked.parse(formatted(one, "md", { ...options, head: false }), { async: false }),
        ]) {
          const tags = html.match(/<[^>]*>/g) ?? [];
          expect(tags.filter((tag) => !TAG.test(tag))).toEqual([]);
        }
      }),
    );
  });
});

/** All that the two writers make, with the attributes they give it. */
const TAG =
  /^<(?:!doctype html|\/?(?:html|head|body|title|article|section|h[1-6]|p|ul|ol|li|strong|em|blockquote|pre|code|table|thead|tbody|tr|t[hd]|a|br|hr|figure|figcaption)|html lang="[^"]*"|(?:meta|link)(?: (?:charset|name|content|http-equiv|rel)="[^"]*")+(?: href="https?:[^"]*")?|a href="(?:https?|mailto):[^"]*"|img src="https?:[^"]*" alt="[^"]*"|code class="language-[\w+#.-]*"|ol start="\d+")>$/;
