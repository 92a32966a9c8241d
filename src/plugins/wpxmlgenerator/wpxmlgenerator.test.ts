import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterEach, describe, expect, it } from "vitest";
import { cannedFolder } from "../../adapters/doubles/index.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { createKernel, type JsonObject, type Kernel } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { wpxmlgenerator } from "./index.js";

let kernels: Kernel[] = [];
afterEach(async () => {
  for (const kernel of kernels) await kernel.stop();
  kernels = [];
});

const PNG = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), Buffer.alloc(20)]);
const SEEDED = { siteUrl: "https://blog.example", postTimezone: "UTC", randomSeed: 1, maxRetries: 0 };

interface Ran {
  readonly status: string;
  readonly error: string;
  readonly rows: readonly JsonObject[];
  file(path: string): Promise<string>;
  paths(): Promise<string[]>;
}

async function ran(files: Readonly<Record<string, string | Uint8Array>>, data: JsonObject = {}): Promise<Ran> {
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [wpxmlgenerator],
    providers: { folder: cannedFolder("posts", files) },
  });
  kernels.push(kernel);
  await kernel.start();
  const { _id: id } = await kernel.tasks.create("wpxmlgenerator", { articleFolder: "posts", ...SEEDED, ...data });
  await kernel.tasks.run(id);
  const task = await kernel.tasks.settled(id);
  const rows = await Array.fromAsync(kernel.content.rows(id));
  return {
    status: task.status,
    error: task.error === undefined ? "" : `${task.error.code}: ${task.error.message}`,
    rows,
    file: async (path) => Buffer.from((await kernel.content.file(id, path))?.bytes ?? []).toString(),
    paths: async () => (await Array.fromAsync(kernel.content.files(id))).map(({ path }) => path).sort(),
  };
}

/** The file as a reader that is not ours understands it. */
function parsed(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    trimValues: false,
    parseTagValue: false,
    isArray: (name) => ["item", "category", "wp:postmeta", "wp:category", "wp:tag", "wp:author"].includes(name),
  });
  return parser.parse(xml).rss.channel;
}

const article = (title: string, more = "") => `---\ntitle: ${JSON.stringify(title)}\n${more}---\nSome words of it.`;
const METADATA = { articleTitle: "Use metadata" };

