import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp, serveTcp } from "../../../test/doubles/loopback.js";
import { certificate } from "../../../test/doubles/proxies.js";
import { openCredentials } from "./credentials.js";
import { createWeb } from "./web.js";

const headers = { authorization: "Bearer s3cret", "x-api-key": "s3cret", accept: "text/plain" };

describe("what a user gave for an address reaches", () => {
  it.each([
    ["https://a.test/x", "https://a.test/y", true],
    ["https://a.test/", "https://www.a.test/", true],
    ["https://one.a.test/", "https://two.a.test/", true],
    ["https://a.test/", "https://a.test:8443/", true],
    ["http://a.test/", "https://a.test/", true],
    ["https://a.test/", "http://a.test/", false],
    ["https://a.test/", "http://www.a.test/", false],
    ["https://a.test/", "https://a.test.evil.test/", false],
    ["https://a.test/", "https://evila.test/", false],
    ["https://a.co.uk/", "https://b.co.uk/", false],
    ["https://one.github.io/", "https://two.github.io/", false],
    ["http://127.0.0.1:8001/", "http://127.0.0.1:8001/x", true],
    ["http://127.0.0.1:8001/", "http://127.0.0.1:8002/", false],
    ["http://127.0.0.1/", "https://127.0.0.1/", true],
    ["http://[::1]:8001/", "http://[::1]:8002/", false],
    ["http://localhost/", "http://other.localhost/", false],
    ["http://intranet/", "http://internet/", false],
  ])("of %s %s: %s", async (address, url, reaches) => {
    const { reach, headersFor } = await openCredentials({ id: "run", headers, addresses: [address] });
    expect(reach(new URL(url))).toBe(reaches);
    expect(headersFor(new URL(url))).toEqual(reaches ? headers : { accept: "text/plain" });
  });

  it.each([
    ["cdn.test", "https://cdn.test:8443/", true],
    ["cdn.test", "https://www.cdn.test/", false],
    ["cdn.test:8443", "https://cdn.test:8443/", true],
    ["cdn.test:8443", "https://cdn.test/", false],
    ["https://cdn.test/path", "https://cdn.test/", true],
    ["https://cdn.test", "http://cdn.test/", false],
    ["http://cdn.test", "http://cdn.test/", true],
    ["http://cdn.test", "https://cdn.test/", true],
    ["cdn.test", "http://cdn.test/", false],
    [" ", "https://cdn.test/", false],
  ])("with headersFor %s %s: %s", async (line, url, reaches) => {
    const given = { id: "run", headers, addresses: ["https://a.test/"], headersFor: [line] };
    expect((await openCredentials(given)).reach(new URL(url))).toBe(reaches);
  });

  it("with headersFor a host over http where the user's own addresses are of http", async () => {
    const given = { id: "run", headers, addresses: ["http://a.test/"], headersFor: ["cdn.test"] };
    expect((await openCredentials(given)).reach(new URL("http://cdn.test:8080/"))).toBe(true);
  });

  it.each(["*.cdn.test", "ftp://cdn.test", "https://joe:s3cret@cdn.test", "a b"])(
    "not for a line of headersFor such as %s, which is not repeated",
    async (line) => {
      const error = await openCredentials({ id: "run", headers, headersFor: ["", line] }).catch(
        (error: unknown) => error,
      );
      expect(error).toMatchObject({ code: "bad-input", facts: { field: "headersFor" } });
      expect(String(error)).not.toContain(line);
    },
  );
});

