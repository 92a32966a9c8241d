import { isInRange, readDateRange } from "../../engines/date-range.js";
import { archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import { htmlText } from "../../engines/pages/feeds/html-text.js";
import { type Clock, runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { archiveFailure } from "../_kit/archive/archive-errors.js";
import { type Ask, archivedCopies } from "../_kit/archive/list.js";
import { persistently } from "../_kit/archive/persistence.js";
import { feedAt } from "../_kit/feeds/feed-at.js";
import { sitemapEntries, siteSitemapEntries } from "../_kit/sitemaps/sitemap-entries.js";
import { type RunWeb, runWeb } from "../_kit/web/run-web.js";
import { crawledPages, crawlIndex } from "./common-crawl.js";
import type { Named } from "./found.js";
import type { Source } from "./options.js";
import type { LineContext } from "./preparation.js";
import { readSite, type Site } from "./site.js";

/** No limit of its own: the line ends the reading. */
const ALL = 50_000_000;
const MOST_BYTES = 4 * 1024 ** 3;
const SNIPPET = 300;

/** The addresses of a site, as a source has them. */
export async function* siteAddresses(
  source: Exclude<Source, "search">,
  query: string,
  context: LineContext,
): AsyncGenerator<Named> {
  const site = readSite(query);
  const web = runWeb(context, context.state.session);
  const given = SITE_SOURCES[source](site, web, context);
  for await (const named of given) {
    if (source === "feed" || isBelow(named.url, site)) yield named;
  }
}

type SiteSource = (site: Site, web: RunWeb, context: LineContext) => AsyncIterable<Named>;

const SITE_SOURCES: Readonly<Record<Exclude<Source, "search">, SiteSource>> = {
  async *sitemap(site, web, context) {
    const isWanted = recent(context);
    const note = (message: string) => context.log.warn(message);
    const limits = { maxEntries: ALL, maxSitemaps: 50_000, maxBytes: MOST_BYTES, note };
    const isSitemap = isSitemapAddress(site);
    const entries = isSitemap ? sitemapEntries(site.url, web, limits) : siteSitemapEntries(site.url, web, limits);
    let count = 0;
    for await (const { url, lastModified } of entries) {
      count += 1;
      if (isWanted(lastModified)) yield { url };
    }
    if (count > 0) return;
    // A site that is not there has no sitemap either, and that is the better reason.
    if (!isSitemap) await web.fetch(site.url);
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `${shown(site.url)} has no sitemap with addresses: neither its robots.txt nor the usual places name one. Give the address of a sitemap, or use another source.`,
      { url: shown(site.url) },
    );
  },
  async *feed(site, web, context) {
    const isWanted = recent(context);
    const { feed } = await feedAt(site.url, web);
    for (const { url, title, summary, content, published, updated, language } of feed?.items ?? []) {
      if (url === "" || !isWanted(published || updated)) continue;
      const snippet = htmlText(summary || content)
        .replace(/\s+/g, " ")
        .trim();
      yield { url, title, snippet: cut(snippet), language };
    }
  },
  async *commoncrawl(site, web, context) {
    const { commonCrawlUrl, commonCrawlIndex } = context.options;
    const index = crawlIndex(commonCrawlUrl, commonCrawlIndex);
    try {
      yield* crawledPages(site, web, index, patience(index.name, context));
    } catch (error) {
      throw indexFailed(error, index.name, site, "the index");
    }
  },
  async *wayback(site, web, context) {
    const place = archivePlace(context.options.archiveUrl);
    const { url, host, match } = site;
    const query = {
      url: match === "prefix" ? url.replace(/^https?:\/\//, "") : host,
      match,
      filters: ["statuscode:200", "mimetype:text/html"],
      oldest: true,
    } as const;
    let last = "";
    try {
      for await (const copy of archivedCopies(query, web, place, patience(place.name, context))) {
        const isPage = copy.status === "200" && copy.mime === "text/html";
        if (!isPage || copy.key === last) continue;
        last = copy.key;
        yield { url: new URL(copy.original).href };
      }
    } catch (error) {
      throw indexFailed(error, place.name, site, "the list of copies");
    }
  },
};

/** What is asked for is a sitemap itself, and not a site that has some. */
function isSitemapAddress({ path }: Site): boolean {
  return /sitemap|\.(?:xml|txt)(?:\.gz)?(?:$|\?)/i.test(path);
}

function isBelow(url: string, site: Site): boolean {
  if (site.match !== "prefix" || isSitemapAddress(site)) return true;
  const { pathname, search } = new URL(url);
  return (pathname + search).startsWith(site.path);
}

/** Whether a date is in the wanted range; what has none stays. */
function recent({ options, clock }: { options: { dateRange: string }; clock: Clock }): (date?: string) => boolean {
  const range = readDateRange(options.dateRange);
  const now = clock.now();
  return (date = "") => range === undefined || isInRange(date, range, now) !== false;
}

function patience(name: string, context: LineContext): Ask {
  const { options, clock, signal, log, progress, state } = context;
  const waiting = {
    ...{ place: { name }, patience: state.patience, maxRetries: options.maxRetries },
    ...{ clock, signal, log, progress },
  };
  return (request) => persistently(request, waiting);
}

/** What a line fails with when an index refused; errors that are not the archive's stay. */
function indexFailed(error: unknown, name: string, { host }: Site, what: string): unknown {
  const problem = archiveFailure(error);
  if (problem === undefined || !ScriptoriumError.is(error)) return error;
  const { kind, detail, waitSeconds } = problem;
  const facts = { host: name, kind, detail, ...(waitSeconds && { retryAfterSeconds: waitSeconds }) };
  if (kind === "garbled") {
    const says = `${name} did not answer with ${what} for ${shown(host)}. Run again later.`;
    return new ScriptoriumError("blocked", says, facts, { cause: error });
  }
  // An error number says that no connection came about; a status, that somebody answered.
  const isAnswer = kind === "refusing" && !/^E[A-Z]/.test(detail);
  const says = isAnswer
    ? `${name} is refusing requests (${detail}), so ${what} for ${shown(host)} was not read to its end. Run again later: it goes on.`
    : `${name} could not be reached (${detail}), so ${what} for ${shown(host)} was not read. Check the network and run again.`;
  // It was waited for already.
  const code = isAnswer ? "rate-limited" : runCodeOf({ code: "FETCH_FAILED", facts: {} });
  return new ScriptoriumError(code, says, { ...facts, passing: false }, { cause: error });
}

function cut(text: string): string {
  return text.length > SNIPPET ? `${text.slice(0, SNIPPET - 1).trimEnd()}…` : text;
}
