import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  type DoubleAnswer,
  type DoubleRequest,
  type ServiceDouble,
  serve,
} from "../../../test/doubles/translation-service.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { SearchOptions } from "../../kernel/providers.js";
import { brave } from "./brave.js";
import { customEngine } from "./custom.js";
import type { Engine } from "./engine.js";
import { searchEngines } from "./engines.js";
import { searxng } from "./searxng.js";
import { serpApi } from "./serpapi.js";
import { serper } from "./serper.js";
import { wikipedia } from "./wikipedia.js";

const open: ServiceDouble[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const NOW = new Date("2026-06-30T12:00:00Z");
const clock = { now: () => NOW, monotonic: () => 0, sleep: async () => {} };
const wait = async () => {};
const KEY = "sesame-4711";

async function service(answer: (request: DoubleRequest) => DoubleAnswer | "drop" | "hang") {
  const made = await serve(answer);
  open.push(made);
  return made;
}

/** Each engine on a server that answers so. */
const MAKERS: Readonly<Record<string, (url: string) => Engine>> = {
  searxng: (url) => searxng({ url, wait }),
  brave: (url) => brave({ url, apiKey: KEY, wait }),
  serper: (url) => serper({ url, apiKey: KEY, wait }),
  serpapi: (url) => serpApi({ url, apiKey: KEY, wait }),
  wikipedia: (url) => wikipedia({ url: `${url}/w/api.php`, userAgent: "Scriptorium/0 (+bot@example.com)", wait }),
  custom: (url) => customEngine({ url: `${url}/find?q={query}&p={page}&key={key}`, apiKey: KEY, wait }),
};

async function asked(
  name: string,
  answer: (request: DoubleRequest) => DoubleAnswer | "drop" | "hang",
  options: Partial<SearchOptions> = {},
) {
  const { url, requests } = await service(answer);
  const provider = searchEngines([MAKERS[name]!(url)], { clock });
  const given = await provider.answer("bees", { limit: 10, signal: AbortSignal.timeout(10_000), ...options });
  const [first] = requests;
  return {
    ...given,
    requests,
    query: new URL(first!.path, url).searchParams,
    path: new URL(first!.path, url).pathname,
  };
}

const OPTIONS: Partial<SearchOptions> = {
  country: "de",
  language: "de",
  dateRange: "w",
  safeSearch: "strict",
  includeDomains: ["a.test"],
};

describe("SearXNG", () => {
  const results = [
    { url: "https://a.test/1", title: "One", content: "About <b>bees</b>", publishedDate: "2026-06-29T08:00:00" },
    { url: "https://b.test/2", title: "Two", content: null },
    { url: "javascript:alert(1)", title: "Three" },
  ];

  it("is asked for what is wanted, and gives its hits, suggestions and engines that were silent", async () => {
    const { query, hits, related, notes } = await asked(
      "searxng",
      ({ path }) => ({
        json: {
          results: path.includes("pageno=1") ? results : [],
          suggestions: ["honey bees"],
          unresponsive_engines: [["google", "CAPTCHA"]],
        },
      }),
      OPTIONS,
    );
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ q: "bees site:a.test", format: "json", categories: "general", language: "de-DE" },
      ...{ time_range: "week", safesearch: "2", pageno: "1" },
    });
    expect(hits).toEqual([
      {
        url: "https://a.test/1",
        title: "One",
        snippet: "About bees",
        date: "2026-06-29T08:00:00Z",
        engine: "searxng",
      },
    ]);
    expect(related).toEqual(["honey bees"]);
    expect(notes).toEqual([expect.stringContaining("had no answer of google (CAPTCHA)")]);
  });

  it("fails for an answer of something else", async () => {
    await expect(asked("searxng", () => ({ json: { hits: [1, 2, 3] } }))).rejects.toThrow(
      /gave an answer that is none of SearXNG/,
    );
  });

  it("found nothing where only some of its engines did not answer, and fails where none did", async () => {
    const answers = (silent: readonly string[]) => (request: DoubleRequest) => ({
      json: request.path.startsWith("/config")
        ? {
            engines: [
              { name: "google", enabled: true, categories: ["general", "web"] },
              { name: "bing", enabled: true, categories: ["general"] },
              { name: "yahoo", enabled: false, categories: ["general"] },
              { name: "flickr", enabled: true, categories: ["images"] },
            ],
          }
        : { results: [], unresponsive_engines: silent.map((name) => [name, "timeout"]) },
    });
    const { hits, notes } = await asked("searxng", answers(["google"]));
    expect([hits, notes]).toEqual([[], [expect.stringContaining("had no answer of google (timeout).")]]);
    await expect(asked("searxng", answers(["google", "bing"]))).rejects.toThrow(
      /found nothing, as its engines did not answer: google \(timeout\) and bing \(timeout\)/,
    );
  });

  it("is named as the settings name it, as several may be on one host", async () => {
    const { url } = await service(() => ({ text: "<p>" }));
    const second = searchEngines([searxng({ name: "second", url, wait })]);
    await expect(second.search("bees", { limit: 1, signal: AbortSignal.timeout(5000) })).rejects.toThrow(
      /^SearXNG "second" at \S+ gave an answer that is not JSON/,
    );
  });

  it("says what to set where it gives no JSON, and fails where none of its engines answered", async () => {
    await expect(asked("searxng", () => ({ status: 403, text: "Forbidden" }))).rejects.toThrow(
      /Add json to search.formats/,
    );
    const silent = { results: [], unresponsive_engines: [["google", "CAPTCHA"]] };
    await expect(asked("searxng", () => ({ json: silent }))).rejects.toMatchObject({
      code: "blocked",
      message: expect.stringMatching(/found nothing, and these of its engines did not answer: google/),
    });
  });
});

