import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { fullerRoutes } from "../../src/adapters/http/fuller/index.js";
import { createRouter, ROUTES } from "../../src/adapters/http/routes.js";
import { createClient } from "../../src/client.js";
import { servers } from "../api/server.js";

/** Routes that other programs than a client ask for: descriptions, pages, measures and the protocols of others. */
const NOT_OURS = /^\/(?:openapi|docs|mcp|dashboard)\b|^\/(?:task\/)?types\/:name\/schema$/;
/** Other addresses of the same thing. */
const ALIASES =
  /^\/task\/(?:aboutme|types|status|delete|data|duplicate|start|abort)\b|^\/all-tasks$|^GET \/(?:aboutme|task\/restart|project\/abort)\b/;

it("has a method for every route of the server", async () => {
  const open = servers();
  const { kernel } = await open.start();
  const parts = {
    kernel,
    logger: console,
    version: "",
    knownForm: (id = "") => id,
    waits: {},
    hasNotes: true,
    metrics: {},
    settings: () => [],
  };
  const routes = [...ROUTES, ...fullerRoutes(parts as never)];
  await open.close();
  const route = createRouter<(typeof routes)[number]>(routes);
  const asked = new Set<string>();
  const client = createClient({
    async fetch(url, init) {
      const { pathname } = new URL(String(url));
      const method = init?.method ?? "GET";
      const found = route(pathname)?.routes.get(method);
      asked.add(found ? `${method} ${found.path}` : `${method} ${pathname} is no route`);
      const headers = { "content-type": "application/json" };
      return new Response('{"success":true,"message":null,"result":{}}', { headers });
    },
  });
  const { webhooks, accounts, blogs, events, rows, logs, call: _call, ...plain } = client;
  const tried = (calls: object) =>
    Object.values(calls).map((method: (...given: unknown[]) => Promise<unknown>) => method("1", "2").catch(() => {}));
  // Those of the client itself end with what a server would say next.
  const { waitForCompletion: _wait, ...once } = plain;
  await Promise.all([once, webhooks, accounts, blogs].flatMap(tried));
  await client.ready({ verbose: true });
  await Array.fromAsync(events()).catch(() => {});
  await Array.fromAsync(events({ task: "1" })).catch(() => {});
  await Array.fromAsync(rows("1")).catch(() => {});
  await Array.fromAsync(logs("1")).catch(() => {});
  await client.article("1");
  const wanted = routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((one) => !NOT_OURS.test(one.split(" ")[1]!) && !ALIASES.test(one) && !ALIASES.test(one.split(" ")[1]!));
  expect(wanted.length).toBeGreaterThan(60);
  expect(wanted.filter((one) => !asked.has(one))).toEqual([]);
  expect([...asked].filter((one) => one.includes("is no route"))).toEqual([]);
});

it("is less than 6 KB when it is compressed, and needs nothing else", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ["src/client.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
  });
  const [{ contents, text }] = outputFiles as [(typeof outputFiles)[number]];
  expect(gzipSync(contents, { level: 9 }).length).toBeLessThan(6 * 1024);
  expect(brotliCompressSync(contents).length).toBeLessThan(6 * 1024);
  expect(Object.keys(metafile.inputs).filter((file) => !/^src\/(?:client\.ts|adapters\/client\/)/.test(file))).toEqual(
    [],
  );
  expect(text).not.toMatch(/\bimport\s*["({*]|\brequire\(|\bprocess\.|\bBuffer\b/);
});
