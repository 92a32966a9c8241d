import { afterEach, describe, expect, it } from "vitest";
import { fullerRoutes } from "../../src/adapters/http/fuller/index.js";
import { createApi, ROUTES } from "../../src/adapters/http/index.js";
import { createRouter } from "../../src/adapters/http/routes.js";
import { type FullerWorld, fullerParts, worlds } from "./fuller.js";

const world = worlds();
afterEach(() => world.close());

const all = ({ kernel }: FullerWorld) => fullerRoutes(fullerParts(kernel));
const filled = (path: string) => path.replace(/\/[:*][a-zA-Z]+\??/g, "/x");

describe("our own routes", () => {
  it("are unknown in the reduced edition, every one of them", async () => {
    const reduced = await world.start({ api: { edition: "reduced" } });
    const offered = all(reduced);
    expect(offered.length).toBeGreaterThan(15);
    for (const { method, path } of offered) {
      expect(reduced.api.owns(filled(path)), path).toBe(false);
      const answer = await reduced.ask(filled(path), { method });
      expect([path, answer.status, answer.envelope().success]).toEqual([path, 404, false]);
    }
  });

  it("are there in the fuller edition, every one of them", async () => {
    const fuller = await world.start();
    for (const { method, path } of all(fuller)) {
      expect(fuller.api.owns(filled(path)), path).toBe(true);
      // A stream of events would never be read to its end.
      const { status, body } = await fuller.api.handle({
        method,
        target: filled(path),
        headers: { host: "localhost" },
      });
      if (typeof body !== "string") await body[Symbol.asyncIterator]().return?.();
      expect([path, status], path).toEqual([path, 200]);
    }
  });

  it("change the meaning of no route of the specification", async () => {
    const alone = createRouter(ROUTES);
    const together = createRouter([...ROUTES, ...all(await world.start())]);
    for (const route of ROUTES) {
      for (const path of [route.path, filled(route.path), route.path.replace(/\/[:*].*$/, "")]) {
        const match = alone(path);
        expect(together(path)?.parameters, path).toEqual(match?.parameters);
        for (const [method, found] of match?.routes ?? []) expect(together(path)?.routes.get(method)).toBe(found);
      }
    }
  });

  it("have no duplicates of a method and path", async () => {
    const names = [...ROUTES, ...all(await world.start())].map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("that change something are refused to HEAD, to prefetches and to pages of other sites", async () => {
    const { ask, kernel, ran } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const { runId } = await kernel.tasks.existing(id);
    const path = `/task/restart/${id}`;
    expect((await ask(path, { method: "HEAD" })).status).toBe(405);
    expect((await ask(path, { headers: { "sec-purpose": "prefetch" } })).status).toBe(403);
    expect((await ask(path, { headers: { origin: "https://evil.test" } })).status).toBe(403);
    expect((await ask(path, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    const navigation = { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" };
    expect((await ask(path, { headers: navigation })).status).toBe(403);
    expect((await ask(`/task/runs/${id}`, { headers: navigation })).status).toBe(200);
    expect((await kernel.tasks.existing(id)).runId).toBe(runId);
  });

  it("answer a preflight with the methods there are and the headers that may be sent", async () => {
    const { ask } = await world.start();
    const { status, headers } = await ask("/task/restart/x", {
      method: "OPTIONS",
      headers: { origin: "http://localhost:3000", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers["access-control-allow-methods"]).toBe("GET, OPTIONS, POST");
    expect(headers["access-control-allow-headers"]).toContain("last-event-id");
    expect(headers["access-control-allow-headers"]).toContain("range");
  });

  it("let a page of an allowed origin read the headers of a file", async () => {
    const { ask, ran } = await world.start();
    const id = await ran([{ file: { path: "a.txt", text: "hello" } }]);
    const { headers } = await ask(`/task/files/${id}/a.txt`, { headers: { origin: "http://localhost:3000" } });
    expect(headers["access-control-allow-origin"]).toBe("http://localhost:3000");
    expect(headers["access-control-expose-headers"]).toContain("ETag");
  });

  it("want the key like all others when one is set", async () => {
    const { ask, kernel } = await world.start({ api: { apiKey: "secret" } });
    for (const { path } of fullerRoutes(fullerParts(kernel))) {
      expect((await ask(filled(path))).status, path).toBe(401);
    }
    expect((await ask("/healthz", { headers: { "x-api-key": "secret" } })).status).toBe(200);
  });

  it("have the statuses of REST where they are asked for", async () => {
    const { ask, ran } = await world.start({ api: { statusCodes: "semantic" } });
    const id = await ran([{ row: { a: 1 } }]);
    expect((await ask("/task/runs/000000000000000000000000")).status).toBe(404);
    expect((await ask(`/task/run/${id}/none`)).status).toBe(404);
    expect((await ask(`/task/files/${id}/none`)).status).toBe(404);
    expect((await ask(`/task/results/${id}?limit=-1`)).status).toBe(400);
    const classic = await world.start();
    expect((await classic.ask("/task/runs/000000000000000000000000")).status).toBe(200);
  });
});

describe("the body of one of our own posts", () => {
  const json = { "content-type": "application/json" };

  it.each([
    ["nothing at all", undefined, {}],
    ["nothing, with a length", "", { "content-length": "0", "content-type": "application/x-www-form-urlencoded" }],
    ["an empty text as JSON", "", json],
    ["an empty object", "{}", json],
    ["what it takes", '{"keep": true}', json],
  ])("may be %s", async (_what, body, headers) => {
    const { result, ran } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const kept = await result(`/task/keep/${id}/last`, {
      method: "POST",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(kept.keep).toBe(true);
  });

  it.each([
    ["a list", "[1]", json, /not an object/],
    ["a text", '"x"', json, /not an object/],
    ["broken", '{"keep": ', json, /goes wrong at character/],
    ["not said to be JSON", '{"keep": true}', {}, /Post application\/json .* such as {"keep": true}/],
    ["a form", "keep=true", { "content-type": "application/x-www-form-urlencoded" }, /Post application\/json/],
    ["a name of the prototype", '{"__proto__": {}}', json, /not allowed/],
    ["too deep", `${'{"a":'.repeat(70)}1${"}".repeat(70)}`, json, /nested deeper/],
    ["of another kind", '{"keep": "yes"}', json, /must be true or false/],
  ])("is refused when it is %s", async (_what, body, headers, message) => {
    const { ask, ran } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const { status, envelope } = await ask(`/task/keep/${id}/last`, { method: "POST", headers, body });
    expect(status).toBe(200);
    expect(envelope()).toMatchObject({ success: false, message: expect.stringMatching(message), result: null });
  });

  it("is refused when it is larger than the limit", async () => {
    const { ask } = await world.start({ api: { maxBodyBytes: 100 } });
    const { status } = await ask("/task/keep/x/last", {
      method: "POST",
      headers: json,
      body: `{"keep": "${"x".repeat(200)}"}`,
    });
    expect(status).toBe(413);
  });
});

it("an API without the libraries for a format says so, and gives json and jsonl all the same", async () => {
  const { kernel, ran } = await world.start();
  const id = await ran([{ row: { a: 1 } }, { file: { path: "a.txt", text: "x" } }]);
  const api = createApi(kernel);
  const ask = async (target: string) =>
    String((await api.handle({ method: "GET", target, headers: { host: "localhost" } })).body);
  for (const target of [`/task/results/${id}?format=csv`, `/task/results/${id}?format=xlsx`, `/task/zip/${id}`]) {
    expect(JSON.parse(await ask(target)).message).toMatch(/put together without the format/);
  }
});
