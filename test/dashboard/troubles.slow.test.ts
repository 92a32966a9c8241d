import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { folderOfFile } from "../folders-of-file.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard } from "./world.js";

const SITE = "https://slow-almanac.example/beekeeping/";

/** Its lines take a while each. */
const PLUGIN = `
import { defineTaskPlugin } from "${pathToFileURL(join(import.meta.dirname, "../../dist/index.js")).href}";
import { z } from "${import.meta.resolve("zod")}";
export default defineTaskPlugin({
  type: "walker",
  words: "walker",
  title: "Walker",
  summary: "Takes its time.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output, log }) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    log.info("walked " + line);
    output.row({ step: line });
  },
});
`;

describeDashboard("what goes wrong on the way", () => {
  let world: DashboardWorld;
  closesAfterAll();
  beforeAll(async () => {
    const plugin = join(folderOfFile(), "walker.mjs");
    writeFileSync(plugin, PLUGIN);
    world = await dashboardWorld(["--plugins", plugin, "--plugin-isolation", "thread"]);
  });

  it("a failed line is found, corrected and worked again, all of it on the page", async (context) => {
    const { id } = await world.client.create("articledownloader");
    const lines = ["the-varroa-mite", "gone", "wintering-a-colony"].map((name) => `${SITE}${name}.html`);
    await world.client.setData(id, {
      ...{ jobName: "Repair", urlsFile: lines, requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0 },
    });
    await world.client.run(id, { wait: 60 });
    const { page, errors } = await world.open(context, { at: `run/${id}` });
    await page.getByRole("tab", { name: /^Failed lines/ }).click();
    await page.getByText(/answered with status 404 instead of a page/).click();
    await page.getByRole("dialog").getByRole("link", { name: "Edit the line" }).click();
    const addresses = page.getByRole("textbox", { name: "URLs", exact: true });
    await expect
      .poll(() => addresses.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]), {
        timeout: 20_000,
      })
      .toEqual([lines[0]!.length + 1, lines[0]!.length + 1 + lines[1]!.length]);
    await page.keyboard.type(`${SITE}why-colonies-swarm.html`);
    await page.keyboard.press("Control+s");
    await page.getByRole("region", { name: "Not saved" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Retry failed lines" }).click();
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.locator(".run-facts").getByText("3", { exact: true }).first().waitFor();
    await page.getByRole("tab", { name: /^Failed lines/ }).click();
    await page.getByRole("heading", { name: "No line has failed" }).waitFor();
    await page.getByRole("tab", { name: /^Results/ }).click();
    await page.getByText("Why colonies swarm").first().waitFor();
    expect((await world.client.runs(id)).total).toBe(1);
    expect(errors).toEqual([]);
  });

  it("a server that dies during a run is missed, and its run followed to the end when it is back", async (context) => {
    const { id } = await world.client.create("walker");
    const linesFile = Array.from({ length: 40 }, (_, at) => `step ${at}`);
    await world.client.setData(id, { jobName: "Long way", linesFile, concurrency: 1 });
    await world.client.run(id);
    const { page, errors } = await world.open(context, { at: `run/${id}` });
    const list = (await world.open(context)).page;
    await page
      .getByText(/^walked step [3-9]/)
      .first()
      .waitFor();
    world.server.kill("SIGKILL");
    await world.server.ended;
    const gone = "The server does not answer.";
    await page.getByText(gone).waitFor();
    await list.getByText(gone).waitFor();
    // What was there stays in view.
    await page.getByText("walked step 2", { exact: true }).waitFor();
    await world.restart();
    await page.getByText(gone).waitFor({ state: "detached", timeout: 20_000 });
    await page.getByRole("progressbar", { name: "Progress" }).waitFor({ timeout: 20_000 });
    await page.locator(".page-head").getByText("Complete", { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole("tab", { name: /^Results/ }).click();
    await page.getByText("40 rows", { exact: false }).first().waitFor();
    const { rows } = await world.client.results(id, { limit: 100 });
    expect(rows.map(({ step }) => step)).toEqual(linesFile);
    await list
      .getByRole("row", { name: /Long way/ })
      .getByText("Complete", { exact: true })
      .waitFor();
    expect(errors).toEqual([]);
  });
});
