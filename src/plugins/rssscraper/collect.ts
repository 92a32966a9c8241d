import { languageOf } from "../../engines/language.js";
import { languageCode } from "../../engines/language-codes.js";
import type { Feed } from "../../engines/pages/feeds/feed.js";
import { type JsonObject, shown, withoutAddressSecrets } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import type { FetchedFeed } from "../_kit/feeds/feed-at.js";
import { listOf } from "./feed-address.js";
import { fetchedFeed } from "./feed-source.js";
import { type IdentifiedItem, identified } from "./identity.js";
import { earlierMemoryName, type FeedMemory, KnownItems, memoryName, readMemory, writeMemory } from "./memory.js";
import { newestOf, readNewest } from "./published.js";
import { type PutItem, putItem } from "./put-item.js";
import { type KnownFeed, knownFeed, type LineContext } from "./run-state.js";
import { dropEarlier, keep, newestOfFeed, recalled } from "./task-memory.js";

/** Items that are stored at once: fewer where each takes long. */
const BATCH = 200;
const BATCH_OF_PAGES = 5;
const DAY_MS = 86_400_000;
/** Texts shorter than this say little of their language; then the feed is believed. */
const TELLING_TEXT = 200;

/**
 * Puts out what a feed has for the task. Items are stored some at a time, each lot together with the memory of the feed: an
 * item is remembered exactly when its row is stored. Throws when the feed cannot be read; what it put out before stays.
 */
export async function collectFeed(address: string, line: string, listed: string, context: LineContext): Promise<void> {
  const { options, state, log, clock } = context;
  const name = memoryName(address);
  if (state.notes.get(name)?.done) return;
  // A line that is tried again comes to a feed that it has taken on itself.
  if ((state.taken.get(name) ?? line) !== line) {
    log.info(`${shown(address)} is in the task more than once and is read once.`);
    return;
  }
  state.taken.set(name, line);
  const memory = readMemory(await storedMemory(name, address, context));
  const conditional = options.onlyNew && memory.settings === state.settings;
  const fetched = await fetchedFeed(address, memory, conditional, context);
  const { title, site } = fetched.feed ?? memory;
  const known = knownFeed({ name, line, url: fetched.url, title: title || listed, site });
  state.feeds.set(name, known);
  if (fetched.feed === undefined) {
    log.info(`${shown(address)} has not changed since it was last read.`);
    warnIfQuiet(address, memory.lastNew, context);
    await finishFeed(known, false, context);
    return;
  }
  const all = identified(fetched.feed.items, name);
  if (all.length === 0) {
    log.warn(`${shown(address)} is a feed without items. See whether its site still writes there.`, "empty-result");
  }
  const items = new KnownItems(memory);
  const wanted = chosen(all, context);
  const fresh = options.onlyNew ? wanted.filter((item) => items.get(item) === undefined || items.isOpen(item)) : wanted;
  const lastNew = newestDate(all, memory, items, clock.now());
  const report = (done: number, found: number) => {
    // Of a list of feeds these are the parts.
    if (listOf(line) === undefined) context.progress({ phase: "items", parts: { done, found } });
  };
  const tally = { put: 0, failed: 0, open: 0 };
  const run: FeedRun = {
    address,
    name,
    known,
    feed: fetched.feed,
    memory,
    items,
    all,
    fetched,
    lastNew,
    tally,
    report,
  };
  await putAll(fresh, run, context);
  const count = tally.put;
  if (all.length > 0 && count === 0) log.info(nothingPut(shown(address), all.length, wanted.length));
  if (count > 0) log.info(`${shown(address)}: ${counted(count, "item")} of ${all.length}.`);
  warnOfFailures(run, context);
  warnIfQuiet(address, lastNew, context);
  storeMemory(run, true, context);
  await finishFeed(known, false, context);
}

function nothingPut(address: string, count: number, wanted: number): string {
  const items = counted(count, "item");
  return count > 0 && wanted === 0
    ? `${address} has ${items}, none of which fits the filters, dates and languages that are set.`
    : `${address} has nothing new among its ${items}.`;
}

/** Notes that a feed of a list could not be read, together with its row. */
export async function noteFailed(address: string, line: string, context: LineContext): Promise<void> {
  const name = memoryName(address);
  await finishFeed(knownFeed({ name, line, url: address, title: "", site: "" }), true, context);
}

