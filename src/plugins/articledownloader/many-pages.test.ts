import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { pdfFile } from "../../../test/doubles/pdf-file.js";
import {
  bytes,
  kernelWith,
  type Outcome,
  outcome,
  outcomeOf,
  page,
  QUICK,
  type Site,
  site,
  web,
} from "../../../test/web/download-world.js";
import { createFolders } from "../../adapters/folder/index.js";

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true });
});

const SUBJECTS = ["lamps", "horses", "bridges", "gardens", "harbours", "clocks"];

function sitemap(url: string, paths: readonly string[]): RequestListener {
  const entries = paths.map((path) => `<url><loc>${url}${path}</loc></url>`).join("");
  return bytes(
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
    "application/xml",
  );
}

function feed(url: string, paths: readonly string[]): RequestListener {
  const items = paths.map((path) => `<item><title>One</title><link>${url}${path}</link></item>`).join("");
  return bytes(
    `<rss version="2.0"><channel><title>A feed</title><link>${url}</link>${items}</channel></rss>`,
    "application/rss+xml",
  );
}

const pages = (subjects = SUBJECTS): Site => Object.fromEntries(subjects.map((one) => [`/${one}`, page(one, one)]));
const paths = SUBJECTS.map((one) => `/${one}`);

async function folder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "scriptorium-pages-"));
  roots.push(root);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

describe.each([
  ["sitemap", sitemap],
  ["feed", feed],
] as const)("a line with a %s", (kind, listing) => {
  it("downloads every page it names, each once", async () => {
    const { url, asked } = await site((url) => ({ ...pages(), "/list": listing(url, [...paths, "/lamps"]) }));
    const { task, rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${kind}:${url}/list`] });
    expect(task.status).toBe("complete");
    expect(rows.map((row) => row["title"]).sort()).toEqual([...SUBJECTS].sort());
    expect(Object.keys(files).filter((path) => path.startsWith("articles/"))).toHaveLength(6);
    expect(asked.filter((path) => path === "/lamps")).toHaveLength(1);
  });

  it("has a row for each page that fails, and is done as long as one page is", async () => {
    const { url } = await site((url) => ({ ...pages(["lamps"]), "/list": listing(url, ["/lamps", "/gone", "/lost"]) }));
    const { task, rows, log } = await outcomeOf(await kernelWith(), { urlsFile: [`${kind}:${url}/list`] });
    expect(task.status).toBe("complete");
    expect(rows.map(({ url, status }) => `${new URL(String(url)).pathname} ${status}`).sort()).toEqual([
      "/gone not-found",
      "/lamps ok",
      "/lost not-found",
    ]);
    expect(log).toContain("info: 1 of 3 pages are done, 2 failed.");
  });

  it("and a line with one of its pages have the page once", async () => {
    const { url, asked } = await site((url) => ({ ...pages(["lamps"]), "/list": listing(url, ["/lamps"]) }));
    const { task, rows, files } = await outcomeOf(await kernelWith(), {
      urlsFile: [`${url}/lamps`, `${kind}:${url}/list`],
    });
    expect(task.status).toBe("complete");
    expect(rows.map(({ status }) => status).sort()).toEqual(["duplicate", "ok"]);
    expect(asked.filter((path) => path === "/lamps")).toHaveLength(1);
    expect(Object.keys(files).filter((path) => path.startsWith("articles/"))).toHaveLength(1);
  });

  it("fails in one sentence when every page does, with the rows of all", async () => {
    const { url } = await site((url) => ({ "/list": listing(url, ["/gone", "/lost"]) }));
    const { task, rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${kind}:${url}/list`] });
    expect(task.status).toBe("failed");
    expect(task.error!.message).toMatch(/^None of the 2 pages could be .+ Nothing was saved\.$/);
    expect(
      rows
        .filter(({ status }) => status === "not-found")
        .map(({ url }) => new URL(String(url)).pathname)
        .sort(),
    ).toEqual(["/gone", "/lost"]);
  });

  it("has no rows of earlier failures when it is tried again", async () => {
    const found = new Set<string>();
    const late =
      (name: string): RequestListener =>
      (_request, response) =>
        void response.writeHead(found.has(name) ? 200 : 404, { "content-type": "text/html" }).end(page(name, name));
    const { url } = await site((url) => ({
      "/lamps": late("lamps"),
      "/clocks": late("clocks"),
      "/list": listing(url, ["/lamps", "/clocks"]),
    }));
    const kernel = await kernelWith();
    const { task } = await outcomeOf(kernel, { urlsFile: [`${kind}:${url}/list`] });
    const told = ({ rows }: Outcome) =>
      rows.map((row) => `${new URL(String(row["url"]).replace(/^\w+:(?=http)/, "")).pathname} ${row["status"]}`).sort();
    const retried = async () => {
      await kernel.tasks.retry(task._id);
      return outcome(kernel, task._id);
    };
    const again = await retried();
    expect(told(again)).toEqual(["/clocks not-found", "/lamps not-found", "/list failed"]);
    expect(again.task.progress).toMatchObject({ failed: 1, rows: 3 });
    found.add("lamps");
    const partly = await retried();
    expect(told(partly)).toEqual(["/clocks not-found", "/lamps ok"]);
    expect(partly.task.progress).toMatchObject({ ok: 1, rows: 2 });
  });

  it("that names nothing, or is none, fails in words", async () => {
    for (const list of [(url: string) => listing(url, []), () => bytes("just words", "text/plain")]) {
      const { url } = await site((url) => ({ "/list": list(url) }));
      const { task } = await outcomeOf(await kernelWith(), { urlsFile: [`${kind}:${url}/list`] });
      expect(task.status).toBe("failed");
      expect(task.error!.code).not.toBe("internal");
      expect(task.error!.message).toMatch(/\. .+\.$/);
    }
  });
});

