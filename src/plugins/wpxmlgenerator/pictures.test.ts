import { describe, expect, it } from "vitest";
import { parsedWxr as parsed, wxrRun as ran } from "../../../test/doubles/wxr-world.js";
import type { JsonObject } from "../../kernel/index.js";

const PNG = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), Buffer.alloc(20)]);

describe("images", () => {
  const files = {
    "a.html":
      '<h1>A</h1><figure><img src="https://img.example/a%20b.jpg?x=1&amp;y=2" alt="A &lt;b&gt;"><figcaption>Cap</figcaption></figure><p>Text <img src="local.png"></p>',
    "local.png": PNG,
    "b.html": '<p>Text</p><img src="https://img.example/a%20b.jpg?x=1&amp;y=2"><img src="../../../etc/x.png">',
  };
  const items = async (data: JsonObject) => parsed((await ran(files, data)).file("export.xml")).item as JsonObject[];

  it("are attachments, once in a file, and the first is featured", async () => {
    const found = await items({});
    expect(found.map((item) => [item["wp:post_type"], item["wp:post_id"], item["wp:post_parent"]])).toEqual([
      ["post", "1000", "0"],
      ["attachment", "1001", "1000"],
      ["attachment", "1002", "1000"],
      ["post", "1003", "0"],
    ]);
    expect(found[1]).toMatchObject({
      "wp:attachment_url": "https://img.example/a%20b.jpg?x=1&y=2",
      "excerpt:encoded": "Cap",
      "wp:status": "inherit",
    });
    expect(found[1]!["wp:postmeta"]).toMatchObject([
      { "wp:meta_key": "_wp_attachment_image_alt", "wp:meta_value": "A <b>" },
    ]);
    for (const post of [found[0], found[3]]) {
      expect(post!["wp:postmeta"]).toMatchObject([{ "wp:meta_key": "_thumbnail_id", "wp:meta_value": "1001" }]);
    }
  });

  it("that are files are put out for the blog's folder of uploads, and none is read from elsewhere", async () => {
    const run = await ran(files);
    const upload = run.paths.find((path) => path.startsWith("uploads/"));
    expect(upload).toMatch(/^uploads\/[0-9a-f]{8}-local\.png$/);
    const xml = run.file("export.xml");
    expect(xml).toContain(`https://blog.example/wp-content/uploads/scriptorium/${upload!.slice(8)}`);
    expect(xml).not.toContain("etc/x.png");
  });

  it("that are in the text itself are put out as files, and those that are none are named", async () => {
    const run = await ran({
      "a.md": `# T\n\n![d](data:image/png;base64,${PNG.toString("base64")})\n\n![e](data:image/svg+xml;base64,PHN2Zy8+)`,
    });
    const upload = run.paths.find((path) => path.startsWith("uploads/"));
    expect(upload).toMatch(/^uploads\/[0-9a-f]{8}-image\.png$/);
    expect(run.file("export.xml")).toContain(
      `src="https://blog.example/wp-content/uploads/scriptorium/${upload!.slice(8)}`,
    );
    expect(run.warnings).toEqual([expect.stringContaining("An image in the text of a.md was not used")]);
  });

  it("stay links, or go", async () => {
    const linked = await items({ imageMode: "hotlink" });
    expect(linked).toHaveLength(2);
    expect(linked[0]!["content:encoded"]).toContain("https://img.example/a%20b.jpg");
    const none = await items({ imageMode: "none" });
    expect(none.map((item) => item["content:encoded"])).toEqual(["<p>Text </p>", "<p>Text</p>"]);
  });

  it("are featured as featuredImage says: the first of the article, else the one that its front matter names", async () => {
    const head = "---\nimage: https://img.example/named.png\n---\nWords.";
    const posts = { "1.md": `${head}\n\n![a](https://img.example/first.png)`, "2.md": head };
    const featured = async (featuredImage: string) => {
      const run = await ran(posts, { featuredImage });
      const all = parsed(run.file("export.xml")).item as JsonObject[];
      return ["0", "1"].map((_, at) => {
        const post = all.filter((item) => item["wp:post_type"] === "post")[at]!;
        const [meta] = (post["wp:postmeta"] ?? []) as JsonObject[];
        return all.find((item) => item["wp:post_id"] === meta?.["wp:meta_value"])?.["wp:attachment_url"];
      });
    };
    const [first, named] = ["https://img.example/first.png", "https://img.example/named.png"];
    expect(await featured("first")).toEqual([first, named]);
    expect(await featured("metadata")).toEqual([named, named]);
    expect(await featured("none")).toEqual([undefined, undefined]);
  });

  it("are attachments of each part that needs them", async () => {
    const run = await ran(files, { splitCount: 1 });
    const [second] = [parsed(run.file("export-2.xml")).item as JsonObject[]];
    expect(second.map((item) => item["wp:post_type"])).toEqual(["post", "attachment"]);
    expect(second[0]!["wp:postmeta"]).toMatchObject([
      { "wp:meta_key": "_thumbnail_id", "wp:meta_value": second[1]!["wp:post_id"] },
    ]);
  });
});
