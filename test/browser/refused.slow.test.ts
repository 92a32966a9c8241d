import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Browser, createBrowser } from "../../src/adapters/browser/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import { type Loopback, serveHttp } from "../doubles/loopback.js";
import { openTrap, type Trap } from "./trap.js";
import { calm, closesAfterAll, describeBrowser, pagesAt } from "./world.js";

/** `TARGET` is the address of the trap with the name of the way as its path. */
interface Way {
  readonly html: string;
  /** Whether the trap sees it where it may be reached. */
  readonly seen?: false;
  /** Clicked, for what needs a person. */
  readonly click?: string;
}

const script = (code: string) => `<p>A page.</p><script>${code}</script>`;

const WAYS: Readonly<Record<string, Way>> = {
  "an iframe": { html: "<iframe src='TARGET'></iframe>" },
  "an image": { html: "<img src='TARGET'>" },
  "a script": { html: "<script src='TARGET'></script>" },
  "a stylesheet": { html: "<link rel=stylesheet href='TARGET'>" },
  "an import of a stylesheet": { html: "<style>@import url(TARGET);</style>" },
  "an object": { html: "<object data='TARGET'></object>" },
  "a prefetched page": { html: "<link rel=prefetch href='TARGET'>" },
  "a preloaded script": { html: "<link rel=preload as=script href='TARGET'>" },
  "a module that is preloaded": { html: "<link rel=modulepreload href='TARGET'>" },
  "a connection ahead of time": { html: "<link rel=preconnect href='TARGET'>", seen: false },
  "a name looked up ahead of time": { html: "<link rel=dns-prefetch href='TARGET'>", seen: false },
  "rules for speculation": {
    html: `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["TARGET"],"eagerness":"immediate"}]}</script>`,
    seen: false,
  },
  fetch: { html: script("fetch('TARGET').catch(() => {})") },
  "a request that outlives the page": {
    html: script("fetch('TARGET', {keepalive: true, method: 'POST'}).catch(() => {})"),
  },
  "an XMLHttpRequest": { html: script("const r = new XMLHttpRequest(); r.open('GET', 'TARGET'); r.send()") },
  "a beacon": { html: script("navigator.sendBeacon('TARGET', 'x')") },
  "a WebSocket": { html: script("new WebSocket('TARGET'.replace('http', 'ws'))") },
  "an EventSource": { html: script("new EventSource('TARGET')") },
  "a worker": {
    html: script(`new Worker(URL.createObjectURL(new Blob(["fetch('TARGET').catch(() => {})"])))`),
  },
  "a service worker": {
    html: script(`ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, "/sw.js?TARGET").catch(() => {});
      navigator.serviceWorker.register("/sw.js?TARGET").catch(() => {})`),
    seen: false,
  },
  WebTransport: {
    html: script(`const code = "new WebTransport('https://127.0.0.1:PORT/').ready.catch(() => {})";
      new Worker(URL.createObjectURL(new Blob([code]))); try { (0, eval)(code); } catch {}`),
    seen: false,
  },
  WebRTC: {
    html: script(`const frame = document.body.appendChild(document.createElement("iframe"));
      const found = [];
      for (const world of [window, frame.contentWindow]) for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) {
        if (!world[name]) continue;
        found.push(name);
        const peer = new world[name]({ iceServers: [{ urls: "stun:127.0.0.1:PORT" }] });
        peer.createDataChannel("x");
        peer.onicecandidate = ({ candidate }) => candidate && document.body.append("candi" + "date:" + candidate.candidate);
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      }
      document.body.append("connections: " + found.length)`),
    seen: false,
  },
  "a redirect of the page": { html: "302" },
  "a redirect of an image": { html: "<img src='/to?TARGET'>" },
  "a redirect of a frame": { html: "<iframe src='/to?TARGET'></iframe>" },
  "a redirect of fetch": { html: script("fetch('/to?TARGET').catch(() => {})") },
  "a refresh": { html: "<meta http-equiv=refresh content='0;url=TARGET'><p>A page." },
  "a header that refreshes": { html: "refresh" },
  "location =": { html: script("location = 'TARGET'") },
  "a form that sends itself": {
    html: script(
      "const f = document.createElement('form'); f.action = 'TARGET'; f.method = 'post'; document.body.append(f); f.submit()",
    ),
  },
  "a link that is clicked": { html: "<a id=go href='TARGET'>go</a>", click: "#go" },
  "a ping of a link": { html: "<a id=go href='#x' ping='TARGET'>go</a>", click: "#go", seen: false },
  "a window that opens": {
    html: "<button id=go onclick=\"window.open('TARGET')\">go</button>",
    click: "#go",
    seen: false,
  },
  "a link into a new window": { html: "<a id=go target=_blank href='TARGET'>go</a>", click: "#go", seen: false },
  "a download": { html: "<a id=go download href='TARGET'>go</a>", click: "#go", seen: false },
  "a picture in a shadow root": {
    html: script("document.body.attachShadow({mode: 'open'}).innerHTML = '<img src=TARGET>'"),
  },
};

