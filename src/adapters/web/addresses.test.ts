import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { createWeb, type WebOptions } from "./web.js";

const open: { close(): Promise<void> }[] = [];
let sockets = 0;
const countSocket = () => {
  sockets += 1;
};

beforeEach(() => {
  sockets = 0;
  subscribe("net.client.socket", countSocket);
});
afterEach(async () => {
  unsubscribe("net.client.socket", countSocket);
  for (const each of open.splice(0).reverse()) await each.close();
});

function web(options: WebOptions = {}) {
  const made = createWeb(options);
  open.push(made);
  return made;
}

async function server(text = "hello"): Promise<Loopback> {
  const made = await serveHttp((_request, response) => response.end(text));
  open.push(made);
  return made;
}

async function get(url: string, options: WebOptions = {}) {
  return await web(options).fetch(url, { signal: AbortSignal.timeout(10_000) });
}

async function refusal(url: string, options: WebOptions = {}): Promise<ScriptoriumError> {
  const error = await get(url, options).then(
    (page) => page,
    (error: unknown) => error,
  );
  if (!ScriptoriumError.is(error)) throw new Error(`${url} was not refused`);
  expect(error.code).toBe("ADDRESS_REFUSED");
  return error;
}

describe("addresses that are not public", () => {
  it.each([
    "http://127.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://127.1/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://0/",
    "http://0.0.0.0:8008/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[::7f00:1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[2001:0:1::1]/",
    "http://[2001:2::1]/",
    "http://[100::1]/",
    "http://[4000::1]/",
    "http://[ff02::1]/",
    "http://169.254.169.254/",
    "http://169.254.0.1/",
    "http://100.100.100.200/",
    "http://100.64.0.1/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://192.0.2.1/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://224.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://foo.localhost/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    "https://10.0.0.1/",
  ])("%s is refused and nothing is connected", async (url) => {
    await refusal(url);
    expect(sockets).toBe(0);
  });

  it.each([
    "http://user:pw@example.com/",
    "http://user@example.com/",
    "http:\\\\127.0.0.1",
    "http:\\\\example.com\\@127.0.0.1/",
    "http://example.com\\@127.0.0.1/",
    "\\\\127.0.0.1\\share",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "blob:http://example.com/1",
    "http://exa\nmple.com/",
    "http://example.com/\u0000",
    "http://example.com:99999/",
    "http://[::1%25eth0]/",
    "http://",
    "example.com",
    "//example.com/",
    "",
    "   ",
  ])("%j is refused and nothing is connected", async (url) => {
    await refusal(url);
    expect(sockets).toBe(0);
  });

  it("the message names the address, the reason and the flag that allows it", async () => {
    expect((await refusal("http://10.0.0.5/")).message).toBe(
      "The address http://10.0.0.5/ is refused: private address. To allow it, start the server with --allow-private 10.0.0.5.",
    );
    expect((await refusal("http://[fc00::1]:8080/x")).message).toMatch(/--allow-private \[fc00::1\]:8080\.$/);
    expect((await refusal("http://localhost:3000/")).message).toMatch(/--allow-private localhost:3000\.$/);
  });

  it("the message for what can never be allowed offers no flag", async () => {
    for (const url of ["http://169.254.169.254/", "file:///etc/passwd", "http://u:p@example.com/", "x"]) {
      expect((await refusal(url)).message).not.toContain("--allow-private");
    }
  });

  it.each([
    "http://user:hunter2@example.com/",
    "http:user:hunter2@10.0.0.1/",
    "http:\\\\user:hunter2@example.com/",
    "ftp://user:hunter2@example.com/",
    "user:hunter2@example.com",
    "http://10.0.0.1/?api_key=hunter2&page=1",
    "http://10.0.0.1/?token=hunter2",
    "http://10.0.0.1/#access_token=hunter2",
  ])("neither message nor facts of %s hold the secret", async (url) => {
    const { message, facts } = await refusal(url);
    expect(JSON.stringify({ message, facts })).not.toContain("hunter2");
  });

  it("a long hostile address is shown short and clean", async () => {
    const { message } = await refusal(`http://10.0.0.1/${"a".repeat(100_000)}`);
    expect(message.length).toBeLessThan(300);
    expect((await refusal("http://\u001b[31m")).message).not.toContain("\u001b");
  });
});

