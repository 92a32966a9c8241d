import { expect, it } from "vitest";
import type { JsonObject } from "../../src/index.js";
import { browserProcesses } from "./processes.js";
import { ran } from "./task-run.js";
import { browserWorld, closesAfterEach, describeBrowser } from "./world.js";

const SENTENCES = Array.from(
  { length: 12 },
  (_, n) =>
    `In year ${1900 + n} the keeper counted ${n + 7} frames of honey and wrote the weight of each into the book.`,
);
const ARTICLE = `<h1>The honey book</h1>${SENTENCES.map((text) => `<p>${text} ${text}</p>`).join("")}`;
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Honey</title></head><body>${body}</body></html>`;
const draws = (selector: string) =>
  `<script>setTimeout(async () => {
    document.querySelector("${selector}").innerHTML = (await (await fetch("/data.json")).json()).html;
  }, 200)</script>`;

const PAGES = {
  "/static": page(`<article>${ARTICLE}</article><script>document.title += " of a keeper"</script>`),
  "/app": page(`<div id="root"></div>${draws("#root")}`),
  "/few": page(`<p>Please wait</p><main></main>${draws("main")}`),
  "/consent": page(`<div id="wall"><h1>Before you continue</h1><p>We use cookies. Accept all to continue.</p>
    <form action="/save"><button id="accept">Accept all</button><button>Reject all</button></form></div><div id="root"></div>
    <script>setTimeout(() => { document.querySelector("#wall").remove(); }, 300)</script>${draws("#root")}`),
  "/data.json": JSON.stringify({ html: `<article>${ARTICLE}</article>` }),
};

describeBrowser("browser: auto", () => {
  closesAfterEach();

  it.for([
    ["articledownloader", "urlsFile"],
    ["webcrawler", "startUrlsFile"],
  ])("%s starts no browser for pages that can be read as they came", async ([type, lines]) => {
    const { site, browser } = await browserWorld(PAGES);
    const { status, rows } = await ran(site, browser, type!, {
      browser: "auto",
      maxPages: 3,
      [lines!]: [`${site.url}/static`],
    });
    expect([status, rows]).toMatchObject(["complete", [{ rendered: "" }]]);
    expect(browserProcesses(process.pid)).toEqual([]);
  });

  it("articledownloader reads what a browser shows of frames and of walls, and says why", async () => {
    const { site, browser } = await browserWorld(PAGES);
    const urlsFile = ["/static", "/app", "/few", "/consent"].map((path) => `${site.url}${path}`);
    const { status, rows } = await ran(site, browser, "articledownloader", { browser: "auto", urlsFile });
    expect(status).toBe("complete");
    expect(rows.map(({ rendered, status, title }) => [rendered, status, title])).toEqual([
      ["", "ok", "Honey"],
      ["app-frame", "ok", "Honey"],
      ["few-words", "ok", "Honey"],
      ["app-frame", "ok", "Honey"],
    ]);
    const words = rows.map((row) => Number(row["words"]));
    expect(new Set(words).size).toBe(1);
  });

  it("webcrawler and webscraper read what scripts draw", async () => {
    const { site, browser } = await browserWorld(PAGES);
    const crawled = await ran(site, browser, "webcrawler", {
      browser: "auto",
      scope: "page",
      startUrlsFile: [`${site.url}/app`, `${site.url}/static`],
    });
    expect(crawled.rows.sort((one, other) => String(one["url"]).localeCompare(String(other["url"])))).toMatchObject([
      { rendered: "app-frame", h1: "The honey book" },
      { rendered: "", h1: "The honey book" },
    ]);
    const scraped = await ran(site, browser, "webscraper", {
      urlsFile: [`${site.url}/app`, `${site.url}/static`],
      columns: [{ name: "head", css: "h1" }],
    });
    expect(scraped.rows.sort((one, other) => String(one["_url"]).localeCompare(String(other["_url"])))).toMatchObject([
      { _rendered: "app-frame", head: "The honey book" },
      { _rendered: "", head: "The honey book" },
    ]);
  });

  it("without a browser the rows say why one would be needed, and the log says it once", async () => {
    const { site } = await browserWorld(PAGES);
    const { rows, log } = await ran(site, undefined, "articledownloader", {
      browser: "auto",
      urlsFile: [`${site.url}/static`, `${site.url}/app`, `${site.url}/few`],
    });
    expect(rows.map(({ rendered }) => rendered)).toEqual(["", "app-frame", "few-words"]);
    const said = log.filter((line) => line.includes("holds next to nothing without a browser"));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^warn: .* no browser is configured: it and pages like it are read as they came\. .*providers\.browser/,
    );
  });

  it.for([
    ["articledownloader", "urlsFile"],
    ["webcrawler", "startUrlsFile"],
    ["webscraper", "urlsFile"],
    ["rssscraper", "feedsFile"],
    ["waybackscraper", "domainsFile"],
  ])("%s with browser always and no browser is refused in a sentence that says what to do", async ([type, lines]) => {
    const { site } = await browserWorld(PAGES);
    const columns: JsonObject = type === "webscraper" ? { columns: [{ name: "head", css: "h1" }] } : {};
    const data = { browser: "always", [lines!]: [`${site.url}/static`], ...columns };
    const { status, error } = await ran(site, undefined, type!, data);
    expect([status, error?.code]).toEqual(["failed", "no-browser"]);
    expect(error?.message).toContain(
      'This task sets browser to "always" and no browser is installed. Install one (see docs: browser provider) or set browser to "never" for pages that need no JavaScript.',
    );
  });

  it("a browser that cannot start fails a task that needs it, in a sentence that says what to do", async () => {
    const { site, browser } = await browserWorld(PAGES, { path: "/nowhere/chromium" });
    const { status, error } = await ran(site, browser, "articledownloader", {
      browser: "always",
      urlsFile: [`${site.url}/app`],
    });
    expect([status, error?.code]).toEqual(["failed", "no-browser"]);
    expect(error?.message).toContain("names no program");
    expect(error?.message).toContain("Give the complete path of a Chromium or Chrome");
  });
});
