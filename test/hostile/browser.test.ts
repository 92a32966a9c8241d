import { describe, expect, it } from "vitest";
import { type AskOptions, expectEnvelope, expectRefusal, itStands, JSON_TYPE, targetOfFile } from "./target.js";

const target = targetOfFile();
const KEY = "correct-horse-battery";
const locked = targetOfFile({ apiKey: KEY });
const named = targetOfFile({ allowHosts: ["content.example"], allowOrigins: ["https://app.example"] });

/** A reading route, an acting one, no route, and every other sort of call a page could make. */
const calls = (): readonly (readonly [method: string, path: string, body?: unknown])[] => [
  ["GET", "/test"],
  ["GET", `/project/delete/${target.bystander}`],
  ["GET", "/create/articlecreator"],
  ["POST", `/project/data/${target.bystander}`, { jobName: "taken over" }],
  ["GET", "/nothing"],
  ["OPTIONS", "/project/run/x"],
];

/** Every sort of call with these headers is refused, says nothing to the page and changes nothing. */
async function expectShut(headers: AskOptions["headers"], statuses: readonly number[]): Promise<void> {
  const before = await target.everything();
  for (const [method, path, body] of calls()) {
    const type = body === undefined ? [] : ["Content-Type: application/json"];
    const own = Array.isArray(headers)
      ? headers
      : Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    const reply = await target.ask(method, path, { headers: [...own, ...type], body });
    expectRefusal(reply, ...statuses);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
  expect(await target.everything()).toBe(before);
}

describe("a forged Host", () => {
  it.each([
    "evil.com",
    "localhost.evil.com",
    "evil.localhost",
    "127.0.0.1.nip.io",
    "127.0.0.1.",
    "localhost.",
    "0x7f.1",
    "127.1",
    "2130706433",
    "0.0.0.0",
    "[::ffff:127.0.0.1]",
    "[::1",
    "[0:0:0:0:0:0:0:1]",
    "localhost:99999999",
    "localhost:80@evil.com",
    "localhost:",
    "user@localhost",
    "user:password@localhost:8008",
    "localhost evil.com",
    "localhost,evil.com",
    "localhost/evil.com",
    "http://localhost",
    "ｌｏｃａｌｈｏｓｔ",
    "localhost#",
    "localhost%00",
    "__proto__",
    "constructor",
    "x".repeat(300),
  ])("%s is refused", async (host) => {
    await expectShut({ Host: host }, [400, 403]);
  });

  it.each([
    "localhost",
    "LOCALHOST",
    "localhost:8008",
    "127.0.0.1",
    "127.0.0.1:8008",
    "[::1]",
    "[::1]:1",
    "localhost:65535",
  ])("%s is not forged", async (host) => {
    expect((await target.envelope("GET", "/test", { headers: { Host: host } })).success).toBe(true);
  });

  it.each(["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-Host"])("%s does not replace one", async (name) => {
    await expectShut({ Host: "evil.com", [name]: "localhost" }, [403]);
  });
});

describe("a forged Origin", () => {
  it.each([
    "null",
    "file://",
    "https://evil.com",
    "http://evil.com:8008",
    "http://localhost.evil.com",
    "http://evil.localhost",
    "http://localhost:3000.evil.com",
    "http://127.0.0.1@evil.com",
    "http://localhost:3000/path",
    "http://localhost:3000/",
    "http://localhost:3000 http://evil.com",
    "http://localhost:3000, http://evil.com",
    "http://127.0.0.1.nip.io",
    "http://[::ffff:127.0.0.1]",
    "http://0.0.0.0:8008",
    "ws://localhost:3000",
    "chrome-extension://abcdefghijklmnop",
    "moz-extension://abcdefghijklmnop",
    "//localhost",
    "localhost",
    "*",
    "",
  ])("%j is refused", async (origin) => {
    await expectShut({ Origin: origin }, [403]);
  });

  it("is refused among two, whichever comes first", async () => {
    await expectShut(["Origin: http://localhost:3000", "Origin: http://evil.com"], [403]);
    await expectShut(["Origin: http://evil.com", "Origin: http://localhost:3000"], [403]);
  });

  it.each([
    "http://localhost:3000",
    "https://localhost",
    "http://127.0.0.1:5173",
    "http://[::1]:1",
    "HTTP://LOCALHOST:3000",
  ])("%s is not forged, and the page may read the answer", async (origin) => {
    for (const path of ["/test", "/nothing", "/project/status/x"]) {
      const reply = await target.ask("GET", path, { headers: { Origin: origin } });
      expectEnvelope(reply);
      expect(reply.headers).toMatchObject({ "access-control-allow-origin": origin, vary: "Origin" });
      expect(reply.headers).not.toHaveProperty("access-control-allow-credentials");
    }
    const preflight = await target.ask("OPTIONS", "/spin", {
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight).toMatchObject({ status: 204, text: "", headers: { "access-control-allow-origin": origin } });
  });
});

describe("what a browser says of a request", () => {
  const READS = "/projects";
  const ACTS = "/project/duplicate/x";
  it.each([
    ["cross-site", "navigate", READS, "refused"],
    ["cross-site", "navigate", ACTS, "refused"],
    ["cross-site", "no-cors", READS, "refused"],
    ["cross-site", "no-cors", ACTS, "refused"],
    ["cross-site", "cors", READS, "refused"],
    ["cross-site", "cors", ACTS, "refused"],
    ["cross-site", "websocket", READS, "refused"],
    ["same-site", "no-cors", READS, "refused"],
    ["same-site", "no-cors", ACTS, "refused"],
    ["same-site", "navigate", READS, "let in"],
    ["same-site", "navigate", ACTS, "refused"],
    ["same-site", "cors", READS, "let in"],
    ["same-origin", "cors", ACTS, "let in"],
    ["same-origin", "navigate", READS, "let in"],
    ["none", "navigate", READS, "let in"],
    ["none", "navigate", ACTS, "let in"],
    ["cross-origin", "navigate", READS, "refused"],
    ["CROSS-SITE", "cors", ACTS, "refused"],
    ["", "navigate", ACTS, "refused"],
    ["same-origin, cross-site", "cors", READS, "refused"],
  ])("site %s with mode %s at %s is %s", async (site, mode, path, outcome) => {
    const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode };
    const reply = await target.ask("GET", path, { headers });
    if (outcome === "refused") expectRefusal(reply, 403);
    else {
      expectEnvelope(reply);
      expect(reply.status).toBe(200);
    }
  });

  it.each([
    "https://evil.com/page",
    "https://evil.com/",
    "http://localhost.evil.com/",
    "http://localhost@evil.com/",
    "https://evil.com/?http://localhost:8008/",
    "file:///tmp/page.html",
    "about:blank",
    "data:text/html,x",
    "localhost",
    "not an address",
  ])("an old browser on the page %s is refused", async (page) => {
    await expectShut({ Referer: page }, [403]);
    await expectShut({ Referer: page, "Sec-Fetch-Site": "none" }, [403]);
  });

  it("a page that is named twice is refused, whichever comes first", async () => {
    await expectShut(["Referer: http://localhost:3000/", "Referer: http://evil.com/"], [403]);
    await expectShut(["Referer: http://evil.com/", "Referer: http://localhost:3000/"], [403]);
  });

  it.each(["http://localhost:3000/page?x=1", "https://127.0.0.1/", "http://[::1]:5173/a", "HTTP://LOCALHOST/", ""])(
    "an old browser on the page %j, which is on this machine, is let in",
    async (page) => {
      const reply = await target.ask("GET", "/projects", { headers: { Referer: page } });
      expect([reply.status, expectEnvelope(reply).success]).toEqual([200, true]);
    },
  );

  it.each([
    ["http://content.example:8008/page", "content.example:8008", 200],
    ["http://content.example:8008/page", "Content.Example:8008", 200],
    ["https://app.example/page", "content.example", 200],
    ["http://content.example:3000/page", "content.example:8008", 403],
    ["http://www.content.example/page", "content.example", 403],
    ["ftp://content.example/page", "content.example", 403],
  ])("an old browser on %s that asks %s gets a %d", async (page, host, status) => {
    const reply = await named.ask("GET", "/projects", { headers: { Referer: page, Host: host } });
    expectEnvelope(reply);
    expect(reply.status).toBe(status);
  });

  it("a forged origin is not saved by a harmless fetch site", async () => {
    await expectShut({ Origin: "https://evil.com", "Sec-Fetch-Site": "same-origin" }, [403]);
  });

  it.each([
    ["Purpose", "prefetch"],
    ["Sec-Purpose", "prefetch"],
    ["Sec-Purpose", "prefetch;prerender"],
    ["Sec-Purpose", "PREFETCH;anonymous-client-ip"],
    ["Purpose", "prerender"],
    ["X-Moz", "prefetch"],
    ["X-Purpose", "preview"],
  ])("%s: %s is refused", async (name, purpose) => {
    await expectShut({ [name]: purpose, "Sec-Fetch-Site": "none" }, [403]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"])(
    "a body of %s, which a page may post without a preflight, changes nothing",
    async (type) => {
      const before = await target.everything();
      const body = '{"jobName": "taken over"}';
      const path = `/project/data/${target.bystander}`;
      expectRefusal(await target.ask("POST", path, { headers: { "Content-Type": type }, body }), 200);
      expect(await target.everything()).toBe(before);
    },
  );

  it("a page can embed nothing, sniff nothing and frame nothing", async () => {
    const { headers } = await target.ask("GET", "/projects");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });
});

describe("an API key", () => {
  const WRONG: readonly (readonly [name: string, path: string, headers: NonNullable<AskOptions["headers"]>])[] = [
    ["missing", "/test", {}],
    ["missing where there is no route", "/nothing", {}],
    ["missing where something acts", "/create/articlecreator", {}],
    ["wrong in the query", "/test?apikey=wrong", {}],
    ["wrong as a bearer", "/test", { Authorization: "Bearer wrong" }],
    ["wrong in its header", "/test", { "X-Api-Key": "wrong" }],
    ["empty in the query", "/test?apikey=", {}],
    ["empty everywhere", "/test?apikey=", { "X-Api-Key": "", Authorization: "Bearer " }],
    ["in the query twice", `/test?apikey=${KEY}&apikey=${KEY}`, {}],
    ["right in one place and wrong in another", `/test?apikey=${KEY}`, { "X-Api-Key": "wrong" }],
    ["in its header twice", "/test", [`X-Api-Key: ${KEY}`, `X-Api-Key: ${KEY}`]],
    ["in a list", `/test?apikey[]=${KEY}`, {}],
    ["under a name in capitals", `/test?APIKEY=${KEY}`, {}],
    ["in capitals", `/test?apikey=${KEY.toUpperCase()}`, {}],
    ["with a space behind it", `/test?apikey=${KEY}%20`, {}],
    ["with a NUL behind it", `/test?apikey=${KEY}%00`, {}],
    ["cut short", `/test?apikey=${KEY.slice(0, -1)}`, {}],
    ["in a cookie", "/test", { Cookie: `apikey=${KEY}` }],
    ["as a basic password", "/test", { Authorization: `Basic ${Buffer.from(`:${KEY}`).toString("base64")}` }],
    ["in a fragment", `/test#apikey=${KEY}`, {}],
    ["in the path", `/test;apikey=${KEY}`, {}],
  ];
  it.each(WRONG)("that is %s opens nothing, and no answer repeats it", async (_name, path, headers) => {
    const before = await locked.everything();
    const reply = await locked.ask("GET", path, { headers });
    expectRefusal(reply, 401);
    expect(JSON.stringify(reply)).not.toContain(KEY.slice(0, -1));
    expect(await locked.everything()).toBe(before);
  });

  const RIGHT: typeof WRONG = [
    ["in the query", `/test?apikey=${KEY}`, {}],
    ["in the query with an empty one", `/test?apikey=&apikey=${KEY}`, {}],
    ["as a bearer", "/test", { Authorization: `Bearer ${KEY}` }],
    ["as a bearer in small letters", "/test", { authorization: `bearer ${KEY}` }],
    ["in its header", "/test", { "x-api-key": KEY }],
  ];
  it.each(RIGHT)("that is right %s opens", async (_name, path, headers) => {
    expect((await locked.envelope("GET", path, { headers })).success).toBe(true);
  });

  it("that is right is repeated by no answer", async () => {
    for (const path of [
      "/",
      "/nothing",
      "/project/status/x",
      "/project/x/y",
      "/create/x",
      "//x",
      "/all-projects?limit=x",
    ]) {
      const reply = await locked.ask("GET", `${path}${path.includes("?") ? "&" : "?"}apikey=${KEY}`);
      expectEnvelope(reply);
      expect(JSON.stringify(reply)).not.toContain(KEY);
    }
  });

  it("is not asked of a preflight, which cannot carry one", async () => {
    const headers = { Origin: "http://localhost:3000", "Access-Control-Request-Method": "POST" };
    expect((await locked.ask("OPTIONS", "/spin", { headers })).status).toBe(204);
    expectRefusal(
      await locked.ask("POST", "/spin", { headers: { ...JSON_TYPE, ...headers }, body: { text: "x" } }),
      401,
    );
  });

  it("that is right does not let a foreign page in", async () => {
    const headers = { Origin: "https://evil.com", "X-Api-Key": KEY };
    expectRefusal(await locked.ask("GET", "/test", { headers }), 403);
    expectRefusal(await locked.ask("GET", "/test", { headers: { Host: "evil.com", "X-Api-Key": KEY } }), 403);
  });
});

itStands(target);
