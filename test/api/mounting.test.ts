import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { exportFormats } from "../../src/adapters/export/index.js";
import { createApi, fetchHandler, type NodeListenerOptions, nodeListener } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { createKernel, type Kernel, type KernelOptions, type TextResult } from "../../src/kernel/index.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { gate } from "../kernel/world.js";
import { textProviders } from "./providers.js";
import { type CallInit, envelopeIn, type ReplyEnvelope, sent, servers, taskTypes } from "./server.js";

const closers: (() => Promise<void>)[] = [];
const open = servers();
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  await open.close();
});

type HostRequest = IncomingMessage & { body?: unknown };
type Middleware = (request: HostRequest, response: ServerResponse, next: (error?: unknown) => void) => void;

const SUCCESS = { success: true, message: null, result: null };
const JSON_TYPE = { "content-type": "application/json" };

async function started(options: Partial<KernelOptions> = {}): Promise<Kernel> {
  const plugins = taskTypes(gate());
  const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins, ...options });
  await kernel.start();
  closers.push(() => kernel.stop());
  return kernel;
}

/** A host whose functions are called one after another, each by the `next` of the one before, as Express does it. */
async function host(...chain: readonly Middleware[]) {
  const server = createServer((incoming, response) => {
    const go = (index: number, error?: unknown) => {
      const step = chain[index];
      if (error === undefined && step) step(incoming, response, (thrown) => go(index + 1, thrown));
      else response.writeHead(error === undefined ? 418 : 500, { "content-type": "text/plain" }).end("the host's own");
    };
    go(0);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    call: async (method: string, path: string, init?: CallInit) => (await sent(port, method, path, init)).envelope,
    /** Whether the answer came from the host and not from the API. */
    async own(method: string, path: string): Promise<boolean> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      await response.text();
      return response.status === 418;
    },
  };
}

async function mounted(options?: NodeListenerOptions) {
  const kernel = await started(textProviders());
  return { kernel, listener: nodeListener(createApi(kernel), options) };
}

describe("below a base path", () => {
  it.each(["/content", "/content/", "/a/b"])("%s is removed, whatever follows it", async (basePath) => {
    const { kernel, listener } = await mounted({ basePath });
    const { call } = await host(listener);
    const base = basePath.replace(/\/$/, "");
    expect(await call("GET", `${base}/test`)).toEqual(SUCCESS);
    expect((await call("GET", base)).result.name).toBe("Scriptorium");
    expect((await call("GET", `${base}/`)).result.name).toBe("Scriptorium");
    expect((await call("GET", `${base}?x=1`)).result.name).toBe("Scriptorium");
    const { id } = (await call("GET", `${base}/create/articlecreator/`)).result;
    const post = await call("POST", `${base}/project/data/${id}`, { body: { jobName: "x" }, headers: JSON_TYPE });
    expect(post).toEqual(SUCCESS);
    expect((await kernel.tasks.existing(id)).name).toBe("x");
    expect((await call("GET", `${base}/all-projects?name=x`)).result).toHaveLength(1);
  });

  it("other paths go to next", async () => {
    const { listener } = await mounted({ basePath: "/content" });
    const { own } = await host(listener);
    for (const path of ["/", "/test", "/contents", "/contents/test", "/other/content/test"]) {
      expect(await own("GET", path), path).toBe(true);
    }
    for (const path of ["/content/nothing", "/content/task"]) expect(await own("GET", path), path).toBe(true);
    expect(await own("GET", "/content/test")).toBe(false);
  });

  it("other paths are no route where there is no next", async () => {
    const { kernel, listener } = await mounted({ basePath: "/content" });
    const { port } = await host((incoming, response) => listener(incoming, response));
    const { _id } = await kernel.tasks.create("articlecreator");
    for (const path of ["/", "/test", "/contents", "/other", `/project/delete/${_id}`, "/content/nothing"]) {
      const { status, envelope } = await sent(port, "GET", path);
      expect(status, path).toBe(404);
      expect(envelope.message, path).toMatch(/no route/);
    }
    expect(await kernel.tasks.get(_id)).toBeDefined();
  });
});

describe("in a chain of functions", () => {
  it("takes its own routes and leaves the others to the host", async () => {
    const { listener } = await mounted();
    const seen: string[] = [];
    const { call, own } = await host((incoming, _response, next) => {
      seen.push(incoming.url ?? "");
      next();
    }, listener);
    expect(await call("GET", "/test")).toEqual(SUCCESS);
    expect(await own("GET", "/host/page")).toBe(true);
    expect(await own("POST", "/host/page")).toBe(true);
    expect(seen).toEqual(["/test", "/host/page", "/host/page"]);
  });

  it("answers another method on its own path itself", async () => {
    const { listener } = await mounted();
    const { port } = await host(listener);
    expect((await sent(port, "PUT", "/test")).status).toBe(405);
  });

  it("works where the host has taken the base path off the address", async () => {
    const { listener } = await mounted();
    const { call } = await host((incoming, _response, next) => {
      incoming.url = (incoming.url ?? "/").replace(/^\/mount/, "") || "/";
      next();
    }, listener);
    expect(await call("GET", "/mount/test")).toEqual(SUCCESS);
    expect((await call("GET", "/mount")).result.name).toBe("Scriptorium");
  });
});

