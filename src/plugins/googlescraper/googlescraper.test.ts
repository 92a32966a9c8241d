import { describe, expect, it } from "vitest";
import { bytes, page, site } from "../../../test/web/download-world.js";
import { type EngineGiven, engines, type FinderRun, finderWorld, outcome } from "../../../test/web/finder-world.js";
import type { Json, SearchProvider } from "../../kernel/index.js";
import { googlescraper } from "./index.js";

async function scraped(data: Readonly<Record<string, Json>>, ...kinds: readonly EngineGiven[]) {
  const { search, servers } = await engines(...kinds);
  const world = await finderWorld(googlescraper, { search });
  const id = await world.task({ keywordsFile: ["mugs"], resultsPerPage: 3, ...data });
  return { ...(await world.run(id)), world, id, servers };
}

const lines = (text: string | undefined) => (text ?? "").trimEnd().split("\n");
const table = ({ files }: FinderRun) => lines(files["results.csv"]);
const brief = ({ rows }: FinderRun) =>
  rows.map(({ keyword, page: number, rank, kind, title }) => `${keyword} ${number}.${rank} ${kind}: ${title}`);

describe("results", () => {
  it("of each keyword and page are rows of one table, ranked through its pages", async () => {
    const run = await scraped({ keywordsFile: ["mugs", "cups"], pages: 2 }, "serper");
    expect(run.task.status).toBe("complete");
    expect(table(run).slice(0, 5)).toEqual([
      "keyword,engine,vertical,page,rank,title,url,domain,snippet,date,kind",
      'mugs,serper,web,1,1,mugs: part 1,https://www.pottery-guild.example/mugs/1,pottery-guild.example,"What to know of mugs, number 1.",2026-05-01,organic',
      'mugs,serper,web,1,2,mugs: part 2,https://www.kilnworks.example/mugs/2,kilnworks.example,"What to know of mugs, number 2.",,organic',
      'mugs,serper,web,1,3,"mugs: part 3, ""hand-thrown"" & glazed",https://www.mugs-and-more.co.uk/mugs/3,mugs-and-more.co.uk,"What to know of mugs, number 3.",,organic',
      'mugs,serper,web,2,4,mugs: part 4,https://www.clay.museum/mugs/4?utm_source=search&id=4,clay.museum,"What to know of mugs, number 4.",,organic',
    ]);
    expect(run.rows.map(({ keyword, page: number, rank }) => `${keyword} ${number} ${rank}`)).toEqual([
      ...["mugs 1 1", "mugs 1 2", "mugs 1 3", "mugs 2 4", "mugs 2 5", "mugs 2 6"],
      ...["cups 1 1", "cups 1 2", "cups 1 3", "cups 2 4", "cups 2 5", "cups 2 6"],
    ]);
  });

  it("are asked for in the region, time, order and place of the task", async () => {
    const run = await scraped(
      {
        ...{ articleGoogleCountry: "Germany:German:", dateRange: "w", sortByDate: true, location: "Berlin" },
        ...{ device: "mobile", safeSearch: "strict", excludeDomainsFile: ["clay.museum"] },
      },
      "serpapi",
    );
    const asked = new URL(run.servers[0]!.requests[0]!.path, "http://a.test").searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ q: "mugs -site:clay.museum", gl: "de", hl: "de", location: "Berlin", device: "mobile" },
      ...{ safe: "active", tbs: "qdr:w,sbd:1", num: "3" },
    });
  });

  it("are waited for as long as requestTimeout says", async () => {
    const given: unknown[] = [];
    const search: SearchProvider = {
      async search(_query, { timeoutMs }) {
        given.push(timeoutMs);
        return [{ url: "https://a.test/", title: "A", snippet: "" }];
      },
    };
    const world = await finderWorld(googlescraper, { search });
    await world.run(await world.task({ keywordsFile: ["mugs"], requestTimeout: 7 }));
    expect(given).toEqual([7000]);
  });

  it("come with all that stands around them, each kind with its own ranks", async () => {
    const collect = ["organic", "paa", "related", "featured", "news", "ads"];
    const run = await scraped({ collect, pages: 2, resultsPerPage: 2 }, "serpapi");
    expect(brief(run)).toEqual([
      "mugs 1.1 featured: mugs in short",
      "mugs 1.1 ads: Buy mugs",
      "mugs 1.1 organic: mugs: part 1",
      "mugs 1.2 organic: mugs: part 2",
      "mugs 1.1 news: mugs: part 1",
      "mugs 1.2 news: mugs: part 2",
      "mugs 1.1 paa: Who makes mugs?",
      "mugs 1.2 paa: Is mugs hard?",
      "mugs 1.1 related: mugs for beginners",
      "mugs 1.2 related: cheap mugs",
      "mugs 2.1 ads: Buy mugs",
      'mugs 2.3 organic: mugs: part 3, "hand-thrown" & glazed',
      "mugs 2.4 organic: mugs: part 4",
    ]);
    expect(run.rows[7]).toMatchObject({ url: "https://kilnworks.example/hard", snippet: '=No, "not" at all' });
    expect(table(run)[8]).toContain(`"'=No, ""not"" at all"`);
  });

  it("that stand above the list as well keep their place in it", async () => {
    const results = () => [{ url: "https://clay.museum/short", title: "Short", snippet: "" }];
    const run = await scraped({ collect: ["featured", "organic"] }, ["serper", { results }]);
    expect(run.rows).toMatchObject([
      { kind: "featured", rank: 1, url: "https://clay.museum/short" },
      { kind: "organic", rank: 1, url: "https://clay.museum/short" },
    ]);
  });

  it("without what the engine does not give are said to be so in one warning", async () => {
    const collect = ["organic", "paa", "ads", "related"];
    const run = await scraped({ keywordsFile: ["a", "b", "c"], collect }, "brave");
    const warnings = run.log.filter((line) => line.startsWith("warn:"));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^warn: The search engine "brave" gives no ads or related searches, so there are no such rows\./,
      ),
    ]);
    expect(brief(run).filter((row) => row.includes("paa"))).toEqual([
      ...["a 1.1 paa: What is a?", "b 1.1 paa: What is b?", "c 1.1 paa: What is c?"],
    ]);
  });

  it("of news are a search of their own", async () => {
    const run = await scraped({ vertical: "news", collect: ["organic"] }, "brave");
    expect(run.rows).toMatchObject([{ vertical: "news", kind: "news", rank: 1 }, { rank: 2 }, { rank: 3 }]);
    expect(run.servers[0]!.requests[0]!.path).toMatch(/^\/news\/search/);
  });

  it("are written in every form", async () => {
    const run = await scraped({ outputFormats: ["csv", "json", "jsonl", "xlsx"] }, "searxng");
    const json = JSON.parse(run.files["results.json"]!) as Record<string, unknown>[];
    expect(json).toHaveLength(3);
    expect(Object.keys(json[0]!).join()).toBe(table(run)[0]);
    expect(lines(run.files["results.jsonl"]).map((line) => JSON.parse(line))).toEqual(json);
    expect(run.files["results.xlsx"]!.slice(0, 2)).toBe("PK");
  });

  it("of a page, host or domain are listed once per keyword", async () => {
    const results = () =>
      ["https://a.test/1", "https://a.test/1#x", "https://b.a.test/", "https://c.test/"].map((url) => ({
        ...{ url, title: url, snippet: "" },
      }));
    const base = { keywordsFile: ["x", "y"], resultsPerPage: 10, searchCacheHours: 0 };
    const ranks = async (dedupe: string) =>
      (await scraped({ ...base, dedupe }, ["searxng", { results }])).rows.map(
        (row) => `${row["keyword"]}${row["rank"]}`,
      );
    expect(await ranks("none")).toEqual(["x1", "x2", "x3", "x4", "y1", "y2", "y3", "y4"]);
    expect(await ranks("url")).toEqual(["x1", "x3", "x4", "y1", "y3", "y4"]);
    expect(await ranks("domain")).toEqual(["x1", "x4", "y1", "y4"]);
  });

  it("from an earlier answer are said to be so, and asked for only once", async () => {
    const run = await scraped({ searchCacheHours: 24 }, "serper");
    const again = await run.world.run(run.id);
    expect(run.servers[0]!.requests).toHaveLength(1);
    expect(again.log).toContain("info: A page of results came from an earlier answer, as searchCacheHours allows.");
  });
});

