import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pdfFile } from "../../../test/doubles/pdf-file.js";
import type { ExtractOptions } from "../../engines/pages/extraction/page.js";
import { packagePath } from "../threads/package-path.js";
import { readingThreads, type ThreadOptions } from "./thread.js";

/** A program that does with a page what the page says, in place of reading it. */
const MOODY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    const done = (id, outcome) => parentPort.postMessage({ kind: "done", id, outcome });
    parentPort.on("message", ({ id, call: { html, options } }) => {
      if (html === "hang") for (;;);
      if (html === "crash") process.exit(1);
      if (html === "hog") { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); }
      if (html === "throw") return done(id, { ok: false, error: { message: "no" } });
      if (html === "refuse") {
        const error = { code: "bad-input", message: "Not this one.", facts: { field: "x" } };
        return done(id, { ok: false, error });
      }
      done(id, { ok: true, value: { html, options, thread: threadId } });
    });
  `)}`,
);
function moody(limits: Partial<ThreadOptions> = {}) {
  const { page, pdf } = readingThreads({
    program: () => MOODY,
    pageLimitMs: 20_000,
    columnsLimitMs: 20_000,
    pdfLimitMs: 20_000,
    idleMs: 20_000,
    maxHeapMb: 64,
    maxBytesMb: 256,
    threads: 1,
    ...limits,
  });
  const { signal: never } = new AbortController();
  return {
    page: (html: string, options: ExtractOptions, signal = never) => page(html, options, signal),
    pdf: (bytes: Uint8Array, address: string) => pdf(bytes, address, never),
  };
}

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

it("a PDF file of a kilobyte that unpacks to a quarter of a gigabyte is given up before it fills the memory", async () => {
  const { pdf } = moody({ program: () => packagePath("dist", "adapters", "reading", "worker.js"), maxBytesMb: 64 });
  const drawing = deflateSync(deflateSync(Buffer.alloc(2 ** 28, " ")));
  const bytes = pdfFile([[]], {}, { drawing, filter: "FlateDecode /FlateDecode" });
  expect(bytes.length).toBeLessThan(1500);
  await expect(pdf(bytes, "a.pdf")).rejects.toMatchObject({
    code: "PAGE_UNREADABLE",
    message: "The PDF file a.pdf needs more memory than one page or file may have. Leave it out.",
  });
});

describe("a PDF file that is made to keep its reader busy", () => {
  it("holds up nobody, and is given up", async () => {
    const { pdf } = moody({ program: () => packagePath("dist", "adapters", "reading", "worker.js"), pdfLimitMs: 2000 });
    const drawing = Buffer.from(Buffer.from("q ".repeat(200_000)).toString("hex"));
    const bytes = pdfFile([[]], {}, { drawing, filter: "ASCIIHexDecode" });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    await expect(pdf(bytes, "https://a.test/nests.pdf")).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message:
        "The PDF file https://a.test/nests.pdf is so large or so tangled that reading it took longer than 2 seconds. Leave it out.",
    });
    clearInterval(timer);
    // Read in place, it would let no timer fire.
    expect(ticks).toBeGreaterThan(50);
  });
});