describe("the address of the API in what it writes", () => {
  const exports = exportFormats();
  const linkIn = (text: string) => /<link>([^<]*)<\/link>/.exec(text)?.[1];

  it.each(["", "/content", "/a/b/"])("has the base path %j of a listener", async (basePath) => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("articlecreator");
    const { port } = await host(nodeListener(createApi(kernel, { exports }), { basePath }));
    const base = basePath.replace(/\/$/, "");
    const address = `http://127.0.0.1:${port}${base}/task/results/${_id}`;
    expect(linkIn(await (await fetch(`${address}?format=rss`)).text())).toBe(address);
  });

  it("has the path that the host has taken off and says so, as Express does", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("articlecreator");
    const listener = nodeListener(createApi(kernel, { exports }));
    const { port } = await host((incoming, response) => {
      const mounted = Object.assign(incoming, { baseUrl: "/mount", url: incoming.url?.replace(/^\/mount/, "") ?? "/" });
      listener(mounted, response);
    });
    const address = `http://127.0.0.1:${port}/mount/task/results/${_id}`;
    expect(linkIn(await (await fetch(`${address}?format=rss`)).text())).toBe(address);
  });

  it("has the scheme and the base path of a fetch handler", async () => {
    const kernel = await started();
    const { _id } = await kernel.tasks.create("articlecreator");
    const handle = fetchHandler(createApi(kernel, { exports }), { basePath: "/content" });
    const address = `https://localhost:8008/content/task/results/${_id}`;
    expect(linkIn(await (await handle(new Request(`${address}?format=rss`))).text())).toBe(address);
  });
});