describe("a folder of articles", () => {
  it("becomes a file with authors, terms and posts, and a row for each", async () => {
    const run = await ran(
      {
        "2.md": article("Second", "categories: [Sport > Football]\ntags: [goal, Ärger]\n"),
        "10.md": article("Tenth", "categories: Sport\nslug: the-tenth\nexcerpt: Short.\n"),
      },
      { ...METADATA, authorName: "Anna", postMeta: { source: "{file}: {unknown}" } },
    );
    expect(run.status).toBe("complete");
    const channel = parsed(await run.file("export.xml"));
    expect(channel["wp:wxr_version"]).toBe("1.2");
    expect(channel["wp:author"]).toMatchObject([{ "wp:author_login": "admin", "wp:author_display_name": "Anna" }]);
    const terms = channel["wp:category"].map((term: JsonObject) => [
      term["wp:category_nicename"],
      term["wp:category_parent"],
      term["wp:cat_name"],
    ]);
    expect(terms).toEqual([
      ["sport", "", "Sport"],
      ["football", "sport", "Football"],
    ]);
    expect(channel["wp:tag"].map((term: JsonObject) => term["wp:tag_slug"])).toEqual(["goal", "arger"]);
    const [second, tenth] = channel.item;
    expect(second).toMatchObject({
      title: "Second",
      "content:encoded": "<p>Some words of it.</p>",
      "wp:post_id": "1000",
      "wp:status": "draft",
      guid: { "#text": "https://blog.example/?p=1000", "@_isPermaLink": "false" },
      category: [
        { "#text": "Football", "@_domain": "category", "@_nicename": "football" },
        { "#text": "goal", "@_domain": "post_tag", "@_nicename": "goal" },
        { "#text": "Ärger", "@_domain": "post_tag", "@_nicename": "arger" },
      ],
      "wp:postmeta": [{ "wp:meta_key": "source", "wp:meta_value": "2.md: {unknown}" }],
    });
    expect(tenth).toMatchObject({ "wp:post_name": "the-tenth", "excerpt:encoded": "Short." });
    expect(run.rows).toMatchObject([
      {
        file: "2.md",
        postId: 1000,
        slug: "second",
        title: "Second",
        status: "draft",
        categories: ["Sport > Football"],
        part: "export.xml",
      },
      { file: "10.md", postId: 1001, slug: "the-tenth", categories: ["Sport"], tags: [] },
    ]);
  });

  it("has ids, slugs, and pairs of title and date that are each there once", async () => {
    const files = Object.fromEntries(
      ["Same", "same", "Säme", "Same", "2024"].map((title, at) => [`${at}.md`, article(title)]),
    );
    const run = await ran(files, {
      ...METADATA,
      postsPerDay: 5,
      postTimeFrom: "09:00",
      postTimeTo: "09:00",
      postUseToday: false,
      postStartDate: "2020-02-29",
    });
    const items = parsed(await run.file("export.xml")).item as JsonObject[];
    expect(items.map((item) => item["wp:post_name"])).toEqual(["same", "same-2", "same-3", "same-4", "post-2024"]);
    expect(new Set(items.map((item) => item["wp:post_id"])).size).toBe(5);
    expect(items.map((item) => item["wp:post_date"])).toEqual([
      "2020-02-29 09:00:00",
      "2020-02-29 09:00:01",
      "2020-02-29 09:00:02",
      "2020-02-29 09:00:03",
      "2020-02-29 09:00:00",
    ]);
  });

  it("holds any text: what would end a section, what XML cannot hold, other scripts, formulas", async () => {
    const title = 'a ]]> b\u0008\ufffe <b> & "c" ]]]]> \ud83d\ude00';
    const html = `<p>x ]]&gt; y ]]>z \u0001\u000b\uffff</p><pre>a\r\n  b</pre><p>日本語 &amp;lt; ${"]]>".repeat(50)}</p>`;
    const page = `---\ntitle: ${title}\n---\n${html}`;
    const run = await ran({ "a.html": page }, { ...METADATA, articleTags: ["]]><x>", "=1+1"] });
    expect(run.error).toBe("");
    const [item] = parsed(await run.file("export.xml")).item;
    expect(item["content:encoded"]).toContain(`日本語 &amp;lt; ${"]]&gt;".repeat(50)}`);
    expect(item["content:encoded"]).not.toMatch(/[\u0000-\u0008\u000b\ufffe\uffff]/);
    expect(item.title).toBe('a ]]> b <b> & "c" ]]]]> \ud83d\ude00');
    expect(item.category[0]["#text"]).toBe("]]><x>");
  });

  it("is split by number, with all authors and terms in each part", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`${at}.md`, article(`T${at}`, `tags: t${at}\n`)]),
    );
    const run = await ran(files, { ...METADATA, splitCount: 3 });
    expect(await run.paths()).toEqual(["export-2.xml", "export-3.xml", "export.xml"]);
    const parts = [];
    for (const path of ["export.xml", "export-2.xml", "export-3.xml"]) parts.push(parsed(await run.file(path)));
    expect(parts.map((part) => part.item.length)).toEqual([3, 3, 1]);
    for (const part of parts) expect([part["wp:tag"].length, part["wp:author"].length]).toEqual([7, 1]);
    expect(run.rows.map((row) => row["part"])[6]).toBe("export-3.xml");
  });

  it("is split by size", async () => {
    const long = `<p>${"word ".repeat(70_000)}</p>`;
    const run = await ran({ "1.html": long, "2.html": long, "3.html": long }, { splitMb: 1 });
    expect(await run.paths()).toEqual(["export-2.xml", "export.xml"]);
    for (const path of await run.paths()) expect((await run.file(path)).length).toBeLessThan(1_000_000);
  });

  it("that holds no article is said to, in plain words", async () => {
    const run = await ran({ "a.pdf": "x" });
    expect(run.status).toBe("failed");
    expect(run.error).toMatch(/^no-input: No article file was found in posts \(pattern \*\*\/\*\.\{html,md,txt\}\)\./);
    expect((await ran({ "a.md": "x" }, { articleFolder: "" })).error).toMatch(/^no-input: /);
  });

  it("leaves out a file that cannot be read, with a row that says why, and fails when there is no other", async () => {
    const run = await ran({ "1.md": "---\na: [x\n---\nText.", "2.md": "Text." });
    expect(run.status).toBe("complete");
    expect(run.rows).toMatchObject([
      { file: "1.md", status: "failed", error: expect.stringContaining("Line 2 of 1.md") },
      { file: "2.md" },
    ]);
    expect((await ran({ "1.md": "---\na: [x\n---\nText." })).error).toMatch(/^no-input: None of 1 article file/);
  });

  it("comes out the same twice", async () => {
    const files = { "a.md": article("A"), "b.md": article("B") };
    const withoutTime = (xml: string) => xml.replace(/<(pubDate|wp:post_\w+)>.*/g, "");
    const [one, other] = [await ran(files), await ran(files)];
    expect(withoutTime(await one.file("export.xml"))).toBe(withoutTime(await other.file("export.xml")));
  });
});

