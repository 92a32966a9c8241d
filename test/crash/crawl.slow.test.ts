import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { serveHttp } from "../doubles/loopback.js";
import { connectionTo } from "./client.js";
import { STORAGES } from "./places.js";
import { startServer } from "./server.js";

const PAGES = 150;
/** The server is ended when it has asked for so many pages in all. */
const ENDS = [50, 110];

/** A site in which page n leads to pages 3n + 1 to 3n + 3, and to the first. */
async function site() {
  const asked: string[] = [];
  let watch = (_count: number) => {};
  const { url, close } = await serveHttp(async ({ url: path = "" }, response) => {
    asked.push(path);
    watch(asked.length);
    await wait(20);
    const page = path === "/" ? 0 : Number(/^\/page\/(\d+)$/.exec(path)?.[1]);
    const links = [1, 2, 3].map((step) => 3 * page + step).filter((to) => to < PAGES);
    response.setHeader("content-type", "text/html");
    response.end(`<title>Page ${page}</title><a href="/">0</a>${links.map((to) => `<a href="/page/${to}">${to}</a>`)}`);
  });
  onTestFinished(close);
  /** Resolves when so many pages were asked for. */
  const reached = (wanted: number) =>
    new Promise<void>((resolve) => {
      watch = (count) => {
        if (count >= wanted) resolve();
      };
      watch(asked.length);
    });
  return { url, asked, reached };
}

it("continues a crawl whose process is killed twice, without asking again for a page that is stored", async () => {
  const { url, asked, reached } = await site();
  const place = await STORAGES.find(({ name }) => name === "sqlite")!.place();
  const store = await place.store();
  onTestFinished(store.remove);
  const choice = { ...store.choice, web: { allowPrivate: ["127.0.0.1"] } };
  let server = await startServer(choice).ready;
  onTestFinished(() => server.kill());

  let connection = connectionTo(server.address);
  const { result } = await connection.call("/create/webcrawler");
  const id: string = result.id ?? result;
  await connection.call(`/project/data/${id}`, {
    ...{ startUrlsFile: [`${url}/`], sitemap: "skip", maxPages: 0, concurrency: 6 },
    ...{ requestDelayFrom: 0, requestDelayTo: 0 },
  });
  await connection.call(`/project/run/${id}`);

  /** Pages that are stored when the process is gone, and how many had been asked for. */
  const left: { pages: readonly string[]; asked: number }[] = [];
  for (const end of ENDS) {
    await reached(end);
    connection.close();
    await server.kill();
    const storage = sqliteStorage({ path: String(store.choice.options["path"]) });
    await storage.open();
    const rows = await Array.fromAsync(storage.content.rows(id));
    await storage.close();
    left.push({ pages: rows.map((row) => new URL(String(row["url"])).pathname), asked: asked.length });
    server = await startServer(choice).ready;
    connection = connectionTo(server.address);
  }
  let status = "";
  while (status !== "complete" && status !== "failed") {
    await wait(50);
    status = (await connection.call(`/project/status/${id}`)).result[0].status;
  }
  const [stored] = (await connection.call("/stored", [id])).result;
  connection.close();

  expect(status).toBe("complete");
  const every = Array.from({ length: PAGES }, (_, page) => (page === 0 ? `${url}/` : `${url}/page/${page}`));
  expect(stored.rows.map((row: { url: string }) => row.url).sort()).toEqual(every.sort());
  for (const { pages, asked: before } of left) {
    expect(pages.length).toBeGreaterThan(20);
    expect(asked.slice(before).filter((path) => pages.includes(path))).toEqual([]);
  }
  // What was in flight when the process ended was asked for again, and nothing else.
  expect(asked.length).toBeLessThanOrEqual(PAGES + ENDS.length * 6);
  const report = JSON.parse(stored.files.find(({ path }: { path: string }) => path === "report.json").text);
  expect(report.counts).toMatchObject({ pages: PAGES, links: 2 * PAGES - 1, waiting: 0 });
});
