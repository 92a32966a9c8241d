import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { startedKernel } from "../../../../test/kernel/world.js";
import { ephemeralKey } from "../../../adapters/secrets/index.js";
import { createWeb } from "../../../adapters/web/index.js";
import { defineTaskPlugin, type Json, type Kernel, ScriptoriumError, type WebProvider } from "../../../kernel/index.js";
import type { RecordedExchange } from "./exchanges.js";
import { webFields, webProblems, webSession } from "./options.js";
import { endReading, noteHowItReads, runWeb } from "./run-web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** Fetches its lines, after what their robots.txt says; an empty page is no good to it. */
const reader = defineTaskPlugin({
  type: "reader",
  words: "reader",
  title: "Reader",
  summary: "Reads pages.",
  uses: ["web"],
  options: z.object({ ...webFields, linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  check: (options, { providers }) => webProblems(options, providers.web),
  begin(context) {
    noteHowItReads(context);
    return webSession(context.options, context.runId, context.options.linesFile);
  },
  async run(line, context) {
    const web = runWeb(context, context.state);
    const { allowed } = await web.robots(line);
    const page = await web.fetch(line, { redirects: 3 });
    const again = await web.fetch(line, { redirects: 3 });
    if (page.text === "") throw new ScriptoriumError("PAGE_UNREADABLE", "The page is empty. Give another.");
    context.output.row({ line, status: "ok", texts: `${page.text} ${again.text}`, allowed });
  },
  failure: (line, { code, message }) => ({ line, status: code, texts: message, allowed: false }),
  finish: (context) => endReading(context),
});

async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function realWeb() {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  open.push(web);
  return web;
}

/** A web that can be taken away. */
function switched(web: WebProvider) {
  const cut = () => Promise.reject(new Error("the network was asked"));
  const state = { on: true };
  const provider: WebProvider = {
    fetch: (url, request) => (state.on ? web.fetch(url, request) : cut()),
    robots: async (url, request) => (state.on ? await web.robots?.(url, request) : await cut()) ?? never(),
  };
  const off = () => {
    state.on = false;
  };
  return { provider, off };
}

function never(): never {
  throw new Error("this web knows robots rules");
}

async function world(web: WebProvider): Promise<Kernel> {
  const kernel = await startedKernel({ secrets: ephemeralKey(), plugins: [reader], providers: { web } });
  open.push({ close: () => kernel.stop() });
  return kernel;
}

/** Runs the task; the rows are those of this run. */
async function ran(kernel: Kernel, id: string, data: Record<string, Json> = {}) {
  await kernel.tasks.patch(id, data);
  const before = await kernel.content.countRows(id);
  await kernel.tasks.run(id);
  const { status, error } = await kernel.tasks.settled(id);
  const rows = (await Array.fromAsync(kernel.content.rows(id))).slice(before);
  const run = await kernel.tasks.runOf(id, "last");
  const all = await Array.fromAsync(kernel.content.files(id));
  const files = all.map(({ path }) => path).filter((path) => path.startsWith(`exchanges/${run._id}/`));
  return { status, error, rows, files, runId: run._id };
}

const quick: Record<string, Json> = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0 };

describe("a run whose exchanges are recorded", () => {
  it("is repeated without the network: pages, failures and what failed for another reason", async () => {
    let asked = 0;
    const url = await site((request, response) => {
      if (request.url === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
      else if (request.url === "/404") response.writeHead(404, { "set-cookie": "a=hunter2" }).end("no");
      else response.end(request.url === "/empty" ? "" : `${request.url} ${++asked}`);
    });
    const { provider, off } = switched(realWeb());
    const kernel = await world(provider);
    const linesFile = ["/a", "/b", "/404", "/empty", "/private"].map((path) => url + path);
    const headers = { Authorization: "Bearer hunter2" };
    const { _id } = await kernel.tasks.create("reader", { ...quick, linesFile, headers, concurrency: 1 });
    const first = await ran(kernel, _id, { recordExchanges: true });
    expect(first.rows.map(({ status, texts }) => [status, texts])).toEqual([
      ["ok", "/a 1 /a 2"],
      ["ok", "/b 3 /b 4"],
      ["not-found", expect.stringContaining("404")],
      ["empty-result", "The page is empty. Give another."],
      ["robots", expect.any(String)],
    ]);
    // Robots and two pages of three lines, robots and one failure of two.
    expect(first.files).toHaveLength(13);
    for (const path of first.files) {
      expect(path).toMatch(/^exchanges\/\w+\/[0-9a-f]{32}\.json$/);
      const file = await kernel.content.file(_id, path);
      const content = Buffer.from(file?.bytes ?? []).toString();
      expect(content).not.toContain("hunter2");
      expect(JSON.parse(content) as RecordedExchange).toMatchObject({ version: 1, url: expect.stringContaining(url) });
    }
    off();
    const again = await ran(kernel, _id, { recordExchanges: false, replayRunId: first.runId });
    expect(again.rows).toEqual(first.rows);
    expect(again.files).toEqual([]);
  });

  it("is stored as it proceeds, and a run that was interrupted continues recording where it was", async () => {
    let hold = true;
    const held = Promise.withResolvers<void>();
    const url = await site((request, response) => {
      if (request.url !== "/b" || !hold) response.end(`${request.url} ${hold}`);
      else held.resolve();
    });
    const { provider, off } = switched(realWeb());
    const kernel = await world(provider);
    const linesFile = [`${url}/a`, `${url}/b`];
    const data = { ...quick, linesFile, concurrency: 1, recordExchanges: true, respectRobots: false };
    const { _id } = await kernel.tasks.create("reader", data);
    await kernel.tasks.run(_id);
    await held.promise;
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    hold = false;
    const run = await ran(kernel, _id);
    expect(run.rows.map(({ texts }) => texts)).toEqual(["/b false /b false"]);
    off();
    const again = await ran(kernel, _id, { recordExchanges: false, replayRunId: run.runId });
    expect(again.rows.map(({ texts }) => texts)).toEqual(["/a true /a true", "/b false /b false"]);
  });
});

describe("a run that replays another", () => {
  it("fails for what was not recorded, in words, and asks nobody", async () => {
    const { provider, off } = switched(realWeb());
    off();
    const kernel = await world(provider);
    const linesFile = ["https://a.test/page?token=hunter2"];
    const { _id } = await kernel.tasks.create("reader", { ...quick, linesFile });
    const run = await ran(kernel, _id, { replayRunId: "0123456789abcdef01234567" });
    expect(run).toMatchObject({ status: "failed", error: { code: "no-network" } });
    expect(run.rows).toMatchObject([
      {
        status: "no-network",
        texts:
          "The recording does not hold the robots.txt for https://a.test/page. Run it again without replayRunId, or with the settings it was recorded with.",
      },
    ]);
  });

  it("fails at its beginning where the id is none", async () => {
    const kernel = await world(realWeb());
    const { _id } = await kernel.tasks.create("reader", { ...quick, linesFile: ["https://a.test/"] });
    for (const replayRunId of ["../other", "a/b", "nope", "null", "a".repeat(25)]) {
      const message = expect.stringContaining(`There is no recorded run "${replayRunId}" of this task. `);
      const run = await ran(kernel, _id, { replayRunId });
      expect(run).toMatchObject({ status: "failed", error: { code: "bad-input", message }, rows: [] });
    }
  });
});

it("characters that do not fit the encoding of their page are warned of once, with their number", async () => {
  const url = await site((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else {
      // The first page says that of itself, and the character itself stands on the last.
      const text = { "/a": "caf\xe9 \xe9t\xe9", "/b": "th\xe9", "/c": Buffer.from("\uFFFD").toString("latin1") };
      response.setHeader("content-type", request.url === "/a" ? "text/html" : "text/html; charset=utf-8");
      response.end(Buffer.from(`<meta charset="utf-8">${text[request.url as keyof typeof text]}`, "latin1"));
    }
  });
  const { provider, off } = switched(realWeb());
  const kernel = await world(provider);
  const warnings = async (id: string) =>
    (await Array.fromAsync(kernel.content.log(id))).filter(({ level }) => level === "warn").map(({ msg }) => msg);
  const data = { ...quick, linesFile: ["/a", "/b", "/c"].map((path) => url + path), concurrency: 1 };
  const { _id } = await kernel.tasks.create("reader", data);
  const { rows, runId } = await ran(kernel, _id, { recordExchanges: true });
  expect(rows[1]!["texts"]).toContain("th\uFFFD");
  const says = `4 characters on 2 pages, such as ${url}/a, do not fit the encoding that each is said to be in, and stand as "\uFFFD". Tell the owner of the site, or take them out.`;
  expect(await warnings(_id)).toEqual([says]);
  off();
  await ran(kernel, _id, { recordExchanges: false, replayRunId: runId });
  expect(await warnings(_id)).toEqual([says, says]);
});
