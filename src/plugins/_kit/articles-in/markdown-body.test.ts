import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { seededRandom } from "../../../kernel/index.js";
import { articleFields, htmlOf, htmlTree, readArticle } from "./index.js";

const { signal } = new AbortController();
const usual = z.object(articleFields).parse({ articleFolder: "posts" });

async function htmlIn(file: string, content: string): Promise<string> {
  const folder = cannedFolder("posts", { [file]: content });
  return (await readArticle(file, usual, { folder, random: seededRandom("seed"), signal })).html;
}

describe("the body keeps", () => {
  it("what WordPress reads in comments, and no other comment", async () => {
    const text =
      "One\n\n<!--more-->\n\nTwo <!--more Read on--> `<!--more-->`\n\n<!--nextpage-->\n\n<!-- other -->Three";
    const html = await htmlIn("a.md", text);
    expect(html.match(/<!--.*?-->/g)).toEqual(["<!--more-->", "<!--more Read on-->", "<!--nextpage-->"]);
    expect(html).toContain("<code>&lt;!--more--&gt;</code>");
    expect(htmlOf(htmlTree(html))).toBe(html);
    const page = "<p>One</p><!-- more --><p>Two</p><script><!--more--></script>";
    expect(await htmlIn("a.html", page)).toBe("<p>One</p><!--more--><p>Two</p>");
    const forged = "<p>One <wordpress-mark>more --&gt;<script>x</script></wordpress-mark></p>";
    expect(await htmlIn("a.html", forged)).toBe("<p>One more --&gt;</p>");
  });

  it("the boxes of tasks and the sides of cells", async () => {
    const html = await htmlIn("a.md", "- [x] done\n- [ ] open\n\n| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |");
    expect(html).toContain("<li>\u2611 done</li>\n<li>\u2610 open</li>");
    expect(html).toContain('<td align="left">1</td>\n<td align="center">2</td>\n<td align="right">3</td>');
    expect(
      await htmlIn("a.html", '<p>x<input type="checkbox"></p><table><tr><td align="javascript:1">y</td></tr></table>'),
    ).toBe("<p>x</p><table><tr><td>y</td></tr></table>");
  });

  it("footnotes, as a list at the end that is linked both ways", async () => {
    const text = [
      "First[^b] and[^A], again[^b], none[^c] and `[^a]`.",
      "",
      "[^a]: About *a*,",
      "  in two lines.",
      "",
      "    And a paragraph.",
      "[^b]: About b<script>x</script>.",
      "",
      "[^unused]: Unused.",
      "",
      "Last.",
    ].join("\n");
    const html = await htmlIn("a.md", text);
    const name = /fn-([0-9a-f]{6})-1/.exec(html)![1];
    const mark = (number: number, id: string) =>
      `<sup><a href="#fn-${name}-${number}" id="fnref-${name}-${id}">${number}</a></sup>`;
    const plain = (text: string) => text.replace(/ (id|href)="[^"]*"/g, "").replace(/\s+/g, " ");
    expect(plain(html)).toBe(
      plain(
        `<p>First${mark(1, "1")} and${mark(2, "2")}, again${mark(1, "1-2")}, none[^c] and <code>[^a]</code>.</p>
<p>Last.</p>
<hr>
<ol>
<li><p>About b. <a>\u21a9</a></p></li>
<li><p>About <em>a</em>, in two lines.</p> <p>And a paragraph. <a>\u21a9</a></p></li>
<li><p>Unused.</p></li>
</ol>`,
      ),
    );
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(id);
  });

  it("footnotes of which there are many", async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `Text[^${at}].\n\n[^${at}]: Note.`).join("\n\n");
    expect((await htmlIn("a.md", many)).match(/<li /g)).toHaveLength(1000);
  });
});
