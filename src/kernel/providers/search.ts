/** Kinds of results that an engine can be asked for. */
export const SEARCH_VERTICALS = ["web", "news", "images", "videos"] as const;
export type SearchVertical = (typeof SEARCH_VERTICALS)[number];

export interface SearchOptions {
  /** Most hits. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** For one request to an engine; its own when absent. */
  readonly timeoutMs?: number;
  /** Names of the engines to ask, as the settings call them; the first of the settings when absent. */
  readonly engines?: readonly string[];
  /** @default "web" */
  readonly vertical?: SearchVertical;
  /** Hits to pass over before the first: a multiple of `limit`. @default 0 */
  readonly offset?: number;
  /** ISO 3166-1 code in lower case: `us`. */
  readonly country?: string;
  /** ISO 639-1 code: `en`. */
  readonly language?: string;
  /**
   * How old hits may be: `h`, `d`, `w`, `m`, `y` for the last hour, day, week, month, year, or `2026-01-01..2026-06-30`, of
   * which one side may be empty; `any` and an absent one set no limit.
   */
  readonly dateRange?: string;
  /** Newest first, where the engine can. @default false */
  readonly sortByDate?: boolean;
  /** @default "off" */
  readonly safeSearch?: "off" | "moderate" | "strict";
  /** @default "desktop" */
  readonly device?: "desktop" | "mobile";
  /** A place as the engine names it: `Austin, Texas, United States`. */
  readonly location?: string;
  /** Only hits of these hosts and their subdomains. */
  readonly includeDomains?: readonly string[];
  /** No hits of these hosts and their subdomains. */
  readonly excludeDomains?: readonly string[];
  /** Hours for which an earlier answer to the same question is good enough. @default 0 */
  readonly cacheHours?: number;
}

export interface SearchHit {
  readonly url: string;
  readonly title: string;
  /** Plain text; may be empty. */
  readonly snippet: string;
  /** When the page was published, as ISO 8601 where the engine's form is understood, else as the engine says it. */
  readonly date?: string;
  /** The engine that found it first. */
  readonly engine?: string;
  /** From 1 on, by the name of the engine; where more than one was asked. */
  readonly ranks?: Readonly<Record<string, number>>;
  /** Who published it, for news and videos. */
  readonly source?: string;
  /** Address of a picture, for images, news and videos. */
  readonly image?: string;
  /** `organic` when absent. */
  readonly kind?: "organic" | "news" | "featured" | "ad" | "image" | "video";
}

/** What an engine answered to one query. */
export interface SearchAnswer {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Names of the engines that answered. */
  readonly engines: readonly string[];
  /** Questions that people also ask, with the answer and its page where the engine gives them. */
  readonly questions?: readonly { readonly question: string; readonly answer?: string; readonly url?: string }[];
  /** Related searches. */
  readonly related?: readonly string[];
  /** How many hits the engine says there are. */
  readonly total?: number;
  /** Whether a later page may have more. */
  readonly hasMore?: boolean;
  /** True when no engine was asked, because an earlier answer was good enough. */
  readonly cached?: boolean;
  /** For people, in sentences: what of the question an engine could not heed, or that one of several did not answer. */
  readonly notes?: readonly string[];
}

/** An engine that can be asked by its name. */
export interface SearchEngine {
  readonly name: string;
  readonly title: string;
  readonly verticals: readonly SearchVertical[];
  /** Hits of one request, at most. */
  readonly pageSize: number;
  /** What it can give besides hits. */
  readonly gives?: readonly ("questions" | "related" | "featured" | "ads")[];
  /**
   * It is an index of this server and asks nobody else. Its answers are not cached, and hits may be files of the machine, with
   * addresses of `file:`, which the port `folder` reads where their folder is one of those the server may read.
   */
  readonly isLocal?: boolean;
}

export interface SearchProvider {
  /**
   * Best first. Throws SEARCH_FAILED when the engine does not answer as it should, with `service`, `host`, and `status` or
   * `errno` among its facts; `rate-limited` with `retryAfterSeconds` where it said so; `quota` when its allowance is used
   * up; `auth` for a key that it refuses; `blocked` where it answers that those it asks itself do not; `bad-input` for an
   * engine or a vertical that there is not.
   */
  search(query: string, options: SearchOptions): Promise<readonly SearchHit[]>;
  /** As `search`, with all that was answered. Providers that have hits alone have no such method. */
  answer?(query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** The engines, the one that is asked first in front. */
  engines?(): readonly SearchEngine[];
}
