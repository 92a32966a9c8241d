import { beforeAll, expect, it } from "vitest";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

const KEY = "k-3f9a";

describeDashboard("the list of tasks", () => {
  let world: DashboardWorld;
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "sqlite"]);
  });

  const created = async (jobName: string, more: Record<string, unknown> = {}, type = "webcrawler") => {
    const { id } = await world.client.create(type);
    await world.client.setData(id, { jobName, ...more });
    return id;
  };

  it("a first visit ends with a result on the screen, with no key and no network", async (context) => {
    const { page, errors } = await world.open(context);
    await page.getByRole("heading", { name: "Welcome to Scriptorium" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Spin it" }).click();
    await page.getByRole("heading", { name: "The same text, with alternatives" }).waitFor();
    expect(await page.locator(".alternatives").count()).toBeGreaterThan(1);
    // They stand within their sentence, not on lines of their own.
    const [first, before] = await page
      .locator(".alternatives")
      .first()
      .evaluate((one) => [one, one.previousElementSibling!].map((of) => of.getClientRects().item(0)!.width));
    expect(first).toBeLessThan(before! / 2);
    await page.getByRole("button", { name: "Write them" }).click();
    await page.waitForURL(/#\/articles\/[0-9a-f]+$/, { timeout: 60_000 });
    const [project] = await world.client.projects();
    expect(project?.keywords).toEqual(["sourdough starter", "honey bees"]);
    expect(errors).toEqual([]);
  });

  it("tasks that others make, run and delete come and go by themselves", async (context) => {
    const { page } = await world.open(context);
    const id = await created("Made elsewhere", {
      startUrlsFile: ["https://slow-almanac.example/"],
      requestDelayFrom: 0,
      requestDelayTo: 0,
    });
    const row = page.getByRole("row", { name: /Made elsewhere/ });
    await row.waitFor();
    expect(await row.textContent()).toContain("Draft");
    await world.client.run(id);
    await expect.poll(() => row.textContent(), { timeout: 20_000 }).toContain("Complete");
    await world.client.delete(id);
    await row.waitFor({ state: "detached" });
  });

  it("a search takes words or a query, and says what is wrong with one", async (context) => {
    await created("Red house");
    await created("Blue house", { maxPages: 7 });
    const { page, errors } = await world.open(context);
    const search = page.getByRole("searchbox", { name: "Search tasks" });
    const names = () => page.locator(".task-name").allTextContents();
    await page.getByText("Blue house").waitFor();
    await search.fill("house red");
    await expect.poll(names).toEqual(["Red house"]);
    await search.fill('{"data.maxPages": 7}');
    await expect.poll(names).toEqual(["Blue house"]);
    await search.fill('{"data.maxPages": {"$where": "1"}}');
    await expect.poll(() => page.locator("#search-said").textContent()).toContain('"$where" is not offered');
    await search.fill('{"data.maxPages": ');
    await expect.poll(() => page.locator("#search-said").textContent()).toContain("not JSON yet");
    await search.fill("nothing of the kind");
    await page.getByRole("heading", { name: "No task matches" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(1);
    expect(errors).toEqual([]);
  });

  it("asks before it runs very many tasks", async (context) => {
    for (let at = 0; at < 21; at += 1) await created(`Herd ${at}`);
    const { page } = await world.open(context, { at: "tasks?q=Herd" });
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("22");
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Run 21 tasks?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await world.client.find({ query: { name: { $regex: "^Herd" }, status: { $ne: "draft" } } })).toEqual([]);
  });

  it("several tasks are deleted at once, and the deletion can be taken back", async (context) => {
    const ids = [await created("Gone one"), await created("Gone two")];
    const { page } = await world.open(context, { at: "tasks?q=Gone" });
    await page.locator(".task-name").first().waitFor();
    await expect.poll(() => page.locator(".task-name").count()).toBe(2);
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "No task matches" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.locator(".task-name").count()).toBe(2);
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await expect
      .poll(() => Promise.allSettled(ids.map((id) => world.client.status(id))), { timeout: 20_000 })
      .toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  });

  it("is worked with the keyboard alone", async (context) => {
    await created("Keyed task");
    const { page } = await world.open(context);
    await page.locator(".task-name").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    // A dialog to be read begins with its title, not with its cross.
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Keyboard");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("Keyed task");
    await expect.poll(() => page.locator(".task-name").allTextContents()).toEqual(["Keyed task"]);
    await page.locator("[role=grid]").focus();
    await page.keyboard.press("Space");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/task\/[0-9a-f]+$/);
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.waitForURL(/#\/tasks$/);
    await page.locator(".task-name").first().waitFor();
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "What should it do?" }).waitFor();
  });

  it("takes a key that is pressed as soon as the list is there", async (context) => {
    await created("Keyed at once");
    const { page } = await world.open(context);
    await page.locator(".task-name").first().waitFor();
    await page.goto(`${world.address}/#/server`);
    await expect.poll(() => page.locator(".task-name").count()).toBe(0);
    await page.evaluate(`{
      const observer = new MutationObserver(() => {
        if (document.querySelector(".task-name") === null) return;
        observer.disconnect();
        dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
      });
      observer.observe(document.body, { childList: true, subtree: true });
      location.hash = "#/tasks";
    }`);
    await page.getByRole("heading", { name: "What should it do?" }).waitFor({ timeout: 5_000 });
  });

  it("leaves the focus with who has moved into a new page at once", async (context) => {
    await created("Focused at once");
    const { page } = await world.open(context);
    await page.locator(".task-name").first().waitFor();
    await page.goto(`${world.address}/#/server`);
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    const focused = await page.evaluate(`new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const grid = document.querySelector("[role=grid]");
        if (grid === null) return;
        observer.disconnect();
        grid.focus();
        setTimeout(() => resolve(document.activeElement.getAttribute("role")), 500);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      location.hash = "#/tasks";
    })`);
    expect(focused).toBe("grid");
  });

  it("moves down with an arrow that is pressed as soon as the list is there", async (context) => {
    await created("Moved at once");
    const { page } = await world.open(context);
    await page.locator(".task-name").first().waitFor();
    await page.goto(`${world.address}/#/server`);
    await expect.poll(() => page.locator(".task-name").count()).toBe(0);
    const row = await page.evaluate(`new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const grid = document.querySelector("[role=grid]");
        if (grid === null) return;
        observer.disconnect();
        grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
        setTimeout(() => resolve(document.querySelector(".table-row.active").ariaRowIndex), 500);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      location.hash = "#/tasks";
    })`);
    // The head is the first row, the newest task the second.
    expect(row).toBe("3");
  });

  it("stored texts are shown as texts", async (context) => {
    const name = '<img src=x onerror="document.title=1"><b>bold</b>';
    await created(name);
    const { page, errors } = await world.open(context);
    await page.getByText(name, { exact: true }).waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  for (const width of [1440, 390]) {
    for (const dark of [false, true]) {
      it(`list and gallery are accessible at ${width} pixels, ${dark ? "dark" : "light"}`, async (context) => {
        const { page, errors } = await world.open(context, { width, dark });
        await page.locator(".task-name").first().waitFor();
        await expectAccessible(page);
        await page.goto(`${world.address}/#/tasks/new`);
        const card = page.getByRole("button", { name: /^Post Emailer/ });
        await card.getByText("Needs a mail account and a folder of articles", { exact: true }).waitFor();
        await page.getByRole("button", { name: /Web Crawler/ }).waitFor();
        await expectAccessible(page);
        expect(errors).toEqual([]);
      });
    }
  }

  it("the colours are those of the system, or the ones that were chosen", async (context) => {
    const { page } = await world.open(context, { dark: true });
    await page.locator(".task-name").first().waitFor();
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const [dark, light] = ["rgb(19, 20, 23)", "rgb(247, 246, 243)"];
    expect(await ground()).toBe(dark);
    const choose = async (name: string) => {
      await page.getByRole("button", { name: "Colours" }).click();
      await page.getByRole("menuitemcheckbox", { name }).click();
    };
    await choose("Light");
    await expect.poll(ground).toBe(light);
    await page.reload();
    await expect.poll(ground).toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    await choose("Dark");
    await expect.poll(ground).toBe(dark);
    await choose("As the system");
    await expect.poll(ground).toBe(light);
  });

  it("on a telephone the buttons of the shell stand beside the page and not on it", async (context) => {
    for (const rightToLeft of [false, true]) {
      const { page } = await world.open(context, { width: 390, rightToLeft });
      await page.locator(".task-name").first().waitFor();
      const main = (await page.locator("main").boundingBox())!;
      for (const name of ["Colours", "Keyboard shortcuts"]) {
        const { y, height } = (await page.getByRole("button", { name }).boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(main.y);
      }
      const bar = (await page.getByRole("link", { name: "Calendar" }).boundingBox())!;
      expect(bar.y).toBeGreaterThanOrEqual(main.y + main.height);
    }
  });

  it("nothing sticks out when it is read from right to left", async (context) => {
    await created("Read from its beginning");
    for (const width of [1440, 390]) {
      const { page } = await world.open(context, { width, rightToLeft: true });
      const name = page.locator(".task-name").first();
      await name.waitFor();
      await expectAccessible(page);
      // A name of the other direction is read from its beginning, and stands at the side of the others.
      const style = await name.evaluate((link) => {
        const { direction, textAlign } = getComputedStyle(link);
        return { direction, textAlign };
      });
      expect(style).toEqual({ direction: "ltr", textAlign: "right" });
    }
  });

  it("a server that is gone is reported, and the page goes on when it is back", async (context) => {
    const { page } = await world.open(context);
    await page.locator(".task-name").first().waitFor();
    await world.restart(async () => {
      await page.getByText("The server does not answer.", { exact: false }).waitFor();
    });
    await page
      .getByText("The server does not answer.", { exact: false })
      .waitFor({ state: "detached", timeout: 20_000 });
    await created("After the restart");
    await page.getByText("After the restart").waitFor({ timeout: 20_000 });
  });
});

describeDashboard("a server with a key", () => {
  let world: DashboardWorld;
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory", "--dashboard", "read-only"], KEY);
  });

  it("asks for the key once, keeps it in the tab, and hides what acts where it is for reading only", async (context) => {
    await world.client.create("webcrawler");
    const { page } = await world.open(context);
    const dialog = page.getByRole("dialog", { name: "API key" });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Key").fill("wrong");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("The server does not take this key.").waitFor();
    await dialog.getByLabel("Key").fill(KEY);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByText("New Web Crawler").waitFor();
    expect(await page.evaluate("JSON.stringify(localStorage) + document.documentElement.outerHTML")).not.toContain(KEY);
    await page.reload();
    await page.getByText("New Web Crawler").waitFor();
    expect(await page.getByRole("link", { name: "New task" }).count()).toBe(0);
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await page.getByText("Read-only").waitFor();
  });
});

