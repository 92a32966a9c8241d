import { detachedText } from "../../../engines/pages/links/normal-address.js";
import type { JsonObject } from "../../../kernel/index.js";
import type { Crawl } from "../crawl.js";
import { FLAG, type Frontier, NOBODY, REFUSED, ROBOTS } from "../frontier.js";
import type { PageRecord, RecordedLink } from "../record.js";
import { Duplicates, List, MAX_LISTED, Top } from "./list.js";
import { endOf, redirectReport } from "./redirects.js";

/** Most pages that are reported for one broken link. */
const MAX_SOURCES = 50;
const SLOW_MS = 2000;
const LARGE_BYTES = 1_000_000;
/** What pages say that answer as if they were there and are not. */
const NOT_THERE =
  /\b(?:404|(?:page|seite|page web|p\u00e1gina)? ?(?:not found|nicht gefunden|introuvable|no encontrada)|does not exist|existiert nicht)\b/i;

/** Gathers what `report.json` says, page by page. */
export class Report {
  private readonly frontier: Frontier;
  /** Pages that link to each, and the last of them: the links of one page come together. */
  private readonly inLinks: Uint32Array;
  private readonly lastSource: Uint32Array;
  private readonly sources = new Map<number, { count: number; readonly from: JsonObject[] }>();
  private readonly statuses = new Map<string, number>();
  private readonly types = new Map<string, number>();
  private readonly depths = new Map<string, number>();
  private pages = 0;
  private bytes = 0;
  private words = 0;
  private linkCount = 0;
  private readonly titles: Duplicates;
  private readonly descriptions: Duplicates;
  private readonly contents: Duplicates;
  private readonly noTitle = new List<string>();
  private readonly noHeading = new List<string>();
  private readonly noDescription = new List<string>();
  private readonly noAlt = new List<JsonObject>();
  private readonly robots = new List<string>();
  private readonly refused = new List<JsonObject>();
  private readonly failed = new List<JsonObject>();
  private readonly soft = new List<string>();
  private readonly noindex = new List<string>();
  private readonly nofollow = new List<string>();
  private readonly slow = new Top(100);
  private readonly large = new Top(100);

  constructor(private readonly crawl: Crawl) {
    this.frontier = crawl.frontier;
    this.inLinks = new Uint32Array(this.frontier.addresses.size);
    this.lastSource = new Uint32Array(this.frontier.addresses.size).fill(NOBODY);
    this.titles = new Duplicates(this.frontier);
    this.descriptions = new Duplicates(this.frontier);
    this.contents = new Duplicates(this.frontier);
  }

  page(page: number, record: PageRecord): void {
    const { url, status, code, type = "", bytes, ms } = record;
    this.pages += 1;
    this.bytes += bytes;
    this.words += record.words ?? 0;
    const state = this.frontier.status(page);
    counted(this.statuses, state === ROBOTS ? "robots" : state === 0 ? "none" : String(status));
    counted(this.types, type);
    counted(this.depths, String(record.depth));
    if (state === ROBOTS) this.robots.add(url);
    else if (state === REFUSED) this.refused.add({ url, status, error: record.error ?? "" });
    else if (code !== undefined) this.failed.add({ url, status, error: record.error ?? "" });
    if (ms >= SLOW_MS) this.slow.add(ms, () => ({ url, responseMs: ms }));
    if (bytes >= LARGE_BYTES) this.large.add(bytes, () => ({ url, bytes }));
    if (status === 200 && code === undefined && record.words !== undefined) this.read(page, record);
  }

  /** A link of a page; `target` is undefined where the crawl knows nothing of where it leads. */
  link(source: number, link: RecordedLink, target: number | undefined): void {
    this.linkCount += 1;
    if (target === undefined || target === source || link.kind === "link") return;
    // A link is as good as the page it ends at.
    const end = endOf(this.frontier, target);
    const again = this.lastSource[target] === source;
    this.linked(target, source);
    if (end !== target) this.linked(end, source);
    if (!isBroken(this.frontier, end)) return;
    const known = this.sources.get(end) ?? { count: 0, from: [] };
    known.count += 1;
    if (!again && known.from.length < MAX_SOURCES)
      known.from.push({ url: this.frontier.address(source), anchor: detachedText(link.text) });
    this.sources.set(end, known);
  }

