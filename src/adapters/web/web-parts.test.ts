import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { installed, microsocks, tinyproxy } from "../../../test/doubles/proxies.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebRequest, WebSession } from "../../kernel/providers.js";
import { createWeb, type WebOptions } from "./web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const root = mkdtempSync(join(tmpdir(), "scriptorium-web-"));
afterAll(() => rmSync(root, { recursive: true }));

async function kept<T extends { close(): Promise<void> }>(made: Promise<T>): Promise<T> {
  const each = await made;
  open.push(each);
  return each;
}

/** A site without robots rules; other requests to it are noted. */
async function site(listener: RequestListener): Promise<Loopback & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await kept(
    serveHttp((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      asked.push(request.url ?? "");
      listener(request, response);
    }),
  );
  return { ...server, asked };
}

function web(options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: ["127.0.0.1"], ...options });
  open.push(made);
  return {
    ...made,
    get: (address: string, session: Partial<WebSession> = {}, request: Partial<WebRequest> = {}) =>
      made.fetch(address, { signal: AbortSignal.timeout(10_000), session: { id: "run", ...session }, ...request }),
  };
}

async function error(asking: Promise<unknown>): Promise<ScriptoriumError> {
  const thrown: unknown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptoriumError.is(thrown)) throw new Error(`not one of ours: ${String(thrown)}`);
  return thrown;
}

describe("pages through proxies", () => {
  it.skipIf(installed("tinyproxy") === undefined)(
    "every redirect goes through the proxy and is judged again",
    async () => {
      const server = await site((request, response) => {
        if (request.url === "/a") return void response.writeHead(302, { location: "/b" }).end();
        if (request.url === "/c") return void response.writeHead(302, { location: "http://10.0.0.1/" }).end();
        response.writeHead(200, { "content-type": "text/plain" }).end(`via ${request.headers.via}`);
      });
      const proxy = await kept(tinyproxy("ann", "hunter2"));
      const { get } = web();
      const proxies = [`http://ann:hunter2@${proxy.host}`];
      const page = await get(`${server.url}/a`, { proxies });
      expect(page).toMatchObject({ url: `${server.url}/b`, redirects: [{ url: `${server.url}/a`, status: 302 }] });
      expect(page.text).toContain("tinyproxy");
      expect(await error(get(`${server.url}/c`, { proxies }))).toMatchObject({ code: "ADDRESS_REFUSED" });
      expect(await error(get("http://10.0.0.1/", { proxies }))).toMatchObject({ code: "ADDRESS_REFUSED" });
    },
  );

  it.skipIf(installed("microsocks") === undefined)(
    "pages come through a pool of the settings by its name",
    async () => {
      const server = await site((_request, response) => response.end("page"));
      const proxy = await kept(microsocks("ann", "hunter2"));
      const { get } = web({ proxyPools: { house: [`socks5://ann:hunter2@${proxy.host}`] } });
      expect((await get(server.url, { proxyPool: "house" })).text).toBe("page");
      expect(await error(get(server.url, { proxyPool: "shed" }))).toMatchObject({ code: "bad-input" });
    },
  );

  it("a request moves on from dead proxies, and what is said of them holds no password", async () => {
    const server = await site((_request, response) => response.end("page"));
    const alive = await kept(serveHttp((request, response) => response.end(`forwarded ${request.url}`)));
    const dead = ["http://ann:hunter2@127.0.0.1:1", "socks5://ann:hunter2@127.0.0.1:1"];
    const { get } = web();
    const proxies = [...dead, `http://${alive.host}`];
    const session = { id: "alive", proxies, respectRobots: false };
    expect((await get(server.url, session)).text).toBe(`forwarded ${server.url}/`);
    const failed = await error(get(server.url, { proxies: dead }));
    expect(failed).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "PROXY", proxies: 2, tried: 2 } });
    let said = "";
    for (let each: unknown = failed; each instanceof Error; each = each.cause) {
      said += `${each.message} ${each.stack} ${JSON.stringify(each)}`;
    }
    expect(said).not.toContain("hunter2");
    expect(server.asked).toEqual([]);
  });

  it.skipIf(installed("microsocks") === undefined)(
    "a proxy that dies in the middle of a run costs no page",
    async () => {
      const [dying, staying] = [await kept(microsocks()), await kept(microsocks())];
      const server = await site((request, response) => response.end(request.url));
      const { get } = web({ random: () => 0 });
      const proxies = [`socks5://${dying.host}`, `socks5h://${staying.host}`];
      const pages = Array.from({ length: 30 }, async (_none, number) => {
        if (number === 15) await dying.close();
        return (await get(`${server.url}/${number}`, { proxies, retries: 3 })).text;
      });
      expect(await Promise.all(pages)).toEqual(Array.from({ length: 30 }, (_none, number) => `/${number}`));
    },
  );

  it("what a proxy left without an answer is asked of the next when the run tries again", async () => {
    const silent = await kept(serveHttp(() => {}));
    const alive = await kept(serveHttp((_request, response) => response.end("page")));
    const proxies = [`http://${silent.host}`, `http://${alive.host}`];
    const session = { proxies, retries: 3, timeoutMs: 500, respectRobots: false };
    const server = await site((_request, response) => response.end("not through a proxy"));
    expect((await web({ random: () => 0 }).get(server.url, session)).text).toBe("page");
    expect(server.asked).toEqual([]);
  });

  it("a line that is no proxy is bad input before anything is asked", async () => {
    const server = await site((_request, response) => response.end("page"));
    const failed = await error(web().get(server.url, { proxies: ["ann:hunter2@proxy.test"] }));
    expect(failed).toMatchObject({ code: "bad-input", facts: { field: "proxiesFile" } });
    expect(server.connections()).toBe(0);
  });
});

