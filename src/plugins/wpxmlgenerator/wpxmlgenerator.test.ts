import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { parsedWxr as parsed, wxrRun as ran } from "../../../test/doubles/wxr-world.js";
import type { JsonObject } from "../../kernel/index.js";

const article = (title: string, more = "") => `---\ntitle: ${JSON.stringify(title)}\n${more}---\nSome words of it.`;
const METADATA = { articleTitle: "Use metadata" };

describe("a folder of articles", () => {
  it("becomes a file with authors, terms and posts, and a row for each", async () => {
    const run = await ran(
      {
        "2.md": article("Second", "categories: [Sport > Football]\ntags: [goal, Ärger]\n"),
        "10.md": article("Tenth", "categories: Sport\nslug: the-tenth\nexcerpt: Short.\n"),
      },
      { ...METADATA, authorName: "Anna", postMeta: { source: "{file}: {unknown}", none: "{unknown}" } },
    );
    expect(run.status).toBe("complete");
    expect(run.warnings[0]).toBe("2.md names no unknown, so postMeta is filled in without it.");
    const channel = parsed(run.file("export.xml"));
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
      "wp:postmeta": [{ "wp:meta_key": "source", "wp:meta_value": "2.md: " }],
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
    const items = parsed(run.file("export.xml")).item as JsonObject[];
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
    const [item] = parsed(run.file("export.xml")).item;
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
    expect(run.paths).toEqual(["export-2.xml", "export-3.xml", "export.xml"]);
    const parts = [];
    for (const path of ["export.xml", "export-2.xml", "export-3.xml"]) parts.push(parsed(run.file(path)));
    expect(parts.map((part) => part.item.length)).toEqual([3, 3, 1]);
    for (const part of parts) expect([part["wp:tag"].length, part["wp:author"].length]).toEqual([7, 1]);
    expect(run.rows.map((row) => row["part"])[6]).toBe("export-3.xml");
  });

  it("is split by size", async () => {
    const long = `<p>${"word ".repeat(70_000)}</p>`;
    const run = await ran({ "1.html": long, "2.html": long, "3.html": long }, { splitMb: 1 });
    expect(run.paths).toEqual(["export-2.xml", "export.xml"]);
    for (const path of run.paths) expect(run.file(path).length).toBeLessThan(1_000_000);
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
    expect(withoutTime(one.file("export.xml"))).toBe(withoutTime(other.file("export.xml")));
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

it("the same posts come as a table, as a feed for Blogger, as a file for Ghost and as Markdown", async () => {
  const files = {
    "a.md": article("=A, b", "tags: [x]\ncategories: [y]\n"),
    "b.md": `${article("B", "tags: [x]\n")}\n\n- one\n- *two*\n\n1. three`,
  };
  const run = await ran(files, { ...METADATA, alsoWrite: ["csv", "blogger", "ghost", "markdown"] });
  expect(run.file("posts.csv").split("\r\n")[1]).toMatch(/^1000,a-b,"'=A, b",/);
  const { data } = JSON.parse(run.file("ghost.json")).db[0];
  expect([data.posts.length, data.tags.length, data.users.length]).toEqual([2, 2, 1]);
  expect(data.posts_tags).toEqual([
    { post_id: 1000, tag_id: 1, sort_order: 0 },
    { post_id: 1000, tag_id: 2, sort_order: 1 },
    { post_id: 1001, tag_id: 2, sort_order: 0 },
  ]);
  const feed = run.file("blogger.xml");
  expect(XMLValidator.validate(feed)).toBe(true);
  expect(feed.match(/<entry>/g)).toHaveLength(2);
  const markdown = run.file("markdown/b-1001.md");
  expect(markdown).toContain('title: "B"');
  expect(markdown).toMatch(/- one\n- \*two\*\n\n1\. three\n$/);
  const again = await ran({ "b.md": markdown }, METADATA);
  expect(again.rows).toMatchObject([{ title: "B", slug: "b", tags: ["x"] }]);
});

it("the date of an article with dots has the day first, and one that is none is noted", async () => {
  const files = {
    "1.md": article("One", "date: 03.02.2021\n"),
    "2.md": article("Two", "date: tomorrow\n"),
    "3.md": article("Three"),
  };
  const run = await ran(files, { ...METADATA, dateSource: "article" });
  expect(String(run.rows[0]?.["date"]).slice(0, 10)).toBe("2021-02-03");
  expect(run.warnings).toEqual([
    '2.md: its date "tomorrow" cannot be read, so the post has one of the plan. Write it as 2024-01-31.',
  ]);
});
