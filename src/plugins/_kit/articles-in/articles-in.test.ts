import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { seededRandom } from "../../../kernel/index.js";
import { type ArticleOptions, articleFields, articleFilesIn, readArticle } from "./index.js";

const { signal } = new AbortController();
const usual = z.object(articleFields).parse({ articleFolder: "posts" });

const read = (file: string, content: string, options: Partial<ArticleOptions> = {}) =>
  readArticle(
    file,
    { ...usual, ...options },
    {
      folder: cannedFolder("posts", { [file]: content }),
      random: seededRandom("seed"),
      signal,
    },
  );
const found = (names: readonly string[], articleFilesPattern = usual.articleFilesPattern) =>
  articleFilesIn(
    { articleFolder: "posts", articleFilesPattern },
    cannedFolder("posts", Object.fromEntries(names.map((name) => [name, "x"]))),
    signal,
  );

describe("the files of a folder", () => {
  it("come in natural order, those that fit the pattern", async () => {
    const names = ["b/10.md", "b/2.md", "10.txt", "2.HTML", "1.pdf", "notes.json"];
    expect(await found(names)).toEqual(["2.HTML", "10.txt", "b/2.md", "b/10.md"]);
    expect(await found(names, "*.{html,txt}")).toEqual(["2.HTML", "10.txt"]);
    expect(await found(names, "b/?.md")).toEqual(["b/2.md"]);
  });

  it("are one for each article that is there in several forms, the best of those that fit the pattern", async () => {
    const names = ["a.txt", "a.md", "a.html", "a.b.md", "b.md", "b.txt", "c/a.txt", "A.htm"];
    expect(await found(names)).toEqual(["a.b.md", "a.html", "b.md", "c/a.txt"]);
    expect(await found(names, "**/*.{txt,md}")).toEqual(["a.b.md", "a.md", "b.md", "c/a.txt"]);
  });

  it("are missed in plain words", async () => {
    await expect(found(["a.pdf"])).rejects.toMatchObject({
      code: "no-input",
      message: expect.stringMatching(/^No article file was found in posts \(pattern \*\*\/\*\.\{html,md,txt\}\)\. /),
    });
    await expect(articleFilesIn({ ...usual, articleFolder: " " }, undefined, signal)).rejects.toMatchObject({
      code: "no-input",
    });
  });

  it("a pattern that cannot be used is refused, and one made to hurt is no trouble", async () => {
    await expect(found(["a.md"], "{md,txt")).rejects.toMatchObject({ code: "bad-input" });
    await expect(found(["a.md"], "a\\b")).rejects.toMatchObject({ code: "bad-input" });
    await expect(found([`${"a".repeat(200)}.md`], `${"*a".repeat(100)}b`)).rejects.toMatchObject({ code: "no-input" });
  });
});

const HEAD = `---
title: "A: title"
date: 2023-10-06 08:30:00 +0200
tags: [bees, "wax, candles"]   # not all
categories:
  - Garden
  - 'Bees'' life'
author:
  name: Anna
slug: Keeping Bees
excerpt: >
  All about
  bees.
image:
  src: ../images/bee.png
  alt: A bee
rating: 4.5
status: publish
---
`;

