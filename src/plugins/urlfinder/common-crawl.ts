import { badField } from "../../engines/pages/fields.js";
import { isPlainObject, ScriptoriumError, shown, type WebPage } from "../../kernel/index.js";
import { garbled, refuseRefusals } from "../_kit/archive/archive-errors.js";
import type { Ask } from "../_kit/archive/list.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import type { Site } from "./site.js";

/** A server with the index of Common Crawl. */
export interface CrawlIndex {
  /** As messages call it. */
  readonly name: string;
  readonly url: string;
  /** The crawl; empty for the newest. */
  readonly id: string;
}

/** What counts as a page. */
const MEDIA = /^(?:text\/html|application\/xhtml\+xml|application\/pdf|unk)$/;
/** Each block has 3,000 captures: an answer of more might be too large. */
const BLOCKS = "1";

/** Throws bad-input for an address or an id that cannot be used. */
export function crawlIndex(address: string, id: string): CrawlIndex {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw badField(
      "commonCrawlUrl",
      `commonCrawlUrl is "${shown(address.replace(/^.*@/s, ""))}", which is no address. Give one like https://index.commoncrawl.org.`,
    );
  }
  if (!/^[\w-]*$/.test(id.trim())) {
    throw badField(
      "commonCrawlIndex",
      `commonCrawlIndex is "${shown(id)}", which is no crawl. Write one such as CC-MAIN-2026-22, or leave it empty.`,
    );
  }
  return { name: url.host, url: `${url.origin}${url.pathname.replace(/\/+$/, "")}`, id: id.trim() };
}

/**
 * The pages of a site that the index has with status 200, in its order, each address once. Throws what the web provider throws,
 * PAGE_UNREADABLE with the fact `garbled` for an answer that is no index, and bad-input for a crawl that there is not.
 */
export async function* crawledPages(
  site: Site,
  web: RunWeb,
  index: CrawlIndex,
  ask: Ask,
): AsyncGenerator<{ readonly url: string }> {
  const id = index.id === "" ? await newest(web, index, ask) : index.id;
  const query = new URLSearchParams({ url: pattern(site), output: "json", pageSize: BLOCKS });
  const list = `${index.url}/${id}-index?${query}`;
  const count = await ask(() => pageCount(`${list}&showNumPages=true`, web, index));
  let last = "";
  for (let page = 0; page < count; page += 1) {
    const asked = `${list}&fl=urlkey,url,status,mime&filter=%3Dstatus:200&page=${page}`;
    for (const { urlkey, url, status, mime } of await ask(() => captures(asked, web, index))) {
      const isPage = (status === undefined || status === "200") && (mime === undefined || MEDIA.test(mime));
      // Captures of one address follow each other.
      if (!isPage || urlkey === last) continue;
      last = urlkey;
      yield { url };
    }
  }
}

function pattern({ host, path, match }: Site): string {
  if (match === "domain") return `*.${host}`;
  return match === "host" ? `${host}/*` : `${host}${path}*`;
}

async function newest(web: RunWeb, index: CrawlIndex, ask: Ask): Promise<string> {
  const { text } = await ask(() => answerOf(`${index.url}/collinfo.json`, web, index));
  const list = jsonOf(text, index);
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (!isPlainObject(first) || typeof first["id"] !== "string" || !/^[\w-]+$/.test(first["id"])) {
    throw garbled(placeOf(index));
  }
  return first["id"];
}

async function pageCount(url: string, web: RunWeb, index: CrawlIndex): Promise<number> {
  const page = await answerOf(url, web, index);
  if (page.status === 404) return 0;
  const answer = jsonOf(page.text, index);
  // Some servers say nothing but the number.
  const pages = isPlainObject(answer) ? answer["pages"] : answer;
  if (typeof pages !== "number" || !Number.isInteger(pages) || pages < 0) throw garbled(placeOf(index));
  return pages;
}

interface Capture {
  readonly urlkey: string;
  readonly url: string;
  readonly status: string | undefined;
  readonly mime: string | undefined;
}

async function captures(url: string, web: RunWeb, index: CrawlIndex): Promise<Capture[]> {
  const { status, text } = await answerOf(url, web, index);
  if (status === 404) return [];
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const entry = jsonOf(line, index);
      if (!isPlainObject(entry)) throw garbled(placeOf(index));
      const member = (name: string) => (typeof entry[name] === "string" ? entry[name] : undefined);
      const address = URL.parse(member("url") ?? "");
      if (address === null || !/^https?:$/.test(address.protocol)) return [];
      return [
        {
          url: address.href,
          urlkey: member("urlkey") ?? address.href,
          status: member("status"),
          mime: member("mime")?.toLowerCase(),
        },
      ];
    });
}

/** An answer that is good, or 404 because nothing was captured. */
async function answerOf(url: string, web: RunWeb, index: CrawlIndex): Promise<WebPage> {
  const page = await web.fetch(url, { statuses: "any", headers: { accept: "application/json" } });
  refuseRefusals(page, placeOf(index));
  if (page.status >= 200 && page.status <= 299) return page;
  if (page.status === 404 && /no captures found/i.test(page.text)) return page;
  if (page.status === 404) {
    throw badField(
      "commonCrawlIndex",
      `${index.name} has no index ${index.id === "" ? "at this address" : `"${shown(index.id)}"`}. Check commonCrawlUrl and commonCrawlIndex.`,
    );
  }
  throw new ScriptoriumError(
    "blocked",
    `${index.name} answered with status ${page.status} instead of its index. Check commonCrawlUrl.`,
    { status: page.status },
  );
}

function jsonOf(text: string, index: CrawlIndex): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw garbled(placeOf(index), error);
  }
}

function placeOf({ name, url }: CrawlIndex) {
  return { name, list: url, copies: url, kind: "pywb" } as const;
}
