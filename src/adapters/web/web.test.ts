import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import { zeroGzip } from "../../../test/zero-gzip.js";
import { createWeb, type WebOptions } from "./web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function http(listener: RequestListener): Promise<Loopback> {
  const server = await serveHttp(listener);
  open.push(server);
  return server;
}

async function tcp(onSocket: (socket: Socket) => void): Promise<Loopback> {
  const server = await serveTcp(onSocket);
  open.push(server);
  return server;
}

function web(server: Loopback, options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: [server.host], ...options });
  open.push(made);
  return made;
}

async function get(server: Loopback, options: WebOptions = {}, path = "/") {
  return await web(server, options).fetch(server.url + path, { signal: AbortSignal.timeout(10_000) });
}

describe("a request", () => {
  it("is one plain GET that names the client, without cookies or referrer", async () => {
    const seen: unknown[] = [];
    const server = await http((request, response) => {
      seen.push({ method: request.method, url: request.url, ...request.headers });
      response.setHeader("set-cookie", "a=1").end("ok");
    });
    const provider = web(server, { version: "1.2.3" });
    const signal = AbortSignal.timeout(10_000);
    await provider.fetch(`${server.url}/a?b=c#d`, { signal });
    await provider.fetch(`${server.url}/a?b=c#d`, { signal });
    for (const request of seen) {
      expect(request).toMatchObject({
        method: "GET",
        url: "/a?b=c",
        host: server.host,
        "user-agent": "Scriptorium/1.2.3",
        accept: expect.stringContaining("text/html"),
        "accept-language": expect.stringContaining("en"),
      });
      expect(request).not.toHaveProperty("cookie");
      expect(request).not.toHaveProperty("referer");
    }
    expect(seen).toHaveLength(2);
  });

  it("carries another user agent when configured", async () => {
    const server = await http((request, response) => response.end(request.headers["user-agent"]));
    expect((await get(server, { userAgent: "Bot/1" })).text).toBe("Bot/1");
    expect(() => createWeb({ userAgent: "a\r\nb: c" })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("answers", () => {
  it("a page comes with its address, status, media type, text and size", async () => {
    const server = await http((_request, response) =>
      response.writeHead(203, { "content-type": "Text/HTML; Charset=UTF-8" }).end("<p>ä</p>"),
    );
    expect(await get(server)).toEqual({
      url: `${server.url}/`,
      status: 203,
      mediaType: "text/html",
      text: "<p>ä</p>",
      bytes: 9,
      headers: expect.objectContaining({ "content-type": "Text/HTML; Charset=UTF-8" }),
      redirects: [],
      source: "network",
      fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it.each([200, 204])("status %i without a body is an empty page", async (status) => {
    const server = await http((_request, response) => response.writeHead(status).end());
    expect(await get(server)).toMatchObject({ status, text: "", bytes: 0, mediaType: "" });
  });

  it("a body behind status 204 is not read", async () => {
    const server = await tcp((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody")),
    );
    expect(await get(server)).toMatchObject({ status: 204, text: "" });
  });

  it.each([304, 400, 403, 404, 410, 500, 503])("status %i is a failed page with its status", async (status) => {
    const server = await http((_request, response) => response.writeHead(status).end());
    await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED", facts: { status } });
  });

  it.each(["image/png", "video/mp4", "audio/mpeg", "application/zip", "application/pdf", "application/vnd.ms-excel"])(
    "%s is not a text page",
    async (type) => {
      const server = await http((_request, response) => response.writeHead(200, { "content-type": type }).end("x"));
      const error = await get(server).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "FETCH_FAILED", facts: { mediaType: type } });
      expect(String(error)).toContain(`is not a text page but ${type}`);
    },
  );

  it.each(["application/octet-stream", "application/x-unheard-of", ""])(
    "NUL bytes under the type %j are not a text page",
    async (type) => {
      const server = await http((_request, response) => {
        if (type !== "") response.setHeader("content-type", type);
        response.end(Buffer.from([80, 75, 0, 3]));
      });
      await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED" });
    },
  );

  it.each(["image/svg+xml", "application/rss+xml", "application/json", "application/octet-stream", "text/x-thing"])(
    "text under the type %s is a page",
    async (type) => {
      const server = await http((_request, response) => response.writeHead(200, { "content-type": type }).end("text"));
      expect(await get(server)).toMatchObject({ text: "text", mediaType: type });
    },
  );
});

describe("compression", () => {
  // The zstd of older versions does not notice a body that ends in the middle, so it is neither asked for nor read there.
  const zstd = Number(process.versions.node.split(".")[0]) >= 24;
  const without = zstd ? "" : " (zstd needs Node 24)";

  const page = Buffer.from("<p>text</p>".repeat(1000));
  const codings = {
    gzip: gzipSync(page),
    "x-gzip": gzipSync(page),
    deflate: deflateSync(page),
    "Deflate ": deflateRawSync(page),
    br: brotliCompressSync(page),
    zstd: zstdCompressSync(page),
    identity: page,
    "gzip, br": brotliCompressSync(gzipSync(page)),
    "deflate, gzip, zstd": zstdCompressSync(gzipSync(deflateSync(page))),
  };

  it.each(Object.entries(codings).filter(([coding]) => zstd || !coding.includes("zstd")))(
    `%s is undone${without}`,
    async (coding, body) => {
      const server = await http((_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(body),
      );
      expect(await get(server)).toMatchObject({ text: page.toString(), bytes: page.length });
    },
  );

  it.each(["gzip, gzip, gzip, gzip", Array(500).fill("gzip").join(","), "sdch", "gzip, rot13"])(
    "%.30s is refused",
    async (coding) => {
      const server = await http((_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(page),
      );
      await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED" });
    },
  );

  it("what is asked for is what can be read", async () => {
    const server = await http((request, response) => response.end(request.headers["accept-encoding"]));
    expect((await get(server)).text).toBe(`gzip, deflate, br${zstd ? ", zstd" : ""}`);
  });

  it.each(["gzip", "deflate", "br", "zstd"] as const)("a broken %s body is a failed page", async (coding) => {
    const bodies = [
      Buffer.from("this was never compressed".repeat(100)),
      codings[coding].subarray(0, codings[coding].length >> 1),
    ];
    const server = await http((request, response) =>
      response.writeHead(200, { "content-encoding": coding }).end(bodies[Number(request.url?.slice(1))]),
    );
    await expect(get(server, {}, "/0")).rejects.toMatchObject({ code: "FETCH_FAILED" });
    await expect(get(server, {}, "/1")).rejects.toMatchObject({ code: "FETCH_FAILED" });
  });

  it("a zstd body that claims more memory than HTTP allows is a failed page", async () => {
    const compressor = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
    compressor.write(page);
    const body = await buffer(compressor.end());
    const server = await http((_request, response) =>
      response.writeHead(200, { "content-encoding": "zstd" }).end(body),
    );
    await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED" });
  });

  it.each([
    ["gzip", zeroGzip],
    ["br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ...(zstd ? [["zstd", createZstdCompress] as const] : []),
  ] as const)(
    `a small %s body that unpacks to 200 MB is cut at 10 MB without filling the memory${without}`,
    async (coding, create) => {
      const bomb = await buffer(Readable.from(Array<Buffer>(200).fill(Buffer.alloc(1_000_000))).pipe(create()));
      const server = await http((_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(bomb),
      );
      const provider = web(server);
      const before = process.resourceUsage().maxRSS;
      const started = performance.now();
      await expect(provider.fetch(`${server.url}/`, { signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
        code: "FETCH_TOO_LARGE",
        facts: { maxBytes: 10 * 1024 * 1024 },
      });
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(process.resourceUsage().maxRSS - before).toBeLessThan(60 * 1024);
    },
  );
});

describe("limits", () => {
  it("a body that never ends is cut at the limit and the connection with it", async () => {
    let ended: Promise<unknown> | undefined;
    const server = await http((_request, response) => {
      ended = once(response, "close");
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, "x")));
      };
      response.on("drain", more);
      more();
    });
    await expect(get(server, { maxBytes: 100_000 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
    await ended;
  });

  it("a body that is long as sent is cut although it unpacks to nothing", async () => {
    const nothing = gzipSync("");
    const body = Buffer.concat(Array<Buffer>(10_000).fill(nothing));
    const server = await http((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "transfer-encoding": "chunked" }).end(body);
    });
    await expect(get(server, { maxBytes: 100_000 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
    expect(await get(server, { maxBytes: 300_000 })).toMatchObject({ text: "" });
  });

  it("a length that promises too much is refused before the body", async () => {
    const server = await http((_request, response) => {
      response.writeHead(200, { "content-length": 101 });
      response.flushHeaders();
    });
    await expect(get(server, { maxBytes: 100 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  });

  it("a page of exactly the limit is a page", async () => {
    const server = await http((_request, response) => response.end("x".repeat(100)));
    expect((await get(server, { maxBytes: 100 })).bytes).toBe(100);
    await expect(get(server, { maxBytes: 99 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  });

  it("a page that drips in is cut by the total limit", async () => {
    const server = await http((_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const error = await get(server, { totalTimeoutMs: 300, idleTimeoutMs: 200 }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT", facts: { limit: "total" } });
    expect(String(error)).toContain("did not arrive within 0.3 seconds");
  });

  it("the total limit counts all redirects together", async () => {
    const server = await http((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/next" }).end(), 120);
    });
    await expect(get(server, { totalTimeoutMs: 300 })).rejects.toMatchObject({
      code: "FETCH_TIMEOUT",
      facts: { limit: "total" },
    });
  });

  it("headers and then silence is cut by the idle limit", async () => {
    const server = await http((_request, response) => response.flushHeaders());
    const error = await get(server, { idleTimeoutMs: 100 }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT", facts: { limit: "idle" } });
    expect(String(error)).toContain(`${server.host} sent nothing for 0.1 seconds`);
  });

  it("a server that accepts and is silent is cut by the idle limit", async () => {
    const server = await tcp(() => {});
    await expect(get(server, { idleTimeoutMs: 100 })).rejects.toMatchObject({
      code: "FETCH_TIMEOUT",
      facts: { limit: "idle" },
    });
  });

  it("a handshake that nobody answers is cut by the connect limit", async () => {
    const server = await tcp(() => {});
    const provider = web(server, { connectTimeoutMs: 100 });
    const error = await provider
      .fetch(`https://${server.host}/`, { signal: AbortSignal.timeout(10_000) })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT", facts: { limit: "connect" } });
    expect(String(error)).toContain("No connection");
  });

  it("a name server that never answers is cut too", async () => {
    const provider = createWeb({ connectTimeoutMs: 100, lookup: () => new Promise(() => {}) });
    open.push(provider);
    await expect(provider.fetch("http://a.test/", { signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
      code: "FETCH_TIMEOUT",
      facts: { limit: "lookup" },
    });
  });

  it("never are more pages of one host in flight than allowed, and all of them arrive", async () => {
    const { now, most, server } = await counting();
    const provider = web(server, { perHost: 3 });
    await all(provider, server, 20);
    expect(most()).toBe(3);
    expect(now()).toBe(0);
  });

  it("never are more pages in flight altogether than allowed", async () => {
    const { most, server } = await counting();
    const names = Array.from({ length: 12 }, (_, index) => `h${index}.test`);
    const provider = createWeb({ overall: 4, perHost: 2, allowPrivate: names, lookup: async () => ["127.0.0.1"] });
    open.push(provider);
    const signal = AbortSignal.timeout(10_000);
    await Promise.all(names.map((name) => provider.fetch(`http://${name}:${server.port}/`, { signal })));
    expect(most()).toBe(4);
  });

  it("a page that waits for its place does not use up its time", async () => {
    const server = await http((_request, response) => setTimeout(() => response.end("ok"), 100));
    const provider = web(server, { perHost: 1, totalTimeoutMs: 400 });
    await all(provider, server, 8);
  });

  it("one busy host does not keep the others waiting", async () => {
    const slow = await tcp(() => {});
    const quick = await http((_request, response) => response.end("quick"));
    const provider = createWeb({
      perHost: 1,
      allowPrivate: ["slow.test", "127.0.0.1"],
      lookup: async () => ["127.0.0.1"],
    });
    open.push(provider);
    const control = new AbortController();
    const stuck = [1, 2].map(() => provider.fetch(`http://slow.test:${slow.port}/`, { signal: control.signal }));
    expect((await provider.fetch(`${quick.url}/`, { signal: AbortSignal.timeout(10_000) })).text).toBe("quick");
    control.abort(new Error("enough"));
    for (const each of stuck) await expect(each).rejects.toThrow("enough");
  });

  async function counting() {
    let now = 0;
    let most = 0;
    const server = await http((_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end("ok");
      }, 30);
    });
    return { server, now: () => now, most: () => most };
  }

  async function all(provider: ReturnType<typeof createWeb>, server: Loopback, count: number): Promise<void> {
    const signal = AbortSignal.timeout(10_000);
    const pages = Array.from({ length: count }, (_, index) => provider.fetch(`${server.url}/${index}`, { signal }));
    for (const page of await Promise.all(pages)) expect(page.text).toBe("ok");
  }
});

describe("abort", () => {
  const reason = new Error("the run was aborted");

  async function abortedWhen(
    ready: Promise<unknown>,
    fetching: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const control = new AbortController();
    const result = fetching(control.signal).catch((error: unknown) => error);
    await ready;
    const started = performance.now();
    control.abort(reason);
    expect(await result).toBe(reason);
    expect(performance.now() - started).toBeLessThan(500);
  }

  it("rejects at once before anything is connected", async () => {
    const server = await http((_request, response) => response.end());
    await expect(web(server).fetch(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
  });

  it("cuts a silent server and the connection to it", async () => {
    const closed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const server = await tcp((socket) => {
      socket.once("data", () => asked.resolve());
      socket.once("close", () => closed.resolve());
    });
    await abortedWhen(asked.promise, (signal) => web(server).fetch(server.url, { signal }));
    await closed.promise;
  });

  it("cuts off a body in transit", async () => {
    const sent = Promise.withResolvers<void>();
    const server = await http((_request, response) => {
      response.write("half", () => sent.resolve());
    });
    await abortedWhen(sent.promise, (signal) => web(server).fetch(server.url, { signal }));
  });

  it("cuts a name that is still being looked up", async () => {
    const asked = Promise.withResolvers<void>();
    const provider = createWeb({
      lookup: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    open.push(provider);
    await abortedWhen(asked.promise, (signal) => provider.fetch("http://a.test/", { signal }));
  });

  it("cuts a handshake that nobody answers", async () => {
    const connected = Promise.withResolvers<void>();
    const server = await tcp(() => connected.resolve());
    await abortedWhen(connected.promise, (signal) => web(server).fetch(`https://${server.host}/`, { signal }));
  });

  it("cuts a page that waits for its place, and its place goes to the next", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const server = await http(async (_request, response) => {
      asked.resolve();
      await answer.promise;
      response.end("ok");
    });
    const provider = web(server, { perHost: 1 });
    const signal = AbortSignal.timeout(10_000);
    const first = provider.fetch(`${server.url}/1`, { signal });
    await asked.promise;
    await abortedWhen(Promise.resolve(), (own) => provider.fetch(`${server.url}/2`, { signal: own }));
    const third = provider.fetch(`${server.url}/3`, { signal });
    answer.resolve();
    expect((await first).text).toBe("ok");
    expect((await third).text).toBe("ok");
  });

  it("closing the provider ends a handshake that nobody answers", async () => {
    const connected = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const server = await tcp((socket) => {
      connected.resolve();
      socket.once("close", () => closed.resolve());
      socket.resume();
    });
    const provider = web(server);
    const waiting = provider.fetch(`https://${server.host}/`, { signal: AbortSignal.timeout(10_000) });
    const result = waiting.catch((error: unknown) => error);
    await connected.promise;
    const started = performance.now();
    await provider.close();
    await closed.promise;
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(await result).toMatchObject({ code: "FETCH_FAILED" });
  });

  it("closing the provider ends what is in flight and refuses what comes after", async () => {
    const asked = Promise.withResolvers<void>();
    const server = await tcp((socket) => socket.once("data", () => asked.resolve()));
    const provider = web(server);
    const signal = AbortSignal.timeout(10_000);
    const waiting = provider.fetch(server.url, { signal }).catch((error: unknown) => error);
    await asked.promise;
    await provider.close();
    expect(await waiting).toMatchObject({ code: "FETCH_FAILED" });
    await expect(provider.fetch(server.url, { signal })).rejects.toMatchObject({ code: "FETCH_FAILED" });
    await provider.close();
  });
});

describe("failures", () => {
  const answering = (answer: string | Buffer) =>
    tcp((socket) =>
      socket.once("data", () => {
        socket.end(answer);
      }),
    );

  it("a refused connection names the host and the errno", async () => {
    const server = await serveHttp(() => {});
    await server.close();
    const error = await get(server).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "ECONNREFUSED" } });
    expect(String(error)).toContain(`${server.host} refused the connection.`);
  });

  it.each(["ENOTFOUND", "EAI_AGAIN"])("a look-up that ends in %s names the host and the errno", async (errno) => {
    const lookup = async () => {
      throw Object.assign(new Error("getaddrinfo"), { code: errno });
    };
    const provider = createWeb({ lookup });
    open.push(provider);
    const error = await provider
      .fetch("http://a.test/", { signal: AbortSignal.timeout(10_000) })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_FAILED", facts: { errno } });
    expect(String(error)).toContain("The name a.test");
  });

  it("a name that leads nowhere is not known", async () => {
    const provider = createWeb({ lookup: async () => [] });
    open.push(provider);
    await expect(provider.fetch("http://a.test/", { signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
      facts: { errno: "ENOTFOUND" },
    });
  });

  it("a reset of a fresh connection is a failed page and is not tried again", async () => {
    const server = await tcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
    await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED", facts: { errno: "ECONNRESET" } });
    expect(server.connections()).toBe(1);
  });

  it.each(["end", "resetAndDestroy"] as const)(
    "a reused connection that breaks (%s) before any byte is tried again",
    async (way) => {
      let broken = 0;
      const server = await tcp((socket) => {
        let requests = 0;
        socket.on("data", () => {
          requests += 1;
          if (requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
          else {
            broken += 1;
            socket[way]();
          }
        });
      });
      const provider = web(server);
      const signal = AbortSignal.timeout(10_000);
      for (let pages = 0; pages < 20 && broken === 0; pages += 1) {
        expect((await provider.fetch(server.url, { signal })).text).toBe("ok");
      }
      expect(broken).toBe(1);
    },
  );

  it("a reused connection that breaks inside an answer is not tried again", async () => {
    let halves = 0;
    const server = await tcp((socket) => {
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        else {
          halves += 1;
          socket.write("HTTP/1.1 2", () => setTimeout(() => socket.destroy(), 20));
        }
      });
    });
    const provider = web(server);
    const signal = AbortSignal.timeout(10_000);
    const failures: unknown[] = [];
    for (let pages = 0; pages < 20 && halves === 0; pages += 1) {
      await provider.fetch(server.url, { signal }).catch((error: unknown) => failures.push(error));
    }
    expect(failures).toMatchObject([{ code: "FETCH_FAILED" }]);
  });

  it("a body shorter than promised is a failed page", async () => {
    const server = await answering("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort");
    await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED", facts: { errno: "ECONNRESET" } });
  });

  it("of a body longer than promised the promised part is the page", async () => {
    const server = await answering("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npageSMUGGLED");
    expect((await get(server)).text).toBe("page");
  });

  it.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["a Location of 1 MB", `HTTP/1.1 302 Found\r\nlocation: /${"a".repeat(1_000_000)}\r\ncontent-length: 0\r\n\r\n`],
    ["a Location with a bare line feed", "HTTP/1.1 302 Found\r\nlocation: /a\n\u0000b: c\r\ncontent-length: 0\r\n\r\n"],
    ["a length that is no number", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello"],
    ["broken chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"],
  ])("%s is a failed page", async (_name, answer) => {
    const server = await answering(answer);
    await expect(get(server)).rejects.toMatchObject({ code: "FETCH_FAILED" });
  });

  it("a Location that smuggles a header by CR LF leads only to its first line", async () => {
    const server = await tcp((socket) =>
      socket.once("data", (head) =>
        socket.end(
          head.toString().startsWith("GET /start ")
            ? "HTTP/1.1 302 Found\r\nlocation: /a\r\nset-cookie: b=c\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            : `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${head.toString()}`,
        ),
      ),
    );
    const { text } = await get(server, {}, "/start");
    expect(text).toMatch(/^GET \/a HTTP/);
    expect(text).not.toMatch(/cookie/i);
  });

  it("messages hold no secret of the address", async () => {
    const server = await http((_request, response) => response.writeHead(500).end());
    const error = await get(server, {}, "/?page=2&access_token=hunter2").catch((error: unknown) => error);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("hunter2");
    expect(String(error)).toContain("page=2");
  });

  it("https to a server that speaks http is a failed page", async () => {
    const server = await http((_request, response) => response.end("plain"));
    const error = await web(server)
      .fetch(`https://${server.host}/`, { signal: AbortSignal.timeout(10_000) })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_FAILED" });
    expect(String(error)).toContain("secure connection");
  });
});

describe("https", () => {
  it("a page comes when the certificate is trusted and fits the name, and not otherwise", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-"));
    const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=a.test", "-addext", "subjectAltName=DNS:a.test"];
    const make = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    execFileSync("openssl", [...make, ...subject, "-keyout", keyFile, "-out", certificateFile], { stdio: "ignore" });
    const cert = readFileSync(certificateFile, "utf8");
    const server = createHttpsServer({ key: readFileSync(keyFile), cert }, (_request, response) =>
      response.end("safe"),
    );
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const trusted = getCACertificates("default");
    const fetching = async (host: string) => {
      const provider = createWeb({ allowPrivate: ["127.0.0.1"], lookup: async () => ["127.0.0.1"] });
      open.push(provider);
      return await provider.fetch(`https://${host}:${port}/`, { signal: AbortSignal.timeout(10_000) });
    };
    try {
      const error = await fetching("a.test").catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
      expect(String(error)).toContain(`certificate of a.test:${port} is not valid`);
      setDefaultCACertificates([...trusted, cert]);
      expect((await fetching("a.test")).text).toBe("safe");
      await expect(fetching("b.test")).rejects.toMatchObject({ facts: { errno: "ERR_TLS_CERT_ALTNAME_INVALID" } });
    } finally {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    }
  });
});