describe("Brave Search", () => {
  it("is asked with its key, codes and dates, and gives questions", async () => {
    const { query, requests, hits, questions } = await asked(
      "brave",
      () => ({
        json: {
          query: { more_results_available: false },
          web: {
            results: [
              { url: "https://a.test/", title: "A &amp; B", description: "x", page_age: "2026-06-28T00:00:00" },
            ],
          },
          faq: { results: [{ question: "What is a bee?", answer: "An insect.", url: "https://a.test/q" }] },
        },
      }),
      { ...OPTIONS, language: "pt", country: "br", dateRange: "2026-06-01.." },
    );
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ q: "bees site:a.test", count: "10", offset: "0", country: "BR", search_lang: "pt-br" },
      ...{ freshness: "2026-06-01to2099-12-31", safesearch: "strict" },
    });
    expect(requests[0]!.headers["x-subscription-token"]).toBe(KEY);
    expect(hits).toMatchObject([{ title: "A & B", date: "2026-06-28T00:00:00Z" }]);
    expect(questions).toEqual([{ question: "What is a bee?", answer: "An insect.", url: "https://a.test/q" }]);
  });

  it("tells the limit of a second from an allowance that is used up", async () => {
    const limited = { status: 429, json: { error: { code: "RATE_LIMITED" } } };
    const headers = { "x-ratelimit-remaining": "0, 14999", "x-ratelimit-reset": "30, 1419704" };
    await expect(asked("brave", () => ({ ...limited, headers }))).rejects.toMatchObject({
      code: "rate-limited",
      facts: { retryAfterSeconds: 30 },
    });
    const spent = { "x-ratelimit-remaining": "0, 0", "x-ratelimit-reset": "1, 1419704" };
    await expect(asked("brave", () => ({ ...limited, headers: spent }))).rejects.toMatchObject({ code: "quota" });
    const wrong = { status: 422, json: { error: { code: "SUBSCRIPTION_TOKEN_INVALID" } } };
    await expect(asked("brave", () => wrong)).rejects.toMatchObject({ code: "auth" });
  });
});

