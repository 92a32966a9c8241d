import type { JsonObject, ScriptoriumError } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import type { PageSource } from "../_kit/web/page-source.js";
import { askedFor, shownAs } from "./asking.js";
import type { Came, Line } from "./crawl-line.js";
import { rowOf } from "./crawl-rows.js";
import type { CrawlSettings } from "./crawl-settings.js";
import { Following } from "./follow.js";
import { FLAG, Frontier, NOBODY } from "./frontier.js";
import type { CrawlContext } from "./options.js";
import { endOf } from "./outputs/redirects.js";
import { Pauses } from "./pauses.js";
import { originOf, type PageRecord, type SitemapRecord } from "./record.js";
import { inCircles, noAddress, noRoom, type Start, toNoPage } from "./starts.js";
import { storedSitemaps } from "./stored-sitemaps.js";
import { known, visited } from "./visit.js";

/**
 * One crawl of all start addresses of a run: one list of what is known and what waits, and as many pages in flight at once
 * as `concurrency` says, however many start addresses are worked on. A page belongs to the start address that led to it
 * first, and is stored with its line.
 */
export class Crawl {
  readonly frontier: Frontier;
  private readonly following: Following;
  private readonly pauses: Pauses;
  private readonly lines = new Map<number, Line>();
  /** Sites whose sitemaps were read, or are being read. */
  private readonly sites = new Set<string>();
  /** Start addresses that other lines name too, and how they end. */
  private readonly shared = new Map<number, Promise<void> | undefined>();
  /** Rows of start addresses that redirect, by line, until it is known that there is a page: one that fails has its own. */
  private readonly held = new Map<number, JsonObject>();
  /** Why there is no page where start addresses redirect to. */
  private readonly failed = new Map<number, ScriptoriumError>();
  private inFlight = 0;
  /** Lines whose own page has not been sent for. */
  private unsent = 0;
  private pages = 0;
  /** Pages that are done, by line. */
  private readonly done = new Map<number, number>();
  private allDone = 0;
  private bytes = 0;
  /** Start addresses up to here have had their turn; the others must find room. */
  private begun = 0;

  constructor(
    readonly settings: CrawlSettings,
    readonly starts: readonly Start[],
    run: Pick<CrawlContext, "clock" | "signal" | "log">,
  ) {
    this.frontier = new Frontier(settings.options.order);
    this.following = new Following(settings, this.frontier);
    this.pauses = new Pauses(settings.options, run, {
      waits: ({ counted }) => {
        if (counted) this.pages -= 1;
      },
      again: (pages) => this.unpark(pages),
      settle: (held) => this.settle(held),
    });
    for (const { address, normal, sameAs } of starts) {
      if (sameAs !== undefined) this.shared.set(sameAs, undefined);
      if (address === undefined || sameAs !== undefined) continue;
      settings.scope.extend(address);
      const number = this.frontier.know(normal, address);
      if (number !== undefined) this.frontier.mark(number, FLAG.start | FLAG.reserved);
    }
  }

  /** Takes in what an earlier attempt at the run has done. */
  recall(key: string, record: PageRecord | SitemapRecord): void {
    if (record.kind === "sitemap") {
      this.following.sitemap(record);
      if (record.done) this.sites.add(record.origin);
      return;
    }
    const { frontier, settings } = this;
    const number = frontier.know(key, record.url);
    if (number === undefined) return;
    const from = record.from === undefined || record.from === "sitemap" ? undefined : settings.normal(record.from);
    frontier.note(number, {
      ...{ line: record.line, depth: record.depth, hops: record.hops ?? 0, outside: record.outside ?? 0 },
      from: (from === undefined ? undefined : frontier.addresses.find(from)) ?? NOBODY,
      flags: (record.start ? FLAG.start : 0) | (record.from === "sitemap" ? FLAG.sitemap : 0),
    });
    if (counts(record)) this.pages += 1;
    this.countDone(record.line);
    this.bytes += record.bytes;
    if (isMovedStart(record)) this.held.set(record.line, rowOf(record, settings.collect));
    else if (record.start && !isRedirect(record) && record.code === undefined) this.held.delete(record.line);
    this.following.page(number, record);
  }

  /** Crawls what a start address leads to. Rejects when its page cannot be had; its other pages are crawled all the same. */
  async line(number: number, text: string, context: CrawlContext, web: PageSource): Promise<void> {
    const start = this.starts[number]!;
    if (start.address === undefined) throw noAddress(text);
    this.begun = Math.max(this.begun, number + 1);
    if (start.sameAs !== undefined) {
      context.log.info("It is the same page as an earlier start address, and is crawled with that.");
      // Undefined where an earlier attempt at the run has done it.
      await this.shared.get(start.sameAs);
      return;
    }
    const work = this.crawl(number, start.normal, context, web);
    if (this.shared.has(number)) {
      work.catch(() => {});
      this.shared.set(number, work);
    }
    await work;
  }

