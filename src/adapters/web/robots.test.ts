import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { type Loopback, serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import type { WebSession } from "../../kernel/providers.js";
import { createWeb, type WebOptions } from "./web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A site whose pages say "page", with what answers for its robots.txt, and what was asked for. */
async function site(robots: string | RequestListener): Promise<Loopback & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await serveHttp(
    (request, response) => {
      asked.push(request.url ?? "");
      if (request.url !== "/robots.txt") response.end("page");
      else if (typeof robots === "string") response.end(robots);
      else robots(request, response);
    },
    { robots: true },
  );
  open.push(server);
  return { ...server, asked };
}

function web(options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: ["127.0.0.1"], ...options });
  open.push(made);
  const signal = () => AbortSignal.timeout(10_000);
  return {
    ...made,
    get: (url: string, session?: Partial<WebSession>) =>
      made.fetch(url, { signal: signal(), ...(session ? { session: { id: "run", ...session } } : {}) }),
    rulesOf: (url: string) => made.robots?.(url, { signal: signal() }),
  };
}

const answering =
  (status: number, body = "") =>
  (_request: unknown, response: ServerResponse) => {
    response.writeHead(status).end(body);
  };
const REFUSED = { code: "ROBOTS_REFUSED" };

describe("what robots.txt says", () => {
  it("is asked for once for all pages of a site, and forbids in words", async () => {
    const server = await site("User-agent: *\nDisallow: /private");
    const { get } = web();
    await Promise.all(["/a", "/b", "/c"].map((path) => get(server.url + path)));
    expect(server.asked[0]).toBe("/robots.txt");
    expect(server.asked.filter((path) => path === "/robots.txt")).toHaveLength(1);
    const error = await get(`${server.url}/private/x`).catch((error: unknown) => error);
    expect(error).toMatchObject({ ...REFUSED, facts: { url: `${server.url}/private/x`, host: server.host } });
    expect(String(error)).toContain(
      `The robots.txt of ${server.host} forbids ${server.url}/private/x to programs. Leave the page out, or set respectRobots to false`,
    );
    expect(server.asked).not.toContain("/private/x");
  });

  it("is meant for the name that the user agent begins with, that of a run too", async () => {
    const server = await site("User-agent: scriptorium\nDisallow: /ours\n\nUser-agent: otherbot\nDisallow: /theirs");
    const { get } = web({ version: "1.2.3", contact: "https://a.test" });
    await expect(get(`${server.url}/ours`)).rejects.toMatchObject(REFUSED);
    expect((await get(`${server.url}/theirs`)).text).toBe("page");
    const userAgent = "Mozilla/5.0 (compatible; OtherBot/2.0)";
    await expect(get(`${server.url}/theirs`, { userAgent })).rejects.toMatchObject(REFUSED);
    expect((await get(`${server.url}/ours`, { userAgent })).text).toBe("page");
    const headers = { "User-Agent": "OtherBot/3" };
    await expect(get(`${server.url}/theirs`, { headers })).rejects.toMatchObject(REFUSED);
  });

  it("is asked of where a redirect leads, too", async () => {
    const target = await site("User-agent: *\nDisallow: /private");
    const start = await serveHttp((_request, response) =>
      response.writeHead(302, { location: `${target.url}/private` }).end(),
    );
    open.push(start);
    await expect(web().get(start.url)).rejects.toMatchObject({ ...REFUSED, facts: { host: target.host } });
    expect(target.asked).toEqual(["/robots.txt"]);
  });

  it("is reported with its delay and sitemaps", async () => {
    const server = await site("User-agent: *\nCrawl-delay: 3\nDisallow: /no\nSitemap: /map.xml");
    const { rulesOf } = web();
    const rest = { crawlDelay: 3, sitemaps: [`${server.url}/map.xml`] };
    expect(await rulesOf(`${server.url}/yes`)).toEqual({ allowed: true, ...rest });
    expect(await rulesOf(`${server.url}/no`)).toEqual({ allowed: false, ...rest });
    await expect(rulesOf("http://10.0.0.1/")).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  });

  it("does not hold a run that does not respect it, but for the delay it asks for", async () => {
    const server = await site("User-agent: *\nCrawl-delay: 3\nDisallow: /");
    const clock = jumpingClock();
    const { get } = web({ clock });
    for (let pages = 0; pages < 3; pages += 1) await get(server.url, { respectRobots: false });
    expect(clock.sleeps).toEqual([3000, 3000]);
  });

  it("is fetched again after a day", async () => {
    const server = await site("");
    const clock = jumpingClock();
    const { get } = web({ clock });
    for (const hours of [0, 23, 2]) {
      clock.pass(hours * 3_600_000);
      await get(server.url);
    }
    expect(server.asked.filter((path) => path === "/robots.txt")).toHaveLength(2);
  });
});

