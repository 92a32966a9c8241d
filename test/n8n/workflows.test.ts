import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { createApiServer, createScriptorium, silentLogger, type WebProvider } from "../../src/index.js";
import { type Asked, type Item, type Player, play, readWorkflow } from "./workflow.js";

const folder = fileURLToPath(new URL("../../examples/n8n/", import.meta.url));

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://www.w3.org/</link>
<item><title>First</title><link>https://www.w3.org/first</link><guid>1</guid><description>What happened first.</description></item>
<item><title>Second</title><link>https://www.w3.org/second</link><guid>2</guid><description>What happened then.</description></item>
</channel></rss>`;

/** The address of a server that listens on a free port of loopback. */
async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * A server of Scriptorium with a key, whose network is a feed, and an n8n that waits for a call of a webhook node. `player`
 * sends what nodes ask for to the one, and `called` is what the other gets.
 */
async function world({ feed = FEED } = {}) {
  const calls: Asked[] = [];
  let arrived = (_: { path: string; body: Item }) => {};
  const called = new Promise<{ path: string; body: Item }>((resolve) => {
    arrived = resolve;
  });
  const n8n = await listening(
    createServer(async (request, response) => {
      let text = "";
      for await (const piece of request) text += String(piece);
      response.end();
      arrived({ path: request.url ?? "", body: JSON.parse(text) });
    }),
  );
  const web = {
    fetch: async (url: string) => ({
      url,
      status: 200,
      mediaType: "application/rss+xml",
      text: feed,
      bytes: feed.length,
    }),
  } as WebProvider;
  const messenger = {
    async post(url: string, { headers, body }: { headers: Readonly<Record<string, string>>; body: string }) {
      return await fetch(url.replace("localhost:5678", n8n), { method: "POST", headers, body });
    },
  };
  const { api, kernel, start, stop } = createScriptorium({
    ...{ providers: { web, messenger }, logger: silentLogger, api: { apiKey: "sesame" } },
  });
  await start();
  open.push(stop);
  const address = await listening(createApiServer(api));
  const player: Player = {
    async ask(asked) {
      calls.push(asked);
      const { method, url, body } = asked;
      const post = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { "x-api-key": "sesame", ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const reply = await fetch(url.replace("localhost:8008", address), { method, headers, ...post });
      // As the nodes of n8n do.
      if (reply.status >= 400) throw new Error(`${method} ${url} answered ${reply.status}.`);
      const answer = (await reply.json()) as Item;
      expect(answer.success, `${method} ${url}: ${answer.message}`).toBe(true);
      expect(answer.notes ?? [], `${method} ${url}`).toEqual([]);
      return answer;
    },
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  };
  return { player, calls, called, kernel };
}

const requestsOf = (name: string) =>
  readWorkflow(folder + name).nodes.filter(({ type }) => /\.(?:httpRequest|seoContentMachine)$/.test(type));

describe("examples/n8n/vendor-node.json", () => {
  it("creates, sets the data, starts, waits and reads what the task has stored", async () => {
    const { player, calls } = await world();
    const read = readWorkflow(`${folder}vendor-node.json`);
    const items = await play(read, "When clicking 'Execute workflow'", {}, player);
    expect(items.get("Status").result[0].status).toBe("complete");
    expect(items.get("Results").result).toMatchObject({ rows: 2, files: [{ path: "articles/first.html" }, {}, {}] });
    expect(items.get("First file").result).toMatchObject({ type: "text/html" });
    expect(items.get("First file").result.content).toContain("What happened first.");
    // Nothing in the file was left out.
    expect(new Set(calls.map(({ node }) => node))).toEqual(
      new Set(requestsOf("vendor-node.json").map(({ name }) => name)),
    );
  });
});

describe("examples/n8n/http-and-webhook.json", () => {
  it("creates, sets the data and runs; the call of the server starts the second half, which reads the rows", async () => {
    const { player, calls, called } = await world();
    const read = readWorkflow(`${folder}http-and-webhook.json`);
    await play(read, "When clicking 'Execute workflow'", {}, player);
    const { path, body } = await called;
    const hook = read.nodes.find(({ type }) => type === "n8n-nodes-base.webhook")!;
    expect(path).toBe(`/webhook/${String(hook.parameters["path"])}`);
    const items = await play(read, hook.name, { body }, player);
    expect(items.get("One item per row").map(({ title }: Item) => title)).toEqual(["First", "Second"]);
    expect(calls.map(({ node }) => node)).toEqual(["Create", "Set data", "Run", "Rows"]);
  });

  it("reads why the task failed when it did", async () => {
    const { player, calls, called } = await world({ feed: "no feed at all" });
    const read = readWorkflow(`${folder}http-and-webhook.json`);
    await play(read, "When clicking 'Execute workflow'", {}, player);
    const { body } = await called;
    expect(body.type).toBe("task.failed");
    const items = await play(read, "When a task has ended", { body }, player);
    expect(JSON.stringify(items.get("Why it failed").result)).toContain("feed");
    const ran = new Set(calls.map(({ node }) => node));
    const all = requestsOf("http-and-webhook.json").map(({ name }) => name);
    expect(all.filter((name) => !ran.has(name))).toEqual(["Rows"]);
  });
});

it("every workflow holds no secret, and is one of those that are tried here", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  expect(names.sort()).toEqual(["http-and-webhook.json", "vendor-node.json"]);
  for (const name of names) {
    for (const { credentials, parameters } of requestsOf(name)) {
      expect(credentials).toBeDefined();
      expect(JSON.stringify(parameters)).not.toMatch(/apikey|bearer|x-api-key/i);
    }
  }
});
