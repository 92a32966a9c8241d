import type { DateRange } from "../../engines/date-range.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { SearchAnswer, SearchEngine, SearchHit, SearchOptions, SearchVertical } from "../../kernel/providers.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import {
  createServiceClient,
  type ServiceAnswer,
  type ServiceClient,
  type ServiceLimits,
  type ServiceOptions,
  type TimeLimit,
} from "../network/service-client.js";

/** One request of an engine. What is absent was not asked for. */
export interface EngineQuery {
  readonly query: string;
  readonly vertical: SearchVertical;
  /** From 0 on. */
  readonly page: number;
  /** Hits of a page, at most the engine's own. */
  readonly size: number;
  readonly country?: string;
  readonly language?: string;
  readonly range?: DateRange;
  readonly sortByDate: boolean;
  readonly safeSearch: NonNullable<SearchOptions["safeSearch"]>;
  readonly device: NonNullable<SearchOptions["device"]>;
  readonly location?: string;
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  /** The time that the task gives one request. */
  readonly limit?: TimeLimit | undefined;
}

/** What came back; hits as the engine gave them, not looked at yet. */
export interface EnginePage extends Pick<SearchAnswer, "questions" | "related" | "total" | "notes"> {
  readonly hits: readonly FoundHit[];
  /** Titles and snippets are text and no HTML. @default false */
  readonly isPlain?: boolean;
  readonly hasMore: boolean;
}

/** Members of a hit as an engine sends them: anything, for `foundHits` to look at. */
export interface FoundHit {
  readonly url: unknown;
  readonly title: unknown;
  readonly snippet?: unknown;
  readonly date?: unknown;
  readonly source?: unknown;
  readonly image?: unknown;
  readonly kind?: SearchHit["kind"];
}

/** A search engine, asked page by page. */
export interface Engine extends SearchEngine {
  /** Its pages hold more or fewer hits than were asked for, so that only what came before says where a page begins. */
  readonly pagesVary?: boolean;
  /**
   * Throws SEARCH_FAILED, `auth`, `quota` or `rate-limited`. What of the query it cannot heed it says in `notes`.
   */
  ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage>;
}

/** What all engines are made with, besides their own. */
export interface EngineOptions extends ServiceLimits {
  /** As tasks call it. @default the kind */
  readonly name?: string;
  /** The address of the service or of a server that speaks its protocol. */
  readonly url?: string;
}

/** A client for an engine's service. */
export function searchClient(
  title: string,
  url: string,
  options: ServiceLimits & Pick<ServiceOptions, "headers" | "readBusy">,
): ServiceClient {
  return createServiceClient(title, url, {
    like: "a search engine",
    code: "SEARCH_FAILED",
    busyCode: "rate-limited",
    ...options,
  });
}

export function searchFailed(
  client: ServiceClient,
  says: string,
  facts: Record<string, unknown> = {},
): ScriptoriumError {
  return new ScriptoriumError("SEARCH_FAILED", `${client.title} ${says}`, { ...client.facts, ...facts });
}

/** Throws for an answer that is no JSON object, or that refuses. */
export function jsonOf(client: ServiceClient, { status, json }: ServiceAnswer): Readonly<Record<string, unknown>> {
  if (status === 401 || status === 403) throw refusedKey(client, status);
  if (status === 402) throw usedUp(client, status);
  if (status >= 400) {
    throw searchFailed(
      client,
      `refused the query with status ${status}. Check its address and the settings of the task.`,
      {
        status,
      },
    );
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json))
    return json as Readonly<Record<string, unknown>>;
  throw searchFailed(
    client,
    "gave an answer that is no result of a search. Check that its address is that of its API.",
    {
      status,
    },
  );
}

export function refusedKey(client: ServiceClient, status: number): ScriptoriumError {
  return new ScriptoriumError("auth", `${client.title} ${REFUSED_KEY}`, { ...client.facts, status });
}

export function usedUp(client: ServiceClient, status: number): ScriptoriumError {
  return new ScriptoriumError("quota", `${client.title} ${USED_UP}`, { ...client.facts, status });
}

export const REFUSED_KEY = "does not accept the API key. Check the key, and that it has not ended.";
export const USED_UP =
  "has no searches left on this key. Wait until the allowance is renewed, raise it, or set another engine.";

/** A member of an object that is an object; empty for what is none. */
export function objectAt(value: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  return objectsIn([value[name]])[0] ?? {};
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value.replace(/[,\s]/g, "")) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Questions with what is known of their answers, those without a question left out. */
export function questionsIn(
  items: readonly Readonly<Record<string, unknown>>[],
  answer: string,
  url: string,
): NonNullable<SearchAnswer["questions"]> {
  return items.flatMap((item) => {
    const question = textOf(item["question"]).trim();
    if (question === "") return [];
    const says = textOf(item[answer]).trim();
    const from = textOf(item[url]);
    return [{ question, ...(says === "" ? {} : { answer: says }), ...(URL.canParse(from) ? { url: from } : {}) }];
  });
}

/** The query with the operators that hold it to sites, as the large engines read them. */
export function withSites({ query, includeDomains, excludeDomains }: EngineQuery): string {
  const wanted = includeDomains.map((domain) => `site:${domain}`);
  const including = wanted.length > 1 ? `(${wanted.join(" OR ")})` : (wanted[0] ?? "");
  return [query, including, ...excludeDomains.map((domain) => `-site:${domain}`)]
    .filter((part) => part !== "")
    .join(" ");
}