let trap: Trap;
let site: Loopback;
let guarded: Browser;
let web: ReturnType<typeof createWeb>;
/** Names that were looked up. */
const looked: string[] = [];

describeBrowser("what pages may not reach", () => {
  closesAfterAll();
  beforeAll(async () => {
    trap = await openTrap();
    site = await waysAt();
    web = createWeb({
      version: "0",
      allowPrivate: [`127.0.0.1:${site.port}`],
      async lookup(name) {
        looked.push(name);
        return ["127.0.0.1"];
      },
    });
    guarded = createBrowser({ web, allowNoSandbox: true, settleMs: 3000 });
  }, 60_000);
  afterAll(async () => {
    await guarded.close();
    await web.close();
    await trap.close();
  });

  it("a page that is refused to begin with is not opened", async () => {
    for (const address of [
      `http://127.0.0.1:${trap.port}/`,
      "file:///etc/passwd",
      "data:text/html,x",
      "chrome://version/",
    ]) {
      await expect(guarded.render(address, { signal: calm() })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    }
    expect(trap.asked).toEqual([]);
  });

  // As many at once as the browser takes: most of the time each waits for its page to come to rest.
  for (const [name, { click }] of Object.entries(WAYS)) {
    it.concurrent(`${name} reaches nothing`, async () => {
      const steps = click === undefined ? {} : { steps: [{ do: "click", selector: click } as const] };
      const rendering = guarded.render(`${site.url}/way?${name}`, { signal: calm(), timeoutMs: 25_000, ...steps });
      if (name === "a redirect of the page") {
        await expect(rendering).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
      } else {
        const page = await rendering;
        expect(page.text).not.toContain("internal secret");
        expect(page.text).not.toContain("candidate:");
        if (name === "WebRTC") expect(page.text).toContain("connections: 0");
      }
      expect([trap.asked, trap.datagrams()]).toEqual([[], 0]);
    });
  }

  it("what a page was refused stands in its notes", async () => {
    const place = `127.0.0.1:${trap.port}`;
    const framed = await guarded.render(`${site.url}/way?an iframe`, { signal: calm() });
    expect(framed.notes.join()).toContain(`asked for addresses that may not be fetched: ${place}`);
    expect(framed.requests.refused).toBeGreaterThan(0);
    const led = await guarded.render(`${site.url}/way?location =`, { signal: calm() });
    expect(led.notes.join()).toContain(`wanted to lead on to http://${place}/`);
  });

  it("odd ways to write the address of this machine reach nothing", async () => {
    const lan = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
    const own = lan.filter((address) => !address.includes(":")).concat("localhost", "a.localhost", "name.test");
    const odd = ["0x7f.1", "127.1", "2130706433", "0177.0.0.1", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]", ...own];
    const targets = odd.map((host) => `http://${host}:${trap.port}/`);
    const every = targets.map(
      (target) => `<iframe src='${target}'></iframe><img src='${target}'><script>fetch('${target}').catch(() => {});
        new WebSocket('${target}'.replace('http', 'ws'))</script>`,
    );
    const { requests, text } = await guarded.render(`${await served(every.join(""))}`, {
      signal: calm(),
      timeoutMs: 120_000,
    });
    expect(requests.refused).toBeGreaterThan(odd.length);
    expect(text).not.toContain("internal secret");
    expect([trap.asked, trap.datagrams()]).toEqual([[], 0]);
    expect(looked).toContain("name.test");
  });

  it("a name that leads elsewhere the second time is judged by that", async () => {
    const secret = await serveHttp((_request, response) => void response.end("internal secret"), { host: "127.0.0.2" });
    const asked: string[] = [];
    const rebinding = await pagesAt(
      {
        "/": (_request, response) =>
          response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(
            `<p id=said>waits</p><script>setTimeout(async () => {
            said.textContent = await fetch("http://rebound.test:${secret.port}/").then((answer) => answer.text(), () => "nothing");
          }, 100)</script>`,
          ),
      },
      asked,
    );
    let served = 0;
    const rebound = createWeb({
      version: "0",
      allowPrivate: [`127.0.0.1:${rebinding.port}`, `127.0.0.1:${secret.port}`],
      async lookup(name) {
        if (name === "rebound.test") served += 1;
        return [asked.length === 0 ? "127.0.0.1" : "127.0.0.2"];
      },
    });
    const browser = createBrowser({ web: rebound, allowNoSandbox: true, settleMs: 3000 });
    try {
      const page = await browser.render(`http://rebound.test:${rebinding.port}/`, { signal: calm() });
      expect(page.text).toContain(">nothing<");
      expect(page.requests.refused).toBeGreaterThan(0);
      expect(served).toBeGreaterThan(1);
      expect(secret.connections()).toBe(0);
    } finally {
      await browser.close();
      await rebound.close();
      await secret.close();
    }
  });

  it("files, sources and pages of the browser itself are not shown", async () => {
    const addresses = [
      "file:///etc/passwd",
      "view-source:file:///etc/passwd",
      "chrome://version/",
      "chrome://settings/",
    ];
    const frames = addresses.map((address) => `<iframe src="${address}"></iframe><a href="${address}">a</a>`).join("");
    const led = addresses.map((address) => `try { location = "${address}" } catch {}`).join(";");
    const data = "setTimeout(() => { location = 'data:text/html,<h1>led' + ' astray</h1>' }, 50)";
    // So many that the time of a page would not do for one after the other.
    const page = await guarded.render(
      await served(`${frames.repeat(2)}<p>still here</p><script>${led};${data}</script>`),
      {
        signal: calm(),
        steps: [{ do: "click", selector: "a" }],
      },
    );
    expect(page.text).toContain("still here");
    expect(page.text).not.toMatch(/root:|<h1>led astray|revision: /);
    expect(page.url).toMatch(/^http:/);
  });

  it("each of these ways would reach it where that is allowed", { timeout: 300_000 }, async () => {
    const open = createWeb({ version: "0", allowPrivate: [`127.0.0.1:${site.port}`, `127.0.0.1:${trap.port}`] });
    const browser = createBrowser({ web: open, allowNoSandbox: true, settleMs: 3000 });
    const names = Object.entries(WAYS).flatMap(([name, { seen = true }]) => (seen ? [name] : []));
    try {
      const unseen: string[] = [];
      // One after the other: some ways need a page that is in front.
      for (const name of names) if (!(await isSeen(name, browser))) unseen.push(name);
      expect(unseen).toEqual([]);
    } finally {
      await browser.close();
      await open.close();
    }
  });
});

/** Whether the trap is asked by a page that stays open until it is: how soon depends on the way and on the machine. */
async function isSeen(name: string, browser: Browser): Promise<boolean> {
  const { click } = WAYS[name]!;
  const ended = new AbortController();
  const steps = [
    ...(click === undefined ? [] : [{ do: "click", selector: click } as const]),
    { do: "wait", milliseconds: 60_000 } as const,
  ];
  const rendering = browser
    .render(`${site.url}/way?${name}`, { signal: ended.signal, statuses: "any", timeoutMs: 60_000, steps })
    .catch(() => undefined);
  const seen = await vi
    .waitFor(() => expect(trap.asked.join("\n")).toContain(` ${pathOf(name)} `), { timeout: 40_000 })
    .then(
      () => true,
      () => false,
    );
  ended.abort();
  await rendering;
  return seen;
}

/** The path by which the trap knows a way. */
function pathOf(name: string): string {
  return `/way-${Object.keys(WAYS).indexOf(name)}`;
}

let pageNow = "";

/** The address of a page with this in it. */
async function served(html: string): Promise<string> {
  pageNow = html;
  return `${site.url}/page`;
}

async function waysAt(): Promise<Loopback> {
  const target = (path = "/way") => `http://127.0.0.1:${trap.port}${path}`;
  return await pagesAt({
    "/page": (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(pageNow),
    "/to": (request, response) =>
      response
        .writeHead(302, { location: (request.url ?? "").split("?")[1] ?? "", "access-control-allow-origin": "*" })
        .end(),
    "/sw.js": (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(`fetch("${target()}").catch(() => {}); oninstall = () => fetch("${target()}").catch(() => {});`),
    "/way": (request, response) => {
      const name = decodeURIComponent((request.url ?? "").split("?")[1] ?? "");
      const led = target(pathOf(name));
      const html = (WAYS[name]?.html ?? "").replaceAll("TARGET", led).replaceAll("PORT", String(trap.port));
      if (html === "302") response.writeHead(302, { location: led }).end();
      else if (html === "refresh") {
        response.writeHead(200, { "content-type": "text/html", refresh: `0;url=${led}` }).end("<p>A page.</p>");
      } else response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><body>${html}`);
    },
  });
}
