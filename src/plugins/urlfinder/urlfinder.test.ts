import { describe, expect, it } from "vitest";
import { bytes, site } from "../../../test/web/download-world.js";
import { type EngineGiven, engines, type FinderRun, finderWorld } from "../../../test/web/finder-world.js";
import type { Json } from "../../kernel/index.js";
import { urlfinder } from "./index.js";

async function found(
  data: Readonly<Record<string, Json>>,
  ...kinds: readonly EngineGiven[]
): Promise<FinderRun & { readonly asked: readonly string[] }> {
  const { search, servers } = await engines(...kinds);
  const world = await finderWorld(urlfinder, { search });
  const run = await world.run(await world.task(data));
  return { ...run, asked: servers.flatMap(({ requests }) => requests.map(({ path, text }) => text || path)) };
}

const lines = (text: string | undefined) => (text ?? "").trimEnd().split("\n");
const listed = ({ files }: FinderRun) => lines(files["urls.csv"]).slice(1);
const urls = ({ files }: FinderRun) => lines(files["urls.txt"]);

const FIXED = (addresses: readonly string[]): EngineGiven => [
  "searxng",
  { results: (query) => addresses.map((url) => ({ url, title: query, snippet: "" })) },
];

it("a search with a recording that is not there is refused", async () => {
  const run = await found({ queriesFile: ["mugs"], replayRunId: "0123456789abcdef01234567" }, "serper");
  expect(run.asked).toEqual([]);
  expect(run.task.error!.message).toContain('There is no recorded run "0123456789abcdef01234567" of this task.');
});

describe("a search", () => {
  it("lists its results page by page in one table that begins with query, rank, url and title", async () => {
    const run = await found({ queriesFile: ["blue mugs"], resultsPerQuery: 23 }, "serper");
    expect(run.task.status).toBe("complete");
    const table = lines(run.files["urls.csv"]);
    expect(table.slice(0, 4)).toEqual([
      "query,rank,url,title,engine,domain,snippet",
      'blue mugs,1,https://www.pottery-guild.example/blue-mugs/1,blue mugs: part 1,serper,pottery-guild.example,"What to know of blue mugs, number 1."',
      'blue mugs,2,https://www.kilnworks.example/blue-mugs/2,blue mugs: part 2,serper,kilnworks.example,"What to know of blue mugs, number 2."',
      'blue mugs,3,https://www.mugs-and-more.co.uk/blue-mugs/3,"blue mugs: part 3, ""hand-thrown"" & glazed",serper,mugs-and-more.co.uk,"What to know of blue mugs, number 3."',
    ]);
    expect([table.length, run.rows.length, urls(run).length]).toEqual([24, 23, 23]);
    expect(run.asked.map((text) => JSON.parse(text).page)).toEqual([1, 2, 3]);
    expect(JSON.parse(run.asked[0]!)).toMatchObject({ q: "blue mugs", num: 10, gl: "us", hl: "en" });
  });

  it("is asked for with codes where the task has names", async () => {
    const data = { queriesFile: ["mugs"], searchCountry: "Germany", searchLanguage: "german", resultsPerQuery: 1 };
    const run = await found(data, "serper");
    expect(JSON.parse(run.asked[0]!)).toMatchObject({ gl: "de", hl: "de" });
  });

  it("has just the four columns where no more are wanted", async () => {
    const run = await found({ queriesFile: ["a"], resultsPerQuery: 1, extraColumns: [] }, "wikipedia");
    expect(lines(run.files["urls.csv"])[0]).toBe("query,rank,url,title");
    expect(run.log).toContain('info: 1 address was found for "a".');
    expect(listed(run)[0]).toMatch(/^a,1,http:\/\/127\.0\.0\.1:\d+\/wiki\/a_part_1,a part 1$/);
  });

  it("asks each query with each footprint", async () => {
    const run = await found(
      {
        queriesFile: ["mugs", "clay {footprint}"],
        footprintsFile: ['"powered by" {query}', "inurl:blog"],
        resultsPerQuery: 1,
      },
      "brave",
    );
    expect(run.rows.map((row) => row["query"])).toEqual([
      '"powered by" mugs',
      "mugs inurl:blog",
      'clay "powered by" {query}',
      "clay inurl:blog",
    ]);
  });

  it("keeps to pages, patterns and domains, and tells the engine of the domains", async () => {
    const run = await found(
      {
        queriesFile: ["mugs"],
        pagesPerQuery: 2,
        resultsPerQuery: 0,
        excludePatternsFile: ["/mugs/1*"],
        includeDomainsFile: ["kilnworks.example", "clay.museum"],
        excludeDomainsFile: ["shop.clay.museum"],
      },
      "serper",
    );
    expect(JSON.parse(run.asked[0]!).q).toBe(
      "mugs (site:kilnworks.example OR site:clay.museum) -site:shop.clay.museum",
    );
    expect(run.asked).toHaveLength(2);
    expect(run.rows.map((row) => new URL(String(row["url"])).hostname).sort()).toEqual([
      ...Array.from({ length: 8 }, () => "www.clay.museum"),
      ...Array.from({ length: 8 }, () => "www.kilnworks.example"),
    ]);
  });

  it("that finds nothing is said to be empty, and is no failure", async () => {
    const run = await found({ queriesFile: ["a", "b"] }, ["serpapi", { total: 0 }]);
    expect(run.task.status).toBe("complete");
    expect(run.files["urls.csv"]).toBe("query,rank,url,title,engine,domain,snippet\n");
    expect(run.log).toContain('warn: Nothing was found for "a".');
    expect(run.log.join()).toContain("No address was found that fits. Check the queries");
  });

  it("writes cells that no spreadsheet takes for formulas, and quotes what would break a line", async () => {
    const results = () => [{ url: "https://a.test/,x", title: '=HYPERLINK("http://evil")', snippet: "@x\n+1" }];
    const run = await found({ queriesFile: ["-cmd|' /C calc'!A0"] }, ["serper", { results }]);
    expect(listed(run)).toEqual([
      `'-cmd|' /C calc'!A0,1,"https://a.test/,x","'=HYPERLINK(""http://evil"")",serper,a.test,'@x +1`,
    ]);
  });
});

