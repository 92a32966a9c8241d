import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { programPath, run } from "../../../test/web/programs.js";
import { describeWordPress } from "../../../test/web/wordpress.js";
import { cannedFolder } from "../../adapters/doubles/index.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { createKernel, type JsonObject } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { wpxmlgenerator } from "./index.js";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const php = programPath("php");
const program = (name: string) => new URL(`../../../test/web/wordpress/${name}.php`, import.meta.url).pathname;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-wxr-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function articles(imageUrl: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; at < 20; at += 1) {
    const title = at % 5 === 0 ? "The same title" : `Title ${at} ]]> & <b> "q" 日本`;
    const head = {
      title,
      categories: at % 2 === 0 ? ["Sport > Football"] : ["Ärger & Lob"],
      tags: [`t${at % 3}`, "]]>"],
    };
    const image =
      at % 4 === 0
        ? `\n\n<figure><img src="${imageUrl}/${at}.png" alt="Pixel ${at}"><figcaption>Cap</figcaption></figure>`
        : "";
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    files[`${at}.md`] = `---\n${lines.join("\n")}\n---\n\nWords ${at} with ]]&gt; and \`]]>\`.${image}`;
  }
  return files;
}

/** The files that a run writes, laid on the disk, and its rows. */
async function exported(files: Record<string, string>, data: JsonObject) {
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [wpxmlgenerator],
    providers: { folder: cannedFolder("posts", files) },
  });
  await kernel.start();
  try {
    const options = { articleFolder: "posts", articleTitle: "Use metadata", postTimezone: "UTC", ...data };
    const { _id: id } = await kernel.tasks.create("wpxmlgenerator", options);
    await kernel.tasks.run(id);
    expect(await kernel.tasks.settled(id)).toMatchObject({ status: "complete" });
    const rows = await Array.fromAsync(kernel.content.rows(id));
    const paths: string[] = [];
    for (const part of new Set(rows.map((row) => String(row["part"])))) {
      const path = join(folder, part);
      writeFileSync(path, (await kernel.content.file(id, part))?.bytes ?? "");
      paths.push(path);
    }
    return { rows, paths };
  } finally {
    await kernel.stop();
  }
}

describe.skipIf(php === undefined)(
  `PHP's parsers of XML${php === undefined ? " (not installed: php-cli php-xml)" : ""}`,
  () => {
    it("read every post, term and image of a file as it was meant", async () => {
      const { rows, paths } = await exported(articles("https://img.example"), { splitCount: 12 });
      const parts = paths.map((path) => JSON.parse(run("php", [program("read-wxr"), path])));
      expect(
        parts.map(({ errors, version, authors, categories, tags }) => ({ errors, version, authors, categories, tags })),
      ).toEqual(parts.map(() => ({ errors: [], version: "1.2", authors: 1, categories: 3, tags: 4 })));
      const items = parts.flatMap((part) => part.items);
      const posts = items.filter(({ type }) => type === "post");
      expect(posts.map(({ id, title, date }) => [id, title, date])).toEqual(
        rows.map(({ postId, title, date }) => [postId, title, String(date).slice(0, 19).replace("T", " ")]),
      );
      expect(posts[1].content).toBe("<p>Words 1 with ]]&gt; and <code>]]&gt;</code>.</p>");
      expect(posts[1].terms).toEqual([
        ["category", "arger-lob", "Ärger & Lob"],
        ["post_tag", "t1", "t1"],
        ["post_tag", "tag", "]]>"],
      ]);
      const images = items.filter(({ type }) => type === "attachment");
      expect(images.map(({ url }) => url)).toEqual([0, 4, 8, 12, 16].map((at) => `https://img.example/${at}.png`));
      for (const { id, parent } of images)
        expect(posts.find((post) => post.id === parent).meta._thumbnail_id).toBe(String(id));
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(new Set(items.map(({ slug }) => slug)).size).toBe(items.length);
      expect(new Set(items.map(({ title, date }) => `${title} ${date}`)).size).toBe(items.length);
    });
  },
);

const importer = process.env["WP_IMPORTER_SRC"] ?? "";

describe.skipIf(importer === "")(
  `the official importer${importer === "" ? " (WP_IMPORTER_SRC does not name its folder)" : ""}`,
  () => {
    describeWordPress([], (site) => {
      let images: Loopback;
      beforeAll(async () => {
        images = await serveHttp((_request, response) => {
          response.writeHead(200, { "content-type": "image/png", "content-length": PIXEL.length }).end(PIXEL);
        });
      });
      afterAll(() => images?.close());

      it("takes every post, with its terms, its date and its images", async () => {
        const { rows, paths } = await exported(articles(images.url), {
          splitCount: 12,
          postStatus: "publish",
          postUseToday: false,
          postStartDate: "2020-02-20",
          postsPerDay: 3,
        });
        const { posts } = JSON.parse(run("php", [program("import-wxr"), site.root, importer, ...paths]));
        const imported = new Map<string, JsonObject>(
          posts
            .filter(({ type }: JsonObject) => type === "post")
            .map((post: JsonObject) => [String(post["slug"]), post]),
        );
        for (const row of rows) {
          const post = imported.get(String(row["slug"]));
          expect(post).toMatchObject({
            status: "publish",
            date: String(row["date"]).slice(0, 19).replace("T", " "),
            categories: (row["categories"] as string[]).map((name) => name.replaceAll("&", "&amp;")),
          });
          expect(post?.["tags"]).toHaveLength((row["tags"] as string[]).length);
        }
        expect(posts.filter(({ type }: JsonObject) => type === "attachment")).toHaveLength(5);
        expect([...imported.values()].filter((post) => post["thumbnail"] === true)).toHaveLength(5);
      });
    });
  },
);
