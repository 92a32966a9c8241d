import { describe, expect, it } from "vitest";
import { type Answers, crawled, linking, page, site } from "../../../test/web/crawl-world.js";
import type { Json } from "../../kernel/index.js";

const paths = (rows: readonly { readonly [key: string]: unknown }[], url: string) =>
  rows.map((row) => String(row["url"]).replace(url, "")).sort();

/** Another number each time. */
function numbers(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

describe("the scope", () => {
  const tree: Answers = {
    "/docs/": linking("/docs/a", "/docs/b/", "/blog/x"),
    "/docs/a": linking("/docs/b/c", "/"),
    "/docs/b/": page("B", ""),
    "/docs/b/c": page("C", ""),
    "/": linking("/blog/x"),
    "/blog/x": linking("/blog/y"),
    "/blog/y": page("Y", ""),
  };

  it.each([
    ["page", {}, ["/docs/"]],
    ["prefix", {}, ["/docs/", "/docs/a", "/docs/b/", "/docs/b/c"]],
    ["host", {}, ["/", "/blog/x", "/blog/y", "/docs/", "/docs/a", "/docs/b/", "/docs/b/c"]],
    ["custom", { includePatternsFile: ["/blog/"] }, ["/blog/x", "/blog/y", "/docs/"]],
    ["prefix", { extraHops: 1 }, ["/", "/blog/x", "/docs/", "/docs/a", "/docs/b/", "/docs/b/c"]],
    ["host", { excludePatternsFile: ["*/b/*", "/[xy]$/"] }, ["/", "/docs/", "/docs/a"]],
    ["host", { includePatternsFile: ["*/docs/*"], excludePatternsFile: ["/docs/a"] }, ["/docs/", "/docs/b/"]],
    ["host", { maxDepth: 1 }, ["/blog/x", "/docs/", "/docs/a", "/docs/b/"]],
    ["any", { linkSelector: "a[href$=a]" }, ["/docs/", "/docs/a"]],
  ])("%s with %j", async (scope, data, expected) => {
    const { url } = await site(tree);
    const { rows } = await crawled([`${url}/docs/`], { scope, ...data });
    expect(paths(rows, url)).toEqual(expected);
  });

  it.each([
    [
      { excludePatternsFile: ["127.0.0.1"] },
      [
        "Only start addresses were crawled: excludePatternsFile leaves out all 3 links on their pages. Correct the patterns.",
      ],
    ],
    [
      { includePatternsFile: ["other"] },
      [
        "Only start addresses were crawled: includePatternsFile leaves out all 3 links on their pages. Correct the patterns.",
      ],
    ],
    [{ excludePatternsFile: ["/docs/a"] }, []],
    [{ scope: "page", excludePatternsFile: ["127.0.0.1"] }, []],
    [{ maxPages: 1 }, []],
  ])("warns when patterns leave out every link: %j", async (data, warnings) => {
    const { url } = await site(tree);
    const { log, task } = await crawled([`${url}/docs/`], { sitemap: "skip", ...data });
    expect(task.status).toBe("complete");
    expect(log.filter((entry) => entry.startsWith("warn: "))).toEqual(warnings.map((text) => `warn: ${text}`));
  });

  it("of a host ends at other hosts; that of a domain and any do not", async () => {
    const other = await site({ "/x": linking("/y"), "/y": page("Y", "") });
    const { url } = await site({ "/": linking(`${other.url}/x`) });
    expect((await crawled([`${url}/`])).rows).toHaveLength(1);
    expect((await crawled([`${url}/`], { scope: "domain" })).rows).toHaveLength(3);
    expect((await crawled([`${url}/`], { scope: "any" })).rows).toHaveLength(3);
    expect((await crawled([`${url}/`], { extraHops: 1 })).rows).toHaveLength(2);
  });

  it("goes along when a start address has moved to another host", async () => {
    const home = await site({ "/new": linking("/a"), "/a": page("A", "") });
    const { url } = await site({ "/": { status: 301, headers: { location: `${home.url}/new` } } });
    const { rows, task } = await crawled([`${url}/`]);
    expect(task.status).toBe("complete");
    expect(rows.map((row) => row["url"])).toEqual([`${url}/`, `${home.url}/new`, `${home.url}/a`]);
  });

  it("of the start addresses alone asks for no sitemaps", async () => {
    const { url, asked } = await site({
      "/sitemap.xml": () => {
        asked.push("the sitemap");
        return { status: 404 };
      },
      "/a": linking("/b"),
    });
    await crawled([`${url}/a`], { scope: "page", sitemap: "include" });
    expect(asked).toEqual(["/a"]);
    await crawled([`${url}/a`], { scope: "prefix", sitemap: "include" });
    expect(asked).toContain("the sitemap");
  });

  it("cannot be configured with what is no pattern or selector", async () => {
    const { url } = await site({ "/": page("A", "") });
    const wrong: readonly Readonly<Record<string, Json>>[] = [
      { excludePatternsFile: ["/(?=a)b/"] },
      { scope: "custom" },
      { linkSelector: "a[[" },
      { order: "best" },
      { collect: ["everything"] },
      { sitemapFrom: "soon" },
    ];
    for (const data of wrong) {
      const { task } = await crawled([`${url}/`], data);
      expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
    }
  });
});

describe("links that are not followed", () => {
  const pages: Answers = {
    "/": page("A", '<a href="/no" rel="external nofollow">No</a><a href="/yes">Yes</a>'),
    "/yes": page("B", '<a href="/never">Never</a>', '<meta name="robots" content="noindex,nofollow">'),
    "/no": page("C", ""),
    "/never": page("D", ""),
  };

  it("are none by default, and nofollow and noindex are written down", async () => {
    const { url } = await site(pages);
    const { rows, report, files } = await crawled([`${url}/`]);
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row["url"] === `${url}/yes`)).toMatchObject({ noindex: true, nofollow: true });
    expect(report()).toMatchObject({ noindex: { items: [`${url}/yes`] }, nofollow: { items: [`${url}/yes`] } });
    expect(files.get("links.csv")).toContain("external nofollow");
    expect(files.get("sitemap.xml")).not.toContain("/yes");
  });

  it("are those with nofollow, on wish", async () => {
    const { url, asked } = await site(pages);
    await crawled([`${url}/`], { followNofollow: false });
    expect(asked).toEqual(["/", "/yes"]);
  });

  it("are those that robots rules forbid, unless they are not heeded", async () => {
    const { url, asked } = await site({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /no\n" },
      ...pages,
    });
    const { report, task, rows } = await crawled([`${url}/`]);
    expect(task.status).toBe("complete");
    expect(asked).not.toContain("/no");
    expect(report()).toMatchObject({ robots: { count: 1, items: [`${url}/no`] }, broken: { count: 0 } });
    expect(rows.find((row) => row["url"] === `${url}/no`)).toMatchObject({ status: 0 });
    const free = await crawled([`${url}/`], { respectRobots: false });
    expect(asked).toContain("/no");
    expect(free.log.join("\n")).toContain("respectRobots is off");
  });
});