describeDashboard("more tasks than are listed", () => {
  let world: DashboardWorld;
  closesAfterAll();
  const MANY = 20_050;
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory"]);
    const { id } = await world.client.create("webscraper");
    await world.client.setData(id, { jobName: "A needle (the first)", group: "old", tags: ["rare"] });
    const work = async (count: number) => {
      for (let made = 0; made < count; made += 1) await world.client.create("webcrawler");
    };
    await Promise.all(Array.from({ length: 10 }, () => work(MANY / 10)));
  }, 300_000);

  it("are not taken for all while the rest is on its way", async (context) => {
    const { page } = await world.open(context);
    const rest = Promise.withResolvers<void>();
    await page.route("**/*", async (route) => {
      const request = route.request();
      if (`${request.url()} ${request.postData()}`.includes("20001")) await rest.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText("The newest 200 tasks, and more to come…").waitFor();
    rest.resolve();
    await page.getByText("20,000 tasks listed").waitFor();
  });

  it("are said to be there, and found by words, filters, queries and other orders", async (context) => {
    const { page, errors } = await world.open(context);
    const names = () => page.locator(".task-name").allTextContents();
    const said = page.getByRole("status").filter({ hasText: /tasks/ });
    await said
      .getByText("There are more tasks: the newest 20,000 are listed.", { exact: false })
      .waitFor({ timeout: 60_000 });
    await page.getByText("20,000 tasks listed").waitFor();
    await expectAccessible(page);
    const search = page.getByRole("searchbox", { name: "Search tasks" });
    for (const text of ["needle (the", "RARE", '{"group": "old"}']) {
      await search.fill(text);
      await expect.poll(names, { timeout: 30_000 }).toEqual(["A needle (the first)"]);
      await said.getByText("All tasks were looked through.").waitFor({ timeout: 30_000 });
    }
    await search.fill("");
    await page.getByRole("combobox", { name: "Group" }).selectOption("old");
    await expect.poll(names, { timeout: 30_000 }).toEqual(["A needle (the first)"]);
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect.poll(async () => (await names())[0], { timeout: 30_000 }).toBe("A needle (the first)");
    // What happens to one that was found is seen at once.
    await search.fill("needle");
    await expect.poll(names, { timeout: 30_000 }).toEqual(["A needle (the first)"]);
    const [found] = await world.client.find<{ _id: string }>({ query: { group: "old" } });
    await world.client.setData(found!._id, { jobName: "The needle, renamed" });
    await expect.poll(names, { timeout: 30_000 }).toEqual(["The needle, renamed"]);
    expect(errors).toEqual([]);
  });
});
