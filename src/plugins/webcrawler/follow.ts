import type { CrawlSettings } from "./crawl-settings.js";
import { FLAG, type Frontier, NOBODY, REFUSED, ROBOTS } from "./frontier.js";
import { originOf, type PageRecord, type RecordedLink, type SitemapRecord, unpackedLinks } from "./record.js";

/** Redirects in a row that are followed. */
const MAX_HOPS = 5;

/** What the crawl learns from a page or a sitemap, when it was just fetched and when an interrupted run is taken up. */
export class Following {
  constructor(
    private readonly settings: CrawlSettings,
    private readonly frontier: Frontier,
  ) {}

  /** Takes in that a page is done, and lets wait what it leads to. */
  page(number: number, record: PageRecord): void {
    const { frontier, settings } = this;
    const to = record.to === undefined ? undefined : settings.normal(record.to);
    const target = to === undefined ? undefined : frontier.know(to, settings.spelled(record.to!));
    frontier.done(number, standing(record), target);
    if (record.resource) frontier.mark(number, FLAG.resource);
    if (target !== undefined) this.redirect(number, record, target);
    else if (record.start) settings.scope.extend(record.url);
    this.links(number, record);
  }

  /** Lets addresses wait that a sitemap names. */
  sitemap({ line, addresses }: SitemapRecord): void {
    const { frontier, settings } = this;
    for (const address of addresses === "" ? [] : addresses.split("\n")) {
      const normal = settings.normal(address);
      if (normal === undefined || settings.scope.place(normal) !== "in") continue;
      const number = frontier.know(normal, settings.spelled(address));
      if (number === undefined) continue;
      const rank = settings.relevance?.ofLink("", address, 0) ?? -1;
      const found = { line, depth: 1, from: NOBODY, hops: 0, outside: 0, flags: FLAG.sitemap, rank };
      frontier.queue(number, found);
    }
  }

  private redirect(number: number, record: PageRecord, target: number): void {
    const { frontier, settings } = this;
    const { line, depth, start, hops = 0, outside = 0 } = record;
    const address = frontier.addresses.at(target);
    const place = settings.scope.place(address);
    if (start) settings.scope.extend(record.to!);
    else if (place === "never" || (place === "out" && outside >= settings.options.extraHops)) return;
    if (hops >= MAX_HOPS) return;
    frontier.queue(target, {
      ...{ line, depth, hops: hops + 1 },
      from: number,
      outside: start || place === "in" ? 0 : outside + 1,
      rank: start ? Number.POSITIVE_INFINITY : settings.relevance === undefined ? -depth : (record.relevance ?? 0),
      flags: start ? FLAG.start : 0,
    });
  }

  private links(number: number, record: PageRecord): void {
    const { options, relevance } = this.settings;
    const { maxDepth, sitemap, order } = options;
    if (record.links === undefined || sitemap === "only" || (maxDepth > 0 && record.depth >= maxDepth)) return;
    const links = unpackedLinks(record.links, originOf(record.url), relevance !== undefined);
    // The first link of a page is on top of the stack when it comes last.
    for (const link of order === "depth" ? [...links].reverse() : links) {
      if (link.followed) this.link(number, record, link, relevance);
    }
  }

  private link(number: number, record: PageRecord, link: RecordedLink, relevance: CrawlSettings["relevance"]): void {
    const { frontier, settings } = this;
    const normal = settings.normal(link.url);
    if (normal === undefined) return;
    const known = frontier.addresses.find(normal);
    if (known !== undefined && !frontier.isNew(known)) return;
    const { line, depth, outside = 0 } = record;
    const place = settings.scope.place(normal);
    if (place === "never" || (place === "out" && outside >= settings.options.extraHops)) return;
    // What all rules leave as it is, fewer do.
    const target = known ?? frontier.know(normal, normal === link.url ? normal : settings.spelled(link.url));
    if (target === undefined) return;
    frontier.queue(target, {
      line,
      depth: depth + 1,
      from: number,
      hops: 0,
      flags: 0,
      outside: place === "in" ? 0 : outside + 1,
      rank: relevance?.ofLink(link.text, link.url, record.relevance ?? 0) ?? -(depth + 1),
    });
  }
}

function standing({ code, status, start }: PageRecord): number {
  if (code === "ROBOTS_REFUSED") return ROBOTS;
  if (code === "FETCH_BLOCKED" || code === "FETCH_LIMITED") return REFUSED;
  // It is there, and a link to it is good; a start address is tried again.
  if (code === "FETCH_TOO_LARGE" && !start) return status;
  // A redirect that leads nowhere is no page, whatever its status says.
  return code !== undefined && status < 400 ? 0 : status;
}
