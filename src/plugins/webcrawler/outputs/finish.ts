import type { JsonObject } from "../../../kernel/index.js";
import { counted } from "../../_kit/counted.js";
import { endReading, runWeb } from "../../_kit/web/run-web.js";
import type { CrawlState } from "../begin.js";
import type { CrawlContext } from "../options.js";
import type { CrawlRecord } from "../record.js";
import { LastCrawl } from "./comparison.js";
import type { PutFile } from "./growing-file.js";
import { htmlReport } from "./html-report.js";
import { removeStale } from "./stale-files.js";
import { pagesOf } from "./stored-records.js";
import { finalOf, Tables } from "./tables.js";

export type FinishContext = CrawlContext & { readonly state: CrawlState };

/**
 * Ends a run: writes its tables, its sitemap and its reports from what is stored of its pages, which are read one after the
 * other. A run that was stopped has not ended; it writes them when it is taken up and done.
 */
export async function finishedCrawl(context: FinishContext): Promise<void> {
  try {
    if (!context.signal.aborted) await write(context);
  } finally {
    await endReading(context);
  }
}

async function write(context: FinishContext): Promise<void> {
  const { output, state, options, log, clock, signal } = context;
  const put: PutFile = async (path, content, type, { adds = false, last }) => {
    if (adds) output.append(path, content, type);
    else output.file(path, content, type);
    if (!last) await context.checkpoint(`part ${path}`, { kind: "part" });
  };
  const comparison = await compared(context, put);
  const { crawl, session } = state;
  const { frontier, starts } = crawl;
  const tables = new Tables(crawl, put);
  for await (const { page, record } of pagesOf(context, frontier)) await tables.gather(page, record);
  if (tables.pages === 0) return;
  // What all pages say together is known from here on.
  await tables.askForMissing(runWeb(context, session), signal);
  for await (const { page, record } of pagesOf(context, frontier)) await tables.write(page, record);
  await tables.end();
  const facts = tables.result(comparison === undefined ? {} : { comparison });
  const reports: string[] = [];
  if (options.report.includes("json")) {
    reports.push("report.json");
    await put("report.json", `${JSON.stringify(facts, null, 2)}\n`, "application/json", { last: true });
  }
  if (options.report.includes("html")) {
    reports.push("report.html");
    const addresses = starts.flatMap(({ address }) => (address === undefined ? [] : [address]));
    const page = { starts: addresses, at: clock.now().toISOString(), facts, issues: tables.issues() };
    await put("report.html", htmlReport(page), "text/html", { last: true });
  }
  const changes = comparison === undefined ? [] : ["changes.csv"];
  await removeStale(context, [...tables.paths(), ...reports, ...changes]);
  tables.note(log);
  const issues = tables.issues().reduce((sum, { count }) => sum + count, 0);
  const sentence = `${counted(tables.pages, "page")}, ${counted(issues, "issue")}`;
  log.info(`${sentence}${issues === 0 ? "" : "; issues.csv lists them"}.`);
  context.progress({ phase: sentence });
  const waiting = frontier.waiting();
  if (waiting > 0) {
    log.info(`${waiting} addresses were found and not fetched, because maxPages or maxBytes was reached.`);
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
  const { frontier } = state.crawl;
  const last = await LastCrawl.read(context, state.crawl.settings, put);
  if (last === undefined) {
    log.info("There is no earlier crawl of this task to compare with.");
    return undefined;
  }
  for await (const { key, page, record } of pagesOf(context, frontier)) {
    if (!record.resource) await last.compare(key, record, finalOf(frontier, page, record));
  }
  const changes = await last.end();
  await context.checkpoint("changes", { kind: "part", changes });
  return changes;
}