describe("front matter", () => {
  it("gives its members, whatever form they have", async () => {
    const article = await read("a.md", `${HEAD}\nText.`, { articleTitle: "Use metadata" });
    expect(article).toMatchObject({
      title: "A: title",
      date: "2023-10-06T08:30:00+02:00",
      tags: ["bees", "wax, candles"],
      categories: ["Garden", "Bees' life"],
      slug: "keeping-bees",
      excerpt: "All about bees.",
      featuredImage: "../images/bee.png",
      html: "<p>Text.</p>",
      author: "Anna",
      meta: { rating: "4.5", status: "publish", "image.alt": "A bee" },
    });
  });

  it("of TOML is read, and a rule at the top is no front matter", async () => {
    const toml = '+++\ntitle = "Wax"\ntags = [\n  "a",\n  "b",\n]\ndraft = true\n+++\nText.';
    expect(await read("a.md", toml, { articleTitle: "Use metadata" })).toMatchObject({
      title: "Wax",
      tags: ["a", "b"],
      meta: { status: "draft" },
    });
    expect((await read("a.md", "---\n\nText.\n\n---\n\nMore.")).html).toContain("<hr>");
  });

  it("that cannot be read is named by its line", async () => {
    await expect(read("a.md", '---\ntitle: A\ntags: ["b\n---\nText.')).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message: expect.stringContaining("Line 3 of a.md"),
    });
    await expect(read("a.md", "---\ntitle: A\nb: &x 1\n---\nText.")).rejects.toThrow(/anchors/);
  });

  it("never names a member that objects have of their own", async () => {
    const { meta } = await read("a.md", "---\n__proto__: x\nconstructor: y\nkept: z\n---\nText.");
    expect(Object.entries(meta)).toEqual([["kept", "z"]]);
  });

  it("of any kind ends in an article or a refusal", async () => {
    const line = fc.stringMatching(/^ {0,3}(- )?[\w"'[\]{}:>|#&,. ]{0,20}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const article = await read("a.md", `---\nname: x\n${lines.join("\n")}\n---\nText.`).catch((error) => error);
        expect(article.code ?? article.html).toMatch(/^PAGE_UNREADABLE$|Text\./);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the title", () => {
  const html =
    "<html><head><title>The page</title></head><body><h1>The heading</h1><p>First words. More.</p></body></html>";
  const titleOf = async (articleTitle: string) => {
    const { title, html: body } = await read("my-first_post.html", html, { articleTitle });
    return [title, body];
  };

  it("is that of the file, the first line, the first heading or the metadata; a heading that became it leaves the text", async () => {
    expect(await titleOf("Use filename")).toEqual(["My first post", "<h1>The heading</h1><p>First words. More.</p>"]);
    expect(await titleOf("Use first heading")).toEqual(["The heading", "<p>First words. More.</p>"]);
    expect(await titleOf("Use first line")).toEqual(["The heading", "<p>First words. More.</p>"]);
    expect(await titleOf("Use metadata")).toEqual(["The page", "<h1>The heading</h1><p>First words. More.</p>"]);
  });

  it("is a template with placeholders and spintax, in which values are never looked at again", async () => {
    const file = '---\ntitle: "{b|c} {keyword}"\nkeyword: bees\ncity: Ulm\n---\nText.';
    const { title } = await read("a.md", file, { articleTitle: "{title} {of|from} {city}: {keyword}{nothing}" });
    expect(title).toMatch(/^\{b\|c\} \{keyword\} (of|from) Ulm: bees$/);
  });

  it("falls back to the name of the file", async () => {
    expect((await read("plain.txt", "Some words, then.", { articleTitle: "Use first heading" })).title).toBe("Plain");
    expect((await read("---.txt", "Some words, then.")).title).toBe("Article");
  });

  it("of a text file is its first line, wrapped or not", async () => {
    const text = "Keeping Bees\n\nThe first paragraph is here.\nIt has two lines.\n\n- one\n- two";
    expect(await read("a.txt", text, { articleTitle: "Use first line" })).toMatchObject({
      title: "Keeping Bees",
      html: "<p>The first paragraph is here.<br>\nIt has two lines.</p>\n<p>- one<br>\n- two</p>",
      text: "The first paragraph is here.\nIt has two lines.\n- one\n- two",
    });
    const unparted = await read("a.txt", "Keeping Bees\nThe first paragraph.\nThe second.", {
      articleTitle: "Use first line",
    });
    expect(unparted).toMatchObject({ title: "Keeping Bees", html: "<p>The first paragraph.</p>\n<p>The second.</p>" });
  });
});

describe("the body", () => {
  it("is safe: no program, no address of one, nothing that leaves its place", async () => {
    const hostile = [
      "<script>alert(1)</script><p onclick=alert(1) style='x'>Text",
      '<a href="java\tscript:alert(1)">link</a><a href=" JaVaScRiPt:alert(1)">link</a><a href="data:text/html,x">link</a>',
      "<img src=x onerror=alert(1)><svg onload=alert(1)></svg><iframe src=//x></iframe><form><input><button>b</button></form>",
      '<img alt="&quot;&gt;<script>" src="javascript:1"><base href=//x><meta http-equiv=refresh><object data=x></object>',
    ].join("");
    const { html } = await read("a.html", hostile);
    expect(html).toBe('<p>Text<a>link</a>linklink<img src="x"></p>'.replace("<a>link</a>", "link"));
  });

  it("of Markdown is HTML with tables, and what looks like a program in it is none", async () => {
    const { html } = await read(
      "a.md",
      "# Bees\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<script>x</script>\n\n[x](javascript:1)",
    );
    expect(html).toContain("<table>");
    expect(html).not.toMatch(/script/);
  });

  it("of a whole document is that of its only article", async () => {
    const page =
      "<!doctype html><html><body>\n<article>\n<h1>T</h1><p>Words.</p>\n</article>\n<section><p>A comment</p></section></body></html>";
    expect((await read("t.html", page)).html).toBe("<p>Words.</p>");
  });

  it("of a text file is its text: no markup in it, no headings and no Markdown", async () => {
    const text = "One & <b>two</b>\n\n    indented\n\n# three *four*\n\n<p>five</p>\n\nSix\n---\nSeven <!--more-->";
    expect((await read("a.txt", text)).html).toBe(
      [
        "<p>One &amp; &lt;b&gt;two&lt;/b&gt;</p>",
        "<p>indented</p>",
        "<p># three *four*</p>",
        "<p>&lt;p&gt;five&lt;/p&gt;</p>",
        "<p>Six<br>\n---<br>\nSeven &lt;!--more--&gt;</p>",
      ].join("\n"),
    );
    const page = "<!doctype html><html><body><p>A <b>page</b></p></body></html>";
    expect((await read("a.txt", page)).html).toBe("<p>A <b>page</b></p>");
  });

  it("that is none is refused in a sentence", async () => {
    await expect(read("a.md", "---\ntitle: A\n---\n")).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
    await expect(read("a.md", "\0\u0001".repeat(500))).rejects.toThrow(/is no text/);
  });

  it("of any HTML reads the same once more", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            "<p>",
            "</p>",
            "<b>",
            "<a href=x>",
            "</a>",
            "<ul>",
            "<li>",
            "text",
            "&lt;",
            "&amp;",
            "<img src=a>",
            '"',
            "<table>",
            "<td>",
          ),
        ),
        async (parts) => {
          const once = await read("x.html", `${parts.join("")}<p>end</p>`);
          expect((await read("x.html", once.html)).text).toBe(once.text);
        },
      ),
    );
  });
});

