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