describe("a name and password in an address", () => {
  const basic = (login: string) => `Basic ${Buffer.from(login).toString("base64")}`;

  it("is Basic authentication for its own site alone, and comes before a header", async () => {
    const addresses = ["https://joe:p%40ss%C3%A4@a.test/", "https://b.test/"];
    const { headersFor } = await openCredentials({ id: "run", headers, addresses, headersFor: ["cdn.test"] });
    const sent = ["https://a.test/", "https://www.a.test/", "https://b.test/", "https://cdn.test/", "http://a.test/"];
    expect(sent.map((url) => headersFor(new URL(url))["authorization"])).toEqual([
      basic("joe:p@ssä"),
      basic("joe:p@ssä"),
      headers.authorization,
      headers.authorization,
      undefined,
    ]);
  });

  it("of several for one origin, each is sent to its own address, and to what is nearest to it", async () => {
    const addresses = ["http://one:1@a.test/who/1", "http://two:2@a.test/who/2", "http://three:3@a.test/?who=3"];
    const { headersFor } = await openCredentials({ id: "run", addresses });
    const sent = ["who/1", "who/2", "who/2?page=2", "who/2/more", "?who=3", "who", "other"];
    expect(sent.map((path) => headersFor(new URL(`http://a.test/${path}`))["authorization"])).toEqual(
      ["one:1", "two:2", "two:2", "two:2", "three:3", "one:1", "one:1"].map(basic),
    );
  });

  it("of several for one site, that of the origin is sent, else that of the host", async () => {
    const addresses = ["https://one:1@a.test/", "https://two:2@b.a.test/", "https://three:%@b.a.test:8443/"];
    const { headersFor } = await openCredentials({ id: "run", addresses });
    const sent = ["https://a.test/", "https://b.a.test/", "https://b.a.test:8443/", "https://b.a.test:99/"];
    const logins = ["one:1", "two:2", "three:%", "two:2"];
    expect(sent.map((url) => headersFor(new URL(url))["authorization"])).toEqual(logins.map(basic));
  });
});

/** Opens tunnels and forwards pages of http, and remembers what it was told. */
async function proxy() {
  const heads: string[] = [];
  const server = await serveTcp((socket) =>
    socket.once("data", (data) => {
      const head = data.toString("latin1");
      heads.push(head);
      const [, port = ""] = /^\S+ [^ ]*:(\d+)/.exec(head) ?? [];
      const onward = connect(Number(port), "127.0.0.1", () => {
        if (head.startsWith("CONNECT")) socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        else onward.write(data);
        socket.pipe(onward).pipe(socket);
      });
      onward.on("error", () => socket.destroy());
    }),
  );
  onTestFinished(() => server.close());
  return { heads, url: server.url };
}

describe("from https to http and back", () => {
  it.each(["directly", "through a proxy"])(
    "nothing is sent in clear, and the safe site has it again, %s",
    async (how) => {
      const seen: string[] = [];
      let [safePort, plainPort] = [0, 0];
      const next: Readonly<Record<string, () => string>> = {
        "safe /": () => `http://a.test:${plainPort}/`,
        "plain /": () => `https://a.test:${safePort}/back`,
      };
      const answer = (which: string) => (request: IncomingMessage, response: ServerResponse) => {
        const asked = `${which} ${new URL(request.url ?? "", "http://a.test").pathname}`;
        seen.push(`${asked} ${/s3cret/.test(JSON.stringify(request.headers)) ? "with" : "without"}`);
        const location = next[asked]?.();
        response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end("page");
      };
      const { key, cert } = certificate();
      const safe = createHttpsServer({ key, cert }, answer("safe"));
      await new Promise<void>((resolve) => safe.listen(0, "127.0.0.1", resolve));
      const plain = await serveHttp(answer("plain"));
      [safePort, plainPort] = [(safe.address() as AddressInfo).port, plain.port];
      const trusted = getCACertificates("default");
      setDefaultCACertificates([...trusted, cert]);
      const web = createWeb({ allowPrivate: ["127.0.0.1"], lookup: async () => ["127.0.0.1"] });
      onTestFinished(async () => {
        setDefaultCACertificates(trusted);
        await web.close();
        safe.closeAllConnections();
        safe.close();
        await plain.close();
      });
      const { heads, url } = await proxy();
      const session = {
        id: "run",
        respectRobots: false,
        headers,
        cookies: ["http://a.test/ jar=s3cret; Path=/"],
        addresses: [`https://a.test:${safePort}/`],
        ...(how === "directly" ? {} : { proxies: [url] }),
      };
      const page = await web.fetch(`https://a.test:${safePort}/`, { session, signal: AbortSignal.timeout(10_000) });
      expect(page.url).toBe(`https://a.test:${safePort}/back`);
      const pages = seen.filter((each) => !each.includes("robots.txt"));
      expect(pages).toEqual(["safe / with", "plain / without", "safe /back with"]);
      expect(seen.filter((each) => each.includes("robots.txt") && each.endsWith(" with"))).toEqual([]);
      expect(heads.some((head) => head.startsWith("CONNECT"))).toBe(how !== "directly");
      expect(heads.join("")).not.toContain("s3cret");
    },
  );
});
