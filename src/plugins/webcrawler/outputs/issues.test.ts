import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { crawled, crawlKernel, linking, outcome, page, QUICK, site } from "../../../../test/web/crawl-world.js";
import { saysNotFound } from "../not-found-words.js";
import { isForPrograms } from "../resource-types.js";
import { csvRows } from "./comparison.js";

const to = (location: string) => ({ status: 301, headers: { location } });
const described = (text: string) => `<meta name="description" content="${text}">`;
const json = (type: string, body = "{}") => ({ headers: { "content-type": type }, body });

describe("issues.csv", () => {
  it("calls a link to a page that is only larger than the limit large, and not broken", async () => {
    const { url } = await site({ "/": linking("/big"), "/big": page("Big", "word ".repeat(2_200_000)) });
    const { table, report } = await crawled([`${url}/`]);
    const ofBig = table("issues.csv").filter(([, , address]) => address === `${url}/big`);
    expect(ofBig.map(([type, severity]) => [type, severity])).toEqual([["large-page", "warning"]]);
    expect(ofBig[0]![3]).toContain("is larger than 10 MB");
    expect(report()).toMatchObject({ broken: { count: 0 } });
  });

  it("has a row for each issue, with where it is linked from", async () => {
    const { url } = await site({
      "/": page(
        "Home",
        ["/a", "/b", "/bare", "/loop", "/dead", "/moved", "/chain", "/private", "/copy", "/hidden", "/lost", "/large"]
          .map((path) => `<a href="${path}">x</a>`)
          .join(" "),
        described("Home"),
      ),
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private" },
      "/a": page("Same", "A <a href='/dead'>x</a>", described("Alike")),
      "/b": page("Same", "B", described("Alike")),
      "/bare": "<p>Nothing <img src='/i.png'><img src='/j.png' alt=''></p>",
      "/loop": to("/loop2"),
      "/loop2": to("/loop"),
      "/moved": to("/a"),
      "/chain": to("/moved"),
      "/lost": to("/gone"),
      "/copy": page("Same", "Copy", `${described("Alike")}<link rel="canonical" href="/a">`),
      "/hidden": page("Hidden", "H", '<meta name="robots" content="noindex">'),
      "/large": page("Large", "word ".repeat(210_000), described("Large")),
    });
    const { files, report } = await crawled([`${url}/`]);
    const [header, ...rows] = [...csvRows(files.get("issues.csv")!)];
    expect(header).toEqual(["type", "severity", "url", "detail", "linkedFrom", "inlinks"]);
    const short = rows.map(([type, , address, detail, from, inlinks]) =>
      [type, address, detail, from, inlinks].join(" | ").replaceAll(url, ""),
    );
    expect(short.toSorted()).toEqual(
      [
        "broken-link | /dead | 404 | / /a | 2",
        "broken-link | /gone | 404 | / | 1",
        "canonical-elsewhere | /copy | /a | / | 1",
        'duplicate-description | /a | "Alike": 2 pages, the first /a | / | 1',
        'duplicate-description | /b | "Alike": 2 pages, the first /a | / | 1',
        'duplicate-title | /a | "Same": 2 pages, the first /a | / | 1',
        'duplicate-title | /b | "Same": 2 pages, the first /a | / | 1',
        "large-page | /large | 1050139 bytes | / | 1",
        "missing-alt | /bare | 1 of 2 images | / | 1",
        "missing-description | /bare |  | / | 1",
        "missing-h1 | /bare |  | / | 1",
        "missing-title | /bare |  | / | 1",
        "noindex | /hidden |  | / | 1",
        "redirect | /moved | 301 to /a | / | 1",
        "redirect-chain | /chain | /chain -> /moved -> /a | / | 1",
        "redirect-loop | /loop | /loop -> /loop2 -> /loop | / | 1",
        "redirect-to-broken | /lost | /lost -> /gone (404) | / | 1",
        "robots-blocked | /private |  | / | 1",
      ].toSorted(),
    );
    expect(rows.find(([type]) => type === "broken-link")?.[1]).toBe("error");
    expect(report()).toMatchObject({ issues: { "broken-link": 2, "duplicate-title": 2 } });
  });

  it("names what is the same, what is empty, and a file that is sent as a page", async () => {
    const home = page(
      "Home",
      "Bees keep warm together. <a href='/index.html'>x</a> <a href='/b'>x</a> <a href='/gz'>x</a> <a href='/none'>x</a>",
      described("Home"),
    );
    const zip = gzipSync("wax ".repeat(3000));
    const html = { "content-type": "text/html" };
    const { url } = await site({
      "/": home,
      "/index.html": home,
      "/b": page("Home", "Another text", described("Home")),
      "/gz": { headers: html, body: zip },
      "/none": { headers: html, body: "" },
    });
    const { files, report, log, task } = await crawled([`${url}/`]);
    expect(log).toContain("info: 5 pages, 13 issues; issues.csv lists them.");
    expect(task.progress?.phase).toBe("5 pages, 13 issues");

    const rows = [...csvRows(files.get("issues.csv")!)]
      .slice(1)
      .map(([type, , address]) => `${type} ${address!.replace(url, "")}`);
    expect(rows.filter((row) => row.startsWith("duplicate")).toSorted()).toEqual([
      "duplicate-content /",
      "duplicate-content /index.html",
      ...["description", "title"].flatMap((what) =>
        ["/", "/b", "/index.html"].map((path) => `duplicate-${what} ${path}`),
      ),
    ]);
    expect(rows).toContain("empty-page /none");
    expect(rows).toContain("wrong-media-type /gz");
    expect(report()).toMatchObject({ duplicates: { titles: { count: 1 } }, broken: { count: 0 } });
    const [header, ...pages] = [...csvRows(files.get("pages.csv")!)];
    const gz = pages.find(([address]) => address === `${url}/gz`)!;
    expect(gz[header!.indexOf("bytes")]).toBe(String(zip.length));
    expect(gz[header!.indexOf("error")]).toContain("said to be text/html");
    const listed = [...files.get("sitemap.xml")!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
      address!.replace(url, ""),
    );
    expect(listed).toEqual(["/", "/b", "/none"]);
  });

  it("names the sitemap, and pages that only it names", async () => {
    const { url } = await site((own) => ({
      "/": page("Home", "", described("Home")),
      "/orphan": page("Orphan", "o", described("Orphan")),
      "/sitemap.xml": json(
        "application/xml",
        `<urlset><url><loc>${own}/orphan</loc></url><url><loc>${own}/missing</loc></url></urlset>`,
      ),
    }));
    const { table } = await crawled([`${url}/`], { sitemap: "include" });
    const rows = table("issues.csv").map(([type, , address, , from]) =>
      `${type} ${address} ${from}`.replaceAll(url, ""),
    );
    expect(rows.slice(1).toSorted()).toEqual(["broken-page /missing sitemap", "orphan-page /orphan sitemap"]);
  });
});

