import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { type Loopback, serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import type { WebSession } from "../../kernel/providers.js";
import { sharedLookups } from "./lookups.js";
import { createSessions } from "./sessions.js";
import { createWeb, type WebOptions } from "./web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const root = mkdtempSync(join(tmpdir(), "scriptorium-strain-"));
afterAll(() => rmSync(root, { recursive: true }));

async function http(listener: RequestListener): Promise<Loopback> {
  const server = await serveHttp(listener);
  open.push(server);
  return server;
}

function web(options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: ["127.0.0.1"], ...options });
  open.push(made);
  const get = (url: string, session: Partial<WebSession> = {}, signal = AbortSignal.timeout(10_000)) =>
    made.fetch(url, { signal, session: { id: "run", ...session } });
  return { ...made, get };
}

describe("a stored page", () => {
  it("whose mark no request can carry is fetched again", async () => {
    let version = 0;
    const server = await serveTcp((socket) =>
      socket.on("data", (data) => {
        version += 1;
        const page = String(data).startsWith("GET /robots.txt") ? "" : `page ${version}`;
        socket.write(`HTTP/1.1 200 OK\r\nETag: "\u20ac"\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
      }),
    );
    open.push(server);
    const { get } = web({ cache: { folder: mkdtempSync(join(root, "pages-")) } });
    expect((await get(server.url)).text).toBe("page 2");
    expect((await get(server.url)).text).toBe("page 3");
  });

  it("is not sent to a caller that has stopped asking", async () => {
    const server = await http((_request, response) => response.end("page"));
    const { get } = web({ cache: { folder: mkdtempSync(join(root, "pages-")) } });
    await get(server.url);
    const control = new AbortController();
    const asking = get(server.url, { cacheHours: 1 }, control.signal);
    control.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });

  it("of a host that is no longer allowed is gone for everybody", async () => {
    const server = await http((_request, response) => response.end("secret of the house"));
    const address = `http://intranet.test:${server.port}/`;
    const shared = { cache: { folder: mkdtempSync(join(root, "pages-")) }, lookup: async () => ["127.0.0.1"] };
    const first = web(shared);
    await first.get(address);
    expect((await first.get(address, { cacheHours: 1 })).source).toBe("cache");
    const later = web({ ...shared, allowPrivate: [] });
    await expect(later.get(address, { cacheHours: 1 })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  });
});

describe("the limits of one host", () => {
  it("hold for its name with a full stop behind it too", async () => {
    const clock = jumpingClock();
    const times: number[] = [];
    const server = await http((_request, response) => {
      times.push(clock.monotonic());
      response.end("page");
    });
    const { get } = web({ clock, lookup: async () => ["127.0.0.1"] });
    for (const host of ["a.test", "a.test.", "A.test"]) {
      await get(`http://${host}:${server.port}/`, { delayMs: [1000, 1000] });
    }
    expect(times).toEqual([0, 1000, 2000]);
  });

  it("are not passed by cookies that no server would take back", async () => {
    const server = await http((request, response) => {
      const name = (request.url ?? "").slice(1);
      response.setHeader("set-cookie", `${name}=${"x".repeat(3000)}; Path=/`);
      response.end(String(request.headers.cookie?.length ?? 0));
    });
    const { get } = web();
    for (const name of ["a", "b", "c", "d", "e"]) await get(`${server.url}/${name}`);
    const sent = Number((await get(`${server.url}/f`)).text);
    expect(sent).toBeGreaterThan(4000);
    expect(sent).toBeLessThanOrEqual(8000);
  });
});

describe("a robots.txt", () => {
  it("that redirects to an address with a password in it is none", async () => {
    const server = await serveHttp(
      (request, response) => {
        if (request.url !== "/robots.txt") return void response.end("page");
        response.writeHead(302, { location: `http://ann:hunter2@${request.headers.host}/rules` }).end();
      },
      { robots: true },
    );
    open.push(server);
    expect((await web().get(server.url)).text).toBe("page");
  });
});

describe("looking names up", () => {
  it("is done once for all simultaneous callers, and leaves threads of the machine to others", async () => {
    const asked: string[] = [];
    let inFlight = 0;
    let most = 0;
    const lookup = sharedLookups(async (host) => {
      asked.push(host);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
      if (host === "h3") throw new Error("unknown");
      return [host];
    });
    const hosts = Array.from({ length: 12 }, (_, index) => `h${index % 6}`);
    const found = await Promise.allSettled(hosts.map((host) => lookup(host)));
    expect(found.map((each) => (each.status === "fulfilled" ? each.value[0] : "h3"))).toEqual(hosts);
    expect(most).toBe(3);
    expect(asked).toEqual(["h0", "h1", "h2", "h3", "h4", "h5"]);
    expect(await lookup("h0")).toEqual(["h0"]);
    expect(asked).toHaveLength(7);
  });

  it("is skipped for callers that gave up while others held the line", async () => {
    const held = Promise.withResolvers<string[]>();
    const asked: string[] = [];
    const lookup = sharedLookups((host) => {
      asked.push(host);
      return held.promise;
    });
    const before = ["a", "b", "c"].map((host) => lookup(host));
    const late = lookup("d").catch((error: unknown) => error);
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now + 6_000);
    held.resolve(["127.0.0.1"]);
    expect(await Promise.all(before)).toHaveLength(3);
    expect(await late).toMatchObject({ code: "EAI_AGAIN" });
    clock.mockRestore();
    expect(await lookup("e")).toEqual(["127.0.0.1"]);
    expect(asked).toEqual(["a", "b", "c", "e"]);
  });

  it("that a name server cannot answer is tried again three times, that it knows no such name never", async () => {
    const clock = jumpingClock();
    let asked = 0;
    const failing = (code: string) => async () => {
      asked += 1;
      throw Object.assign(new Error("no"), { code });
    };
    const busy = web({ clock, lookup: failing("EAI_AGAIN") });
    const error = { code: "FETCH_FAILED", facts: { errno: "EAI_AGAIN" } };
    await expect(busy.get("http://a.test/", { retries: 9 })).rejects.toMatchObject(error);
    expect([asked, clock.sleeps]).toEqual([4, [1000, 2000, 4000]]);
    const unknown = web({ clock, lookup: failing("ENOTFOUND") });
    await expect(unknown.get("http://a.test/", { retries: 9 })).rejects.toMatchObject({
      facts: { errno: "ENOTFOUND" },
    });
    expect(asked).toBe(5);
  });
});

describe("a time to come back that is over already", () => {
  it.each(["0", "Fri, 31 Dec 1999 23:59:59 GMT"])("(%s) is no leave to ask at once and over again", async (time) => {
    const clock = jumpingClock();
    const server = await http((_request, response) => response.writeHead(429, { "retry-after": time }).end());
    const { get } = web({ clock, random: () => 0 });
    await expect(get(server.url, { retries: 3 })).rejects.toMatchObject({ code: "FETCH_LIMITED" });
    expect(clock.sleeps).toEqual([250, 500, 1000]);
  });

  it.each(["-5", "soon", "", "1e3"])(
    "and one that is none (%j) are waited for as if nothing had been said",
    async (time) => {
      const clock = jumpingClock();
      const server = await http((_request, response) => response.writeHead(503, { "retry-after": time }).end());
      const { get } = web({ clock, random: () => 0 });
      await expect(get(server.url, { retries: 2 })).rejects.toMatchObject({ facts: { status: 503 } });
      expect(clock.sleeps).toEqual([250, 500]);
    },
  );

  it("of ten years, or of three hundred, holds up one host and no other", async () => {
    for (const time of ["315360000", "9999999999"]) {
      const clock = jumpingClock();
      const busy = await http((_request, response) => response.writeHead(429, { "retry-after": time }).end());
      const other = await http((_request, response) => response.end("page"));
      const { get } = web({ clock });
      const limited = { code: "FETCH_LIMITED", facts: { retryAfterSeconds: expect.any(Number) } };
      await expect(get(busy.url, { retries: 5 })).rejects.toMatchObject(limited);
      await expect(get(busy.url, { retries: 5 })).rejects.toMatchObject(limited);
      expect((await get(other.url)).text).toBe("page");
      expect(clock.sleeps).toEqual([]);
    }
  });
});

describe("a site that cannot be reached through proxies", () => {
  it("is not asked by every proxy there is", async () => {
    let asked = 0;
    const proxy = createHttpServer();
    proxy.on("connect", (_request, socket) => {
      asked += 1;
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    open.push({ close: async () => void proxy.close() });
    const port = (proxy.address() as { port: number }).port;
    const proxies = Array.from({ length: 50 }, (_, index) => `http://u${index}:p@127.0.0.1:${port}`);
    const { get } = web({ lookup: async () => ["93.184.216.34"] });
    await expect(get("https://a.test/", { proxies, respectRobots: false })).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { errno: "PROXY", proxies: 50 },
    });
    // Once for the robots.txt and once for the page.
    expect(asked).toBeLessThanOrEqual(6);
  });

  it("is none of the business of a run without them that wants its robots.txt at the same time", async () => {
    const server = await http((_request, response) => response.end("page"));
    const silent = await serveTcp((socket) => socket.once("data", () => setTimeout(() => socket.destroy(), 50)));
    open.push(silent);
    const { get } = web();
    const through = get(server.url, { id: "a", proxies: [`http://127.0.0.1:${silent.port}`] });
    const direct = get(server.url, { id: "b" });
    await expect(through).rejects.toMatchObject({ code: "FETCH_FAILED" });
    expect((await direct).text).toBe("page");
  });
});

describe("a session that is forgotten in the middle of its requests", () => {
  it("is released once more when the last of them is done", () => {
    const ended: string[] = [];
    const sessions = createSessions(jumpingClock(), 8, (id) => ended.push(id));
    const [one, other] = [sessions.enter({ id: "run" }), sessions.enter({ id: "run" })];
    sessions.forget("run");
    one.done();
    expect(ended).toEqual([]);
    other.done();
    expect(ended).toEqual(["run"]);
    expect(sessions.size).toBe(0);
  });
});

describe("requests that are cut off anywhere", () => {
  it("leave every place and turn to those that come after, and no rejection unheard", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", hear);
    const server = await http((request, response) => {
      const path = request.url ?? "";
      if (path.startsWith("/lost")) response.destroy();
      else if (path.startsWith("/busy")) response.writeHead(503).end("busy");
      else if (path.startsWith("/away")) response.writeHead(302, { location: "/page" }).end();
      else setTimeout(() => response.end("page"), 2);
    });
    const { get, forget } = web({ perHost: 2, overall: 2, cache: { folder: mkdtempSync(join(root, "pages-")) } });
    const paths = ["page", "lost", "busy", "away"];
    const asking = Array.from({ length: 120 }, async (_, index) => {
      const control = new AbortController();
      const session = { id: `run ${index % 3}`, delayMs: [0, 2] as const, retries: 2, perHost: 1 };
      const result = get(`${server.url}/${paths[index % 4]}?${index}`, session, control.signal);
      setTimeout(() => control.abort(new Error("enough")), (index * 7) % 60);
      if (index % 20 === 0) await forget?.(session.id);
      return await result;
    });
    await Promise.allSettled(asking);
    const last = await Promise.all([0, 1, 2, 3].map((index) => get(`${server.url}/page?last${index}`)));
    expect(last.map(({ text }) => text)).toEqual(["page", "page", "page", "page"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", hear);
    expect(unheard).toEqual([]);
  });

  it("because the server stops all end at once", async () => {
    let asked = 0;
    const server = await http((request, response) => {
      asked += 1;
      if (request.url?.startsWith("/held")) response.writeHead(429, { "retry-after": "200" }).end();
    });
    const { get, close } = web({ perHost: 2 });
    const asking = Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        get(`${server.url}/${index % 5 === 0 ? "held" : "page"}?${index}`, { retries: 3, delayMs: [0, 5] }),
      ),
    );
    await expect.poll(() => asked).toBeGreaterThan(0);
    await close();
    for (const result of await asking) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: expect.stringMatching(/^FETCH_/) } });
    }
  });
});
