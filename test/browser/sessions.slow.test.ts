import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type Browser, createBrowser } from "../../src/adapters/browser/index.js";
import { createWeb, type WebOptions } from "../../src/adapters/web/index.js";
import type { Loopback } from "../doubles/loopback.js";
import { installed, type RealProxy, tinyproxy } from "../doubles/proxies.js";
import { calm, closesAfterEach, describeBrowser, pagesAt } from "./world.js";

const hasProxy = installed("tinyproxy") !== undefined;

interface Request {
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Named {
  readonly requests: Request[];
  /** Those of a path, by host. */
  of(path: string): Request[];
  readonly browser: Browser;
  address(host: string, path: string): string;
}

const opened: { close(): Promise<unknown> }[] = [];

/** One server that answers to several names. */
async function namedSites(
  html: (address: Named["address"]) => string,
  options: WebOptions & { readonly idleMs?: number } = {},
): Promise<Named> {
  const requests: Request[] = [];
  let site: Loopback;
  const address = (host: string, path: string) => `http://${host}:${site.port}${path}`;
  const answer = (set?: string) => (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    requests.push({ host: (request.headers.host ?? "").replace(/:.*/, ""), path, headers: request.headers });
    const cookie = set === undefined ? {} : { "set-cookie": set };
    const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    response
      .writeHead(200, { "content-type": "text/html", ...open, ...cookie })
      .end(path.startsWith("/page") ? html(address) : "");
  };
  site = await pagesAt({
    "/page": answer("seen=yes; Path=/"),
    ...Object.fromEntries(["/image", "/fetch", "/frame", "/again"].map((path) => [path, answer()])),
    "/moved": (_request, response) => response.writeHead(302, { location: address("b.test", "/again") }).end(),
  });
  const { idleMs, ...webOptions } = options;
  const web = createWeb({
    version: "0",
    lookup: async () => ["127.0.0.1"],
    ...webOptions,
    allowPrivate: [`127.0.0.1:${site.port}`, ...(webOptions.allowPrivate ?? [])],
  });
  const browser = createBrowser({ web, allowNoSandbox: true, ...(idleMs === undefined ? {} : { idleMs }) });
  opened.push(web, browser);
  return { requests, of: (path) => requests.filter((request) => request.path === path), browser, address };
}

describeBrowser("what belongs to a task", () => {
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });
  closesAfterEach();

  it("cookies and storage of a task are seen by its further pages and by no other", async () => {
    const { browser, address, of } = await namedSites(
      () => `<p id=kept></p><script>
        kept.textContent = "kept: " + localStorage.getItem("mark") + ";";
        localStorage.setItem("mark", "of this task");
      </script>`,
    );
    const shown = async (id?: string) => {
      const session = id === undefined ? {} : { session: { id } };
      return /kept: ([^;]*);/.exec(
        (await browser.render(address("a.test", "/page"), { signal: calm(), ...session })).text,
      )?.[1];
    };
    expect([await shown("one"), await shown("two"), await shown("one"), await shown(), await shown()]).toEqual([
      "null",
      "null",
      "of this task",
      "null",
      "null",
    ]);
    const cookies = of("/page").map(({ headers }) => headers.cookie ?? "");
    expect(cookies).toEqual(["", "", "seen=yes", "", ""]);
    await browser.forget("one");
    expect(await shown("one")).toBe("null");
  });

  it("cookies of a task outlive a browser that ended with nothing to do", async () => {
    const { browser, address, of } = await namedSites(() => "<p>A page.</p>", { idleMs: 1 });
    const session = { id: "one" };
    for (let time = 0; time < 2; time += 1) {
      await browser.render(address("a.test", "/page"), { signal: calm(), session });
      // The next page comes when the timer of the idle end has fired.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(of("/page").map(({ headers }) => headers.cookie ?? "")).toEqual(["", "seen=yes"]);
  });

  it("headers, cookies and passwords of the user go to the sites they are meant for and to no other", async () => {
    const { browser, address, requests } = await namedSites((at) =>
      ["a.test", "b.test"]
        .map(
          (host) =>
            `<img src="${at(host, "/image")}"><iframe src="${at(host, "/frame")}"></iframe><script>fetch("${at(host, "/fetch")}")</script>`,
        )
        .join("")
        .concat(`<img src="/moved">`),
    );
    const given = address("a.test", "/page").replace("//", "//ada:hunter2@");
    await browser.render(address("a.test", "/page"), {
      signal: calm(),
      session: {
        id: "one",
        addresses: [given],
        headers: { "x-key": "secret" },
        cookies: [`${address("a.test", "/")} token=secret; Path=/`],
      },
    });
    const seen = (host: string) =>
      requests
        .filter((request) => request.host === host)
        .map(({ path, headers }) => [
          path,
          headers["x-key"],
          headers.cookie?.includes("token=secret"),
          headers.authorization,
        ])
        .sort((one, other) => String(one[0]).localeCompare(String(other[0])));
    const password = `Basic ${Buffer.from("ada:hunter2").toString("base64")}`;
    expect(seen("a.test")).toContainEqual(["/page", "secret", true, password]);
    expect(seen("a.test")).toContainEqual(["/image", "secret", true, password]);
    const foreign = seen("b.test").filter(([path]) => path !== "/favicon.ico");
    expect(foreign.map(([path]) => path)).toEqual(["/again", "/fetch", "/frame", "/image"]);
    for (const [, key, cookie, authorization] of foreign)
      expect([key, cookie === true, authorization]).toEqual([undefined, false, undefined]);
  });

  it.skipIf(!hasProxy)("all that a page asks for goes through the proxy of the task", async () => {
    const proxy: RealProxy = await tinyproxy("ada", "hunter2");
    opened.push(proxy);
    const { browser, address, requests } = await namedSites(
      (at) => `<img src="${at("127.0.0.1", "/image")}"><script>fetch("${at("127.0.0.1", "/fetch")}")</script>`,
      { allowPrivate: [proxy.host] },
    );
    const session = { id: "one", proxies: [`http://ada:hunter2@${proxy.host}`] };
    await browser.render(address("127.0.0.1", "/page"), { signal: calm(), session });
    expect(requests.map(({ path }) => path)).toEqual(expect.arrayContaining(["/page", "/image", "/fetch"]));
    expect(requests.filter(({ headers }) => !String(headers["via"]).includes("tinyproxy"))).toEqual([]);
  });
});