  private async crawl(number: number, normal: string, context: CrawlContext, web: PageSource): Promise<void> {
    const line: Line = { number, context, web, end: Promise.withResolvers(), working: 0, unsent: false };
    const stop = () => line.end.reject(context.signal.reason);
    context.signal.addEventListener("abort", stop, { once: true });
    this.lines.set(number, line);
    try {
      this.begin(line, normal);
      this.report(line);
      this.pump();
      await line.end.promise;
    } finally {
      this.lines.delete(number);
      this.sentFor(line);
      context.signal.removeEventListener("abort", stop);
    }
    if (line.error === undefined) this.tellHeld(line);
    this.held.delete(number);
    if (line.error !== undefined) throw line.error;
  }

  /** Whether the limits of the run leave room for another request. */
  get hasRoom(): boolean {
    const { maxPages, maxBytes } = this.settings.options;
    return (maxPages === 0 || this.pages < maxPages) && (maxBytes === 0 || this.bytes < maxBytes);
  }

  /** Whether there were more addresses than can be followed. */
  get full(): boolean {
    return this.frontier.full;
  }

  private begin(line: Line, normal: string): void {
    const { frontier } = this;
    let page = frontier.addresses.find(normal)!;
    // Of an interrupted run the page may be known, and where it redirects to.
    for (let hops = 0; hops < 20 && frontier.isDone(page) && frontier.target(page) !== NOBODY; hops += 1) {
      page = frontier.target(page);
    }
    if (frontier.isDone(page) && frontier.target(page) !== NOBODY) {
      line.error = inCircles(this.starts[line.number]!, frontier.address(page), frontier.status(page));
      return;
    }
    if (frontier.isDone(page) && isGood(frontier.status(page))) {
      this.readSitemaps(line, frontier.address(page));
      return;
    }
    if (frontier.isDone(page)) frontier.forget(page);
    const rank = Number.POSITIVE_INFINITY;
    const found = { line: line.number, depth: 0, from: NOBODY, hops: 0, outside: 0, flags: FLAG.start, rank };
    if (frontier.queue(page, found)) {
      line.unsent = true;
      this.unsent += 1;
    }
  }

  private sentFor(line: Line): void {
    if (line.unsent) this.unsent -= 1;
    line.unsent = false;
  }

  /** Sends as many pages on their way as may be, and ends the lines that have none left. */
  private pump(): void {
    const { frontier, lines } = this;
    while (this.inFlight < this.settings.options.concurrency) {
      const page = frontier.next(lines.keys(), this.allowed);
      if (page === undefined) break;
      const line = lines.get(frontier.line(page))!;
      // Among equal lines the next has its turn.
      lines.delete(line.number);
      lines.set(line.number, line);
      line.working += 1;
      if (this.pauses.maySend(line, page, frontier.address(page))) this.send(line, page);
    }
    if (this.inFlight === 0) this.pauses.settleAll();
    for (const line of [...lines.values()]) this.endIfIdle(line);
  }

  private send(line: Line, page: number): void {
    this.inFlight += 1;
    this.fetch(line, page).then(
      (parked) => {
        this.inFlight -= 1;
        if (!parked) line.working -= 1;
        this.pump();
      },
      (error: unknown) => {
        this.inFlight -= 1;
        // What could not be stored ends the run, and so does an abort.
        line.end.reject(error);
      },
    );
  }

  /** Resolves with true when the page has to wait for a time. */
  private async fetch(line: Line, page: number): Promise<boolean> {
    const { frontier, settings } = this;
    const { clock, signal } = line.context;
    const start = frontier.has(page, FLAG.start);
    const counted = !(start && frontier.hopsOf(page) > 0);
    if (start) this.sentFor(line);
    if (counted) this.pages += 1;
    const began = clock.monotonic();
    const isSame = (to: string) => settings.normal(to) === frontier.addresses.at(page);
    const { answer, url } = await askedFor(frontier.address(page), line.web, signal, isSame);
    frontier.respell(page, url);
    const { answer: shown, rendered } = await shownAs(answer, line.web, signal);
    const came = { line, page, url, answer: shown, rendered, ms: Math.round(clock.monotonic() - began), counted };
    return (await this.pauses.holds(came)) || this.take(came);
  }

  /** Writes down pages that were held. */
  private settle(held: readonly Came[]): void {
    for (const came of held) {
      this.take(came).then(
        () => {
          came.line.working -= 1;
          this.pump();
        },
        (error: unknown) => came.line.end.reject(error),
      );
    }
  }

