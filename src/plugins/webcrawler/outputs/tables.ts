import type { Json, JsonObject, RunLog } from "../../../kernel/index.js";
import type { RunWeb } from "../../_kit/web/run-web.js";
import type { Crawl } from "../crawl.js";
import { columnsFor, rowOf, textsOf } from "../crawl-rows.js";
import { FLAG, type Frontier, NOBODY, REFUSED, ROBOTS } from "../frontier.js";
import { keepsText, textFileOf } from "../page-files.js";
import { originOf, type PageRecord, unpackedLinks } from "../record.js";
import { CsvFile } from "./csv.js";
import { GrowingFile, type PutFile } from "./growing-file.js";
import { IssueList } from "./issue-list.js";
import { type CrawlFacts, ISSUE_COLUMNS, issuesOf } from "./issues.js";
import { LeftOutLinks } from "./left-out.js";
import { endOf } from "./redirects.js";
import { Report } from "./report.js";
import { SiteMapFile } from "./site-map.js";
import { Soft404 } from "./soft-404.js";

const LINK_COLUMNS = "from to anchor rel status kind".split(" ");
const RESOURCE_COLUMNS = "url status mediaType bytes foundOn responseMs".split(" ");

/**
 * The files of a crawl. Its pages are gone through twice: first for what each says of others, such as links to them, then for
 * what is known of each.
 */
export class Tables {
  /** Records that were gathered. */
  pages = 0;
  private resourceCount = 0;
  private readonly columns: readonly string[];
  private readonly pageTable: CsvFile;
  private readonly links: CsvFile;
  private readonly images: CsvFile;
  private readonly resources: CsvFile;
  private readonly schema: GrowingFile;
  private readonly issueTable: CsvFile;
  private readonly siteMap: SiteMapFile;
  private readonly report: Report;
  private readonly soft: Soft404;
  private readonly leftOut: LeftOutLinks;
  private readonly facts: CrawlFacts;
  private readonly issueList: IssueList;

  constructor(
    private readonly crawl: Crawl,
    put: PutFile,
  ) {
    const { frontier, settings, starts } = crawl;
    this.columns = columnsFor(settings.collect, keepsText(settings));
    this.pageTable = new CsvFile("pages", this.columns, put);
    this.links = new CsvFile("links", LINK_COLUMNS, put);
    this.images = new CsvFile("images", ["page", "src", "alt"], put);
    this.resources = new CsvFile("resources", RESOURCE_COLUMNS, put);
    this.schema = new GrowingFile({ path: "schema.jsonl", type: "application/x-ndjson", head: "" }, put);
    this.issueTable = new CsvFile("issues", ISSUE_COLUMNS, put);
    const first = starts.find(({ address }) => address !== undefined)?.address;
    this.siteMap = new SiteMapFile(settings, first === undefined ? "" : originOf(first), put);
    this.report = new Report(crawl);
    this.soft = new Soft404(frontier);
    this.leftOut = new LeftOutLinks(settings.scope);
    const { inLinks, titles, descriptions, contents } = this.report;
    const soft404 = (record: PageRecord) => this.soft.reason(record);
    this.facts = { frontier, settings, inLinks, titles, descriptions, contents, soft404 };
    this.issueList = new IssueList(this.issueTable, this.facts);
  }

  /** The first time that a page is looked at. */
  async gather(page: number, record: PageRecord): Promise<void> {
    this.pages += 1;
    const { frontier, settings, starts } = this.crawl;
    const { collect } = settings;
    if (this.isResource(page, record)) {
      this.resourceCount += 1;
      const { url, status, type = "", bytes, from = "", ms } = record;
      await this.resources.add([url, status, type, bytes, from, ms]);
      return;
    }
    this.report.page(page, record);
    this.soft.see(page, record);
    for (const link of unpackedLinks(record.links, originOf(record.url))) {
      const normal = settings.normal(link.url);
      const target = normal === undefined ? undefined : frontier.addresses.find(normal);
      this.report.link(page, link, target);
      const isUnfetched = target === undefined || !frontier.isDone(target);
      if (this.pages <= starts.length && link.followed && isUnfetched && normal !== undefined) {
        this.leftOut.link(normal);
      }
      if (!collect.has("links")) continue;
      const full = this.links.add([record.url, link.url, link.text, link.rel, statusOf(frontier, target), link.kind]);
      // Waiting for nothing would cost more than all the rest.
      if (full !== undefined) await full;
    }
    for (const [src = "", alt = ""] of (record.more?.["images"] ?? []) as readonly (readonly string[])[]) {
      await this.images.add([record.url, src, alt]);
    }
    for (const text of textsOf(record, "schema")) {
      await this.schema.add(`{"url":${JSON.stringify(record.url)},"data":${text}}\n`);
    }
  }