describe("several engines", () => {
  it("are merged into one list with a rank of each", async () => {
    const run = await found(
      {
        queriesFile: ["mugs"],
        searchProviders: ["serper", "brave"],
        mergeEngines: true,
        resultsPerQuery: 30,
        extraColumns: ["engine"],
      },
      [
        "serper",
        { results: (query) => ["x", "y"].map((name) => ({ url: `https://${name}.test/`, title: query, snippet: "" })) },
      ],
      [
        "brave",
        { results: (query) => ["y", "z"].map((name) => ({ url: `https://${name}.test/`, title: query, snippet: "" })) },
      ],
    );
    expect(lines(run.files["urls.csv"])).toEqual([
      "query,rank,url,title,engine,rank_serper,rank_brave",
      "mugs,1,https://y.test/,mugs,serper brave,2,1",
      "mugs,2,https://x.test/,mugs,serper,1,",
      "mugs,3,https://z.test/,mugs,brave,,2",
    ]);
  });

  it("are one list after the other, and one that fails leaves the others", async () => {
    const run = await found(
      { queriesFile: ["mugs"], searchProviders: ["serper", "brave"], resultsPerQuery: 2, dedupe: "none" },
      ["serper", { keyGiven: "wrong" }],
      "brave",
    );
    expect(run.task.status).toBe("complete");
    expect(run.rows).toMatchObject([
      { query: "mugs", rank: "", url: "", engine: "serper", error: expect.stringMatching(/^Serper .*API key/) },
      { rank: 1, engine: "brave", error: "" },
      { rank: 2, engine: "brave", error: "" },
    ]);
    expect(listed(run)).toHaveLength(2);
  });
});

describe("what is listed once", () => {
  const ADDRESSES = [
    ...["https://a.test/x", "https://www.a.test/x?utm_source=y", "https://a.test/y#part", "https://b.a.test/"],
    ...["https://c.co.uk/", "https://d.co.uk/1", "https://shop.d.co.uk/"],
  ];
  it.each([
    ["none", [1, 2, 3, 4, 5, 6, 7]],
    ["url", [1, 3, 4, 5, 6, 7]],
    ["host", [1, 2, 4, 5, 6, 7]],
    ["domain", [1, 5, 6]],
  ])("by %s keeps its first place and its rank", async (dedupe, ranks) => {
    const run = await found({ queriesFile: ["q"], dedupe }, FIXED(ADDRESSES));
    expect(run.rows.map((row) => row["rank"])).toEqual(ranks);
    const says: Readonly<Record<string, string>> = {
      none: "",
      url: 'info: 1 address was left out, as dedupe "url" lists each address once, where it came first.',
      host: 'info: 1 address was left out, as dedupe "host" lists each host once, where it came first.',
      domain: 'info: 4 addresses were left out, as dedupe "domain" lists each domain once, where it came first.',
    };
    expect(run.log.find((line) => line.includes("left out")) ?? "").toBe(says[String(dedupe)]);
  });

  it("is so across all queries, in their order whichever is answered first, and always in the list", async () => {
    const first = Promise.withResolvers<undefined>();
    const { search } = await engines([
      "searxng",
      {
        results: (query) => [{ url: "https://a.test/", title: query, snippet: "" }],
        instead: async ({ path }) => {
          if (path.includes("q=one")) await first.promise;
          else setTimeout(() => first.resolve(undefined), 20);
          return undefined as never;
        },
      },
    ]);
    // The first question of an engine is asked alone: this one lets the others go on.
    const world = await finderWorld(urlfinder, { search });
    const base = { queriesFile: ["zero", "one", "two"], resultsPerQuery: 1, extraColumns: [] };
    const once = await world.run(await world.task(base));
    expect(lines(once.files["urls.csv"]).slice(1)).toEqual(["zero,1,https://a.test/,zero"]);
    const all = await world.run(await world.task({ ...base, dedupe: "none" }));
    expect(lines(all.files["urls.csv"]).slice(1)).toEqual(
      ["zero", "one", "two"].map((query) => `${query},1,https://a.test/,${query}`),
    );
    expect(urls(all)).toEqual(["https://a.test/"]);
  });
});

