import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveHttp } from "../doubles/loopback.js";

/** 22 secrets by the place that they are given in, none like another and each the same in an address as in clear. */
export const SEEDS = {
  authorization: "Sd01kQvX7mRz9LpW",
  cookie: "Sd02hTbN4cYw8GfJ",
  apiKeyHeader: "Sd03wPzE6nKs1VxA",
  cookiesFile: "Sd04jMrD9uHq3BtC",
  proxyUser: "Sd05yLgF2oXe7ZkI",
  proxyPassword: "Sd06aWnU8vJp5RhQ",
  inputAddress: "Sd07sEcT1iKm4NbO",
  feed: "Sd08dYfG6xLz2PwV",
  archive: "Sd09rBqH3tMj7CuX",
  webhookOfTask: "Sd10gKvA5eWn9SyD",
  webhookRegistered: "Sd11pZiR8lQo4FhT",
  deeplKey: "Sd12uNxJ2bEc6MwG",
  xToken: "Sd13vOtL7kYs3AdP",
  fooSecret: "Sd14mCrI9gBz5HfU",
  undeclaredAuthorization: "Sd15qXjE1wTn8VkL",
  nested: "Sd16zDpS4oRa6YiN",
  accountSecret: "Sd17bGuM7hKe2CxW",
  accountSetting: "Sd18fTqV5jLs9ZnB",
  jobCronData: "Sd19nHyP3rOw1EdA",
  jobCronAddress: "Sd20kUcX8mIg4QtJ",
  runHeader: "Sd21eRzF6vBl7SaM",
  runAddress: "Sd22xWnK2pDh5GyT",
} as const;
/** A token in a query stays in the data object, and is looked for in what runs report. */
export const QUERY_TOKEN = "Sd23tJoC9qYu1ViE";

/** What of the secrets is in a text: as they are, in base64 at any offset, or in hexadecimal. */
export function leaked(text: string, seeds: readonly string[] = Object.values(SEEDS)): string[] {
  const low = text.toLowerCase();
  return seeds.filter((seed) => {
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.from("\0".repeat(shift) + seed)
        .toString("base64")
        .slice(4, 16),
    );
    const hex = Buffer.from(seed).toString("hex");
    return low.includes(seed.toLowerCase()) || low.includes(hex) || base64.some((one) => text.includes(one));
  });
}

/** Every byte of the files in a folder. */
export async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")));
  return texts.join("\n");
}

/** Answers with a feed in whose rows are all the headers that the request came with, and keeps what is posted. */
export async function outside() {
  const asked: string[] = [];
  const delivered: string[] = [];
  const server = await serveHttp((request, response) => {
    if (request.method === "POST") {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (text: string) => {
        body += text;
      });
      request.on("end", () => {
        delivered.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
        response.writeHead(204).end();
      });
      return;
    }
    asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
    if (!/^\/(?:news|feed|own)/.test(request.url ?? "")) {
      response.setHeader("content-type", "text/html").end("<title>A page</title><p>Nothing is repeated here.</p>");
      return;
    }
    const said = Object.values(request.headers).join(" | ").replaceAll(/[<>&]/g, " ");
    const items = [1, 2].map(
      (number) =>
        `<item><title>Item ${number} of ${request.url?.slice(1, 4)}</title><author>${said}</author><category>${said}</category></item>`,
    );
    response.setHeader("content-type", "application/rss+xml");
    response.end(`<rss version="2.0"><channel><title>A feed</title>${items.join("")}</channel></rss>`);
  });
  return { server, asked, delivered };
}

/** Settings of the web that keep a run short. */
export const FEW_WAITS = { maxRetries: 0, requestDelayFrom: 0, requestDelayTo: 0, requestTimeout: 5 };

/** The data of an RSS scraper with a secret in every place that a caller can post one to. `at` gives an address with a login. */
export function seededData(siteUrl: string, at: (login: string, path: string) => string) {
  return {
    ...FEW_WAITS,
    headers: {
      Authorization: `Bearer ${SEEDS.authorization}`,
      Cookie: `own=${SEEDS.cookie}`,
      "X-Api-Key": SEEDS.apiKeyHeader,
    },
    cookiesFile: [`${siteUrl}/ jar=${SEEDS.cookiesFile}; Path=/`],
    feedsFile: [`${siteUrl}/news?access_token=${QUERY_TOKEN}`, at(`reader:${SEEDS.feed}`, "/feed")],
    onlyNew: false,
    // Files hold what the site says, and this one repeats what it is told.
    itemTemplate: "<p>{{title}}</p>",
    attribution: false,
    deeplKey: SEEDS.deeplKey,
    xToken: SEEDS.xToken,
    fooSecret: SEEDS.fooSecret,
    Authorization: SEEDS.undeclaredAuthorization,
    smtp: { hosts: [{ password: SEEDS.nested }] },
    webhookUrl: at(`hook:${SEEDS.webhookOfTask}`, "/hook"),
    jobCron: "0 0 1 1 *",
    jobCronData: { xPassword: SEEDS.jobCronData, feedsFile: [at(`cron:${SEEDS.jobCronAddress}`, "/feed")] },
  };
}

/** The routes of the fuller API that say something about a task. */
export const ABOUT = [
  ...["project/status", "project/data", "task/data", "task/content", "task/progress", "task/runs", "task/lines"],
  ...["task/effects", "task/log", "task/results", "task/files", "task/feed", "task/schedule", "task/tree", "webhooks"],
].map((path) => (id: string) => `/${path}/${id}`);
export const FORMS = [
  ...["run/%/last", "log/%?format=text", "log/%?format=jsonl&level=debug", "results/%?format=jsonl&run=all"],
  ...["results/%?format=csv&run=all", "results/%?format=rss"],
].map((path) => (id: string) => `/task/${path.replace("%", id)}`);
export const LISTS = [
  "/projects",
  "/all-tasks",
  "/task/find",
  "/webhooks",
  "/status",
  "/healthz",
  "/types",
  "/task/groups",
];
