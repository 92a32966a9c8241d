import { describe, expect, it } from "vitest";
import { crawled, crawlKernel, linking, outcome, page, QUICK, site } from "../../../test/web/crawl-world.js";

const xml = (body: string) => ({ headers: { "content-type": "application/xml" }, body });

describe("sitemaps of the site", () => {
  const pages = (url: string) => ({
    "/": linking("/linked"),
    "/linked": page("L", ""),
    "/orphan": page("O", ""),
    "/old": page("Old", ""),
    "/sitemap.xml": xml(
      `<urlset><url><loc>${url}/linked</loc><lastmod>2026-02-01</lastmod></url>
       <url><loc>${url}/orphan</loc><lastmod>2026-02-02</lastmod></url>
       <url><loc>${url}/old</loc><lastmod>2020-01-01</lastmod></url>
       <url><loc>http://127.0.0.1:9/other</loc></url></urlset>`,
    ),
  });

  it.each([
    ["include", {}, ["/", "/linked", "/old", "/orphan"]],
    ["skip", {}, ["/", "/linked"]],
    ["only", { sitemapFrom: "2026-02-02" }, ["/", "/orphan"]],
    ["include", { sitemapFrom: "2026-01-01", sitemapTo: "2026-02-01" }, ["/", "/linked"]],
  ])("%s with %j", async (sitemap, data, expected) => {
    const { url, asked } = await site(pages);
    await crawled([`${url}/`], { sitemap, ...data });
    expect(asked.toSorted()).toEqual(expected);
  });

  it("show what is linked nowhere", async () => {
    const { url } = await site(pages);
    const { report } = await crawled([`${url}/`], { sitemap: "include" });
    expect(report()).toMatchObject({ orphans: { count: 2, items: [`${url}/orphan`, `${url}/old`] } });
  });
});

describe("what is collected", () => {
  const body = `<h2>Second</h2><img src="/a.png"><img src="/b.png" alt="B, b"><p>Write to <b>Info@example.org</b>
    or <a href="mailto:sales%2Beu@example.org?subject=x">us</a>, not logo@2x.png</p>
    <script type="application/ld+json">{"@type": "Article", "author": {"@type": ["Person"], "name": "A"}}</script>`;
  const head =
    '<meta name="description" content="About it."><meta property="og:title" content="Open"><meta name="keywords" content="a,b">';

  it("is the links alone by default", async () => {
    const { url } = await site({ "/": page("A", body, head) });
    const { files, rows } = await crawled([`${url}/`]);
    expect([...files.keys()].sort()).toEqual([
      ...["issues.csv", "links.csv", "pages.csv"],
      ...["report.html", "report.json", "sitemap.xml"],
    ]);
    expect(rows[0]).toMatchObject({ description: "About it.", h1: "A", linksOut: 0 });
    expect(rows[0]).not.toHaveProperty("emails");
  });

  it("is everything on wish", async () => {
    const { url } = await site({ "/": page("A", body, head) });
    const collect = ["text", "meta", "images", "headings", "schema", "emails"];
    const { files, rows, table } = await crawled([`${url}/`], { collect });
    expect(rows[0]).toMatchObject({
      ogTitle: "Open",
      keywords: "a,b",
      images: 2,
      imagesWithoutAlt: 1,
      headings: "h1 A | h2 Second",
      schemaTypes: "Article, Person",
      emails: "info@example.org, sales+eu@example.org",
    });
    expect(files.get("images.csv")).toBe(`page,src,alt\n${url}/,${url}/a.png,\n${url}/,${url}/b.png,"B, b"\n`);
    expect(JSON.parse(files.get("schema.jsonl")!)).toMatchObject({ url: `${url}/`, data: { "@type": "Article" } });
    const [header, cells] = table("pages.csv");
    const textFile = cells![header!.indexOf("textFile")]!;
    expect(files.has("links.csv")).toBe(false);
    expect([...files.keys()].some((name) => name.startsWith("text/"))).toBe(true);
    expect(textFile === "" || files.has(textFile)).toBe(true);
  });

  it("are pages as they came, or as Markdown", async () => {
    const long = `<article><p>A lighthouse is a tower that carries a lamp high enough to be seen from ships at sea. Masons raised
      the first ones of cut stone on headlands near busy harbours.</p><p>Workers cut steps into the reef during the few hours
      when the water was low. Boats carried every stone across from a yard on the mainland, and storms stopped the landing
      of materials for weeks on end.</p></article>`;
    const html = page("A page", long);
    const { url } = await site({ "/": html });
    const [[name, saved] = ["", ""]] = [...(await crawled([`${url}/`], { savePages: "html" })).files].filter(([path]) =>
      path.startsWith("pages/"),
    );
    expect(name).toMatch(/^pages\/[\w-]+\.html$/);
    expect(saved).toBe(html);
    const markdown = [...(await crawled([`${url}/`], { savePages: "md" })).files].find(([path]) =>
      path.endsWith(".md"),
    );
    expect(markdown?.[1]).toContain("carries a lamp high enough to be seen");
    expect(markdown?.[1]).not.toContain("<p>");
  });
});

