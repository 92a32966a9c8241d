import type { RequestListener } from "node:http";
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
  type Providers,
  type StorageAdapter,
  type Task,
} from "../../src/kernel/index.js";
import { articledownloader } from "../../src/plugins/articledownloader/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type Loopback, serveHttp } from "../doubles/loopback.js";

/** What a site answers to a path: a page as HTML, or whatever the function does. */
export type Site = Readonly<Record<string, string | RequestListener>>;

export interface ServedSite extends Loopback {
  /** The paths that were asked for, robots.txt apart. */
  readonly asked: string[];
}

/** A real server; what it does not know is a 404. */
export async function site(pages: Site | ((url: string) => Site)): Promise<ServedSite> {
  const asked: string[] = [];
  let known: Site = {};
  const server = await serveHttp(
    (request, response) => {
      const path = request.url ?? "/";
      if (path !== "/robots.txt") asked.push(path);
      const page = known[path];
      if (typeof page === "function") page(request, response);
      else if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>");
      else response.setHeader("content-type", "text/html; charset=utf-8").end(page);
    },
    { robots: true },
  );
  known = typeof pages === "function" ? pages(server.url) : pages;
  onTestFinished(() => server.close());
  return { ...server, asked };
}

/** A listener that answers with these bytes. */
export function bytes(content: string | Uint8Array, type: string): RequestListener {
  return (_request, response) => void response.setHeader("content-type", type).end(content);
}

/** The web that reaches the servers of this machine, too. */
export function web(): Providers["web"] {
  const made = createWeb({ allowPrivate: ["127.0.0.1"] });
  onTestFinished(() => made.close());
  return made;
}

export async function kernelWith(
  providers: Partial<Providers> = { web: web() },
  storage: StorageAdapter = memoryStorage(),
): Promise<Kernel> {
  const kernel = createKernel({
    secrets: ephemeralKey(),
    storage,
    queue: inProcessQueue(),
    plugins: [articledownloader],
    providers: { reader: createReader().reader, ...providers },
  });
  await kernel.start();
  onTestFinished(() => kernel.stop());
  return kernel;
}

/** Without waits between requests, and without trying again what a test lets fail. */
export const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, minWords: 20 } as const;

export interface Outcome {
  readonly task: Task;
  readonly rows: readonly JsonObject[];
  /** As text, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly log: readonly string[];
}

export async function outcomeOf(kernel: Kernel, data: Record<string, Json>): Promise<Outcome> {
  const { _id } = await kernel.tasks.create("articledownloader", { ...QUICK, ...data });
  await kernel.tasks.run(_id);
  return outcome(kernel, _id);
}

export async function outcome(kernel: Kernel, id: string): Promise<Outcome> {
  const task = await kernel.tasks.settled(id);
  const files: Record<string, string> = {};
  for await (const { path } of kernel.content.files(id)) {
    files[path] = Buffer.from((await kernel.content.file(id, path))!.bytes).toString("utf8");
  }
  const log = await Array.fromAsync(kernel.content.log(id));
  return {
    task,
    rows: await Array.fromAsync(kernel.content.rows(id)),
    files,
    log: log.map(({ level, msg }) => `${level}: ${msg}`),
  };
}

/** A page with an article of a few paragraphs about its subject, and the furniture that pages have. */
export function page(title: string, subject = title.toLowerCase(), head = ""): string {
  const paragraph = (n: number) =>
    `<p>Paragraph ${n} about ${subject} tells what ${subject} meant to the ${n * 17} keepers of tower ${n * 31}, and how ${subject} changed in the year ${1800 + n * 7} when the lamps of ${subject} were lit with oil for the first time.</p>`;
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title>${head}</head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<article><h1>${title}</h1>${[1, 2, 3, 4].map(paragraph).join("")}</article>
<footer>Copyright The Almanac</footer></body></html>`;
}
