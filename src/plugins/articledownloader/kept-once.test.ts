import type { RequestListener } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { kernelWith, outcome, page, QUICK, site } from "../../../test/web/download-world.js";
import type { JsonObject, Kernel } from "../../kernel/index.js";

const shown = (rows: readonly JsonObject[]) => rows.map(({ title, status, file }) => `${title} ${status} ${file}`);
const likes = (rows: readonly JsonObject[]) => rows.map(({ error }) => /\/(\w+), which/.exec(String(error))?.[1] ?? "");

/** A run whose first page waits until those behind it are stored. */
async function slowFirst(pages: Readonly<Record<string, string>>, more: Readonly<JsonObject> = {}) {
  const gate = Promise.withResolvers<void>();
  const names = Object.keys(pages);
  const slow: RequestListener = (_request, response) => {
    void gate.promise.then(() => response.setHeader("content-type", "text/html").end(pages[names[0]!]));
  };
  const { url } = await site({
    ...Object.fromEntries(names.map((name) => [`/${name}`, pages[name]!])),
    [`/${names[0]}`]: slow,
  });
  const kernel = await kernelWith();
  const urlsFile = names.map((name) => `${url}/${name}`);
  const data = { ...QUICK, urlsFile, corpus: "jsonl", concurrency: names.length, ...more } as const;
  const { _id } = await kernel.tasks.create("articledownloader", data);
  await kernel.tasks.run(_id);
  return { kernel, id: _id, open: () => gate.resolve() };
}

const PATIENT = { timeout: 30_000 };

async function storedFiles(kernel: Kernel, id: string, pattern: RegExp): Promise<void> {
  const files = () => Array.fromAsync(kernel.content.files(id));
  await vi.waitUntil(async () => (await files()).some(({ path }) => pattern.test(path)), PATIENT);
}

async function lines(kernel: Kernel, id: string, done: number): Promise<void> {
  await vi.waitUntil(async () => (await kernel.tasks.get(id))!.progress?.done === done, PATIENT);
}

describe("of pages that say the same the first line has the article", () => {
  it("although a later one was read before it", async () => {
    const text = page("Boats");
    const { kernel, id, open } = await slowFirst({ one: text, two: text, three: text, four: page("Casks") });
    await lines(kernel, id, 3);
    open();
    const { rows, files } = await outcome(kernel, id);
    expect(shown(rows)).toEqual([
      "Boats ok articles/boats.txt",
      "Boats duplicate ",
      "Boats duplicate ",
      "Casks ok articles/casks.txt",
    ]);
    expect(likes(rows)).toEqual(["", "one", "one", ""]);
    expect(Object.keys(files).sort()).toEqual([
      ...["articles/boats.txt", "articles/casks.txt", "corpus.jsonl"],
      ...["raw/boats.html", "raw/casks.html"],
    ]);
    expect(files["articles/boats.txt"]).toContain("boats");
    expect(files["corpus.jsonl"]!.trim().split("\n")).toHaveLength(2);
  });

  it("with the name of its own title, and nothing stays of the other", async () => {
    const two = page("Ships", "boats").replace("<h1>Ships</h1>", "");
    const one = two.replaceAll("Ships", "Boats");
    const { kernel, id, open } = await slowFirst({ one, two });
    await storedFiles(kernel, id, /^articles\/ships/);
    open();
    const { rows, files } = await outcome(kernel, id);
    expect(shown(rows)).toEqual(["Boats ok articles/boats.txt", "Ships duplicate "]);
    expect(Object.keys(files).sort()).toEqual(["articles/boats.txt", "corpus.jsonl", "raw/boats.html"]);
  });

  it("also when the run was stopped in between", async () => {
    const text = page("Boats");
    const { kernel, id, open } = await slowFirst({ one: text, two: text, three: text });
    await lines(kernel, id, 2);
    await kernel.tasks.abort(id);
    await kernel.tasks.settled(id);
    open();
    await kernel.tasks.run(id);
    const { rows, files } = await outcome(kernel, id);
    expect(rows.map(({ line, status }) => `${line} ${status}`)).toEqual(["1 ok", "2 duplicate", "3 duplicate"]);
    expect(likes(rows)).toEqual(["", "one", "one"]);
    expect(Object.keys(files).filter((path) => path.startsWith("articles/"))).toEqual(["articles/boats.txt"]);
  });

  it("unless it failed in the run that has put out the other", async () => {
    const text = page("Boats");
    let isGone = true;
    const { url } = await site({
      "/one": (_request, response) =>
        void response.writeHead(isGone ? 404 : 200, { "content-type": "text/html" }).end(isGone ? "" : text),
      "/two": text,
    });
    const kernel = await kernelWith();
    const data = { ...QUICK, urlsFile: [`${url}/one`, `${url}/two`], concurrency: 1 };
    const { _id } = await kernel.tasks.create("articledownloader", data);
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    isGone = false;
    await kernel.tasks.retry(_id);
    const { rows } = await outcome(kernel, _id);
    expect(shown(rows)).toEqual(["Boats ok articles/boats.txt", "Boats duplicate "]);
    expect(likes(rows)).toEqual(["", "two"]);
  });
});
