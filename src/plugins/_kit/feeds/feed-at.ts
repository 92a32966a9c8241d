import type { Feed } from "../../../engines/pages/feeds/feed.js";
import { feedLinks, MAX_FEED_BYTES, readFeed, usualPlaces } from "../../../engines/pages/feeds/read-feed.js";
import { ScriptoriumError, shown, type WebPage, type WebRequest } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";

/** Feeds of one page that are tried. */
const MAX_TRIES = 5;
const ACCEPT =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, */*;q=0.5";

export interface FetchedFeed {
  /** Undefined when the server says that it has not changed. */
  readonly feed: Feed | undefined;
  /** Where it was found. */
  readonly url: string;
  readonly etag: string;
  readonly lastModified: string;
}

/**
 * The feed at an address, or the one that the page there names; it is asked for with `unless`.
 * Throws what fetching throws, and PAGE_UNREADABLE for what is no feed and names none.
 */
export async function feedAt(
  address: string,
  web: Pick<RunWeb, "fetch">,
  unless: Pick<WebRequest, "unless"> = {},
): Promise<FetchedFeed> {
  const page = await fetchText(address, web, unless);
  if (page.status === 304) return { feed: undefined, url: address, etag: "", lastModified: "" };
  try {
    return fetched(await readFeed(page.text, page.url), page, address);
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.facts["isPage"] !== true) throw error;
    return await discoveredOn(page, address, web);
  }
}

async function discoveredOn(page: WebPage, address: string, web: Pick<RunWeb, "fetch">): Promise<FetchedFeed> {
  const named = feedLinks(page.text, page.url);
  let problem: unknown;
  for (const candidate of (named.length > 0 ? named : usualPlaces(page.url)).slice(0, MAX_TRIES)) {
    if (candidate === address) continue;
    try {
      const found = await fetchText(candidate, web, {});
      return fetched(await readFeed(found.text, found.url), found, candidate);
    } catch (error) {
      // A place where nothing is was only guessed; what keeps us out of a site does so everywhere on it.
      if (!ScriptoriumError.is(error) || !isPassable(error)) throw error;
      problem ??= named.length > 0 ? error : undefined;
    }
  }
  const where = shown(address);
  const why =
    named.length > 0
      ? `${where} is a page that names feeds, but none of them can be read`
      : `${where} is a page that names no feed, and there is none at the usual places of its site`;
  const said = ScriptoriumError.is(problem)
    ? ` The first: ${problem.message}`
    : " Give the address of the feed itself.";
  throw new ScriptoriumError("PAGE_UNREADABLE", `${why}.${said}`, { url: address }, { cause: problem });
}

async function fetchText(
  address: string,
  web: Pick<RunWeb, "fetch">,
  unless: Pick<WebRequest, "unless">,
): Promise<WebPage> {
  try {
    return await web.fetch(address, { maxBytes: MAX_FEED_BYTES, headers: { Accept: ACCEPT }, ...unless });
  } catch (error) {
    if (!ScriptoriumError.is(error) || typeof error.facts["mediaType"] !== "string") throw error;
    const message = error.message.replace(/ of a page\.$/, " of a feed.");
    throw new ScriptoriumError(error.code, message, error.facts, { cause: error });
  }
}

function fetched(feed: Feed, { headers = {} }: WebPage, url: string): FetchedFeed {
  return { feed, url, etag: headers["etag"] ?? "", lastModified: headers["last-modified"] ?? "" };
}

/** Whether another place of the same site may answer all the same. */
function isPassable(error: ScriptoriumError): boolean {
  return (
    error.code === "PAGE_UNREADABLE" ||
    error.code === "ROBOTS_REFUSED" ||
    error.code === "FETCH_TOO_LARGE" ||
    typeof error.facts["status"] === "number"
  );
}
