import { ScriptoriumError } from "../../../kernel/errors.js";
import { shown } from "../../../kernel/values/json.js";
import { absoluteAddress } from "../links/absolute-address.js";
import { plainTitle } from "./html-text.js";
import { MAX_FEED_BYTES } from "./read-feed.js";
import { allowedCharacters, repairXml } from "./repair-xml.js";

/** A feed as a list of feeds names it. */
export interface ListedFeed {
  readonly url: string;
  readonly title: string;
  /** Address of its site; empty where the list does not say. */
  readonly site: string;
}

const MAX_FEEDS = 10_000;

/**
 * The feeds of an OPML document, of whatever version and however its outlines nest, each once. `url` is where the text is
 * from. Throws PAGE_UNREADABLE for what is no such list, or one that is too long.
 */
export async function readOpml(text: string, url: string): Promise<ListedFeed[]> {
  if (text.length > MAX_FEED_BYTES) throw unreadable(url, "it is larger than 5 MB");
  const { parseOpml } = await import("feedsmith");
  const feeds = new Map<string, ListedFeed>();
  const visit = (outlines: readonly Outline[]) => {
    for (const outline of outlines) {
      const address = absoluteAddress(outline.xmlUrl ?? (outline.type === "rss" ? outline.url : undefined), url);
      if (address !== "" && !feeds.has(address)) {
        const title = plainTitle(outline.title ?? outline.text ?? "");
        feeds.set(address, { url: address, title, site: absoluteAddress(outline.htmlUrl, url) });
      }
      visit(outline.outlines ?? []);
    }
  };
  const {
    text: tidy,
    roots,
    cut,
  } = repairXml(text.slice(Math.max(0, text.indexOf("<"))), (why) => unreadable(url, why));
  if (!roots.includes("opml")) throw unreadable(url, "its outermost element is not opml");
  if (cut) throw unreadable(url, "its outlines nest too deep");
  try {
    visit(parseOpml(tidy).body?.outlines ?? []);
  } catch (cause) {
    throw unreadable(url, "it holds nothing that can be read", cause);
  }
  if (feeds.size === 0) throw unreadable(url, "it names no feed");
  if (feeds.size > MAX_FEEDS) throw unreadable(url, "it names more than 10,000 feeds");
  return [...feeds.values()];
}

interface Outline {
  readonly xmlUrl?: string | undefined;
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly htmlUrl?: string | undefined;
  readonly outlines?: readonly Outline[] | undefined;
}

/** An OPML 2 document of these feeds. */
export async function writeOpml(title: string, feeds: readonly ListedFeed[]): Promise<string> {
  const { generateOpml } = await import("feedsmith");
  const outlines = feeds.map(({ url, title: name, site }) => ({
    text: allowedCharacters(name || url),
    title: allowedCharacters(name || url),
    type: "rss",
    xmlUrl: url,
    ...(site === "" ? {} : { htmlUrl: site }),
  }));
  return generateOpml({ head: { title: allowedCharacters(title) }, body: { outlines } });
}

function unreadable(url: string, why: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `${shown(url)} cannot be read as an OPML list of feeds: ${why}. Export the list again from the program that keeps it.`,
    { url },
    cause === undefined ? undefined : { cause },
  );
}
