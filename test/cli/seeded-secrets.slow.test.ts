import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import {
  ABOUT,
  bytesIn,
  FEW_WAITS,
  FORMS,
  LISTS,
  leaked,
  outside,
  QUERY_TOKEN,
  SEEDS,
  seededData,
} from "../api/seeds.js";
import { command } from "./command.js";
import { startServer } from "./server-process.js";

/** Secrets in the settings of the server, as in `SEEDS`. */
const OF_SERVER = {
  apiKey: "Se01mTgQ8wVb3HzD",
  poolUser: "Se02cJxN5rLk7PyF",
  poolPassword: "Se03vBdS1uGo9EaM",
  translatorKey: "Se04hRiW6tZq2KcX",
} as const;
const ALL: readonly string[] = [...Object.values(SEEDS), ...Object.values(OF_SERVER)];
const headers = { "content-type": "application/json", "x-api-key": OF_SERVER.apiKey };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(format: string, storage: string) {
  const { server: site, asked, delivered } = await outside();
  ends.push(() => site.close());
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-seeds-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const server = await startServer({
    cwd: folder,
    args: [
      "--port",
      "0",
      "--data",
      "data",
      "--storage",
      storage,
      "--log-format",
      format,
      "--allow-private",
      "127.0.0.1",
    ],
    env: {
      SCRIPTORIUM_API_KEY: OF_SERVER.apiKey,
      SCRIPTORIUM_PROXY_POOLS: `home=http://${OF_SERVER.poolUser}:${OF_SERVER.poolPassword}@127.0.0.1:1`,
      SCRIPTORIUM_LIBRE_TRANSLATE_URL: site.url,
      SCRIPTORIUM_LIBRE_TRANSLATE_KEY: OF_SERVER.translatorKey,
    },
  });
  ends.push(async () => {
    server.kill("SIGKILL");
    await server.ended;
  });
  const heard: string[] = [];
  const bytes = async (method: string, path: string, body?: unknown) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(90_000);
    const reply = await fetch(server.address + path, { method, headers, signal, ...text });
    return {
      head: `${reply.status} ${JSON.stringify([...reply.headers])}`,
      body: new Uint8Array(await reply.arrayBuffer()),
    };
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await bytes(method, path, body);
    heard.push(`${method} ${path}: ${reply.head} ${Buffer.from(reply.body).toString("latin1")}`);
    return JSON.parse(Buffer.from(reply.body).toString().split("\n", 1)[0] || "null") as { result: never };
  };
  return { site, asked, delivered, folder, server, heard, bytes, ask };
}

/** All that is in an archive, inflated. */
function inflated(archive: Uint8Array): string {
  return Object.entries(unzipSync(archive))
    .map(([name, file]) => `${name}\n${strFromU8(file, true)}`)
    .join("\n");
}

