import { detachedText } from "../../../engines/pages/links/normal-address.js";
import type { JsonObject } from "../../../kernel/index.js";
import type { Crawl } from "../crawl.js";
import { FLAG, type Frontier, NOBODY, REFUSED, ROBOTS } from "../frontier.js";
import type { PageRecord, RecordedLink } from "../record.js";
import { InLinks } from "./inlinks.js";
import { isBroken as isBrokenStatus, LARGE_BYTES, SLOW_MS } from "./issues.js";
import { Duplicates, List, MAX_LISTED, Top } from "./list.js";
import { endOf, redirectReport } from "./redirects.js";

/** Most pages that are reported for one broken link. */
const MAX_SOURCES = 50;

/** Gathers what `report.json` says, page by page. */
export class Report {
  private readonly frontier: Frontier;
  readonly inLinks: InLinks;
  private readonly sources = new Map<number, { count: number; readonly from: JsonObject[] }>();
  private readonly statuses = new Map<string, number>();
  private readonly types = new Map<string, number>();
  private readonly depths = new Map<string, number>();
  private pages = 0;
  private bytes = 0;
  private words = 0;
  private linkCount = 0;
  readonly titles: Duplicates;
  readonly descriptions: Duplicates;
  readonly contents: Duplicates;
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
    this.inLinks = new InLinks(this.frontier);
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
    const again = !this.inLinks.add(source, target);
    if (!isBroken(this.frontier, end)) return;
    const known = this.sources.get(end) ?? { count: 0, from: [] };
    known.count += 1;
    if (!again && known.from.length < MAX_SOURCES)
      known.from.push({ url: this.frontier.address(source), anchor: detachedText(link.text) });
    this.sources.set(end, known);
  }

  result(moreCounts: JsonObject, more: JsonObject): JsonObject {
    const { frontier } = this;
    const { full } = this.crawl;
    return {
      counts: {
        ...{ pages: this.pages, links: this.linkCount, bytes: this.bytes, words: this.words },
        ...{ waiting: frontier.waiting(), statuses: sorted(this.statuses), mediaTypes: sorted(this.types) },
        ...{ depths: sorted(this.depths), ...moreCounts },
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

  private read(page: number, record: PageRecord): void {
    const { url, title, h1, description, imagesWithoutAlt = 0, images = 0 } = record;
    if (title === undefined) this.noTitle.add(url);
    if (h1 === undefined) this.noHeading.add(url);
    if (description === undefined) this.noDescription.add(url);
    if (imagesWithoutAlt > 0) this.noAlt.add({ url, images, withoutAlt: imagesWithoutAlt });
    if (record.noindex) this.noindex.add(url);
    if (record.nofollow) this.nofollow.add(url);
    const isListed = this.isListed(page, record);
    this.titles.add(title, page, isListed);
    this.descriptions.add(description, page, isListed);
    if (record.words! > 0) this.contents.add(record.hash, page, isListed);
  }

  /** A page that is not there although it answers 200. */
  soft404(url: string): void {
    this.soft.add(url);
  }

  /** Whether search engines are to know the page: what they are not to list need not be told apart from others. */
  private isListed(page: number, { noindex, canonical, saysNotFound }: PageRecord): boolean {
    if (noindex || saysNotFound) return false;
    const normal = canonical === undefined ? undefined : this.crawl.settings.normal(canonical);
    return normal === undefined || normal === this.frontier.addresses.at(page);
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
      const orphan =
        frontier.has(page, FLAG.sitemap) && frontier.status(page) === 200 && this.inLinks.count(page) === 0;
      if (orphan && !frontier.has(page, FLAG.start)) orphans.add(frontier.address(page));
    }
    return orphans.report();
  }

  private mostLinked(): JsonObject[] {
    const top = new Top(100);
    for (let page = 0; page < this.frontier.addresses.size; page += 1) {
      const pages = this.inLinks.count(page);
      if (pages > 0) top.add(pages, () => ({ url: this.frontier.address(page), pages }));
    }
    return top.report();
  }
}

function isBroken(frontier: Frontier, page: number): boolean {
  if (!frontier.isDone(page) || frontier.target(page) !== NOBODY) return false;
  const status = frontier.status(page);
  return isBrokenStatus(status);
}

function counted(counts: Map<string, number>, key: string): void {
  if (counts.has(key) || counts.size < MAX_LISTED) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): JsonObject {
  return Object.fromEntries([...counts].map(([key, count]) => [key === "" ? "unknown" : key, count] as const));
}