describe("a line that names many pages", () => {
  it("leaves out those behind the thousandth and says so", async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `https://left-alone.test/page-${n}`);
    const items = many.map((address) => `<item><link>${address}</link></item>`).join("");
    const list = `<rss version="2.0"><channel><title>A feed</title>${items}</channel></rss>`;
    const { url } = await site({ "/list": bytes(list, "application/rss+xml") });
    const data = { urlsFile: [`feed:${url}/list`], blockedDomainsFile: ["left-alone.test"] };
    const { rows, log } = await outcomeOf(await kernelWith(), data);
    expect(rows).toHaveLength(1000);
    expect(rows.at(-1)).toMatchObject({ url: many[999], status: "blocked-domain" });
    expect(log.join("\n")).toMatch(/names more than 1,000 pages, and those behind are left out\. Give /);
  });

  it("continues after the pages that were done when its run is stopped, with their names and texts in mind", async () => {
    let held: (() => void) | undefined;
    const reached = Promise.withResolvers<void>();
    const { url, asked } = await site((url) => ({
      ...pages(["lamps", "horses"]),
      // The third says the same as the first, and the fourth only has its title.
      "/again": page("lamps", "lamps"),
      "/other": page("lamps", "bridges"),
      "/slow": (_request, response) => {
        if (held !== undefined) response.setHeader("content-type", "text/html").end(page("slow", "gardens"));
        held = () => response.destroy();
        reached.resolve();
      },
      "/list": sitemap(url, ["/lamps", "/horses", "/slow", "/again", "/other"]),
    }));
    const kernel = await kernelWith();
    const data = { ...QUICK, urlsFile: [`sitemap:${url}/list`], concurrency: 1 };
    const { _id } = await kernel.tasks.create("articledownloader", data);
    await kernel.tasks.run(_id);
    await reached.promise;
    await kernel.tasks.abort(_id);
    const stopped = await outcome(kernel, _id);
    expect(stopped.task.status).toBe("aborted");
    expect(stopped.rows.map(({ title }) => title)).toEqual(["lamps", "horses"]);
    held?.();

    await kernel.tasks.run(_id);
    const done = await outcome(kernel, _id);
    expect(done.task.status).toBe("complete");
    expect(asked.filter((path) => path === "/lamps" || path === "/horses")).toEqual(["/lamps", "/horses"]);
    expect(done.rows.map(({ title, status }) => `${title} ${status}`)).toEqual([
      "lamps ok",
      "horses ok",
      "slow ok",
      "lamps duplicate",
      "lamps ok",
    ]);
    expect(done.rows[3]).toMatchObject({ error: `It says the same as ${url}/lamps, which came before.` });
    expect(done.rows[4]!["file"]).toMatch(/^articles\/lamps-[\da-f]{8}\.txt$/);
  });

  it("is started again by a new run", async () => {
    const { url, asked } = await site((url) => ({ ...pages(["lamps"]), "/list": sitemap(url, ["/lamps"]) }));
    const kernel = await kernelWith();
    const { task } = await outcomeOf(kernel, { urlsFile: [`sitemap:${url}/list`] });
    await kernel.tasks.run(task._id);
    expect((await outcome(kernel, task._id)).task.status).toBe("complete");
    expect(asked.filter((path) => path === "/lamps")).toHaveLength(2);
  });

  it("may name a page that names the feed", async () => {
    const { url } = await site((url) => ({
      ...pages(["lamps"]),
      "/": '<html><head><link rel="alternate" type="application/rss+xml" href="/list"></head><body>Home</body></html>',
      "/list": feed(url, ["/lamps"]),
    }));
    const { rows } = await outcomeOf(await kernelWith(), { urlsFile: [`feed:${url}/`] });
    expect(rows).toMatchObject([{ title: "lamps", status: "ok" }]);
  });
});

