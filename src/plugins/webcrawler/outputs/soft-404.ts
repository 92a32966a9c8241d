import { createHash } from "node:crypto";
import { ScriptoriumError } from "../../../kernel/index.js";
import type { RunWeb } from "../../_kit/web/run-web.js";
import type { Frontier } from "../frontier.js";
import { saysNotFound } from "../not-found-words.js";
import { pageFacts } from "../page-facts.js";
import { originOf, type PageRecord } from "../record.js";
import { Duplicates } from "./list.js";

/** Most sites that are asked for an address that cannot exist. */
const MOST_SITES = 20;
/** So many pages with the same title and content may be the answer of their site to addresses that cannot exist. */
const LIKE_MISSING = 3;

/**
 * Finds pages that are not there although they answer 200: those that say so, and those that are word for word what their site
 * answers to an address that cannot exist. A site is asked for that only when several of its pages are the same, title included.
 */
export class Soft404 {
  /** By site, what the page at its root and start addresses show: where everything looks so, it is no sign. */
  private readonly home = new Map<string, Set<string>>();
  private readonly missing = new Map<string, string>();
  private readonly alike: Duplicates;

  constructor(frontier: Frontier) {
    this.alike = new Duplicates(frontier);
  }

  /** Takes in a page of the crawl. */
  see(page: number, record: PageRecord): void {
    const { url, status, start, words = 0 } = record;
    const look = lookOf(record);
    if (look === undefined || status !== 200 || words === 0) return;
    const origin = originOf(url);
    this.alike.add(`${origin}\n${look}`, page, true);
    if (start || url === `${origin}/`) this.home.set(origin, (this.home.get(origin) ?? new Set()).add(look));
  }

  /** Asks the sites of pages that are the same as others. What cannot be asked is not known. */
  async ask(web: Pick<RunWeb, "fetch">, signal: AbortSignal): Promise<void> {
    const origins = new Set<string>();
    for (const url of this.alike.shared(LIKE_MISSING)) if (origins.size < MOST_SITES) origins.add(originOf(url));
    for (const origin of origins) {
      const look = await answerToNothing(origin, web, signal);
      if (look !== undefined && !this.home.get(origin)?.has(look)) this.missing.set(origin, look);
    }
  }

  /** What a page shares with others that are the same in title and words; empty where there is none. */
  shared(record: PageRecord): string {
    const look = lookOf(record);
    const key = `${originOf(record.url)}\n${look}`;
    return look !== undefined && (this.alike.of(key)?.count ?? 0) > 1 ? key : "";
  }

  /** Why a page is not there; empty when it is. */
  reason(record: PageRecord): string {
    if (record.status !== 200) return "";
    if (record.saysNotFound) return "says that it is not found";
    const look = lookOf(record);
    const isMissing = look !== undefined && this.missing.get(originOf(record.url)) === look;
    return isMissing ? "is what the site answers to any address" : "";
  }
}

/** The content of what a site answers with 200 to an address that it has made up nowhere; undefined when it says that it is missing. */
async function answerToNothing(origin: string, web: Pick<RunWeb, "fetch">, signal: AbortSignal) {
  const name = createHash("sha256").update(origin).digest("hex").slice(0, 24);
  try {
    const answer = await web.fetch(`${origin}/${name}`, { statuses: "any", redirects: 0 });
    if (answer.status !== 200 || answer.refusal !== undefined) return undefined;
    const { words, hash, page } = pageFacts({ ...answer, url: `${origin}/${name}` }, new Set());
    // One that says so is told by its words on every page.
    return words === 0 || saysNotFound({ title: page.title, words }) ? undefined : lookOf({ hash, title: page.title });
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    return undefined;
  }
}

/** By what two pages are the same: their words, and their title. */
function lookOf({ hash, title = "" }: Pick<PageRecord, "hash" | "title">): string | undefined {
  return hash === undefined ? undefined : `${hash}\n${title}`;
}
