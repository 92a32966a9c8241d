import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createBrotliCompress, gzipSync } from "node:zlib";
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

/** Sends these bytes for a page; its robots.txt is missing. */
async function raw(answer: string | ((head: string) => string)): Promise<Loopback> {
  const server = await serveTcp((socket: Socket) =>
    socket.on("data", (data) => {
      const head = data.toString();
      if (head.startsWith("GET /robots.txt ")) socket.write("HTTP/1.1 404 None\r\ncontent-length: 0\r\n\r\n");
      else socket.end(typeof answer === "string" ? answer : answer(head));
    }),
  );
  open.push(server);
  return server;
}

/** As a task would fetch it: in a session that retries. */
async function get(url: string, options: WebOptions = {}) {
  const provider = createWeb({ allowPrivate: [new URL(url).host], ...options });
  open.push(provider);
  return await provider.fetch(url, { signal: AbortSignal.timeout(20_000), session: { id: "run", retries: 0 } });
}

const failing = async (url: string, options: WebOptions = {}) => {
  const error: unknown = await get(url, options).catch((error: unknown) => error);
  return error;
};
const REFUSED = { code: "ADDRESS_REFUSED" };

describe("redirects", () => {
  it("N37: to a secret of this machine", async () => {
    const secret = await http((_request, response) => response.end("internal secret"));
    const server = await http((_request, response) =>
      response.writeHead(302, { location: `${secret.url}/secret` }).end(),
    );
    expect(await failing(server.url)).toMatchObject({ ...REFUSED, facts: { host: secret.host } });
    expect(secret.connections()).toBe(0);
  });

  it("N38: to a file", async () => {
    const server = await http((_request, response) =>
      response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    );
    expect(await failing(server.url)).toMatchObject({ ...REFUSED, facts: { reason: "scheme" } });
  });

  it("N39: 21 in a row", async () => {
    let asked = 0;
    const server = await http((_request, response) => {
      asked += 1;
      response.writeHead(301, { location: `/${asked}` }).end();
    });
    expect(await failing(server.url)).toMatchObject({ code: "FETCH_FAILED", facts: { redirects: 5 } });
    expect(asked).toBe(6);
  });

  it("N40: in circles", async () => {
    const server = await http((request, response) =>
      response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a" }).end(),
    );
    const error = await failing(`${server.url}/a`);
    expect(error).toMatchObject({ code: "FETCH_FAILED", facts: { redirects: 5 } });
    expect(String(error)).toContain("/a redirects in a circle. Give");
  });

  it("N41: to an address of 1 MB", async () => {
    const server = await raw(`HTTP/1.1 302 Found\r\nlocation: /${"a".repeat(1_000_000)}\r\ncontent-length: 0\r\n\r\n`);
    const error = await failing(server.url);
    expect(error).toMatchObject({ code: "FETCH_FAILED" });
    expect(String(error).length).toBeLessThan(500);
  });

  it("with a body that is promised and never comes", async () => {
    const server = await http((request, response) => {
      if (request.url !== "/start") response.end("arrived");
      else response.writeHead(302, { location: "/next", "content-length": 100 }).flushHeaders();
    });
    expect((await get(`${server.url}/start`)).text).toBe("arrived");
  });

  it("N42: with a header smuggled in by CR LF", async () => {
    const server = await raw((head) =>
      head.startsWith("GET /start ")
        ? "HTTP/1.1 302 Found\r\nlocation: /a\r\nx-smuggled: b\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        : `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${head}`,
    );
    const { text } = await get(`${server.url}/start`);
    expect(text).toMatch(/^GET \/a HTTP/);
    expect(text).not.toContain("smuggled");
  });
});

describe("names", () => {
  it("N43: one public and one private address", async () => {
    const lookup = async () => ["93.184.216.34", "127.0.0.1"];
    expect(await failing("http://a.test/", { allowPrivate: [], lookup })).toMatchObject(REFUSED);
  });

  it("N44: public first, private at the next look", async () => {
    const server = await http((_request, response) => response.setHeader("connection", "close").end("first"));
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const provider = createWeb({ allowPrivate: ["127.0.0.2"], lookup: async () => answers.shift() ?? [] });
    open.push(provider);
    const url = `http://a.test:${server.port}/`;
    const fetching = () => provider.fetch(url, { signal: AbortSignal.timeout(10_000) });
    // Nothing listens on the first address, which represents a public one here.
    await expect(fetching()).rejects.toMatchObject({ code: "FETCH_FAILED", facts: { errno: "ECONNREFUSED" } });
    await expect(fetching()).rejects.toMatchObject(REFUSED);
    expect(server.connections()).toBe(0);
  });

  it("N45: an address instead of a name, which no name server is asked for", async () => {
    let asked = 0;
    const lookup = async () => {
      asked += 1;
      return ["93.184.216.34"];
    };
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://2130706433/"]) {
      expect(await failing(url, { allowPrivate: [], lookup })).toMatchObject(REFUSED);
    }
    expect(asked).toBe(0);
  });

  it("N47: our own API, by every address of this machine and behind a redirect", async () => {
    const api = await http((_request, response) => response.end("all tasks"));
    const door = await http((_request, response) => response.writeHead(302, { location: `${api.url}/data` }).end());
    const own = { allowPrivate: ["0.0.0.0/0", "::/0", "a.test"], ownPorts: () => [api.port] };
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const hosts = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
    for (const host of [...hosts, "0.0.0.0", "[::1]", "a.test"]) {
      const url = `http://${host}:${api.port}/project/delete/1`;
      expect(await failing(url, { ...own, lookup: async () => ["127.0.0.1"] })).toMatchObject({
        ...REFUSED,
        facts: { reason: "own-port" },
      });
    }
    expect(await failing(door.url, own)).toMatchObject({ ...REFUSED, facts: { reason: "own-port" } });
    expect(api.connections()).toBe(0);
  });
});

