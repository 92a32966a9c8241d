import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/index.js";
import { folderOfFile } from "../folders-of-file.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

const index = pathToFileURL(join(import.meta.dirname, "../../dist/index.js")).href;
const zod = import.meta.resolve("zod");

/** A task type of somebody else, with a field of a form that no form knows. */
const plugin = (type: string) => `
import { basic, defineTaskPlugin, secret } from "${index}";
import { z } from "${zod}";
export default defineTaskPlugin({
  type: "${type}",
  words: "${type}",
  title: "Poems",
  summary: "Writes a poem for every subject.",
  options: z.object({
    subjectsFile: basic(z.array(z.string()).default([]).describe("Subjects, one per line."), ["spring"]),
    stanzas: z.int().min(1).max(9).default(3).describe("Stanzas of a poem."),
    pin: secret(z.string()).default("").describe("Opens the archive."),
    pair: z.tuple([z.string(), z.int()]).default(["a", 1]).describe("A pair."),
    either: z.union([z.string(), z.array(z.int())]).default("").describe("One or the other."),
    since: z.iso.date().optional().describe("Since when."),
    page: z.url().optional().describe("A page."),
    headers: z.record(z.string(), z.string()).default({}).describe("Headers."),
  }),
  inputs: ({ subjectsFile }) => subjectsFile,
  async run(line, { output, options }) {
    if (line === "winter") throw new Error("Too cold.");
    output.row({ subject: line, stanzas: options.stanzas });
  },
});
export const odes = defineTaskPlugin({
  type: "odes",
  words: "odes",
  title: "Odes",
  summary: "Writes an ode on every place.",
  needs: ["maps"],
  options: z.object({ placesFile: z.array(z.string()).default([]).describe("Places.") }),
  inputs: ({ placesFile }) => placesFile,
  async run() {},
});
`;

const bar = (page: Page) => page.getByRole("region", { name: "Not saved" });