  /** Writes down what came for a page. Resolves with false: the page need not wait. */
  private async take({ line, page, answer, rendered, ms, counted }: Came): Promise<false> {
    const { frontier, settings } = this;
    const { output, checkpoint } = line.context;
    const { record, files, error } = await visited(
      answer,
      { ...known(frontier, page), ...(rendered !== "" && { rendered }) },
      ms,
      settings,
      line.context,
    );
    if (counted && !counts(record)) this.pages -= 1;
    this.bytes += record.bytes;
    if (error !== undefined && record.start) {
      line.error = error;
      if (frontier.hopsOf(page) > 0) this.failed.set(page, error);
    } else if (isMovedStart(record)) {
      this.held.set(line.number, rowOf(record, settings.collect));
    } else {
      if (record.start && !isRedirect(record)) this.tellHeld(line);
      if (!record.resource) output.row(rowOf(record, settings.collect));
    }
    for (const { path, content, type } of files) output.file(path, content, type);
    await checkpoint(frontier.addresses.at(page), { ...record });
    this.following.page(page, record);
    if (record.start && error === undefined) this.afterStart(line, page, record);
    this.countDone(line.number);
    this.report(line);
    return false;
  }

  private countDone(line: number): void {
    this.done.set(line, (this.done.get(line) ?? 0) + 1);
    this.allDone += 1;
  }

  private report({ number, working, context }: Line): void {
    const { maxPages } = this.settings.options;
    const done = this.done.get(number) ?? 0;
    const waiting = this.frontier.size(number);
    const room = maxPages === 0 ? waiting : Math.max(0, maxPages - this.pages);
    const found = done + working + Math.min(waiting, room);
    const waitingInAll = this.frontier.waiting() - this.inFlight;
    const phase = `crawling: ${counted(this.allDone, "page")} done, ${Math.max(0, waitingInAll)} waiting`;
    context.progress({ phase, parts: { done, found, growing: waiting <= room } });
  }

  /** The page of a start address is there, or it redirects. */
  private afterStart(line: Line, page: number, record: PageRecord): void {
    const { frontier } = this;
    const target = frontier.target(page);
    if (target === NOBODY) this.readSitemaps(line, record.url);
    else if (frontier.isNew(target) || this.leadsNowhere(target)) {
      const start = this.starts[line.number]!;
      const end = endOf(frontier, target);
      const isCircle = frontier.isNew(target) || frontier.target(end) !== NOBODY;
      line.error =
        this.failed.get(end) ??
        (isCircle ? inCircles(start, record.url, record.status) : toNoPage(start, frontier.address(end)));
    }
  }

  private tellHeld(line: Line): void {
    const row = this.held.get(line.number);
    if (row !== undefined) line.context.output.row(row);
    this.held.delete(line.number);
  }

  /** Whether what an address redirects to was fetched, and is no page. */
  private leadsNowhere(page: number): boolean {
    const { frontier } = this;
    const end = endOf(frontier, page);
    return frontier.isDone(end) && (frontier.target(end) !== NOBODY || !isGood(frontier.status(end)));
  }

  private readSitemaps(line: Line, address: string): void {
    const { sitemap, scope } = this.settings.options;
    const origin = originOf(address);
    // Nothing that they name would be fetched.
    if (sitemap === "skip" || scope === "page" || this.sites.has(origin)) return;
    this.sites.add(origin);
    line.working += 1;
    const taken = (part: SitemapRecord) => {
      this.following.sitemap(part);
      this.pump();
    };
    storedSitemaps(origin, line, this.settings.options, taken).then(
      () => {
        line.working -= 1;
        this.pump();
      },
      (error: unknown) => line.end.reject(error),
    );
  }

  private unpark(pages: readonly number[]): void {
    for (const page of pages) {
      const line = this.lines.get(this.frontier.line(page));
      this.frontier.again(page);
      if (line !== undefined) line.working -= 1;
    }
    this.pump();
  }

  private readonly allowed = (page: number): boolean => {
    const { maxPages, maxBytes } = this.settings.options;
    if (maxBytes > 0 && this.bytes >= maxBytes) return false;
    const { frontier } = this;
    if (maxPages === 0 || (frontier.has(page, FLAG.start) && frontier.hopsOf(page) > 0)) return true;
    if (frontier.has(page, FLAG.start)) return this.pages < maxPages;
    return this.pages < maxPages - (this.starts.length - this.begun) - this.unsent;
  };

  private endIfIdle(line: Line): void {
    if (line.working > 0 || this.frontier.waits(line.number, this.allowed)) return;
    const start = this.frontier.addresses.find(this.starts[line.number]!.normal)!;
    if (!this.frontier.isDone(start)) {
      const { maxBytes } = this.settings.options;
      line.error ??= noRoom(maxBytes > 0 && this.bytes >= maxBytes ? "maxBytes" : "maxPages");
    }
    line.end.resolve();
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status <= 399;
}

function isRedirect({ to }: PageRecord): boolean {
  return to !== undefined;
}

/** Whether it is a start address itself that redirects, and nothing that one redirects to. */
function isMovedStart(record: PageRecord): boolean {
  return record.start === true && (record.hops ?? 0) === 0 && isRedirect(record);
}

/**
 * Whether a page is one of `maxPages`: what robots rules forbid was not fetched, data for programs are no page, and a start
 * address may redirect.
 */
function counts({ start, hops = 0, code, resource }: PageRecord): boolean {
  return code !== "ROBOTS_REFUSED" && !resource && !(start && hops > 0);
}
