import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type Capture, digestOf } from "../../../test/web/archive-server.js";
import { archiveWorld } from "../../../test/web/archive-world.js";
import type { Json } from "../../kernel/index.js";

const text = (subject: string) =>
  `<p>${`The ${subject} stands in the old garden behind the house, where nobody has looked for it in years. `.repeat(8)}</p>`;
const page = (title: string, body = text(title), head = "") =>
  `<!DOCTYPE html><html lang="en"><head>${head}<title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`;
const at = "20100101000000";

async function scraped(captures: readonly Capture[], data: Readonly<Record<string, Json>>) {
  await using world = await archiveWorld(captures);
  const task = await world.draft({ domainsFile: ["shop.test"], ...data });
  const { status, error } = await world.run(task);
  const paths = Object.keys(await world.files(task));
  const bytes = new Map<string, Uint8Array>();
  for (const path of paths) bytes.set(path, (await world.file(task, path))!);
  return {
    status,
    error,
    rows: await world.rows(task),
    files: await world.files(task),
    bytes,
    log: await world.log(task),
    copies: world.archive.copies(),
    url: world.archive.url,
    mostAtOnce: world.archive.mostAtOnce,
  };
}

it("writes the article of every page, and rows of what it is", async () => {
  const captures = [
    { original: "http://shop.test/pump", timestamp: at, body: page("Pump") },
    { original: "http://shop.test/well", timestamp: at, body: page("Well") },
  ];
  const { status, rows, files, copies } = await scraped(captures, { saveAs: "article", outputFormats: ["txt", "md"] });
  expect(status).toBe("complete");
  expect(Object.keys(files)).toEqual([
    "articles/pump.md",
    "articles/pump.txt",
    "articles/well.md",
    "articles/well.txt",
    "cdx.jsonl",
  ]);
  expect(files["articles/pump.txt"]).toContain("The Pump stands in the old garden");
  expect(files["articles/pump.md"]).toContain(
    `url: "http://shop.test/pump"\narchive_url: "${rows[0]!["archiveUrl"]}"\narchived_at: "2010-01-01T00:00:00Z"\n`,
  );
  expect(rows[0]).toMatchObject({
    original: "http://shop.test/pump",
    title: "Pump",
    language: "en",
    file: "articles/pump.txt",
    bytes: Buffer.byteLength(page("Pump")),
    digest: digestOf(page("Pump")),
    error: "",
    note: "",
  });
  expect(rows[0]!["words"]).toBeGreaterThan(100);
  expect(copies).toEqual([`${at}id_/http://shop.test/pump`, `${at}id_/http://shop.test/well`]);
});

it("keeps raw pages byte for byte, whatever their encoding, and reads them in it", async () => {
  const body = Buffer.from(page("Stra\u00dfe", text("Stra\u00dfe").repeat(2), "<meta charset=iso-8859-1>"), "latin1");
  const { bytes, rows } = await scraped([{ original: "http://shop.test/", timestamp: at, body }], { saveAs: "both" });
  expect(Buffer.from(bytes.get("site/shop.test/index.html")!).equals(body)).toBe(true);
  expect(rows[0]).toMatchObject({
    title: "Stra\u00dfe",
    file: "articles/straße.txt",
    rawFile: "site/shop.test/index.html",
  });
});

it("gives pages with one title articles of their own, and every copy of a page a file of its own", async () => {
  const captures = [2010, 2011, 2012].map((year) => ({
    original: "http://shop.test/",
    timestamp: `${year}0101000000`,
    body: page("Pump", text(`pump of ${year}`)),
  }));
  const { files } = await scraped(captures, { saveAs: "both", pick: "all" });
  const articles = Object.keys(files).filter((path) => path.startsWith("articles/"));
  expect(articles).toHaveLength(3);
  expect(Object.keys(files).filter((path) => path.startsWith("site/"))).toEqual(
    [2010, 2011, 2012].map((year) => `site/${year}0101000000/shop.test/index.html`),
  );
});

