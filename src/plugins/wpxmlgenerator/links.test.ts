import { describe, expect, it } from "vitest";
import { parsedWxr, wxrRun } from "../../../test/doubles/wxr-world.js";

const METADATA = { articleTitle: "Use metadata" };
const article = (title: string, text: string) => `---\ntitle: ${title}\n---\n${text}`;
const contents = (xml: string) =>
  (parsedWxr(xml).item as Record<string, string>[]).map((item) => item["content:encoded"]);

describe("links between articles", () => {
  it("lead to the posts that these become, before and after, whatever form the link has", async () => {
    const files = {
      "1.md": article("One", "[a](2.md) [b](sub/three%20x.html#part) [c](./2 'T') [d](2.html?x=1) [e](1.md#here)"),
      "2.md": article("Two", "[one](1.md) [root](/sub/three%20x.html) [there](https://x.test/2.md) [top](#top)"),
      "sub/three x.html": '<title>Three</title><p><a href="../1.md">one</a> <a href="/about/">about</a></p>',
    };
    const run = await wxrRun(files, METADATA);
    const [one, two, three] = contents(run.file("export.xml"));
    expect([...one!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://blog.example/two/",
      "https://blog.example/three/#part",
      "https://blog.example/two/",
      "https://blog.example/two/",
      "https://blog.example/one/#here",
    ]);
    expect([...two!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://blog.example/one/",
      "https://blog.example/three/",
      "https://x.test/2.md",
      "#top",
    ]);
    expect(three).toContain('href="https://blog.example/one/"');
    expect(three).toContain('href="/about/"');
    expect(run.warnings).toEqual([]);
    expect(run.rows.map(({ slug }) => slug)).toEqual(["one", "two", "three"]);
  });

  it("to what is no article leave their words, and are counted", async () => {
    const files = {
      "1.md": article("One", "[gone](gone.md), [out](../../2.md), [empty](empty.md), [pdf](x.pdf)"),
      "2.md": article("Two", "Words."),
      "empty.md": article("Empty", ""),
    };
    const run = await wxrRun(files, METADATA);
    expect(contents(run.file("export.xml"))[0]).toBe("<p>gone, out, empty, pdf</p>");
    expect(run.warnings).toContainEqual(
      "4 links to files that are no articles of this run became plain text, since the blog does not have them. The first: gone.md in 1.md.",
    );
  });

  it("name the slug that a post has, where several have one title", async () => {
    const files = {
      "1.md": article("Same", "[x](3.md)"),
      "2.md": article("Same", "Words."),
      "3.md": article("Same", "Words."),
    };
    const run = await wxrRun(files, METADATA);
    expect(run.rows.map(({ slug }) => slug)).toEqual(["same", "same-3", "same-2"]);
    expect(contents(run.file("export.xml"))[0]).toContain("https://blog.example/same-2/");
  });

  it("to images that go into the blog's folder of uploads lead there", async () => {
    const png = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), Buffer.alloc(20)]);
    const run = await wxrRun({ "1.md": article("One", "[![a](x.png)](x.png)"), "x.png": png }, METADATA);
    expect(contents(run.file("export.xml"))[0]).toMatch(
      /<a href="(https:\/\/blog\.example\/wp-content\/[^"]+)"><img src="\1"/,
    );
  });
});
