import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { type Loopback, serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import type { WebRequest, WebSession } from "../../kernel/providers.js";
import { createPoliteness } from "./politeness.js";
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

/** A provider whose time passes only by waiting. */
function web(options: WebOptions = {}) {
  const clock = jumpingClock();
  const made = createWeb({ allowPrivate: ["127.0.0.1"], clock, random: () => 0.5, ...options });
  open.push(made);
  const get = (url: string, session: Partial<WebSession> = {}, request: Partial<WebRequest> = {}) =>
    made.fetch(url, { signal: AbortSignal.timeout(10_000), session: { id: "run", ...session }, ...request });
  return { ...made, clock, get };
}

/** Answers with the statuses in turn, the last one for ever, and records when it was asked. */
async function moody(answers: readonly (number | [status: number, retryAfter: string])[], now: () => number) {
  const times: number[] = [];
  const server = await http((_request, response) => {
    const answer = answers[Math.min(times.length, answers.length - 1)] ?? 200;
    times.push(now());
    const [status, retryAfter] = typeof answer === "number" ? [answer, undefined] : answer;
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end("page");
  });
  return { ...server, times };
}

describe("the delay between two requests to a host", () => {
  it("is drawn from the range of the session, and the first does not wait", async () => {
    const draws = [0.9, 0, 0.5, 0.999];
    const { clock, get } = web({ random: () => draws.shift() ?? 0 });
    const server = await moody([200], clock.monotonic);
    for (let pages = 0; pages < 4; pages += 1) await get(server.url, { delayMs: [1000, 3000] });
    expect(server.times).toEqual([0, 1000, 3000, 5998]);
  });

  it("holds for all runs together and for requests that are made at once", async () => {
    const { clock, get } = web();
    const server = await moody([200], clock.monotonic);
    await Promise.all(["a", "b", "a", "c"].map((id) => get(server.url, { id, delayMs: [500, 500] })));
    expect(clock.sleeps).toEqual([500, 500, 500]);
    expect(server.times).toHaveLength(4);
  });

  it("is that of robots.txt where this is longer", async () => {
    const { clock, get } = web();
    const times: number[] = [];
    const server = await serveHttp(
      (request, response) => {
        if (request.url !== "/robots.txt") times.push(clock.monotonic());
        response.end("User-agent: *\nCrawl-delay: 2");
      },
      { robots: true },
    );
    open.push(server);
    for (const delay of [500, 500, 5000]) await get(server.url, { delayMs: [delay, delay] });
    expect(times).toEqual([0, 2000, 7000]);
  });

  it("of one host does not hold up another", async () => {
    const { clock, get } = web();
    const one = await moody([200], clock.monotonic);
    const other = await moody([200], clock.monotonic);
    await get(one.url, { delayMs: [60_000, 60_000] });
    await get(other.url, { delayMs: [60_000, 60_000] });
    expect(clock.sleeps).toEqual([]);
  });

  it("counts the redirects of a page as requests", async () => {
    const { clock, get } = web();
    const times: number[] = [];
    const server = await http((request, response) => {
      times.push(clock.monotonic());
      if (request.url === "/") response.writeHead(302, { location: "/next" }).end();
      else response.end();
    });
    await get(server.url, { delayMs: [700, 700] });
    expect(times).toEqual([0, 700]);
  });

  it("ends with the signal, and the turn goes to the next", async () => {
    const provider = createWeb({ allowPrivate: ["127.0.0.1"] });
    open.push(provider);
    const server = await http((_request, response) => response.end("page"));
    const signal = AbortSignal.timeout(10_000);
    const session = (delay: number): WebSession => ({ id: "run", delayMs: [delay, delay] });
    await provider.fetch(server.url, { signal, session: session(0) });
    const control = new AbortController();
    const waiting = provider.fetch(server.url, { signal: control.signal, session: session(3_600_000) });
    const next = provider.fetch(server.url, { signal, session: session(0) });
    control.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect((await next).text).toBe("page");
  });
});

describe("a host that asks for fewer requests", () => {
  it.each([429, 503])("with status %i and a time is left alone by all runs until then", async (status) => {
    const { clock, get } = web();
    const server = await moody([[status, "7"], 200], clock.monotonic);
    await expect(get(server.url, { id: "a" })).rejects.toMatchObject({
      code: "FETCH_LIMITED",
      facts: { status, retryAfterSeconds: 7, host: server.host, url: `${server.url}/` },
    });
    await get(server.url, { id: "b" });
    expect(server.times).toEqual([0, 7000]);
  });

  it("is asked again at the time it named, as a number or a date", async () => {
    const { clock, get } = web();
    const date = new Date(clock.now().getTime() + 90_000).toUTCString();
    const server = await moody([[429, "5"], [503, date], 200], clock.monotonic);
    expect((await get(server.url, { retries: 2 })).text).toBe("page");
    expect(server.times).toEqual([0, 5000, 90_000]);
  });

  it("for longer than the run waits is not asked again, and nobody waits for it", async () => {
    const { clock, get } = web();
    const server = await moody([[429, "3600"], 200], clock.monotonic);
    const error = await get(server.url, { retries: 5, maxRetryAfterMs: 60_000 }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FETCH_LIMITED", facts: { retryAfterSeconds: 3600 } });
    expect(String(error)).toContain(`${server.host} asks for fewer requests and for none in the next 60 minutes.`);
    await expect(get(server.url, { id: "b", retries: 5 })).rejects.toMatchObject({ code: "FETCH_LIMITED" });
    expect(server.times).toEqual([0]);
    expect(clock.sleeps).toEqual([]);
  });

  it.each(["soon", "-5", "1e3", "99999999999", "Thu, 99 Foo 2026"])(
    "in words that are no time (%s) is none that names one",
    async (text) => {
      const { clock, get } = web();
      const server = await moody([[503, text], 200], clock.monotonic);
      expect((await get(server.url, { retries: 1 })).text).toBe("page");
      expect(clock.sleeps).toHaveLength(1);
      expect(clock.sleeps[0]).toBeLessThan(1000);
    },
  );

  it("comes back as it is, at the end, when any status was asked for", async () => {
    const { clock, get } = web();
    const server = await moody([429], clock.monotonic);
    expect(await get(server.url, { retries: 1 }, { statuses: "any" })).toMatchObject({ status: 429, text: "page" });
    expect(server.times).toHaveLength(2);
  });
});

describe("retries", () => {
  it.each([408, 425, 429, 500, 502, 503, 504])("status %i is tried again, after pauses that double", async (status) => {
    const { clock, get } = web();
    const server = await moody([status, status, status, 200], clock.monotonic);
    expect((await get(server.url, { retries: 3 })).text).toBe("page");
    expect(clock.sleeps).toEqual([375, 750, 1500]);
  });

  it.each([400, 401, 403, 404, 410, 451])("status %i is not tried again", async (status) => {
    const { clock, get } = web();
    const server = await moody([status, 200], clock.monotonic);
    await expect(get(server.url, { retries: 3 })).rejects.toMatchObject({ facts: { status } });
    expect(server.times).toHaveLength(1);
  });

  it("end after as many as the session wants, with the last failure; without a session there is none", async () => {
    const { clock, get, fetch } = web();
    const server = await moody([500], clock.monotonic);
    await expect(get(server.url, { retries: 2 })).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { status: 500 },
    });
    expect(server.times).toHaveLength(3);
    await expect(fetch(server.url, { signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
      facts: { status: 500 },
    });
    expect(server.times).toHaveLength(4);
  });

  it("a connection that breaks is tried again", async () => {
    const { get } = web();
    let pages = 0;
    const server = await serveTcp((socket) =>
      socket.on("data", (head) => {
        if (head.toString().startsWith("GET /robots.txt ")) {
          socket.write("HTTP/1.1 404 Gone\r\ncontent-length: 0\r\n\r\n");
          return;
        }
        pages += 1;
        if (pages < 3) socket.resetAndDestroy();
        else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npage");
      }),
    );
    open.push(server);
    expect((await get(server.url, { retries: 4 })).text).toBe("page");
  });

  it("a site that is out of reach is asked once a try, its robots.txt among it", async () => {
    const { get } = web();
    const server = await serveTcp((socket) => socket.resetAndDestroy());
    open.push(server);
    await expect(get(server.url, { retries: 2 })).rejects.toMatchObject({ facts: { errno: "ECONNRESET" } });
    expect(server.connections()).toBe(3);
  });

  it("a page that does not come in time is tried again, each time with all of its time", async () => {
    let asked = 0;
    const server = await http((_request, response) => {
      asked += 1;
      if (asked > 2) response.end("page");
    });
    const { get } = web();
    expect((await get(server.url, { retries: 2, timeoutMs: 200 })).text).toBe("page");
  });

  it.each(["http://10.0.0.1/", "http://localhost/"])("%s is refused without a further try", async (url) => {
    const { clock, get } = web();
    await expect(get(url, { retries: 3 })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(clock.sleeps).toEqual([]);
  });

  it("end with the signal in the middle of a pause", async () => {
    const provider = createWeb({ allowPrivate: ["127.0.0.1"] });
    open.push(provider);
    const control = new AbortController();
    const server = await http((_request, response) => response.writeHead(500).end());
    const waiting = provider.fetch(server.url, { signal: control.signal, session: { id: "run", retries: 100 } });
    setTimeout(() => control.abort(new Error("enough")), 100);
    await expect(waiting).rejects.toThrow("enough");
  });
});

it("hosts are forgotten when there are very many of them, but none that is to be left alone", async () => {
  const clock = jumpingClock();
  const politeness = createPoliteness(clock);
  const signal = AbortSignal.timeout(10_000);
  politeness.hold("held.test", 86_400_000);
  for (let index = 0; index < 12_000; index += 1) {
    await politeness.turn(`h${index}.test`, { delayMs: 1000, patienceMs: 0 }, signal, async () => {});
  }
  expect(politeness.size).toBeLessThanOrEqual(10_000);
  await expect(
    politeness.turn("held.test", { delayMs: 0, patienceMs: 1000 }, signal, async () => {}),
  ).rejects.toMatchObject({ milliseconds: 86_400_000 });
});