describeDashboard("the page of a task", () => {
  let world: DashboardWorld;
  const file = join(folderOfFile(), "poems.mjs");
  closesAfterAll();
  beforeAll(async () => {
    writeFileSync(file, plugin("poems"));
    world = await dashboardWorld(["--storage", "sqlite", "--plugins", file]);
  });

  const created = async (type: string, data: JsonObject = {}) => {
    const { id } = await world.client.create(type);
    if (Object.keys(data).length > 0) await world.client.setData(id, data);
    return id;
  };
  const data = (id: string): Promise<Record<string, unknown>> => world.client.data(id);
  const choose = async (page: Page, item: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  it("has a form for each task type, the newcomer's fields first, without an error", async (context) => {
    const { page, errors } = await world.open(context);
    const types = await world.client.types();
    expect(types).toHaveLength(19);
    for (const { type } of types) {
      const id = await created(type);
      await page.goto(`${world.address}/#/task/${id}`);
      const { fields } = await world.client.type(type);
      const basic = fields.filter((field) => field.basic && field.name !== "jobName");
      await page.locator(`[data-field="${(basic[0] ?? fields[0])!.name}"]`).waitFor({ state: "attached" });
      expect(await page.locator(".schema-form > .fields > .field").count(), type).toBe(basic.length);
      for (const fold of await page.locator(".task-form .fold > summary").all()) await fold.click();
      await page.locator(".task-form .fold[open]").first().waitFor();
      expect(await page.locator(".save-bar").count(), type).toBe(0);
      // A field is no switch, and nothing else that its kind is called after.
      const drawn = await page
        .locator(".field")
        .evaluateAll((all) => all.filter((one) => getComputedStyle(one, "::before").content !== "none").length);
      expect(drawn, type).toBe(0);
      expect(errors, type).toEqual([]);
    }
  });

  it("saves by Ctrl+S, and says what is not saved until then", async (context) => {
    const id = await created("poems", { jobName: "Spring poems", subjectsFile: ["spring"] });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("textbox", { name: "Subjects" }).fill("spring\nautumn");
    await page.getByRole("textbox", { name: "Name of the task" }).fill("Poems of the year");
    await expect.poll(() => bar(page).textContent()).toContain("Name, Subjects");
    expect((await data(id))["jobName"]).toBe("Spring poems");
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ jobName: "Poems of the year", subjectsFile: ["spring", "autumn"] });
    await page.getByRole("textbox", { name: "Name of the task" }).fill("Gone again");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByRole("textbox", { name: "Name of the task" }).inputValue()).toBe("Poems of the year");
  });

  it("asks before it is left with unsaved changes", async (context) => {
    const id = await created("poems", { jobName: "Kept" });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("textbox", { name: "Notes" }).fill("Do not lose me");
    await page.getByRole("link", { name: "Articles" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    // What loses nothing has the focus.
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(page.url()).toContain(`#/task/${id}`);
    expect(await page.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("Do not lose me");
    await page.getByRole("link", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/#\/articles/);
    expect((await data(id))["notes"]).toBe("");
  });

  it("shows what is wrong as one types, and what the server says of what was saved", async (context) => {
    const id = await created("poems");
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("searchbox", { name: "Find a field" }).fill("stanzas");
    const stanzas = page.getByRole("textbox", { name: "Stanzas" });
    await stanzas.fill("12");
    await page.getByText("Write a number from 1 to 9.").waitFor();
    await expect.poll(() => bar(page).textContent()).toContain("1 problem");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("A run would stumble over this").waitFor();
    await stanzas.fill("4");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await bar(page).waitFor({ state: "detached" });
    expect((await data(id))["stanzas"]).toBe(4);
  });

  it("says which form a text needs, and takes words where JSON or a text may stand", async (context) => {
    const id = await created("poems");
    const { page } = await world.open(context, { at: `task/${id}` });
    const find = (name: string) => page.getByRole("searchbox", { name: "Find a field" }).fill(name);
    await find("since");
    const since = page.getByRole("textbox", { name: "Since" });
    await since.fill("yesterday");
    await page.getByText("Write a date, such as 2026-01-31.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("It must be a date, such as 2026-01-31.").waitFor();
    // An empty one is none.
    await since.fill("");
    await find("page");
    await page.getByRole("textbox", { name: "Page", exact: true }).fill("my page");
    await page.getByText("Write an address, such as https://example.com/.").waitFor();
    await page.getByRole("textbox", { name: "Page", exact: true }).fill("https://a.example/");
    await find("either");
    await page.getByRole("textbox", { name: "Either" }).fill("a few words");
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ page: "https://a.example/", either: "a few words" });
    expect(await data(id)).not.toHaveProperty("since");
    await page.getByRole("textbox", { name: "Either" }).fill("[1, 2");
    await page.getByText("This is not JSON").waitFor();
    await page.getByRole("textbox", { name: "Either" }).fill("[1, 2]");
    await page.keyboard.press("Control+s");
    await expect.poll(async () => (await data(id))["either"]).toEqual([1, 2]);
  });

  it("keeps fields that the type does not know, takes members out of objects, and never shows a secret", async (context) => {
    const id = await created("poems", {
      pin: "4711-hush",
      strange: { deep: [1] },
      headers: { "x-a": "1", "x-b": "2" },
    });
    const { page, errors } = await world.open(context, { at: `task/${id}` });
    await page.locator("summary", { hasText: "Fields that this type does not know" }).click();
    expect(await page.getByRole("textbox", { name: "strange" }).inputValue()).toContain('"deep"');
    await page.getByRole("searchbox", { name: "Find a field" }).fill("headers");
    await page.getByRole("group", { name: "Headers" }).getByRole("button", { name: "Remove" }).first().click();
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ headers: { "x-b": "2" }, strange: { deep: [1] } });
    expect((await data(id))["headers"]).not.toHaveProperty("x-a");
    expect(await page.content()).not.toContain("4711-hush");
    expect(errors).toEqual([]);
  });

  it("takes fields out that the type does not know, when that is saved, and says so of a clash", async (context) => {
    const id = await created("poems", { strange: { deep: [1] }, "odd, name": "x", kept: 1 });
    const { page, errors } = await world.open(context, { at: `task/${id}` });
    await page.locator("summary", { hasText: "Fields that this type does not know" }).click();
    await page.getByRole("button", { name: "Remove odd, name" }).click();
    await page.getByRole("button", { name: "Remove strange" }).click();
    await expect.poll(() => bar(page).textContent()).toContain("strange, odd, name");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Remove strange" }).waitFor();
    await page.getByRole("button", { name: "Remove odd, name" }).click();
    // Somebody else changes other fields meanwhile.
    await world.client.setData<string>(id, { notes: "From outside" });
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ kept: 1, strange: { deep: [1] }, notes: "From outside" });
    expect(Object.keys(await data(id))).not.toContain("odd, name");
    await page.getByRole("button", { name: "Remove strange" }).click();
    await world.client.setData<string>(id, { strange: { deep: [2] } });
    await page.getByText("This task was changed elsewhere while you were editing it").waitFor();
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Changed in two places" });
    await expect.poll(() => dialog.locator("pre").first().textContent()).toBe("(empty)");
    await dialog.getByRole("radio", { name: /Yours/ }).click();
    await dialog.getByRole("button", { name: "Save what is chosen" }).click();
    await bar(page).waitFor({ state: "detached" });
    expect(Object.keys(await data(id))).not.toContain("strange");
    expect(errors).toEqual([]);
  });

  it("shows both sides when two tabs have changed the same, and overwrites nothing by itself", async (context) => {
    const id = await created("poems", { jobName: "Shared", subjectsFile: ["spring"] });
    const one = (await world.open(context, { at: `task/${id}` })).page;
    const other = (await world.open(context, { at: `task/${id}` })).page;
    await one.getByRole("textbox", { name: "Subjects" }).fill("mine");
    await one.getByLabel("Group", { exact: true }).fill("my group");
    await other.getByRole("textbox", { name: "Subjects" }).fill("theirs");
    await other.getByRole("textbox", { name: "Notes" }).fill("their notes");
    await other.keyboard.press("Control+s");
    await bar(other).waitFor({ state: "detached" });
    await one.getByText("This task was changed elsewhere while you were editing it").waitFor();
    await one.keyboard.press("Control+s");
    const dialog = one.getByRole("dialog", { name: "Changed in two places" });
    await dialog.waitFor();
    expect(await dialog.locator("pre").allTextContents()).toEqual(["mine", "theirs"]);
    expect((await data(id))["subjectsFile"]).toEqual(["theirs"]);
    await expectAccessible(one);
    await dialog.getByRole("radio", { name: /Yours/ }).click();
    await dialog.getByRole("button", { name: "Save what is chosen" }).click();
    await bar(one).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ subjectsFile: ["mine"], group: "my group", notes: "their notes" });
    // The other tab has nothing unsaved and shows what is stored now.
    await expect.poll(() => other.getByRole("textbox", { name: "Subjects" }).inputValue()).toBe("mine");
  });

  it("brings in what others have changed elsewhere in the task when it saves", async (context) => {
    const id = await created("poems", { jobName: "Shared", subjectsFile: ["spring"] });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("textbox", { name: "Subjects" }).fill("autumn");
    await world.client.setData(id, { notes: "From outside" });
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect(await data(id)).toMatchObject({ subjectsFile: ["autumn"], notes: "From outside" });
    await expect.poll(() => page.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("From outside");
  });

  it("runs what is shown, one line only, and the failed lines again", async (context) => {
    const id = await created("poems", { jobName: "To run", maxRetries: 0 });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("textbox", { name: "Subjects" }).fill("spring\nwinter\nautumn");
    await page.getByRole("button", { name: "Save and run" }).click();
    await page.getByText("2 of 3 lines done, 1 failed").waitFor({ timeout: 20_000 });
    await page.getByRole("heading", { name: "One run" }).waitFor();
    await choose(page, "Retry failed lines");
    await expect.poll(async () => (await world.client.runOf(id)).origin).toBe("ui");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    await choose(page, "Run one line only…");
    await page.getByRole("radio", { name: "autumn" }).check();
    await page.getByRole("button", { name: "Run this line" }).click();
    await page.getByText("1 of 1 lines done").waitFor({ timeout: 20_000 });
    expect((await world.client.lines(id)).lines.map(({ line }) => line)).toEqual(["autumn"]);
    expect((await data(id))["subjectsFile"]).toHaveLength(3);
    await page.locator(".runs a").first().click();
    await page.waitForURL(/#\/run\/[0-9a-f]+\/./);
  });

  it("says a schedule in words with its next five times, and what is wrong with one", async (context) => {
    const id = await created("poems", { jobCronTimezone: "Europe/Berlin" });
    const { page } = await world.open(context, { at: `task/${id}` });
    const card = page.getByRole("region", { name: "Schedule" });
    await card.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "On days of the week" });
    await card.getByText("Every weekday at 09:00").waitFor();
    await card.getByRole("button", { name: "Fri" }).click();
    await card.getByLabel("Time", { exact: true }).fill("07:30");
    await card.getByText("Every Monday, Tuesday, Wednesday and Thursday at 07:30").waitFor();
    await expect.poll(() => card.locator(".times li").count()).toBe(5);
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect((await data(id))["jobCron"]).toBe("30 7 * * 1,2,3,4");
    await card.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "Cron expression" });
    await card.getByRole("textbox", { name: /^Cron expression/ }).fill("99 * * * *");
    await card.getByRole("alert").waitFor();
    // What is discarded is gone from the builder, too.
    await page.getByRole("button", { name: "Discard" }).click();
    await card.getByText("Every Monday, Tuesday, Wednesday and Thursday at 07:30").waitFor();
  });

  it("chains a task to another that is looked up by name", async (context) => {
    const next = await created("poems", { jobName: "Comes after" });
    const id = await created("poems", { jobName: "Comes first" });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("button", { name: "Choose the next task" }).click();
    await page.getByRole("searchbox", { name: "Find a task by its name" }).fill("comes af");
    await page.getByRole("button", { name: /Comes after/ }).click();
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect((await data(id))["chainJobId"]).toBe(next);
    await page.goto(`${world.address}/#/task/${next}`);
    await page.getByText("starts this one when it is complete").waitFor();
  });

  it("deletes with a way back, copies, and makes a new task of one that was deleted elsewhere", async (context) => {
    const id = await created("poems", { jobName: "Precious" });
    const { page } = await world.open(context, { at: `task/${id}` });
    await choose(page, "Delete");
    await page.waitForURL(/#\/tasks/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Precious" }).click();
    await choose(page, "Duplicate");
    await page.getByRole("button", { name: "Open" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Name of the task" }).inputValue())
      .toBe("Precious (copy)");
    await page.goto(`${world.address}/#/task/${id}`);
    await page.getByRole("textbox", { name: "Subjects" }).fill("rescued");
    await world.client.delete(id);
    await page.getByText("This task has been deleted").waitFor();
    await page.getByRole("button", { name: "Make a new task of it" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Subjects" }).inputValue()).toBe("rescued");
    await page.goto(`${world.address}/#/task/000000000000000000000000`);
    await page.getByText("There is no such task").waitFor();
  });

  it("says what the type lacks, and is usable with a screen reader, dark and light, wide and narrow", async (context) => {
    const id = await created("odes", {
      jobName: "A name that is long enough to need more than one line of a telephone",
      jobCron: "0 9 * * 1-5",
      tags: ["a", "b"],
    });
    for (const width of [1440, 390]) {
      for (const dark of [false, true]) {
        const { page, errors } = await world.open(context, { width, dark, at: `task/${id}` });
        await page.getByText("This cannot run yet: no maps provider is set").waitFor();
        await page.locator(".times li").first().waitFor();
        await page.getByRole("textbox", { name: "Notes" }).fill("something");
        await expectAccessible(page);
        expect(errors).toEqual([]);
      }
    }
  });

  it("is read from right to left without anything that sticks out", async (context) => {
    const id = await created("poems", { jobName: "Von rechts", strange: { deep: [1] }, jobCron: "0 9 * * 1-5" });
    for (const width of [1440, 390]) {
      const { page, errors } = await world.open(context, { width, rightToLeft: true, at: `task/${id}` });
      await page.locator(".times li").first().waitFor();
      for (const fold of await page.locator(".task-form .fold > summary").all()) await fold.click();
      await page.getByRole("textbox", { name: "Notes" }).fill("something");
      await bar(page).waitFor();
      await expectAccessible(page);
      expect(errors).toEqual([]);
    }
  });

  it("shows the settings of a task whose type is no longer there, and goes on after a restart", async (context) => {
    const id = await created("poems", { jobName: "Orphan", subjectsFile: ["spring"] });
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("textbox", { name: "Notes" }).fill("typed while the server was away");
    await world.restart(async () => writeFileSync(file, plugin("ballads")));
    await page.keyboard.press("Control+s");
    await bar(page).waitFor({ state: "detached" });
    expect((await data(id))["notes"]).toBe("typed while the server was away");
    await page.reload();
    await page.getByText("The kind of task “poems” is no longer on this server").waitFor();
    await page.locator("summary", { hasText: "Fields that this type does not know" }).click();
    expect(await page.getByRole("textbox", { name: "subjectsFile" }).inputValue()).toContain("spring");
    await expectAccessible(page);
  });
});

describeDashboard("the page of a task, for reading only", () => {
  closesAfterAll();

  it("shows every setting, and nothing that acts", async (context) => {
    const file = join(folderOfFile(), "read-only.mjs");
    writeFileSync(file, plugin("poems"));
    const world = await dashboardWorld(["--storage", "memory", "--dashboard", "read-only", "--plugins", file]);
    const { id } = await world.client.create("poems");
    await world.client.setData<string>(id, {
      jobName: "Only read",
      subjectsFile: ["spring"],
      strange: 1,
      notes: "Mine",
    });
    for (const width of [1440, 390]) {
      const { page, errors } = await world.open(context, { width, at: `task/${id}` });
      const subjects = page.getByRole("textbox", { name: "Subjects" });
      await subjects.waitFor();
      for (const fold of await page.locator(".task-form .fold > summary").all()) await fold.click();
      expect(await subjects.inputValue()).toBe("spring");
      await page.getByRole("textbox", { name: "strange" }).waitFor();
      const names = await page.locator("main").getByRole("button").allTextContents();
      expect(names.filter((name) => /Run|Save|Delete|Duplicate|Remove|Add|From a file|Choose/.test(name))).toEqual([]);
      expect(await page.locator("main :is(input, textarea):not([readonly], :disabled, [type=search])").count()).toBe(0);
      await subjects.press("x");
      await page.keyboard.press("Control+s");
      expect(await bar(page).count()).toBe(0);
      await expectAccessible(page);
      expect(errors).toEqual([]);
    }
    expect(await world.client.data<string>(id)).toMatchObject({ subjectsFile: ["spring"], notes: "Mine" });
  });
});
