import { describe, expect, it, onTestFinished } from "vitest";
import { crawlIndexDouble } from "../../../test/doubles/crawl-index.js";
import { bytes, site } from "../../../test/web/download-world.js";
import { type EngineGiven, engines, type FinderRun, finderWorld, outcome } from "../../../test/web/finder-world.js";
import { type Clock, type Json, systemClock } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { urlfinder } from "./index.js";

const QUERIES = ["one", "two", "three", "four", "five"];
const base = { queriesFile: QUERIES, resultsPerQuery: 20, concurrency: 1, searchCacheHours: 0, extraColumns: [] };

async function searched(data: Readonly<Record<string, Json>>, ...kinds: readonly EngineGiven[]) {
  const { search, servers } = await engines(...kinds);
  const world = await finderWorld(urlfinder, { search });
  const id = await world.task({ ...base, ...data });
  return { ...(await world.run(id)), world, id, servers };
}

const ranks = ({ files }: FinderRun) =>
  files["urls.csv"]!.trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(0, 2).join(" "));
const all = (queries: readonly string[]) =>
  queries.flatMap((query) => Array.from({ length: 20 }, (_, index) => `${query} ${index + 1}`));

describe("without what it needs", () => {
  it("a run is refused before anything is asked, in words that name the setting", async () => {
    const world = await finderWorld(urlfinder, {});
    const { task } = await world.run(await world.task({ queriesFile: ["mugs"] }));
    expect(task).toMatchObject({ status: "failed", error: { code: "no-provider" } });
    expect(task.error?.message).toBe(
      'No search provider is configured, so no query was sent. Set providers.search (SearXNG, Brave, Serper, custom), or set sources to "sitemap" or "feed" with site addresses as queries.',
    );
  });

  it.each<[Record<string, Json>, RegExp]>([
    [{ sources: ["google"] }, /sources has "google", which is not known/],
    [{ sources: [] }, /sources is empty/],
    [
      { searchProviders: ["bing"] },
      /searchProviders has "bing", and there is no search engine of this name. Use "serper"/,
    ],
    [{ mergeEngines: true }, /fewer than two engines/],
    [{ dateRange: "last week" }, /dateRange is "last week", which is no range/],
    [{ searchCountry: "Atlantis" }, /searchCountry is "Atlantis", which is no country/],
    [{ searchCountry: "zz" }, /searchCountry is "zz", which is no country/],
    [{ searchLanguage: "xx" }, /searchLanguage is "xx", which is no language/],
    [{ includePatternsFile: ["/(/"] }, /is not a regular expression/],
    [{ excludeDomainsFile: ["a b"] }, /"a b" in excludeDomainsFile names no domain/],
    [{ extraColumns: ["color"] }, /extraColumns has "color"/],
    [{ archiveUrl: "ftp://x" }, /archiveUrl/],
    [{ commonCrawlUrl: "nowhere" }, /commonCrawlUrl is "nowhere"/],
    [{ commonCrawlIndex: "../x" }, /commonCrawlIndex is "..\/x"/],
  ])("%j is refused when it is posted and when it is run", async (wrong, message) => {
    const { search } = await engines("serper");
    const { kernel, task: create } = await finderWorld(urlfinder, { search });
    const data = { queriesFile: ["mugs"], ...wrong };
    const id = await create(data);
    const task = (await kernel.tasks.get(id))!;
    expect((await kernel.tasks.notesOn(task, data)).join("\n")).toMatch(message);
    await kernel.tasks.run(id);
    expect((await kernel.tasks.settled(id)).error).toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(message),
    });
  });
});

