import { describe, expect, it } from "vitest";
import {
  type Answer,
  crawled,
  crawlKernel,
  linking,
  outcome,
  page,
  QUICK,
  site,
} from "../../../test/web/crawl-world.js";
import type { Kernel, Progress } from "../../kernel/index.js";

const forbidden: Answer = { status: 403, body: "<h1>Forbidden</h1>" };
const paths = (name: string, count: number) => Array.from({ length: count }, (_, n) => `/${name}${n}`);
const statuses = (rows: readonly { readonly status?: unknown }[]) => rows.map(({ status }) => status).toSorted();

/** Begins a crawl that the test ends. */
async function begun(startUrlsFile: readonly string[], data: Readonly<Record<string, number>> = {}) {
  const kernel = await crawlKernel();
  const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [...startUrlsFile], ...data });
  await kernel.tasks.run(_id);
  return { kernel, id: _id };
}

const progressOf = async (kernel: Kernel, id: string): Promise<Progress | undefined> =>
  (await kernel.tasks.get(id))?.progress;

describe("pages that a site keeps closed", () => {
  it.each([401, 403, 404, 410])(
    "are recorded once with their %s, and the host does not rest for them",
    async (status) => {
      const closed = paths("closed", 8);
      const { url, asked } = await site({
        "/": linking(...closed, "/open"),
        "/open": page("Open", ""),
        "/closed*": { status, body: "<h1>No</h1>" },
      });
      const { rows, task } = await crawled([`${url}/`], { rateLimitWait: 300, concurrency: 2 });
      expect(task.status).toBe("complete");
      expect(statuses(rows)).toEqual([200, 200, ...closed.map(() => status)]);
      for (const path of closed) expect(asked.filter((one) => one === path)).toHaveLength(1);
    },
  );

  it("cost few further requests, however many they are", async () => {
    const { url, asked } = await site({ "/": linking(...paths("closed", 200)), "/closed*": forbidden });
    const { rows } = await crawled([`${url}/`], { rateLimitWait: 300 });
    expect(rows).toHaveLength(201);
    expect(asked.length - rows.length).toBeLessThan(10);
  });

  it("are what they are when nothing of the host was ever open", async () => {
    const { url, asked } = await site({ "/*": forbidden });
    const { task } = await crawled(
      paths("", 6).map((path) => url + path),
      { rateLimitWait: 300 },
    );
    expect(task).toMatchObject({ status: "failed", error: { code: "blocked" } });
    expect(asked).toHaveLength(6);
  });
});

describe("a host that refuses pages which it has shown before", () => {
  it("rests, and then all pages that it refused come", async () => {
    let left = 7;
    const pages = paths("page", 12);
    const turned = (path: string) => (visit: number) => {
      const refuses = left > 0 && (left < 7 || path === "/page5");
      if (refuses) left -= 1;
      return refuses ? forbidden : page(`${path} ${visit}`, "");
    };
    const { url } = await site({
      "/": (visit) => (visit === 1 ? linking(...pages) : turned("/")(visit)),
      ...Object.fromEntries(pages.map((path) => [path, turned(path)])),
    });
    const { rows, log } = await crawled([`${url}/`], { rateLimitWait: 0.05, concurrency: 1 });
    expect(statuses(rows)).toEqual(Array.from({ length: 13 }, () => 200));
    expect(log.join("\n")).toContain("refuses pages that it has shown before. It rests");
  });

  it("is given up after as many rests as a page has tries, and each page is asked for once more at most", async () => {
    const pages = paths("page", 40);
    const { url, asked } = await site({
      "/": (visit) => (visit === 1 ? linking(...pages) : forbidden),
      "/page*": forbidden,
    });
    const { rows, task, log } = await crawled([`${url}/`], { rateLimitWait: 0.02, rateLimitRetries: 2 });
    expect(task.status).toBe("complete");
    expect(statuses(rows)).toEqual([200, ...pages.map(() => 403)]);
    expect(asked.length).toBeLessThan(70);
    expect(log.filter((line) => line.includes("It rests"))).toHaveLength(2);
    expect(log.join("\n")).toContain(`warn: ${new URL(url).host} goes on refusing`);
  });

  it("shows in the progress of the run with the end of its rest", async () => {
    const { url, host } = await site({
      "/": (visit) => (visit === 1 ? linking(...paths("page", 5)) : forbidden),
      "/page*": forbidden,
    });
    const { kernel, id } = await begun([`${url}/`], { rateLimitWait: 300 });
    await expect
      .poll(async () => (await progressOf(kernel, id))?.phase, { timeout: 5000 })
      .toMatch(
        new RegExp(
          `^crawling: \\d+ pages? done, \\d+ waiting; ${host} rests until .*\\d\\d:\\d\\d:\\d\\d UTC \\(it refuses all pages\\)$`,
        ),
      );
    await kernel.tasks.abort(id);
    await kernel.tasks.settled(id);
  });
});

describe("a Retry-After", () => {
  it.each([403, 404, 500])("with %s is kept to, whatever rateLimitStatuses says", async (status) => {
    const { url, asked } = await site({
      "/": linking("/a"),
      "/a": (visit) => (visit === 1 ? { status, headers: { "retry-after": "0" } } : page("A", "")),
    });
    const { rows } = await crawled([`${url}/`], { rateLimitStatuses: [429] });
    expect(statuses(rows)).toEqual([200, 200]);
    expect(asked).toEqual(["/", "/a", "/a"]);
  });

  it("shows in the progress of the run", async () => {
    const { url, host } = await site({
      "/": linking("/a"),
      "/a": { status: 429, headers: { "retry-after": "200" } },
    });
    const { kernel, id } = await begun([`${url}/`]);
    await expect
      .poll(async () => (await progressOf(kernel, id))?.phase, { timeout: 5000 })
      .toMatch(new RegExp(`${host} rests until .*UTC \\(it answered 429\\)`));
    await kernel.tasks.abort(id);
    await kernel.tasks.settled(id);
  });
});

it("a crawl of one start address shows how far it is, and goes on from there after an abort", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { url } = await site({
    "/": linking(...paths("page", 40)),
    "/page39": async () => {
      await gate;
      return page("Last", "");
    },
    "/page*": page("Page", ""),
  });
  const { kernel, id } = await begun([`${url}/`], { concurrency: 1 });
  await expect.poll(async () => (await progressOf(kernel, id))?.rows, { timeout: 10_000 }).toBe(40);
  await expect.poll(async () => (await progressOf(kernel, id))?.percent, { timeout: 5000 }).toBeGreaterThan(70);
  expect(await progressOf(kernel, id)).toMatchObject({ total: 1, done: 0, etaSeconds: expect.any(Number) as number });
  await kernel.tasks.abort(id);
  open();
  expect((await kernel.tasks.settled(id)).progress?.percent).toBeGreaterThan(70);
  await kernel.tasks.run(id);
  expect(await kernel.tasks.settled(id)).toMatchObject({ status: "complete", progress: { percent: 100 } });
  expect((await outcome(kernel, id)).rows).toHaveLength(41);
});
