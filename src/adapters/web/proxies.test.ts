import type { RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import { certificate, installed, microsocks, type RealProxy, tinyproxy } from "../../../test/doubles/proxies.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { openAsker } from "../network/agent.js";
import { createAddressRules } from "./addresses.js";
import { createProxies, type ProxiesOptions } from "./proxies.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function kept<T extends { close(): Promise<void> }>(made: Promise<T>): Promise<T> {
  const each = await made;
  open.push(each);
  return each;
}

const http = (listener: RequestListener) => kept(serveHttp(listener));
const tcp = (onSocket: (socket: Socket) => void) => kept(serveTcp(onSocket));
const site = () =>
  http((request, response) => response.end(`${request.method} ${request.url} ${request.headers.host}`));

interface Options extends Partial<ProxiesOptions> {
  readonly allow?: readonly string[];
  readonly lines?: readonly string[];
}

/** Asks as a task does whose session names these proxies, and answers with the status and the text. */
function through({ allow = ["127.0.0.1"], lines, ...options }: Options) {
  const proxies = createProxies({
    rules: createAddressRules({ allowPrivate: allow }),
    lookup: async () => ["127.0.0.1"],
    connectTimeoutMs: 2_000,
    openAsker: (connector) => openAsker(connector, 5_000),
    ...options,
  });
  open.push(proxies);
  const session = { id: "run", ...(lines === undefined ? { proxyPool: "house" } : { proxies: lines }) };
  return async (address: string) => {
    const pool = proxies.of(session);
    if (pool === undefined) throw new Error("no proxies");
    const answer = await pool.send({ url: new URL(address), headers: {}, signal: AbortSignal.timeout(10_000) });
    return `${answer.statusCode} ${await answer.body.text()}`;
  };
}

async function error(asking: Promise<unknown>): Promise<ScriptoriumError> {
  const thrown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptoriumError.is(thrown)) throw new Error(`not one of ours: ${String(thrown)}`);
  return thrown;
}

/** A proxy of our own that records what it is asked for and answers as the test says. */
async function oddProxy(answer: (head: string, socket: Socket) => void): Promise<Loopback & { heads: string[] }> {
  const heads: string[] = [];
  const server = await tcp((socket) =>
    socket.once("data", (data) => {
      heads.push(data.toString());
      answer(data.toString(), socket);
    }),
  );
  return { ...server, heads };
}

