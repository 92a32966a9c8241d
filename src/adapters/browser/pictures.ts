import type { Page, PageScreenshotOptions } from "playwright-core";
import { inFront } from "./front.js";

/** A picture of more costs too much memory. */
const MOST_HEIGHT = 16_000;

/** A PNG. Throws the library's TimeoutError when it takes longer than `timeout` milliseconds. */
export async function takeScreenshot(
  page: Page,
  { full, timeout, notes }: { readonly full: boolean; readonly timeout: number; readonly notes: string[] },
): Promise<Uint8Array> {
  const area = full ? await wholePage(page, notes) : {};
  return await inFront(page.context(), async () => {
    await page.bringToFront();
    return await page.screenshot({ type: "png", animations: "disabled", timeout, ...area });
  });
}

async function wholePage(page: Page, notes: string[]): Promise<PageScreenshotOptions> {
  const height = await page.evaluate<number>("document.documentElement?.scrollHeight ?? 0");
  if (height <= MOST_HEIGHT) return { fullPage: true };
  notes.push(`The page is ${height} pixels high; its picture shows the first ${MOST_HEIGHT}.`);
  const width = page.viewportSize()?.width ?? 1280;
  return { fullPage: true, clip: { x: 0, y: 0, width, height: MOST_HEIGHT } };
}