describe("dates and statuses", () => {
  const future = { postStatus: "publish", postUseToday: false, postStartDate: "2199-01-05" };
  it("posts whose time is to come are scheduled, and drafts stay drafts", async () => {
    const run = await ran({ "a.md": article("A"), "b.md": article("B", "draft: true\n") }, future);
    expect(run.rows.map((row) => row["status"])).toEqual(["future", "draft"]);
    const past = await ran({ "a.md": article("A") }, { ...future, postStartDate: "2001-01-05", postStatus: "future" });
    expect(past.rows).toMatchObject([{ status: "publish", date: expect.stringMatching(/^2001-01-05T/) }]);
  });

  it("come from the articles where that is asked for", async () => {
    const files = {
      "a.md": article("A", "date: 2019-07-01 08:30:00 +0200\n"),
      "b.md": article("B", "date: July 2, 2019\n"),
    };
    const run = await ran(files, { dateSource: "article", postTimezone: "Europe/Berlin" });
    expect(run.rows.map((row) => row["date"])).toEqual(["2019-07-01T08:30:00+02:00", "2019-07-02T08:00:00+02:00"]);
  });

  it("of zones and days that there are not are refused", async () => {
    expect((await ran({ "a.md": "x" }, { postTimezone: "Mars/Base" })).error).toContain('no time zone "Mars/Base"');
    expect((await ran({ "a.md": "x" }, { postUseToday: false, postStartDate: "2023-02-30" })).error).toContain(
      "no day of the calendar",
    );
    expect((await ran({ "a.md": "x" }, { siteUrl: "blog" })).error).toContain("no web address");
    expect((await ran({ "a.md": "x" }, { alsoWrite: ["word"] })).error).toContain('"word"');
  });
});

describe("images", () => {
  const files = {
    "a.html":
      '<h1>A</h1><figure><img src="https://img.example/a%20b.jpg?x=1&amp;y=2" alt="A &lt;b&gt;"><figcaption>Cap</figcaption></figure><p>Text <img src="local.png"></p>',
    "local.png": PNG,
    "b.html": '<p>Text</p><img src="https://img.example/a%20b.jpg?x=1&amp;y=2"><img src="../../../etc/x.png">',
  };
  const items = async (data: JsonObject) =>
    parsed(await (await ran(files, data)).file("export.xml")).item as JsonObject[];

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
    const upload = (await run.paths()).find((path) => path.startsWith("uploads/"));
    expect(upload).toMatch(/^uploads\/[0-9a-f]{8}-local\.png$/);
    const xml = await run.file("export.xml");
    expect(xml).toContain(`https://blog.example/wp-content/uploads/scriptorium/${upload!.slice(8)}`);
    expect(xml).not.toContain("etc/x.png");
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
      const all = parsed(await run.file("export.xml")).item as JsonObject[];
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
    const [second] = [parsed(await run.file("export-2.xml")).item as JsonObject[]];
    expect(second.map((item) => item["wp:post_type"])).toEqual(["post", "attachment"]);
    expect(second[0]!["wp:postmeta"]).toMatchObject([
      { "wp:meta_key": "_thumbnail_id", "wp:meta_value": second[1]!["wp:post_id"] },
    ]);
  });
});