it("the lines that were done before a run stopped are remembered, too, when it continues", async () => {
  const reached = Promise.withResolvers<void>();
  let isHeld = true;
  const { url, asked } = await site({
    "/a": page("lamps", "lamps"),
    "/b": (_request, response) => {
      if (!isHeld) response.setHeader("content-type", "text/html").end(page("lamps", "horses"));
      reached.resolve();
    },
    "/c": page("lamps", "lamps"),
  });
  const kernel = await kernelWith();
  const urlsFile = ["/a", "/b", "/c"].map((path) => url + path);
  const { _id } = await kernel.tasks.create("articledownloader", { ...QUICK, urlsFile, concurrency: 1 });
  await kernel.tasks.run(_id);
  await reached.promise;
  await kernel.tasks.abort(_id);
  await kernel.tasks.settled(_id);
  isHeld = false;
  await kernel.tasks.run(_id);
  const { rows } = await outcome(kernel, _id);
  expect(asked.filter((path) => path === "/a")).toHaveLength(1);
  expect(rows.map(({ status, file }) => `${status} ${String(file).replace(/[\da-f]{8}/, "#")}`)).toEqual([
    "ok articles/lamps.txt",
    "ok articles/lamps-#.txt",
    "duplicate ",
  ]);
});

describe("files", () => {
  const words = "Keepers lit the lamps at dusk and put them out at dawn, in every kind of weather. ".repeat(4);

  it("of a folder are each a row, without any network", async () => {
    const root = await folder({
      "a.html": page("Lamps"),
      "below/b.md": `# Keepers\n\n${words}`,
      "c.txt": `Weather\n\n${words.replaceAll("lamps", "fires").replaceAll("dusk", "night")}`,
      "d.png": "no page",
    });
    const kernel = await kernelWith({ folder: createFolders({ roots: [root] }) });
    const { task, rows, files } = await outcomeOf(kernel, {
      inputFolder: root,
      concurrency: 1,
      dedupeContent: "exact",
    });
    expect(task.status).toBe("complete");
    expect(
      rows.map(({ url, finalUrl, httpStatus, title, file, status }) => [
        url,
        finalUrl,
        httpStatus,
        title,
        file,
        status,
      ]),
    ).toEqual([
      [`${root}/a.html`, "", 0, "Lamps", "articles/lamps.txt", "ok"],
      [`${root}/below/b.md`, "", 0, "Keepers", "articles/keepers.txt", "ok"],
      [`${root}/c.txt`, "", 0, "Weather", "articles/weather.txt", "ok"],
    ]);
    expect(Object.keys(files).every((path) => path.startsWith("articles/"))).toBe(true);
  });

  it("are named by their path or their file address, too", async () => {
    const root = await folder({ "a b.html": page("Lamps"), "c.html": page("Horses") });
    const kernel = await kernelWith({ folder: createFolders({ roots: [root] }) });
    const { rows } = await outcomeOf(kernel, { urlsFile: [`file://${root}/a%20b.html`, "./c.html"], concurrency: 1 });
    expect(rows.map(({ url, title }) => `${url} ${title}`)).toEqual([`${root}/a b.html Lamps`, "c.html Horses"]);
  });

  it("outside the folders that the server may read are refused in words", async () => {
    const root = await folder({ "a.html": page("Lamps") });
    const kernel = await kernelWith({ folder: createFolders({ roots: [root] }) });
    const { task, rows } = await outcomeOf(kernel, { urlsFile: ["file:///etc/secret.html"] });
    expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
    expect(task.error!.message).toContain("is not one this server may read");
    expect(rows).toMatchObject([{ status: "failed", url: "/etc/secret.html" }]);
  });

  it("cannot be read by a server without a folder provider, and it says what to set", async () => {
    const { task } = await outcomeOf(await kernelWith({}), { inputFolder: "texts" });
    expect(task).toMatchObject({ status: "failed", error: { code: "no-provider" } });
    expect(task.error!.message).toContain("set sourceRoot in the config file");
  });

  it("of a folder that holds none fail in words", async () => {
    const root = await folder({ "a.png": "no page" });
    const kernel = await kernelWith({ folder: createFolders({ roots: [root] }) });
    const { task } = await outcomeOf(kernel, { inputFolder: root });
    expect(task.error!.message).toMatch(
      /holds no html, md, txt or pdf file\. Put the pages there or name another folder\.$/,
    );
  });

  it("that are PDF files are refused in words by a folder provider that gives files as text only", async () => {
    const line = (n: number) => ({
      text: `Line ${n} tells of the lamps and of who lit them at dusk`,
      x: 72,
      y: 700 - 14 * n,
      size: 11,
    });
    const pdf = pdfFile([[1, 2, 3, 4, 5].map(line)], { Title: "Annual Report" });
    const root = await folder({ "a.pdf": pdf });
    const asText = createFolders({ roots: [root] });
    const plain = { list: asText.list, read: asText.read };
    const refused = await outcomeOf(await kernelWith({ folder: plain }), { inputFolder: root });
    expect(refused.rows[0]).toMatchObject({ status: "unreadable", error: expect.stringContaining("texts only") });
  });

  it("of another task are read by its id", async () => {
    const { url } = await site(pages(["lamps"]));
    const kernel = await kernelWith({ web: web(), folder: createFolders({ roots: [] }) });
    const first = await outcomeOf(kernel, { urlsFile: [`${url}/lamps`] });
    const second = await outcomeOf(kernel, { inputFolder: `task:${first.task._id}/articles` });
    expect(second.rows).toMatchObject([
      { title: "lamps", status: "ok", url: `task:${first.task._id}/articles/lamps.txt` },
    ]);
  });
});