describe("the pages themselves", () => {
  const PAGE = (title: string, description: string, language = "en") =>
    `<html lang="${language}-GB"><head><title>${title}</title><meta name="description" content="${description}"></head><p>x`;

  async function pages() {
    const served = await site((url) => ({
      "/mugs": PAGE("Blue mugs", "Mugs made by hand", "de"),
      "/moved": (_request, response) => response.writeHead(301, { location: `${url}/mugs` }).end(),
      "/shut": (_request, response) => response.writeHead(403).end("no"),
      "/robots.txt": bytes("User-agent: *\nDisallow: /secret", "text/plain"),
      "/secret": PAGE("Secret", ""),
      "/cars": PAGE("Fast cars", "Engines and wheels"),
    }));
    const addresses = ["mugs", "moved", "gone", "shut", "secret", "cars"].map((path) => `${served.url}/${path}`);
    return { ...served, given: FIXED(addresses) };
  }

  it("are asked for their status, final address, title, description and language", async () => {
    const { url, given, asked } = await pages();
    const run = await found({ queriesFile: ["q"], liveCheck: true, fetchHead: true, extraColumns: ["snippet"] }, given);
    expect(lines(run.files["urls.csv"])).toEqual([
      "query,rank,url,title,snippet,status,lang,finalUrl",
      `q,1,${url}/mugs,Blue mugs,Mugs made by hand,200,de,${url}/mugs`,
      `q,2,${url}/moved,Blue mugs,Mugs made by hand,200,de,${url}/mugs`,
      `q,3,${url}/gone,q,,404,,${url}/gone`,
      `q,4,${url}/shut,q,,403,,${url}/shut`,
      `q,5,${url}/secret,q,,robots,,`,
      `q,6,${url}/cars,Fast cars,Engines and wheels,200,en,${url}/cars`,
    ]);
    expect(asked).not.toContain("/secret");
    expect(run.rows.map(({ error }) => error).filter((error) => error !== "")).toEqual([
      expect.stringContaining("robots.txt"),
    ]);
    expect(run.log.filter((line) => line.startsWith("warn:"))).toEqual([
      "warn: 1 address was not checked, as the robots.txt of their sites does not allow it. Their rows say why in error.",
    ]);
  });

  it("that are a wall against programs are blocked, whatever their status", async () => {
    const wall = `<title>Just a moment...</title><script>window._cf_chl_opt={}</script><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`;
    const { url } = await site({ "/wall": wall });
    const run = await found({ queriesFile: ["q"], liveCheck: true, extraColumns: [] }, FIXED([`${url}/wall`]));
    expect(listed(run)).toEqual([`q,1,${url}/wall,q,blocked,${url}/wall`]);
  });

  it("that may not be fetched say so in their rows, and one warning counts them", async () => {
    const given = FIXED(["http://10.0.0.5/", "http://192.168.1.1/admin"]);
    const run = await found({ queriesFile: ["q"], liveCheck: true, extraColumns: [] }, given);
    expect(listed(run)).toEqual(["q,1,http://10.0.0.5/,q,bad-input,", "q,2,http://192.168.1.1/admin,q,bad-input,"]);
    expect(run.rows.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^The address http:\/\/10\.0\.0\.5\/ is refused/),
      expect.stringMatching(/^The address http:\/\/192\.168\.1\.1\/admin is refused/),
    ]);
    expect(run.log.filter((line) => line.startsWith("warn:"))).toEqual([
      "warn: 2 addresses were not checked, as this server may not fetch them. Their rows say why in error.",
    ]);
  });

  it("are scored by their heads, and those below relevanceMin left out", async () => {
    const { url, given } = await pages();
    const data = { queriesFile: ["q"], fetchHead: true, relevanceQuery: "blue mugs", relevanceMin: 0.3 };
    const run = await found({ ...data, extraColumns: [] }, given);
    expect(lines(run.files["urls.csv"])).toEqual([
      "query,rank,url,title,lang,score",
      expect.stringMatching(new RegExp(`^q,1,${url}/mugs,Blue mugs,de,0\\.\\d+$`)),
      expect.stringMatching(new RegExp(`^q,2,${url}/moved,Blue mugs,de,0\\.\\d+$`)),
    ]);
    expect(run.log.join("\n")).toContain("4 of the addresses score below relevanceMin");
  });
});
