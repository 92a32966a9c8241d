import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { archiveServer, type Capture } from "../web/archive-server.js";
import { ran } from "./task-run.js";
import { browserWorld, closesAfterEach, describeBrowser, pagesAt } from "./world.js";

const at = "20100101000000";
const TEXT = Array.from(
  { length: 12 },
  (_, n) =>
    `<p>In year ${1900 + n} the keeper counted ${n + 7} frames of honey and wrote the weight into the book.</p>`,
).join("");
const APP = `<!doctype html><html lang="en"><head><title>Honey</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>`;
const SCRIPT = `setTimeout(async () => {
  document.querySelector("#root").innerHTML = await (await fetch("/data.html")).text();
}, 100);`;
const BOOK = `<article><h1>The honey book</h1><p>It has <a href="/next">a second part</a>.</p>${TEXT}</article>`;
const captures: readonly Capture[] = [
  { original: "http://bees.test/app", timestamp: at, body: APP },
  { original: "http://bees.test/app.js", timestamp: at, mime: "text/javascript", body: SCRIPT },
  { original: "http://bees.test/data.html", timestamp: at, mime: "text/plain", body: BOOK },
  { original: "http://bees.test/plain", timestamp: at, body: `<title>Plain</title><h1>Plain</h1>${TEXT}${TEXT}` },
];

describeBrowser("waybackscraper in a browser", () => {
  closesAfterEach();

  async function scraped(data: Parameters<typeof ran>[3], url: string) {
    const { host } = new URL(url);
    const { browser, site } = await browserWorld({}, { webOptions: { allowPrivate: [host] } });
    return await ran(
      site,
      browser,
      "waybackscraper",
      { archiveUrl: url, outputFormats: ["json"], ...data },
      { allowPrivate: [host] },
    );
  }

  it("reads a page that its archived script draws from archived data, at one address without bars", async () => {
    const archive = await archiveServer(captures);
    try {
      const { status, rows, log } = await scraped({ domainsFile: ["bees.test"], browser: "auto" }, archive.url);
      expect(log.filter((line) => line.startsWith("warn"))).toEqual([]);
      expect([status, rows]).toMatchObject([
        "complete",
        [
          { original: "http://bees.test/app", title: "Honey", rendered: "app-frame", error: "", note: "" },
          { original: "http://bees.test/plain", title: "Plain", rendered: "", error: "" },
        ],
      ]);
      expect(rows[0]?.["words"]).toBeGreaterThan(200);
      const copies = archive.copies().filter((path) => !path.includes("favicon"));
      expect(copies).toEqual([
        `${at}id_/http://bees.test/app`,
        `${at}if_/http://bees.test/app`,
        `${at}js_/http://bees.test/app.js`,
        `${at}/http://bees.test/data.html`,
        `${at}id_/http://bees.test/plain`,
      ]);
    } finally {
      await archive.close();
    }
  });

  it("tells a refusal of the archive in the browser from a page", async () => {
    const archive = await archiveServer(captures);
    try {
      archive.refuse({ kind: "status", status: 429 }, { on: "replays" });
      const { status, error } = await scraped({ domainsFile: ["bees.test"], browser: "auto" }, archive.url);
      expect([status, error?.code]).toEqual(["failed", "rate-limited"]);
      expect(error?.message).toContain("is refusing connections after 0 of 2 pages. Progress is saved");
    } finally {
      await archive.close();
    }
  });

  it("reads what pywb shows in its frame, and nothing of the banner above it", async () => {
    const replay = (body: string, type = "text/html") => {
      return (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "memento-datetime": DATE }).end(body);
      };
    };
    const entry = {
      urlkey: "test,bees)/app",
      timestamp: at,
      url: "http://bees.test/app",
      mime: "text/html",
      status: "200",
    };
    const page = "http://bees.test";
    const { url } = await pagesAt({
      "/coll/cdx": `${JSON.stringify(entry)}\n`,
      [`/coll/${at}id_/${page}/app`]: replay(APP),
      [`/coll/${at}mp_/${page}/app`]: replay(`<script>
        if (window === window.top) window.location.href = "/coll/${at}/${page}/app";
        const ask = window.fetch;
        window.fetch = (address) => ask("/coll/${at}mp_/" + new URL(address, "${page}/").href);
      </script>${APP.replace('src="', `src="/coll/${at}js_/${page}`)}`),
      [`/coll/${at}js_/${page}/app.js`]: replay(SCRIPT, "text/javascript"),
      [`/coll/${at}mp_/${page}/data.html`]: replay(BOOK),
      [`/coll/${at}/${page}/app`]: replay(`<!DOCTYPE html><html><head></head><body style="margin: 0">
        <wb_div id="_wb_frame_top_banner"><p>Archived on a day in the year 2010, by an archive of the web.</p></wb_div>
        <div id="wb_iframe_div"><iframe id="replay_iframe" width="1000" height="700"></iframe></div>
        <script>document.querySelector("#replay_iframe").src = "/coll/${at}mp_/${page}/app";</script></body></html>`),
    });
    const { status, rows, log } = await scraped(
      { domainsFile: ["bees.test"], mimesFile: [], browser: "auto" },
      `${url}/coll`,
    );
    expect(log.filter((line) => line.startsWith("warn"))).toEqual([]);
    expect([status, rows]).toMatchObject([
      "complete",
      [
        {
          original: "http://bees.test/app",
          title: "Honey",
          language: "en",
          rendered: "app-frame",
          error: "",
          note: "",
        },
      ],
    ]);
    // Those of the book, and none of the banner, which has more.
    const most = BOOK.replace(/<[^>]*>/g, " ").match(/\S+/g)?.length ?? 0;
    expect(rows[0]?.["words"]).toBeGreaterThan(most - 10);
    expect(rows[0]?.["words"]).toBeLessThanOrEqual(most);
  });
});

const DATE = "Fri, 01 Jan 2010 00:00:00 GMT";
