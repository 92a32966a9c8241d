import type { RequestListener } from "node:http";
import { expect, it, vi } from "vitest";
import { kernelWith, outcome, outcomeOf, page, QUICK, site } from "../../../test/web/download-world.js";
import type { JsonObject } from "../../kernel/index.js";

/** Answers with the page once it is let go. */
function gated(html: string) {
  const gate = Promise.withResolvers<void>();
  const listener: RequestListener = (_request, response) => {
    void gate.promise.then(() => response.setHeader("content-type", "text/html").end(html));
  };
  return { listener, open: () => gate.resolve() };
}

const shown = (rows: readonly JsonObject[]) => rows.map(({ line, title, status }) => `${line} ${title} ${status}`);
const lines = (text: string | undefined) => (text ?? "").trim().split("\n");
const titles = (text: string | undefined) => lines(text).map((line) => (JSON.parse(line) as JsonObject)["title"]);

/** A site whose first page waits. */
async function slowFirst() {
  const first = gated(page("Anvils"));
  const served = await site({
    "/anvils": first.listener,
    "/boats": page("Boats"),
    "/casks": page("Casks"),
    "/drums": page("Drums"),
  });
  return { ...served, first };
}

it("rows and the corpus are in the order of the lines, whichever page comes first", async () => {
  const { url, first } = await slowFirst();
  const kernel = await kernelWith();
  const urlsFile = ["anvils", "boats", "", "gone", "boats", "casks"].map((path) =>
    path === "" ? "" : `${url}/${path}`,
  );
  const data = { ...QUICK, urlsFile, corpus: "jsonl", concurrency: 2 } as const;
  const { _id } = await kernel.tasks.create("articledownloader", data);
  await kernel.tasks.run(_id);
  // The first page holds nobody up, and neither does the one that fails.
  await vi.waitUntil(async () => (await Array.fromAsync(kernel.content.files(_id))).length >= 4);
  first.open();
  const { rows, files } = await outcome(kernel, _id);
  expect(shown(rows)).toEqual(["1 Anvils ok", "2 Boats ok", "4  not-found", "6 Casks ok"]);
  expect(titles(files["corpus.jsonl"])).toEqual(["Anvils", "Boats", "Casks"]);
  expect(Object.keys(files).filter((path) => !/^(articles|raw)\//.test(path))).toEqual(["corpus.jsonl"]);
});

it("the pages of a sitemap are in its order, and before the lines below it", async () => {
  const first = gated(page("Anvils"));
  const { url } = await site((base) => {
    const named = ["anvils", "nothing", "boats", "casks"].map((path) => `<url><loc>${base}/${path}</loc></url>`);
    return {
      "/sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${named.join("")}</urlset>`,
      "/anvils": first.listener,
      "/boats": page("Boats"),
      "/casks": page("Casks"),
      "/drums": page("Drums"),
    };
  });
  const kernel = await kernelWith();
  const data = {
    ...QUICK,
    urlsFile: [`sitemap:${url}/sitemap.xml`, `${url}/drums`],
    concurrency: 6,
    corpus: "csv",
  } as const;
  const { _id } = await kernel.tasks.create("articledownloader", data);
  await kernel.tasks.run(_id);
  await vi.waitUntil(async () => (await Array.fromAsync(kernel.content.files(_id))).length >= 6);
  first.open();
  const { rows, files } = await outcome(kernel, _id);
  expect(shown(rows)).toEqual(["1 Anvils ok", "1 Boats ok", "1 Casks ok", "1  not-found", "2 Drums ok"]);
  const corpus = files["corpus.csv"]!.split("\r\n");
  expect(corpus[0]).toMatch(/^line,url,finalUrl,/);
  expect(corpus.filter((line) => /^\d,http/.test(line)).map((line) => line.split(",")[1])).toEqual(
    ["anvils", "boats", "casks", "drums"].map((path) => `${url}/${path}`),
  );
});

it("what was done before its turn is in its place when the run is stopped and goes on", async () => {
  const { url, first } = await slowFirst();
  const kernel = await kernelWith();
  const urlsFile = ["anvils", "boats", "casks", "drums"].map((path) => `${url}/${path}`);
  const data = { ...QUICK, urlsFile, corpus: "jsonl", concurrency: 2 } as const;
  const { _id } = await kernel.tasks.create("articledownloader", data);
  await kernel.tasks.run(_id);
  await vi.waitUntil(async () => (await Array.fromAsync(kernel.content.files(_id))).length >= 6);
  await kernel.tasks.abort(_id);
  const stopped = await outcome(kernel, _id);
  expect(stopped.rows).toEqual([]);
  expect(Object.keys(stopped.files)).not.toContain("corpus.jsonl");
  first.open();
  await kernel.tasks.run(_id);
  const { rows, files } = await outcome(kernel, _id);
  expect(shown(rows)).toEqual(["1 Anvils ok", "2 Boats ok", "3 Casks ok", "4 Drums ok"]);
  expect(titles(files["corpus.jsonl"])).toEqual(["Anvils", "Boats", "Casks", "Drums"]);
});

it("a corpus goes on where a stopped run ended, and a fresh run begins a new one", async () => {
  const last = gated(page("Drums"));
  const { url } = await site({ "/anvils": page("Anvils"), "/boats": page("Boats"), "/drums": last.listener });
  const kernel = await kernelWith();
  const urlsFile = ["anvils", "boats", "drums"].map((path) => `${url}/${path}`);
  const { _id } = await kernel.tasks.create("articledownloader", { ...QUICK, urlsFile, corpus: "jsonl" });
  await kernel.tasks.run(_id);
  await vi.waitUntil(async () => (await kernel.content.countRows(_id)) === 2);
  await kernel.tasks.abort(_id);
  expect(titles((await outcome(kernel, _id)).files["corpus.jsonl"])).toEqual(["Anvils", "Boats"]);
  last.open();
  await kernel.tasks.run(_id);
  expect(titles((await outcome(kernel, _id)).files["corpus.jsonl"])).toEqual(["Anvils", "Boats", "Drums"]);
  await kernel.tasks.patch(_id, { urlsFile: [`${url}/boats`] });
  await kernel.tasks.restart(_id);
  expect(titles((await outcome(kernel, _id)).files["corpus.jsonl"])).toEqual(["Boats"]);
});

it("a line of the corpus has the text and what is known of the page", async () => {
  const head = '<meta name="author" content="Ann Lee"><meta property="article:published_time" content="2024-05-01">';
  const { url } = await site({
    "/lamps": page("Lamps", "lamps", `${head}<meta name="keywords" content="oil, light">`),
  });
  const data = { urlsFile: [`${url}/lamps`], corpus: "jsonl", outputFormats: ["md"] };
  const { rows, files } = await outcomeOf(await kernelWith(), data);
  const [record] = lines(files["corpus.jsonl"]).map((line) => JSON.parse(line) as JsonObject);
  expect(record).toMatchObject({
    line: 1,
    url: `${url}/lamps`,
    finalUrl: `${url}/lamps`,
    archiveUrl: "",
    archivedAt: "",
    title: "Lamps",
    author: "Ann Lee",
    date: "2024-05-01",
    language: "en",
    tags: ["oil", "light"],
    type: "article",
    words: rows[0]!["words"],
    hash: rows[0]!["hash"],
    file: "articles/lamps.md",
    text: expect.stringMatching(/^(Lamps\n\n)?Paragraph 1 about lamps tells/),
  });
});

it("a page that two lines name is there once, and the other row says which line has it", async () => {
  const { url } = await site((base) => ({
    "/boats": page("Boats"),
    "/feed": `<rss version="2.0"><channel><item><link>${base}/boats</link></item></channel></rss>`,
  }));
  const data = { urlsFile: ["", `${url}/boats`, `feed:${url}/feed`], concurrency: 1 };
  const { rows } = await outcomeOf(await kernelWith(), data);
  expect(shown(rows)).toEqual(["2 Boats ok", "3  duplicate"]);
  expect(rows[1]).toMatchObject({
    error: "Line 2 of this run names it too, and the row of that line says what became of it.",
  });
});

it.each(["jsonl", "csv"] as const)(
  "the first line that names a page has it, although a later one came to it sooner (%s)",
  async (corpus) => {
    const gate = Promise.withResolvers<void>();
    const { url, asked } = await site((base) => {
      const named = ["boats", "note"].map((path) => `<item><link>${base}/${path}</link></item>`).join("");
      const feed = `<rss version="2.0"><channel>${named}</channel></rss>`;
      return {
        "/boats": page("Boats"),
        "/note": "<html><body><article><h1>Note</h1><p>A few words only.</p></article></body></html>",
        "/early": feed,
        "/late": (_request, response) => void gate.promise.then(() => response.end(feed)),
      };
    });
    const kernel = await kernelWith();
    const urlsFile = [`feed:${url}/late`, `feed:${url}/early`];
    const data = { ...QUICK, urlsFile, corpus, concurrency: 4, minWords: 20 } as const;
    const { _id } = await kernel.tasks.create("articledownloader", data);
    await kernel.tasks.run(_id);
    await vi.waitUntil(async () => (await kernel.tasks.get(_id))!.progress?.done === 1);
    gate.resolve();
    const { rows, files } = await outcome(kernel, _id);
    expect(shown(rows)).toEqual(["1 Boats ok", "1 Note too-short", "2  duplicate", "2  duplicate"]);
    expect(rows[2]).toMatchObject({
      error: "Line 1 of this run names it too, and the row of that line says what became of it.",
    });
    expect(Object.keys(files)).toContain(rows[0]!["file"]);
    const text = files[`corpus.${corpus}`]!;
    expect(text.match(/^(\{"line":)?\d/gm)).toEqual([corpus === "csv" ? "1" : '{"line":1']);
    expect(asked.filter((path) => path === "/boats")).toHaveLength(1);
  },
);

it("the row of a line that failed is replaced when the line is tried again", async () => {
  let isThere = false;
  const { url } = await site({
    "/anvils": page("Anvils"),
    "/boats": (_request, response) => {
      if (isThere) response.setHeader("content-type", "text/html").end(page("Boats"));
      else response.writeHead(404).end("no");
    },
    "/casks": page("Casks"),
  });
  const kernel = await kernelWith();
  const urlsFile = ["anvils", "boats", "gone", "casks"].map((path) => `${url}/${path}`);
  const { task, rows } = await outcomeOf(kernel, { urlsFile, corpus: "jsonl" });
  expect(shown(rows)).toEqual(["1 Anvils ok", "2  not-found", "3  not-found", "4 Casks ok"]);
  isThere = true;
  await kernel.tasks.retry(task._id);
  const again = await outcome(kernel, task._id);
  expect(again.task.progress).toMatchObject({ ok: 3, failed: 1, rows: 4 });
  expect(shown(again.rows)).toEqual(["1 Anvils ok", "3  not-found", "4 Casks ok", "2 Boats ok"]);
  expect(titles(again.files["corpus.jsonl"])).toEqual(["Anvils", "Casks", "Boats"]);
});

it("a stopped run loses no page that a later line named meanwhile, and leaves failures where they are", async () => {
  const boats = gated(page("Boats"));
  const { url } = await site((base) => ({
    "/boats": boats.listener,
    "/feed": `<rss version="2.0"><channel><item><link>${base}/boats</link></item></channel></rss>`,
  }));
  const kernel = await kernelWith();
  const urlsFile = [`${url}/gone`, `${url}/boats`, `feed:${url}/feed`];
  const { _id } = await kernel.tasks.create("articledownloader", { ...QUICK, urlsFile, concurrency: 3 });
  await kernel.tasks.run(_id);
  await vi.waitUntil(async () => (await kernel.tasks.get(_id))!.progress?.done === 2);
  await kernel.tasks.abort(_id);
  await kernel.tasks.settled(_id);
  boats.open();
  await kernel.tasks.run(_id);
  const { rows } = await outcome(kernel, _id);
  expect(shown(rows)).toEqual(["1  not-found", "2 Boats ok", "3  duplicate"]);
});