describe("ranks", () => {
  it("of a later run say what rose, fell, is new and is lost, and all runs are in the history", async () => {
    let order = ["a", "b", "c", "d"];
    const results = () =>
      order.map((name) => ({ url: `https://${name}.test/?utm_source=${order.length}`, title: name, snippet: "" }));
    const run = await scraped({ resultsPerPage: 10, searchCacheHours: 0 }, ["searxng", { results }]);
    expect(lines(run.files["rank-changes.csv"])[1]).toBe("mugs,https://a.test/?utm_source=4,1,,new");
    order = ["b", "a", "e", "d", "f"];
    const next = await run.world.run(run.id);
    expect(lines(next.files["rank-changes.csv"])).toEqual([
      "keyword,url,rank,previousRank,change",
      "mugs,https://b.test/?utm_source=5,1,2,rose",
      "mugs,https://a.test/?utm_source=5,2,1,fell",
      "mugs,https://e.test/?utm_source=5,3,,new",
      "mugs,https://d.test/?utm_source=5,4,4,same",
      "mugs,https://f.test/?utm_source=5,5,,new",
      "mugs,https://c.test/?utm_source=4,,3,lost",
    ]);
    expect(next.log).toContain(
      "info: Since the last run 1 result rose, 1 fell, 2 are new and 1 is lost; rank-changes.csv has them.",
    );
    const history = lines(next.files["rank-history.csv"]);
    expect(history[0]).toBe("date,keyword,url,rank");
    expect(history).toHaveLength(10);
    expect(history[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,mugs,https:\/\/a\.test\/\?utm_source=4,1$/);
  });

  it("of other settings are not compared", async () => {
    const run = await scraped({}, "serpapi");
    await run.world.kernel.tasks.patch(run.id, { articleGoogleCountry: "de:de:" });
    const next = await run.world.run(run.id);
    expect(
      lines(next.files["rank-changes.csv"])
        .slice(1)
        .every((line) => line.endsWith(",new")),
    ).toBe(true);
    expect(next.log.join("\n")).toContain("Ranks are not compared with those of earlier runs");
  });
});

describe("pages of results", () => {
  async function pages() {
    const served = await site({
      "/anvils": page("Anvils"),
      "/boats": page("Boats"),
      "/tiny": "<h1>Tiny</h1><p>Too few words.",
      "/report.bin": bytes(new Uint8Array([0, 1, 2, 3]), "application/octet-stream"),
    });
    const results = (query: string) =>
      (query === "two" ? ["boats", "anvils"] : ["anvils", "gone", "tiny", "report.bin"]).map((path) => ({
        ...{ url: `${served.url}/${path}`, title: path, snippet: "" },
      }));
    return { ...served, given: ["searxng", { results }] as const };
  }

  it("are saved as articles, each once, and rows say which file or why there is none", async () => {
    const { asked, given } = await pages();
    const data = {
      keywordsFile: ["one", "two"],
      downloadPages: true,
      resultsPerPage: 10,
      minWords: 20,
      concurrency: 1,
    };
    const run = await scraped({ ...data, articleFormats: ["md"], corpus: "jsonl" }, given);
    expect(run.task.status).toBe("complete");
    expect(run.rows.map(({ title, file, status }) => [title, file, status])).toEqual([
      ["anvils", "articles/anvils.md", "ok"],
      ["gone", "", "not-found"],
      ["tiny", "", "too-short"],
      ["report.bin", "", "unreadable"],
      ["boats", "articles/boats.md", "ok"],
      ["anvils", "articles/anvils.md", "ok"],
    ]);
    expect(table(run)[0]).toMatch(/,date,kind,file,status,error,rendered$/);
    expect(table(run)[2]).toContain("not-found,");
    expect(Object.keys(run.files).sort()).toEqual(
      expect.arrayContaining([
        "articles/anvils.md",
        "articles/boats.md",
        "corpus.jsonl",
        "raw/anvils.html",
        "results.csv",
      ]),
    );
    expect(lines(run.files["corpus.jsonl"])).toHaveLength(2);
    expect(asked.filter((path) => path === "/anvils")).toHaveLength(1);
  });

  it("that say the same are saved once, in the order of their ranks, whichever answers first", async () => {
    const text = page("Boats");
    const wasAsked = Promise.withResolvers<void>();
    const { url } = await site({
      "/one": (_request, response) =>
        void wasAsked.promise.then(() =>
          setTimeout(() => response.setHeader("content-type", "text/html").end(text), 500),
        ),
      "/two": (_request, response) => {
        wasAsked.resolve();
        response.setHeader("content-type", "text/html").end(text);
      },
      "/three": page("Casks"),
    });
    const results = () =>
      ["gone", "one", "two", "three"].map((path) => ({ url: `${url}/${path}`, title: path, snippet: "" }));
    const data = { downloadPages: true, minWords: 20, resultsPerPage: 10, concurrency: 4, corpus: "jsonl" };
    const run = await scraped(data, ["searxng", { results }]);
    expect(run.rows.map(({ title, status, file }) => `${title} ${status} ${file}`)).toEqual([
      "gone not-found ",
      "one ok articles/boats.txt",
      "two duplicate ",
      "three ok articles/casks.txt",
    ]);
    expect(lines(run.files["corpus.jsonl"]).map((line) => JSON.parse(line).title)).toEqual(["Boats", "Casks"]);
  });

  it("of which none is saved are a warning with the reasons of all of them", async () => {
    const { url } = await site({ "/tiny": "<h1>Tiny</h1><p>Too few words.", "/": "<p>x" });
    const of = (paths: readonly string[]): EngineGiven => [
      "searxng",
      { results: () => paths.map((path) => ({ url: `${url}/${path}`, title: path, snippet: "" })) },
    ];
    const warnings = async (paths: readonly string[]) => {
      const run = await scraped({ downloadPages: true, minWords: 20, resultsPerPage: 10, concurrency: 1 }, of(paths));
      expect(run.task.status).toBe("complete");
      return run.log.filter((line) => line.includes("Nothing was saved"));
    };
    expect(await warnings(["gone"])).toEqual([
      expect.stringMatching(/^warn: Nothing was saved: \S+\/gone was left out\. .* answered with status 404 /),
    ]);
    expect(await warnings(["tiny", "gone", "away"])).toEqual([
      expect.stringMatching(
        /^warn: Nothing was saved: \S+\/gone and 2 more were left out, 2 of them for one reason\. .* The reasons of the others: too-short 1\.$/,
      ),
    ]);
  });

  it("that are files of a local index say which setting makes them pages of the web", async () => {
    const url = "file:///srv/manuals/a.html";
    const search: SearchProvider = { search: async () => [{ url, title: "a", snippet: "" }] };
    const world = await finderWorld(googlescraper, { search });
    const run = await world.run(await world.task({ keywordsFile: ["mugs"], downloadPages: true }));
    expect(run.rows).toMatchObject([
      {
        status: "failed",
        error: `${url} is a file of the folder of a local index, which is not read from the web. Set "address" of that index in providers.search to where its folder is on the web, or name the file as a line of an article downloader.`,
      },
    ]);
  });

  it("say why a browser would be needed", async () => {
    const { url } = await site({ "/app": '<div id="root"></div><script src="/app.js"></script>' });
    const results = () => [{ url: `${url}/app`, title: "app", snippet: "" }];
    const run = await scraped({ downloadPages: true, browser: "auto" }, ["searxng", { results }]);
    expect(run.rows).toMatchObject([{ status: "too-short", rendered: "app-frame" }]);
    expect(table(run)[1]).toMatch(/,app-frame$/);
  });
});

it.each<[readonly string[], RegExp]>([
  [["", "  "], /^keywordsFile holds nothing but blank lines/],
  [
    ["mugs", "cups", "mugs ", "cups"],
    /^keywordsFile has 2 lines that are there before, such as "mugs"\. Each is worked once/,
  ],
  [["mugs", "mugs"], /^keywordsFile has a line that is there before, such as "mugs"/],
])("keywords such as %j are noted when they are posted", async (keywordsFile, note) => {
  const { search } = await engines("serper");
  const { kernel, task } = await finderWorld(googlescraper, { search });
  const data = { keywordsFile: [...keywordsFile] };
  const made = (await kernel.tasks.get(await task(data)))!;
  expect(await kernel.tasks.notesOn(made, data)).toContainEqual(expect.stringMatching(note));
});

describe("a run", () => {
  it("that names a recording which is not there is refused, also where no page is read", async () => {
    const run = await scraped({ replayRunId: "0123456789abcdef01234567" }, "serper");
    expect(run.task.error!.message).toContain('There is no recorded run "0123456789abcdef01234567" of this task.');
  });

  it("without a search provider is refused in words that name the setting", async () => {
    const world = await finderWorld(googlescraper, {});
    const { task } = await world.run(await world.task({ keywordsFile: ["mugs"] }));
    expect(task.error).toEqual(
      expect.objectContaining({
        code: "no-provider",
        message:
          "No search provider is configured, so Search & news sent no query. Set providers.search (SearXNG, Brave, Serper, custom).",
      }),
    );
  });

  it.each<[Record<string, Json>, RegExp]>([
    [{ collect: ["maps"] }, /collect has "maps", which is not known/],
    [{ collect: [] }, /collect is empty/],
    [
      { searchProvider: "bing" },
      /searchProvider has "bing", and there is no search engine of this name. Use "wikipedia"/,
    ],
    [{ vertical: "news" }, /vertical is "news", but the search engine "wikipedia" has no such search\. Use web/],
    [{ articleGoogleCountry: "Atlantis::" }, /names the country "Atlantis"/],
    [{ outputFormats: ["pdf"] }, /outputFormats has "pdf".*"csv", "json", "jsonl", "xlsx"/],
    [{ articleFormats: ["docx"], downloadPages: true }, /articleFormats has "docx"/],
    [{ dateRange: "soon" }, /dateRange is "soon"/],
  ])("with %j is refused when it is posted and when it is run", async (wrong, message) => {
    const { search } = await engines("wikipedia");
    const { kernel, task: create } = await finderWorld(googlescraper, { search });
    const data = { keywordsFile: ["mugs"], ...wrong };
    const id = await create(data);
    expect((await kernel.tasks.notesOn((await kernel.tasks.get(id))!, data)).join("\n")).toMatch(message);
    await kernel.tasks.run(id);
    expect((await kernel.tasks.settled(id)).error).toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(message),
    });
  });

  it("whose allowance ends keeps its results and ranks, and goes on where it ended", async () => {
    const options = { quota: 3 };
    const { search, servers } = await engines(["serper", options]);
    const world = await finderWorld(googlescraper, { search });
    const data = { keywordsFile: ["a", "b", "c"], pages: 2, resultsPerPage: 2, concurrency: 1, searchCacheHours: 0 };
    const id = await world.task({ ...data, outputFormats: ["csv", "json"] });
    const stopped = await world.run(id);
    expect(stopped.task).toMatchObject({ status: "failed", error: { code: "quota" } });
    expect(table(stopped)).toHaveLength(7);
    expect(stopped.rows.filter((row) => row["error"] !== "").map((row) => row["keyword"])).toEqual(["b", "c"]);
    expect(lines(stopped.files["rank-history.csv"])).toHaveLength(7);
    delete (options as { quota?: number }).quota;
    const whole = await world.run(id);
    expect(whole.task.status).toBe("complete");
    expect(whole.rows.map(({ keyword, rank, error }) => `${keyword}${rank}${error}`)).toEqual(
      ["a", "b", "c"].flatMap((keyword) => [1, 2, 3, 4].map((rank) => `${keyword}${rank}`)),
    );
    expect(table(whole)).toHaveLength(13);
    expect(JSON.parse(whole.files["results.json"]!)).toHaveLength(12);
    expect(lines(whole.files["rank-history.csv"])).toHaveLength(13);
    expect(
      lines(whole.files["rank-changes.csv"])
        .slice(1)
        .every((line) => line.endsWith(",new")),
    ).toBe(true);
    expect(servers[0]!.requests).toHaveLength(7);
  });

  it("that was aborted goes on at the open page, nothing doubled", async () => {
    const gate = Promise.withResolvers<"drop">();
    const reached = Promise.withResolvers<void>();
    const { search, servers } = await engines([
      "serper",
      {
        instead: ({ text }) => {
          if (!text.includes('"b"') || !text.includes('"page":2') || servers[0]!.requests.length > 4) return undefined;
          reached.resolve();
          return gate.promise as never;
        },
      },
    ]);
    const world = await finderWorld(googlescraper, { search });
    const data = { keywordsFile: ["a", "b", "c"], pages: 2, resultsPerPage: 2, concurrency: 1, searchCacheHours: 0 };
    const id = await world.task(data);
    await world.kernel.tasks.run(id);
    await reached.promise;
    await world.kernel.tasks.abort(id);
    gate.resolve("drop");
    await world.kernel.tasks.settled(id);
    expect(table(await outcome(world.kernel, id))).toHaveLength(7);
    const whole = await world.run(id);
    expect(whole.rows.map(({ keyword, rank }) => `${keyword}${rank}`)).toEqual(
      ["a", "b", "c"].flatMap((keyword) => [1, 2, 3, 4].map((rank) => `${keyword}${rank}`)),
    );
    expect(table(whole)).toHaveLength(13);
    expect(servers[0]!.requests).toHaveLength(7);
  });

  it("in which nothing is found is complete, with a warning", async () => {
    const run = await scraped({}, ["serpapi", { total: 0 }]);
    expect(run.task.status).toBe("complete");
    expect(run.log.join("\n")).toMatch(/warn: Nothing was found for "mugs"\..*warn: No result was found that fits/s);
  });
});