describe("Serper", () => {
  it("is asked by POST, and gives questions, related searches and the featured answer beside the hits", async () => {
    const { requests, hits, questions, related } = await asked(
      "serper",
      ({ text }) => ({
        json:
          JSON.parse(text).page > 1
            ? { organic: [] }
            : {
                organic: [{ title: "A", link: "https://a.test/", snippet: "s", date: "3 days ago", position: 1 }],
                answerBox: { title: "F", link: "https://a.test/f", answer: "Yes" },
                peopleAlsoAsk: [{ question: "Why?", snippet: "So.", link: "https://a.test/w" }, { question: "" }],
                relatedSearches: [{ query: "bee hive" }],
              },
      }),
      { ...OPTIONS, dateRange: "2026-06-01..2026-06-30", sortByDate: true, location: "Berlin" },
    );
    expect(JSON.parse(requests[0]!.text)).toEqual({
      ...{ q: "bees site:a.test", num: 10, page: 1, gl: "de", hl: "de", location: "Berlin", safe: "active" },
      tbs: "cdr:1,cd_min:6/1/2026,cd_max:6/30/2026,sbd:1",
    });
    expect(hits.map(({ url, kind = "organic" }) => [url, kind])).toEqual([
      ["https://a.test/f", "featured"],
      ["https://a.test/", "organic"],
    ]);
    expect(hits[1]!.date).toBe("2026-06-27");
    expect(questions).toHaveLength(1);
    expect(related).toEqual(["bee hive"]);
  });

  it("says that the credits are used up", async () => {
    await expect(
      asked("serper", () => ({ status: 400, json: { message: "Not enough credits" } })),
    ).rejects.toMatchObject({
      code: "quota",
    });
  });
});

describe("SerpApi", () => {
  it("takes an error about no results for an empty answer, and other errors for errors", async () => {
    const none = { error: "Google hasn't returned any results for this query.", search_information: {} };
    expect((await asked("serpapi", () => ({ json: none }))).hits).toEqual([]);
    const spent = { status: 429, json: { error: "Your account has run out of searches." } };
    await expect(asked("serpapi", () => spent)).rejects.toMatchObject({ code: "quota" });
    const wrong = { status: 401, json: { error: "Invalid API key. Your API key should be here" } };
    await expect(asked("serpapi", () => wrong)).rejects.toMatchObject({ code: "auth" });
  });

  it("keeps its key out of errors", async () => {
    const error = await asked("serpapi", () => ({ status: 500, text: "oh" })).catch((thrown: unknown) => thrown);
    expect(JSON.stringify([String(error), (error as ScriptoriumError).facts])).not.toContain(KEY);
  });
});

describe("Wikipedia", () => {
  it("is asked in its own way, and gives addresses of articles", async () => {
    const { query, requests, hits, total, path } = await asked("wikipedia", () => ({
      json: {
        query: {
          searchinfo: { totalhits: 1234 },
          search: [
            {
              title: "Honey bee/Süß?",
              snippet: 'A <span class="searchmatch">bee</span> &amp; hive',
              timestamp: "2026-06-01T00:00:00Z",
            },
          ],
        },
      },
    }));
    expect(path).toBe("/w/api.php");
    expect(Object.fromEntries(query)).toMatchObject({ list: "search", srsearch: "bees", srlimit: "10", maxlag: "5" });
    expect(requests[0]!.headers["user-agent"]).toContain("bot@example.com");
    expect(hits[0]!.url).toMatch(/\/wiki\/Honey_bee\/S%C3%BC%C3%9F%3F$/);
    expect(hits[0]!.snippet).toBe("A bee & hive …");
    expect(total).toBe(1234);
  });

  it("is busy when it says so with a status of 200", async () => {
    const busy = { error: { code: "maxlag", info: "Waiting for a database server" } };
    await expect(asked("wikipedia", () => ({ json: busy }))).rejects.toMatchObject({ code: "rate-limited" });
  });
});

