import { createHash } from "node:crypto";
import type { FeedItem } from "../../engines/pages/feeds/feed.js";
import { htmlText } from "../../engines/pages/feeds/html-text.js";
import { normalAddress } from "../../engines/pages/links/normal-address.js";

/** Shorter texts are alike by chance: a title alone says little. */
const TELLING_TEXT = 100;
/** More of a text says nothing more about which one it is. */
const MAX_TEXT = 20_000;

export interface IdentifiedItem {
  readonly item: FeedItem;
  /** Title and text, without markup. */
  readonly text: string;
  /** By any of them it is known again in its feed. */
  readonly keys: readonly string[];
  /** By any of them it is known again in a run, from whatever feed. */
  readonly everywhere: readonly string[];
}

/**
 * The items of a feed with what they are known by: guid, address and text. What several items of a feed share is nothing
 * to know one by. An item that a feed repeats is there once. `feed` names it among the feeds of the task.
 */
export function identified(items: readonly FeedItem[], feed: string): IdentifiedItem[] {
  const once = withoutRepeats(items);
  const guids = repeatedOf(once.map(({ guid }) => guid));
  const links = repeatedOf(once.map(({ url }) => linkOf(url)));
  const found: IdentifiedItem[] = [];
  const taken = new Set<string>();
  for (const item of once) {
    const text = `${item.title} ${htmlText(item.content.slice(0, 4 * MAX_TEXT))}`.slice(0, MAX_TEXT).trim();
    const link = linkOf(item.url);
    const guid = item.guid !== "" && !guids.has(item.guid) ? key("g", item.guid) : undefined;
    const address = link !== "" && !links.has(link) ? key("l", link) : undefined;
    const telling = text.length >= TELLING_TEXT;
    const hash = key("h", text.toLowerCase());
    const own = [guid, address].filter((one) => one !== undefined);
    if (telling || own.length === 0) own.push(hash);
    const everywhere = [address, telling ? hash : undefined].filter((one) => one !== undefined);
    everywhere.push(`${feed}:${guid ?? address ?? hash}`);
    // Without guid and address of its own, an item that says the same is the same.
    if (guid === undefined && address === undefined && taken.has(hash)) continue;
    taken.add(hash);
    found.push({ item, text, keys: own, everywhere });
  }
  return found;
}

function withoutRepeats(items: readonly FeedItem[]): FeedItem[] {
  const seen = new Set<string>();
  return items.filter(({ guid, url }) => {
    if (guid === "" || url === "") return true;
    const both = `${guid}\n${url}`;
    if (seen.has(both)) return false;
    seen.add(both);
    return true;
  });
}

function repeatedOf(values: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const value of values) (seen.has(value) ? repeated : seen).add(value);
  return repeated;
}

/** However the address is spelled: http or https, with `www.` or not, whatever it says about where a reader came from. */
function linkOf(url: string): string {
  const normal = normalAddress(url, { stripTracking: true, sortQuery: true, ignoreWww: true }) ?? url;
  return normal.replace(/^https?:\/\//, "");
}

function key(kind: "g" | "l" | "h", value: string): string {
  return `${kind}${createHash("sha256").update(value).digest("hex").slice(0, 16)}`;
}
