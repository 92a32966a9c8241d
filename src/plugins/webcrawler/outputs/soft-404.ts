import { createHash } from "node:crypto";
import { ScriptoriumError } from "../../../kernel/index.js";
import type { RunWeb } from "../../_kit/web/run-web.js";
import { saysNotFound } from "../not-found-words.js";
import { pageFacts } from "../page-facts.js";
import { originOf, type PageRecord } from "../record.js";

/** Most sites that are asked for an address that cannot exist. */
const MOST_SITES = 20;

/**
 * Finds pages that are not there although they answer 200: those that say so, and those that are word for word what their site
 * answers to an address that cannot exist. A site is asked for that only when several of its pages are the same.
 */
export class Soft404 {
  /** By site, the contents of the page at its root and of start addresses: where everything looks so, it is no sign. */
  private readonly home = new Map<string, Set<string>>();
  private readonly missing = new Map<string, string>();

  /** Takes in a page of the crawl. */
  see({ url, hash, start }: PageRecord): void {
    const origin = originOf(url);
    if (hash === undefined || !(start || url === `${origin}/`)) return;
    this.home.set(origin, (this.home.get(origin) ?? new Set()).add(hash));
  }

  /** Asks the sites of pages that are the same as others. What cannot be asked is not known. */
  async ask(same: Iterable<string>, web: Pick<RunWeb, "fetch">, signal: AbortSignal): Promise<void> {
    const origins = new Set<string>();
    for (const url of same) if (origins.size < MOST_SITES) origins.add(originOf(url));
    for (const origin of origins) {
      const hash = await answerToNothing(origin, web, signal);
      if (hash !== undefined && !this.home.get(origin)?.has(hash)) this.missing.set(origin, hash);
    }
  }

  /** Why a page is not there; empty when it is. */
  reason({ url, hash, saysNotFound: says, status }: PageRecord): string {
    if (status !== 200) return "";
    if (says) return "says that it is not found";
    return hash !== undefined && this.missing.get(originOf(url)) === hash
      ? "is what the site answers to any address"
      : "";
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
    return words === 0 || saysNotFound({ title: page.title, words }) ? undefined : hash;
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    return undefined;
  }
}
