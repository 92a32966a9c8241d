import { decodedUri } from "../../engines/decoded-uri.js";
import type { Feed } from "../../engines/pages/feeds/feed.js";
import { feedLinks, MAX_FEED_BYTES, readFeed, usualPlaces } from "../../engines/pages/feeds/read-feed.js";
import { type FolderProvider, ScriptoriumError, shown, type WebPage } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { type RunWeb, runWeb } from "../_kit/web/run-web.js";
import type { FeedMemory } from "./memory.js";
import type { LineContext } from "./run-state.js";

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
 * The feed at an address, or the one that the page there names. It is asked for with what its memory says of its state
 * when `conditional`. Throws what fetching throws, FOLDER_REFUSED, FOLDER_UNREADABLE, and PAGE_UNREADABLE for what is no
 * feed and names none.
 */
export async function fetchedFeed(
  address: string,
  memory: FeedMemory,
  conditional: boolean,
  context: LineContext,
): Promise<FetchedFeed> {
  if (/^file:/i.test(address)) {
    const feed = await readFeed(await fileText(address, context), address);
    return { feed, url: address, etag: "", lastModified: "" };
  }
  const web = runWeb(context, context.state.session);
  const { etag, lastModified } = memory;
  const isKnown = conditional && (etag !== "" || lastModified !== "");
  const unless = isKnown
    ? { unless: { ...(etag === "" ? {} : { etag }), ...(lastModified === "" ? {} : { lastModified }) } }
    : {};
  if (memory.found !== "" && memory.found !== address) {
    try {
      return await at(memory.found, web, unless);
    } catch (error) {
      if (!isGone(error)) throw error;
      // The site has moved its feed; its page says where to.
      return await at(address, web, {});
    }
  }
  return await at(address, web, unless);
}

/** Text of a file in one of the folders the server may read. */
export async function fileText(address: string, { providers, signal }: LineContext): Promise<string> {
  const place = placeOf(address);
  return await needed(providers.folder).read(place.folder, place.name, { signal });
}

/** Throws FOLDER_REFUSED for a folder that may not be read. */
export async function checkFolder(folder: string, folders: FolderProvider | undefined): Promise<void> {
  await needed(folders).check?.(folder);
}

function needed(folders: FolderProvider | undefined): FolderProvider {
  if (folders !== undefined) return folders;
  throw new ScriptoriumError(
    "PROVIDER_MISSING",
    `${noProvider("folder")} Without one no files can be read. ${toHaveProvider("folder")}`,
    { provider: "folder" },
  );
}

/** The folder and the name of a file by its path or `file:` address. */
export function placeOf(address: string): { readonly folder: string; readonly name: string } {
  const path = decodedUri(address.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, ""));
  const slash = path.lastIndexOf("/");
  return { folder: slash < 0 ? "." : path.slice(0, slash) || "/", name: path.slice(slash + 1) };
}

async function at(address: string, web: RunWeb, unless: object): Promise<FetchedFeed> {
  const page = await fetchText(address, web, unless);
  if (page.status === 304) return { feed: undefined, url: address, etag: "", lastModified: "" };
  try {
    return fetched(await readFeed(page.text, page.url), page, address);
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.facts["isPage"] !== true) throw error;
    return await discoveredOn(page, address, web);
  }
}

async function discoveredOn(page: WebPage, address: string, web: RunWeb): Promise<FetchedFeed> {
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

async function fetchText(address: string, web: RunWeb, unless: object): Promise<WebPage> {
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

function isGone(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  return error.code === "PAGE_UNREADABLE" || error.facts["status"] === 404 || error.facts["status"] === 410;
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
