import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../doubles/loopback.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard } from "./world.js";

const SECRET = "hush-4711-hush";
const KEY = "key-8d1c-key";
const PAGES = ["tasks", "tasks/new", "articles", "articles/playground", "calendar", "calendar/chains", "accounts"];
const MORE_PAGES = ["providers", "providers/answers", "providers/settings", "server"];

describeDashboard("the dashboard keeps to itself", () => {
  let world: DashboardWorld;
  let id = "";
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory", "--allow-private", "127.0.0.1"], KEY);
    ({ id } = await world.client.create("webcrawler"));
    await world.client.setData(id, {
      ...{ jobName: "Secret-bearer", startUrlsFile: ["https://slow-almanac.example/"], maxPages: 2 },
      ...{ requestDelayFrom: 0, requestDelayTo: 0, proxiesFile: [`http://u:${SECRET}@127.0.0.1:9`] },
      headers: { authorization: `Bearer ${SECRET}` },
    });
    await world.client.run(id, { wait: 60 });
    await world.client.accounts.create({
      ...{ kind: "mail", name: "Post", secrets: { password: SECRET } },
      settings: { host: "127.0.0.1", from: "a@b.example" },
    });
  });

  const enter = async (page: Page) => {
    await page.getByRole("textbox", { name: "Key" }).fill(KEY);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const everyPage = () => [...PAGES, ...MORE_PAGES, `task/${id}`, `run/${id}`, `run/${id}?view=log`, `articles/${id}`];

  it("no page of it, nothing it is sent and nothing it remembers holds a secret, and looking at it changes nothing", async (context) => {
    const { page, errors } = await world.open(context);
    const acts: string[] = [];
    const sent: Promise<string>[] = [];
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      const isReading = request.method() === "GET" || /^\/(?:projects\/find|accounts\/test|schedule)/.test(path);
      const isNamed = /^\/(?:project|task|create)\b.*\b(?:create|run|abort|delete|duplicate|restart|retry)\b/.test(
        path,
      );
      if (!isReading || isNamed) {
        acts.push(`${request.method()} ${path}`);
      }
    });
    // What was broken off by leaving a page never has a text.
    page.on("requestfinished", (request) => {
      sent.push(request.response().then(async (response) => (await response?.text()) ?? ""));
    });
    await enter(page);
    const before = JSON.stringify([await world.client.find({}), await world.client.accounts.list()]);
    for (const at of everyPage()) {
      await page.goto(`${world.address}/#/${at}`);
      await page.locator("main h1").waitFor();
      await expect.poll(() => page.locator(".skeleton").count(), { timeout: 20_000 }).toBe(0);
      for (const fold of await page.locator(".task-form .fold > summary").all()) await fold.click();
      const values = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value).join("\n"),
      );
      const shown = `${await page.content()}\n${values}`;
      expect(shown, at).not.toContain(SECRET);
      expect(shown, at).not.toContain(KEY);
    }
    const kept = await page.evaluate(async () =>
      JSON.stringify([{ ...localStorage }, document.cookie, await caches.keys(), await indexedDB.databases()]),
    );
    expect(kept).not.toMatch(new RegExp(`${SECRET}|${KEY}`));
    // The key is kept in the tab alone.
    expect(await page.evaluate(() => JSON.stringify(Object.values({ ...sessionStorage })))).toBe(JSON.stringify([KEY]));
    expect((await Promise.all(sent)).filter((text) => text.includes(SECRET) || text.includes(KEY))).toEqual([]);
    expect(acts).toEqual([]);
    expect(JSON.stringify([await world.client.find({}), await world.client.accounts.list()])).toBe(before);
    expect(errors).toEqual([]);
  });
});

describeDashboard("pages of others", () => {
  let world: DashboardWorld;
  let foreign: Loopback;
  let attack = "";
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory"]);
    foreign = await serveHttp((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Foreign</title>${attack}`),
    );
  });
  afterAll(() => foreign?.close());

  it("cannot act through the browser of somebody who has it open", async (context) => {
    const { id } = await world.client.create("webcrawler");
    await world.client.setData(id, { jobName: "Safe", startUrlsFile: ["https://slow-almanac.example/"] });
    const { page } = await world.open(context);
    await page.getByText("Safe", { exact: true }).waitFor();
    const targets = [`project/run/${id}`, "create/webcrawler", `project/delete/${id}`, `task/restart/${id}`].map(
      (path) => `${world.address}/${path}`,
    );
    attack = targets
      .map(
        (target, at) => `<img src="${target}"><script src="${target}"></script><link rel="stylesheet" href="${target}">
<a href="${target}">go</a><iframe src="${target}"></iframe><iframe name="f${at}"></iframe>
<form method="post" action="${target}" target="f${at}"></form>
<script>document.forms[${at}].submit(); fetch("${target}", { mode: "no-cors" }).catch(() => {});
fetch("${target}", { method: "POST", mode: "no-cors", body: "{}" }).catch(() => {});</script>`,
      )
      .join("");
    const other = await page.context().newPage();
    // Another site for the browser, which is not on this machine by its name.
    await other.goto(`http://attacker.test:${foreign.port}/`);
    await other.waitForLoadState("networkidle");
    for (const at of targets.keys()) {
      await other.locator("a").nth(at).click();
      await other.waitForURL(targets[at]!);
      await other.goBack();
    }
    const tasks = await world.client.find<{ readonly name: string; readonly status: string }>({});
    expect(tasks.map(({ name, status }) => [name, status])).toEqual([["Safe", "draft"]]);
  });

  it("cannot put it into a frame", async (context) => {
    attack = `<iframe src="${world.address}/"></iframe>`;
    const { page } = await world.open(context);
    await page.goto(`http://attacker.test:${foreign.port}/`);
    await page.waitForLoadState("networkidle");
    const frame = page.frames().find((one) => one !== page.mainFrame())!;
    expect(frame.url()).toMatch(/^chrome-error:/);
    expect(await frame.locator(".shell").count()).toBe(0);
  });
});
