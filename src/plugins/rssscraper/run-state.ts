import { createHash } from "node:crypto";
import type { ListedFeed } from "../../engines/pages/feeds/opml.js";
import { isPlainObject, type TaskContext, type WebSession, withoutAddressSecrets } from "../../kernel/index.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { PageNames } from "../_kit/page-names.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { earliestDate, templateOf } from "./checks.js";
import { webAddressOf } from "./feed-address.js";
import { type ItemRules, itemRules } from "./item-filter.js";
import type { ItemTemplate } from "./item-template.js";
import type { RssScraperOptions } from "./options.js";
import { Claims, Clusters } from "./stories.js";
import { hasEarlierMemory } from "./task-memory.js";

export type RunContext = TaskContext<RssScraperOptions, "reader", "web" | "folder" | "browser">;
export type LineContext = RunContext & { readonly state: RunState };

/** A feed of the task, as its list of feeds and the republished feed name it. */
export interface KnownFeed extends ListedFeed {
  /** Of the files of its memory. */
  readonly name: string;
  /** The line it is from. */
  readonly line: string;
}

/** As it is written into files, where the tokens of its addresses have no place. */
export function knownFeed(feed: KnownFeed): KnownFeed {
  return { ...feed, line: withoutAddressSecrets(feed.line), url: withoutAddressSecrets(feed.url) };
}

/** What the lines of one run share. */
export interface RunState {
  readonly session: WebSession;
  readonly rules: ItemRules;
  /** Undefined without a template. */
  readonly template: ItemTemplate | undefined;
  /** ISO 639-1; empty for all. */
  readonly languages: ReadonlySet<string>;
  /** ISO 8601; empty for no limit. */
  readonly from: string;
  /** Changes with every setting that decides which items are taken. */
  readonly settings: string;
  readonly names: PageNames;
  readonly claims: Claims;
  readonly clusters: Clusters;
  /** By the name of the feed: how far an earlier attempt at the run or the line came. */
  readonly notes: Map<string, FeedNote>;
  /** The line that has taken a feed on, so that none is read twice, nor by two at once. */
  readonly taken: Map<string, string>;
  readonly feeds: Map<string, KnownFeed>;
  /** What the task remembers may be among its user's files, where earlier versions kept it. */
  readonly hasEarlierMemory: boolean;
}

export interface FeedNote {
  /** Checkpoints so far but that of a failure; the next has this number. */
  readonly parts: number;
  readonly done: boolean;
  readonly failed: boolean;
}

/** Takes up what an earlier attempt at the run has done. */
export async function prepared(context: RunContext): Promise<RunState> {
  const { options, runId } = context;
  const session = webSession(options, runId, options.feedsFile.map(webAddressOf));
  const state: RunState = {
    session,
    rules: itemRules(options),
    template: templateOf(options),
    languages: filteredLanguages(options.languageFilter),
    from: earliestDate(options),
    settings: settingsOf(options),
    names: new PageNames(),
    claims: new Claims(),
    clusters: new Clusters(),
    notes: new Map(),
    taken: new Map(),
    feeds: new Map(),
    hasEarlierMemory: await hasEarlierMemory(context),
  };
  await refuseNoRecording(context);
  noteHowItReads(context);
  await takeUp(context, state);
  return state;
}

async function takeUp(context: RunContext, state: RunState): Promise<void> {
  for await (const { value } of context.checkpoints()) {
    const feed = value["feed"];
    if (!isPlainObject(feed) || typeof feed["name"] !== "string") continue;
    const text = (name: string) => (typeof feed[name] === "string" ? feed[name] : "");
    const name = feed["name"];
    const known = { name, line: text("line"), url: text("url"), title: text("title"), site: text("site") };
    const note = state.notes.get(name);
    const failed = value["failed"] === true;
    const parts = note?.parts ?? 0;
    state.notes.set(name, { parts: failed ? parts : parts + 1, done: value["done"] === true, failed });
    if (!failed) state.feeds.set(name, known);
    state.claims.restore(texts(value["keys"]));
    for (const story of Array.isArray(value["stories"]) ? value["stories"] : []) {
      const [cluster = "", ...words] = texts(story);
      state.clusters.add({ cluster, feed: known.url, words });
    }
    const names = texts(value["names"]);
    for (const [index, id] of texts(value["ids"]).entries()) state.names.restore(names[index] ?? "", id);
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function settingsOf(options: RssScraperOptions): string {
  const { maxItemsPerFeed, maxAgeHours, fromDate, filterInFile, filterOutFile, languageFilter } = options;
  const deciding = [maxItemsPerFeed, maxAgeHours, fromDate, filterInFile, filterOutFile, languageFilter];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("hex").slice(0, 16);
}
