import { detachedText } from "../../engines/pages/links/normal-address.js";
import type { PageLink } from "../../engines/pages/links/page-links.js";
import { resolver } from "../../engines/pages/links/resolver.js";
import { ScriptoriumError, shown, type WebPage } from "../../kernel/index.js";
import type { ArticleFile } from "../_kit/article-files.js";
import { statusAdvice } from "../_kit/web/status-advice.js";
import type { CrawlSettings } from "./crawl-settings.js";
import { FLAG, type Frontier, NOBODY } from "./frontier.js";
import { saysNotFound } from "./not-found-words.js";
import { hashOf, pageFacts, wordsOf } from "./page-facts.js";
import { type PageContext, readPage } from "./page-files.js";
import { originOf, type PageRecord, packedLinks } from "./record.js";
import { isForPrograms } from "./resource-types.js";

/** What is to be stored of a page that was fetched. */
export interface Visit {
  readonly record: PageRecord;
  readonly files: readonly ArticleFile[];
  /** Why there is no page, for a start address. */
  readonly error?: ScriptoriumError;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Everything about a page that its record does not get from the page itself. */
export function known(frontier: Frontier, number: number) {
  const from = frontier.from(number);
  return {
    kind: "page" as const,
    line: frontier.line(number),
    url: frontier.address(number),
    depth: frontier.depth(number),
    ...(from !== NOBODY
      ? { from: frontier.address(from) }
      : frontier.has(number, FLAG.sitemap)
        ? { from: "sitemap" }
        : {}),
    ...(frontier.has(number, FLAG.start) ? { start: true as const } : {}),
    ...(frontier.hopsOf(number) > 0 ? { hops: frontier.hopsOf(number) } : {}),
    ...(frontier.outside(number) > 0 ? { outside: frontier.outside(number) } : {}),
  };
}

/** Turns what came for an address into what is remembered of it. */
export async function visited(
  answer: WebPage | ScriptoriumError,
  about: ReturnType<typeof known> & Pick<PageRecord, "rendered">,
  ms: number,
  settings: CrawlSettings,
  context: PageContext,
): Promise<Visit> {
  if (ScriptoriumError.is(answer)) return unfetched(answer, about, ms);
  const { status, mediaType: type } = answer;
  const record = { ...about, status, type, bytes: answer.bytes, ms };
  const location = locationOf(answer);
  if (location !== undefined) return redirected(record, location, settings);
  // Scripts of a page can lead on to another one.
  if (about.rendered !== undefined && settings.normal(answer.url) !== settings.normal(about.url)) {
    return redirected(record, answer.url, settings);
  }
  const error = refusedBy(answer, about.url);
  if (error !== undefined) {
    return { record: { ...record, code: error.code, error: error.message }, files: [], error };
  }
  if (!isHtml(answer)) {
    const hash = answer.text === "" ? {} : { hash: hashOf(answer.text) };
    const words = type === "text/plain" ? { textWords: wordsOf(answer.text) } : {};
    // What somebody asked for by its address is shown whatever it is.
    const resource = !about.start && isForPrograms(type) ? { resource: true as const } : {};
    return { record: { ...record, ...hash, ...words, ...resource, ...changedOf(answer) }, files: [] };
  }
  const facts = await readFacts(answer, about, settings);
  const { files, text } = await readPage(answer.text, about.url, settings, context);
  return { record: { ...record, ...changedOf(answer), ...facts, ...text }, files };
}

/** Where an answer redirects to, as it says. */
export function locationOf({ status, headers }: WebPage): string | undefined {
  return REDIRECTS.has(status) ? headers?.["location"] : undefined;
}

function unfetched(error: ScriptoriumError, about: ReturnType<typeof known>, ms: number): Visit {
  const { mediaType, saidType, status, bytes } = error.facts;
  // It is there, and no text: nothing is wrong with it, unless it is said to be a page.
  if (error.code === "FETCH_FAILED" && typeof mediaType === "string") {
    const isSaidPage = saidType === "text/html" || saidType === "application/xhtml+xml";
    const record = {
      ...{ ...about, ms, status: numberOr(200, status), type: mediaType, bytes: numberOr(0, bytes) },
      ...(!about.start && isForPrograms(mediaType) && { resource: true as const }),
      ...(isSaidPage && { error: error.message }),
    };
    return { record, files: [] };
  }
  const answered = typeof status === "number" && error.code !== "ROBOTS_REFUSED" ? status : 0;
  const record = { ...about, status: answered, bytes: 0, ms, code: error.code, error: error.message };
  return { record, files: [], error };
}

function numberOr(other: number, value: unknown): number {
  return typeof value === "number" ? value : other;
}

function redirected(record: Omit<PageRecord, "to">, location: string, settings: CrawlSettings): Visit {
  const to = resolver(record.url)(location);
  if (to !== undefined && settings.normal(to) !== undefined) return { record: { ...record, to }, files: [] };
  const what =
    to === undefined ? "something that is no web address" : "an address that is too long or has a password in it";
  const error = new ScriptoriumError(
    "FETCH_FAILED",
    `${shown(record.url)} redirects to ${what}. Leave it out or give the address it should lead to.`,
    { url: record.url, status: record.status },
  );
  return { record: { ...record, code: error.code, error: error.message }, files: [], error };
}

function refusedBy({ status, refusal }: WebPage, url: string): ScriptoriumError | undefined {
  const facts = { url, host: new URL(url).host, status };
  if (status === 429 || refusal?.kind === "rate-limit") {
    const message = `${shown(facts.host)} asks for fewer requests than were made. Run again later, with a longer requestDelayFrom.`;
    return new ScriptoriumError("FETCH_LIMITED", message, facts);
  }
  if (refusal?.kind === "sign-in" && status === 401) {
    return new ScriptoriumError(
      "FETCH_BLOCKED",
      `${shown(url)} asks for a name and a password (status 401). Give them in the start address, before its host (name:password@), correct those that are there, or leave it out.`,
      { ...facts, kind: refusal.kind },
    );
  }
  if (refusal !== undefined) {
    const by = refusal.by === undefined ? "" : ` of ${refusal.by}`;
    return new ScriptoriumError(
      "FETCH_BLOCKED",
      `${shown(url)} answered with a refusal to programs${by} (${refusal.kind}) instead of a page. Leave it out, or ask its owner for access.`,
      { ...facts, kind: refusal.kind },
    );
  }
  if (status >= 200 && status <= 299) return undefined;
  const message = `${shown(url)} answered with status ${status} instead of a page. ${statusAdvice(status)}`;
  return new ScriptoriumError("FETCH_FAILED", message, facts);
}

function isHtml({ mediaType, text }: WebPage): boolean {
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") return true;
  return mediaType === "" && /^\s*<(?:!doctype html|html|head|body)/i.test(text.slice(0, 1000));
}

function changedOf({ headers }: WebPage): { changed?: string } {
  const time = Date.parse(headers?.["last-modified"] ?? "");
  return Number.isNaN(time) ? {} : { changed: new Date(time).toISOString() };
}

async function readFacts(answer: WebPage, about: ReturnType<typeof known>, settings: CrawlSettings) {
  const { options, collect, relevance } = settings;
  const { page, words, hash, more } = pageFacts({ ...answer, url: about.url }, collect);
  const byHeader = answer.headers?.["x-robots-tag"] ?? "";
  const noindex = page.noindex || /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(byHeader);
  const nofollow = page.nofollow || /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test(byHeader);
  const fits = relevance?.ofPage(page.title, page.text);
  const chosen = settings.selectLinks === undefined ? undefined : await settings.selectLinks(answer.text, page.base);
  const forPrograms = new Set(page.links.filter(isToData).map(({ url }) => url));
  const leads = ({ url, rel, kind }: PageLink) => {
    if (forPrograms.has(url)) return false;
    if (!options.followNofollow && (nofollow || / nofollow /.test(` ${rel} `))) return false;
    if (chosen !== undefined) return chosen.has(url);
    return kind !== "link" || /(?:^| )(?:next|prev|alternate|canonical)(?: |$)/.test(rel);
  };
  const refresh: PageLink = { url: page.refresh, text: "", rel: "refresh", kind: "link" };
  const links = page.refresh === "" ? page.links : [...page.links, refresh];
  const packed = packedLinks(links, originOf(about.url), (link) =>
    link === refresh ? chosen === undefined : leads(link),
  );
  const h1 = page.headings.find(({ level }) => level === 1)?.text;
  const mixed = countUnencrypted(about.url, page);
  const text = (name: string, value: string | undefined) =>
    value === undefined || value === "" ? {} : { [name]: detachedText(value) };
  return {
    ...text("title", page.title),
    words,
    hash,
    ...text("canonical", page.canonical),
    ...(noindex ? { noindex: true as const } : {}),
    ...(nofollow ? { nofollow: true as const } : {}),
    ...text("description", page.description),
    ...text("h1", h1),
    ...text("language", page.language),
    images: page.images.length,
    imagesWithoutAlt: page.images.filter(({ alt }) => alt === undefined).length,
    ...(fits === undefined ? {} : { relevance: Math.round(fits * 1e4) / 1e4 }),
    ...(packed === "" ? {} : { links: packed }),
    ...(page.cut ? { cut: true as const } : {}),
    ...(saysNotFound({ title: page.title, ...(h1 === undefined ? {} : { h1 }), words })
      ? { saysNotFound: true as const }
      : {}),
    ...(mixed === 0 ? {} : { mixed }),
    ...(more === undefined ? {} : { more }),
  };
}

/** Links to feeds and to what programs ask for, as they say themselves. */
function isToData({ mediaType = "", rel }: PageLink): boolean {
  return isForPrograms(mediaType) || /(?:^| )(?:https:\/\/api\.w\.org\/|edituri|pingback)(?: |$)/.test(rel);
}

/** Images and frames without encryption in a page that came with it. */
function countUnencrypted(url: string, { images, links }: ReturnType<typeof pageFacts>["page"]): number {
  if (!url.startsWith("https:")) return 0;
  const isPlain = (address: string) => address.startsWith("http:");
  const frames = links.filter(({ kind, url: to }) => (kind === "iframe" || kind === "frame") && isPlain(to));
  return frames.length + images.filter(({ src }) => isPlain(src)).length;
}