describe("an engine of one's own", () => {
  it("is asked by its template and read by its paths", async () => {
    const { url, requests } = await service(() => ({
      json: { data: { items: [{ link: "https://a.test/", "the title": "A" }] }, count: "7" },
    }));
    const engine = customEngine({
      url: `${url}/v1/{country}?q={query}`,
      ...{ method: "POST", body: '{"q":"{query}","n":{limit}}', headers: { "x-key": "{key}" }, apiKey: KEY },
      ...{ items: "$.data.items[*]", urlPath: "$.link", titlePath: "$['the title']", totalPath: "$.count" },
    });
    const { hits, total } = await searchEngines([engine]).answer('say "bees"', {
      limit: 5,
      country: "de",
      signal: AbortSignal.timeout(9000),
    });
    expect(requests[0]).toMatchObject({ path: "/v1/de?q=say%20%22bees%22", text: '{"q":"say \\"bees\\"","n":5}' });
    expect(requests[0]!.headers["x-key"]).toBe(KEY);
    expect([hits, total]).toMatchObject([[{ url: "https://a.test/", title: "A" }], 7]);
  });

  it("is refused with an address or a path that cannot be used", () => {
    expect(() => customEngine({ url: "https://a.test/" })).toThrow(/needs \{query\}/);
    expect(() => customEngine({ url: "https://a.test/?q={query}", items: "$[" })).toThrow(/is no JSON path/);
    expect(() => customEngine({ url: "https://a.test/?q={query}", items: "$[?search(@.a, '(a+)+')]" })).toThrow(
      /is no JSON path/,
    );
  });
});

/** A hit with marks in its words, and what else an engine gives, as each engine has them. */
const MARKED = {
  title: "Bees &amp; <b>hives</b>",
  says: "All about&nbsp;<strong>bees</strong>,<br>they say &#x27;buzz&#x27;",
};
const MARKED_ANSWERS: Readonly<Record<string, object>> = {
  searxng: {
    results: [{ url: "https://a.test/", title: MARKED.title, content: MARKED.says }],
    suggestions: [MARKED.title],
  },
  brave: {
    web: { results: [{ url: "https://a.test/", title: MARKED.title, description: MARKED.says }] },
    faq: { results: [{ question: MARKED.title, answer: MARKED.says, url: "https://a.test/q" }] },
  },
  serper: {
    organic: [{ link: "https://a.test/", title: MARKED.title, snippet: MARKED.says }],
    peopleAlsoAsk: [
      { question: MARKED.title, snippet: MARKED.says, link: "https://a.test/q" },
      { question: "<b></b>" },
    ],
    relatedSearches: [{ query: MARKED.title }, { query: "<b> </b>" }],
  },
  serpapi: {
    organic_results: [{ link: "https://a.test/", title: MARKED.title, snippet: MARKED.says }],
    related_questions: [{ question: MARKED.title, snippet: MARKED.says, link: "https://a.test/q" }],
    related_searches: [{ query: MARKED.title }],
  },
  wikipedia: { query: { search: [{ title: "Bees & hives", snippet: MARKED.says }] } },
  custom: { results: [{ url: "https://a.test/", title: MARKED.title, snippet: MARKED.says }] },
};

it.each(Object.keys(MAKERS))("%s gives plain texts, whatever marks the engine puts into them", async (name) => {
  const {
    hits,
    questions = [],
    related = [],
  } = await asked(name, () => ({ json: MARKED_ANSWERS[name]! }), { limit: 1 });
  const [title, says] = ["Bees & hives", "All about bees, they say 'buzz'"];
  expect(hits).toMatchObject([{ title, snippet: name === "wikipedia" ? `${says} …` : says }]);
  const gives = { brave: 1, serper: 1, serpapi: 1 }[name] ?? 0;
  expect(questions).toEqual(Array(gives).fill({ question: title, answer: says, url: "https://a.test/q" }));
  expect(related).toEqual(["searxng", "serper", "serpapi"].includes(name) ? [title] : []);
});

