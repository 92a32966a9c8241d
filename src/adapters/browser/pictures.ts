import type { Page } from "playwright-core";

/** A picture of more costs too much memory. */
const MOST_HEIGHT = 16_000;

export async function takeScreenshot(page: Page, full: boolean, notes: string[]): Promise<Uint8Array> {
  if (!full) return await page.screenshot({ type: "png", animations: "disabled" });
  const height = await page.evaluate<number>("document.documentElement?.scrollHeight ?? 0");
  if (height <= MOST_HEIGHT) return await page.screenshot({ type: "png", fullPage: true, animations: "disabled" });
  notes.push(`The page is ${height} pixels high; its picture shows the first ${MOST_HEIGHT}.`);
  const width = page.viewportSize()?.width ?? 1280;
  const clip = { x: 0, y: 0, width, height: MOST_HEIGHT };
  return await page.screenshot({ type: "png", fullPage: true, clip, animations: "disabled" });
}