const closes = () => oddProxy((_head, socket) => socket.destroy());
const wants407 = () =>
  oddProxy((_head, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"));
const hangs = () => oddProxy(() => {});
/** Does what CONNECT and SOCKS5 without a password ask for. */
const honest = () =>
  oddProxy((head, socket) => {
    const [, host = "", port = ""] = /^CONNECT ([^:]+):(\d+) /.exec(head) ?? [];
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
  });
const deadPort = async () => {
  const server = await serveTcp(() => {});
  await server.close();
  return server.host;
};

const real: readonly [string, string, string, (user?: string, password?: string) => Promise<RealProxy>][] = [
  ["tinyproxy", "http", installed("tinyproxy") ?? "", tinyproxy],
  ["microsocks", "socks5", installed("microsocks") ?? "", microsocks],
  ["microsocks", "socks5h", installed("microsocks") ?? "", microsocks],
];

describe.each(real)("%s, a real proxy for %s", (program, scheme, path, start) => {
  // Where the program is not installed there is nothing to try this on.
  it.skipIf(path === "")(`fetches through ${program}`, async () => {
    const server = await site();
    const proxy = await kept(start());
    const get = through({ lines: [`${scheme}://${proxy.host}`] });
    expect(await get(`${server.url}/a?b=c`)).toBe(`200 GET /a?b=c ${server.host}`);
  });

  it.skipIf(path === "")(`fetches through ${program} that wants a password, and is refused with another`, async () => {
    const server = await site();
    const proxy = await kept(start("ann", "hunter2"));
    const get = through({ lines: [`${scheme}://ann:hunter2@${proxy.host}`] });
    expect(await get(`${server.url}/`)).toMatch(/^200 /);
    for (const credentials of ["ann:wrong3@", ""]) {
      const refused = await error(through({ lines: [`${scheme}://${credentials}${proxy.host}`] })(server.url));
      expect(refused).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "PROXY", proxies: 1, tried: 1 } });
      expect(refused.message).toContain("1 wanted another user name or password");
      expect(`${refused.message} ${JSON.stringify(refused)} ${String(refused.cause)}`).not.toMatch(/wrong3|ann/);
    }
  });

  it.skipIf(path === "")(`checks the certificate of the site behind ${program}`, async () => {
    const own = certificate();
    const server = createHttpsServer(own, (request, response) => response.end(`safe ${request.headers.host}`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = await kept(start());
    const trusted = getCACertificates("default");
    const get = () => through({ lines: [`${scheme}://${proxy.host}`] })(`https://127.0.0.1:${port}/`);
    try {
      await expect(get()).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
      setDefaultCACertificates([...trusted, own.cert]);
      expect(await get()).toBe(`200 safe 127.0.0.1:${port}`);
    } finally {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("a proxy that is spoken to over TLS", () => {
  it("hands on pages of http and opens tunnels to those of https, its own certificate checked", async () => {
    const own = certificate();
    const server = createHttpsServer(own, (_request, response) => response.end("safe"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const safe = `https://a.test:${(server.address() as AddressInfo).port}/`;
    const asked: string[] = [];
    const proxy = createTlsServer(own, (socket) =>
      socket.once("data", (data) => {
        const head = data.toString();
        asked.push(head.split("\r\n")[0] ?? "");
        if (!head.startsWith("CONNECT ")) return void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nplain");
        const onward = connect(Number(/:(\d+) /.exec(head)?.[1]), "127.0.0.1");
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(onward).pipe(socket);
        for (const each of [socket, onward]) each.on("error", () => {});
      }),
    );
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const lines = [`https://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
    const trusted = getCACertificates("default");
    try {
      const untrusted = await error(through({ lines })("http://a.test/x"));
      expect(untrusted.message).toContain("1 could not be connected to");
      setDefaultCACertificates([...trusted, own.cert]);
      expect(await through({ lines })("http://a.test/x")).toBe("200 plain");
      expect(await through({ lines })(safe)).toBe("200 safe");
      expect(asked).toEqual(["GET http://a.test/x HTTP/1.1", `CONNECT ${new URL(safe).host} HTTP/1.1`]);
    } finally {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
      proxy.close();
    }
  });
});

describe("a proxy that fails", () => {
  it.each([
    ["hangs up", closes],
    ["wants a password", wants407],
  ])("one that %s is passed over, and what was asked of it is asked of the next", async (_name, bad) => {
    const [broken, good, server] = [await bad(), await honest(), await site()];
    const get = through({ lines: [`http://${broken.host}`, `socks5://${await deadPort()}`, `http://${good.host}`] });
    const forwarding = await http((request, response) => response.end(`handed on ${request.url}`));
    const both = through({ lines: [`http://${broken.host}`, `http://${forwarding.host}`] });
    expect(await both(`${server.url}/a`)).toBe(`200 handed on ${server.url}/a`);
    expect(await both(`${server.url}/b`)).toBe(`200 handed on ${server.url}/b`);
    expect(broken.heads).toHaveLength(1);
    await expect(get(`https://${server.host}/`)).rejects.toBeDefined();
    expect(good.heads[0]).toMatch(/^CONNECT /);
  });

  it("one that says nothing to CONNECT is passed over after the time for connecting", async () => {
    const [silent, server] = [await hangs(), await site()];
    const failed = await error(
      through({ lines: [`http://${silent.host}`], connectTimeoutMs: 50 })(`https://${server.host}/`),
    );
    expect(failed.message).toBe(
      `${server.host} could not be reached through the only proxy. 1 was tried: 1 could not be connected to. Check the proxies, or try again later.`,
    );
  });

  it("one that says nothing is released when the session is forgotten", async () => {
    const ended = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const silent = await tcp((socket) => {
      socket.once("data", () => reached.resolve());
      socket.once("close", () => ended.resolve());
    });
    const proxies = createProxies({
      rules: createAddressRules({ allowPrivate: ["127.0.0.1"] }),
      lookup: undefined,
      connectTimeoutMs: 60_000,
      openAsker: (connector) => openAsker(connector, 60_000),
    });
    open.push(proxies);
    const pool = proxies.of({ id: "run", proxies: [`socks5://${silent.host}`] });
    const url = new URL("http://127.0.0.1:1/");
    const asking = pool?.send({ url, headers: {}, signal: AbortSignal.timeout(10_000) });
    const failed = expect(asking).rejects.toBeDefined();
    await reached.promise;
    await proxies.forget("run");
    await failed;
    await ended.promise;
  });

  it("one that cannot reach the site is not at fault: it is asked again at once for the next page", async () => {
    const proxy = await oddProxy((_head, socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    const get = through({ lines: [`http://${proxy.host}`] });
    for (const page of ["https://a.test/1", "https://a.test/2"]) {
      const failed = await error(get(page));
      expect(failed.message).toContain("1 did not get through to the site");
      expect(failed.facts).toMatchObject({ tried: 1, errno: "PROXY" });
    }
    expect(proxy.heads).toHaveLength(2);
  });

  it("what a proxy answers to a page of http is the answer, whatever its status", async () => {
    const proxy = await http((_request, response) => response.writeHead(502).end("no"));
    expect(await through({ lines: [`http://${proxy.host}`] })("http://a.test/")).toBe("502 no");
  });

  it("when all rest nothing is asked, until a rest is over", async () => {
    const clock = { ms: 0 };
    const lines = [`http://${await deadPort()}`, `socks5://${await deadPort()}`];
    const get = through({ lines, now: () => clock.ms });
    expect(await error(get("http://a.test/"))).toMatchObject({ facts: { proxies: 2, tried: 2 } });
    const resting = await error(get("http://a.test/"));
    expect(resting.facts).toMatchObject({ proxies: 2, tried: 0 });
    expect(resting.message).toBe(
      "a.test could not be reached through any of 2 proxies. All of them rest after failures: 2 could not be connected to. Check the proxies, or try again later.",
    );
    clock.ms += 1_000;
    expect(await error(get("http://a.test/"))).toMatchObject({ facts: { proxies: 2, tried: 2 } });
  });

  it.each([
    ["garbage", "SSH-2.0-OpenSSH_9.9\r\n\r\n"],
    ["a head without end", "HTTP/1.1 200 OK\r\n".padEnd(100_000, "a: b\r\n")],
    ["half a SOCKS answer", "\u0005"],
  ])("one that answers %s could not be used", async (_name, answer) => {
    const proxy = await oddProxy((_head, socket) => socket.end(answer));
    for (const scheme of ["http", "socks5"]) {
      const failed = await error(through({ lines: [`${scheme}://${proxy.host}`] })("https://a.test/"));
      expect(failed).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "PROXY" } });
    }
  });
});

describe("what may be asked of proxies, and which may be used", () => {
  it.each(["http://10.0.0.1/", "https://169.254.169.254/", "http://[::1]/"])("%s is refused", async (address) => {
    const proxy = await hangs();
    for (const scheme of ["http", "socks5", "socks5h"]) {
      const get = through({ allow: [proxy.host], lines: [`${scheme}://${proxy.host}`] });
      await expect(get(address)).rejects.toMatchObject({ refusal: { reason: expect.any(String) } });
    }
    expect(proxy.heads).toEqual([]);
  });

  it("a name that leads to a private address here is refused, one that is unknown here is left to the proxy", async () => {
    const proxy = await http((request, response) => response.end(request.url));
    const lookup = async (host: string) => {
      if (host === "private.test") return ["10.1.2.3"];
      throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
    };
    const get = through({ lines: [`http://${proxy.host}`], lookup });
    await expect(get("http://private.test/")).rejects.toMatchObject({ refusal: { reason: "private" } });
    expect(await get("http://elsewhere.test/")).toBe("200 http://elsewhere.test/");
  });

  it("socks5 is given the address that was judged, socks5h the name", async () => {
    const asked: string[] = [];
    const proxy = await tcp((socket) => {
      socket.on("data", (data) => {
        if (data.length > 3) asked.push(data.subarray(3).toString("latin1"));
        socket.write(data.length > 3 ? Buffer.from([5, 1, 0, 1, 0, 0, 0, 0, 0, 0]) : Buffer.from([5, 0]));
      });
    });
    const lookup = async () => ["2606:4700::1", "93.184.216.34"];
    for (const scheme of ["socks5", "socks5h"]) {
      await error(through({ lines: [`${scheme}://${proxy.host}`], lookup })("http://a.test:99/"));
    }
    expect(asked).toEqual(["\u0001\u005d\u00b8\u00d8\u0022\u0000\u0063", "\u0003\u0006a.test\u0000\u0063"]);
  });

  it("a proxy of a task is judged like a page, one of the settings is trusted", async () => {
    const proxy = await http((_request, response) => response.end("page"));
    const own = through({ allow: [], lines: [`http://${proxy.host}`] });
    expect(await error(own("http://a.test/"))).toMatchObject({ code: "bad-input", facts: { field: "proxiesFile" } });
    const lookup = async (host: string) => [host === "proxy.test" ? "127.0.0.1" : "93.184.216.34"];
    const named = through({ allow: [], lines: [`http://proxy.test:${proxy.port}`], lookup });
    expect((await error(named("http://a.test/"))).message).toContain("1 may not be connected to, being private");
    const house = through({ allow: [], pools: { house: [`http://${proxy.host}`] }, lookup });
    expect(await house("http://a.test/")).toBe("200 page");
    await expect(house("http://10.0.0.1/")).rejects.toMatchObject({ refusal: { reason: "private" } });
  });

  it.each([
    ["proxy.example:3128", "is not of the form"],
    ["ftp://ann:hunter2@proxy.example", "does not begin with"],
    ["http://ann:hunter2@", "names no host"],
    ["http://ann:hunter2@proxy.example:99999", "names no host"],
    ["http://ann:hunter2@proxy.example:0", "names no host"],
    ["http://ann:hunter2@proxy.example/path", "is not of the form"],
    ["http://ann:hunter2%0d%0a@proxy.example", "cannot be sent"],
    [`socks5://ann:${"hunter2".repeat(40)}@proxy.example`, "cannot be sent"],
    ["http://0x7f.1:3128", "may not be used"],
    ["socks5://0x7f.1:3128", "may not be used"],
    ["socks5://[::ffff:a9fe:a9fe]", "may not be used"],
  ])("the line %s is bad input", async (line, says) => {
    const bad = await error(through({ allow: [], lines: ["http://93.184.216.34:3128", line] })("http://a.test/"));
    expect(bad).toMatchObject({ code: "bad-input", facts: { field: "proxiesFile" } });
    expect(bad.message).toContain(`Proxy 2 of proxiesFile ${says === "may not be used" ? says : ""}`);
    expect(bad.message).toContain(says);
    expect(bad.message).not.toContain("hunter2");
  });

  it("pools are those of the settings, which are checked at the start", async () => {
    expect(await error(through({})("http://a.test/"))).toMatchObject({
      code: "bad-input",
      facts: { field: "proxyId" },
    });
    for (const pools of [{ house: [] }, { house: ["http://ann:hunter2@:1"] }]) {
      expect(() => through({ pools })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    }
  });

  it("a session that is forgotten begins again", async () => {
    const proxies = createProxies({
      rules: createAddressRules({ allowPrivate: ["127.0.0.1"] }),
      lookup: undefined,
      connectTimeoutMs: 1_000,
      openAsker: (connector) => openAsker(connector, 1_000),
    });
    open.push(proxies);
    const session = { id: "run", proxies: ["http://127.0.0.1:1"] };
    const first = proxies.of(session);
    expect(proxies.of(session)).toBe(first);
    expect(proxies.of({ id: "other" })).toBeUndefined();
    expect(proxies.of(undefined)).toBeUndefined();
    await proxies.forget("run");
    expect(proxies.of(session)).not.toBe(first);
  });
});
