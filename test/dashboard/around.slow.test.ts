import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { folderOfFile } from "../folders-of-file.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

const WIDTHS = [1440, 390];

describeDashboard("the pages around the tasks", () => {
  closesAfterAll();
  let world: DashboardWorld;
  const articles = folderOfFile();
  beforeAll(async () => {
    mkdirSync(articles, { recursive: true });
    for (const name of ["one", "two", "three"]) {
      writeFileSync(
        join(articles, `${name}.md`),
        `---\ntitle: Post ${name}\n---\nA text about ${name}, as long as it is.\n`,
      );
    }
    world = await dashboardWorld([
      ...["--source-root", articles, "--contact", "a@b.example"],
      ...[
        "--providers",
        '{"search": {"kind": "searxng", "address": "http://127.0.0.1:9"}, "images": "none", "video": "none", "browser": "none"}',
      ],
    ]);
  });

  it("an empty server says on every page what there could be", async (context) => {
    const { page, errors } = await world.open(context, { at: "calendar" });
    await page.getByText("Nothing is planned", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Chains" }).click();
    await page.getByText("No task starts another one").waitFor();
    await page.goto(`${world.address}/#/accounts`);
    await page.getByText("No accounts yet").waitFor();
    expect(errors).toEqual([]);
  });

  it("an account is added, refused where it is wrong, tested, changed and deleted, and its secret is never shown", async (context) => {
    const { page, errors } = await world.open(context, { at: "accounts" });
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Blog" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.getByText(/The field "url" is missing/).waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Notes");
    await form.getByLabel("Kind", { exact: true }).selectOption("folder");
    await form.getByLabel("URL", { exact: true }).fill("notes");
    await form.getByLabel("Password", { exact: true }).fill("hidden-1");
    await form.getByRole("button", { name: "Save and test" }).click();
    await page.getByText(/Posts are written as Markdown below blogs\/notes/).waitFor();
    expect(await page.content()).not.toContain("hidden-1");
    const [account] = await world.client.accounts.list();
    expect(account).toMatchObject({ name: "Notes", settings: { kind: "folder", url: "notes" } });

    await page.getByRole("row", { name: /Notes/ }).click();
    await form.getByLabel("Group", { exact: true }).fill("news");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await expect.poll(async () => (await world.client.accounts.list())[0]?.settings["group"]).toBe("news");
    expect((await world.client.accounts.list())[0]?.secrets).toEqual({ password: "********" });

    await page.getByRole("button", { name: "Actions for Notes" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("row", { name: /Notes/ }).waitFor();
    expect(await world.client.accounts.list()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it("a table is tried out before it is imported", async (context) => {
    const { page, errors } = await world.open(context, { at: "accounts" });
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Table or list").fill("host,from,port\nsmtp.example.com,a@b.example,587\n,c@d.example,1");
    await dialog.getByLabel("Kind").selectOption("mail");
    await dialog.getByRole("button", { name: "Try it out" }).click();
    await dialog.getByText("1 to add, 0 to change, 0 the same, 1 refused.").waitFor();
    expect(await world.client.accounts.list({ kind: "mail" })).toEqual([]);
    await dialog.getByRole("button", { name: "Import 1" }).click();
    await expect.poll(async () => (await world.client.accounts.list({ kind: "mail" })).length).toBe(1);
    await dialog.getByText("Imported.").waitFor();
    expect(errors).toEqual([]);
  });

  it("a kind of account that nothing is known of is listed and can be deleted, not changed", async (context) => {
    await world.client.webhooks.create({ url: "https://hooks.example/in", events: ["task.failed"] });
    const { page } = await world.open(context, { at: "accounts?kind=webhook" });
    await page.getByRole("button", { name: /Actions for webhook/ }).click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Delete"]);
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /hooks.example/ }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("a schedule is in the calendar, is paused there, and goes on", async (context) => {
    const { id } = await world.client.create("webcrawler");
    await world.client.setData(id, {
      jobName: "Daily crawl",
      startUrlsFile: ["https://no.example/"],
      jobCron: "0 12 * * *",
    });
    await world.client.run(id, { wait: 60 });
    const { page, errors } = await world.open(context, { at: "calendar" });
    await page.getByRole("gridcell").getByText("Daily crawl").first().waitFor();
    // By keyboard: tomorrow, which has it whatever the time is now.
    await page.locator('[data-day][tabindex="0"]').focus();
    const focused = () => page.evaluate("document.activeElement.dataset.day") as Promise<string | undefined>;
    const today = await focused();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => ![today, undefined].includes(await focused())).toBe(true);
    await page.keyboard.press("Enter");
    const day = page.getByRole("dialog");
    await day.getByText("Daily crawl").waitFor();
    await day.getByRole("button", { name: "Pause “Daily crawl”" }).click();
    await page.getByLabel("Until").fill("2099-01-31");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect.poll(async () => (await world.client.schedule(id)).paused).toBe(true);
    // Escape is for the day, so the question about the pause has to be gone.
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByText("Paused until 2099-01-31").waitFor();
    expect(await page.locator(".schedules").textContent()).toContain("Every day at 12:00");
    await page.getByRole("button", { name: "Resume “Daily crawl”" }).click();
    await expect.poll(async () => (await world.client.schedule(id)).paused).toBe(false);
    for (const [key, title] of [
      ["w", "Week"],
      ["l", "List"],
      ["m", "Month"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("button", { name: title, pressed: true }).waitFor();
      await expectAccessible(page);
    }
    expect(errors).toEqual([]);
  });

  it("a drip of posts is looked at and taken back", async (context) => {
    const { id } = await world.client.create("postuploader");
    await world.client.setData(id, {
      jobName: "Drip",
      blogIds: ["Notes"],
      articleFolder: articles,
      postStatus: "publish",
      postIntervalFrom: 2,
      postIntervalTo: 2,
      postUseToday: false,
      postStartDate: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    });
    const ran = await world.client.run(id, { wait: 60 });
    expect(ran.status).toBe("complete");
    const { page, errors } = await world.open(context, { at: "calendar?view=list" });
    await page.getByText("One", { exact: true }).waitFor();
    const open = async (title: string) => {
      const day = page.locator(".agenda > li").filter({ hasText: title }).first();
      await day.getByRole("button").click();
    };
    // A single post first: the others stay.
    await open("One");
    const day = page.getByRole("dialog").first();
    await day.getByRole("button", { name: "Take back", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Take this post back?" });
    await question.getByText("The other posts of its run stay.", { exact: false }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
    await question.getByRole("button", { name: "Take back" }).click();
    await page.getByText("1 post was taken back").first().waitFor();
    const outcome = async () => {
      const { rows } = await world.client.results(id);
      return rows.map((row) => `${String(row["file"]).split("/").at(-1)} ${row["status"]}`);
    };
    expect(await outcome()).toEqual(["one.md deleted"]);
    expect((await world.client.data(id))["rollbackRunId"]).toBe("");
    await expect.poll(() => day.getByText("Drip, to").count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".agenda .planned.post").count()).toBe(2);
    // Then all that is left of the run.
    await open("Two");
    await day.getByRole("button", { name: "Whole run…" }).click();
    await page
      .getByRole("dialog", { name: "Take these posts back?" })
      .getByRole("button", { name: "Take back" })
      .click();
    await page
      .getByText(/^[23] posts were taken back/)
      .first()
      .waitFor();
    expect(await outcome()).toEqual(expect.arrayContaining(["two.md deleted", "three.md deleted"]));
    await expect.poll(() => day.getByText("Drip, to").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("chains are drawn, with circles and tasks that are gone, and told as a list", async (context) => {
    const make = async (jobName: string, chainJobId = "", chainOn = "complete") => {
      const { id } = await world.client.create("webcrawler");
      await world.client.setData<string>(id, { jobName, chainJobId, chainOn });
      return id;
    };
    const last = await make("Publish");
    const middle = await make("<b>Write</b>", last);
    await make("Collect", middle, "always");
    const one = await make("Circle one");
    const other = await make("Circle two", one);
    await world.client.setData<string>(one, { chainJobId: other });
    const gone = await make("Gone");
    await make("Leads nowhere", gone);
    await world.client.delete(gone);
    const { page, errors } = await world.open(context, { at: "calendar/chains" });
    const chain = page.locator(".chain").filter({ hasText: "Collect" });
    await chain.getByRole("link", { name: /^<b>Write<\/b>/ }).waitFor();
    expect(await chain.locator("svg .chain-arrow").count()).toBe(2);
    await chain.getByText("As a list").click();
    await chain.getByText("whatever its end starts").waitFor();
    await page.getByText("This chain goes in a circle").waitFor();
    await page.getByText("No longer there").first().waitFor();
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });

  it("says of providers whether they answer, of types what they lack, and of settings where they come from", async (context) => {
    const { page, errors } = await world.open(context, { at: "providers" });
    await page.getByText(/To have one, set providers\.maps/).waitFor();
    await page.getByRole("tab", { name: /Providers/ }).click();
    await page.getByText(/SearXNG at 127\.0\.0\.1:9 refused the connection/).waitFor();
    await page.getByText("Setting providers.search, --providers").waitFor();
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByLabel("Only what somebody has set").check();
    await page.getByText("a@b.example").waitFor();
    await page.getByText("--contact").waitFor();
    expect(errors).toEqual([]);
  });

  it("shows the state of the server, and that it is gone and back", async (context) => {
    const { page } = await world.open(context, { at: "server" });
    await page.getByText("Answers", { exact: true }).waitFor();
    await page.locator(".graph canvas").first().waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    // Its lines have colours of their own, also for those who want nothing to move.
    const marks = await page
      .locator(".graph")
      .first()
      .locator(".u-marker")
      .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).borderTopColor));
    expect(new Set([...marks, "rgb(29, 28, 26)"]).size).toBe(3);
    await world.restart(async () => {
      await page.getByText("No answer", { exact: true }).waitFor({ timeout: 20_000 });
    });
    await page.getByText("Answers", { exact: true }).waitFor({ timeout: 20_000 });
  });

  it("nothing of them is out of reach of anybody", async (context) => {
    for (const width of WIDTHS) {
      for (const dark of [false, true]) {
        const { page } = await world.open(context, { width, dark, at: "accounts", rightToLeft: dark });
        for (const at of [
          "accounts",
          "calendar",
          "calendar/chains",
          "providers",
          "providers/answers",
          "providers/settings",
          "server",
        ]) {
          await page.evaluate((to) => {
            location.hash = `#/${to}`;
          }, at);
          await page.locator("main h1").waitFor();
          await expect.poll(() => page.locator(".skeleton").count(), { timeout: 20_000 }).toBe(0);
          await expectAccessible(page);
        }
      }
    }
  });
});

describeDashboard("providers that hang", () => {
  closesAfterAll();
  it("have ten seconds, and the page says so meanwhile", async (context) => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    context.onTestFinished(() => void silent.closeAllConnections());
    context.onTestFinished(() => void silent.close());
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const providers = { search: { kind: "searxng", address }, images: "none", video: "none", browser: "none" };
    const world = await dashboardWorld(["--providers", JSON.stringify(providers)], "the key");
    const { page, errors } = await world.open(context, { at: "providers/answers" });
    await page.getByRole("textbox", { name: "Key" }).fill("wrong");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The server does not take this key.").waitFor();
    await page.getByRole("textbox", { name: "Key" }).fill("the key");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Each provider has ten seconds to answer…").waitFor();
    await page.getByText("No answer").waitFor({ timeout: 30_000 });
    expect(await page.content()).not.toContain("the key");
    expect(errors).toEqual([]);
  });
});