describe("a body that the host has read", () => {
  async function text(incoming: IncomingMessage): Promise<string> {
    let whole = "";
    for await (const piece of incoming.setEncoding("utf8")) whole += piece;
    return whole;
  }
  /** Reads the whole body and leaves what `make` makes of it. */
  const parser =
    (make: (whole: string) => unknown): Middleware =>
    async (incoming, _response, next) => {
      incoming.body = make(await text(incoming));
      next();
    };
  const spin = (call: Awaited<ReturnType<typeof host>>["call"], headers: Record<string, string> = JSON_TYPE) =>
    call("POST", "/spin", { body: JSON.stringify({ text: "A house" }), headers });
  const SPUN = { ...SUCCESS, result: "{A house|other}" };

  it.each([
    ["as an object", JSON.parse],
    ["as text", String],
    ["as bytes", Buffer.from],
  ])("is used %s", async (_name, make: (whole: string) => unknown) => {
    const { listener } = await mounted();
    const { call } = await host(parser(make), listener);
    expect(await spin(call)).toEqual(SPUN);
  });

  it("is no JSON post when it was a form", async () => {
    const { listener } = await mounted();
    const { call } = await host(
      parser((whole) => Object.fromEntries(new URLSearchParams(whole))),
      listener,
    );
    const form = { body: "text=A+house", headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect((await call("POST", "/spin", form)).message).toMatch(/^Post application\/json/);
  });

  it.each([[[]], [7], ["[1]"], [null]])("is refused when it is %j and no object", async (body) => {
    const { listener } = await mounted();
    const { call } = await host(
      parser(() => body),
      listener,
    );
    expect((await spin(call)).message).toMatch(/not an object/);
  });

  it("is an empty one when the host kept nothing of it", async () => {
    const { listener } = await mounted();
    const { call } = await host(
      parser(() => undefined),
      listener,
    );
    expect((await spin(call)).message).toMatch(/^Post application\/json/);
  });

  it.each([{}, undefined])("is read after all when the host left %j without reading it", async (left) => {
    const { kernel, listener } = await mounted();
    const { _id } = await kernel.tasks.create("articlecreator");
    const { call } = await host(async (incoming, _response, next) => {
      // The host thought about something else until all of the body had come.
      while (!incoming.complete) await new Promise(setImmediate);
      incoming.body = left;
      next();
    }, listener);
    const post = { body: '{"jobName": "Flowers"}', headers: { "content-type": "application/vnd.data+json" } };
    expect(await call("POST", `/project/data/${_id}`, post)).toEqual(SUCCESS);
    expect((await kernel.tasks.existing(_id)).name).toBe("Flowers");
  });
});

describe("a client that goes away", () => {
  it("aborts the signal that the provider was given", async () => {
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<unknown>();
    const spinner = {
      spin: (_text: string, { signal }: { signal: AbortSignal }) =>
        new Promise<TextResult>((_resolve, reject) => {
          asked.resolve();
          signal.addEventListener("abort", () => {
            gone.resolve(signal.reason);
            reject(signal.reason);
          });
        }),
    };
    const api = await open.start({ kernel: { providers: { spinner } } });
    const outgoing = request(`${api.address}/spin`, { method: "POST", headers: JSON_TYPE });
    outgoing.on("error", () => {});
    outgoing.end('{"text": "x"}');
    await asked.promise;
    outgoing.destroy();
    expect(await gone.promise).toBeInstanceOf(Error);
    expect((await api.get("/test")).envelope).toEqual(SUCCESS);
  });
});

describe("a host that has lost patience", () => {
  it("may answer by itself, and the late answer goes nowhere", async () => {
    const asked = Promise.withResolvers<void>();
    const spun = Promise.withResolvers<TextResult>();
    const spinner = {
      spin: () => {
        asked.resolve();
        return spun.promise;
      },
    };
    const listener = nodeListener(createApi(await started({ providers: { spinner } })));
    const { port, call } = await host((incoming, response, next) => {
      if (incoming.url === "/spin") {
        void asked.promise.then(() => {
          response.writeHead(503, JSON_TYPE).end("{}");
          spun.resolve({ text: "late", notes: [] });
        });
      }
      next();
    }, listener);
    const init = { method: "POST", body: '{"text": "x"}', headers: JSON_TYPE };
    const response = await fetch(`http://127.0.0.1:${port}/spin`, init);
    expect(response.status).toBe(503);
    expect(await response.text()).toBe("{}");
    expect(await call("GET", "/test")).toEqual(SUCCESS);
  });
});

describe("a list of five thousand tasks", () => {
  /** A store with the tasks, without the work of creating them one by one. */
  async function five(): Promise<StorageAdapter> {
    const storage = memoryStorage();
    await storage.open();
    for (const [index, name] of expected.entries()) {
      await storage.tasks.insert(taskNumber(index, { type: "mailmerge", name, data: { jobName: name } }));
    }
    return storage;
  }
  const names = ({ result }: ReplyEnvelope) => result.map(({ name }: { name: string }) => name);
  const expected = Array.from({ length: 5000 }, (_, index) => `task ${index}`);

  it("arrives whole, in order and in several chunks", async () => {
    const api = await open.start({ kernel: { storage: await five() } });
    for (const path of ["/all-projects", "/task/find"]) {
      const socket = connect(api.port, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const pieces: Buffer[] = [];
      for await (const piece of socket) pieces.push(piece as Buffer);
      const answer = Buffer.concat(pieces);
      const end = answer.indexOf("\r\n\r\n");
      const head = answer.subarray(0, end).toString();
      expect(head).toMatch(/^transfer-encoding: chunked/im);
      expect(head).not.toMatch(/content-length/i);
      const chunks = chunksOf(answer.subarray(end + 4));
      expect(chunks.length).toBeGreaterThan(3);
      const type = /^content-type: (.*?)\r?$/im.exec(head)?.[1];
      expect(names(envelopeIn(chunks.join(""), { "content-type": type }))).toEqual(expected);
    }
  });

  it("is read whole by a client that asks for pages", async () => {
    const api = await open.start({ kernel: { storage: await five() } });
    const found: string[] = [];
    for (let skip = 0; skip < 5000; skip += 1000) {
      found.push(...names((await api.get(`/all-tasks?skip=${skip}&limit=1000`)).envelope));
    }
    expect(found).toEqual(expected);
  });

  it("leaves the server at work when the client goes in the middle", async () => {
    const api = await open.start({ kernel: { storage: await five() } });
    const socket = connect(api.port, "127.0.0.1");
    socket.write("GET /task/find HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "data");
    socket.destroy();
    expect((await api.get("/test")).envelope).toEqual(SUCCESS);
    expect(names((await api.get("/all-projects")).envelope)).toEqual(expected);
  });

  it("is streamed by the fetch handler too", async () => {
    const kernel = await started({ storage: await five() });
    const response = await fetchHandler(createApi(kernel))(new Request("http://localhost/all-projects"));
    const chunks: string[] = [];
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(3);
    const headers = { "content-type": response.headers.get("content-type") ?? "" };
    expect(names(envelopeIn(chunks.join(""), headers))).toEqual(expected);
  });
});

describe("the fetch handler", () => {
  const URL_BASE = "http://localhost:8008";
  async function handler() {
    const kernel = await started(textProviders());
    return { kernel, handle: fetchHandler(createApi(kernel, { maxBodyBytes: 1000 })) };
  }
  async function envelope(response: Response): Promise<ReplyEnvelope> {
    return envelopeIn(await response.text(), { "content-type": response.headers.get("content-type") ?? "" });
  }
  const post = (path: string, body: string | URLSearchParams, headers: Record<string, string> = JSON_TYPE) =>
    new Request(URL_BASE + path, { method: "POST", body, headers });

  it.each(["/content", "/content/", "/a/b"])("takes %s off, whatever follows it", async (basePath) => {
    const kernel = await started();
    const handle = fetchHandler(createApi(kernel), { basePath });
    const base = basePath.replace(/\/$/, "");
    const asked = async (path: string) => envelope(await handle(new Request(URL_BASE + path)));
    expect(await asked(`${base}/test`)).toEqual(SUCCESS);
    for (const path of [base, `${base}/`, `${base}?x=1`, `${base}#part`]) {
      expect((await asked(path)).result.name, path).toBe("Scriptorium");
    }
    const { id } = (await asked(`${base}/create/articlecreator/`)).result;
    expect(await envelope(await handle(post(`${base}/project/data/${id}`, '{"jobName": "x"}')))).toEqual(SUCCESS);
    expect((await asked(`${base}/all-projects?name=x`)).result).toHaveLength(1);
    for (const path of ["/", "/test", `${base}s`, `${base}s/test`, `/other${base}/test`, `/project/delete/${id}`]) {
      const response = await handle(new Request(URL_BASE + path));
      expect([path, response.status]).toEqual([path, 404]);
      expect((await envelope(response)).message).toMatch(/no route/);
    }
    expect(await kernel.tasks.get(id)).toBeDefined();
  });

  it("answers a get, query and encoded path included", async () => {
    const { kernel, handle } = await handler();
    const { _id } = await kernel.tasks.create("articlecreator", { jobName: "a b", articleKeywordsFile: ["a/b"] });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const list = await handle(new Request(`${URL_BASE}/all-projects?name=a%20b#part`));
    expect(list.status).toBe(200);
    expect((await envelope(list)).result).toHaveLength(1);
    const article = await envelope(await handle(new Request(`${URL_BASE}/project/${_id}/a%2Fb`)));
    expect(article.result.keywords[0]).toBe("a/b");
    expect((await envelope(await handle(new Request(URL_BASE)))).result.name).toBe("Scriptorium");
  });

  it("answers a post with a body", async () => {
    const { handle } = await handler();
    expect(await envelope(await handle(post("/spin", '{"text": "A house"}')))).toEqual({
      ...SUCCESS,
      result: "{A house|other}",
    });
    const form = await envelope(await handle(post("/spin", new URLSearchParams({ text: "x" }), {})));
    expect(form.message).toMatch(/^Post application\/json/);
    const none = await handle(new Request(`${URL_BASE}/spin`, { method: "POST", headers: JSON_TYPE }));
    expect((await envelope(none)).message).toMatch(/^Post application\/json/);
  });

  it("answers HEAD without a body", async () => {
    const { handle } = await handler();
    const response = await handle(new Request(`${URL_BASE}/all-projects`, { method: "HEAD" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.body).toBeNull();
    expect((await handle(new Request(`${URL_BASE}/create/articlecreator`, { method: "HEAD" }))).status).toBe(405);
  });

  it("answers a body that is too large with 413, declared or streamed", async () => {
    const { handle } = await handler();
    const large = JSON.stringify({ text: "x".repeat(2000) });
    const stream = new Blob([large]).stream();
    const streamed = new Request(`${URL_BASE}/spin`, {
      method: "POST",
      body: stream,
      headers: JSON_TYPE,
      duplex: "half",
    } as RequestInit);
    for (const response of [await handle(post("/spin", large)), await handle(streamed)]) {
      expect(response.status).toBe(413);
      expect((await envelope(response)).message).toMatch(/limit of 1000 bytes/);
    }
  });

  it("answers a preflight with 204 and nothing in it", async () => {
    const { handle } = await handler();
    const response = await handle(
      new Request(`${URL_BASE}/spin`, {
        method: "OPTIONS",
        headers: { origin: "http://localhost:3000", "access-control-request-method": "POST" },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.body).toBeNull();
    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
    expect(response.headers.get("access-control-allow-methods")).toBe("OPTIONS, POST");
  });

  it("refuses a host name that is not this server's", async () => {
    const { handle } = await handler();
    expect((await handle(new Request("http://evil.test/test"))).status).toBe(403);
  });
});

/** The chunks of a body in chunked coding. */
function chunksOf(body: Buffer): string[] {
  const chunks: string[] = [];
  for (let offset = 0; ; ) {
    const line = body.indexOf("\r\n", offset);
    const size = Number.parseInt(body.subarray(offset, line).toString(), 16);
    if (size === 0) return chunks;
    chunks.push(body.subarray(line + 2, line + 2 + size).toString("utf8"));
    offset = line + 2 + size + 2;
  }
}
