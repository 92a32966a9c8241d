import type { WebSession } from "../../kernel/index.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { Crawl } from "./crawl.js";
import { crawlSettings } from "./crawl-settings.js";
import type { CrawlContext } from "./options.js";
import type { CrawlRecord } from "./record.js";
import { startsOf } from "./starts.js";

/** What the lines of a run share. */
export interface CrawlState {
  readonly crawl: Crawl;
  readonly session: WebSession;
  /** Numbers of the lines. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Makes a run ready: with what an interrupted attempt at it has done, so that nothing of that is fetched again. */
export async function begunCrawl(context: CrawlContext & { readonly lines: readonly string[] }): Promise<CrawlState> {
  const { options, runId, lines, log } = context;
  // Pauses that a site asks for are kept here, where other pages can go on meanwhile.
  const session = webSession(options, runId, options.startUrlsFile, {
    maxRetryAfterMs: 0,
    perHost: options.concurrency,
  });
  const settings = await crawlSettings(options);
  await refuseNoRecording(context);
  noteHowItReads(context);
  const crawl = new Crawl(settings, startsOf(lines, settings), context);
  let known = 0;
  for await (const { key, value } of context.checkpoints()) {
    const record = value as unknown as CrawlRecord;
    if (record.kind === "part") continue;
    if (record.kind === "page") known += 1;
    crawl.recall(key, record);
  }
  if (known > 0) log.info(`The crawl goes on: ${known} pages are done already.`);
  return { crawl, session, lines: new Map(lines.map((line, number) => [line, number])) };
}