describe("a site made to trap crawlers", () => {
  it("is left when it has been seen enough", async () => {
    const next = numbers();
    const days = () => linking(`/calendar/${next()}?day=1`, `/calendar/${next()}?day=2`);
    const { url, asked } = await site({ "/": linking("/calendar/0"), "/calendar/*": days });
    const { rows, report, log } = await crawled([`${url}/`], { maxPages: 30 });
    expect(rows).toHaveLength(30);
    expect(asked).toHaveLength(30);
    expect(report()).toMatchObject({ counts: { pages: 30 } });
    expect(log.join("\n")).toContain("maxPages");
  });

  it("by ids of sessions is crawled once", async () => {
    const next = numbers();
    const { url, asked } = await site({
      "/*": () => linking(`/a;jsessionid=${next()}`, `/b?PHPSESSID=${next()}`, "/"),
    });
    await crawled([`${url}/`]);
    expect(asked.toSorted()).toEqual(["/", "/a", "/b"]);
  });

  it("by ever longer addresses is not followed into them", async () => {
    const { url, asked } = await site({ "/*": () => linking("more/") });
    await crawled([`${url}/`]);
    expect(asked.length).toBeLessThan(8);
  });

  it("by redirects in a circle, without end or to nowhere is reported", async () => {
    const to = (location: string) => ({ status: 302, headers: { location } });
    const next = numbers();
    const { url, asked } = await site({
      "/": linking("/one", "/self", "/long/0", "/odd", "/chain"),
      "/one": to("/two"),
      "/two": to("/one"),
      "/self": to("/self"),
      "/odd": to("javascript:alert(1)"),
      "/chain": to("/link"),
      "/link": to("/"),
      "/long/*": () => to(`/long/${next()}`),
    });
    const { report, task, files } = await crawled([`${url}/`]);
    expect(task.status).toBe("complete");
    expect(asked.length).toBeLessThan(25);
    const { redirects } = report() as unknown as {
      redirects: Record<"loops" | "chains", { items: { urls: string[] }[] }>;
    };
    expect(redirects.loops.items.map(({ urls }) => urls).toSorted()).toEqual([
      [`${url}/one`, `${url}/two`, `${url}/one`],
      [`${url}/self`, `${url}/self`],
    ]);
    expect(redirects.chains.items.map(({ urls }) => urls)).toContainEqual([`${url}/chain`, `${url}/link`, `${url}/`]);
    expect(files.get("pages.csv")).toContain(`${url}/chain,302,${url}/,`);
  });

  it("by a base elsewhere, frames and a refresh is followed as browsers would", async () => {
    const { url, asked } = await site({
      "/": page(
        "A",
        '<a href="a">A</a><a href="javascript:b()">B</a><iframe src="/frame"></iframe>',
        '<base href="/deep/">',
      ),
      "/deep/a": page("Moved", "", '<meta http-equiv="refresh" content="0;url=/final">'),
      "/frame": page("Frame", '<a href="/framed">x</a>', '<base href="//evil.invalid/">'),
      "/final": page("Final", ""),
    });
    await crawled([`${url}/`]);
    expect(asked.toSorted()).toEqual(["/", "/deep/a", "/final", "/frame"]);
  });

  it("by pages that are missing and claim to be there is reported", async () => {
    const { url } = await site({ "/": linking("/x"), "/x": page("Page not found", "<p>Sorry.</p>") });
    const { report } = await crawled([`${url}/`]);
    expect(report()).toMatchObject({ soft404: { items: [`${url}/x`] } });
  });
});