describe.each(Object.keys(MAKERS))("%s", (name) => {
  it.each<[string, DoubleAnswer]>([
    ["HTML where JSON was due", { text: "<html>Sign in</html>" }],
    ["a list for an object", { json: name === "custom" ? "text" : [] }],
    ["an empty body", { text: "" }],
    ["a server error", { status: 500, text: "oh" }],
    ["a refused key", { status: 401, json: { message: "no" } }],
    ["too many requests", { status: 429, headers: { "retry-after": "3600" }, json: {} }],
  ])("answers %s with an error for people, or nothing", async (_, answer) => {
    const outcome = await asked(name, () => answer).catch((error: unknown) => error);
    if (ScriptoriumError.is(outcome)) {
      expect(outcome.message).toMatch(/^\S.+\. \S.+\.$/s);
      expect(["SEARCH_FAILED", "auth", "rate-limited"]).toContain(outcome.code);
      expect(JSON.stringify([outcome.message, outcome.facts])).not.toContain(KEY);
    } else expect(outcome).toMatchObject({ hits: [] });
  });

  it("takes any JSON without harm", async () => {
    let json: unknown;
    const { url } = await service(() => ({ json }));
    const provider = searchEngines([MAKERS[name]!(url)], { clock });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(fc.constantFrom(...MEMBERS), tie("any"), { maxKeys: 6 }),
        fc.array(tie("any"), { maxLength: 3 }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        json = given ?? null;
        const outcome = await provider
          .search("bees", { limit: 3, signal: AbortSignal.timeout(10_000) })
          .catch((error: unknown) => error);
        if (ScriptoriumError.is(outcome)) return;
        for (const hit of outcome as { url: string; title: string; snippet: string }[]) {
          expect(hit.url).toMatch(/^https?:/);
          expect([typeof hit.title, typeof hit.snippet]).toEqual(["string", "string"]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

const MEMBERS =
  "results url title content web news query search organic link snippet organic_results error code unresponsive_engines peopleAlsoAsk question answerBox faq ads continue sroffset".split(
    " ",
  );

describe("several engines", () => {
  const canned = (name: string, urls: readonly string[], fails?: Error): Engine => ({
    ...{ name, title: name, verticals: ["web"], pageSize: 2 },
    async ask({ page, size }) {
      if (fails) throw fails;
      const hits = urls.slice(page * size, (page + 1) * size).map((url) => ({ url, title: `${name} ${url}` }));
      return { hits, hasMore: (page + 1) * size < urls.length };
    },
  });
  const ask = (engines: readonly Engine[], options: Partial<SearchOptions> = {}) =>
    searchEngines(engines, { clock }).answer("bees", { limit: 4, signal: AbortSignal.timeout(5000), ...options });

  it("are merged into one list with the rank of each, a page under all its addresses once", async () => {
    const engines = [
      canned("x", ["https://a.test/", "https://b.test/"]),
      canned("y", ["https://b.test/?utm_source=y", "https://c.test/"]),
    ];
    const { hits } = await ask(engines, { engines: ["x", "y"] });
    expect(hits.map(({ url, ranks }) => [url, ranks])).toEqual([
      ["https://b.test/?utm_source=y", { x: 2, y: 1 }],
      ["https://a.test/", { x: 1 }],
      ["https://c.test/", { y: 2 }],
    ]);
  });

  it("answer without the one that fails, which is a note; where all fail the first failure is told", async () => {
    const failed = new ScriptoriumError("quota", "y has no searches left. Wait.");
    const engines = [canned("x", ["https://a.test/"]), canned("y", [], failed)];
    const { hits, notes } = await ask(engines, { engines: ["x", "y"] });
    expect([hits.length, notes]).toEqual([1, ['The engine "y" gave no results. y has no searches left. Wait.']]);
    await expect(ask(engines, { engines: ["y"] })).rejects.toBe(failed);
  });

  it("are asked with the country, but for an index of this server among them", async () => {
    const countries: unknown[] = [];
    const asks = (name: string, isLocal: boolean): Engine => ({
      ...{ ...canned(name, []), isLocal },
      async ask({ country }) {
        countries.push(`${name} ${country}`);
        return { hits: [], hasMore: false };
      },
    });
    const engines = [asks("own", true), asks("x", false)];
    await ask(engines, { engines: ["own", "x"], country: "us" });
    await ask(engines, { engines: ["own"], country: "de" });
    expect(countries.sort()).toEqual(["own de", "own undefined", "x us"]);
  });

  it("are asked page by page, from an offset on", async () => {
    const urls = ["a", "b", "c", "d", "e"].map((name) => `https://${name}.test/`);
    const found = async (options: Partial<SearchOptions>) => {
      const { hits, hasMore } = await ask([canned("x", urls)], options);
      return [hits.map(({ url }) => url.slice(8, 9)).join(""), hasMore];
    };
    expect(await found({ limit: 4 })).toEqual(["abcd", true]);
    expect(await found({ limit: 4, offset: 4 })).toEqual(["e", false]);
    expect(await found({ limit: 1, offset: 2 })).toEqual(["c", true]);
  });

  it.each([
    ["as many as were asked for", 5, false],
    ["fewer than were asked for", 3, true],
    ["more than were asked for", 8, true],
  ])(
    "whose pages hold %s give each hit once and in its place, also after a restart",
    async (_how, ofPage, pagesVary) => {
      const all = Array.from({ length: 33 }, (_none, index) => `https://a.test/${index + 1}`);
      const pages: number[] = [];
      const engine: Engine = {
        ...canned("x", []),
        ...{ pageSize: 5, pagesVary },
        async ask({ page }) {
          pages.push(page);
          // The first hit of a page is the last one of the page before.
          const from = Math.max(0, page * ofPage - 1);
          const urls = all.slice(from, (page + 1) * ofPage);
          return { hits: urls.map((url) => ({ url, title: url })), hasMore: (page + 1) * ofPage < all.length };
        },
      };
      const listed = async (isNew: boolean) => {
        const found: string[] = [];
        let provider = searchEngines([engine], { clock });
        for (let hasMore: boolean | undefined = true; hasMore; ) {
          if (isNew) provider = searchEngines([engine], { clock });
          const offset = found.length;
          const answer = await provider.answer("bees", { limit: 5, offset, signal: AbortSignal.timeout(5000) });
          found.push(...answer.hits.map(({ url }) => url));
          hasMore = answer.hasMore;
        }
        return found;
      };
      expect(await listed(false)).toEqual(all);
      expect(pages).toEqual(Array.from({ length: Math.ceil(33 / ofPage) }, (_none, page) => page));
      if (pagesVary) expect(await listed(true)).toEqual(all);
    },
  );

  it("are asked no more when their last page comes again and again", async () => {
    let count = 0;
    const engine: Engine = {
      ...canned("x", []),
      async ask() {
        count += 1;
        return { hits: [{ url: "https://a.test/", title: "A" }], hasMore: true };
      },
    };
    const { hits, hasMore } = await ask([engine], { limit: 40 });
    expect([hits.length, hasMore, count]).toEqual([1, false, 2]);
  });

  it("are told apart by name, and one that there is not is refused", async () => {
    await expect(ask([canned("x", [])], { engines: ["z"] })).rejects.toThrow('There is no search engine "z". Use "x"');
    await expect(ask([canned("x", [])], { vertical: "news" })).rejects.toThrow(
      'The search engine "x" has no news search. Use web, or another engine.',
    );
    expect(() => searchEngines([canned("x", []), canned("x", [])])).toThrow(/one name/);
  });

  it.each(Object.keys(MAKERS))("are given the time that the task gives one request: %s", async (name) => {
    const failure = asked(name, () => "hang", { timeoutMs: 60 });
    await expect(failure).rejects.toMatchObject({
      message: expect.stringMatching(
        / did not answer within 0\.1 seconds\. Try again later, or raise requestTimeout of the task\.$/,
      ),
      facts: { timeoutMs: 60 },
    });
  });

  it("are asked once for the same question within cacheHours", async () => {
    let count = 0;
    const engine: Engine = {
      ...canned("x", []),
      async ask() {
        count += 1;
        return { hits: [{ url: "https://a.test/", title: "A" }], hasMore: false };
      },
    };
    const provider = searchEngines([engine], { clock });
    const options = { limit: 2, signal: AbortSignal.timeout(5000), cacheHours: 1 };
    await Promise.all([provider.answer("bees", options), provider.answer(" bees ", options)]);
    expect((await provider.answer("bees", options)).cached).toBe(true);
    expect(count).toBe(1);
    await provider.answer("bees", { ...options, cacheHours: 0 });
    await provider.answer("wasps", options);
    expect(count).toBe(3);
  });
});