it("follows the archive to the nearest copy, reads revisits, and notes pages that led elsewhere", async () => {
  const body = page("Pump");
  const captures: Capture[] = [
    { original: "http://shop.test/", timestamp: "20090101000000", body },
    { original: "http://shop.test/", timestamp: at, mime: "warc/revisit", status: "-", body },
    { original: "http://shop.test/old", timestamp: at, status: "301", body: "", headers: { location: "/new" } },
    { original: "http://shop.test/gone", timestamp: at, status: "404", body: page("Not here") },
  ];
  const { rows, files } = await scraped(captures, { saveAs: "raw", statuses: "", mimesFile: [] });
  expect(rows).toMatchObject([
    { original: "http://shop.test/", timestamp: at, status: "200", title: "Pump", file: "site/shop.test/index.html" },
    { status: "404", title: "Not here" },
    { status: "301", file: "", note: "It led to http://shop.test/new." },
  ]);
  expect(files["site/shop.test/index.html"]).toBe(body);
});

it("says when the archive gives another copy than the list names", async () => {
  const captures = [
    { original: "http://shop.test/", timestamp: at, body: page("Pump") },
    { original: "http://shop.test/", timestamp: "20110101000000", body: page("Pump of 2011") },
  ];
  await using world = await archiveWorld(captures);
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw", pick: "oldest" });
  world.archive.forget("http://shop.test/", at);
  await world.run(task);
  expect(await world.rows(task)).toMatchObject([
    { timestamp: "20110101000000", title: "Pump of 2011", note: "The archive gave the copy of 20110101000000." },
  ]);
});

it("notes bytes that are not those of the list", async () => {
  const capture = { original: "http://shop.test/", timestamp: at, body: page("Pump"), digest: digestOf("other") };
  const { rows, log } = await scraped([capture], { saveAs: "raw" });
  expect(rows[0]!["note"]).toBe("The bytes are not those that the list names.");
  expect(log).toContainEqual(expect.stringContaining("not those that the list names"));
});

it("notes pages that broke off", async () => {
  await using world = await archiveWorld([{ original: "http://shop.test/", timestamp: at, body: page("Pump") }]);
  world.archive.refuse({ kind: "truncated" }, { on: "copies" });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw" });
  await world.run(task);
  expect((await world.rows(task))[0]).toMatchObject({
    note: "The bytes are not those that the list names.",
    error: "",
  });
});

it("lays hostile addresses where they harm nothing, each in a file of its own", async () => {
  const originals = [
    "con",
    "..%2f..%2fetc%2fpasswd",
    "a%00b",
    "x".repeat(3000),
    "a?b=../../c",
    "A?b",
    "%ff",
    "trailing.",
    "a|b*c:d",
    "#x",
    "nul.html",
    "a//b",
  ];
  const captures = originals.map((path) => ({
    original: `http://shop.test/${path}`,
    timestamp: at,
    body: page(path.slice(0, 9)),
  }));
  const { status, rows, files } = await scraped(captures, { saveAs: "both" });
  expect(status).toBe("complete");
  expect(rows.map(({ error }) => error)).toEqual(originals.map(() => ""));
  expect(new Set(rows.map(({ rawFile }) => rawFile)).size).toBe(originals.length);
  for (const path of Object.keys(files)) expect(path).toMatch(/^(site\/shop\.test|articles)\/|^cdx\.jsonl$/);
});

it("continues after a page that the archive does not have, and fails when it has none", async () => {
  const captures = [
    { original: "http://shop.test/a", timestamp: at, body: page("Pump") },
    { original: "http://shop.test/b", timestamp: at, body: page("Well") },
  ];
  await using world = await archiveWorld(captures);
  world.archive.forget("http://shop.test/a", at);
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw" });
  expect((await world.run(task)).status).toBe("complete");
  expect(await world.rows(task)).toMatchObject([
    { original: "http://shop.test/a", file: "", error: expect.stringContaining("lists a copy") },
    { original: "http://shop.test/b", file: "site/shop.test/b/index.html", error: "" },
  ]);
  world.archive.forget("http://shop.test/b", at);
  const again = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw" });
  const { status, error } = await world.run(again);
  expect([status, error?.message]).toEqual(["failed", expect.stringMatching(/^None of the 2 copies of shop\.test/)]);
});

it("saves other files with saveAs raw and says why with article", async () => {
  const captures = [
    { original: "http://shop.test/a.png", timestamp: at, mime: "image/png", body: Buffer.from([1, 0, 255]) },
  ];
  const data = { mimesFile: ["image/*"] };
  const raw = await scraped(captures, { ...data, saveAs: "raw" });
  expect([...raw.bytes.get("site/shop.test/a.png")!]).toEqual([1, 0, 255]);
  const article = await scraped(captures, { ...data, saveAs: "article" });
  expect(article.rows).toMatchObject([{ file: "", error: "", note: expect.stringContaining("saveAs raw") }]);
  expect(article.copies).toEqual([]);
});