it("a placeholder that there is not is noted when it is posted", async () => {
  const { search } = await engines("serper");
  const { kernel, task: create } = await finderWorld(urlfinder, { search });
  const notes = async (data: Readonly<Record<string, Json>>) =>
    (await kernel.tasks.notesOn((await kernel.tasks.get(await create(data)))!, data)).join("\n");
  expect(
    await notes({ queriesFile: ["mugs", "{query} cups"], footprintsFile: ["{query} blog", "{foo} shop"] }),
  ).toMatch(
    /queriesFile has "\{query\}", which is no placeholder.*\n?.*footprintsFile has "\{foo\}", which is no placeholder/,
  );
  expect(await notes({ queriesFile: ["mugs {footprint}"], footprintsFile: ["{query} blog"] })).toBe("");
});

describe("lines that cannot be used", () => {
  const sentences = async (data: Readonly<Record<string, Json>>) => {
    const { search } = await engines("serper");
    const { kernel, task: create } = await finderWorld(urlfinder, { search });
    const id = await create(data);
    const notes = await kernel.tasks.notesOn((await kernel.tasks.get(id))!, data as never);
    await kernel.tasks.run(id);
    return { notes, error: (await kernel.tasks.settled(id)).error?.message };
  };

  it("are not blamed for a source that is mistyped", async () => {
    const { notes } = await sentences({ queriesFile: ["apple"], sources: ["searh"] });
    expect(notes).toEqual([expect.stringContaining('"searh"')]);
  });

  it("are counted as what they are where there are several sources", async () => {
    const { error } = await sentences({ queriesFile: ["apple tree"], sources: ["sitemap", "feed"] });
    expect(error).toMatch(/^None of the 2 pairs of a query and a source could be used: "apple tree" names no site/);
  });

  it("are looked for in the field that gives work, however many others are empty", async () => {
    const { error } = await sentences({ queriesFile: [] });
    expect(error).toBe("URL Finder has nothing to work on: queriesFile is empty. Fill it and run again.");
  });
});

