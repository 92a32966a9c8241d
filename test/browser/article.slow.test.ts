import { expect, it } from "vitest";
import { LIGHTHOUSES } from "../doubles/article-creator-world.js";
import { browserProcesses } from "./processes.js";
import { ran } from "./task-run.js";
import { browserWorld, closesAfterEach, describeBrowser } from "./world.js";

const [towers = "", lamps = "", keepers = ""] = Object.values(LIGHTHOUSES);
const bodyOf = (html: string) => /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "";
const PAGES = {
  "/towers": `<!doctype html><html lang="en"><head><title>How Lighthouses Are Built</title></head><body><div id="root"></div>
    <script>setTimeout(async () => {
      document.querySelector("#root").innerHTML = (await (await fetch("/towers.json")).json()).html;
    }, 100)</script></body></html>`,
  "/towers.json": JSON.stringify({ html: bodyOf(towers) }),
  "/lamps": lamps,
  "/keepers": keepers,
};
const DATA = {
  articleKeywordsFile: ["lighthouse"],
  sourceMode: ["urls"],
  articleLengthFrom: 150,
  articleLengthTo: 400,
};

describeBrowser("articlecreator in a browser", () => {
  closesAfterEach();

  it("makes an article of an application and of pages that are read as they came, and says which is which", async () => {
    const { site, browser } = await browserWorld(PAGES);
    const sourceUrlsFile = ["/towers", "/lamps"].map((path) => `${site.url}${path}`);
    const { status, rows, log } = await ran(site, browser, "articlecreator", {
      ...DATA,
      sourceUrlsFile,
      browser: "auto",
    });
    expect(log.filter((line) => line.startsWith("error"))).toEqual([]);
    expect([status, rows]).toMatchObject(["complete", [{ keyword: "lighthouse", status: "ok" }]]);
    const sources = rows[0]!["sources"] as { url: string; title: string; rendered: string }[];
    expect(sources.map(({ url, title, rendered }) => [url, title, rendered]).sort()).toEqual([
      [`${site.url}/lamps`, "Lamps and Lenses", ""],
      [`${site.url}/towers`, "How Lighthouses Are Built", "app-frame"],
    ]);
  });

  it("starts no browser for pages that can be read as they came", async () => {
    const { site, browser } = await browserWorld(PAGES);
    const sourceUrlsFile = ["/lamps", "/keepers"].map((path) => `${site.url}${path}`);
    const { status } = await ran(site, browser, "articlecreator", { ...DATA, sourceUrlsFile, browser: "auto" });
    expect(status).toBe("complete");
    expect(browserProcesses(process.pid)).toEqual([]);
  });
});
