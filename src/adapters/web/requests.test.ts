import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import type { WebRequest, WebSession } from "../../kernel/providers.js";
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

function web(options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: ["127.0.0.1"], lookup: async () => ["127.0.0.1"], ...options });
  open.push(made);
  return made;
}

const session = (more: Partial<WebSession> = {}): WebSession => ({ id: "run", ...more });
const get = (url: string, request: Omit<WebRequest, "signal"> = {}, options: WebOptions = {}) =>
  web(options).fetch(url, { signal: AbortSignal.timeout(10_000), ...request });

describe("what a request asks for", () => {
  it("bytes come as they are, whatever their type, up to the size that was asked for and the server allows", async () => {
    const body = Buffer.from([137, 80, 78, 71, 0, 255]);
    const server = await http((_request, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(body),
    );
    const page = await get(server.url, { as: "bytes" });
    expect(page).toMatchObject({ status: 200, mediaType: "image/png", text: "", bytes: 6 });
    expect(Buffer.from(page.body ?? [])).toEqual(body);
    const small = { maxBytes: 3, maxDownloadBytes: 5 };
    await expect(get(server.url, { as: "bytes", maxBytes: 9 }, small)).rejects.toMatchObject({
      facts: { maxBytes: 5 },
    });
    expect((await get(server.url, { as: "bytes", maxBytes: 9 }, { maxBytes: 3 })).bytes).toBe(6);
    await expect(get(server.url, { as: "bytes" }, { maxBytes: 3 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  });

  it("bytes and text come both of a text, and bytes alone of anything else", async () => {
    const server = await http((request, response) => {
      const type = request.url === "/image" ? "image/png" : "text/html; charset=iso-8859-1";
      response.writeHead(200, { "content-type": type }).end(Buffer.from([0xe4]));
    });
    expect(await get(server.url, { as: "both" })).toMatchObject({ text: "ä", body: Buffer.from([0xe4]) });
    expect(await get(`${server.url}/image`, { as: "both" })).toMatchObject({ text: "", body: Buffer.from([0xe4]) });
  });

  it("a smaller size than the server allows holds, a larger one does not", async () => {
    const server = await http((_request, response) => response.end("x".repeat(100)));
    await expect(get(server.url, { maxBytes: 99 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
    await expect(get(server.url, { maxBytes: 500 }, { maxBytes: 50 })).rejects.toMatchObject({
      facts: { url: `${server.url}/`, host: server.host, maxBytes: 50 },
    });
  });

  it("any status comes back with its page when any was asked for", async () => {
    const server = await http((request, response) =>
      response.writeHead(Number(request.url?.slice(1)), { "content-type": "text/html", "x-a": ["1", "2"] }).end("gone"),
    );
    for (const status of [404, 410, 500]) {
      expect(await get(`${server.url}/${status}`, { statuses: "any" })).toMatchObject({
        status,
        text: "gone",
        headers: { "x-a": "1, 2" },
      });
    }
    expect(await get(`${server.url}/429`, { statuses: "any" })).toMatchObject({ refusal: { kind: "rate-limit" } });
  });

  it("the image of a page that is missing comes back as a status without text", async () => {
    const server = await http((_request, response) =>
      response.writeHead(404, { "content-type": "image/png" }).end("x"),
    );
    expect(await get(server.url, { statuses: "any" })).toMatchObject({ status: 404, text: "", mediaType: "image/png" });
  });

  it("an answer that nothing has changed is a page without text for a conditional request", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server = await http((request, response) => {
      seen.push(request.headers);
      response.writeHead(request.headers["if-none-match"] === '"1"' ? 304 : 200, { etag: '"1"' }).end();
    });
    const unless = { etag: '"1"', lastModified: "Sat, 21 Nov 2026 12:00:00 GMT" };
    expect(await get(server.url, { unless })).toMatchObject({ status: 304, text: "", headers: { etag: '"1"' } });
    expect(seen[0]?.["if-modified-since"]).toBe(unless.lastModified);
    expect((await get(server.url)).status).toBe(200);
  });

  it("the time of a session cuts earlier than that of the server, and never later", async () => {
    const server = await http(() => {});
    const quick = session({ timeoutMs: 100 });
    await expect(get(server.url, { session: quick })).rejects.toMatchObject({ code: "FETCH_TIMEOUT" });
    const patient = { session: session({ timeoutMs: 60_000 }) };
    await expect(get(server.url, patient, { totalTimeoutMs: 100 })).rejects.toMatchObject({
      facts: { limit: "total", host: server.host },
    });
  });

  it("a session goes by its own user agent and sends its own headers, and a request more of them", async () => {
    const server = await http((request, response) => response.end(JSON.stringify(request.headers)));
    const mine = session({
      userAgent: "Bot/1",
      headers: { "X-A": "1", Accept: "text/plain" },
      addresses: [server.url],
    });
    const { text } = await get(server.url, { session: mine, headers: { "x-b": "2" } });
    expect(JSON.parse(text)).toMatchObject({ "user-agent": "Bot/1", "x-a": "1", "x-b": "2", accept: "text/plain" });
  });

  it.each<Record<string, string>>([
    { host: "b.test" },
    { "Transfer-Encoding": "chunked" },
    { "content-length": "5" },
    { "proxy-authorization": "x" },
    { "x-a": "1\r\nx-b: 2" },
    { "x a": "1" },
    { "x-a": "☃" },
  ])("the header %j is refused", async (headers) => {
    const server = await http((_request, response) => response.end());
    await expect(get(server.url, { session: session({ headers }) })).rejects.toMatchObject({ code: "bad-input" });
    expect(server.connections()).toBe(0);
  });
});

it("a stored page comes as text, as bytes or as both, whichever it was fetched as bytes for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-requests-"));
  let asked = 0;
  const server = await http((_request, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "text/html; charset=iso-8859-1" }).end(Buffer.from([0xe4]));
  });
  const options = { cache: { folder } };
  const again = session({ cacheHours: 1 });
  try {
    const first = await get(server.url, { session: again, as: "both" }, options);
    const second = await get(server.url, { session: again, as: "both" }, options);
    expect(second).toEqual({ ...first, source: "cache" });
    expect(second).toMatchObject({ text: "ä", body: Buffer.from([0xe4]) });
    const bytes = await get(server.url, { session: again, as: "bytes" }, options);
    expect(bytes).toMatchObject({ text: "", body: Buffer.from([0xe4]), source: "cache" });
    expect(asked).toBe(1);
    // What would be too large to fetch is too large to take from there.
    await expect(get(server.url, { session: again, as: "bytes", maxBytes: 0 }, options)).rejects.toMatchObject({
      code: "FETCH_TOO_LARGE",
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("how the server introduces itself", () => {
  const introduced = async (options: WebOptions) => {
    const server = await http((request, response) => response.end(request.headers["user-agent"]));
    return (await get(server.url, {}, options)).text;
  };

  it("is by name, version and contact", async () => {
    expect(await introduced({ version: "1.2.3", contact: "https://a.test/bot" })).toBe(
      "Scriptorium/1.2.3 (+https://a.test/bot)",
    );
    expect(await introduced({ version: "1.2.3", contact: " bot@a.test " })).toBe("Scriptorium/1.2.3 (+bot@a.test)");
    expect(await introduced({ version: "1.2.3", contact: "" })).toBe("Scriptorium/1.2.3");
    expect(await introduced({ version: "1.2.3", contact: "bot@a.test", userAgent: "Own/1" })).toBe("Own/1");
  });

  it.each([
    "me",
    "http://",
    "ftp://a.test",
    "https://u:p@a.test",
    "a@b@c.test",
    "a b@c.test",
    "x) (y@a.test",
    "bö@a.test",
  ])("%j is no contact", (contact) => {
    expect(() => createWeb({ contact })).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", facts: { setting: "contact" } }),
    );
  });
});

describe("redirects", () => {
  it("come back in order with the page they lead to", async () => {
    const server = await http((request, response) => {
      const next = { "/a": [301, "/b"], "/b": [307, "/c"] }[request.url ?? ""] as [number, string] | undefined;
      if (next) response.writeHead(next[0], { location: next[1] }).end("moved");
      else response.end("here");
    });
    expect((await get(`${server.url}/a`)).redirects).toEqual([
      { url: `${server.url}/a`, status: 301 },
      { url: `${server.url}/b`, status: 307 },
    ]);
    expect(server.connections()).toBe(1);
  });

  it("come back as they are when none is to be followed", async () => {
    const server = await http((_request, response) => response.writeHead(302, { location: "/b" }).end("moved"));
    const page = await get(server.url, { redirects: 0, statuses: "any" });
    expect(page).toMatchObject({ status: 302, text: "moved", headers: { location: "/b" }, redirects: [] });
    await expect(get(server.url, { redirects: 0 })).rejects.toMatchObject({ facts: { redirects: 0 } });
  });

  const secrets = {
    authorization: "Bearer s3cret",
    cookie: "own=s3cret",
    "x-api-key": "s3cret",
    "accept-language": "de",
  };

  async function seenAfter(from: string, to: string, more: Partial<WebSession> = {}): Promise<IncomingHttpHeaders[]> {
    const seen: IncomingHttpHeaders[] = [];
    const server = await http((request, response) => {
      seen.push(request.headers);
      if (request.url === "/start") response.writeHead(302, { location: `http://${to}:${server.port}/next` }).end();
      else if (request.url === "/next")
        response.writeHead(302, { location: `http://${from}:${server.port}/back` }).end();
      else response.end("ok");
    });
    const given = [`http://${from}:${server.port}/ jar=s3cret`];
    const options = { allowPrivate: ["a.test", "b.test", "sub.a.test"] };
    const addresses = [`http://${from}:${server.port}/elsewhere`];
    const own = session({ headers: secrets, cookies: given, addresses, ...more });
    await get(`http://${from}:${server.port}/start`, { session: own }, options);
    return seen;
  }

  it.each(["a.test", "sub.a.test"])(
    "take the headers of the run along to %s, of the site it was given them for",
    async (to) => {
      const seen = await seenAfter("a.test", to);
      expect(seen).toHaveLength(3);
      for (const each of seen) {
        const cookie = each.host?.startsWith("a.test") ? "own=s3cret; jar=s3cret" : "own=s3cret";
        expect(each).toMatchObject({ ...secrets, cookie });
      }
    },
  );

  it("take no secret along to another site, and have them again for the site they are for", async () => {
    const [first, other, back] = await seenAfter("a.test", "b.test");
    expect(first).toMatchObject({ authorization: secrets.authorization });
    expect(JSON.stringify(other)).not.toContain("s3cret");
    expect(other).toMatchObject({ "accept-language": "de" });
    expect(back).toMatchObject({ authorization: secrets.authorization, cookie: "own=s3cret; jar=s3cret" });
  });

  it("take no secret along anywhere when nobody said what for", async () => {
    const seen = await seenAfter("a.test", "a.test", { addresses: [] });
    expect(seen).toHaveLength(3);
    expect(JSON.stringify(seen)).not.toContain("s3cret");
  });

  it("lose the headers of the request alone at another host, also on the way back", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server = await http((request, response) => {
      seen.push(request.headers);
      const next = seen.length === 1 ? "b.test" : "a.test";
      if (seen.length < 3) response.writeHead(302, { location: `http://${next}:${server.port}/` }).end();
      else response.end("ok");
    });
    await get(`http://a.test:${server.port}/`, { headers: secrets }, { allowPrivate: ["a.test", "b.test"] });
    expect(seen.map(({ authorization = "none" }) => authorization)).toEqual(["Bearer s3cret", "none", "none"]);
  });

  it("take no secret along to another port of the host", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const other = await http((request, response) => response.end(String(seen.push(request.headers))));
    const server = await http((_request, response) => response.writeHead(302, { location: other.url }).end());
    await get(server.url, { headers: secrets });
    expect(JSON.stringify(seen)).not.toContain("s3cret");
  });
});
