import { describe, expect, it } from "vitest";
import { parsedWxr as parsed, wxrRun as ran } from "../../../test/doubles/wxr-world.js";

const article = (title: string, more = "") => `---\ntitle: ${JSON.stringify(title)}\n${more}---\nSome words of it.`;
const METADATA = { articleTitle: "Use metadata" };

describe("a WXR file", () => {
  it("becomes articles and a table again", async () => {
    const files = {
      "a.md": `${article('One: "two" ]]>', "categories: [Sport > Football]\ntags: [goal]\nexcerpt: Short\n")}\n\n## Head\n\n![alt](https://img.example/a.jpg)\n\n| a | b |\n| - | - |\n| 1 | 2 |`,
      "b.md": article("Two"),
    };
    const there = await ran(files, METADATA);
    const back = await ran(
      { "export.xml": there.file("export.xml") },
      { articleFolder: "", wxrFile: ["posts/export.xml"] },
    );
    expect(back.status).toBe("complete");
    expect(back.rows).toMatchObject([
      {
        file: "articles/one-two.md",
        postId: 1000,
        slug: "one-two",
        title: 'One: "two" ]]>',
        categories: ["Sport > Football"],
        tags: ["goal"],
      },
      { file: "articles/two.md", postId: 1002 },
    ]);
    const text = back.file("articles/one-two.md");
    expect(text).toContain('image: "https://img.example/a.jpg"');
    const again = await ran({ "a.md": text }, METADATA);
    const [first] = parsed(there.file("export.xml")).item;
    const [second] = parsed(again.file("export.xml")).item;
    expect(second["content:encoded"].replace(/\s+/g, "")).toBe(first["content:encoded"].replace(/\s+/g, ""));
    expect(back.file("articles.csv").split("\r\n")).toHaveLength(4);
  });

  it("of the older editor gets its paragraphs and captions", async () => {
    const item = (content: string) =>
      `<rss xmlns:wp="x" xmlns:content="y"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>T</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_type>post</wp:post_type></item></channel></rss>`;
    const xml = item(
      'One\ntwo\n\n[caption id="x"]<img src="https://a.test/b.png" alt="" /> Words[/caption]\n\n<script>x</script>Three',
    );
    const run = await ran({ "old.xml": xml }, { wxrFile: ["posts/old.xml"] });
    expect(run.file("articles/t.md")).toMatch(
      /One {2}\ntwo\n\n<figure><img[^>]*> ?<figcaption>Words<\/figcaption><\/figure>\n\nThree\n$/,
    );
  });

  it("gives no articles of what is in the bin", async () => {
    const item = (title: string, status: string) =>
      `<item><title>${title}</title><content:encoded>x</content:encoded><wp:post_type>post</wp:post_type><wp:status>${status}</wp:status></item>`;
    const xml = `<rss xmlns:wp="x" xmlns:content="y"><channel><wp:wxr_version>1.2</wp:wxr_version>${item("Kept", "draft")}${item("Binned", "trash")}</channel></rss>`;
    const run = await ran({ "old.xml": xml }, { wxrFile: ["posts/old.xml"] });
    expect(run.rows).toMatchObject([{ title: "Kept" }]);
  });

  it("that is none, or cut off, is said to be", async () => {
    expect((await ran({ "x.xml": "<rss></rss>" }, { wxrFile: ["posts/x.xml"] })).error).toContain(
      "no WordPress export",
    );
    expect((await ran({ "x.xml": "no xml" }, { wxrFile: ["posts/x.xml"] })).status).toBe("failed");
    const whole = (await ran({ "a.md": article("A") }, METADATA)).file("export.xml");
    const cut = await ran({ "x.xml": whole.slice(0, -30) }, { wxrFile: ["posts/x.xml"] });
    expect(cut.rows).toHaveLength(1);
  });
});
