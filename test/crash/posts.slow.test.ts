import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";
import { describeWordPress } from "../web/wordpress.js";

const POSTS = 20;
/** The server is ended when the blog has so many posts. */
const ENDS = [2, 3, 7, 12, 13, 17];

/** Twenty articles, every fourth with an image of its own. */
function articlesIn(folder: string): void {
  mkdirSync(join(folder, "images"), { recursive: true });
  for (let number = 1; number <= POSTS; number += 1) {
    const hasImage = number % 4 === 0;
    if (hasImage) writeFileSync(join(folder, "images", `${number}.png`), png(number));
    const image = hasImage ? `\n\n![Drawing ${number}](images/${number}.png)` : "";
    const next = number < POSTS ? ` See [the next](${number + 1}.md).` : "";
    const matter = `---\ntitle: Lamp ${number}\ncategories: [Lamps, "Lamps > Kind ${number % 3}"]\ntags: [light]\n---\n`;
    writeFileSync(join(folder, `${number}.md`), `${matter}The ${number}th lamp gives light.${next}${image}\n`);
  }
}

/** A picture of one point with bytes of its own behind it. */
function png(number: number): Buffer {
  const point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  return Buffer.concat([Buffer.from(point, "base64"), Buffer.from(String(number))]);
}

describeWordPress([], (site) => {
  const inBlog = async (kind: "posts" | "media") => {
    const login = Buffer.from(`admin:${site.passwords.admin}`).toString("base64");
    const status = kind === "posts" ? "&status=draft,publish,future,pending,private,trash" : "";
    const response = await fetch(`${site.url}/wp-json/wp/v2/${kind}?context=edit&per_page=100${status}`, {
      headers: { authorization: `Basic ${login}` },
    });
    const all = (await response.json()) as { title: { raw: string }; status: string; content: { raw: string } }[];
    // A fresh WordPress greets with a post of its own.
    return all.filter((one) => kind === "media" || one.title.raw.startsWith("Lamp"));
  };

  it(`posts ${POSTS} articles once each though the server is killed ${ENDS.length} times, and takes them back`, async () => {
    const cwd = mkdtempSync(join(tmpdir(), "scriptorium-posts-"));
    const folder = join(cwd, "articles");
    articlesIn(folder);
    let server: ServerProcess | undefined;
    onTestFinished(async () => {
      server?.kill("SIGKILL");
      await server?.ended;
      rmSync(cwd, { recursive: true, force: true });
    });
    const args = ["--port", "0", "--source-root", folder, "--allow-private", "127.0.0.1"];
    const start = async () => {
      server = await startServer({ cwd, args });
      return server.address;
    };
    const settled = async (address: string, id: string) => {
      for (;;) {
        const [{ status }] = (await call(address, `/project/status/${id}`)).result;
        if (!["running", "waiting"].includes(status)) return status;
        await wait(200);
      }
    };

    let address = await start();
    const blog = { url: site.url, username: "admin", password: site.passwords.admin, allowHttp: true };
    const { id: blogId } = (await call(address, "/blogs", blog)).result;
    const { id } = (await call(address, "/create/postuploader")).result;
    const data = { blogIds: [blogId], articleFolder: folder, articleTitle: "Use metadata", resolveInternalLinks: true };
    await call(address, `/project/data/${id}`, data);
    await call(address, `/project/run/${id}`);
    for (const end of ENDS) {
      await expect.poll(async () => (await inBlog("posts")).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(end);
      server?.kill("SIGKILL");
      await server?.ended;
      address = await start();
    }
    expect(await settled(address, id)).toBe("complete");

    const posts = await inBlog("posts");
    expect(posts.map(({ title }) => title.raw).sort()).toEqual(
      Array.from({ length: POSTS }, (_, at) => `Lamp ${at + 1}`).sort(),
    );
    expect(new Set(posts.map(({ status }) => status))).toEqual(new Set(["draft"]));
    expect(posts.filter(({ content }) => content.raw.includes('.md"'))).toEqual([]);
    expect(await inBlog("media")).toHaveLength(POSTS / 4);
    const { rows } = (await call(address, `/task/results/${id}?limit=100`)).result;
    expect(rows.map(({ file, status }: Record<string, string>) => `${file} ${status}`)).toEqual(
      Array.from({ length: POSTS }, (_, at) => `${at + 1}.md draft`),
    );

    const [run] = (await call(address, `/task/runs/${id}`)).result.runs;
    await call(address, `/project/data/${id}`, { rollbackRunId: run._id });
    await call(address, `/task/restart/${id}`, {});
    await expect
      .poll(async () => (await inBlog("posts")).filter(({ status }) => status !== "trash").length, { timeout: 120_000 })
      .toBeLessThan(15);
    server?.kill("SIGKILL");
    await server?.ended;
    address = await start();
    expect(await settled(address, id)).toBe("complete");
    expect((await inBlog("posts")).filter(({ status }) => status !== "trash")).toEqual([]);
    expect(await inBlog("media")).toEqual([]);
    const taken = (await call(address, `/task/results/${id}?limit=100`)).result.rows;
    const became = taken.map(({ status }: Record<string, string>) => status);
    // The server may be killed after the blog has deleted a post and before it could note that.
    expect(became.filter((status: string) => status !== "deleted" && status !== "gone")).toEqual([]);
    expect(became).toHaveLength(POSTS);
    expect(became.filter((status: string) => status === "gone").length).toBeLessThanOrEqual(1);
  }, 600_000);
});