describe("the order", () => {
  const tree: Answers = {
    "/": linking("/a", "/b"),
    "/a": linking("/a/1"),
    "/b": linking("/b/1"),
    "/a/1": linking("/a/2"),
    "/a/2": page("A2", ""),
    "/b/1": page("B1", ""),
  };

  it.each([
    ["breadth", ["/", "/a", "/b", "/a/1", "/b/1", "/a/2"]],
    ["depth", ["/", "/a", "/a/1", "/a/2", "/b", "/b/1"]],
  ])("%s-first", async (order, expected) => {
    const { url, asked } = await site(tree);
    await crawled([`${url}/`], { order, concurrency: 1 });
    expect(asked).toEqual(expected);
  });

  it("by what is looked for: links and pages about it come before the others", async () => {
    const { url, asked } = await site({
      "/": page(
        "Zoo",
        '<a href="/1">Opening hours</a><a href="/2">About penguins</a><a href="/3">Tickets</a><a href="/penguin-food">Food</a>',
      ),
      "/2": page("Penguins", '<p>Penguins swim.</p><a href="/4">More</a>'),
      ...Object.fromEntries(["/1", "/3", "/4", "/penguin-food"].map((path) => [path, page("Other", path)])),
    });
    await crawled([`${url}/`], { order: "best", relevanceQuery: "penguin", concurrency: 1 });
    expect(asked).toEqual(["/", "/2", "/4", "/penguin-food", "/1", "/3"]);
  });
});
