import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { closesAfterAll, dashboardWorld, describeDashboard } from "./world.js";

const PAGE = "https://slow-almanac.example/beekeeping/the-varroa-mite.html";

describeDashboard("with keys alone", () => {
  closesAfterAll();

  /** Tab until what has the focus is called so. */
  const tabTo = async (page: Page, name: RegExp, most = 40): Promise<void> => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: one } = document;
        const labels = (one as HTMLInputElement | null)?.labels;
        return one?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? one?.textContent ?? "";
      });
    for (let at = 0; at < most; at += 1) {
      await page.keyboard.press("Tab");
      if (name.test((await focused()).trim())) return;
    }
    throw new Error(`${name} is not reached by ${most} tabs`);
  };

  it("a task is made, filled in, run, read and exported", async (context) => {
    const world = await dashboardWorld(["--storage", "memory"]);
    const { page, errors } = await world.open(context);
    const press = (key: string) => page.keyboard.press(key);
    await page.getByRole("heading", { name: "Welcome to Scriptorium" }).waitFor();
    await press("n");
    await page.getByRole("heading", { name: "What should it do?" }).waitFor();
    await page.getByRole("button", { name: /^Article Downloader/ }).waitFor();
    await tabTo(page, /^Find a kind of task$/);
    await page.keyboard.type("downloader");
    await tabTo(page, /^Article Downloader/);
    await press("Enter");
    await page.waitForURL(/#\/task\//);
    await page.locator(".schema-form .field").first().waitFor();
    await tabTo(page, /^URLs$/);
    await page.keyboard.type(PAGE);
    await press("Control+Enter");
    await page.locator(".page-head").getByText("Complete", { exact: true }).waitFor({ timeout: 30_000 });
    const [task] = await world.client.find<{ data: { urlsFile: string[] } }>({ query: {} });
    expect(task!.data.urlsFile).toEqual([PAGE]);

    // The keys are listed, and those without Ctrl wait until nobody types.
    await tabTo(page, /From a file/);
    await press("?");
    for (const name of ["Save and run", "Results of the last run"]) {
      await page.getByRole("dialog").getByText(name, { exact: true }).waitFor();
    }
    await press("Escape");
    await press("o");
    await page.waitForURL(/#\/run\//);
    await page.getByRole("grid", { name: "Rows of the run" }).waitFor();
    await tabTo(page, /^Export$/);
    await press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toMatch(/^CSV/);
    const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await tabTo(page, /^Read the articles$/);
    await press("Enter");
    await page.waitForURL(/#\/articles\//);
    await page.getByRole("grid").waitFor();
    await page.getByRole("row", { name: /varroa/i }).waitFor();
    await tabTo(page, /varroa/i);
    await press("Enter");
    await page.locator(".prose").waitFor();
    expect(errors).toEqual([]);
  });
});
