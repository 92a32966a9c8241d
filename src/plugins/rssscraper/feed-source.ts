import { decodedUri } from "../../engines/decoded-uri.js";
import { readFeed } from "../../engines/pages/feeds/read-feed.js";
import { type FolderProvider, ScriptoriumError } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { type FetchedFeed, feedAt } from "../_kit/feeds/feed-at.js";
import { runWeb } from "../_kit/web/run-web.js";
import type { FeedMemory } from "./memory.js";
import type { LineContext } from "./run-state.js";

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
      return await feedAt(memory.found, web, unless);
    } catch (error) {
      if (!isGone(error)) throw error;
      // The site has moved its feed; its page says where to.
      return await feedAt(address, web);
    }
  }
  return await feedAt(address, web, unless);
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

function isGone(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  return error.code === "PAGE_UNREADABLE" || error.facts["status"] === 404 || error.facts["status"] === 410;
}
