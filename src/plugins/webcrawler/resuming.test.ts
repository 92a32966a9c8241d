import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { crawlKernel, linking, outcome, page, QUICK, type Site, site } from "../../../test/web/crawl-world.js";
import { memoryStorage } from "../../storage/memory.js";
import { sqliteStorage } from "../../storage/sqlite.js";

const PAGES = 60;

/** A tree of pages that come slowly enough to be stopped in the middle of, and says when so many were asked for. */
async function tree(until: number): Promise<{ site: Site; reached: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const home = await site((url) =>
    Object.fromEntries(
      Array.from({ length: PAGES }, (_, n) => [
        n === 0 ? "/" : `/${n}`,
        async () => {
          asked += 1;
          if (asked === until) resolve();
          await new Promise((done) => setTimeout(done, 3));
          return linking(...[2 * n + 1, 2 * n + 2].filter((next) => next < PAGES).map((next) => `${url}/${next}`), "/");
        },
      ]),
    ),
  );
  return { site: home, reached: promise };
}

function sqliteFile() {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-crawl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "store.db");
}

describe("a crawl that was interrupted", () => {
  it.each([
    ["breadth", "none"],
    ["depth", "html"],
    ["best", "md"],
  ] as const)(
    "goes on where it was and fetches nothing twice that was finished: %s-first, saving %s",
    async (order, savePages) => {
      const { site: home, reached } = await tree(25);
      const path = sqliteFile();
      const first = await crawlKernel(sqliteStorage({ path }));
      const data = { ...QUICK, startUrlsFile: [`${home.url}/`], order, savePages, relevanceQuery: "page" };
      const { _id } = await first.tasks.create("webcrawler", data);
      await first.tasks.run(_id);
      await reached;
      await first.stop();
      const store = sqliteStorage({ path });
      await store.open();
      const before = new Set((await Array.fromAsync(store.content.rows(_id))).map((row) => row["url"]));
      await store.close();
      const asked = [...home.asked];
      expect(before.size).toBeGreaterThan(10);
      expect(before.size).toBeLessThan(PAGES);

      const second = await crawlKernel(sqliteStorage({ path }));
      expect((await second.tasks.settled(_id)).status).toBe("complete");
      const { rows, table, files, report } = await outcome(second, _id);
      const later = home.asked.slice(asked.length);
      expect(later.filter((each) => before.has(home.url + each))).toEqual([]);
      expect(rows).toHaveLength(PAGES);
      expect(new Set(rows.map((row) => row["url"])).size).toBe(PAGES);
      expect(table("pages.csv")).toHaveLength(PAGES + 1);
      expect(report()).toMatchObject({ counts: { pages: PAGES, statuses: { 200: PAGES } } });
      const saved = [...files.keys()].filter((name) => name.startsWith("pages/"));
      expect(saved).toHaveLength(savePages === "none" ? 0 : PAGES);
    },
  );

  it("keeps to the number of pages it may fetch", async () => {
    const { site: home, reached } = await tree(10);
    const storage = memoryStorage();
    const kernel = await crawlKernel(storage);
    const { _id } = await kernel.tasks.create("webcrawler", {
      ...QUICK,
      startUrlsFile: [`${home.url}/`],
      maxPages: 20,
    });
    await kernel.tasks.run(_id);
    await reached;
    await kernel.stop();
    const again = await crawlKernel(storage);
    await again.tasks.settled(_id);
    expect((await outcome(again, _id)).rows).toHaveLength(20);
  });

  it("by hand leaves what it has, and a new run starts again", async () => {
    const { site: home, reached } = await tree(10);
    const kernel = await crawlKernel();
    const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [`${home.url}/`] });
    await kernel.tasks.run(_id);
    await reached;
    await kernel.tasks.abort(_id);
    const { status } = await kernel.tasks.settled(_id);
    expect(status).toBe("aborted");
    const { rows, files } = await outcome(kernel, _id);
    expect(rows.length).toBeGreaterThan(0);
    expect(files.size).toBe(0);
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect((await outcome(kernel, _id)).table("pages.csv")).toHaveLength(PAGES + 1);
  });

  it("by hand while a site asks for a pause ends at once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { url } = await site({
      "/": linking("/a"),
      "/a": () => {
        resolve();
        return { status: 429 };
      },
    });
    const kernel = await crawlKernel();
    const data = { ...QUICK, startUrlsFile: [`${url}/`], rateLimitWait: 300 };
    const { _id } = await kernel.tasks.create("webcrawler", data);
    await kernel.tasks.run(_id);
    await promise;
    await kernel.tasks.abort(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("aborted");
    expect((await outcome(kernel, _id)).rows).toHaveLength(1);
  });

  it.each(["/moved", "/later"])("before %s has one row of a start address that redirects", async (at) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = (path: string, answer: string) => async (visit: number) => {
      if (path === at && visit === 1) {
        resolve();
        await new Promise((done) => setTimeout(done, 100));
      }
      return answer;
    };
    const { url, asked } = await site({
      "/": { status: 302, headers: { location: "/moved" } },
      "/moved": slow("/moved", linking("/later")),
      "/later": slow("/later", page("Later", "")),
    });
    const path = sqliteFile();
    const first = await crawlKernel(sqliteStorage({ path }));
    const { _id } = await first.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [`${url}/`] });
    await first.tasks.run(_id);
    await promise;
    await first.stop();
    const second = await crawlKernel(sqliteStorage({ path }));
    await second.tasks.settled(_id);
    const { rows } = await outcome(second, _id);
    expect(rows.map((row) => row["url"]).toSorted()).toEqual(["/", "/later", "/moved"].map((each) => url + each));
    expect(asked.filter((each) => each === "/")).toHaveLength(1);
  });

  it("while it writes a large table leaves that one file, with each of its rows once", async () => {
    const PER_PAGE = 10_000;
    const links = (page: number) =>
      Array.from({ length: PER_PAGE }, (_, n) => `<a href="//elsewhere.test/page-${page}/link-number-${n}">Link</a>`);
    const { url } = await site({
      "/": page("Home", ["/0", "/1", "/2", "/3", "/4"].map((path) => `<a href="${path}">x</a>`).join("")),
      ...Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`/${n}`, page(`Page ${n}`, links(n).join(""))])),
    });
    const storage = memoryStorage();
    const kernel = await crawlKernel(storage);
    const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [`${url}/`] });
    let parts = 0;
    const { write } = storage.runs;
    storage.runs.write = async (runId, output, fence) => {
      const isStored = await write(runId, output, fence);
      if (output.effects?.some(({ what }) => what === "part links.csv")) parts += 1;
      if (parts === 1) void kernel.tasks.abort(_id);
      return isStored;
    };
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("aborted");
    expect(parts).toBeGreaterThan(0);
    parts = 2;
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect(parts).toBeGreaterThan(2);
    const { files, table } = await outcome(kernel, _id);
    expect([...files.keys()].filter((path) => path.includes("links"))).toEqual(["links.csv"]);
    const targets = table("links.csv")
      .slice(1)
      .map(([, to]) => to);
    expect(targets).toHaveLength(5 * PER_PAGE + 5);
    expect(new Set(targets).size).toBe(5 * PER_PAGE + 5);
  });

  it("continues with the sitemap it has read", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sitemaps = 0;
    let asked = 0;
    const home = await site((url) => ({
      "/": page("Home", ""),
      "/sitemap.xml": () => {
        sitemaps += 1;
        const entries = Array.from({ length: 40 }, (_, n) => `<url><loc>${url}/p/${n}</loc></url>`);
        return { headers: { "content-type": "application/xml" }, body: `<urlset>${entries.join("")}</urlset>` };
      },
      "/p/*": async () => {
        asked += 1;
        if (asked === 15) resolve();
        await new Promise((done) => setTimeout(done, 3));
        return page("P", "");
      },
    }));
    const path = sqliteFile();
    const first = await crawlKernel(sqliteStorage({ path }));
    const { _id } = await first.tasks.create("webcrawler", {
      ...{ ...QUICK, sitemap: "include" },
      startUrlsFile: [`${home.url}/`],
    });
    await first.tasks.run(_id);
    await promise;
    await first.stop();
    const second = await crawlKernel(sqliteStorage({ path }));
    await second.tasks.settled(_id);
    const { rows, report } = await outcome(second, _id);
    expect(rows).toHaveLength(41);
    expect(sitemaps).toBe(1);
    expect(report()).toMatchObject({ orphans: { count: 40 } });
  });
});
