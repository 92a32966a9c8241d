import { describe, expect, it } from "vitest";
import { parsedWxr, wxrRun } from "../../../test/doubles/wxr-world.js";
import { cannedFolder } from "../../adapters/doubles/index.js";
import type { FolderProvider } from "../../kernel/index.js";

const METADATA = { articleTitle: "Use metadata" };
const FROM = { articleFolder: "", wxrFile: ["posts/x.xml"] };
const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?><rss xmlns:wp="x" xmlns:content="y"><channel><wp:wxr_version>1.2</wp:wxr_version>';
const END = "</channel></rss>";
const item = (title: string, content: string, more = "") =>
  `<item><title>${title}</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_type>post</wp:post_type>${more}</item>`;
const category = (slug: string, name: string, parent: string) =>
  `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;
const of = (domain: string, slug: string, name: string) =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`;

describe("terms on the way from a WXR file", () => {
  const xml = [
    HEAD,
    category("football", "Foot &amp; Ball", "sport"),
    category("sport", "Sport", ""),
    category("loop", "Loop", "pool"),
    category("pool", "Pool", "loop"),
    item(
      "<![CDATA[Q&amp;A]]>",
      "Words.",
      [
        of("category", "football", "Foot &amp; Ball"),
        of("category", "loop", "Loop"),
        of("category", "a-b", "A &gt; B, C"),
        of("post_tag", "tom", "Tom &amp; Jerry&#8217;s"),
      ].join(""),
    ),
    END,
  ].join("");
  const categories = ["Sport > Foot & Ball", "Pool > Loop", "A &gt; B, C"];

  it("have the path of what they are within, and no escapes", async () => {
    const run = await wxrRun({ "x.xml": xml }, FROM);
    expect(run.rows).toMatchObject([{ title: "Q&A", slug: "q-a", categories, tags: ["Tom & Jerry\u2019s"] }]);
    expect(run.file("articles.csv")).toContain(categories.join("|"));
  });

  it("come back into one, and into the other formats", async () => {
    const text = (await wxrRun({ "x.xml": xml }, FROM)).file("articles/q-a.md");
    const run = await wxrRun({ "a.md": text }, { ...METADATA, alsoWrite: ["csv", "blogger", "ghost", "markdown"] });
    const channel = parsedWxr(run.file("export.xml"));
    const known = channel["wp:category"].map((term: Record<string, string>) => [
      term["wp:cat_name"],
      term["wp:category_parent"],
    ]);
    expect(known).toEqual([
      ["Sport", ""],
      ["Foot & Ball", "sport"],
      ["Pool", ""],
      ["Loop", "pool"],
      ["A > B, C", ""],
    ]);
    expect(run.rows).toMatchObject([{ categories }]);
    expect(run.file("posts.csv")).toContain(categories.join("|"));
    expect(run.file("markdown/q-a-1000.md")).toContain(`categories: ${JSON.stringify(categories)}`);
    const names = ["Foot & Ball", "Sport", "Loop", "Pool", "A > B, C", "Tom & Jerry\u2019s"];
    const labels = [...run.file("blogger.xml").matchAll(/ns#" term="([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(names.map((name) => name.replace("&", "&amp;").replace(">", "&gt;")));
    const { data } = JSON.parse(run.file("ghost.json")).db[0];
    const tagOf = (id: number) => data.tags.find((tag: { id: number }) => tag.id === id).name;
    expect(data.posts_tags.map(({ tag_id }: { tag_id: number }) => tagOf(tag_id))).toEqual(names);
  });

  it("of an article with escapes have none", async () => {
    const article = "---\ntitle: A\ncategories: [Tom &amp; Jerry]\ntags: [Q&amp;A]\n---\nWords.";
    const run = await wxrRun({ "a.md": article }, { ...METADATA, alsoWrite: ["csv"] });
    expect(run.rows).toMatchObject([{ categories: ["Tom & Jerry"], tags: ["Q&A"] }]);
    expect(run.file("posts.csv")).toContain("Tom & Jerry,Q&A");
  });
});

/** A folder that gives its only file piece by piece, and never whole. */
function slicedFolder(slices: () => Iterable<string>): FolderProvider {
  const tooLarge = async () => {
    throw new Error("It is larger than 10 MB.");
  };
  return {
    ...cannedFolder("posts", {}),
    read: tooLarge,
    bytes: tooLarge,
    async *slices() {
      for (const slice of slices()) yield Buffer.from(slice);
    },
  };
}

describe("a WXR file", () => {
  it("of 30 MB is read piece by piece, whatever the pieces are", async () => {
    const words = "Wörter und mehr. ".repeat(6000);
    let size = 0;
    const folder = slicedFolder(function* () {
      size = 0;
      yield HEAD.slice(0, 10);
      yield HEAD.slice(10);
      for (let at = 0; at < 300; at += 1) {
        const isKept = at % 100 === 99;
        const whole = item(`T${at}`, words, `<wp:status>${isKept ? "draft" : "trash"}</wp:status>`);
        size += Buffer.byteLength(whole);
        yield whole;
      }
      yield END;
    });
    const run = await wxrRun(folder, FROM);
    expect(run.error).toBe("");
    expect(size).toBeGreaterThan(30_000_000);
    expect(run.rows.map(({ title }) => title)).toEqual(["T99", "T199", "T299"]);
    expect(run.file("articles/t299.md")).toContain(words.trim());
  });

  it("of another encoding is read by what it declares", async () => {
    const xml = `${HEAD.replace("UTF-8", "iso-8859-1")}${item("Käse", "Öl")}${END}`;
    const run = await wxrRun({ "x.xml": Buffer.from(xml, "latin1") }, FROM);
    expect(run.rows).toMatchObject([{ title: "Käse" }]);
  });
});

describe("a post of a WXR file", () => {
  const author =
    "<wp:author><wp:author_login>anna</wp:author_login><wp:author_display_name><![CDATA[Anna Å.]]></wp:author_display_name></wp:author>";
  const of = (status: string, more = "", type = "post") =>
    `<wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type><dc:creator>anna</dc:creator>${more}`;
  const password = "<wp:post_password><![CDATA[sesame]]></wp:post_password>";
  const xml = [
    HEAD.replace("<rss ", '<rss xmlns:dc="z" '),
    author,
    item("Open", "Words.", of("publish", "<wp:post_password></wp:post_password>")),
    item("Secret", "Words.", of("publish", password)),
    item("Later", "Words.", of("future", password)),
    item("Draft", "Words.", of("draft", password)),
    item("Waiting", "Words.", of("pending")),
    item("About", "Words.", of("publish", "", "page")),
    END,
  ].join("");
  const states = ["publish", "private", "private", "draft", "pending", "publish"];

  it("with a password is not public, and its password is nowhere", async () => {
    const run = await wxrRun({ "x.xml": xml }, FROM);
    expect(run.rows.map(({ status }) => status)).toEqual(states);
    expect(run.file("articles/secret.md")).toContain('status: "private"');
    expect(run.file("articles.csv")).toContain(",private,post,Anna Å.,");
    expect(run.paths.map(run.file).join("")).not.toContain("sesame");
    expect(run.warnings).toEqual([
      '3 posts of "posts/x.xml" have passwords, which their articles have not. What was public with one is private now. Give passwords in the blog before you publish it.',
    ]);
  });

  it("keeps its status, its type and the name of its author on the way back and in the other formats", async () => {
    const imported = await wxrRun({ "x.xml": xml }, FROM);
    const articles = imported.paths.filter((path) => path.startsWith("articles/"));
    const files = Object.fromEntries(articles.map((path, at) => [`${at}.md`, imported.file(path)]));
    const data = { ...METADATA, postStatus: "publish", articleAuthors: true, alsoWrite: ["ghost", "markdown"] };
    const run = await wxrRun(files, { ...data, postStartDate: "2020-01-01", postUseToday: false });
    const { item: items, "wp:author": authors } = parsedWxr(run.file("export.xml"));
    const facts = items.map((one: Record<string, string>) => [one["title"], one["wp:status"], one["wp:post_type"]]);
    expect(facts.sort()).toEqual([
      ["About", "publish", "page"],
      ["Draft", "draft", "post"],
      ["Later", "private", "post"],
      ["Open", "publish", "post"],
      ["Secret", "private", "post"],
      ["Waiting", "pending", "post"],
    ]);
    expect(authors).toMatchObject([{ "wp:author_login": "anna-a", "wp:author_display_name": "Anna Å." }]);
    const ghost = JSON.parse(run.file("ghost.json")).db[0].data.posts;
    const published = ghost.filter(({ status }: { status: string }) => status === "published");
    expect(published.map(({ title }: { title: string }) => title).sort()).toEqual(["About", "Open"]);
    const markdown = (slug: string) => run.file(run.paths.find((path) => path.startsWith(`markdown/${slug}-`))!);
    expect(markdown("secret")).toContain('status: "private"\ndraft: true\n');
    expect(markdown("waiting")).toContain('status: "pending"\ndraft: true\n');
    expect(markdown("about")).toContain('type: "page"');
    expect(markdown("open")).not.toMatch(/^(?:status|draft|type):/m);
  });
});