describe("pages.csv", () => {
  it("counts the pages that link to each, also over a redirect", async () => {
    const { url } = await site({
      "/": linking("/a", "/a#part", "/old", "/b"),
      "/a": linking("/b", "/a"),
      "/b": page("B", ""),
      "/old": to("/b"),
    });
    const { table } = await crawled([`${url}/`]);
    const [header, ...rows] = table("pages.csv");
    const counts = rows.map((row) => [row[0]!.replace(url, ""), row[header!.indexOf("inlinks")]]);
    expect(Object.fromEntries(counts)).toEqual({ "/": "0", "/a": "1", "/b": "2", "/old": "1" });
  });

  it("has no feeds, oEmbed and JSON in it, nor do they count as pages", async () => {
    const head = `<link rel="alternate" type="application/rss+xml" href="/feed/"><link rel="https://api.w.org/" href="/api/">
      <link rel="alternate" type="application/json+oembed" href="/oembed?url=x"><link rel="alternate" hreflang="de" href="/de">`;
    const { url, asked } = await site({
      "/": page(
        "Home",
        '<a href="/feed/">Feed</a> <a href="/data">Data</a> <a href="/other-feed">F</a> <a href="/p">P</a>',
        head,
      ),
      "/feed/": json("application/rss+xml", "<rss/>"),
      "/data": json("application/json"),
      "/other-feed": to("/feed2"),
      "/feed2": json("text/xml", "<feed/>"),
      "/p": page("P", ""),
      "/de": page("De", ""),
    });
    const { table, rows, report } = await crawled([`${url}/`], { maxPages: 5 });
    expect(asked.toSorted()).toEqual(["/", "/data", "/de", "/feed2", "/other-feed", "/p"]);
    const paths = (name: string) =>
      table(name)
        .slice(1)
        .map(([address]) => address!.replace(url, ""));
    expect(paths("pages.csv").toSorted()).toEqual(["/", "/de", "/p"]);
    expect(paths("resources.csv").toSorted()).toEqual(["/data", "/feed2", "/other-feed"]);
    expect(rows.map(({ url: address }) => address)).not.toContain(`${url}/data`);
    expect(report()).toMatchObject({ counts: { pages: 3, resources: 3 } });
  });

  it("has what somebody asked for whatever it is", async () => {
    const { url } = await site({ "/data.json": json("application/json") });
    const { table } = await crawled([`${url}/data.json`]);
    expect(table("pages.csv")[1]?.[0]).toBe(`${url}/data.json`);
  });
});