  /** Between the two: asks sites with pages that are the same what they answer to addresses that cannot exist. */
  async askForMissing(web: Pick<RunWeb, "fetch">, signal: AbortSignal): Promise<void> {
    // It is a request more, for which the limits of the run must have room.
    if (this.crawl.hasRoom) await this.soft.ask(web, signal);
  }

  /** The second time. */
  async write(page: number, record: PageRecord): Promise<void> {
    if (this.isResource(page, record)) return;
    const { frontier, settings } = this.crawl;
    const { collect } = settings;
    const soft404 = this.soft.reason(record);
    if (soft404 !== "") this.report.soft404(record.url);
    const hasText = collect.has("text") && record.words !== undefined;
    const row = rowOf(record, collect, {
      finalUrl: finalOf(frontier, page, record),
      textFile: hasText ? textFileOf(record.url) : "",
    });
    const { textWords = "", textHash = "" } = record;
    const more = { soft404, textWords, textHash, inlinks: this.facts.inLinks.count(page) };
    await this.pageTable.add(cells(this.columns, { ...row, ...more }));
    const known = { isMissing: soft404 !== "", shared: this.soft.shared(record) };
    await this.siteMap.add(frontier.addresses.at(page), record, known);
    for (const issue of issuesOf(page, record, this.facts)) await this.issueList.add(issue, page);
  }

  async end(): Promise<void> {
    const { collect } = this.crawl.settings;
    if (collect.has("links")) await this.links.end();
    if (collect.has("images")) await this.images.end();
    if (collect.has("schema")) await this.schema.end();
    if (this.resourceCount > 0) await this.resources.end();
    await this.siteMap.end();
    await this.issueList.end();
    await this.pageTable.end();
  }

  /** Of all files that were written. */
  paths(): readonly string[] {
    return Object.values(this.files()).flat();
  }

  issues() {
    return this.issueList.groups();
  }

  /** What `report.json` says. */
  result(more: JsonObject): JsonObject {
    const issues = Object.fromEntries(this.issues().map(({ type, count }) => [type, count]));
    const counts = { resources: this.resourceCount };
    return this.report.result(counts, { issues, ...more, files: this.files() });
  }

  note(log: RunLog): void {
    if (this.pages <= this.crawl.starts.length) this.leftOut.note(log);
  }

  private files() {
    return {
      ...{ pages: this.pageTable.paths, links: this.links.paths, images: this.images.paths },
      ...{ schema: this.schema.paths, sitemap: this.siteMap.paths },
      ...{ resources: this.resources.paths, issues: this.issueTable.paths },
    };
  }

  /** Also what redirects to data for programs. */
  private isResource(page: number, { resource, start, to }: PageRecord): boolean {
    if (resource) return true;
    const { frontier } = this.crawl;
    return to !== undefined && !start && frontier.has(endOf(frontier, page), FLAG.resource);
  }
}

/** Where an address leads in the end, as far as it is known. */
export function finalOf(frontier: Frontier, page: number, record: PageRecord): string {
  return record.to === undefined ? record.url : frontier.address(endOf(frontier, page));
}

function statusOf(frontier: Frontier, target: number | undefined): Json {
  if (target === undefined || !frontier.isDone(target)) return "";
  const status = frontier.status(target);
  if (status === ROBOTS) return "robots";
  if (status === REFUSED) return "refused";
  return status === 0 && frontier.target(target) === NOBODY ? "error" : status;
}

function cells(columns: readonly string[], row: JsonObject): Json[] {
  return columns.map((column) => row[column] ?? "");
}