describe.each([
  ["text", "sqlite"],
  ["json", "file"],
])("a server with a log of %s on %s storage", (format, storage) => {
  it("writes no secret anywhere", { timeout: 180_000 }, async () => {
    const here = await started(format, storage);
    const { site, asked, delivered, folder, server, heard, bytes, ask } = here;
    const at = (info: string, path: string) => `http://${info}@127.0.0.1:${site.port}${path}`;
    let events = "";
    const listening = new AbortController();
    const stream = await fetch(`${server.address}/events?apikey=${OF_SERVER.apiKey}`, { signal: listening.signal });
    const streamed = (async () => {
      for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) events += piece;
    })().catch(() => {});
    ends.push(() => listening.abort());

    // The reply to this call is the one place that tells the secret.
    const hook = { url: `${site.url}/hook`, secret: SEEDS.webhookRegistered, events: ["task.complete", "task.failed"] };
    const { result: registered } = JSON.parse(Buffer.from((await bytes("POST", "/webhooks", hook)).body).toString());
    expect(registered).toMatchObject({ secret: SEEDS.webhookRegistered });

    const reading = seededData(site.url, at);
    const proxies = [`http://${SEEDS.proxyUser}:${SEEDS.proxyPassword}@127.0.0.1:1`];
    const archive = at(`archive:${SEEDS.archive}`, "/archive");
    const posts: readonly [string, object][] = [
      ["rssscraper", reading],
      ["rssscraper", { ...reading, proxyMode: "list", proxiesFile: proxies, jobName: "Through a proxy" }],
      ["rssscraper", { ...reading, proxyMode: "named", proxyId: "home" }],
      [
        "webcrawler",
        { ...FEW_WAITS, startUrlsFile: [at(`in:${SEEDS.inputAddress}`, "/start")], maxPages: 2, recordExchanges: true },
      ],
      ["waybackscraper", { ...FEW_WAITS, domainsFile: ["example.com"], archiveUrl: archive }],
      // What cannot be used is told as well.
      [
        "webcrawler",
        {
          cookiesFile: [SEEDS.cookiesFile],
          proxyMode: "list",
          proxiesFile: [SEEDS.proxyPassword],
          webhookUrl: `hook:${SEEDS.webhookOfTask}@a.test`,
        },
      ],
    ];
    const ids: string[] = [];
    for (const [type, data] of posts) {
      const { id } = (await ask("GET", `/create/${type}`)).result as { id: string };
      ids.push(id);
      await ask("POST", `/project/data/${id}`, data);
      await ask("GET", `/project/run/${id}?wait=80`);
    }
    const [reader = ""] = ids;
    // The secrets have done their work.
    const used = [SEEDS.apiKeyHeader, SEEDS.cookie, SEEDS.cookiesFile, SEEDS.feed, SEEDS.archive, SEEDS.inputAddress];
    expect(leaked(asked.join("\n"), [...used, QUERY_TOKEN])).toHaveLength(7);
    const translating = { text: "The old house stands by the sea.", login: "ann@example.com", finallanguage: "de" };
    await ask("POST", "/paraphrase", translating);
    await expect
      .poll(() => delivered.filter((one) => one.startsWith("/hook")).length, { timeout: 60_000 })
      .toBeGreaterThan(5);

    ids.push((await ask("GET", `/project/duplicate/${reader}`)).result);
    const archives: string[] = [];
    const reported: string[] = [];
    for (const id of ids) {
      for (const target of [...ABOUT, ...FORMS]) {
        const path = target(id);
        const { head, body } = await bytes("GET", path);
        const reply = `${path}: ${head} ${Buffer.from(body).toString("latin1")}`;
        if (/\/data\//.test(path)) heard.push(reply);
        else reported.push(reply);
      }
      for (const path of [`/task/zip/${id}`, `/task/results/${id}?format=xlsx&run=all`]) {
        const { body } = await bytes("GET", path);
        if (body[0] === 0x50) archives.push(`${path}\n${inflated(body)}`);
      }
    }
    for (const target of LISTS) await ask("GET", target);
    await ask("POST", "/projects/find", { query: {}, projection: {} });
    await ask("POST", `/project/data/${reader}`, { ...reading, constructor: 1 });
    await ask("GET", `/webhooks/${(registered as { id: string }).id}/deliveries`);

    for (const args of [["export"], ["export", "--secrets"], ["doctor", "--store"], ["backup", "copy"]]) {
      const { out, said } = await command(folder, [...args, "--storage", storage, "--data", "data"]);
      heard.push(`${args}: ${out}\n${said}`);
    }
    await ask("GET", `/project/run/${reader}`);
    server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await streamed;

    const told = { events, log: server.written(), reported: reported.join("\n"), archives: archives.join("\n") };
    for (const [place, text] of Object.entries(told)) {
      expect({ place, leaked: leaked(text, [...ALL, QUERY_TOKEN]) }).toEqual({ place, leaked: [] });
    }
    // They are looked for where they would be found.
    expect(told.events).toContain("task.log");
    expect(told.log).toMatch(/is complete/);
    expect(told.reported).toContain("********");
    expect(archives.filter((text) => text.includes("item"))).not.toEqual([]);
    expect(archives.some((text) => text.startsWith("/task/zip")) && archives.some((text) => text.includes("xl/"))).toBe(
      true,
    );
    const places = { heard: heard.join("\n"), disk: await bytesIn(folder) };
    for (const [place, text] of Object.entries(places)) {
      expect(text).toContain("Through a proxy");
      expect({ place, leaked: leaked(text, ALL) }).toEqual({ place, leaked: [] });
    }
  });
});
