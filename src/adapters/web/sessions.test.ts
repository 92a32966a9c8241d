import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import type { WebSession } from "../../kernel/providers.js";
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

const HOSTS = ["a.test", "sub.a.test", "b.test", "a.co.uk", "127.0.0.1"];

function web(options: WebOptions = {}) {
  const made = createWeb({ allowPrivate: HOSTS, lookup: async () => ["127.0.0.1"], ...options });
  open.push(made);
  return {
    ...made,
    text: async (url: string, session: Partial<WebSession> | undefined = {}) => {
      const of = session === undefined ? {} : { session: { id: "run", ...session } };
      return (await made.fetch(url, { signal: AbortSignal.timeout(10_000), ...of })).text;
    },
  };
}

/** Sets the cookies that the query names and answers with those that came. */
const cookies = () =>
  http((request, response) => {
    const set = new URL(request.url ?? "", "http://x").searchParams.getAll("set");
    response.setHeader("set-cookie", set).end(request.headers.cookie ?? "none");
  });

describe("cookies", () => {
  const at = (server: Loopback, path = "/", host = "a.test") => `http://${host}:${server.port}${path}`;
  const setting = (...set: string[]) => `/?${new URLSearchParams(set.map((each): [string, string] => ["set", each]))}`;

  it("that a site sets come with the later requests of the session, and with those of no other", async () => {
    const server = await cookies();
    const { text } = web();
    expect(await text(at(server, setting("a=1; Path=/", "b=2")))).toBe("none");
    expect(await text(at(server))).toBe("a=1; b=2");
    expect(await text(at(server), { id: "other" })).toBe("none");
    expect((await web().text(at(server), undefined)) === "none").toBe(true);
  });

  it("never reach a page and its headers", async () => {
    const server = await cookies();
    const page = await web().fetch(at(server, setting("a=s3cret")), { signal: AbortSignal.timeout(10_000) });
    expect(JSON.stringify(page.headers)).not.toContain("s3cret");
  });

  it("that a redirect sets come with the next hop", async () => {
    const server = await http((request, response) => {
      if (request.url === "/in") response.writeHead(302, { location: "/", "set-cookie": "in=1" }).end();
      else response.end(request.headers.cookie ?? "none");
    });
    expect(await web().text(at(server, "/in"))).toBe("in=1");
  });

  it.each([
    ["for a whole public suffix", "a=1; Domain=co.uk", "a.co.uk", "a.co.uk"],
    ["for another site", "a=1; Domain=b.test", "a.test", "b.test"],
    ["for https alone, set over http", "a=1; Secure", "a.test", "a.test"],
    ["that are over", "a=1; Max-Age=0", "a.test", "a.test"],
    ["of another path", "a=1; Path=/deep", "a.test", "a.test"],
    ["of a host, for those below it", "a=1", "a.test", "sub.a.test"],
  ])("%s are not sent", async (_what, cookie, from, to) => {
    const server = await cookies();
    const { text } = web();
    await text(at(server, setting(cookie), from));
    expect(await text(at(server, "/", to))).toBe("none");
  });

  it("of a domain are sent to the hosts below it", async () => {
    const server = await cookies();
    const { text } = web();
    await text(at(server, setting("a=1; Domain=a.test")));
    expect(await text(at(server, "/", "sub.a.test"))).toBe("a=1");
  });

  it("are over at their time", async () => {
    const server = await cookies();
    const clock = jumpingClock();
    const { text } = web({ clock });
    await text(at(server, setting("a=1; Max-Age=60", "b=2")));
    clock.pass(61_000);
    expect(await text(at(server))).toBe("b=2");
  });

  it("that are given come with the first request to their host", async () => {
    const server = await cookies();
    const given = [
      "# Netscape HTTP Cookie File",
      "",
      "a.test\tFALSE\t/\tFALSE\t0\tplain\t1",
      ".a.test\tTRUE\t/\tFALSE\t4102444800\twide\t2",
      "#HttpOnly_a.test\tFALSE\t/\tFALSE\t0\thidden\t3",
      "a.test\tFALSE\t/\tFALSE\t1000000000\tover\t4",
      "a.test\tFALSE\t/\tTRUE\t0\tsafe\t5",
      `http://a.test:1/ written=6; Path=/`,
    ];
    const { text } = web();
    const addresses = ["http://a.test/", "http://b.test/"];
    expect(await text(at(server), { cookies: given, addresses })).toBe("plain=1; wide=2; hidden=3; written=6");
    expect(await text(at(server, "/", "sub.a.test"), { cookies: given, addresses })).toBe("wide=2");
    expect(await text(at(server, "/", "b.test"), { cookies: given, addresses })).toBe("none");
  });

  it("that are given go to no host but those they are for, where a cookie that the site sets goes too", async () => {
    const server = await cookies();
    const { text } = web();
    const given = { cookies: ["http://a.test/ given=1; Path=/", "http://b.test/ given=2; Path=/"] };
    const session = { ...given, addresses: ["http://a.test/"] };
    expect(await text(at(server, setting("own=3"), "b.test"), session)).toBe("none");
    expect(await text(at(server, setting("given=4"), "b.test"), session)).toBe("own=3");
    expect(await text(at(server, "/", "b.test"), session)).toBe("given=4; own=3");
    expect(await text(at(server), session)).toBe("given=1");
  });

  it.each([
    "nonsense",
    "https://a.test/",
    "https://a.test/ novalue",
    ".com\tTRUE\t/\tFALSE\t0\ta\t1",
    "http://[/ a=1",
    "https://a.test/ a=☃",
  ])("the line %j is refused without repeating it", async (line) => {
    const server = await cookies();
    const error = await web()
      .text(at(server), { cookies: ["a.test\tFALSE\t/\tFALSE\t0\tgood\t1", line] })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "bad-input", facts: { field: "cookiesFile", line: 2 } });
    expect(server.connections()).toBe(0);
  });

  it("are gone when their session is forgotten, and when nobody has used it for hours", async () => {
    const server = await cookies();
    const clock = jumpingClock();
    const { text, forget } = web({ clock });
    await text(at(server, setting("a=1")));
    await forget?.("run");
    expect(await text(at(server))).toBe("none");
    await text(at(server, setting("a=2")), { id: "crashed" });
    clock.pass(3 * 3_600_000);
    await text(at(server));
    expect(await text(at(server), { id: "crashed" })).toBe("none");
  });

  it("of a site that sets them without end are bounded, and the newest stay", async () => {
    let sent = 0;
    const server = await http((request, response) => {
      const set = Array.from({ length: 100 }, () => `c${++sent}=1; Path=/p${sent}`);
      response.setHeader("set-cookie", set).end(request.headers.cookie ?? "none");
    });
    const { text } = web();
    for (let pages = 0; pages < 40; pages += 1) await text(at(server, "/none"));
    const newest = sent;
    expect(await text(at(server, `/p${newest}`))).toBe(`c${newest}=1`);
    expect(await text(at(server, "/p1"))).toBe("none");
  });
});

it("a session has no more requests in flight at a host than it wants, and others are not held up by it", async () => {
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const server = await http(async (request, response) => {
    asked.push(request.url ?? "");
    if (request.url !== "/other") await answer.promise;
    response.end("ok");
  });
  const { text } = web();
  const one = ["/1", "/2", "/3"].map((path) => text(server.url + path, { perHost: 1 }));
  expect(await text(`${server.url}/other`, { id: "other" })).toBe("ok");
  expect(asked).toEqual(["/1", "/other"]);
  answer.resolve();
  await Promise.all(one);
  expect(asked).toHaveLength(4);
});
