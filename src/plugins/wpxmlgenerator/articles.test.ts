import { expect, it } from "vitest";
import { parsedWxr, wxrRun } from "../../../test/doubles/wxr-world.js";

it("categories and tags with {keyword} are left out for articles that name none, which is noted once", async () => {
  const files = {
    "bee-hives.md": "Words.",
    "wax.md": "Words.",
    "z.md": "---\nkeyword: honey\n---\nWords.",
  };
  const run = await wxrRun(files, { articleCategory: ["Garden", "All {keyword}"], articleTags: ["{keyword}"] });
  expect(run.rows).toMatchObject([
    { categories: ["Garden"], tags: [] },
    { categories: ["Garden"], tags: [] },
    { categories: ["Garden", "All honey"], tags: ["honey"] },
  ]);
  expect(run.warnings).toEqual([
    "Categories and tags with {keyword} were left out for 2 articles without a keyword. Name it as keyword in the front matter. The first: bee-hives.md.",
  ]);
});

it("an article in a text file shows its tags, and one in Markdown keeps what WordPress reads", async () => {
  const run = await wxrRun({
    "a.txt": "One <b>two</b>\n\n    three",
    "b.md": "One\n\n<!--more-->\n\n- [x] two[^1]\n\n![a](x.png)\n\n[^1]: Note.",
  });
  const [text, markdown] = parsedWxr(run.file("export.xml")).item;
  expect(text["content:encoded"]).toBe("<p>One &lt;b&gt;two&lt;/b&gt;</p>\n<p>three</p>");
  expect(markdown["content:encoded"]).toMatch(/<!--more--><ul>\n<li>\u2611 two<sup><a [^>]*href="#fn-/);
});
