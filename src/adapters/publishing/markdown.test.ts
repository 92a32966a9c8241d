import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { asMarkdown } from "./markdown.js";

describe("a body in Markdown", () => {
  it.each([
    ["<p>One</p><p>Two<br>lines</p>", "One\n\nTwo\\\nlines"],
    ["<h1>A</h1><h4>B <em>c</em></h4>", "# A\n\n#### B *c*"],
    [
      '<p>A <a href="https://a.test/x y" title="t &quot;q&quot;">link</a> <code>a`b</code></p>',
      'A [link](<https://a.test/x y> "t \\"q\\"") ``a`b``',
    ],
    ['<p><img src="images/a.png" alt="A [b]"></p>', "![A \\[b\\]](images/a.png)"],
    ['<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>', "3. a\n   - b\n4. c\n   d"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["<pre><code>a ``` b\n  c\n</code></pre><hr>", "````\na ``` b\n  c\n````\n\n---"],
    ["text <strong> bold </strong>text<div>more</div>", "text  **bold** text\n\nmore"],
    ["<table><tr><td>1</td></tr></table>", "<table><tr><td>1</td></tr></table>"],
    [
      "<figure><img src=a.png><figcaption>b</figcaption></figure>",
      '<figure><img src="a.png"><figcaption>b</figcaption></figure>',
    ],
    ["<p></p><p> </p>", ""],
  ])("of %s", async (html, markdown) => {
    expect(await asMarkdown(html)).toBe(`${markdown}\n`);
  });

  it.each([
    "1. no list",
    "- no list",
    "# no heading",
    "> no quote",
    "* star",
    "_under_ `tick` [x](y) <b> &amp;amp; \\",
    "---",
    "===",
    "~~~",
    "2) x",
  ])("shows %s as the words that they are", async (words) => {
    const html = `<p>${words.replaceAll("<", "&lt;")}</p>`;
    const shown = String(await marked(await asMarkdown(html)));
    const plain = (text: string) =>
      text
        .replace(/<[^>]+>/g, "")
        .replaceAll("&gt;", ">")
        .trim();
    expect(shown).toMatch(/^<p>/);
    expect(plain(shown)).toBe(plain(html));
  });
});