describe("the report", () => {
  it("counts the words of plain text, which is no page with a title to miss", async () => {
    const { url } = await site({
      "/": linking("/plain.txt"),
      "/plain.txt": { headers: { "content-type": "text/plain" }, body: "One line,\nand another." },
    });
    const { table } = await crawled([`${url}/`]);
    const [columns = [], ...rows] = table("pages.csv");
    const row = rows.find(([address]) => address === `${url}/plain.txt`);
    expect(row?.[columns.indexOf("words")]).toBe("4");
    expect(table("issues.csv").filter((issue) => issue.includes(`${url}/plain.txt`))).toEqual([]);
  });

  it("names what is duplicated and what is missing", async () => {
    const { url } = await site({
      "/": linking("/a", "/a#x", "/b", "/c", "/file.pdf", "/blocked"),
      "/a": page("Same", "<p>Text</p>", '<meta name="description" content="Same words">'),
      "/b": page(
        "Same",
        "<p>Text</p>",
        '<meta name="description" content="Same words"><link rel="canonical" href="/a">',
      ),
      "/c": "<p>Nothing</p>",
      "/file.pdf": { headers: { "content-type": "application/pdf" }, body: "%PDF-1.4\n\u0000" },
      "/blocked": { status: 500 },
    });
    const { report, files } = await crawled([`${url}/`], { rateLimitRetries: 0 });
    expect(report()).toMatchObject({
      duplicates: {
        titles: { count: 1, items: [{ title: "Same", count: 2 }] },
        descriptions: { count: 1 },
        content: { count: 1, items: [{ urls: [expect.stringMatching(/\/[ab]$/), expect.stringMatching(/\/[ab]$/)] }] },
      },
      missing: { titles: { items: [`${url}/c`] }, h1: { items: [`${url}/c`] } },
      broken: { items: [{ url: `${url}/blocked`, status: 500 }] },
      mostLinked: expect.arrayContaining([{ url: `${url}/a`, pages: 1 }]),
    });
    const sitemap = files.get("sitemap.xml")!;
    expect(sitemap).toContain(`${url}/file.pdf`);
    expect(sitemap).toContain(`${url}/a<`);
    expect(sitemap).not.toContain(`${url}/b<`);
  });

  it("counts a link that redirects to a page that is gone as broken, and one to a page in the sitemap as a link", async () => {
    const to = (location: string) => ({ status: 301, headers: { location } });
    const { url } = await site((own) => ({
      "/": linking("/moved", "/renamed"),
      "/moved": to("/gone"),
      "/renamed": to("/here"),
      "/here": page("Here", ""),
      "/sitemap.xml": xml(`<urlset><url><loc>${own}/here</loc></url></urlset>`),
    }));
    const { report } = await crawled([`${url}/`], { sitemap: "include" });
    expect(report()).toMatchObject({
      broken: {
        count: 1,
        items: [{ url: `${url}/gone`, status: 404, from: [{ url: `${url}/`, anchor: "To /moved" }] }],
      },
      orphans: { count: 0 },
    });
  });

  it("compares with the last crawl of the task", async () => {
    let second = false;
    const { url } = await site({
      "/": () => linking("/same", "/changed", "/steady", second ? "/new" : "/gone", "/broken"),
      "/same": page("Same", ""),
      "/changed": () =>
        second
          ? page("Now", "with some more words now", '<meta name="description" content="=1 of it">')
          : page("Before", "with few words"),
      "/steady": page("Steady", "", '<meta name="description" content="+1, always &quot;so&quot;">'),
      "/gone": page("Gone", ""),
      "/new": page("New", ""),
      "/broken": () => (second ? { status: 404 } : page("Broken", "")),
    });
    const kernel = await crawlKernel();
    const data = { ...QUICK, startUrlsFile: [`${url}/`], compareWithLast: true };
    const { _id } = await kernel.tasks.create("webcrawler", data);
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const before = await outcome(kernel, _id);
    expect(before.log.join("\n")).toContain("no earlier crawl");
    expect(before.files.has("changes.csv")).toBe(false);
    second = true;
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const { table, report } = await outcome(kernel, _id);
    expect(
      table("changes.csv")
        .map((row) => row.join())
        .toSorted(),
    ).toEqual(
      [
        "change,url,statusBefore,status,field,before,after",
        `changed,${url}/,200,200,content,10 words,10 other words`,
        `changed,${url}/changed,200,200,content,3 words,5 words`,
        `changed,${url}/changed,200,200,title,Before,Now`,
        `changed,${url}/changed,200,200,h1,Before,Now`,
        `changed,${url}/changed,200,200,description,,'=1 of it`,
        `gone,${url}/gone,200,,,,`,
        `new,${url}/new,,200,,,`,
        `status,${url}/broken,200,404,status,200,404`,
      ].toSorted(),
    );
    expect(report()).toMatchObject({ comparison: { new: { count: 1 }, gone: { count: 1 }, changed: { count: 2 } } });
  });

  it("compares what pages hold, without the menus that are on all of them", async () => {
    let second = false;
    const recent = () => (second ? ["Pruning an old plum tree", "Sowing beans"] : ["Sowing beans", "Frost dates"]);
    const post = (title: string, text: string) =>
      `<html><head><title>${title}</title></head><body><main><article><h1>${title}</h1><p>${`${text} `.repeat(12)}</p></article></main>
      <aside><h2>Recent Posts</h2><ul>${recent()
        .map((name) => `<li><a href="/${name.length}">${name}</a></li>`)
        .join("")}</ul></aside></body></html>`;
    const { url } = await site({
      "/": () => linking("/steady", "/changed"),
      "/steady": () => ({ body: post("Frost", "The last frost comes in the middle of May, and covers keep it off.") }),
      "/changed": () => ({
        body: post("Beans", `The beans go into warm soil ${second ? "at the end" : "in the middle"} of May.`),
      }),
    });
    const kernel = await crawlKernel();
    const data = { ...QUICK, startUrlsFile: [`${url}/`], maxDepth: 1, collect: [], compareWithLast: true };
    const { _id } = await kernel.tasks.create("webcrawler", data);
    for (second of [false, true]) {
      await kernel.tasks.run(_id);
      await kernel.tasks.settled(_id);
    }
    const { table } = await outcome(kernel, _id);
    const changed = table("changes.csv").filter(([change]) => change === "changed");
    expect(changed.map((row) => row.join())).toEqual([
      `changed,${url}/changed,200,200,content,132 words,132 other words`,
    ]);
  });
});
