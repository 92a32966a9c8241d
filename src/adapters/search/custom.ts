import { JSONPathEnvironment } from "json-p3";
import type { DateRange } from "../../engines/date-range.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { SearchVertical } from "../../kernel/providers.js";
import { objectsIn } from "../network/answer-members.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  numberOf,
  refusedKey,
  searchClient,
  searchFailed,
  usedUp,
  withSites,
} from "./engine.js";

export interface CustomEngineOptions extends EngineOptions {
  /**
   * The address of a search, with `{query}` and, where the service has them, `{limit}`, `{offset}`, `{page}` (from `firstPage`
   * on), `{country}`, `{language}`, `{from}`, `{to}` (days of the date range), `{key}`.
   */
  readonly url: string;
  readonly apiKey?: string;
  /** @default "GET" */
  readonly method?: "GET" | "POST";
  /** JSON of a POST, with the same placeholders in its texts. */
  readonly body?: string;
  /** May hold `{key}`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON path (RFC 9535) of the hits in the answer: `$.results[*]`. @default "$.results[*]" */
  readonly items?: string;
  /** JSON paths within a hit. @default "$.url", "$.title", "$.snippet", "$.date" */
  readonly urlPath?: string;
  readonly titlePath?: string;
  readonly snippetPath?: string;
  readonly datePath?: string;
  /** JSON path in the answer of how many hits there are. */
  readonly totalPath?: string;
  /** Hits of one request. @default 10 */
  readonly pageSize?: number;
  /** @default 1 */
  readonly firstPage?: number;
  /** @default ["web"] */
  readonly verticals?: readonly SearchVertical[];
}

/** Any service that answers a search with JSON. Throws CONFIG_INVALID for an address or a path that cannot be used. */
export function customEngine(options: CustomEngineOptions): Engine {
  const {
    name = "custom",
    url,
    apiKey = "",
    method = "GET",
    body = "",
    headers = {},
    pageSize = 10,
    firstPage = 1,
  } = options;
  const { verticals = ["web"], timeoutMs, maxBytes, concurrency, attempts, wait } = options;
  if (!url.includes("{query}") && !body.includes("{query}")) {
    throw invalid("The address of a custom search engine needs {query} where the query goes.", "address");
  }
  const hitsPath = pathOf(options.items ?? "$.results[*]", "items");
  const paths = {
    url: pathOf(options.urlPath ?? "$.url", "urlPath"),
    title: pathOf(options.titlePath ?? "$.title", "titlePath"),
    snippet: pathOf(options.snippetPath ?? "$.snippet", "snippetPath"),
    date: pathOf(options.datePath ?? "$.date", "datePath"),
  };
  const totalPath = options.totalPath === undefined ? undefined : pathOf(options.totalPath, "totalPath");
  const [, origin = "", rest = ""] = /^(https?:\/\/[^/?#]+)\/?(.*)$/is.exec(url) ?? [];
  if (origin.includes("{")) throw invalid("The host of a custom search engine cannot be a placeholder.", "address");
  const sent = Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key, value.replaceAll("{key}", apiKey)]),
  );
  const limits = Object.fromEntries(
    Object.entries({ timeoutMs, maxBytes, concurrency, attempts, wait }).filter(([, value]) => value !== undefined),
  );
  const client = searchClient(`Search engine "${name}"`, origin === "" ? url : `${origin}/`, {
    ...limits,
    headers: sent,
  });

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const values = placeholders(query, apiKey, firstPage);
    const path = filled(rest, values, encodeURIComponent);
    const answer = await client.send(
      method === "GET"
        ? { method, path, limit: query.limit }
        : {
            method,
            path,
            limit: query.limit,
            body: { type: "application/json", text: filled(body, values, (text) => JSON.stringify(text).slice(1, -1)) },
          },
      signal,
    );
    if (answer.status === 401 || answer.status === 403) throw refusedKey(client, answer.status);
    if (answer.status === 402) throw usedUp(client, 402);
    if (answer.status >= 400) {
      throw searchFailed(client, `refused the query with status ${answer.status}. Check its address.`, {
        status: answer.status,
      });
    }
    const found = objectsIn(hitsPath(answer.json));
    const hits = found.map((item) => ({
      url: paths.url(item)[0],
      title: paths.title(item)[0],
      snippet: paths.snippet(item)[0],
      date: paths.date(item)[0],
    }));
    if (hits.length > 0 && hits.every((hit) => typeof hit.url !== "string")) {
      throw searchFailed(client, "answers with hits in which no address was found. Correct urlPath.");
    }
    const total = totalPath === undefined ? undefined : numberOf(totalPath(answer.json)[0]);
    const pages = /\{(?:page|offset)\}/.test(url + body);
    return {
      hits,
      ...(total === undefined ? {} : { total }),
      hasMore: pages && hits.length > 0,
      notes: unheeded(query, url + body),
    };
  }

  // A service that is only given a number of a page decides itself how much is on it.
  const pagesVary = !/\{(?:limit|offset)\}/.test(url + body);
  return { name, title: client.title, verticals, pageSize, pagesVary, ask };
}

function placeholders(query: EngineQuery, key: string, firstPage: number): ReadonlyMap<string, string> {
  const { page, size, country = "", language = "", range } = query;
  const { from = "", to = "" } = daysOf(range);
  return new Map([
    ["query", withSites(query)],
    ["limit", String(size)],
    ["offset", String(page * size)],
    ["page", String(firstPage + page)],
    ...([
      ["country", country],
      ["language", language],
      ["from", from],
      ["to", to],
      ["key", key],
    ] as const),
  ]);
}

function daysOf(range: DateRange | undefined): { readonly from?: string; readonly to?: string } {
  return range === undefined || "last" in range ? {} : range;
}

/** One pass, so that what is put in is not looked at again. */
function filled(template: string, values: ReadonlyMap<string, string>, encode: (text: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encode(value);
  });
}

const DAYS = ["to", "from"];

function unheeded(
  { range, country, language, safeSearch, sortByDate, device, location }: EngineQuery,
  template: string,
): string[] {
  const lacks = (...names: string[]) => names.every((name) => !template.includes(`{${name}}`));
  const unused = [
    ...(range !== undefined && ("last" in range || lacks(...DAYS)) ? ["dateRange"] : []),
    ...(country !== undefined && lacks("country") ? ["country"] : []),
    ...(language !== undefined && lacks("language") ? ["language"] : []),
    ...(safeSearch === "off" ? [] : ["safeSearch"]),
    ...(sortByDate ? ["sortByDate"] : []),
    ...(device === "mobile" ? ["device"] : []),
    ...(location === undefined ? [] : ["location"]),
  ];
  return unused.length === 0
    ? []
    : [`The custom search engine was not told of ${unused.join(", ")}, as its address has no place for it.`];
}

// Without the functions match and search, whose patterns could take time without end.
const environment = new JSONPathEnvironment();
for (const name of ["match", "search"]) environment.functionRegister.delete(name);

function pathOf(path: string, setting: string): (value: unknown) => readonly unknown[] {
  try {
    const query = environment.compile(path);
    return (value) => (typeof value === "object" && value !== null ? query.query(value as never).values() : []);
  } catch (cause) {
    throw invalid(
      `${setting} is "${path}", which is no JSON path. Write it like $.results[*] or $.link.`,
      setting,
      cause,
    );
  }
}

function invalid(message: string, setting: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", message, { setting }, cause === undefined ? {} : { cause });
}
