import { feedLinks, readFeed } from "../../engines/pages/feeds/read-feed.js";
import { runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { failureRow } from "../_kit/download/page-rows.js";
import { ReadAhead } from "../_kit/read-ahead.js";
import { putFailureRows } from "../_kit/row-order/line-in-order.js";
import { sitemapEntries } from "../_kit/sitemaps/sitemap-entries.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { type RunWeb, runWeb } from "../_kit/web/run-web.js";
import type { InputLine } from "./input-line.js";
import { filesOf } from "./local-files.js";
import { putPage } from "./named-once.js";
import type { LineContext } from "./preparation.js";
import { addressOf, finishedKey, type Target } from "./target.js";

/** Most pages of one line. */
const MAX_PAGES = 1000;

interface Failure {
  readonly address: string;
  readonly error: ScriptoriumError;
}

type ListLine = Extract<InputLine, { kind: "sitemap" | "feed" | "folder" }>;

/**
 * Does a line that names many pages: each is stored as soon as it is done, so that a run that stops goes on behind it. Pages
 * that fail are rows at the end of the line, and are tried again when the line is. Throws when none could be had.
 */
export async function downloadMany(text: string, line: ListLine, context: LineContext): Promise<void> {
  const { state, signal, log } = context;
  const targets = new ReadAhead(targetsOf(line, context));
  const failures: Failure[] = [];
  let count = 0;
  let ended = 0;
  let stopped = false;
  const report = () => {
    const parts = { done: ended, found: targets.found, growing: !targets.isWhole };
    context.progress({ phase: `page ${count} of ${shown(text, 40)}`, parts });
  };
  const done = async (target: Target, place: number) => {
    const key = finishedKey(text, target);
    if (state.finished.has(key)) return;
    // Not before there is something to do: what an earlier attempt has done took no time.
    report();
    const error = await putPage(target, key, place, context);
    if (error === undefined) {
      state.finished.add(key);
      return;
    }
    failures.push({ address: addressOf(target), error });
    log.warn(error.message, runCodeOf(error));
  };
  const worker = async () => {
    try {
      for (;;) {
        const next = await targets.next();
        if (next === undefined || stopped) return;
        signal.throwIfAborted();
        count += 1;
        await state.order.page(context.place, context, (place) => done(next, place));
        ended += 1;
        report();
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  };
  try {
    await Promise.all(Array.from({ length: state.workers }, worker));
  } finally {
    targets.close();
  }
  if (count === 0) throw nothingNamed(line);
  await putFailures(failures, text, context);
  if (failures.length === count) throw noneOf(failures, count);
  log.info(`${count - failures.length} of ${count} pages are done, ${failures.length} failed.`);
}

async function putFailures(failures: readonly Failure[], text: string, context: LineContext): Promise<void> {
  const rows = failures.map(({ address, error: { code, message, facts } }) =>
    failureRow(address, { code, message, facts: { ...facts, inputLine: context.number } }),
  );
  await putFailureRows(`failed ${text}`, rows, context);
}

async function* targetsOf(line: ListLine, context: LineContext): AsyncGenerator<Target> {
  if (line.kind === "folder") {
    for (const { path } of await filesOf(line.folder, context)) yield { kind: "file", folder: line.folder, path };
    return;
  }
  const web = runWeb(context, context.state.session);
  const seen = new Set<string>();
  for await (const url of addresses(line.kind, line.url, web, context)) {
    if (seen.has(url)) continue;
    if (seen.size >= MAX_PAGES) {
      context.log.warn(
        `${shown(line.url)} names more than ${MAX_PAGES.toLocaleString("en")} pages, and those behind are left out. Give the sitemaps of its parts as lines of their own, or the addresses.`,
      );
      return;
    }
    seen.add(url);
    yield { kind: "page", url };
  }
}

async function* addresses(
  kind: "sitemap" | "feed",
  url: string,
  web: RunWeb,
  { log }: LineContext,
): AsyncGenerator<string> {
  if (kind === "sitemap") {
    const note = (message: string) => log.warn(message);
    for await (const entry of sitemapEntries(url, web, { maxEntries: 2 * MAX_PAGES, note })) yield entry.url;
    return;
  }
  for (const item of await feedItems(url, web)) if (item.url !== "") yield item.url;
}

/** The items of a feed, or of the first feed that a page names. */
async function feedItems(url: string, web: RunWeb) {
  const { text, url: from } = await web.fetch(url);
  try {
    return (await readFeed(text, from)).items;
  } catch (error) {
    const [named] = feedLinks(text, from);
    if (named === undefined || named === from) throw error;
    const page = await web.fetch(named);
    return (await readFeed(page.text, page.url)).items;
  }
}

function nothingNamed(line: ListLine): ScriptoriumError {
  const name = line.kind === "folder" ? line.folder : line.url;
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `The ${line.kind} ${shown(name)} names no pages. Check the address, or give the addresses of the pages.`,
    { url: shown(name) },
  );
}

function noneOf(failures: readonly Failure[], count: number): ScriptoriumError {
  const lines = failures.map(({ address, error }) => {
    return { line: address, code: runCodeOf(error), message: error.message, facts: error.facts };
  });
  const own = noneFetched(lines, count, "pages");
  const [first] = failures;
  if (own === undefined || first === undefined) throw new Error("nothing failed");
  // What one page answered is not what the line did.
  const { status: _status, ...facts } = first.error.facts;
  return count === 1 ? first.error : new ScriptoriumError(own.code, own.message, facts);
}
