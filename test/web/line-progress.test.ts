import { afterEach, describe, expect, it } from "vitest";
import type { Json, Kernel, Progress } from "../../src/kernel/index.js";
import { article, feedOf, type HostileWorld, hostileWorld, type TaskType } from "../hostile/web-world.js";
import { archiveWorld } from "./archive-world.js";

let world: HostileWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, minWords: 5, concurrency: 1 };
const PAGES = 20;

/** Twenty pages, the last of which comes when the test says so. */
async function pagesUntil(last: Promise<void>) {
  world = await hostileWorld();
  const { url, answers } = world;
  const paths = Array.from({ length: PAGES }, (_, n) => `/page${n}`);
  for (const path of paths) answers.set(path, article(`Lamps of ${path}`));
  answers.set(paths.at(-1)!, async (_request, response) => {
    await last;
    response.setHeader("content-type", "text/html").end(article("The last lamp"));
  });
  const item = (path: string) => `<item><title>${path}</title><link>${url}${path}</link></item>`;
  const entries = paths.map((path) => `<url><loc>${url}${path}</loc></url>`);
  answers.set("/sitemap", `<?xml version="1.0"?><urlset>${entries.join("")}</urlset>`);
  answers.set("/feed", feedOf(paths.map(item)));
  for (const [n, path] of paths.entries()) {
    answers.set(`/feed${n}`, path === paths.at(-1) ? waiting(feedOf([item(path)]), last) : feedOf([item(path)]));
  }
  const outlines = paths.map((_, n) => `<outline type="rss" text="${n}" xmlUrl="${url}/feed${n}"/>`);
  answers.set("/list.opml", `<?xml version="1.0"?><opml version="2.0"><body>${outlines.join("")}</body></opml>`);
  return { url, kernel: world.kernel };
}

function waiting(body: string, last: Promise<void>) {
  return async (_request: unknown, response: import("node:http").ServerResponse) => {
    await last;
    response.setHeader("content-type", "application/xml").end(body);
  };
}

async function begun(kernel: Kernel, type: TaskType, data: Readonly<Record<string, Json>>): Promise<string> {
  const { _id } = await kernel.tasks.create(type, { ...QUICK, ...data });
  await kernel.tasks.run(_id);
  return _id;
}

const progressOf = async (kernel: Kernel, id: string): Promise<Progress> => (await kernel.tasks.get(id))!.progress!;

describe("a run of one line shows how far it is, as soon as a part is done", () => {
  it.each<[name: string, type: TaskType, data: (url: string) => Readonly<Record<string, Json>>]>([
    ["a sitemap", "articledownloader", (url) => ({ urlsFile: [`sitemap:${url}/sitemap`] })],
    ["the pages of a feed", "articledownloader", (url) => ({ urlsFile: [`feed:${url}/feed`] })],
    ["a feed with its pages", "rssscraper", (url) => ({ feedsFile: [`${url}/feed`], content: "fulltext" })],
    ["a list of feeds", "rssscraper", (url) => ({ feedsFile: [`opml:${url}/list.opml`] })],
  ])("%s", async (_name, type, data) => {
    const { promise: last, resolve } = Promise.withResolvers<void>();
    const { url, kernel } = await pagesUntil(last);
    const id = await begun(kernel, type, data(url));
    await expect.poll(async () => (await progressOf(kernel, id))?.percent, { timeout: 10_000 }).toBe(95);
    const { total, done, etaSeconds } = await progressOf(kernel, id);
    expect({ total, done }).toEqual({ total: 1, done: 0 });
    expect(etaSeconds).toBeGreaterThanOrEqual(0);
    resolve();
    expect(await kernel.tasks.settled(id)).toMatchObject({
      status: "complete",
      progress: { percent: 100, etaSeconds: 0 },
    });
  });
});

it("pages of an archive count, and the time for which it refuses shows", async () => {
  const captures = Array.from({ length: 10 }, (_, n) => {
    return { original: `http://shop.test/${n}`, timestamp: "20100101000000", body: article(`Lamp ${n}`) };
  });
  await using archived = await archiveWorld(captures);
  const { kernel, archive } = archived;
  archive.refuse({ kind: "status", status: 429 }, { on: "copies", after: 6 });
  const { _id } = await archived.draft({ domainsFile: ["shop.test"], saveAs: "article", maxRetries: 2 });
  await kernel.tasks.run(_id);
  await expect
    .poll(async () => (await progressOf(kernel, _id))?.phase, { timeout: 10_000 })
    .toMatch(new RegExp(`^pages; ${archive.host} rests until .*\\d\\d:\\d\\d:\\d\\d UTC \\(it answered 429\\)$`));
  expect(await progressOf(kernel, _id)).toMatchObject({ percent: 60, done: 0 });
  await kernel.tasks.abort(_id);
  await kernel.tasks.settled(_id);
});

it("a host that asks a download for a pause shows in its progress", async () => {
  const { url, kernel } = await pagesUntil(Promise.resolve());
  const host = new URL(url).host;
  world!.answers.set("/busy", (_request, response) => void response.writeHead(429, { "retry-after": "100" }).end());
  const id = await begun(kernel, "articledownloader", { urlsFile: [`${url}/busy`], maxRetries: 1 });
  await expect
    .poll(async () => (await progressOf(kernel, id))?.phase, { timeout: 10_000 })
    .toMatch(new RegExp(`^${host} rests until .*UTC \\(it answered 429\\)$`));
  await kernel.tasks.abort(id);
  await kernel.tasks.settled(id);
});