describe("names", () => {
  const url = (port: number, name = "a.test") => `http://${name}:${port}/`;

  it("a name that leads to a private address is refused before anything is connected", async () => {
    const { port } = await server();
    const error = await refusal(url(port), { lookup: async () => ["127.0.0.1"] });
    expect(error.message).toBe(
      `The address http://a.test:${port}/ is refused: its name leads to an address of this machine. To allow it, start the server with --allow-private a.test:${port}.`,
    );
    expect(sockets).toBe(0);
  });

  it("one private address among public ones refuses the name", async () => {
    await refusal("http://a.test/", { lookup: async () => ["93.184.216.34", "2606:4700::1111", "10.0.0.1"] });
    expect(sockets).toBe(0);
  });

  it("a name that changes its mind after a first good answer is judged again at the next connection", async () => {
    const target = await serveHttp((_request, response) => response.setHeader("connection", "close").end("first"));
    open.push(target);
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const provider = web({ allowPrivate: ["127.0.0.1"], lookup: async () => answers.shift() ?? [] });
    const signal = AbortSignal.timeout(10_000);
    expect((await provider.fetch(url(target.port), { signal })).text).toBe("first");
    await expect(provider.fetch(url(target.port), { signal })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(answers).toEqual([]);
    expect(sockets).toBe(1);
  });

  it("what is connected to is the address that was judged, whatever the name server says afterwards", async () => {
    const target = await server("judged");
    const lookup = async () => ["127.0.0.1"];
    const page = await get(url(target.port), { lookup, allowPrivate: [`127.0.0.1:${target.port}`] });
    expect(page.text).toBe("judged");
    expect(page.url).toBe(url(target.port));
  });

  it("an IP literal is judged although no name server is asked for it", async () => {
    const lookup = async () => ["93.184.216.34"];
    await refusal("http://127.0.0.1/", { lookup });
    expect(sockets).toBe(0);
  });

  it("an answer of the name server that is no IP address is refused", async () => {
    await refusal("http://a.test/", { lookup: async () => ["0x7f.1"] });
    await refusal("http://a.test/", { lookup: async () => ["fe80::1%eth0"] });
    expect(sockets).toBe(0);
  });
});

describe("--allow-private", () => {
  it.each([
    "127.0.0.1",
    "127.0.0.1:PORT",
    "127.0.0.0/8",
    "127.0.0.0/8:PORT",
    "::ffff:127.0.0.1",
    "[::ffff:7f00:1]:PORT",
  ])("%s allows a page on 127.0.0.1", async (entry) => {
    const { url, port } = await server();
    expect((await get(`${url}/`, { allowPrivate: [entry.replace("PORT", String(port))] })).text).toBe("hello");
  });

  it.each(["127.0.0.1:1", "127.0.0.2", "10.0.0.0/8", "::1", "a.test"])("%s does not", async (entry) => {
    const { url } = await server();
    await refusal(`${url}/`, { allowPrivate: [entry] });
  });

  it.each(["intranet.test", "INTRANET.test", "intranet.test.", "intranet.test:PORT"])(
    "%s allows the name wherever it leads",
    async (entry) => {
      const { port } = await server();
      const allowPrivate = [entry.replace("PORT", String(port))];
      const page = await get(`http://intranet.test:${port}/`, { allowPrivate, lookup: async () => ["127.0.0.1"] });
      expect(page.text).toBe("hello");
    },
  );

  it("localhost can be allowed by name", async () => {
    const { port } = await server();
    const lookup = async () => ["127.0.0.1"];
    expect((await get(`http://localhost:${port}/`, { allowPrivate: ["localhost"], lookup })).text).toBe("hello");
    await refusal(`http://localhost:${port}/`, { allowPrivate: ["127.0.0.1"], lookup });
  });

  it.each([
    "http://169.254.169.254/",
    "http://169.254.170.2/",
    "http://169.254.170.23/",
    "http://100.100.100.200/",
    "http://[fd00:ec2::254]/",
    "http://[fd00:ec2:0:0:0:0:0:0023]/",
    "http://[fd20:ce::254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/",
  ])("the metadata service at %s stays blocked", async (url) => {
    const { facts } = await refusal(url, { allowPrivate: ["0.0.0.0/0", "::/0", "169.254.169.254", "fd00:ec2::254"] });
    expect(facts).toMatchObject({ reason: "metadata" });
    expect(sockets).toBe(0);
  });

  it("a name that is allowed cannot lead to the metadata service", async () => {
    const options = { allowPrivate: ["a.test"], lookup: async () => ["169.254.169.254"] };
    expect((await refusal("http://a.test/", options)).facts).toMatchObject({ reason: "metadata" });
  });

  it("the server's own port stays blocked on every address of this machine", async () => {
    const { port } = await server();
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const hosts = ["127.0.0.1", "127.9.9.9", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"].concat(
      own.filter(({ family }) => family === "IPv4").map(({ address }) => address),
    );
    for (const host of hosts) {
      const options = { allowPrivate: ["0.0.0.0/0", "::/0"], ownPorts: () => [port] };
      expect((await refusal(`http://${host}:${port}/`, options)).facts).toMatchObject({ reason: "own-port" });
    }
    const named = { allowPrivate: ["a.test"], ownPorts: () => [port], lookup: async () => ["127.0.0.1"] };
    expect((await refusal(`http://a.test:${port}/`, named)).facts).toMatchObject({ reason: "own-port" });
    expect(sockets).toBe(0);
  });

  it("another port of this machine can be allowed besides the server's own", async () => {
    const { port, host, url } = await server();
    expect((await get(`${url}/`, { allowPrivate: [host], ownPorts: () => [port + 1] })).text).toBe("hello");
  });

  it.each(["", "http://a.test/", "a.test/x", "a b", "10.0.0.0/99", "a.test:0", "a.test:70000", "user@a.test", "[::1"])(
    "%j is refused as a setting",
    (entry) => {
      expect(() => createWeb({ allowPrivate: [entry] })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    },
  );
});

describe("redirects", () => {
  async function redirecting(location: string, status = 302): Promise<Loopback> {
    const made = await serveHttp((request, response) => {
      if (request.url === "/start") response.writeHead(status, { location }).end("moved");
      else response.end(`arrived at ${request.url}`);
    });
    open.push(made);
    return made;
  }

  it.each([301, 302, 303, 307, 308])(
    "status %i is followed and the page carries the address that answered",
    async (status) => {
      const { url, host } = await redirecting("../next/./page?x=1#part", status);
      const page = await get(`${url}/start`, { allowPrivate: [host] });
      expect(page).toMatchObject({ url: `${url}/next/page?x=1`, text: "arrived at /next/page?x=1", status: 200 });
    },
  );

  it.each([
    "http://10.0.0.1/secret",
    "//127.0.0.1/secret",
    "http://[::1]/secret",
    "http://localhost/secret",
    "http:\\\\127.0.0.1/secret",
    "\\\\127.0.0.1/secret",
    "file:///etc/passwd",
    "data:text/html,hello",
    "http://user:pw@example.com/",
  ])("a redirect to %s is refused", async (location) => {
    const { url, host, connections } = await redirecting(location);
    await refusal(`${url}/start`, { allowPrivate: [host] });
    expect(connections()).toBe(1);
    expect(sockets).toBe(1);
  });

  it("a redirect to another port of an allowed address is judged again", async () => {
    const secret = await server("internal secret");
    const { url, host } = await redirecting(`${secret.url}/secret`);
    await refusal(`${url}/start`, { allowPrivate: [host] });
    expect(secret.connections()).toBe(0);
  });

  it("five redirects are followed and a sixth is not", async () => {
    const redirects = await serveHttp((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("done");
      else response.writeHead(301, { location: `/${left - 1}` }).end();
    });
    open.push(redirects);
    const options = { allowPrivate: [redirects.host] };
    expect((await get(`${redirects.url}/5`, options)).text).toBe("done");
    await expect(get(`${redirects.url}/6`, options)).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { redirects: 5 },
    });
  });

  it("a redirect loop ends", async () => {
    const { url, host } = await redirecting("/start");
    await expect(get(`${url}/start`, { allowPrivate: [host] })).rejects.toMatchObject({ code: "FETCH_FAILED" });
  });

  it("a redirect without a Location is a failed page", async () => {
    const made = await serveHttp((_request, response) => response.writeHead(302).end());
    open.push(made);
    await expect(get(`${made.url}/`, { allowPrivate: [made.host] })).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { status: 302 },
    });
  });
});
