import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createApiServer } from "../../src/adapters/http/index.js";
import { createScriptorium } from "../../src/index.js";
import type { Loopback } from "../doubles/loopback.js";
import { ran } from "./task-run.js";
import { browserWorld, calm, closesAfterEach, describeBrowser } from "./world.js";

const SENTENCES = Array.from(
  { length: 12 },
  (_, n) => `In year ${1900 + n} the keeper counted ${n + 7} frames of honey and wrote their weight into the book.`,
);
const ARTICLE = `<!doctype html><html lang="en"><title>Honey</title><article><h1>The honey book</h1>${SENTENCES.map(
  (text) => `<p>${text} ${text}</p>`,
).join("")}</article></html>`;

const lookup = async () => ["127.0.0.1"];

/** A site that sends whoever has not consented to a page of its own for that, as the large portals do. */
async function portal(accept: string) {
  let site: Loopback;
  const at = (host: string, path: string) => `http://${host}.google.com:${site.port}${path}`;
  const shown = (html: string) => (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  const world = await browserWorld(
    {
      "/story": (request, response) => {
        if (request.headers.cookie?.includes("consent=yes")) shown(ARTICLE)(request, response);
        else response.writeHead(302, { location: at("consent", "/ml?continue=story") }).end();
      },
      "/ml": shown(`<!doctype html><title>Before you continue</title><h1>Before you continue</h1>
        <p>We use cookies to show you pages that fit.</p><form action="/save"><button>Accept all</button></form>${accept}`),
      "/save": (_request, response) => {
        const headers = { "set-cookie": "consent=yes; Domain=google.com; Path=/", location: at("www", "/story") };
        response.writeHead(303, headers).end();
      },
    },
    { webOptions: { lookup } },
  );
  site = world.site;
  return { ...world, address: at("www", "/story") };
}

describeBrowser("walls before pages", () => {
  closesAfterEach();

  it("a page behind a redirect to a consent page is read where a browser gets past it by itself", async () => {
    const { site, browser, address, asked } = await portal(
      "<script>setTimeout(() => document.forms[0].submit(), 200)</script>",
    );
    const data = { browser: "auto", urlsFile: [address] };
    const { status, rows } = await ran(site, browser, "articledownloader", data, { lookup });
    expect([status, rows]).toMatchObject([
      "complete",
      [{ rendered: "consent-wall", status: "ok", title: "Honey", url: address }],
    ]);
    expect(asked.filter((path) => path === "/save")).toHaveLength(1);
  });

  it("a consent page that stays is no article: its line fails, and nothing is clicked", async () => {
    const { site, browser, address, asked } = await portal("");
    const data = { browser: "auto", urlsFile: [address] };
    const { status, rows, error } = await ran(site, browser, "articledownloader", data, { lookup });
    expect([status, rows.map((row) => row["status"])]).toEqual(["failed", ["blocked"]]);
    expect(error?.message).toContain("consent");
    expect(asked).not.toContain("/save");
  });

  it("the API of our own server gets no request from a page, even where all private addresses are allowed", async () => {
    const scriptorium = createScriptorium();
    await scriptorium.start();
    const api = createApiServer(scriptorium.api);
    let connections = 0;
    api.on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    const { port } = api.address() as { readonly port: number };
    const targets = ["127.0.0.1", "localhost", "[::1]", "own.test"].map(
      (host) => `http://${host}:${port}/project/delete/1`,
    );
    const ways = targets.map(
      (target) => `<iframe src="${target}"></iframe><img src="${target}"><link rel=stylesheet href="${target}">
      <script>fetch("${target}", { method: "POST", mode: "no-cors" }).catch(() => {});
        navigator.sendBeacon("${target}"); new WebSocket("${target.replace("http", "ws")}");
        new Worker(URL.createObjectURL(new Blob(["fetch('${target}').catch(() => {})"])));</script>`,
    );
    const { site, browser } = await browserWorld(
      {
        "/page": `<p>A page.</p>${ways.join("")}<script>setTimeout(() => { location = "${targets[0]}" }, 100)</script>`,
        "/moved": (_request, response) => response.writeHead(302, { location: targets[0] }).end(),
      },
      { settleMs: 3000, webOptions: { lookup, allowPrivate: ["0.0.0.0/0", "::/0"], ownPorts: () => [port] } },
    );
    try {
      const page = await browser.render(`${site.url}/page`, { signal: calm() });
      expect(page.text).toContain("A page.");
      expect(page.requests.refused).toBeGreaterThan(targets.length);
      const moved = browser.render(`${site.url}/moved`, { signal: calm() });
      await expect(moved).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
      expect(connections).toBe(0);
      // The same server answers whoever may ask.
      expect((await fetch(`http://127.0.0.1:${port}/project/delete/1`)).status).toBeGreaterThan(0);
      expect(connections).toBe(1);
    } finally {
      api.closeAllConnections();
      await new Promise((resolve) => api.close(resolve));
      await scriptorium.stop();
    }
  });
});
