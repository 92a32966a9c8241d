import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { cannedReader, cannedWeb } from "../../src/adapters/doubles/index.js";
import { createApi } from "../../src/adapters/http/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import {
  defineTaskPlugin,
  defineTry,
  type JsonObject,
  type Providers,
  ScriptoriumError,
} from "../../src/kernel/index.js";
import { webscraper } from "../../src/plugins/webscraper/index.js";
import { startedKernel } from "../kernel/world.js";

const open: { close(): Promise<unknown> | unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const entered: PromiseWithResolvers<void>[] = [];

/** A task type whose try does as the call says. */
const trier = defineTaskPlugin({
  type: "trier",
  words: "trier",
  title: "Trier",
  summary: "Tries things.",
  options: z.object({ linesFile: z.array(z.string()).default([]), count: z.int().min(1).default(1) }),
  inputs: ({ linesFile }) => linesFile,
  try: defineTry({
    asks: z.object({ how: z.string().default("") }),
    async show({ how }: { how: string }, { options, lines, output, signal, log }): Promise<JsonObject> {
      output.row({ none: "of this is kept" });
      output.file("none.txt", "of this", "text/plain");
      if (how === "fail") throw new Error("unforeseen");
      if (how === "refuse") throw new ScriptoriumError("bad-input", "It is wrong. Correct it.");
      if (how === "wait") {
        entered.shift()?.resolve();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
      }
      log.warn("Mind the gap.");
      return { lines, options: options as JsonObject };
    },
  }),
  async run() {},
});
const silent = defineTaskPlugin({
  type: "silent",
  words: "silent",
  title: "Silent",
  summary: "Has no try.",
  options: z.object({}),
  inputs: () => [],
  async run() {},
});

async function world(providers: Partial<Providers> = {}) {
  const kernel = await startedKernel({
    secrets: ephemeralKey(),
    plugins: [trier, silent, webscraper],
    providers: { reader: cannedReader(), ...providers },
  });
  open.push({ close: () => kernel.stop() });
  const api = createApi(kernel, { statusCodes: "semantic" });
  const attempt = async (id: string, body: JsonObject, signal?: AbortSignal) => {
    const response = await api.handle({
      method: "POST",
      target: `/task/try/${id}`,
      headers: { host: "localhost", "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const envelope = JSON.parse(String(response.body)) as { success: boolean; message: string; result: JsonObject };
    return { status: response.status, ...envelope };
  };
  const created = async (type: string, data: JsonObject = {}) => (await kernel.tasks.create(type, data))._id;
  return { kernel, api, attempt, created };
}

describe("a try", () => {
  it("shows what the task type makes of the data and those that are posted, with notes, and stores nothing", async () => {
    const { kernel, attempt, created } = await world();
    const id = await created("trier", { linesFile: ["a"] });
    expect(await attempt(id, { data: { count: "3" }, hwo: "x" })).toMatchObject({
      status: 200,
      success: true,
      result: { lines: ["a"], options: { count: 3, linesFile: ["a"] } },
      notes: ['"hwo" is not read here. There are data, how.', "Mind the gap."],
    });
    const task = await kernel.tasks.existing(id);
    expect([task.data["count"], task.status, await kernel.tasks.countRuns(id)]).toEqual([1, "draft", 0]);
    expect(await kernel.content.countRows(id)).toBe(0);
    expect(await Array.fromAsync(kernel.content.files(id))).toEqual([]);
  });

  it("is refused in a sentence: by a type without one, for data and fields that do not fit, and for what the type says", async () => {
    const { attempt, created } = await world();
    const id = await created("trier");
    const refusal = async (of: string, body: JsonObject) => {
      const { status, success, message } = await attempt(of, body);
      return [status, success, message];
    };
    expect(await refusal(await created("silent"), {})).toEqual([
      ...[400, false],
      "A silent cannot be tried: the task type has no such call. Run it with few lines instead.",
    ]);
    expect(await refusal(id, { data: { count: 0 } })).toEqual([400, false, expect.stringMatching(/^[Cc]ount is 0\./)]);
    expect(await refusal(id, { how: 5, data: [] })).toEqual([
      400,
      false,
      expect.stringMatching(/^data is not an object/),
    ]);
    expect(await refusal(id, { how: ["x"] })).toEqual([400, false, expect.stringMatching(/^[Hh]ow is/)]);
    expect(await refusal(id, { how: "refuse" })).toEqual([400, false, "It is wrong. Correct it."]);
    expect(await refusal("000000000000000000000000", {})).toEqual([
      404,
      false,
      expect.stringContaining("could not be found"),
    ]);
    expect((await refusal(id, { how: "fail" }))[2]).toMatch(/failed in an unexpected way \(ref [0-9a-f]{8}\)/);
  });

  it("ends when the client leaves or the server stops, and no more than four are at work at once", async () => {
    const { kernel, attempt, created } = await world();
    const id = await created("trier");
    const control = new AbortController();
    entered.push(...Array.from({ length: 4 }, () => Promise.withResolvers<void>()));
    const all = [...entered].map(({ promise }) => promise);
    const waiting = Array.from({ length: 4 }, (_, index) =>
      attempt(id, { how: "wait" }, index === 0 ? control.signal : undefined),
    );
    await Promise.all(all);
    expect(await attempt(id, {})).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^4 tries are at work/),
    });
    control.abort(new ScriptoriumError("TRY_TIMEOUT", "It has left. Let it go."));
    expect((await waiting[0])!["success"]).toBe(false);
    expect(await attempt(id, {})).toMatchObject({ success: true });
    await kernel.stop();
    expect(await Promise.all(waiting.slice(1))).toMatchObject([{ status: 503 }, { status: 503 }, { status: 503 }]);
  });

  it("is no route of the reduced edition", async () => {
    const { kernel, created } = await world();
    const api = createApi(kernel, { edition: "reduced" });
    const target = `/task/try/${await created("trier")}`;
    expect((await api.handle({ method: "POST", target, headers: { host: "localhost" }, body: "{}" })).status).toBe(404);
  });
});

const MUGS = `<title>Mugs</title><h1>Mugs</h1><ul class="list">
<li class="mug"><a href="/blue">Blue mug</a> <b class="price">9,90 €</b></li>
<li class="mug"><a href="/red">Red mug</a> <b class="price">12,50 €</b></li>
<li class="mug"><a href="/white">White mug</a></li></ul>`;

describe("rules of a web scraper", () => {
  const shop = { "https://shop.test/mugs": MUGS };
  const rules: JsonObject = {
    urlsFile: ["https://shop.test/mugs"],
    browser: "never",
    rowSelector: "li.mug",
    columns: [
      { name: "name", css: "a" },
      { name: "price", css: ".price", transform: ["number"] },
      { name: "title", css: "h1" },
      { name: "link", css: "a", take: "attr:src" },
      { name: "cut", css: "a", regex: "x(.)" },
      { name: "broken", css: "a[" },
    ],
  };

  it("are tried on the first page of the task: rows, and for each column what it matched or why nothing", async () => {
    const { attempt, created } = await world({ web: cannedWeb(shop) });
    const { result } = await attempt(await created("webscraper", rules), { rows: 2 });
    expect(result).toMatchObject({
      page: { url: "https://shop.test/mugs", status: 200, rendered: "" },
      rowSelector: { selector: "li.mug", found: 3, problem: "" },
      rows: [
        { name: "Blue mug", price: 9.9 },
        { name: "Red mug", price: 12.5 },
      ],
    });
    const columns = result["columns"] as unknown as {
      name: string;
      filledRows: number;
      problem: string;
      first: JsonObject[];
    }[];
    expect(columns.map(({ name, filledRows }) => [name, filledRows])).toEqual([
      ["name", 3],
      ["price", 2],
      ["title", 0],
      ["link", 0],
      ["cut", 0],
      ["broken", 0],
    ]);
    expect(columns[1]!.first[0]).toEqual({
      ...{ matched: 1, excerpt: '<b class="price">9,90 €</b>', raw: "9,90 €", value: 9.9, why: "" },
    });
    expect(columns.slice(2, 5).map(({ first }) => first[0]!["why"])).toEqual([
      "It finds nothing in this row, but 1 in the whole page. Correct rowSelector, or set repeat to look in the whole page.",
      'What it finds has no attribute "src". It has href.',
      'regex matches nothing in "Blue mug". Correct the pattern.',
    ]);
    expect(columns[5]!.problem).toMatch(/^The column "broken" has "a\[", which is no CSS selector/);
  });

  it("are tried on a saved page without the network, with a patch of the data", async () => {
    const { kernel, attempt, created } = await world();
    const id = await created("webscraper", rules);
    const { result } = await attempt(id, {
      html: MUGS,
      url: "https://shop.test/a/b",
      data: { rowSelector: "//li[b]", columns: [{ name: "link", css: "a", take: "attr:href", transform: ["url"] }] },
    });
    expect(result["rows"]).toEqual([{ link: "https://shop.test/blue" }, { link: "https://shop.test/red" }]);
    expect((await kernel.tasks.existing(id)).data["rowSelector"]).toBe("li.mug");
  });

  it("are proposed from values that stand on the page", async () => {
    const { attempt, created } = await world();
    const id = await created("webscraper", { browser: "never" });
    const examples = { name: "Blue  mug", price: "9.9", link: "https://shop.test/blue" };
    const { result } = await attempt(id, { html: MUGS, url: "https://shop.test/", examples });
    expect((result["proposals"] as unknown as JsonObject[])[0]).toEqual({
      rowSelector: "li.mug",
      columns: [
        { name: "name", css: "a" },
        { name: "price", css: "b.price", transform: ["number"] },
        { name: "link", css: "a", take: "attr:href", transform: ["url"] },
      ],
      rows: 3,
      fillRates: { name: 1, price: 0.667, link: 1 },
      first: [
        { name: "Blue mug", price: 9.9, link: "https://shop.test/blue" },
        { name: "Red mug", price: 12.5, link: "https://shop.test/red" },
        { name: "White mug", price: "", link: "https://shop.test/white" },
      ],
    });
  });

  it("are tried within robots.txt and the guard of addresses, and say what keeps them from a page", async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
      else response.setHeader("content-type", "text/html").end(MUGS);
    };
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const web = createWeb({ allowPrivate: ["127.0.0.1"] });
    open.push(web);
    const { attempt, created } = await world({ web });
    const id = await created("webscraper", {
      browser: "never",
      columns: [{ name: "name", css: "li a" }],
      requestDelayFrom: 0,
      requestDelayTo: 0,
    });
    expect(await attempt(id, { url: `${url}/mugs` })).toMatchObject({ result: { rows: [{ name: "Blue mug" }] } });
    expect(await attempt(id, { url: `${url}/private` })).toMatchObject({
      success: false,
      message: expect.stringContaining("robots.txt"),
    });
    expect(await attempt(id, { url: "http://169.254.169.254/" })).toMatchObject({
      status: 400,
      message: expect.stringContaining("is refused"),
    });
    expect(await attempt(id, {})).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^There is no page to try/),
    });
    expect(await attempt(id, { url: "ftp:x" })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^url is "ftp:x"/),
    });
    expect(await attempt(id, { url, data: { waitFor: ".x", browser: "auto" } })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/which need a browser, and no browser is installed/),
    });
  });
});
