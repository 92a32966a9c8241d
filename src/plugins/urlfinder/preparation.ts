import { addressPatterns } from "../../engines/pages/links/patterns.js";
import { type Relevance, relevanceTo } from "../../engines/pages/relevance.js";
import type { WebSession } from "../../kernel/index.js";
import type { Patience } from "../_kit/archive/persistence.js";
import { type DomainOf, registrableDomains } from "../_kit/registrable-domains.js";
import { lineNumbers } from "../_kit/row-order/line-in-order.js";
import { RowOrder } from "../_kit/row-order/row-order.js";
import { keyFor } from "../_kit/search/dedupe.js";
import { wantedDomains } from "../_kit/search/domains.js";
import { RunSearch } from "../_kit/search/run-search.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { columnsOf } from "./columns.js";
import { FoundFiles, LIST } from "./found-files.js";
import { sourcesOf, type Work, worksOf } from "./lines.js";
import type { Context } from "./options.js";

/** How far a line is that an earlier attempt at the run has begun. */
export interface LineNote {
  /** Parts that are put out. */
  readonly parts: number;
  /** Addresses in them. */
  readonly rank: number;
  /** Of a search: hits that were asked for, and whether a later page has more. */
  readonly offset?: number;
  readonly hasMore?: boolean;
}

export interface RunState {
  readonly session: WebSession;
  readonly works: ReadonlyMap<string, Work>;
  readonly columns: readonly string[];
  readonly found: FoundFiles;
  readonly order: RowOrder;
  readonly failures: Map<string, string>;
  readonly numbers: ReadonlyMap<string, number>;
  /** By the id of a line. */
  readonly notes: Map<string, LineNote>;
  /** Undefined where no line asks an engine. */
  readonly search: RunSearch | undefined;
  readonly patience: Patience;
  readonly domainOf: DomainOf;
  /** Undefined where nothing is looked for. */
  readonly relevance: Relevance | undefined;
  /** Pages in work at once of one line. */
  readonly workers: number;
  /** Lines that came to their end. */
  answered: number;
  /** Addresses that were left out for their score. */
  unlike: number;
  /** Addresses that may not be fetched, by who does not allow it. */
  readonly refused: Record<"server" | "robots", number>;
  isWanted(url: string): boolean;
}

export type LineContext = Context & { readonly state: RunState; readonly place: number };

const BEGUN = "begun";

/** Takes up what an earlier attempt at the run has put out. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, runId, lines, output } = context;
  await refuseNoRecording(context);
  const works = worksOf(options);
  const columns = columnsOf(options);
  const found = new FoundFiles(columns, await keyFor(options.dedupe));
  const order = new RowOrder(lines, found);
  const failures = new Map<string, string>();
  const notes = new Map<string, LineNote>();
  let isBegun = false;
  for await (const { key, value } of context.checkpoints()) {
    isBegun ||= key === BEGUN;
    order.restore(value);
    const { mark, line } = value;
    if (typeof mark === "string") failures.set(key, mark);
    if (typeof line === "string") notes.set(line, value as unknown as LineNote);
  }
  if (isBegun) found.restore((await context.stored(LIST)) ?? new Uint8Array());
  else {
    found.begin(output);
    await context.checkpoint(BEGUN, {});
  }
  const queries = sourcesOf(options).some((source) => source !== "search") ? options.queriesFile : [];
  if (queries.length > 0 || options.liveCheck || options.fetchHead) noteHowItReads(context);
  const query = options.relevanceQuery.trim();
  const included = addressPatterns(options.includePatternsFile, "includePatternsFile");
  const excluded = addressPatterns(options.excludePatternsFile, "excludePatternsFile");
  const isOfDomains = wantedDomains(options);
  return {
    ...{ works, columns, found, order, failures, notes, answered: 0, unlike: 0, refused: { server: 0, robots: 0 } },
    session: webSession(options, runId, queries),
    numbers: lineNumbers([...works.keys()]),
    search: providers.search === undefined ? undefined : new RunSearch(providers.search),
    patience: { spent: false },
    domainOf: await registrableDomains(),
    relevance: query === "" ? undefined : relevanceTo(query),
    workers: Math.max(1, Math.floor(options.concurrency / Math.max(1, Math.min(lines.length, options.concurrency)))),
    isWanted: (url) => isOfDomains(url) && !excluded?.(url) && (included?.(url) ?? true),
  };
}
