import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { createClient, type JsonObject, type ScriptoriumClient } from "../../src/client.js";
import { folderOfFile } from "../folders-of-file.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

describeDashboard("the page of a run", () => {
  let world: DashboardWorld;
  let maker: ChildProcess;
  let address = "";
  let site = "";
  let client: ScriptoriumClient;
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld();
    const program = fileURLToPath(new URL("maker.mjs", import.meta.url));
    maker = spawn(process.execPath, [program], { cwd: folderOfFile(), stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise<string>((resolve) =>
      maker.stdout!.once("data", (text) => resolve(String(text).trim())),
    );
    [address = "", site = ""] = line.split(" ");
    client = createClient({ url: address });
  });
  afterAll(() => maker?.kill("SIGKILL"));

  const made = async (jobName: string, lines: readonly string[], wait = true): Promise<string> => {
    const { id } = await client.create("maker");
    await client.setData(id, { jobName, linesFile: lines });
    await client.run(id);
    if (wait) await client.waitForCompletion(id);
    return id;
  };
  const again = async (id: string, data: JsonObject) => {
    await client.setData(id, data);
    await client.restart(id, { wait: 60 });
  };
  const open = async (context: TestContext, at: string, options: { width?: number; dark?: boolean } = {}) => {
    const opened = await world.open(context, options);
    await opened.page.goto(`${address}/#/run/${at}`);
    return opened;
  };
  const view = (page: Page, name: string) => page.getByRole("tab", { name }).click();
  const saved = async (page: Page, act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };

  it("100,000 rows are scrolled, sorted, filtered, opened and exported, with flat memory", async (context) => {
    const id = await made("Many", ["rows 100000"]);
    const { page, errors } = await open(context, id);
    const grid = page.getByRole("grid", { name: "Rows of the run" });
    await grid.getByText("Item 11", { exact: true }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    const memory = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      return (await devtools.send("Runtime.getHeapUsage")).usedSize;
    };
    const before = await memory();
    await grid.focus();
    await page.keyboard.press("End");
    await grid.getByText("Item 99999", { exact: true }).waitFor();
    for (let at = 1; at < 60; at += 1) {
      await grid.evaluate((box, part) => box.scrollTo(0, box.scrollHeight * part), at / 60);
      await page.waitForTimeout(60);
    }
    expect((await memory()) - before).toBeLessThan(12_000_000);
    // Its end is its end, however far one scrolls on.
    const heights = await grid.evaluate(async (box) => {
      const seen = [];
      for (let at = 0; at < 12; at += 1) {
        box.scrollTop = box.scrollHeight;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        seen.push(box.scrollHeight);
      }
      return new Set(seen).size;
    });
    expect(heights).toBe(1);
    await page.getByRole("button", { name: "words" }).click();
    await page.getByRole("button", { name: "words" }).click();
    await expect
      .poll(() => page.locator(".run-said").textContent(), { timeout: 60_000 })
      .toContain("All 100,000 were read and compared by words; the first 2,000 are shown.");
    expect(await grid.getByRole("row").nth(1).textContent()).toContain("4000");
    await page.getByRole("searchbox", { name: "Filter rows" }).fill(">3999");
    await page.getByRole("combobox", { name: "Column to look in" }).selectOption("words");
    await expect
      .poll(() => page.locator(".run-said").textContent(), { timeout: 60_000 })
      .toContain("25 of 100,000 rows match.");
    await grid.getByRole("row").nth(2).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("4000").waitFor();
    expect(await dialog.textContent()).toContain("https://shop.example/item/");
    // The next row is the next one of those that are shown.
    const rowName = () => dialog.getByRole("heading").first().textContent();
    const first = Number.parseInt((await rowName())!.replace(/\D+/, "").replace(",", ""), 10);
    await dialog.getByRole("button", { name: "Next row" }).click();
    await expect
      .poll(async () => Number.parseInt((await rowName())!.replace(/\D+/, "").replace(",", ""), 10))
      .toBe(first + 4001);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Export" }).click();
    const { name, text } = await saved(page, () => page.getByRole("menuitem", { name: "CSV", exact: true }).click());
    expect(name).toBe("Many.csv");
    expect(text.trimEnd().split("\r\n")).toHaveLength(100_001);
    expect(errors).toEqual([]);
  });

  it("a run with failed lines says why, is repaired in the task, and retried from the page", async (context) => {
    const id = await made("Repaired", ["rows 3", "fail Anna", "fail Bert", "post 2"]);
    const { page, errors } = await open(context, id);
    await view(page, "Failed lines");
    await page.getByText("The address <b>does not</b> answer. Correct it.").first().waitFor();
    await page.getByText("fail Anna").click();
    const edit = page.getByRole("dialog").getByRole("link", { name: "Edit the line" });
    expect(await edit.getAttribute("href")).toContain(`#/task/${id}`);
    await page.keyboard.press("Escape");
    await view(page, "Effects");
    expect(await page.getByRole("link", { name: "blog.example/1" }).getAttribute("href")).toBe(
      "https://blog.example/1",
    );
    await client.setData(id, { repaired: true });
    await page.getByRole("button", { name: "Retry 2 failed" }).click();
    await page.getByRole("button", { name: "Run again" }).waitFor();
    // The same run, taken up for its failed lines alone.
    expect((await client.runs(id)).runs.map(({ progress }) => [progress?.ok, progress?.failed])).toEqual([[4, 0]]);
    await page.getByRole("tab", { name: "Failed lines" }).click();
    await page.getByRole("heading", { name: "No line has failed" }).waitFor();
    expect(errors).toEqual([]);
  });

  it("a run of which everything failed leads to what is wrong with it", async (context) => {
    const id = await made("All failed", ["fail Anna"]);
    const { page } = await open(context, id);
    const alert = page.getByRole("alert");
    await alert.getByText("The run has failed").waitFor();
    await alert.getByRole("link", { name: "Edit the task" }).waitFor();
    await page.getByRole("button", { name: "Retry 1 failed" }).waitFor();
  });

  it("a run at work shows how far it is, fills its rows, and is stopped and continued", async (context) => {
    const id = await made("Slow", ["rows 2", "slow 600"], false);
    const { page, errors } = await open(context, id);
    await page.getByText(/^step \d/).waitFor();
    await page.getByRole("progressbar", { name: "Progress" }).waitFor();
    await expect.poll(() => page.locator(".run-live").textContent(), { timeout: 20_000 }).toMatch(/left/);
    await view(page, "Results");
    await page.getByText("Item 1", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Continue" }).click({ timeout: 20_000 });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await client.abort(id);
    await page.getByRole("button", { name: "Continue" }).waitFor({ timeout: 20_000 });
    expect(errors).toEqual([]);
  });

  it("the log of a line is followed while the line goes on", async (context) => {
    const id = await made("Talks", ["slow 600"], false);
    const { page, errors } = await open(context, `${id}?view=log`);
    const log = page.locator(".line-box");
    await log
      .getByText(/step [5-9]$/)
      .first()
      .waitFor({ timeout: 15_000 });
    await log
      .getByText(/step [1-5]\d$/)
      .first()
      .waitFor({ timeout: 15_000 });
    expect((await client.progress(id)).progress).toMatchObject({ done: 0, total: 1 });
    await client.abort(id);
    expect(errors).toEqual([]);
  });

  it("lists and objects in cells are read without brackets", async (context) => {
    const id = await made("Nested", ["nested 1"]);
    const { page } = await open(context, id);
    const grid = page.getByRole("grid", { name: "Rows of the run" });
    for (const text of ["First source, Second source", "one, two", "width: 3, height: 4"]) {
      await grid.getByText(text, { exact: true }).waitFor();
    }
  });

  it("a long log is read in pieces, searched, and narrowed to warnings", async (context) => {
    const lines = Array.from({ length: 60 }, (_, at) => `log 990 ${at}`);
    const id = await made("Log", lines);
    const { page } = await open(context, `${id}?view=log`);
    const log = page.getByRole("region", { name: "Log of the run" });
    await log.getByText("entry 0 of many").first().waitFor();
    expect(await page.locator(".run-said").textContent()).toMatch(/^59,\d{3} entries|^60,\d{3} entries/);
    await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await log.getByText("entry 989 of many").first().waitFor();
    // Only what is in view is drawn.
    expect(await page.locator(".line").count()).toBeLessThan(100);
    await page.getByRole("searchbox", { name: "Search the log" }).fill("entry 777 of");
    await expect.poll(() => page.locator(".run-said").textContent(), { timeout: 30_000 }).toBe("60 entries found ");
    await page.getByRole("searchbox", { name: "Search the log" }).fill("");
    await page.getByRole("combobox", { name: "Level" }).selectOption("warn");
    await expect.poll(() => page.locator(".run-said").textContent()).toBe("600 entries found ");
  });

  it("a log of a million lines is looked through from its beginning to its end", async (context) => {
    const id = await made(
      "Long log",
      Array.from({ length: 1012 }, (_, at) => `log 990 ${at}`),
    );
    const { page, errors } = await open(context, `${id}?view=log`);
    const log = page.getByRole("region", { name: "Log of the run" });
    await log.getByText("entry 0 of many").first().waitFor({ timeout: 60_000 });
    expect(await page.locator(".run-said").textContent()).toMatch(/^1,00\d,\d{3} entries/);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await log.evaluate((box, at) => box.scrollTo(0, box.scrollHeight * at), part);
      await log
        .getByText(/entry \d+ of many/)
        .first()
        .waitFor();
      expect(await page.locator(".line").count()).toBeLessThan(100);
    }
    await log.getByText("entry 989 of many").first().waitFor();
    await page.getByRole("combobox", { name: "Level" }).selectOption("warn");
    await expect
      .poll(() => page.locator(".run-said").textContent(), { timeout: 120_000 })
      .toMatch(/^10,\d{3} entries found/);
    expect(errors).toEqual([]);
  });

  it("chosen columns are remembered, whatever they are called", async (context) => {
    const id = await made("Columns", ["evil"]);
    const { page } = await open(context, `${id}?view=rows`);
    const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
    await head("a,b").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "(no name)" }).click();
    await head("(no name)").waitFor({ state: "detached" });
    await page.reload();
    await head("a,b").waitFor();
    expect(await head("(no name)").count()).toBe(0);
  });

  it("markup in names, cells and files stays text, and previews run nothing", async (context) => {
    const id = await made("<img src=x onerror=\"document.title='ran'\">", ["evil"]);
    const { page, errors } = await open(context, `${id}?view=rows`);
    await page.getByText("<img src=x onerror=\"document.title='ran'\">").first().waitFor();
    await page.getByRole("columnheader", { name: "(no name)" }).waitFor();
    await view(page, "Files");
    const dialog = page.getByRole("dialog");
    const look = async (file: string) => {
      if (await dialog.isVisible()) await page.keyboard.press("Escape");
      await page.getByRole("row", { name: file }).click();
    };
    await look("ü #%25;+.html");
    expect(await dialog.locator("iframe").getAttribute("sandbox")).toBe("");
    await dialog.frameLocator("iframe").getByRole("heading", { name: "Hello" }).waitFor();
    await look("p.svg");
    await dialog.getByRole("img", { name: "p.svg" }).waitFor();
    await look("t.csv");
    await dialog.getByText("Mug, blue").waitFor();
    await dialog.getByText("<script>x</script>").waitFor();
    await look("binary.txt");
    await dialog.getByRole("heading", { name: "This file is not text" }).waitFor();
    const [part] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith("/big.txt")),
      look("big.txt"),
    ]);
    await dialog.getByText(/The first 4 MB of 6.29 MB are shown/).waitFor();
    // Not more is fetched than is shown.
    expect([part.status(), part.headers()["content-length"]]).toEqual([206, String(4 * 1024 * 1024)]);
    await page.keyboard.press("Escape");
    const { name } = await saved(page, () => page.getByRole("button", { name: "All as ZIP" }).click());
    expect(name).toMatch(/\.zip$/);
    expect(await page.title()).not.toBe("ran");
    // The sandbox refuses the script of the preview, and says so.
    expect(errors.filter((error) => !/about:srcdoc|sandbox/.test(error))).toEqual([]);
  });

  it("rows of a megabyte are shown in short and opened whole", async (context) => {
    const id = await made("Huge", ["huge 6"]);
    const { page } = await open(context, `${id}?view=rows`);
    await page
      .getByText(/^a megabyte/)
      .first()
      .click({ timeout: 30_000 });
    await page.getByText("The first 50,000 characters of 1,045,000 are shown. Copy takes all.").waitFor();
  });

  it("a crawl of a real site has a report of its issues with their pages", async (context) => {
    const { id } = await client.create("webcrawler");
    await client.setData(id, { jobName: "Crawl", startUrlsFile: [site], requestDelayFrom: 0, requestDelayTo: 0 });
    await client.run(id);
    await client.waitForCompletion(id);
    const { page, errors } = await open(context, id);
    await view(page, "Report");
    const kinds = page.getByRole("navigation", { name: "Kinds" });
    await kinds.getByRole("button", { name: /Broken link/ }).waitFor();
    const items = page.getByRole("region", { name: "Broken link" });
    expect(await items.textContent()).toContain("/gone");
    await kinds.getByRole("button", { name: /Missing h1/ }).click();
    expect(await page.getByRole("region", { name: "Missing h1" }).textContent()).toContain("/a");
    // Names and groups of figures as people write them.
    await kinds.getByRole("button", { name: /Broken link/ }).click();
    await items.getByText("linked from", { exact: false }).first().waitFor();
    expect(await page.locator(".report-figures").textContent()).toMatch(/Statuses200: \d+404: \d+/);
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });

  it("addresses keep their ends, and heads of columns stand clear of the button beside them", async (context) => {
    const { page } = await open(context, await made("Addresses", ["addresses 3"]));
    const link = page.getByRole("gridcell").getByRole("link").first();
    await link.waitFor();
    const isEndShown = await link.evaluate((one) => {
      const cell = one.closest("[role=gridcell]")!.getBoundingClientRect();
      return one.lastElementChild!.getBoundingClientRect().right <= cell.right + 1;
    });
    expect(isEndShown).toBe(true);
    const head = await page.getByRole("columnheader").last().boundingBox();
    const button = await page.getByRole("button", { name: "Columns" }).boundingBox();
    expect(head!.x + head!.width).toBeLessThanOrEqual(button!.x);
  });

  it("the chosen view is in view on a telephone, whatever comes beside it later", async (context) => {
    const { id } = await client.create("webcrawler");
    await client.setData(id, { startUrlsFile: [site], requestDelayFrom: 0, requestDelayTo: 0 });
    await client.run(id, { wait: 60 });
    const { page } = await open(context, `${id}?view=log`, { width: 390 });
    await page.getByRole("tab", { name: "Report" }).waitFor({ state: "attached" });
    const tab = page.getByRole("tab", { name: "Log" });
    await expect.poll(() => tab.evaluate((one) => one.getBoundingClientRect().right <= innerWidth)).toBe(true);
  });

  it("a failed line says why on as many lines as two", async (context) => {
    const { page } = await open(context, `${await made("Why", ["rows 3", "fail Anna"])}?view=failed`, { width: 1000 });
    const reason = page.getByRole("gridcell").getByText("The address <b>does not</b> answer. Correct it.");
    await reason.waitFor();
    const { hidden, lines } = await reason.evaluate((one) => ({
      hidden: Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight),
      lines: one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
    }));
    expect(hidden).toBeLessThanOrEqual(1);
    expect(Math.round(lines)).toBe(2);
  });

  it("rows with places are on a map, and rows with ranks become lines, whatever their task type", async (context) => {
    const places = await made("Places", ["places 50"]);
    const { page, errors } = await open(context, places);
    await view(page, "Map");
    await page.getByText("50 of 50 places in view").waitFor();
    await page.getByRole("application").focus();
    for (let at = 0; at < 6; at += 1) await page.keyboard.press("+");
    await expect.poll(() => page.locator(".places-list p").first().textContent()).not.toContain("50 of 50");
    await page.keyboard.press("0");
    await page.getByRole("button", { name: /Café 7/ }).click();
    await page.getByRole("dialog").getByText("Café 7").waitFor();
    await page.keyboard.press("Escape");
    // On a telephone they stand closer; no name covers another.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".marks .many").first().waitFor();
    const names = await page
      .locator(".marks text:not(.mark-count)")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const covered = names.filter(({ x, y, right, bottom }, at) =>
      names.some(
        (other, place) =>
          place < at && other.x < right && other.right > x && other.y < bottom - 4 && other.bottom - 4 > y,
      ),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(covered).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const ranks = await made("Ranks", ["ranks 6"]);
    await again(ranks, { round: 1 });
    await again(ranks, { round: 2 });
    await page.goto(`${address}/#/run/${ranks}?view=ranks`);
    await page.getByText("3 moments, the last one at the right.").waitFor();
    await page.locator(".chart canvas").waitFor();
    await page.getByRole("combobox", { name: "Keyword" }).selectOption("tea bowls");
    await page
      .getByRole("cell", { name: /up$|down$/ })
      .first()
      .waitFor();
    expect(errors).toEqual([]);
  });

  it("two runs are compared by a key, and runs are kept", async (context) => {
    const id = await made("Compared", ["change 40"]);
    await again(id, { round: 2 });
    const { page } = await open(context, `${id}?view=compare`);
    await expect.poll(() => page.locator(".run-groups").textContent()).toMatch(/^2New2Gone\d+Changed\d+Unchanged$/);
    await page.getByRole("button", { name: /Changed/ }).click();
    await page.getByText("item-4", { exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toMatch(/Before4Now6/);
    await page.keyboard.press("Escape");
    await view(page, "Runs");
    await page
      .getByRole("checkbox", { name: /Keep the run/ })
      .last()
      .check();
    await expect.poll(async () => (await client.runs(id)).runs.map(({ keep = false }) => keep)).toEqual([false, true]);
    await page.getByRole("row").last().click();
    await page.getByText("This is an earlier run.").waitFor();
    await page.getByRole("link", { name: "To the last run" }).click();
  });

  it("the files of two runs are compared by name, and opened as either run left them", async (context) => {
    const id = await made("Files", ["files 40"]);
    await again(id, { round: 1 });
    for (const look of [{ width: 1440 }, { width: 390, dark: true }]) {
      const { page, errors } = await open(context, `${id}?view=compare`, look);
      const files = page.getByRole("region", { name: "Files of the task" });
      await expect.poll(() => files.locator(".run-groups").textContent()).toMatch(/^1New1Gone1Changed1Unchanged$/);
      const group = (name: string) => files.getByRole("button", { name }).click();
      const dialog = page.getByRole("dialog");
      const shows = async (version: "Before" | "Now", text: string) => {
        await files.getByRole("button", { name: version, exact: true }).click();
        await dialog.getByText(text).waitFor();
        await page.keyboard.press("Escape");
      };
      await group("Changed");
      await files.getByText("18 B → 58 B").waitFor();
      await shows("Before", "content of round 0");
      await shows("Now", "content of round 1!!!");
      await group("Gone");
      await files.getByText("round 0, of its own.txt").waitFor();
      await shows("Before", "only in round 0");
      expect(await files.getByRole("button", { name: "Now", exact: true }).count()).toBe(0);
      await group("New");
      await shows("Now", "only in round 1");
      await expectAccessible(page);
      expect(errors).toEqual([]);
    }
  });

  it("every view is accessible, dark and light, wide and narrow", async (context) => {
    const id = await made("Views", ["rows 40", "fail Anna", "post 3", "evil", "places 20", "log 50"]);
    await again(id, { round: 1 });
    const views = ["rows", "places", "files", "failed", "log", "effects", "compare", "runs"];
    for (const look of [{ width: 1440 }, { width: 390 }, { width: 1440, dark: true }, { width: 390, dark: true }]) {
      const { page, errors } = await open(context, id, look);
      for (const name of views) {
        await page.goto(`${address}/#/run/${id}?view=${name}`);
        await page.getByRole("tab", { selected: true }).waitFor();
        await page.locator(".skeleton").waitFor({ state: "detached" });
        await expectAccessible(page);
      }
      expect(errors).toEqual([]);
    }
  });
});