interface FeedRun {
  /** As it was given. */
  readonly address: string;
  readonly name: string;
  readonly known: KnownFeed;
  readonly feed: Feed;
  readonly memory: FeedMemory;
  readonly items: KnownItems;
  readonly all: readonly IdentifiedItem[];
  readonly fetched: FetchedFeed;
  readonly lastNew: string;
  /** Items that were put out, those whose page failed, and of them those that are tried again. */
  readonly tally: { put: number; failed: number; open: number };
  /** Says how many of the items to put out are done. */
  report(done: number, found: number): void;
}

async function putAll(fresh: readonly IdentifiedItem[], run: FeedRun, context: LineContext): Promise<void> {
  const { claims } = context.state;
  const { content, downloadImages } = context.options;
  const size = downloadImages || content === "fulltext" || content === "selector" ? BATCH_OF_PAGES : BATCH;
  let count = 0;
  for (let left = fresh; left.length > 0; ) {
    const { mine, theirs } = claims.claim(left);
    let at = 0;
    try {
      for (; at < mine.length; at += size) {
        const batch = mine.slice(at, at + size);
        await putBatch(batch, run, context, (item) => run.report(count + at + item, fresh.length));
        claims.stored(batch);
      }
    } finally {
      claims.letGo(mine.slice(at));
    }
    count += mine.length;
    const dropped: IdentifiedItem[] = [];
    for (const item of theirs) {
      if (await claims.wasStored(item)) run.items.add(item, "", run.items.get(item)?.failures);
      else dropped.push(item);
    }
    left = dropped;
  }
}

async function putBatch(
  batch: readonly IdentifiedItem[],
  run: FeedRun,
  context: LineContext,
  begins: (item: number) => void,
): Promise<void> {
  const { options, output, signal } = context;
  /** What is old is among the rows already, with the text of the feed. */
  const put: { readonly item: IdentifiedItem; readonly made: PutItem; readonly isOld: boolean }[] = [];
  for (const item of batch) {
    begins(put.length);
    const made = await putItem(item, run.feed, run.items.get(item)?.name ?? "", context);
    put.push({ item, made, isOld: options.onlyNew && run.items.isOpen(item) && made.failed !== undefined });
  }
  const fresh = put.flatMap(({ made, isOld }) => (isOld ? [] : [made]));
  const isPublished = options.publishFeed !== "none";
  const stored = isPublished ? readNewest(await recalled(context, newestOfFeed(run.name))) : [];
  signal.throwIfAborted();
  // From here to the checkpoint nothing is waited for: what is stored is all of the lot or nothing of it, although other
  // feeds of a list put out theirs at the same time.
  for (const { row, files } of fresh) {
    output.row(row);
    for (const { path, content, type } of files) output.file(path, content, type);
  }
  for (const { item, made } of put) {
    if (made.failed === "passing") run.items.addFailed(item, made.name);
    else run.items.add(item, made.name);
    if (made.failed === undefined) continue;
    run.tally.failed += 1;
    if (run.items.isOpen(item)) run.tally.open += 1;
  }
  run.tally.put += fresh.length;
  storeMemory(run, false, context);
  if (isPublished) {
    const items = newestOf([...fresh.map(({ published }) => published), ...stored], options.publishItems);
    keep(context, newestOfFeed(run.name), JSON.stringify(items), context.state.hasEarlierMemory);
  }
  await note(run.known, context, {
    done: false,
    keys: batch.flatMap(({ everywhere }) => everywhere),
    ids: put.map(({ made }) => made.id),
    names: put.map(({ made }) => made.name),
    ...(options.clusterStories ? { stories: fresh.map(({ story }) => [story.cluster, ...story.words]) } : {}),
  });
}

function storeMemory(run: FeedRun, whole: boolean, context: LineContext): void {
  const { options, state } = context;
  const { address, fetched, items, lastNew, memory, name } = run;
  const found = fetched.url === address ? "" : fetched.url;
  // What a page says where its feed is may hold a token, which stays out of files: then the page is asked again.
  const isKept = withoutAddressSecrets(found) === found;
  const isWhole = whole && isKept && !(options.onlyNew && items.hasOpen(run.all));
  const next: FeedMemory = {
    found: isKept ? found : "",
    title: run.feed.title,
    site: run.feed.site,
    // Only when nothing is left to take may the next run be content with "not changed".
    etag: isWhole ? fetched.etag : "",
    lastModified: isWhole ? fetched.lastModified : "",
    settings: whole ? state.settings : "",
    lastNew,
    items: items.kept(options.rememberItems, run.all),
  };
  if (whole && writeMemory(next) === writeMemory(memory)) return;
  keep(context, name, writeMemory(next), state.hasEarlierMemory);
  const earlier = earlierMemoryName(address);
  if (earlier !== undefined && state.hasEarlierMemory) dropEarlier(context, earlier);
}