it("the same posts come as a table, as a feed for Blogger, as a file for Ghost and as Markdown", async () => {
  const files = {
    "a.md": article("=A, b", "tags: [x]\ncategories: [y]\n"),
    "b.md": `${article("B", "tags: [x]\n")}\n\n- one\n- *two*\n\n1. three`,
  };
  const run = await ran(files, { ...METADATA, alsoWrite: ["csv", "blogger", "ghost", "markdown"] });
  expect((await run.file("posts.csv")).split("\r\n")[1]).toMatch(/^1000,a-b,"'=A, b",/);
  const { data } = JSON.parse(await run.file("ghost.json")).db[0];
  expect([data.posts.length, data.tags.length, data.users.length]).toEqual([2, 2, 1]);
  expect(data.posts_tags).toEqual([
    { post_id: 1000, tag_id: 1, sort_order: 0 },
    { post_id: 1000, tag_id: 2, sort_order: 1 },
    { post_id: 1001, tag_id: 2, sort_order: 0 },
  ]);
  const feed = await run.file("blogger.xml");
  expect(XMLValidator.validate(feed)).toBe(true);
  expect(feed.match(/<entry>/g)).toHaveLength(2);
  const markdown = await run.file("markdown/b-1001.md");
  expect(markdown).toContain('title: "B"');
  expect(markdown).toMatch(/- one\n- \*two\*\n\n1\. three\n$/);
  const again = await ran({ "b.md": markdown }, METADATA);
  expect(again.rows).toMatchObject([{ title: "B", slug: "b", tags: ["x"] }]);
});

describe("a WXR file", () => {
  it("becomes articles and a table again", async () => {
    const files = {
      "a.md": `${article('One: "two" ]]>', "categories: [Sport > Football]\ntags: [goal]\nexcerpt: Short\n")}\n\n## Head\n\n![alt](https://img.example/a.jpg)\n\n| a | b |\n| - | - |\n| 1 | 2 |`,
      "b.md": article("Two"),
    };
    const there = await ran(files, METADATA);
    const back = await ran(
      { "export.xml": await there.file("export.xml") },
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
    const text = await back.file("articles/one-two.md");
    expect(text).toContain('image: "https://img.example/a.jpg"');
    const again = await ran({ "a.md": text }, METADATA);
    const [first] = parsed(await there.file("export.xml")).item;
    const [second] = parsed(await again.file("export.xml")).item;
    expect(second["content:encoded"].replace(/\s+/g, "")).toBe(first["content:encoded"].replace(/\s+/g, ""));
    expect((await back.file("articles.csv")).split("\r\n")).toHaveLength(4);
  });

  it("of the older editor gets its paragraphs and captions", async () => {
    const item = (content: string) =>
      `<rss xmlns:wp="x" xmlns:content="y"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>T</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_type>post</wp:post_type></item></channel></rss>`;
    const xml = item(
      'One\ntwo\n\n[caption id="x"]<img src="https://a.test/b.png" alt="" /> Words[/caption]\n\n<script>x</script>Three',
    );
    const run = await ran({ "old.xml": xml }, { wxrFile: ["posts/old.xml"] });
    expect(await run.file("articles/t.md")).toMatch(
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
    const whole = await (await ran({ "a.md": article("A") }, METADATA)).file("export.xml");
    const cut = await ran({ "x.xml": whole.slice(0, -30) }, { wxrFile: ["posts/x.xml"] });
    expect(cut.rows).toHaveLength(1);
  });
});
