import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

// Makes the pictures of the README: a built server with tasks on its sample site, seen by a real browser.
// npx node scripts/dashboard-pictures.mjs [path of Chromium]

const { createClient } = await import("../dist/client.js");
const root = join(import.meta.dirname, "..");
const pictures = join(root, "docs", "pictures");
const port = "18008";
const cwd = mkdtempSync(join(tmpdir(), "scriptorium-pictures-"));
const server = spawn(
  process.execPath,
  [join(root, "dist", "bin.js"), "serve", "--storage", "memory", "--port", port, "--data", cwd],
  { cwd, stdio: ["ignore", "pipe", "inherit"] },
);
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await new Promise((resolve) => server.stdout.once("data", resolve));
  const client = createClient({ url: `http://localhost:${port}` });
  const made = async (type, data, { run = true } = {}) => {
    const { id } = await client.create(type);
    await client.setData(id, data);
    if (run) {
      await client.run(id, { origin: "ui" });
      await client.waitForCompletion(id);
    }
    return id;
  };
  const html = await (await fetch(`http://localhost:${port}/`, { headers: { accept: "text/html" } })).text();
  const told = /name="scriptorium-offers" content="([^"]*)"/
    .exec(html)[1]
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  const [articlesOffer, crawlOffer] = JSON.parse(told);
  const pages = articlesOffer.data.sourceUrlsFile;
  await made("rssscraper", { jobName: "News of the trade", group: "Sources" }, { run: false });
  await made(
    "webcrawler",
    {
      ...crawlOffer.data,
      jobName: "Broken links, every Monday",
      group: "Shop",
      jobCron: "0 6 * * 1",
      tags: ["weekly"],
    },
    { run: false },
  );
  await made("articledownloader", { jobName: "Pages about bread", group: "Sources", urlsFile: pages });
  await made("webcrawler", { ...crawlOffer.data, jobName: "The almanac, all pages", group: "Sources" });
  await made("mailmerge", { jobName: "Letters to members", group: "Mail" });
  const articles = await made("articlecreator", { ...articlesOffer.data, jobName: "Bread and bees", group: "Blog" });
  mkdirSync(pictures, { recursive: true });
  const tab = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await tab.newPage();
  const seen = async (address, name, act = async () => {}) => {
    await page.goto(`http://localhost:${port}/#/${address}`);
    await page.waitForTimeout(2500);
    await act();
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  await seen("tasks", "tasks");
  await seen(`articles/${articles}/honey%20bees`, "article", () => page.locator("[data-fact]").nth(3).hover());
} finally {
  await browser.close();
  server.kill("SIGTERM");
  rmSync(cwd, { recursive: true, force: true });
}
