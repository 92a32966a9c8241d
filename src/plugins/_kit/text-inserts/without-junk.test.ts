import { expect, it } from "vitest";
import { junkFilter } from "../inserts/junk-filter.js";
import { withoutJunk } from "./without-junk.js";

const clean = (text: string, form: "html" | "md" | "txt", ...lines: string[]) =>
  withoutJunk(text, form, junkFilter(lines.length === 0 ? ["junk"] : lines));

it.each([
  ["<p>One cat. Some junk here. Two cats.</p>", "<p>One cat. Two cats.</p>"],
  ["<p>Some <b>junk</b> here. Two cats.</p>", "<p>Two cats.</p>"],
  ["<p>One cat. Some <a href='/j'>ju<i>nk</i></a> here.</p>", "<p>One cat.</p>"],
  ["<p>One <b>cat. Some junk.</b> Two cats.</p>", "<p>One <b>cat.</b> Two cats.</p>"],
  ["<p>A.</p>\n<p>Junk.</p>\n<p>B.</p>\n", "<p>A.</p>\n<p>B.</p>\n"],
  ["<ul><li>Junk.</li><li>Cat.</li></ul>", "<ul><li>Cat.</li></ul>"],
  ["<p>A.</p><ul><li>Junk.</li><li>More junk.<ul><li>junk</li></ul></li></ul><p>B.</p>", "<p>A.</p><p>B.</p>"],
  ["<h1>No junk</h1><p>A.</p><h2>Junk!</h2><p>B.</p>", "<h1>No junk</h1><p>A.</p><p>B.</p>"],
  ["<p>A.</p><h2>Part</h2><h3>Sub</h3><p>Junk.</p><h2>Next</h2><p>B.</p>", "<p>A.</p><h2>Next</h2><p>B.</p>"],
  [
    "<p>A.</p><h2>Empty before</h2><h2>Next</h2><p>Bees. Junk.</p>",
    "<p>A.</p><h2>Empty before</h2><h2>Next</h2><p>Bees.</p>",
  ],
  [
    "<p>A.</p><blockquote><p>Junk.</p></blockquote><pre>junk</pre><table><tr><td>junk</td></tr></table>",
    "<p>A.</p><pre>junk</pre><table><tr><td>junk</td></tr></table>",
  ],
  [
    "<nav><p>Junk.</p></nav><article><p>Ants. Junk.</p></article>",
    "<nav><p>Junk.</p></nav><article><p>Ants.</p></article>",
  ],
  ["<p><b>Junk.</b> Cats.</p>", "<p>Cats.</p>"],
  ["<p>Cats. <img src=a.png><i>Junk.</i></p>", "<p>Cats. <img src=a.png></p>"],
  ["<p>Cats &amp; dogs. Junk &amp; more.</p>", "<p>Cats &amp; dogs.</p>"],
  ["<p><img src=a.png> Junk.</p><p>A.</p>", "<p><img src=a.png></p><p>A.</p>"],
])("sentences, headings and what is empty then go from HTML: %s", (html, wanted) => {
  expect(clean(html, "html")).toBe(wanted);
});

it.each([
  ["# No junk\n\nOne cat. Some **junk** here.\nTwo cats.\n", "# No junk\n\nOne cat. Two cats.\n"],
  ["One **cat. Some junk.** Two cats.\n", "One **cat.** Two cats.\n"],
  ["**Junk.** Two cats.\n", "Two cats.\n"],
  ["One cat sat. Junk! \n\nJunk. \n\nEnd.\n", "One cat sat. \n\nEnd.\n"],
  ["See [the junk](https://a.test/x). Two cats.\n", "Two cats.\n"],
  ["A.\n\nJunk.\n\nB.\n", "A.\n\nB.\n"],
  ["A.\r\n\r\nJunk.\r\n\r\nB.\r\n", "A.\r\n\r\nB.\r\n"],
  ["A.\n\n- Junk.\n- Cat.\n  - Junk.\n  - Dog.\n\nB.\n", "A.\n\n- Cat.\n  - Dog.\n\nB.\n"],
  ["A.\n\n- Junk.\n- More junk.\n\nB.\n", "A.\n\nB.\n"],
  ["A.\n\n## Part\n\nJunk.\n\n## Next\n\nB.\n", "A.\n\n## Next\n\nB.\n"],
  ["A.\n\nJunk heading\n------------\n\nB.\n", "A.\n\nB.\n"],
  [
    "---\ntitle: Junk\n---\n\nA.\n\n```\njunk\n```\n\n| junk |\n| --- |\n| junk |\n",
    "---\ntitle: Junk\n---\n\nA.\n\n```\njunk\n```\n\n| junk |\n| --- |\n| junk |\n",
  ],
  ["A.\n\n> Junk. Cat.\n\n> Junk.\n", "A.\n\n> Cat.\n\n"],
])("sentences, headings and what is empty then go from Markdown: %j", (text, wanted) => {
  expect(clean(text, "md")).toBe(wanted);
});

it.each([
  ["All the cats\n\nOne cat. Some junk.\n\nJunk.\n\nTwo cats.\n", "All the cats\n\nOne cat.\n\nTwo cats.\n"],
  ["A cat sat\non a junk mat. It slept.", "It slept."],
  ["A.\n\n- Junk.\n- Cat.\n", "A.\n\n- Cat.\n"],
  ["One cat sat.\nJunk!\n\nTwo cats.\nJunk!\nThree cats.\n", "One cat sat.\n\nTwo cats.\nThree cats.\n"],
  ["Junk!\nOne cat sat.\n", "One cat sat.\n"],
  ["   One cat sat. Junk! \n\n   Some junk\n   here.\n\n   End.\n", "   One cat sat. \n\n   End.\n"],
])("sentences and paragraphs go from plain text: %j", (text, wanted) => {
  expect(clean(text, "txt")).toBe(wanted);
});

it("rules have wildcards and expressions, and see the words as readers do", () => {
  const html = "<p>Click <b>here</b> now. Caf&eacute; au lait. Buy 12 today. A cat.</p>";
  expect(clean(html, "html", "click*now", "café", "/buy \\d+/")).toBe("<p>A cat.</p>");
});
