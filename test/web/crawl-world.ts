import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import {
  createKernel,
  type Json,
  type JsonObject,
  type Kernel,
  type StorageAdapter,
  type Task,
} from "../../src/kernel/index.js";
import { webcrawler } from "../../src/plugins/webcrawler/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

/** A page by its HTML, or an answer in full. */
export type Answer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };
/** `visit` counts the requests for the path from 1. */
export type Answers = Readonly<Record<string, Answer | ((visit: number) => Answer | Promise<Answer>)>>;

export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly host: string;
  /** Paths in the order they were asked for, robots.txt and the usual sitemaps left out. */
  readonly asked: string[];
  /** Most requests that were in flight at once. */
  readonly together: () => number;
}

const USUAL = new Set(["/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"]);

/** A real server on 127.0.0.1; what it has no answer for is missing. A key that ends in `*` matches all that begins so. */
export async function site(answers: Answers | ((url: string) => Answers)): Promise<Site> {
  const asked: string[] = [];
  const visits = new Map<string, number>();
  let under = 0;
  let together = 0;
  let pages: Answers = {};
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (!USUAL.has(path)) asked.push(path);
    const visit = (visits.get(path) ?? 0) + 1;
    visits.set(path, visit);
    under += 1;
    together = Math.max(together, under);
    response.on("close", () => {
      under -= 1;
    });
    const wild = Object.keys(pages).find((key) => key.endsWith("*") && path.startsWith(key.slice(0, -1)));
    const found = Object.hasOwn(pages, path) ? pages[path] : wild === undefined ? undefined : pages[wild];
    const answer = (typeof found === "function" ? await found(visit) : found) ?? { status: 404, body: "<h1>Gone</h1>" };
    const { status = 200, headers = {}, body = "" } = typeof answer === "string" ? { body: answer } : answer;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  pages = typeof answers === "function" ? answers(`http://${host}`) : answers;
  return { url: `http://${host}`, host, asked, together: () => together };
}

/** A page with these links. */
export function linking(...hrefs: readonly string[]): string {
  return page("Page", hrefs.map((href) => `<a href="${href}">To ${href}</a>`).join("\n"));
}

export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
}

/** Fields that make a crawl quick. */
export const QUICK: Readonly<Record<string, Json>> = {
  requestDelayFrom: 0,
  requestDelayTo: 0,
  maxRetries: 0,
  rateLimitWait: 0,
  sitemap: "skip",
};

export interface CrawlOutcome {
  readonly task: Task;
  readonly rows: readonly JsonObject[];
  readonly files: ReadonlyMap<string, string>;
  readonly log: readonly string[];
  /** The tables as rows of cells. */
  table(name: string): readonly (readonly string[])[];
  report(): Record<string, never>;
}

export async function crawlKernel(storage: StorageAdapter = memoryStorage()): Promise<Kernel> {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  const kernel = createKernel({
    secrets: ephemeralKey(),
    storage,
    queue: inProcessQueue(),
    plugins: [webcrawler],
    providers: { web, reader: createReader().reader },
  });
  await kernel.start();
  onTestFinished(async () => {
    await kernel.stop();
    await web.close();
  });
  return kernel;
}

/** Runs one task to its end. */
export async function crawled(startUrls: readonly string[], data: Readonly<Record<string, Json>> = {}) {
  const kernel = await crawlKernel();
  const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [...startUrls], ...data });
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  return outcome(kernel, _id);
}

export async function outcome(kernel: Kernel, id: string): Promise<CrawlOutcome> {
  const files = new Map<string, string>();
  for await (const { path } of kernel.content.files(id)) {
    files.set(path, Buffer.from((await kernel.content.file(id, path))!.bytes).toString("utf8"));
  }
  const task = (await kernel.tasks.get(id))!;
  const text = (name: string) => {
    const found = files.get(name);
    if (found === undefined) throw new Error(`There is no ${name}, but ${[...files.keys()].join(", ")}`);
    return found;
  };
  return {
    task,
    rows: await Array.fromAsync(kernel.content.rows(id)),
    files,
    log: (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`),
    table: (name) =>
      text(name)
        .trimEnd()
        .split("\n")
        .map((line) => line.split(",")),
    report: () => JSON.parse(text("report.json")),
  };
}
