import { givenLines } from "../../engines/pages/fields.js";
import { isPlainObject } from "../../kernel/index.js";
import { downloadState } from "../_kit/download/download-state.js";
import { type DomainOf, registrableDomains } from "../_kit/registrable-domains.js";
import { lineNumbers } from "../_kit/row-order/line-in-order.js";
import { RowOrder } from "../_kit/row-order/row-order.js";
import { type KeyOf, keyFor } from "../_kit/search/dedupe.js";
import { wantedDomains } from "../_kit/search/domains.js";
import { RunSearch } from "../_kit/search/run-search.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { collected, downloadOptions, noSearch, resultFormats } from "./checks.js";
import { Downloads } from "./downloads.js";
import { missingKinds } from "./missing-kinds.js";
import type { Context, Kind } from "./options.js";
import { ResultFiles } from "./result-files.js";
import { columnsOf } from "./result-rows.js";

/** How far a keyword is that an earlier attempt at the run has begun. */
export interface LineNote {
  /** Pages of results that are put out. */
  readonly pages: number;
  readonly rank: number;
  readonly hasMore: boolean;
}

/** Addresses of results with their ranks, of one page of a keyword. */
export type PageRanks = readonly (readonly [url: string, rank: number])[];

export interface RunState {
  readonly search: RunSearch;
  readonly kinds: readonly Kind[];
  readonly columns: readonly string[];
  readonly files: ResultFiles;
  readonly order: RowOrder;
  readonly failures: Map<string, string>;
  readonly numbers: ReadonlyMap<string, number>;
  /** By keyword. */
  readonly notes: Map<string, LineNote>;
  /** By keyword, of pages that are put out. */
  readonly ranks: Map<string, PageRanks[]>;
  readonly keyOf: KeyOf | undefined;
  readonly domainOf: DomainOf;
  readonly downloads: Downloads;
  /** Pages in work at once of one keyword. */
  readonly workers: number;
  /** Rows that were put out. */
  count: number;
  /** Keywords that came to their end. */
  answered: number;
  isWanted(url: string): boolean;
}

export type LineContext = Context & { readonly state: RunState; readonly place: number; readonly number: number };

const BEGUN = "begun";

/** Takes up what an earlier attempt at the run has put out. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, runId, lines, output, log } = context;
  if (providers.search === undefined) throw noSearch();
  await refuseNoRecording(context);
  const session = webSession(options, runId, [], { cacheHours: options.cacheMaxAge });
  const download = downloadState(downloadOptions(options), session);
  const columns = columnsOf(options);
  const files = new ResultFiles(columns, resultFormats(options), download.corpus);
  const kinds = collected(options);
  const state: RunState = {
    ...{ kinds, columns, files },
    search: new RunSearch(providers.search),
    order: new RowOrder(lines, files),
    failures: new Map(),
    numbers: lineNumbers(givenLines(options.keywordsFile)),
    notes: new Map(),
    ranks: new Map(),
    keyOf: await keyFor(options.dedupe),
    domainOf: await registrableDomains(),
    downloads: new Downloads(download),
    workers: Math.max(1, Math.floor(options.concurrency / Math.max(1, Math.min(lines.length, options.concurrency)))),
    count: 0,
    answered: 0,
    isWanted: wantedDomains(options),
  };
  let isBegun = false;
  for await (const { key, value } of context.checkpoints()) {
    isBegun ||= key === BEGUN;
    restore(key, value, state);
  }
  if (!isBegun) {
    files.begin(output);
    await context.checkpoint(BEGUN, {});
  }
  for (const says of missingKinds(kinds, options, providers.search)) log.warn(says);
  if (options.downloadPages) noteHowItReads(context);
  return state;
}

function restore(key: string, value: Parameters<RowOrder["restore"]>[0], state: RunState): void {
  state.order.restore(value);
  state.downloads.state.corpus.restore(value);
  const { mark, keyword, ranks, count, downloads } = value;
  if (typeof mark === "string") state.failures.set(key, mark);
  if (typeof keyword !== "string") return;
  state.notes.set(keyword, value as unknown as LineNote);
  state.ranks.set(keyword, [...(state.ranks.get(keyword) ?? []), ranks as unknown as PageRanks]);
  state.count += Number(count);
  if (!Array.isArray(downloads)) return;
  for (const note of downloads) if (isPlainObject(note)) state.downloads.restore(note as typeof value);
}