it("leaves links as they are, or has them lead to saved pages and else to the archive", async () => {
  const links = `<a href="/b?x=1&amp;y=2#part">b</a><a href='http://www.shop.test/c'>c</a><a href="http://far.test/">far</a><a href="#top">top</a>`;
  const captures = [
    {
      original: "http://shop.test/a/",
      timestamp: at,
      body: page("A", links + text("pump"), '<base href="http://shop.test/">'),
    },
    { original: "http://shop.test/b?y=2&x=1", timestamp: "20110101000000", body: page("B") },
    { original: "http://shop.test/c", timestamp: at, body: page("C") },
  ];
  const plain = await scraped(captures, { saveAs: "raw" });
  expect(plain.files["site/shop.test/a/index.html"]).toBe(captures[0]!.body);
  const { files, rows, url } = await scraped(captures, { saveAs: "raw", rewriteLinks: true });
  const html = files["site/shop.test/a/index.html"]!;
  const hrefs = [...html.matchAll(/href=["']([^"']*)/g)].map(([, href]) => href);
  const b = String(rows[1]!["file"]);
  expect(b).toMatch(/^site\/shop\.test\/b~[0-9a-f]{16}\.html$/);
  expect(hrefs).toEqual([
    "",
    `../${b.split("/").at(-1)}#part`,
    "../c/index.html",
    `${url}/web/${at}/http://far.test/`,
    "#top",
  ]);
});

it("fetches what pages need once, from the time of the page, style sheets with what they name", async () => {
  const head = '<link rel=stylesheet href="/s.css"><script src="/x.js"></script>';
  const captures: Capture[] = [
    { original: "http://shop.test/a", timestamp: at, body: page("A", `<img src="/i.png?v=1">${text("pump")}`, head) },
    { original: "http://shop.test/b", timestamp: at, body: page("B", text("well"), head) },
    {
      original: "http://shop.test/s.css",
      timestamp: "20100102000000",
      mime: "text/css",
      body: "@import 't.css';b{background:url(bg.gif)}",
    },
    { original: "http://shop.test/t.css", timestamp: at, mime: "text/css", body: "@import '/s.css';" },
    { original: "http://shop.test/bg.gif", timestamp: at, mime: "image/gif", body: "GIF" },
    { original: "http://shop.test/i.png?v=1", timestamp: at, mime: "image/png", body: "PNG" },
  ];
  const { files, rows, copies } = await scraped(captures, { saveAs: "raw", pageRequisites: true, rewriteLinks: true });
  const image = Object.keys(files).find((path) => path.endsWith(".png"))!;
  expect(files[image]).toBe("PNG");
  expect(files["site/shop.test/a/index.html"]).toContain(`src="../${image.split("/").at(-1)}"`);
  expect(files["site/shop.test/b/index.html"]).toContain('href="../s.css"');
  expect(files["site/shop.test/s.css"]).toBe("@import 't.css';b{background:url(bg.gif)}");
  expect(files["site/shop.test/t.css"]).toBe("@import 's.css';");
  expect(rows[0]!["note"]).toBe("1 file of the page was not to be had.");
  expect(rows[1]!["note"]).toBe("");
  expect(new Set(copies).size).toBe(copies.length);
});

it("saves only pages in the languages that are asked for", async () => {
  const german = `<html lang="de"><title>Brunnen</title><article>${"<p>Der alte Brunnen steht im Garten hinter dem Haus, und niemand hat ihn in den letzten Jahren gesehen.</p>".repeat(6)}</article>`;
  const captures = [
    { original: "http://shop.test/a", timestamp: at, body: page("Pump") },
    { original: "http://shop.test/b", timestamp: at, body: german },
  ];
  const { rows, files } = await scraped(captures, { saveAs: "both", languageFilter: ["de"] });
  expect(rows).toMatchObject([
    { file: "", language: "en", note: "It is not saved, because its language is en." },
    { file: "articles/brunnen.txt", language: "de" },
  ]);
  expect(Object.keys(files).filter((path) => path.startsWith("site/"))).toEqual(["site/shop.test/b/index.html"]);
});

it("warns where languageFilter leaves out every page, and where maxPages leaves out copies", async () => {
  const captures = ["a", "b", "c"].map((name) => ({
    ...{ original: `http://shop.test/${name}`, timestamp: at, body: page("Pump") },
  }));
  await using world = await archiveWorld(captures);
  const warnings = async (data: Record<string, string | number | string[]>) => {
    const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article", ...data });
    await world.run(task);
    const log = await Array.fromAsync(world.kernel.content.log(task._id));
    return log.filter(({ level }) => level === "warn").map(({ msg }) => msg);
  };
  expect(await warnings({ languageFilter: ["de"], maxPages: 2 })).toEqual([
    "There are more than 2 copies that fit. Raise maxPages for the others.",
    "languageFilter left out 2 of the 2 copies of shop.test, and none was saved. Add the language to it, or empty the list.",
  ]);
  expect(await warnings({ languageFilter: ["en"] })).toEqual([]);
});

it("says of every page whether it is still there", async () => {
  const live = createServer(({ url }, response) => {
    if (url === "/moved") response.writeHead(302, { location: "/here" }).end();
    else response.writeHead(url === "/here" ? 200 : url === "/closed" ? 401 : 404).end("<p>Hello</p>");
  });
  await new Promise<void>((resolve) => live.listen(0, "127.0.0.1", resolve));
  try {
    const host = `127.0.0.1:${(live.address() as AddressInfo).port}`;
    const captures = ["closed", "gone", "here", "moved"].map((path) => ({
      original: `http://${host}/${path}`,
      timestamp: at,
    }));
    const { rows } = await scraped(captures, { domainsFile: [host], checkLive: true });
    expect(rows.map(({ live }) => live)).toEqual(["unknown", "no", "yes", "moved"]);
  } finally {
    live.close();
  }
});

it("leaves out what an archive puts around a page when it is read", async () => {
  const toolbar = `<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>${"The toolbar of the archive is no part of this page. ".repeat(9)}</p><!-- END WAYBACK TOOLBAR INSERT -->`;
  const { files } = await scraped(
    [{ original: "http://shop.test/", timestamp: at, body: page("Pump", toolbar + text("pump")) }],
    { saveAs: "both" },
  );
  expect(files["articles/pump.txt"]).not.toContain("toolbar");
  expect(files["site/shop.test/index.html"]).toContain("toolbar");
});

it("uses one connection at a time, however many lines are in work", async () => {
  const captures = ["a", "b", "c", "d"].flatMap((name) =>
    [1, 2, 3].map((n) => ({ original: `http://${name}.test/${n}`, timestamp: at, body: page(`${name} ${n}`) })),
  );
  const domainsFile = ["a.test", "b.test", "c.test", "d.test"];
  const { rows, mostAtOnce } = await scraped(captures, { domainsFile, concurrency: 4, saveAs: "raw" });
  expect(rows).toHaveLength(12);
  expect(mostAtOnce).toBe(1);
});

it("runs again on the answers that an earlier run recorded, without the archive", async () => {
  await using world = await archiveWorld([{ original: "http://shop.test/", timestamp: at, body: page("Pump") }]);
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw", recordExchanges: true });
  const { runId } = await world.run(task);
  await world.kernel.tasks.patch(task._id, { recordExchanges: false, replayRunId: runId ?? "" });
  const before = world.archive.requests.length;
  expect(await world.run(task)).toMatchObject({ status: "complete" });
  expect(world.archive.requests.slice(before)).toEqual([]);
  expect((await world.files(task))["site/shop.test/index.html"]).toBe(page("Pump"));
});

it("has links lead to the copy that is nearest in time where there are several", async () => {
  const link = '<a href="/b">b</a>';
  const captures = [
    { original: "http://shop.test/a", timestamp: "20120101000000", body: page("A", link + text("pump")) },
    { original: "http://shop.test/b", timestamp: "20090101000000", body: page("B of 2009") },
    { original: "http://shop.test/b", timestamp: "20130101000000", body: page("B of 2013") },
  ];
  const { files } = await scraped(captures, { saveAs: "raw", pick: "all", rewriteLinks: true });
  expect(files["site/20120101000000/shop.test/a/index.html"]).toContain(
    'href="../../../20130101000000/shop.test/b/index.html"',
  );
});