it("categories and tags of the options come behind its own, each once, with {keyword} filled where there is one", async () => {
  const options = { articleCategory: ["garden", "All {keyword}"], articleTags: ["{Keyword}", "bees"] };
  const head = "categories: Garden\ntags: '#Bees'\n---\nText.";
  const article = await read("a.md", `---\nkeyword: bee hives\n${head}`, options);
  expect(article).toMatchObject({ categories: ["Garden", "All bee hives"], tags: ["Bees", "bee hives"] });
  expect(await read("bee-hives.md", `---\n${head}`, options)).toMatchObject({ categories: ["Garden"], tags: ["Bees"] });
  const page = '<meta name="keyword" content="wax"><p>Text.</p>';
  expect(await read("a.html", page, options)).toMatchObject({ tags: ["wax", "bees"] });
  // As files of articles and of translated texts name them.
  const named = '<meta name="categories" content="Crafts, Garden"><p>Text.</p>';
  expect(await read("a.html", named, options)).toMatchObject({ categories: ["Crafts", "Garden"] });
});

it("the same title and text have the same hash", async () => {
  const [one, other] = [await read("a.md", "Text."), await read("a.html", "<p>Text.</p>")];
  expect(one.hash).toBe(other.hash);
  expect((await read("b.md", "Text.")).hash).not.toBe(one.hash);
});
