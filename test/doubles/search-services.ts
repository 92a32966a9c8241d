import { type DoubleAnswer, type DoubleRequest, type ServiceDouble, serve } from "./translation-service.js";

export type EngineKind = "searxng" | "brave" | "serper" | "serpapi" | "wikipedia";

export interface EngineDoubleOptions {
  /** Results there are of each query. @default 55 */
  readonly total?: number;
  /** The key it takes. @default "sesame" */
  readonly key?: string;
  /** Searches that are left. */
  readonly quota?: number;
  /** Answers in its place, by the number of the request from 1 on; undefined for its usual answer. */
  instead?(
    request: DoubleRequest,
    count: number,
  ): DoubleAnswer | "drop" | "hang" | Promise<DoubleAnswer | "hang"> | undefined;
  /** What it has for a query, in its order. */
  results?(query: string, vertical: string): readonly DoubleResult[];
}

export interface DoubleResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly date?: string;
}

interface Asked {
  readonly query: string;
  readonly vertical: string;
  readonly key: string;
  /** Of the part of the list that is asked for. */
  readonly from: number;
  readonly size: number;
}

/** A search engine on loopback that speaks the documented protocol of its kind, with its errors. */
export async function engineDouble(kind: EngineKind, options: EngineDoubleOptions = {}): Promise<ServiceDouble> {
  const { total = 55, key = "sesame" } = options;
  const results = options.results ?? ((query: string) => usualResults(query, total));
  let count = 0;
  let spent = 0;
  return serve(async (request) => {
    count += 1;
    const own = await options.instead?.(request, count);
    if (own !== undefined) return own;
    const asked = READERS[kind](request);
    if (KEYED.has(kind) && asked.key !== key) return REFUSALS[kind]!;
    spent += 1;
    if (spent > (options.quota ?? Number.POSITIVE_INFINITY)) return SPENT[kind] ?? { status: 429, json: {} };
    const { plain, isOfSites } = sitesIn(asked.query);
    const all = results(plain, asked.vertical).filter(({ url }) => isOfSites(new URL(url).hostname));
    const found = all.slice(asked.from, asked.from + asked.size);
    return { json: WRITERS[kind](found, asked, all.length > asked.from + asked.size) };
  });
}

const SITES = ["pottery-guild.example", "kilnworks.example", "mugs-and-more.co.uk", "clay.museum", "ceramics.gov.au"];

/** Realistic enough to be read: titles with marks, commas, quotes and letters of other scripts. */
export function usualResults(query: string, total: number): DoubleResult[] {
  return Array.from({ length: total }, (_, index) => {
    const site = SITES[index % SITES.length]!;
    const path = query.replace(/\W+/g, "-").toLowerCase();
    return {
      url: `https://www.${site}/${path}/${index + 1}${index % 7 === 3 ? "?utm_source=search&id=4" : ""}`,
      title: `${query}: part ${index + 1}${index % 5 === 2 ? ', "hand-thrown" & glazed' : ""}${index % 9 === 4 ? " – für Töpfer" : ""}`,
      snippet: `What to know of ${query}, number ${index + 1}.`,
      ...(index % 4 === 0 ? { date: `2026-05-${String((index % 28) + 1).padStart(2, "0")}` } : {}),
    };
  });
}

const KEYED: ReadonlySet<EngineKind> = new Set(["brave", "serper", "serpapi"]);

const REFUSALS: Partial<Record<EngineKind, DoubleAnswer>> = {
  brave: { status: 422, json: { type: "ErrorResponse", error: { code: "SUBSCRIPTION_TOKEN_INVALID" } } },
  serper: { status: 403, json: { message: "Unauthorized.", statusCode: 403 } },
  serpapi: {
    status: 401,
    json: { error: "Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key" },
  },
};

const SPENT: Partial<Record<EngineKind, DoubleAnswer>> = {
  brave: {
    status: 429,
    headers: { "x-ratelimit-remaining": "0, 0", "x-ratelimit-reset": "1, 1419704" },
    json: { type: "ErrorResponse", error: { code: "RATE_LIMITED" } },
  },
  serper: { status: 400, json: { message: "Not enough credits", statusCode: 400 } },
  serpapi: { status: 429, json: { error: "Your account has run out of searches." } },
};

const READERS: Readonly<Record<EngineKind, (request: DoubleRequest) => Asked>> = {
  searxng: (request) => {
    const asked = parameters(request);
    const page = Number(asked.get("pageno") ?? "1") - 1;
    const vertical = asked.get("categories") === "general" ? "web" : (asked.get("categories") ?? "web");
    return { query: asked.get("q") ?? "", vertical, key: "", from: page * 20, size: 20 };
  },
  brave: (request) => {
    const asked = parameters(request);
    const size = Number(asked.get("count") ?? "20");
    const vertical = /\/(\w+)\/search/.exec(request.path)?.[1] ?? "web";
    const key = String(request.headers["x-subscription-token"] ?? "");
    return { query: asked.get("q") ?? "", vertical, key, from: Number(asked.get("offset") ?? "0") * size, size };
  },
  serper: ({ text, path, headers }) => {
    const { q, num = 10, page = 1 } = JSON.parse(text) as { q: string; num?: number; page?: number };
    const vertical = path.startsWith("/search") ? "web" : path.slice(1);
    return { query: q, vertical, key: String(headers["x-api-key"] ?? ""), from: (page - 1) * num, size: num };
  },
  serpapi: (request) => {
    const asked = parameters(request);
    const verticals: Readonly<Record<string, string>> = { nws: "news", isch: "images", vid: "videos" };
    return {
      query: asked.get("q") ?? "",
      vertical: verticals[asked.get("tbm") ?? ""] ?? "web",
      key: asked.get("api_key") ?? "",
      from: Number(asked.get("start") ?? "0"),
      size: Number(asked.get("num") ?? "10"),
    };
  },
  wikipedia: (request) => {
    const asked = parameters(request);
    const from = Number(asked.get("sroffset") ?? "0");
    return {
      query: asked.get("srsearch") ?? "",
      vertical: "web",
      key: "",
      from,
      size: Number(asked.get("srlimit") ?? "10"),
    };
  },
};

