import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { keyFile } from "../../src/adapters/secrets/index.js";
import { createScriptorium, type JsonObject, type Logger, type StorageAdapter } from "../../src/index.js";
import { exported } from "../../src/kernel/transfer/index.js";
import { ABOUT, bytesIn, FEW_WAITS, FORMS, LISTS, leaked, outside, QUERY_TOKEN, SEEDS, seededData } from "./seeds.js";

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

const ends: (() => Promise<unknown>)[] = [];

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

export function testSeeds(storages: readonly SeedsIn[]): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  describe.each(storages)("22 secrets on $name storage", ({ make }) => {
    it("are in no reply, log, row, event, delivery, file, export or backup", { timeout: 120_000 }, async () => {
      const { server, asked, delivered } = await outside();
      ends.push(() => server.close());
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

      const reading = { ...seededData(server.url, at), webhookSecretId: "signer" };
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
        await created("webcrawler", {
          ...FEW_WAITS,
          startUrlsFile: [at(`in:${SEEDS.inputAddress}`, "/start")],
          maxPages: 2,
        }),
        await created("waybackscraper", {
          ...FEW_WAITS,
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