/** Those that the settings let through, the newest first, and no more than asked for. */
function chosen(all: readonly IdentifiedItem[], { options, state, clock }: LineContext): IdentifiedItem[] {
  const oldest = options.maxAgeHours > 0 ? clock.now().getTime() - options.maxAgeHours * 3_600_000 : 0;
  const from = Math.max(oldest, state.from === "" ? 0 : Date.parse(state.from));
  const fitting = all.filter((entry) => {
    const date = dateOf(entry);
    // Nothing shows that one without a date is too old.
    if (date !== "" && Date.parse(date) < from) return false;
    return state.rules.wanted(entry) && isInLanguage(entry, state.languages);
  });
  const dated = fitting.every((entry) => dateOf(entry) !== "");
  const ordered = dated
    ? fitting.toSorted((one, other) => Date.parse(dateOf(other)) - Date.parse(dateOf(one)))
    : fitting;
  return options.maxItemsPerFeed > 0 ? ordered.slice(0, options.maxItemsPerFeed) : ordered;
}

/** One whose language cannot be determined is kept. */
function isInLanguage({ item, text }: IdentifiedItem, languages: ReadonlySet<string>): boolean {
  if (languages.size === 0) return true;
  const read = text.length >= TELLING_TEXT ? languageOf(text) : "";
  const language = read || languageCode(item.language) || languageOf(text);
  return language === "" || languages.has(language);
}

function dateOf({ item }: IdentifiedItem): string {
  return item.published || item.updated;
}

/** When the feed had something new: the date of its newest item, or now when one is new that bears no date. */
function newestDate(all: readonly IdentifiedItem[], memory: FeedMemory, items: KnownItems, now: Date): string {
  const today = now.toISOString();
  const dates = all.map((entry) => dateOf(entry) || (items.get(entry) === undefined ? today : ""));
  // A feed that was never read before and holds nothing is quiet from now on.
  return [...dates.filter((date) => date <= today), memory.lastNew].reduce((a, b) => (a > b ? a : b), "") || today;
}

/** Of items that have the text of the feed in place of that of their page. */
function warnOfFailures({ address, tally: { put, failed, open } }: FeedRun, { log, options }: LineContext): void {
  if (failed === 0) return;
  const pages = `${failed === 1 ? "The page of 1 item" : `The pages of ${failed} items`} of ${shown(address)}`;
  const next =
    options.onlyNew && open > 0
      ? ` ${open === failed ? (open === 1 ? "It is" : "They are") : `${open} of them ${open === 1 ? "is" : "are"}`} tried again in the next run.`
      : "";
  const why = put === 0 ? "" : " The rows say why.";
  log.warn(
    `${pages} could not be read, and the text of the feed is in ${failed === 1 ? "its" : "their"} place.${why}${next}`,
  );
}

function warnIfQuiet(address: string, lastNew: string, { options, clock, log }: LineContext): void {
  if (options.quietDays === 0 || lastNew === "") return;
  const days = Math.floor((clock.now().getTime() - Date.parse(lastNew)) / DAY_MS);
  if (days < options.quietDays) return;
  log.warn(
    `${shown(address)} has had nothing new for ${days} days. See whether its site still writes there.`,
    "quiet-feed",
  );
}

async function finishFeed(known: KnownFeed, failed: boolean, context: LineContext): Promise<void> {
  await note(known, context, { done: true, failed });
}

async function note(known: KnownFeed, { state, checkpoint }: LineContext, more: JsonObject): Promise<void> {
  const { parts = 0, failed: hadFailed = false } = state.notes.get(known.name) ?? {};
  const failed = more["failed"] === true;
  // The row of a failure goes with the next note, which has the same key.
  await checkpoint(`${known.name}/${parts}`, { feed: { ...known }, ...more }, { replacesRows: failed || hadFailed });
  state.notes.set(known.name, { parts: failed ? parts : parts + 1, done: more["done"] === true, failed });
}

async function storedMemory(name: string, address: string, context: LineContext): Promise<Uint8Array | undefined> {
  const earlier = earlierMemoryName(address);
  return (await recalled(context, name)) ?? (earlier === undefined ? undefined : recalled(context, earlier));
}
