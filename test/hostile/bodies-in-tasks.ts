import type { RequestListener } from "node:http";
import { expect } from "vitest";
import type { WebOptions } from "../../src/adapters/web/index.js";
import type { Json } from "../../src/kernel/index.js";
import { heldBytes } from "../held-bytes.js";
import { article, feedOf, type HostileWorld, hostileWorld, type TaskType } from "./web-world.js";

/** The world of the test that runs; `open` makes it, and the file closes it after each test. */
export let world: HostileWorld;

export async function open(options: WebOptions = {}): Promise<void> {
  world = await hostileWorld(options);
  world.answers.set("/good", article("Good"));
  world.answers.set("/feed", feedOf(["<item><guid>1</guid><title>Good</title><description>News</description></item>"]));
}

/** Ways to ask for a body: the fields of a task that reads it, and something good. */
export const READERS = {
  "as a page": ["articledownloader", (url) => ({ urlsFile: [url, `${world.url}/good`] })],
  "as a page of a crawl": ["webcrawler", (url) => ({ startUrlsFile: [url, `${world.url}/good`] })],
  "as a feed": ["rssscraper", (url) => ({ feedsFile: [url, `${world.url}/feed`] })],
  "as a sitemap": ["articledownloader", (url) => ({ urlsFile: [`sitemap:${url}`, `${world.url}/good`] })],
} as const satisfies Record<string, readonly [TaskType, (url: string) => Record<string, string[]>]>;
export type Reader = keyof typeof READERS;
export const ALL = Object.keys(READERS) as Reader[];

/** What is wrong, and what to do. */
export const TWO_SENTENCES = /^\S.*[.!?] [A-Z].*\.$/s;

/** Runs it together with the good line, which is done whatever becomes of the other; the row of the other. */
export async function read(reader: Reader, url: string, more: Readonly<Record<string, Json>> = {}) {
  const [type, lines] = READERS[reader];
  const outcome = await world.run(type, { ...lines(url), concurrency: 1, ...more });
  expect(outcome.task.status).toBe("complete");
  const address = (row: Readonly<Record<string, Json>>) => String(row["url"] || row["feed"]);
  const good = outcome.rows.filter(
    (row) => row["error"] === "" && /\/(?:good|feed)$/.test(String(row["url"] || row["feed"])),
  );
  expect(good).toHaveLength(1);
  const [row] = outcome.rows.filter((each) => address(each).endsWith(url));
  return { ...outcome, row, error: String(row?.["error"] ?? "") };
}

export const answering =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** Bytes by which the process is larger than before. What earlier tests left behind is collected first, else it would hide growth. */
export function growth(): () => number {
  heldBytes();
  const before = process.memoryUsage().rss;
  return () => process.memoryUsage().rss - before;
}
export const MOST = 150_000_000;