describe("an engine", () => {
  it("that refuses the key is asked once, and the run says so", async () => {
    const run = await searched({ concurrency: 4 }, ["brave", { keyGiven: "wrong" }]);
    expect(run.task).toMatchObject({ status: "failed", error: { code: "auth" } });
    expect(run.task.error?.message).toMatch(/does not accept the API key/);
    expect(run.task.error?.message).not.toMatch(/is kept/);
    expect(run.servers[0]!.requests).toHaveLength(1);
    expect(run.rows.map(({ query, error }) => [query, /API key/.test(String(error))])).toEqual(
      QUERIES.map((query) => [query, true]),
    );
    expect(JSON.stringify([run.task, run.rows, run.log])).not.toContain('"wrong"');
  });

  it.each(["serper", "brave", "serpapi"] as const)(
    "whose allowance ends in the middle leaves what it gave, and the run goes on there (%s)",
    async (kind) => {
      const size = kind === "brave" ? 20 : 10;
      const full = 100 / size;
      const options = { quota: Math.floor(full / 2) };
      const { search, servers } = await engines([kind, options]);
      const world = await finderWorld(urlfinder, { search });
      const id = await world.task(base);
      const stopped = await world.run(id);
      expect(stopped.task).toMatchObject({ status: "failed", error: { code: "quota" } });
      expect(stopped.task.error?.message).toMatch(/no searches left.*What was found until then is kept\.$/);
      expect(ranks(stopped)).toEqual(all(QUERIES).slice(0, options.quota * size));
      expect(servers[0]!.requests).toHaveLength(options.quota + 1);
      options.quota = Number.POSITIVE_INFINITY;
      const whole = await world.run(id);
      expect(whole.task.status).toBe("complete");
      expect(ranks(whole)).toEqual(all(QUERIES));
      expect(whole.rows).toHaveLength(100);
      // Nothing that was answered is paid for once more.
      expect(servers[0]!.requests).toHaveLength(full + 1);
    },
  );

  it("that asks for a long pause is left alone, and the run says until when", async () => {
    const run = await searched({}, [
      "serper",
      {
        instead: (_, count) => (count > 2 ? { status: 429, headers: { "retry-after": "3600" }, json: {} } : undefined),
      },
    ]);
    expect(run.task).toMatchObject({ status: "failed", error: { code: "rate-limited" } });
    expect(run.task.error?.message).toMatch(/may be asked again at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(ranks(run)).toEqual(all(["one"]));
    expect(run.servers[0]!.requests).toHaveLength(3);
  });

  it("that asks for a pause of seconds is not said to be free again before now", async () => {
    const run = await searched({}, [
      "serper",
      { instead: () => ({ status: 429, headers: { "retry-after": "7" }, json: {} }) },
    ]);
    const [, when = ""] = /asked again at (\S+ \S+) UTC/.exec(run.task.error?.message ?? "") ?? [];
    expect(Date.parse(`${when.replace(" ", "T")}Z`)).toBeGreaterThan(Date.now());
    expect(run.task.error?.message).not.toMatch(/is kept/);
  });

  it("that was answered from the cache warns of nothing that it lacked then", async () => {
    const { search } = await engines([
      "searxng",
      {
        instead: ({ path }) =>
          path.includes("pageno=1")
            ? {
                json: {
                  results: [{ url: "https://a.test/", title: "A" }],
                  unresponsive_engines: [["googlex", "timeout"]],
                },
              }
            : { json: { results: [] } },
      },
    ]);
    const world = await finderWorld(urlfinder, { search });
    const id = await world.task({ ...base, queriesFile: ["one"], searchCacheHours: 1 });
    const first = await world.run(id);
    expect(first.log.join("\n")).toMatch(/warn: SearXNG at \S+ had no answer of googlex/);
    const { log } = await world.run(id);
    expect(log.slice(first.log.length).join("\n")).not.toMatch(/warn: [^\n]*googlex/);
    expect(log.join("\n")).toMatch(/info: An earlier answer was used, which came with this note: SearXNG at/);
  });

  it("that asks for a short one gets it", async () => {
    const { search } = await engines([
      "searxng",
      { instead: (_, count) => (count <= 3 ? { status: 429, json: {} } : undefined) },
    ]);
    const waits: number[] = [];
    const clock: Clock = {
      ...systemClock,
      sleep(milliseconds, signal) {
        const isPause = milliseconds === 30_000;
        if (isPause) waits.push(milliseconds);
        return systemClock.sleep(isPause ? 1 : milliseconds, signal);
      },
    };
    const world = await finderWorld(urlfinder, { search }, { clock });
    const run = await world.run(await world.task({ ...base, queriesFile: ["one"], maxRetries: 3 }));
    expect([run.task.status, ranks(run)]).toEqual(["complete", all(["one"])]);
    expect(waits).toContain(30_000);
  });

  it.each<[string, EngineGiven, RegExp, string]>([
    [
      "HTML where JSON was due",
      ["serper", { instead: () => ({ text: "<h1>Sign in</h1>" }) }],
      /not JSON/,
      "not-a-page",
    ],
    ["a list for an object", ["serpapi", { instead: () => ({ json: [] }) }], /no result of a search/, "not-a-page"],
    ["a server error", ["brave", { instead: () => ({ status: 500, text: "" }) }], /status 500/, "server-error"],
    ["a broken connection", ["wikipedia", { instead: () => "drop" }], /Wikipedia/, "no-network"],
  ])("that answers with %s is a reason in each row", async (_, given, message, code) => {
    const run = await searched({}, given);
    expect(run.task).toMatchObject({ status: "failed", error: { code } });
    expect(run.rows).toHaveLength(5);
    for (const row of run.rows) expect(row).toMatchObject({ url: "", error: expect.stringMatching(message) });
  });
});

describe("a run that was stopped", () => {
  it.each(["aborted", "stopped with its server"])("and %s goes on at the open line, nothing doubled", async (how) => {
    const gate = Promise.withResolvers<"drop">();
    const reached = Promise.withResolvers<void>();
    const { search, servers } = await engines([
      "serper",
      {
        instead: ({ text }) => {
          if (!text.includes('"three"') || !text.includes('"page":2') || servers[0]!.requests.length > 6)
            return undefined;
          reached.resolve();
          return gate.promise as never;
        },
      },
    ]);
    const storage = memoryStorage();
    const world = await finderWorld(urlfinder, { search }, { storage });
    const id = await world.task({ ...base, dedupe: "none" });
    await world.kernel.tasks.run(id);
    await reached.promise;
    if (how === "aborted") {
      await world.kernel.tasks.abort(id);
      gate.resolve("drop");
      await world.kernel.tasks.settled(id);
      expect(ranks(await outcome(world.kernel, id))).toEqual(all(["one", "two", "three"]).slice(0, 50));
      const whole = await world.run(id);
      expect(ranks(whole)).toEqual(all(QUERIES));
      expect(whole.rows).toHaveLength(100);
    } else {
      await world.kernel.stop();
      gate.resolve("drop");
      const next = await finderWorld(urlfinder, { search }, { storage });
      await next.kernel.tasks.settled(id);
      const whole = await outcome(next.kernel, id);
      expect(ranks(whole)).toEqual(all(QUERIES));
      expect(whole.rows).toHaveLength(100);
    }
    expect(servers[0]!.requests).toHaveLength(11);
  });

  it("in the middle of a long index goes on behind what is stored", async () => {
    const captures = Array.from({ length: 1200 }, (_, index) => ({ url: `https://shop.test/${10_000 + index}` }));
    let isBroken = true;
    const index = await crawlIndexDouble(captures, {
      perPage: 300,
      instead: (path) => (isBroken && path.includes("page=3") ? { status: 404, text: "gone" } : undefined),
    });
    onTestFinished(() => index.close());
    const world = await finderWorld(urlfinder, {});
    const id = await world.task({
      ...{ sources: ["commoncrawl"], commonCrawlUrl: index.url, queriesFile: ["shop.test"], resultsPerQuery: 0 },
      ...{ extraColumns: [], dedupe: "none" },
    });
    expect(ranks(await world.run(id))).toHaveLength(900);
    isBroken = false;
    const whole = await world.run(id);
    expect(whole.task.status).toBe("complete");
    expect(ranks(whole)).toEqual(captures.map((_, at) => `shop.test ${at + 1}`));
    expect(new Set(whole.files["urls.txt"]!.trimEnd().split("\n")).size).toBe(1200);
  });
});

it("a later run begins its files again", async () => {
  const { url } = await site((own) => ({
    "/a.txt": bytes(`${own}/1\n${own}/2\n`, "text/plain"),
    "/b.txt": bytes(`${own}/3\n`, "text/plain"),
  }));
  const world = await finderWorld(urlfinder, {});
  const id = await world.task({ sources: ["sitemap"], queriesFile: [`${url}/a.txt`] });
  expect((await world.run(id)).files["urls.txt"]).toBe(`${url}/1\n${url}/2\n`);
  await world.kernel.tasks.patch(id, { queriesFile: [`${url}/b.txt`] });
  expect((await world.run(id)).files["urls.txt"]).toBe(`${url}/3\n`);
});

it("queries with several sources are a line of each", async () => {
  const { url } = await site((own) => ({ "/a.txt": bytes(`${own}/1\n`, "text/plain") }));
  const { search } = await engines("serper");
  const world = await finderWorld(urlfinder, { search });
  const run = await world.run(
    await world.task({ sources: ["search", "sitemap"], queriesFile: [`${url}/a.txt`], resultsPerQuery: 1 }),
  );
  expect(run.rows).toMatchObject([
    { query: `${url}/a.txt`, rank: 1, engine: "serper" },
    { query: `${url}/a.txt`, rank: 1, url: `${url}/1`, engine: "sitemap" },
  ]);
  expect((await outcome(world.kernel, run.task._id)).task.status).toBe("complete");
});
