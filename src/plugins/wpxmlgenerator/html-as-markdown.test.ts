import { describe, expect, it } from "vitest";
import { parsedWxr, wxrRun } from "../../../test/doubles/wxr-world.js";

const xmlOf = (content: string) =>
  `<rss xmlns:wp="x" xmlns:content="y"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>T</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_type>post</wp:post_type></item></channel></rss>`;

/** The text of the article that a post of this content becomes. */
async function articleOf(content: string): Promise<string> {
  const run = await wxrRun({ "x.xml": xmlOf(content) }, { articleFolder: "", wxrFile: ["posts/x.xml"] });
  return run.file("articles/t.md").replace(/^---\n.*?\n---\n\n/s, "");
}

/** What the article says in HTML again. */
async function again(markdown: string): Promise<string> {
  const run = await wxrRun({ "t.md": markdown });
  return parsedWxr(run.file("export.xml")).item[0]["content:encoded"];
}

describe("the Markdown of a post", () => {
  it("fences code, with its language where one is named", async () => {
    const code = 'if (a &lt; b) {\n\n  echo "`x`"; // &amp;amp;\n}\n';
    const marks = [
      ['<pre class="wp-block-code"><code>', "</code></pre>", ""],
      ['<pre class="wp-block-code"><code lang="php" class="language-php hljs">', "</code></pre>", "php"],
      ['<pre class="brush: php; title: ; notranslate">', "</pre>", "php"],
      ['<pre lang="php">', "</pre>", "php"],
    ];
    const markdown = await articleOf(
      marks.map(([open, close]) => `<p>Words.</p>\n${open}\n${code}${close}\n`).join(""),
    );
    const fenced = marks.map(
      ([, , language]) => `Words.\n\n\`\`\`${language}\nif (a < b) {\n\n  echo "\`x\`"; // &amp;\n}\n\`\`\`\n`,
    );
    expect(markdown).toBe(fenced.join("\n"));
    const html = await again(markdown);
    expect(html.split('if (a &lt; b) {\n\n  echo "`x`"; // &amp;amp;\n}\n</code></pre>')).toHaveLength(5);
  });

  it("has a longer fence around code that holds one, and code within lines and items", async () => {
    expect(await articleOf("<pre>```js\nx\n```</pre>")).toBe("````\n```js\nx\n```\n````\n");
    const list = await articleOf("<ul><li><p>One</p><pre><code>a\n\n  b</code></pre></li></ul>");
    expect(await again(list)).toContain("<pre><code>a\n\n  b\n</code></pre>");
    const line = await articleOf("<p>Use <code>a_b*c &lt;d&gt; `e`</code> and <code>f</code>.</p>");
    expect(line).toBe("Use `` a_b*c <d> `e` `` and `f`.\n");
    expect(await again(line)).toBe("<p>Use <code>a_b*c &lt;d&gt; `e`</code> and <code>f</code>.</p>");
  });

  it("keeps what is no plain code as HTML", async () => {
    expect(await articleOf('<pre class="wp-block-verse">Roses</pre>')).toContain("<pre");
    expect(await articleOf("<pre>a <strong>b</strong></pre>")).toBe("<pre>a <strong>b</strong></pre>\n");
  });

  it("has links and images with their titles", async () => {
    const content =
      '<p><a href="https://a.test/x" title="A &quot;b&quot; &amp; *c*">one</a> <a href="https://a.test/(y)" target="_blank" rel="noreferrer noopener">two</a> <a href="https://a.test/" rel="sponsored">three</a> <img src="https://a.test/i.png" alt="i" title="t"></p>';
    const markdown = await articleOf(content);
    expect(markdown).toBe(
      '[one](https://a.test/x "A \\"b\\" &amp; \\*c\\*") [two](<https://a.test/(y)>) <a href="https://a.test/" rel="sponsored">three</a> ![i](https://a.test/i.png "t")\n',
    );
    const html = await again(markdown);
    expect(html).toContain('<a title="A &quot;b&quot; &amp; *c*" href="https://a.test/x">one</a>');
    expect(html).toContain('<img title="t" src="https://a.test/i.png" alt="i">');
  });
});

describe("footnotes", () => {
  const markdown = [
    "One[^a] and two[^b], and one[^a] again.",
    "",
    "- In a list[^c].",
    "",
    "[^a]: The *first*.",
    "",
    "    With more.",
    "[^b]: The second.",
    "[^c]: The third.",
    "",
  ].join("\n");
  const written = [
    "One[^1] and two[^2], and one[^1] again.",
    "",
    "- In a list[^3].",
    "",
    "[^1]: The *first*.",
    "",
    "    With more.",
    "",
    "[^2]: The second.",
    "",
    "[^3]: The third.",
    "",
  ].join("\n");

  it("stay footnotes on the way through a WXR file, and in alsoWrite", async () => {
    const run = await wxrRun({ "t.md": markdown }, { alsoWrite: ["markdown"] });
    const html = parsedWxr(run.file("export.xml")).item[0]["content:encoded"];
    expect(await articleOf(html)).toBe(written);
    expect(run.file("markdown/t-1000.md")).toContain(written);
    const back = await again(written);
    const plain = (text: string) => text.replace(/-[0-9a-f]{6}-/g, "-");
    expect(plain(back)).toBe(plain(html));
  });

  it("of tables have no links that lead nowhere, and links to other places stay", async () => {
    const list = '<ol><li id="n1">Note. <a href="#r1">\u21a9</a></li></ol>';
    const table = '<table><tbody><tr><td>A<sup><a href="#n1" id="r1">1</a></sup></td></tr></tbody></table>';
    const text = await articleOf(`${table}<p>B<sup><a href="#n1">1</a></sup></p><hr>${list}`);
    expect(text).toContain("<td>A<sup>1</sup></td>");
    expect(text).toMatch(/\n\nB\[\^1\]\n\n\[\^1\]: Note\.\n$/);
    expect(await articleOf('<p>B<sup><a href="#part">1</a></sup></p>')).toBe('B<sup><a href="#part">1</a></sup>\n');
  });
});
