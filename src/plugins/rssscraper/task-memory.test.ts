import { afterEach, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { createReader } from "../../adapters/reading/index.js";
import { createWeb } from "../../adapters/web/index.js";
import { readOpml } from "../../engines/pages/feeds/opml.js";
import { createKernel, type Json, type Kernel, type StorageAdapter } from "../../kernel/index.js";
import { exported, imported } from "../../kernel/transfer/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { rssscraper } from "./index.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(storage: StorageAdapter): Promise<Kernel> {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  const providers = { web, reader: createReader().reader };
  const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [rssscraper], providers });
  await kernel.start();
  closing.push(
    () => web.close(),
    () => kernel.stop(),
  );
  return kernel;
}

async function serving(answers: ReadonlyMap<string, string>): Promise<Loopback> {
  const site = await serveHttp(({ url = "/" }, response) => {
    const answer = answers.get(url);
    const type = answer?.startsWith("<html") ? "text/html" : "text/xml; charset=utf-8";
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": type });
    response.end(answer);
  });
  closing.push(() => site.close());
  return site;
}

const feed = (...numbers: readonly number[]) =>
  `<rss version="2.0"><channel><title>News</title><link>/</link>${numbers
    .map((n) => `<item><title>Item ${n}</title><link>/item/${n}</link><guid isPermaLink="false">g${n}</guid></item>`)
    .join("")}</channel></rss>`;

async function created(kernel: Kernel, data: Record<string, Json>): Promise<string> {
  const quick = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, respectRobots: false };
  return (await kernel.tasks.create("rssscraper", { ...quick, ...data }))._id;
}

async function ran(kernel: Kernel, id: string): Promise<void> {
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).status).toBe("complete");
}

const titles = async (kernel: Kernel, id: string) =>
  (await Array.fromAsync(kernel.content.rows(id))).map(({ title }) => title);
const paths = async (kernel: Kernel, id: string) =>
  (await Array.fromAsync(kernel.content.files(id))).map(({ path }) => path);

it("what the task remembers is none of its files, and survives an export", async () => {
  const answers = new Map([["/feed", feed(1)]]);
  const { url } = await serving(answers);
  const storage = memoryStorage();
  const kernel = await started(storage);
  const id = await created(kernel, { feedsFile: [`${url}/feed`], publishFeed: "rss" });
  await ran(kernel, id);
  expect(await paths(kernel, id)).toEqual(["articles/item-1.html", "feed.xml", "opml.xml"]);

  const moved = memoryStorage();
  await imported(moved, exported(storage));
  answers.set("/feed", feed(2, 1));
  const other = await started(moved);
  await ran(other, id);
  expect(await titles(other, id)).toEqual(["Item 1", "Item 2"]);
  expect(Buffer.from((await other.content.file(id, "feed.xml"))!.bytes).toString()).toMatch(/Item 2[\s\S]*Item 1/);
});

it("what earlier versions kept among the files is taken over once, also of feeds that are not read now", async () => {
  const answers = new Map([
    ["/a", feed(1)],
    ["/b", feed(2)],
  ]);
  const { url } = await serving(answers);
  const storage = memoryStorage();
  const kernel = await started(storage);
  const id = await created(kernel, { feedsFile: [`${url}/a`, `${url}/b`], publishFeed: "rss", concurrency: 1 });
  await ran(kernel, id);

  async function* asBefore() {
    for await (const line of exported(storage)) yield line.replace('"path":"\\u0001memory/', '"path":"memory/');
  }
  const earlier = memoryStorage();
  await imported(earlier, asBefore());
  const other = await started(earlier);
  expect((await paths(other, id)).filter((path) => path.startsWith("memory/"))).toHaveLength(5);
  await other.tasks.patch(id, { feedsFile: [`${url}/a`] });
  await ran(other, id);
  expect(await titles(other, id)).toEqual(["Item 1", "Item 2"]);
  expect(await paths(other, id)).toEqual(["articles/item-1.html", "articles/item-2.html", "feed.xml", "opml.xml"]);
  answers.set("/b", feed(3, 2));
  await other.tasks.patch(id, { feedsFile: [`${url}/a`, `${url}/b`] });
  await ran(other, id);
  expect(await titles(other, id)).toEqual(["Item 1", "Item 2", "Item 3"]);
});

it("a feed that is found twice stands once in opml.xml, and one without items is a warning", async () => {
  const answers = new Map([
    ["/", '<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>'],
    ["/feed", feed(1)],
    ["/empty", feed()],
  ]);
  const { url } = await serving(answers);
  const kernel = await started(memoryStorage());
  const id = await created(kernel, { feedsFile: [`${url}/`, `${url}/feed`, `${url}/empty`], concurrency: 1 });
  await ran(kernel, id);
  const opml = Buffer.from((await kernel.content.file(id, "opml.xml"))!.bytes).toString();
  expect((await readOpml(opml, url)).map((listed) => listed.url)).toEqual([`${url}/empty`, `${url}/feed`]);
  const log = await Array.fromAsync(kernel.content.log(id));
  expect(log.filter(({ code }) => code === "empty-result").map(({ msg }) => msg)).toEqual([
    `${url}/empty is a feed without items. See whether its site still writes there.`,
  ]);
});