  result(more: JsonObject): JsonObject {
    const { frontier } = this;
    const { full } = this.crawl;
    return {
      counts: {
        ...{ pages: this.pages, links: this.linkCount, bytes: this.bytes, words: this.words },
        ...{ waiting: frontier.waiting(), statuses: sorted(this.statuses), mediaTypes: sorted(this.types) },
        depths: sorted(this.depths),
      },
      ...(full ? { note: "The crawl found more addresses than it can follow; later ones were left out." } : {}),
      broken: this.broken(),
      failed: this.failed.report(),
      redirects: redirectReport(frontier),
      duplicates: {
        titles: this.titles.report("title"),
        descriptions: this.descriptions.report("description"),
        content: this.contents.report("contentHash"),
      },
      missing: {
        titles: this.noTitle.report(),
        h1: this.noHeading.report(),
        descriptions: this.noDescription.report(),
        alt: this.noAlt.report(),
      },
      orphans: this.orphans(),
      robots: this.robots.report(),
      refused: this.refused.report(),
      noindex: this.noindex.report(),
      nofollow: this.nofollow.report(),
      soft404: this.soft.report(),
      slow: this.slow.report(),
      large: this.large.report(),
      mostLinked: this.mostLinked(),
      ...more,
    };
  }

  private linked(page: number, source: number): void {
    if (page === source || this.lastSource[page] === source) return;
    this.lastSource[page] = source;
    this.inLinks[page]! += 1;
  }

  private read(page: number, record: PageRecord): void {
    const { url, title, h1, description, imagesWithoutAlt = 0, images = 0 } = record;
    if (title === undefined) this.noTitle.add(url);
    if (h1 === undefined) this.noHeading.add(url);
    if (description === undefined) this.noDescription.add(url);
    if (imagesWithoutAlt > 0) this.noAlt.add({ url, images, withoutAlt: imagesWithoutAlt });
    if (record.noindex) this.noindex.add(url);
    if (record.nofollow) this.nofollow.add(url);
    if (record.words! < 500 && (NOT_THERE.test(title ?? "") || NOT_THERE.test(h1 ?? ""))) this.soft.add(url);
    this.titles.add(title, page);
    this.descriptions.add(description, page);
    if (record.words! > 0) this.contents.add(record.hash, page);
  }

  private broken(): JsonObject {
    const all = [...this.sources].sort(([, a], [, b]) => b.count - a.count);
    const items = all.slice(0, MAX_LISTED).map(([page, { count, from }]) => ({
      url: this.frontier.address(page),
      status: this.frontier.status(page),
      links: count,
      from,
    }));
    return { count: all.length, items };
  }

  private orphans(): JsonObject {
    const { frontier } = this;
    const orphans = new List<string>();
    for (let page = 0; page < frontier.addresses.size; page += 1) {
      const orphan = frontier.has(page, FLAG.sitemap) && frontier.status(page) === 200 && this.inLinks[page] === 0;
      if (orphan && !frontier.has(page, FLAG.start)) orphans.add(frontier.address(page));
    }
    return orphans.report();
  }

  private mostLinked(): JsonObject[] {
    const top = new Top(100);
    this.inLinks.forEach((links, page) => {
      if (links > 0) top.add(links, () => ({ url: this.frontier.address(page), pages: links }));
    });
    return top.report();
  }
}

function isBroken(frontier: Frontier, page: number): boolean {
  if (!frontier.isDone(page) || frontier.target(page) !== NOBODY) return false;
  const status = frontier.status(page);
  return status === 0 || status >= 400;
}

function counted(counts: Map<string, number>, key: string): void {
  if (counts.has(key) || counts.size < MAX_LISTED) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): JsonObject {
  return Object.fromEntries([...counts].map(([key, count]) => [key === "" ? "unknown" : key, count] as const));
}
