import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { folderOfFile } from "../folders-of-file.js";
import { fillIn } from "./filling-in.js";
import { type OfflineServices, offlineServices } from "./offline-services.js";
import { type Journey, typeJourneys } from "./type-journeys.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard } from "./world.js";

/** A task type of somebody else. */
const PLUGIN = `
import { basic, defineTaskPlugin } from "${pathToFileURL(join(import.meta.dirname, "../../dist/index.js")).href}";
import { z } from "${import.meta.resolve("zod")}";
export default defineTaskPlugin({
  type: "lettercounter",
  words: "letter counter",
  title: "Letter Counter",
  summary: "Counts the letters of words.",
  options: z.object({
    wordsFile: basic(z.array(z.string()).default([]).describe("Words, one per line."), ["lamp"]),
    forms: basic(z.array(z.string()).default(["short"]).describe("Any of \`short\`, \`long\`.")),
    greeting: z.string().default("").describe("What each text begins with."),
  }),
  inputs: ({ wordsFile }) => wordsFile,
  async run(line, { output, options: { forms, greeting } }) {
    const file = "articles/" + line + ".txt";
    output.file(file, greeting + "\\nThe word " + line + " has " + line.length + " letters.");
    output.row({ word: line, letters: line.length, forms: forms.join("+"), file });
  },
});
`;

const NAMES = [
  ...["articlecreator", "articledownloader", "bulktranslator", "googlemapsscraper", "googlescraper", "mailmerge"],
  ...["paraphraser", "postemailer", "postuploader", "rssscraper", "urlfinder", "waybackscraper", "webcrawler"],
  ...["webscraper", "wpxmlgenerator", "writingassistant", "youtubesubscraper", "lettercounter"],
] as const;

describeDashboard("each task type, from the gallery to its result", () => {
  let world: DashboardWorld;
  let services: OfflineServices;
  let journeys: readonly Journey[];
  closesAfterAll();
  beforeAll(async () => {
    services = await offlineServices();
    const plugin = join(folderOfFile(), "letter-counter.mjs");
    writeFileSync(plugin, PLUGIN);
    world = await dashboardWorld([...services.args, "--plugins", plugin, "--plugin-isolation", "thread"]);
    await services.addAccounts(world.client);
    journeys = [
      ...typeJourneys(services),
      {
        type: "lettercounter",
        fields: { wordsFile: ["lamp", "mirror"], forms: ["short", "long"], greeting: "Hello" },
        row: "short+long",
        file: ["mirror.txt", "has 6 letters"],
        article: ["mirror", "has 6 letters"],
      },
    ];
  });
  afterAll(() => services?.close());

  /** The dialog of the first row that has the text, and of a file. */
  const firstRow = async (page: Page, text: string) => {
    await page.getByRole("tab", { name: /^Results/ }).click();
    await page.getByRole("searchbox", { name: "Filter rows" }).fill(text);
    await page.getByText(/of \d+ rows? match/).waitFor();
    await page.getByRole("grid", { name: "Rows of the run" }).focus();
    await page.keyboard.press("Enter");
    return page.getByRole("dialog");
  };
  const fileNamed = async (page: Page, name: string) => {
    await page.getByRole("tab", { name: /^Files/ }).click();
    await page.getByRole("row", { name }).first().click();
    return page.getByRole("dialog");
  };

  it("there is a journey for each", async () => {
    const types = (await world.client.types()).map(({ type }) => type);
    expect([...NAMES].toSorted()).toEqual(types.toSorted());
    expect(journeys.map(({ type }) => type)).toEqual(NAMES);
  });

  it.for(NAMES)("%s", async (type, context) => {
    const { fields, row, file, article } = journeys.find((one) => one.type === type)!;
    const { title } = await world.client.type(type);
    const { page, errors } = await world.open(context, { at: "tasks/new" });
    await page.getByRole("button", { name: new RegExp(`^${title.replace("&", "\\W+")} `) }).click();
    await page.waitForURL(/#\/task\/[0-9a-f]+$/);
    await page.getByRole("textbox", { name: "Name of the task" }).fill(`Journey of ${type}`);
    await fillIn(page, fields);
    expect(await page.locator(".field-problem").allTextContents()).toEqual([]);
    await page.getByRole("button", { name: "Save and run" }).click();
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.locator(".page-head").getByText("Complete", { exact: true }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole("tab", { name: /^Failed lines/ }).textContent()).toMatch(/^Failed lines0?$/);

    await (await firstRow(page, row)).getByText(row).first().waitFor();
    await page.keyboard.press("Escape");
    if (article) {
      await page.getByRole("link", { name: "Read the articles" }).click();
      await page.getByRole("link", { name: article[0] }).first().click();
      await page.getByRole("heading", { level: 1, name: article[0] }).waitFor();
      await page.locator(".prose").getByText(article[1]).first().waitFor();
      await page.goBack();
      await page.goBack();
    }
    if (file) await (await fileNamed(page, file[0])).getByText(file[1]).first().waitFor();
    expect(errors).toEqual([]);
  });

  it("a text that is pasted into a field of one line keeps its lines", async (context) => {
    const { id } = await world.client.create("lettercounter");
    const { page } = await world.open(context, { at: `task/${id}` });
    await page.getByRole("searchbox", { name: "Find a field" }).fill("greeting");
    const greeting = page.getByRole("textbox", { name: "Greeting" });
    await greeting.fill("Dear ");
    await greeting.evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "all,\n\nhello");
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => greeting.inputValue()).toBe("Dear all,\n\nhello");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  });

  it("what was sent has arrived", () => {
    expect(services.mails.map(({ to }) => to)).toEqual(Array(3).fill(["secret@blog.test"]));
    expect(services.posts().map(({ title }) => title)).toEqual(["Lamps", "Lenses", "Mirrors"]);
  });
});
