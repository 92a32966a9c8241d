import { describe, expect, it } from "vitest";
import { moody } from "../../../test/doubles/moody-reader.js";

describe("the threads that read large pages", () => {
  it("read one page after the other, a thread being used again", async () => {
    const { page } = moody();
    const pages = await Promise.all(["a", "b", "c"].map((html) => page(html, { mode: "fast" })));
    expect(pages).toMatchObject(["a", "b", "c"].map((html) => ({ html, options: { mode: "fast" } })));
    expect(new Set(pages.map((read) => Reflect.get(read, "thread"))).size).toBe(1);
  });

  it("read the next pages while one takes long, in as many threads as there may be", async () => {
    const { page } = moody({ threads: 2 });
    const control = new AbortController();
    const stuck = expect(page("hang", {}, control.signal)).rejects.toThrow("enough");
    const pages = await Promise.all(["a", "b", "c"].map((html) => page(html, {})));
    expect(new Set(pages.map((read) => Reflect.get(read, "thread"))).size).toBe(1);
    control.abort(new Error("enough"));
    await stuck;
  });

  it("give up a page that takes too long, and read the next in another thread", async () => {
    const { page } = moody({ pageLimitMs: 1000 });
    const stuck = expect(page("hang", {})).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message: expect.stringContaining("longer than 1 second."),
    });
    expect(await page("after", {})).toMatchObject({ html: "after" });
    await stuck;
  });

  it.each(["crash", "hog", "throw"])("a page that ends the thread (%s) fails alone", async (html) => {
    const { page } = moody();
    const lost = expect(page(html, {})).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
    expect(await page("after", {})).toMatchObject({ html: "after" });
    await lost;
  });

  it("pass on what a page is refused with, and the thread continues", async () => {
    const { page } = moody();
    const refused = { name: "ScriptoriumError", code: "bad-input", message: "Not this one.", facts: { field: "x" } };
    await expect(page("refuse", {})).rejects.toMatchObject(refused);
    expect(await page("after", {})).toMatchObject({ html: "after" });
  });

  it("release pages that are aborted, whether in work, waiting or yet to come", async () => {
    const { page } = moody();
    const control = new AbortController();
    const [working, waiting, other] = [page("hang", {}, control.signal), page("b", {}, control.signal), page("c", {})];
    control.abort(new Error("enough"));
    await expect(working).rejects.toThrow("enough");
    await expect(waiting).rejects.toThrow("enough");
    await expect(page("d", {}, control.signal)).rejects.toThrow("enough");
    expect(await other).toMatchObject({ html: "c" });
  });

  it("end when there has been no work for a while, and start again with the next page", async () => {
    const { page } = moody({ idleMs: 1 });
    const first = Reflect.get(await page("a", {}), "thread");
    await expect.poll(async () => Reflect.get(await page("b", {}), "thread") !== first).toBe(true);
  });

  it("say what to do when their program is not there", async () => {
    const { page } = moody({ program: () => new URL("file:///nowhere/worker.js") });
    await expect(page("a", {})).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("go on with the next page after one that cannot be handed over", async () => {
    const { page } = moody();
    const options = { url: (() => "") as unknown as string };
    await expect(page("a", options)).rejects.toThrow();
    expect(await page("after", {})).toMatchObject({ html: "after" });
  });
});
