import { describe, expect, it } from "vitest";
import { extractPage } from "../../engines/pages/extraction/extract.js";
import { readPage } from "./read-page.js";

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>Hive ${at} ${"hums in the garden, and nobody minds. ".repeat(50)}</p>`);
const pageOf = (count: number) =>
  `<html><head><title>Bees</title></head><body><article><h1>Bees</h1>${paragraphs(count).join("")}</article></body></html>`;

describe("reading a page", () => {
  it("gives the same in the thread of large pages as in place", async () => {
    const html = pageOf(100);
    expect(html.length).toBeGreaterThan(150_000);
    const page = await readPage(html, { url: "https://a.example/bees" });
    expect(page.content.length).toBeGreaterThan(50);
    expect(page).toEqual(await extractPage(html, { url: "https://a.example/bees" }));
  });

  it("leaves the program free to do other things, be the page 5 MB long", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const html = pageOf(2700);
    expect(html.length).toBeGreaterThan(5_000_000);
    const page = await readPage(html);
    clearInterval(timer);
    expect(page.metadata.title).toBe("Bees");
    // In place, no timer would fire before the page is read.
    expect(ticks).toBeGreaterThan(5);
  });

  it("releases a page when it is aborted, small or large", async () => {
    const control = new AbortController();
    const large = readPage(pageOf(200), {}, { signal: control.signal });
    control.abort(new Error("enough"));
    await expect(large).rejects.toThrow("enough");
    await expect(readPage("<p>Hum.</p>", {}, { signal: control.signal })).rejects.toThrow("enough");
  });

  it("refuses selectors that cannot be used, from a large page too", async () => {
    const wrong = { mode: "selector", include: ["div["] } as const;
    await expect(readPage("<p>Hum.</p>", wrong)).rejects.toMatchObject({ code: "bad-input" });
    await expect(readPage(pageOf(100), wrong)).rejects.toMatchObject({ code: "bad-input" });
  });
});