describe("a robots.txt that is not to be had", () => {
  it.each([400, 401, 403, 404, 410, 451])("with status %i allows everything", async (status) => {
    const server = await site(answering(status, "User-agent: *\nDisallow: /"));
    expect((await web().get(server.url)).text).toBe("page");
  });

  it.each([429, 500, 502, 503])("with status %i forbids everything for a while", async (status) => {
    const server = await site(answering(status));
    const clock = jumpingClock();
    const { get, rulesOf } = web({ clock });
    const error = await get(server.url).catch((error: unknown) => error);
    expect(error).toMatchObject({ ...REFUSED, facts: { status, host: server.host } });
    expect(String(error)).toContain(`could not be read (status ${status}), so ${server.url}/ is left alone.`);
    expect(await rulesOf(server.url)).toEqual({ allowed: false, sitemaps: [] });
    expect(server.asked).toEqual(["/robots.txt"]);
    expect((await get(server.url, { respectRobots: false })).text).toBe("page");
    clock.pass(3_600_000);
    await expect(get(server.url)).rejects.toMatchObject(REFUSED);
    expect(server.asked.filter((path) => path === "/robots.txt")).toHaveLength(2);
  });

  it("because its site fails is tried again by a run that retries, and its old rules keep applying", async () => {
    let status = 503;
    const server = await site((_request, response) => {
      response.writeHead(status).end("User-agent: *\nDisallow: /private");
      status = status === 503 ? 200 : 503;
    });
    const clock = jumpingClock();
    const { get } = web({ clock });
    expect((await get(server.url, { retries: 1 })).text).toBe("page");
    clock.pass(25 * 3_600_000);
    expect((await get(server.url)).text).toBe("page");
    await expect(get(`${server.url}/private`)).rejects.toMatchObject(REFUSED);
  });

  it("because the site cannot be reached gives the page the failure of the site", async () => {
    const server = await site("");
    await server.close();
    open.splice(0);
    await expect(web().get(`${server.url}/page`)).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { errno: "ECONNREFUSED", url: `${server.url}/page`, host: server.host },
    });
  });

  it("because the site says nothing gives the page that time limit", async () => {
    const silent = await serveTcp(() => {});
    open.push(silent);
    await expect(web({ idleTimeoutMs: 100 }).get(`${silent.url}/page`)).rejects.toMatchObject({
      code: "FETCH_TIMEOUT",
      facts: { url: `${silent.url}/page`, limit: "idle" },
    });
  });
});

describe("redirects of robots.txt", () => {
  const leading = (location: string) => site((_request, response) => response.writeHead(301, { location }).end());

  it("are followed, to another site too", async () => {
    const other = await site("User-agent: *\nDisallow: /");
    const server = await leading(`${other.url}/robots.txt`);
    await expect(web().get(server.url)).rejects.toMatchObject(REFUSED);
  });

  it.each(["http://10.0.0.1/robots.txt", "http://localhost/robots.txt", "file:///etc/passwd"])(
    "to %s are not followed, and then there are no rules",
    async (location) => {
      const server = await leading(location);
      expect((await web().get(server.url)).text).toBe("page");
    },
  );

  it("in circles end, and then there are no rules", async () => {
    const server = await leading("/robots.txt");
    expect((await web().get(server.url)).text).toBe("page");
    expect(server.asked.filter((path) => path === "/robots.txt")).toHaveLength(6);
  });
});

it("N66: of a robots.txt of 50 MB half a megabyte is read, and its rules hold", async () => {
  let sent = 0;
  const piece = Buffer.from("# nothing to see here\n".repeat(3000));
  const server = await site((_request, response) => {
    response.write("User-agent: *\nDisallow: /private\n");
    const more = () => {
      while (!response.destroyed && sent < 50_000_000) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
      response.end("\nDisallow: /late");
    };
    response.on("drain", more);
    more();
  });
  const { get } = web();
  const before = process.memoryUsage().rss;
  expect((await get(`${server.url}/late`)).text).toBe("page");
  await expect(get(`${server.url}/private`)).rejects.toMatchObject(REFUSED);
  expect(sent).toBeLessThan(50_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});

it("a caller that gives up waiting for a robots.txt does not end the wait of the others", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await site(async (_request, response) => {
    asked.resolve();
    await answer.promise;
    response.end();
  });
  const provider = web();
  const control = new AbortController();
  const first = provider.fetch(server.url, { signal: control.signal }).catch((error: unknown) => error);
  const second = provider.get(server.url);
  await asked.promise;
  control.abort("enough");
  expect(await first).toBe("enough");
  answer.resolve();
  expect((await second).text).toBe("page");
  expect(server.asked.filter((path) => path === "/robots.txt")).toHaveLength(1);
});

it("the request for a robots.txt ends with the last caller that waits for it", async () => {
  const asked = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const server = await site((_request, response) => {
    response.on("close", () => cut.resolve());
    asked.resolve();
  });
  const control = new AbortController();
  const waiting = web()
    .fetch(server.url, { signal: control.signal })
    .catch((error: unknown) => error);
  await asked.promise;
  control.abort("enough");
  expect(await waiting).toBe("enough");
  await cut.promise;
});
