import { createHash } from "node:crypto";
import { type JsonObject, type ScriptoriumError, shown } from "../../kernel/index.js";
import { lineInOrder } from "../_kit/row-order/line-in-order.js";
import { quotedQuery } from "../_kit/search/quoted.js";
import { rowOf } from "./columns.js";
import type { Found } from "./found.js";
import { rowsOf } from "./found-rows.js";
import type { Work } from "./lines.js";
import type { Context } from "./options.js";
import type { LineContext, LineNote, RunState } from "./preparation.js";
import { searchResults } from "./search-source.js";
import { siteAddresses } from "./site-sources.js";

/** Addresses that are stored in one step, and those where each is fetched. */
const AT_ONCE = 500;
const FETCHED_AT_ONCE = 20;

/** Does one line: what it finds is stored part by part, so that a run that stops goes on behind it. */
export async function findLine(text: string, context: Context & { readonly state: RunState }): Promise<void> {
  const { state } = context;
  const work = state.works.get(text);
  if (work === undefined) throw new Error("a line of another task");
  await lineInOrder(text, state.numbers.get(text) ?? 0, context, {
    work: (place) => find(work, text, { ...context, place }),
    failureRow: (error) => failureRow(state.columns, work, error),
  });
}

/** The row of a line that failed. */
export function failureRow(
  columns: readonly string[],
  { query, source, engines }: Work,
  error: Pick<ScriptoriumError, "message">,
): JsonObject {
  const engine = source === "search" ? engines.join(" ") : source;
  return rowOf(columns, { query: shown(query, 2000), engine, error: error.message });
}

async function find(work: Work, text: string, context: LineContext): Promise<void> {
  const { state, log } = context;
  const line = createHash("sha256").update(text).digest("hex").slice(0, 24);
  const from = state.notes.get(line) ?? { parts: 0, rank: 0 };
  const parts = new Parts(line, work, from, context);
  if (work.source === "search") await findBySearch(work, from, parts, context);
  else await findOnSite(work, from, parts, context);
  state.answered += 1;
  const { rank, unwanted } = parts;
  if (rank === 0) log.warn(`Nothing was found for ${quotedQuery(work.query)}.`, "empty-result");
  else {
    const count = rank === 1 ? "1 address was" : `${rank} addresses were`;
    const left = unwanted === 0 ? "" : `, and patterns and domains of the task leave out ${unwanted} of them`;
    log.info(`${count} found for ${quotedQuery(work.query)}${left}.`);
  }
}

async function findBySearch(work: Work, from: LineNote, parts: Parts, context: LineContext): Promise<void> {
  const { options, log, progress } = context;
  await parts.pass(from.parts);
  let cached = 0;
  for await (const { found, note, isCached } of searchResults(work, from, context)) {
    if (isCached) cached += 1;
    for (const { url, rank } of found) if (!context.state.isWanted(url)) parts.leftOut(rank);
    await parts.put(found, note);
    const wanted = options.resultsPerQuery || note.rank + 1;
    progress({ parts: { done: note.rank, found: Math.max(wanted, note.rank), growing: note.hasMore === true } });
  }
  if (cached > 0) {
    const pages = cached === 1 ? "A page" : `${cached} pages`;
    log.info(`${pages} of results came from an earlier answer, as searchCacheHours allows.`);
  }
}

async function findOnSite(work: Work, from: LineNote, parts: Parts, context: LineContext): Promise<void> {
  const { options, state, log, progress, signal } = context;
  const { source, query } = work;
  if (source === "search") return;
  const isFetched = options.liveCheck || options.fetchHead;
  const size = isFetched ? FETCHED_AT_ONCE : AT_ONCE;
  const most = options.resultsPerQuery === 0 ? Number.POSITIVE_INFINITY : options.resultsPerQuery;
  let rank = 0;
  let wanted = 0;
  let part: Found[] = [];
  const put = async () => {
    if (part.length > 0) await parts.put(part, { rank: part.at(-1)!.rank });
    part = [];
    progress({ parts: { done: rank, found: rank + 1, growing: true } });
  };
  await parts.pass(from.parts);
  if (from.rank > 0) log.info(`The first ${from.rank} addresses are stored already and passed over.`);
  try {
    for await (const named of siteAddresses(source, query, context)) {
      signal.throwIfAborted();
      const isWanted = state.isWanted(named.url);
      if (isWanted && wanted >= most) {
        const says = `${shown(query)} has more than ${most} addresses`;
        log.warn(`${says}. Raise resultsPerQuery, or set it to 0, for the others.`);
        break;
      }
      rank += 1;
      if (isWanted) wanted += 1;
      else parts.leftOut(rank);
      if (!isWanted || rank <= from.rank) continue;
      part.push({ ...named, rank, engine: source });
      if (part.length >= size) await put();
    }
  } catch (error) {
    // What came before the failure stays, and is passed over when the line goes on.
    if (!signal.aborted) await put();
    throw error;
  }
  await put();
}

/** Takes what a line finds, in parts that are stored one after the other. */
class Parts {
  /** Addresses that the source gave. */
  rank: number;
  /** Those of them that patterns and domains leave out. */
  unwanted = 0;
  private index = 0;

  constructor(
    private readonly line: string,
    private readonly work: Work,
    private readonly from: LineNote,
    private readonly context: LineContext,
  ) {
    this.rank = from.rank;
  }

  /** Goes past parts that an earlier attempt has stored, and which need not be asked for again. */
  async pass(count: number): Promise<void> {
    while (this.index < count) await this.put([], {});
  }

  /** The address of a place is not wanted. */
  leftOut(rank: number): void {
    this.rank = Math.max(this.rank, rank);
    this.unwanted += 1;
  }

  async put(found: readonly Found[], note: Partial<LineNote>): Promise<void> {
    const { state } = this.context;
    const index = this.index;
    this.index += 1;
    this.rank = Math.max(this.rank, note.rank ?? 0);
    await state.order.page(this.context.place, this.context, async (place) => {
      if (index < this.from.parts) return;
      const rows = await rowsOf(this.work, found, this.context);
      const noted = { line: this.line, parts: index + 1, ...note } as JsonObject;
      await state.order.put(place, { rows }, { key: `found ${this.line} ${index}`, note: noted }, this.context);
    });
  }
}
