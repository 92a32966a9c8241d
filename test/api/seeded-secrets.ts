import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { keyFile } from "../../src/adapters/secrets/index.js";
import { createScriptorium, type JsonObject, type Logger, type StorageAdapter } from "../../src/index.js";
import { exported } from "../../src/kernel/transfer/index.js";
import { serveHttp } from "../doubles/loopback.js";

/** 22 secrets by the place that they are given in, none like another and each the same in an address as in clear. */
const SEEDS = {
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
const QUERY_TOKEN = "Sd23tJoC9qYu1ViE";

/** What of the secrets is in a text: as they are, in base64 at any offset, or in hexadecimal. */
function leaked(text: string, seeds: readonly string[] = Object.values(SEEDS)): string[] {
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

interface Place {
  readonly storage: StorageAdapter;
  /** All that the storage has written, as it is on the disk or in the database; undefined for memory. */
  readonly written?: () => Promise<string>;
}

/** A storage whose stores are made in a folder. */
export interface SeedsIn {
  readonly name: string;
  readonly make: (folder: string) => Promise<Place>;
}

/** Every byte of the files in a folder. */
export async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")));
  return texts.join("\n");
}

const ends: (() => Promise<unknown>)[] = [];

/** Answers with a feed in whose rows are all the headers that the request came with, and keeps what is posted. */
async function outside() {
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
        delivered.push(`${JSON.stringify(request.headers)} ${body}`);
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
  ends.push(() => server.close());
  return { server, asked, delivered };
}

async function world(make: SeedsIn["make"]) {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-seeds-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const heard: string[] = [];
  const hear = (what: string) => (message: string, cause?: unknown) => {
    heard.push(`${what}: ${message} ${inspect(cause, { depth: 20, maxStringLength: null, showHidden: true })}`);
  };
  const logger: Logger = { info: hear("info"), warn: hear("warn"), error: hear("error") };
  const place = await make(join(folder, "store"));
  const scriptorium = createScriptorium({
    storage: place.storage,
    logger,
    secrets: keyFile(join(folder, "key")),
    web: { allowPrivate: ["127.0.0.1"] },
    api: { logger, returnUpdatedData: true },
  });
  scriptorium.kernel.events.onAny((name, event) => heard.push(`${name}: ${JSON.stringify(event)}`));
  await scriptorium.start();
  ends.push(() => scriptorium.stop());
  const request = async (method: string, target: string, body?: unknown): Promise<string> => {
    const headers = { host: "localhost", "content-type": "application/json" };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await scriptorium.api.handle({ method, target, headers, ...text });
    if (typeof reply.body === "string") return `${reply.status} ${reply.headers.join()} ${reply.body}`;
    const pieces = await Array.fromAsync(reply.body, (piece) => Buffer.from(piece));
    return `${reply.status} ${reply.headers.join()} ${Buffer.concat(pieces).toString("latin1")}`;
  };
  const ask = async (method: string, target: string, body?: unknown) => {
    const reply = await request(method, target, body);
    heard.push(`${method} ${target}: ${reply}`);
    return reply;
  };
  return { ...place, folder, heard, scriptorium, ask, request, kernel: scriptorium.kernel };
}

/** The routes of the fuller API that say something about a task. */
const ABOUT = [
  ...["project/status", "project/data", "task/data", "task/content", "task/progress", "task/runs", "task/lines"],
  ...["task/effects", "task/log", "task/results", "task/files", "task/feed", "task/schedule", "task/tree", "webhooks"],
].map((path) => (id: string) => `/${path}/${id}`);
const FORMS = [
  ...["run/%/last", "log/%?format=text", "log/%?format=jsonl&level=debug", "results/%?format=jsonl&run=all"],
  ...["results/%?format=csv&run=all", "results/%?format=rss"],
].map((path) => (id: string) => `/task/${path.replace("%", id)}`);
const LISTS = ["/projects", "/all-tasks", "/task/find", "/webhooks", "/status", "/healthz", "/types", "/task/groups"];

export function testSeeds(storages: readonly SeedsIn[]): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  describe.each(storages)("22 secrets on $name storage", ({ make }) => {
    it("are in no reply, log, row, event, delivery, file, export or backup", { timeout: 120_000 }, async () => {
      const { server, asked, delivered } = await outside();
      const at = (info: string, path: string) => `http://${info}@127.0.0.1:${server.port}${path}`;
      const here = await world(make);
      const { kernel, heard, ask, request, storage } = here;

      // The reply to this call is the one place that tells the secret.
      const hook = {
        url: `${server.url}/hook`,
        secret: SEEDS.webhookRegistered,
        events: ["task.complete", "task.failed"],
      };
      expect(await request("POST", "/webhooks", hook)).toContain(SEEDS.webhookRegistered);
      await kernel.accounts.create({
        kind: "webhook",
        name: "signer",
        settings: { proxy: { password: SEEDS.accountSetting } },
        secrets: { secret: SEEDS.accountSecret },
      });
      heard.push(JSON.stringify(await Array.fromAsync(kernel.accounts.list())));

      const web = { maxRetries: 0, requestDelayFrom: 0, requestDelayTo: 0, requestTimeout: 5 };
      const reading = {
        ...web,
        headers: {
          Authorization: `Bearer ${SEEDS.authorization}`,
          Cookie: `own=${SEEDS.cookie}`,
          "X-Api-Key": SEEDS.apiKeyHeader,
        },
        cookiesFile: [`${server.url}/ jar=${SEEDS.cookiesFile}; Path=/`],
        feedsFile: [`${server.url}/news?access_token=${QUERY_TOKEN}`, at(`reader:${SEEDS.feed}`, "/feed")],
        onlyNew: false,
        itemTemplate: "<p>{{title}}</p>",
        attribution: false,
        deeplKey: SEEDS.deeplKey,
        xToken: SEEDS.xToken,
        fooSecret: SEEDS.fooSecret,
        Authorization: SEEDS.undeclaredAuthorization,
        smtp: { hosts: [{ password: SEEDS.nested }] },
        webhookUrl: at(`hook:${SEEDS.webhookOfTask}`, "/hook"),
        webhookSecretId: "signer",
        jobCron: "0 0 1 1 *",
        jobCronData: { xPassword: SEEDS.jobCronData, feedsFile: [at(`cron:${SEEDS.jobCronAddress}`, "/feed")] },
      };
      const created = async (type: string, data: object) => {
        const { _id: id } = await kernel.tasks.create(type);
        expect(await ask("POST", `/project/data/${id}`, data)).toContain('"success":true');
        return id;
      };
      const proxies = {
        proxyMode: "list",
        proxiesFile: [`http://${SEEDS.proxyUser}:${SEEDS.proxyPassword}@127.0.0.1:1`],
      };
      const ids = [
        await created("rssscraper", reading),
        await created("rssscraper", { ...reading, ...proxies, jobName: "Through a proxy" }),
        await created("webcrawler", { ...web, startUrlsFile: [at(`in:${SEEDS.inputAddress}`, "/start")], maxPages: 2 }),
        await created("waybackscraper", {
          ...web,
          domainsFile: ["example.com"],
          archiveUrl: at(`archive:${SEEDS.archive}`, "/archive"),
        }),
      ];
      for (const id of ids) {
        await ask("GET", `/project/run/${id}`);
        await kernel.tasks.settled(id);
      }
      const [reader = ""] = ids;
      await kernel.tasks.run(reader, {
        restart: true,
        overrides: {
          headers: { "X-Api-Key": SEEDS.runHeader },
          feedsFile: [at(`run:${SEEDS.runAddress}`, "/own")],
        },
      });
      await kernel.tasks.settled(reader);
      // The secrets have done their work.
      const used = [SEEDS.apiKeyHeader, SEEDS.cookie, SEEDS.cookiesFile, SEEDS.runHeader, SEEDS.feed, SEEDS.archive];
      expect(leaked(asked.join("\n"), [...used, SEEDS.inputAddress, QUERY_TOKEN])).toHaveLength(8);
      await expect.poll(() => delivered.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);

      const reported: string[] = [
        ...heard.filter((text) => /^(?:task\.log|task\.failed|warn|error)/.test(text)),
        ...delivered,
      ];
      ids.push((/"result":"(\w+)"/.exec(await ask("GET", `/project/duplicate/${reader}`)) ?? [])[1] ?? "");
      for (const id of ids) {
        for (const target of [...ABOUT, ...FORMS]) {
          const reply = await ask("GET", target(id));
          if (!/\/data\/|\/task\/find/.test(target(id))) reported.push(reply);
        }
      }
      for (const target of LISTS) await ask("GET", target);
      await ask("POST", "/projects/find", { query: {}, projection: {} });
      await ask("POST", `/project/data/${reader}`, { ...reading, constructor: 1 });
      await ask("POST", `/project/data/${reader}`, { ...reading, text: "\ud800" });
      const hooks = JSON.parse((await request("GET", "/webhooks")).replace(/^.*? (?=\{)/s, "")) as JsonObject;
      for (const { id } of hooks["result"] as { id: string }[]) {
        reported.push(await ask("GET", `/webhooks/${id}`), await ask("GET", `/webhooks/${id}/deliveries`));
      }

      expect(leaked(heard.join("\n"))).toEqual([]);
      expect(leaked(reported.join("\n"), [...Object.values(SEEDS), QUERY_TOKEN])).toEqual([]);
      expect(reported.join("\n")).toContain("********");
      for (const secrets of [false, true]) {
        const lines = await Array.fromAsync(exported(storage, { secrets }));
        expect(leaked(lines.join("\n"))).toEqual([]);
        expect(lines.join("\n")).toContain("Through a proxy");
      }
      if (storage.backup !== undefined) {
        await storage.backup(join(here.folder, "backup"));
        expect(leaked(await bytesIn(here.folder))).toEqual([]);
      }
      if (here.written !== undefined) expect(await here.written()).toContain("Through a proxy");
      expect(leaked((await here.written?.()) ?? "")).toEqual([]);
      await here.scriptorium.stop();
      expect(leaked(`${heard.join("\n")}${await bytesIn(here.folder)}`)).toEqual([]);
    });
  });
}