describe("pages that are not there and answer 200", () => {
  it("are told by what they say, and stay out of the sitemap", async () => {
    const { url } = await site({
      "/": linking("/gone", "/guide"),
      "/gone": page("Oops! That page can\u2019t be found. \u2013 My Blog", ""),
      "/guide": page("How to write a good 404 page", ""),
    });
    const { table, files, report } = await crawled([`${url}/`]);
    const [header, ...rows] = table("pages.csv");
    const said = rows.map((row) => [row[0]!.replace(url, ""), row[header!.indexOf("soft404")]]);
    expect(Object.fromEntries(said)).toEqual({ "/": "", "/gone": "says that it is not found", "/guide": "" });
    expect(files.get("sitemap.xml")).not.toContain("/gone");
    expect(files.get("sitemap.xml")).toContain("/guide");
    expect(report()).toMatchObject({ soft404: { count: 1, items: [`${url}/gone`] } });
  });

  it("are told by what the site answers to any address, for which it is asked once", async () => {
    const { url, asked } = await site({
      "/": linking("/x", "/y", "/z", "/real"),
      "/real": page("Real", "things"),
      "/*": page("Welcome", "Look around."),
    });
    const { table, files } = await crawled([`${url}/`]);
    const soft = table("issues.csv").filter(([type]) => type === "soft-404");
    expect(soft.map(([, , address]) => address!.replace(url, "")).toSorted()).toEqual(["/x", "/y", "/z"]);
    expect(asked).toHaveLength(6);
    expect(files.get("sitemap.xml")).not.toContain(`${url}/x`);
    expect(files.get("sitemap.xml")).toContain(`${url}/real`);
  });

  it.each([
    "404",
    "Error 404",
    "404 - Not Found",
    "404 Not Found",
    "Page not found | Shop",
    "Seite nicht gefunden \u2013 Verein",
    "Page introuvable",
    "P\u00e1gina no encontrada",
    "Pagina non trovata",
    "\u30da\u30fc\u30b8\u304c\u898b\u3064\u304b\u308a\u307e\u305b\u3093",
    "Sorry, we couldn't find that page",
  ])("%s says so", (title) => {
    expect(saysNotFound({ title, words: 40 })).toBe(true);
    expect(saysNotFound({ h1: title, words: 40 })).toBe(true);
    expect(saysNotFound({ title, words: 900 })).toBe(false);
  });

  it.each([
    "How to make a 404 page",
    "Area code 404 in Atlanta",
    "Lost and not found: a novel",
    "The page that could not be found by anyone",
    "Peugeot 404",
    "",
  ])("%s does not", (title) => {
    expect(saysNotFound({ title, words: 40 })).toBe(false);
  });
});

it.each([
  ["application/rss+xml", true],
  ["application/json+oembed", true],
  ["text/xml+oembed", true],
  ["application/ld+json", true],
  ["text/xml", true],
  ["application/json", true],
  ["application/xhtml+xml", false],
  ["image/svg+xml", false],
  ["text/html", false],
  ["application/pdf", false],
])("%s is for programs: %s", (type, expected) => {
  expect(isForPrograms(type)).toBe(expected);
});

describe("report.html", () => {
  it("is one page without scripts that shows what was found, whatever the site says", async () => {
    const { url } = await site({
      "/": page(
        "<b>Home</b> &lt;script&gt;alert(1)&lt;/script&gt;",
        '<a href="/&quot;><img src=x onerror=alert(1)>">x</a>',
      ),
      "/other": page("Other", ""),
    });
    const { files } = await crawled([`${url}/`]);
    const html = files.get("report.html")!;
    expect(html).toContain("<!doctype html>");
    expect(html).toContain("Broken links");
    expect(html).toContain("%22%3E%3Cimg");
    expect(html).not.toMatch(/<(?:script|img|iframe)|<[^>]*\s(?:on\w+|src)=|javascript:/i);
    expect([...html.matchAll(/\bhref="([^"]*)"/g)].every(([, to]) => /^(?:#|http:)/.test(to!))).toBe(true);
  });

  it("is left out on wish, and a form that there is not is refused", async () => {
    const { url } = await site({ "/": page("Home", "") });
    const { files } = await crawled([`${url}/`], { report: [] });
    expect([...files.keys()].sort()).toEqual(["issues.csv", "links.csv", "pages.csv", "sitemap.xml"]);
    const kernel = await crawlKernel();
    const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [url], report: ["pdf"] });
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).error?.message).toContain("report");
  });

  it("and other files of the last crawl go when this one has none", async () => {
    const { url } = await site({ "/": linking("/data"), "/data": json("application/json") });
    const kernel = await crawlKernel();
    const { _id } = await kernel.tasks.create("webcrawler", { ...QUICK, startUrlsFile: [`${url}/`] });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    expect((await outcome(kernel, _id)).files.has("resources.csv")).toBe(true);
    await kernel.tasks.patch(_id, { maxDepth: 1, scope: "page", report: ["json"], collect: [] });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const { files } = await outcome(kernel, _id);
    expect([...files.keys()].sort()).toEqual(["issues.csv", "pages.csv", "report.json", "sitemap.xml"]);
  });
});
