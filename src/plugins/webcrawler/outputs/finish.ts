import type { Json, JsonObject } from "../../../kernel/index.js";
import type { CrawlState } from "../begin.js";
import { columnsFor, rowOf, textsOf } from "../crawl-rows.js";
import { type Frontier, NOBODY, REFUSED, ROBOTS } from "../frontier.js";
import type { CrawlContext } from "../options.js";
import { textFileOf } from "../page-files.js";
import { type CrawlRecord, originOf, type PageRecord, unpackedLinks } from "../record.js";
import { LastCrawl } from "./comparison.js";
import { CsvFile } from "./csv.js";
import { LeftOutLinks } from "./left-out.js";
import { PartedFile, type PutFile } from "./parted-file.js";
import { endOf } from "./redirects.js";
import { Report } from "./report.js";
import { SiteMapFile } from "./site-map.js";

const LINK_COLUMNS = "from to anchor rel status kind".split(" ");

type FinishContext = CrawlContext & { readonly state: CrawlState };

/**
 * Ends a run: writes its tables, its sitemap and its report from what is stored of its pages, which are read one after the
 * other. A run that was stopped has not ended; it writes them when it is taken up and done.
 */
export async function finishedCrawl(context: FinishContext): Promise<void> {
  const { providers, runId, signal } = context;
  await providers.web.forget?.(runId);
  if (signal.aborted) return;
  const put: PutFile = async (path, content, type, last) => {
    context.output.file(path, content, type);
    if (!last) await context.checkpoint(`part ${path}`, { kind: "part" });
  };
  const changes = await compared(context, put);
  await write(context, put, changes);
}

async function* pagesOf(context: FinishContext): AsyncGenerator<{ key: string; record: PageRecord }> {
  for await (const { key, value } of context.checkpoints()) {
    const record = value as unknown as CrawlRecord;
    if (record.kind === "page") yield { key, record };
  }
}

async function write(context: FinishContext, put: PutFile, changes: JsonObject | undefined): Promise<void> {
  const { crawl } = context.state;
  const { frontier, settings } = crawl;
  const { collect } = settings;
  const columns = columnsFor(collect);
  const pages = new CsvFile("pages", columns, put);
  const links = new CsvFile("links", LINK_COLUMNS, put);
  const images = new CsvFile("images", ["page", "src", "alt"], put);
  const first = crawl.starts.find(({ address }) => address !== undefined)?.address;
  const siteMap = new SiteMapFile(settings, first === undefined ? "" : originOf(first), put);
  const report = new Report(crawl);
  const schema = new PartedFile({ name: "schema", ending: "jsonl", type: "application/x-ndjson", head: "" }, put);
  const leftOut = new LeftOutLinks(settings.scope);
  let count = 0;
  for await (const { key, record } of pagesOf(context)) {
    const page = frontier.addresses.find(key);
    if (page === undefined) continue;
    count += 1;
    report.page(page, record);
    await pages.add(cells(columns, rowOf(record, collect, finalOf(frontier, page, record, collect.has("text")))));
    await siteMap.add(key, record);
    for (const link of unpackedLinks(record.links, originOf(record.url))) {
      const normal = settings.normal(link.url);
      const target = normal === undefined ? undefined : frontier.addresses.find(normal);
      report.link(page, link, target);
      const isUnfetched = target === undefined || !frontier.isDone(target);
      if (count <= crawl.starts.length && link.followed && isUnfetched && normal !== undefined) leftOut.link(normal);
      if (!collect.has("links")) continue;
      const full = links.add([record.url, link.url, link.text, link.rel, statusOf(frontier, target), link.kind]);
      // Waiting for nothing would cost more than all the rest.
      if (full !== undefined) await full;
    }
    for (const [src = "", alt = ""] of (record.more?.["images"] ?? []) as readonly (readonly string[])[]) {
      await images.add([record.url, src, alt]);
    }
    for (const text of textsOf(record, "schema")) {
      await schema.add(`{"url":${JSON.stringify(record.url)},"data":${text}}\n`);
    }
  }
  if (count === 0) return;
  if (collect.has("links")) await links.end();
  if (collect.has("images")) await images.end();
  if (collect.has("schema")) await schema.end();
  await siteMap.end();
  await pages.end();
  const files = {
    ...{ pages: pages.paths, links: links.paths, images: images.paths },
    ...{ schema: schema.paths, sitemap: siteMap.paths },
  };
  const more = { ...(changes === undefined ? {} : { comparison: changes }), files };
  await put("report.json", `${JSON.stringify(report.result(more), null, 2)}\n`, "application/json", true);
  if (count <= crawl.starts.length) leftOut.note(context.log);
  const waiting = frontier.waiting();
  if (waiting > 0) {
    context.log.info(`${waiting} addresses were found and not fetched, because maxPages or maxBytes was reached.`);
  }
}

/** Compared is once: when this run's own tables are stored, the last crawl's are gone. */
async function compared(context: FinishContext, put: PutFile): Promise<JsonObject | undefined> {
  const { state, options, log } = context;
  if (!options.compareWithLast) return undefined;
  for await (const { value } of context.checkpoints()) {
    const record = value as unknown as CrawlRecord;
    if (record.kind === "part" && record.changes !== undefined) return record.changes;
  }
  const last = await LastCrawl.read(context, state.crawl.settings, put);
  if (last === undefined) {
    log.info("There is no earlier crawl of this task to compare with.");
    return undefined;
  }
  for await (const { key, record } of pagesOf(context)) await last.compare(key, record);
  const changes = await last.end();
  await context.checkpoint("changes", { kind: "part", changes });
  return changes;
}

function finalOf(frontier: Frontier, page: number, record: PageRecord, text: boolean) {
  const read = record.words !== undefined;
  return {
    finalUrl: record.to === undefined ? record.url : frontier.address(endOf(frontier, page)),
    textFile: text && read ? textFileOf(record.url) : "",
  };
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