describe("pages of earlier runs", () => {
  const cacheIn = () => ({ cache: { folder: mkdtempSync(join(root, "pages-")) } });
  const tagged: RequestListener = (request, response) => {
    if (request.headers["if-none-match"] === '"1"') return void response.writeHead(304).end();
    response.writeHead(200, { etag: '"1"', "content-type": "text/html; charset=iso-8859-1" });
    response.end(Buffer.from("<p>caf\u00e9</p>", "latin1"));
  };

  it("a page is asked for again only if it has changed, and comes back as it was", async () => {
    const server = await site(tagged);
    const cache = cacheIn();
    const first = await web(cache).get(server.url);
    const again = await web(cache).get(server.url);
    expect([first.source, again.source]).toEqual(["network", "confirmed"]);
    const { source, fetchedAt, ...same } = again;
    expect(first).toMatchObject(same);
    expect(again.text).toBe("<p>caf\u00e9</p>");
    expect(Date.parse(fetchedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(first.fetchedAt ?? ""));
  });

  it("within cacheHours nobody is asked, also with no network at all", async () => {
    const server = await site(tagged);
    const cache = cacheIn();
    await web(cache).get(server.url);
    await server.close();
    expect(await web(cache).get(server.url, { cacheHours: 1 })).toMatchObject({
      text: "<p>caf\u00e9</p>",
      source: "cache",
    });
    expect(await error(web(cache).get(server.url))).toMatchObject({ code: "FETCH_FAILED" });
  });

  it("a page that is older than cacheHours is asked for", async () => {
    const server = await site(tagged);
    const cache = cacheIn();
    await web(cache).get(server.url);
    const later = { now: () => new Date(Date.now() + 2 * 3_600_000), monotonic: () => performance.now() };
    const clock = { ...later, sleep: async () => {} };
    expect((await web({ ...cache, clock }).get(server.url, { cacheHours: 1 })).source).toBe("confirmed");
  });

  it.each<[string, Record<string, string>, Partial<WebSession>]>([
    ["that came with a cookie", { "set-cookie": "a=1" }, {}],
    ["that is private", { "cache-control": "private" }, {}],
    ["that must not be stored", { "cache-control": "no-store" }, {}],
    ["that was asked for with a cookie", {}, { cookies: ["http://127.0.0.1/ a=1; Path=/"] }],
    ["that was asked for with headers of the run", {}, { headers: { authorization: "Bearer hunter2" } }],
  ])("a page %s is not kept", async (_name, headers, session) => {
    const server = await site((_request, response) => response.writeHead(200, { etag: '"1"', ...headers }).end("page"));
    const cache = cacheIn();
    const given = { ...session, addresses: [server.url] };
    await web(cache).get(server.url, given);
    expect(readdirSync(cache.cache.folder)).toEqual([]);
    expect((await web(cache).get(server.url, { ...given, cacheHours: 1 })).source).toBe("network");
  });

  it("a page is neither kept nor taken from before where it is asked for with a name and password", async () => {
    const server = await site((request, response) => {
      response.writeHead(200, { etag: '"1"' }).end(request.headers.authorization ?? "nobody");
    });
    const cache = cacheIn();
    const joe = { addresses: [server.url.replace("://", "://joe:hunter2@")], cacheHours: 1 };
    const asJoe = { text: `Basic ${Buffer.from("joe:hunter2").toString("base64")}`, source: "network" };
    expect(await web(cache).get(server.url, joe)).toMatchObject(asJoe);
    expect(await web(cache).get(server.url, { cacheHours: 1 })).toMatchObject({ text: "nobody", source: "network" });
    expect(await web(cache).get(server.url, joe)).toMatchObject(asJoe);
    expect(await web(cache).get(server.url, { cacheHours: 1 })).toMatchObject({ text: "nobody", source: "cache" });
  });

  it("neither a refusal nor another status is kept, and bytes are kept apart from text", async () => {
    const server = await site((request, response) => {
      const captcha = '<title>Check</title>Are you a robot? <div class="g-recaptcha" data-sitekey="x"></div>';
      if (request.url === "/captcha") response.writeHead(200, { "content-type": "text/html" }).end(captcha);
      else if (request.url === "/404") response.writeHead(404).end("no");
      else response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0, 255]));
    });
    const cache = cacheIn();
    for (const path of ["/captcha", "/404"]) {
      await web(cache).get(server.url + path, {}, { statuses: "any" });
    }
    expect(readdirSync(cache.cache.folder)).toEqual([]);
    await web(cache).get(`${server.url}/png`, {}, { as: "bytes" });
    const again = await web(cache).get(`${server.url}/png`, { cacheHours: 1 }, { as: "bytes" });
    expect(again).toMatchObject({ source: "cache", text: "", bytes: 2 });
    expect([...(again.body ?? [])]).toEqual([0, 255]);
    expect(await error(web(cache).get(`${server.url}/png`, { cacheHours: 1 }))).toMatchObject({ code: "FETCH_FAILED" });
  });

  it("what is on the disk holds no secret of the caller", async () => {
    const server = await site(tagged);
    const cache = cacheIn();
    await web({ ...cache, userAgent: "hunter2" }).get(server.url);
    const [name = ""] = readdirSync(cache.cache.folder);
    expect(readFileSync(join(cache.cache.folder, name), "latin1")).not.toContain("hunter2");
  });
});

describe("refusals", () => {
  const challenge: RequestListener = (_request, response) =>
    response
      .writeHead(403, { "cf-mitigated": "challenge", "content-type": "text/html" })
      .end("<title>Just a moment...</title>");

  it("fail the page and say who made them, or come with it where any status is asked for", async () => {
    const server = await site(challenge);
    expect(await error(web().get(server.url))).toMatchObject({
      code: "FETCH_BLOCKED",
      facts: { status: 403, kind: "challenge", by: "Cloudflare" },
    });
    const page = await web().get(server.url, {}, { statuses: "any" });
    expect(page).toMatchObject({ status: 403, refusal: { kind: "challenge", by: "Cloudflare" } });
    expect(server.asked).toHaveLength(2);
  });

  it("an article about them is a page", async () => {
    const text = `<title>Captchas</title>${"<p>Are you a robot? Access denied. Just a moment... ".repeat(60)}`;
    const server = await site((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(text),
    );
    expect((await web().get(server.url)).refusal).toBeUndefined();
  });
});
