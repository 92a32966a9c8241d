import { type ListedFeed, readOpml } from "../../engines/pages/feeds/opml.js";
import { MAX_FEED_BYTES } from "../../engines/pages/feeds/read-feed.js";
import { type JsonObject, runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { runWeb } from "../_kit/web/run-web.js";
import { collectFeed, noteFailed } from "./collect.js";
import { addressOf, listOf } from "./feed-address.js";
import { fileText } from "./feed-source.js";
import { memoryName } from "./memory.js";
import type { FeedNote, LineContext, RunState } from "./run-state.js";

/** A line is a feed, a site that names one, or a list of feeds. */
export async function readLine(line: string, context: LineContext): Promise<void> {
  const list = listOf(line);
  if (list === undefined) await collectFeed(addressOf(line), line, "", context);
  else await collectList(list, line, context);
}

/** Several feeds at once, as the lines of a run are. */
async function collectList(list: string, line: string, context: LineContext): Promise<void> {
  const { state, options } = context;
  const feeds = await listedFeeds(list, context);
  if (context.attempt > 1) reopenFailed(feeds, state);
  const noted = (url: string): Partial<FeedNote> => state.notes.get(memoryName(url)) ?? {};
  let ended = feeds.filter(({ url }) => noted(url).done).length;
  const report = () => context.progress({ phase: "feeds", parts: { done: ended, found: feeds.length } });
  report();
  let failed = feeds.filter(({ url }) => noted(url).done && noted(url).failed).length;
  const open = feeds.filter(({ url }) => !noted(url).done).values();
  let last: ScriptoriumError | undefined;
  let broken = false;
  const worker = async () => {
    for (const { url, title } of open) {
      // What ends one of them ends the line.
      if (broken) return;
      try {
        const problem = await collectListed(url, title, line, context);
        ended += 1;
        report();
        if (problem === undefined) continue;
        failed += 1;
        last = problem;
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: options.concurrency }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  if (failed < feeds.length) return;
  const why = last === undefined ? "Their rows say why." : `The last: ${last.message}`;
  throw new ScriptoriumError(
    last?.code ?? "PAGE_UNREADABLE",
    `None of the ${feeds.length} feeds of ${shown(list)} could be fetched. ${why}`,
    // They were tried; trying all of them again at once would help none.
    { ...last?.facts, passing: false },
    { cause: last },
  );
}

/** Feeds that failed are tried again when their line is. */
function reopenFailed(feeds: readonly ListedFeed[], { notes }: RunState): void {
  for (const { url } of feeds) {
    const name = memoryName(url);
    const note = notes.get(name);
    if (note?.failed) notes.set(name, { ...note, done: false });
  }
}

/** Why one feed of a list could not be read, when it could not; its row says so too. */
async function collectListed(
  url: string,
  title: string,
  line: string,
  context: LineContext,
): Promise<ScriptoriumError | undefined> {
  try {
    await collectFeed(url, line, title, context);
    return undefined;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!ScriptoriumError.is(error) || error.code === "PROVIDER_MISSING" || error.code.startsWith("STORAGE"))
      throw error;
    context.log.warn(error.message, runCodeOf(error));
    context.output.row(failedRow(url, error.message));
    await noteFailed(url, line, context);
    return error;
  }
}

/** The row of a feed that could not be read. */
export function failedRow(feed: string, error: string): JsonObject {
  return {
    feed: shown(feed),
    guid: "",
    title: "",
    url: "",
    author: "",
    date: "",
    categories: [],
    words: 0,
    image: "",
    file: "",
    status: "failed",
    error,
    cluster: "",
    rendered: "",
  };
}

async function listedFeeds(list: string, context: LineContext): Promise<ListedFeed[]> {
  if (!/^https?:/i.test(list)) return readOpml(await fileText(list, context), list);
  const web = runWeb(context, context.state.session);
  const page = await web.fetch(list, { maxBytes: MAX_FEED_BYTES });
  return readOpml(page.text, page.url);
}
