import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { exposition } from "../../src/adapters/metrics/exposition.js";
import { createMetrics } from "../../src/adapters/metrics/index.js";
import { counter } from "../../src/adapters/metrics/registry.js";
import {
  createScriptorium,
  defineTaskPlugin,
  ScriptoriumError,
  type ScriptoriumOptions,
  silentLogger,
  type WebProvider,
} from "../../src/index.js";
import { readExposition } from "./exposition.js";
import { asking } from "./fuller.js";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Fetches each of its lines, and stores two rows for it. */
const fetching = defineTaskPlugin({
  type: "fetching",
  words: "fetching",
  title: "Fetching",
  summary: "Fetches its lines.",
  needs: ["web"],
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { providers, output, signal }) {
    await providers.web.fetch(line, { signal });
    output.row({ line });
    output.row({ line, again: true });
  },
});

const web = {
  async fetch(url: string) {
    if (url.includes("walled")) {
      throw new ScriptoriumError("FETCH_BLOCKED", "It is not shown. Ask its owner.", { url, kind: "captcha" });
    }
    return { url, status: 200, mediaType: "text/html", text: "", bytes: 0 };
  },
} as WebProvider;

async function started(options: ScriptoriumOptions = {}) {
  const { api, kernel, start, stop } = createScriptorium({
    logger: silentLogger,
    plugins: [fetching],
    providers: { web },
    ...options,
  });
  await start();
  open.push(stop);
  const ask = (target: string, headers: Readonly<Record<string, string>> = {}) => asking(api, target, { headers });
  const figures = async () => {
    const { text } = await ask("/metrics");
    const samples = readExposition(text, { open: false }).flatMap((family) => family.samples);
    return (name: string, labels: Readonly<Record<string, string>> = {}) =>
      samples.find(
        (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      )?.value;
  };
  return { api, kernel, ask, figures };
}

async function ran({ kernel }: Awaited<ReturnType<typeof started>>, linesFile: readonly string[]): Promise<string> {
  const { _id } = await kernel.tasks.create("fetching", { linesFile: [...linesFile] });
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  return _id;
}

describe("GET /metrics", () => {
  it("counts runs, rows, waiting, calls, errors and blocked pages", async () => {
    const server = await started();
    await ran(server, ["https://a.example/", "https://walled.example/"]);
    await ran(server, ["https://walled.example/"]);
    const figure = await server.figures();
    expect(figure("scriptorium_runs_started_total", { type: "fetching" })).toBe(2);
    expect(figure("scriptorium_runs_total", { type: "fetching", status: "complete" })).toBe(1);
    expect(figure("scriptorium_runs_total", { type: "fetching", status: "failed" })).toBe(1);
    expect(figure("scriptorium_run_duration_seconds_count", { status: "complete" })).toBe(1);
    expect(figure("scriptorium_run_queue_wait_seconds_count", { type: "fetching" })).toBe(2);
    // Two of the line that went well, and one of each that failed.
    expect(figure("scriptorium_rows_total", { type: "fetching" })).toBe(4);
    const call = { port: "web", kind: "custom" };
    expect(figure("scriptorium_provider_calls_total", { ...call, method: "fetch" })).toBe(3);
    expect(figure("scriptorium_provider_errors_total", { ...call, code: "FETCH_BLOCKED" })).toBe(2);
    expect(figure("scriptorium_provider_call_duration_seconds_count", call)).toBe(3);
    expect(figure("scriptorium_blocked_pages_total", { port: "web", reason: "captcha" })).toBe(2);
    expect(figure("scriptorium_runs_waiting")).toBe(0);
    // A task is at rest a moment before its run leaves the queue.
    await expect.poll(async () => (await server.figures())("scriptorium_runs_running")).toBe(0);
  });

  it("counts requests by the pattern of their route, and holds no ids and no addresses", async () => {
    const server = await started();
    const id = await ran(server, ["https://walled.example/"]);
    await server.ask(`/task/status/${id}`);
    await server.ask("/task/status/nothing");
    await server.ask("/no/such/route");
    const { text } = await server.ask("/metrics");
    expect(text).not.toContain(id);
    expect(text).not.toContain("walled.example");
    const figure = await server.figures();
    expect(figure("scriptorium_http_requests_total", { route: "/task/status/:id?", status: "200" })).toBe(2);
    expect(figure("scriptorium_http_requests_total", { route: "none", status: "404" })).toBe(1);
    expect(figure("scriptorium_http_request_duration_seconds_count", { route: "/task/status/:id?" })).toBe(2);
  });

  it("counts tokens and cost of language models by their kind", async () => {
    const { watchCall, page } = createMetrics({ version: "1" });
    const prices = (model: string) => (model === "m" ? { input: 10, output: 20, currency: "EUR" } : undefined);
    const answer = {
      text: "",
      provider: "mine",
      model: "m",
      usage: { input: 1000, output: 500 },
      cached: false,
      cut: false,
    };
    await watchCall({ port: "writer", kind: "ollama", method: "answer", args: [], prices }, async () => answer);
    const { text } = await page("");
    expect(text).toContain('scriptorium_model_tokens_total{kind="ollama",direction="input"} 1000\n');
    expect(text).toContain('scriptorium_model_tokens_total{kind="ollama",direction="output"} 500\n');
    expect(text).toContain('scriptorium_model_cost_total{kind="ollama",currency="EUR"} 0.02\n');
  });

  it("tells a call that was given up from one that failed", async () => {
    const { watchCall, page } = createMetrics({ version: "1" });
    const call = { port: "web", kind: "builtin", method: "fetch", args: ["x", { signal: AbortSignal.abort() }] };
    await expect(watchCall(call, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect((await page("")).text).toContain('port="web",kind="builtin",code="aborted"} 1\n');
  });

  it("has memory, processor time, the version, and from the second scrape on the delay of the event loop", async () => {
    const { figures } = await started();
    await figures();
    const figure = await vi.waitUntil(async () => {
      const now = await figures();
      return now("nodejs_eventloop_lag_p99_seconds") === undefined ? undefined : now;
    });
    expect(figure("process_resident_memory_bytes")).toBeGreaterThan(1e6);
    expect(figure("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(figure("scriptorium_build_info")).toBe(1);
    expect(figure("nodejs_eventloop_lag_max_seconds")).toBeLessThan(60);
  });

  it.each([
    ["", "text/plain; version=0.0.4; charset=utf-8"],
    ["*/*", "text/plain; version=0.0.4; charset=utf-8"],
    ["application/openmetrics-text", "application/openmetrics-text; version=1.0.0; charset=utf-8"],
    [
      "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    ],
    ["text/plain;version=0.0.4;q=0.9,application/openmetrics-text;q=0.2", "text/plain; version=0.0.4; charset=utf-8"],
  ])("sends to who accepts %j %s, which is well formed", async (accept, type) => {
    const server = await started();
    await ran(server, ["https://a.example/"]);
    const { headers, text } = await server.ask("/metrics", { accept });
    expect(headers["content-type"]).toBe(type);
    const isOpen = type.startsWith("application/openmetrics");
    expect(readExposition(text, { open: isOpen }).length).toBeGreaterThan(20);
  });

  it("is guarded as every route is, and takes the key as a bearer token", async () => {
    const { ask } = await started({ api: { apiKey: "sesame" } });
    expect((await ask("/metrics")).status).toBe(401);
    expect((await ask("/metrics", { authorization: "Bearer sesame" })).status).toBe(200);
    expect((await ask("/metrics", { host: "evil.example", authorization: "Bearer sesame" })).status).toBe(403);
  });

  it("is not in the reduced edition", async () => {
    const { ask } = await started({ api: { edition: "reduced" } });
    expect((await ask("/metrics")).status).toBe(404);
  });
});

describe("labels", () => {
  it("are escaped", () => {
    const odd = counter("odd", "Counts what is odd.", ["name"]);
    odd.add(1, 'a "quoted"\\ text\nof two lines');
    for (const accept of ["", "application/openmetrics-text"]) {
      const { text } = exposition([odd], accept);
      const [family] = readExposition(text, { open: accept !== "" });
      expect(family?.samples[0]?.labels).toEqual({ name: 'a "quoted"\\ text\nof two lines' });
    }
  });

  it("are bounded: what comes above a thousand series is counted together", () => {
    const many = counter("many", "Counts many.", ["name"]);
    for (let index = 0; index < 1500; index += 1) many.add(1, `name ${index}`);
    const samples = many.samples();
    expect(samples).toHaveLength(1001);
    expect(samples.at(-1)).toEqual({ suffix: "_total", labels: [["name", "other"]], value: 500 });
  });
});