describe("bodies", () => {
  it.each([
    ["N48: gzip", "gzip", zeroGzip],
    ["N49: brotli", "br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const)("%s that unpacks to 200 MB", async (_name, coding, create) => {
    const bomb = await buffer(Readable.from(Array<Buffer>(200).fill(Buffer.alloc(1_000_000))).pipe(create()));
    const server = await http((_request, response) =>
      response.writeHead(200, { "content-encoding": coding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    expect(await failing(server.url)).toMatchObject({ code: "FETCH_TOO_LARGE", facts: { maxBytes: 10 * 1024 * 1024 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
  });

  it("N50: 500 codings one in the other", async () => {
    const server = await http((_request, response) =>
      response.writeHead(200, { "content-encoding": Array(500).fill("gzip").join(", ") }).end(gzipSync("page")),
    );
    expect(await failing(server.url)).toMatchObject({ code: "FETCH_FAILED" });
  });

  it("N51: without end", async () => {
    let sent = 0;
    const server = await http((_request, response) => {
      const more = () => {
        do sent += 65_536;
        while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
      };
      response.on("drain", more);
      more();
    });
    const before = process.memoryUsage().rss;
    expect(await failing(server.url)).toMatchObject({ code: "FETCH_TOO_LARGE" });
    expect(sent).toBeLessThan(40_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
  });

  it("N52: a byte at a time", async () => {
    const server = await http((_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const limits = { totalTimeoutMs: 300, idleTimeoutMs: 200 };
    expect(await failing(server.url, limits)).toMatchObject({ code: "FETCH_TIMEOUT", facts: { limit: "total" } });
  });

  it("N53: headers, and then silence", async () => {
    const server = await http((_request, response) => response.flushHeaders());
    expect(await failing(server.url, { idleTimeoutMs: 100 })).toMatchObject({
      code: "FETCH_TIMEOUT",
      facts: { limit: "idle", host: server.host },
    });
  });

  it("of an error, that never comes or breaks off: the status is reported", async () => {
    const silent = await http((_request, response) => response.writeHead(404).flushHeaders());
    expect(await failing(silent.url, { idleTimeoutMs: 100 })).toMatchObject({ facts: { status: 404 } });
    const broken = await raw("HTTP/1.1 404 None\r\ncontent-length: 100\r\n\r\nshort");
    expect(await failing(broken.url)).toMatchObject({ code: "FETCH_FAILED", facts: { status: 404 } });
  });

  it("N54: shorter and longer than promised", async () => {
    const short = await raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort");
    expect(await failing(short.url)).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "ECONNRESET" } });
    const long = await raw("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npageSMUGGLED");
    expect((await get(long.url)).text).toBe("page");
  });

  it("N55: none, with status 200", async () => {
    const server = await http((_request, response) => response.end());
    expect(await get(server.url)).toMatchObject({ status: 200, text: "", bytes: 0 });
  });

  it("N56: one where the status allows none", async () => {
    const empty = await raw("HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody");
    expect(await get(empty.url)).toMatchObject({ status: 204, text: "" });
    const same = await raw("HTTP/1.1 304 Not Modified\r\ncontent-length: 4\r\n\r\nbody");
    expect(await failing(same.url)).toMatchObject({ code: "FETCH_FAILED", facts: { status: 304 } });
  });

  it.each([
    [
      "utf-7, which nobody reads as such",
      "text/html; charset=utf-7",
      Buffer.from("+ADw-script+AD4-"),
      "+ADw-script+AD4-",
    ],
    ["x-user-defined, which is taken for none", "text/html; charset=x-user-defined", Buffer.from([0x61, 0xff]), "aÿ"],
    [
      "a wrong meta",
      "text/html; charset=utf-8",
      Buffer.from('<meta charset="shift_jis">ä'),
      '<meta charset="shift_jis">ä',
    ],
    ["a byte order mark of UTF-16", "text/html; charset=utf-8", Buffer.from("\ufeffä", "utf16le"), "ä"],
    ["a charset that is none", "text/html; charset=../../etc", Buffer.from("a"), "a"],
  ])("N57: in %s", async (_name, type, body, text) => {
    const server = await http((_request, response) => response.writeHead(200, { "content-type": type }).end(body));
    expect((await get(server.url)).text).toBe(text);
  });
});