type Writer = (found: readonly DoubleResult[], asked: Asked, hasMore: boolean) => unknown;

const WRITERS: Readonly<Record<EngineKind, Writer>> = {
  searxng: (found, { query, from }) => ({
    query,
    number_of_results: 0,
    results: found.map(({ url, title, snippet, date }) => ({
      ...{ url, title, content: snippet, engine: "duckduckgo", engines: ["duckduckgo"] },
      ...(date === undefined ? {} : { publishedDate: `${date}T00:00:00` }),
    })),
    suggestions: from === 0 ? [`${query} near me`] : [],
    unresponsive_engines: [],
  }),
  brave: (found, { vertical, from, query }, hasMore) => {
    const results = found.map(({ url, title, snippet, date }) => ({
      ...{ url, title, description: snippet },
      ...(date === undefined ? {} : { page_age: `${date}T00:00:00` }),
    }));
    const rest = { type: "search", query: { original: query, more_results_available: hasMore } };
    if (vertical !== "web") return { ...rest, results };
    const faq = { results: [{ question: `What is ${query}?`, answer: "A craft.", url: "https://clay.museum/faq" }] };
    return { ...rest, web: { results }, ...(from === 0 ? { faq } : {}) };
  },
  serper: (found, { vertical, from, query }) => ({
    [vertical === "web" ? "organic" : vertical]: found.map(({ url, title, snippet, date }, index) => ({
      ...{ title, link: url, snippet, position: index + 1 },
      ...(date === undefined ? {} : { date }),
    })),
    ...(vertical === "web" && from === 0 ? BESIDES(query) : {}),
    credits: 1,
  }),
  serpapi: (found, { vertical, from, query }) => {
    const list =
      vertical === "web"
        ? "organic_results"
        : `${vertical.replace(/s$/, "")}${vertical === "images" ? "s" : ""}_results`;
    const { answerBox, peopleAlsoAsk, relatedSearches } = BESIDES(query);
    return {
      [vertical === "news" ? "news_results" : list]: found.map(({ url, title, snippet }, index) => ({
        ...{ position: from + index + 1, title, link: url, snippet },
      })),
      ...(vertical === "web" && from === 0
        ? { answer_box: answerBox, related_questions: peopleAlsoAsk, related_searches: relatedSearches }
        : {}),
      ...(vertical === "web"
        ? { ads: [{ position: 1, title: `Buy ${query}`, link: "https://shop.example/ad", description: "Cheap." }] }
        : {}),
    };
  },
  wikipedia: (found, { from, size }, hasMore) => ({
    batchcomplete: true,
    ...(hasMore ? { continue: { sroffset: from + size, continue: "-||" } } : {}),
    query: {
      searchinfo: { totalhits: 55 },
      search: found.map(({ title, snippet }, index) => ({
        ...{ ns: 0, title: title.replace(/[:?#]/g, ""), pageid: index, snippet, timestamp: "2026-05-01T00:00:00Z" },
      })),
    },
  }),
};

const BESIDES = (query: string) => ({
  answerBox: { title: `${query} in short`, link: "https://clay.museum/short", snippet: "It is a craft." },
  peopleAlsoAsk: [
    { question: `Who makes ${query}?`, snippet: "Potters do.", title: "Potters", link: "https://clay.museum/who" },
    {
      question: `Is ${query} hard?`,
      snippet: '=No, "not" at all',
      title: "No",
      link: "https://kilnworks.example/hard",
    },
  ],
  relatedSearches: [{ query: `${query} for beginners` }, { query: `cheap ${query}` }],
});

/** The operators that hold a query to sites, as the large engines read them. */
function sitesIn(query: string) {
  const within = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
  const excluded = [...query.matchAll(/-site:(\S+)/g)].map(([, domain]) => domain!);
  const included = [...query.matchAll(/(?<!-)\bsite:([^\s)]+)/g)].map(([, domain]) => domain!);
  return {
    plain: query.replace(/\((?:\s*(?:OR )?site:[^\s)]+)+\)|-?site:\S+/g, "").trim(),
    isOfSites: (host: string) =>
      (included.length === 0 || included.some((domain) => within(host, domain))) &&
      !excluded.some((domain) => within(host, domain)),
  };
}

function parameters({ path }: DoubleRequest): URLSearchParams {
  return new URL(path, "http://127.0.0.1").searchParams;
}
