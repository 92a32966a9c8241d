import type { Checkpoint, JsonObject, MapsProvider, ScriptoriumError, WebSession } from "../../kernel/index.js";
import type { OrderedState } from "../_kit/row-order/line-in-order.js";
import { lineNumbers } from "../_kit/row-order/line-in-order.js";
import { RowOrder } from "../_kit/row-order/row-order.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads, runWeb } from "../_kit/web/run-web.js";
import { type Asked, askedReader, inputLines } from "./asked.js";
import { isOfSaved, NO_EMAILS_COLUMN, regionOf, sourceOf } from "./checks.js";
import { looksForEmails, wantedColumns } from "./columns.js";
import { type MailSearch, mailSearch } from "./emails.js";
import { beginFound, foundSoFar, KeptRows } from "./kept-rows.js";
import type { Context } from "./options.js";
import { savedSource } from "./saved-source.js";

/** What all lines of a run share. */
export interface RunState extends OrderedState {
  readonly maps: Pick<MapsProvider, "places">;
  /** The source by its name at the provider; undefined for the first. */
  readonly source: string | undefined;
  readonly region: ReturnType<typeof regionOf>;
  asked(line: string): Asked;
  readonly rows: KeptRows;
  /** By the key of its checkpoint, what is noted of a part of an area that was searched. */
  readonly searched: Map<string, JsonObject>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly session: WebSession;
  /** What has to stand beside the data. */
  readonly attributions: Set<string>;
  /** Sentences that were said before. */
  readonly said: Set<string>;
  /** Why no further line need ask: the key is refused, or the allowance used up. */
  over: ScriptoriumError | undefined;
  mails: MailSearch | undefined;
}

export type LineContext = Context & { readonly state: RunState };

const BEGUN = "begun";

/** Takes up what an earlier attempt at the run has found. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, runId, lines } = context;
  const source = sourceOf(options, providers);
  const rows = new KeptRows(wantedColumns(options.columns));
  const session = webSession(options, runId, []);
  const state: RunState = {
    // Without a provider the run was refused.
    maps: source.kind === "folder" ? savedSource(source.folder, context) : providers.maps!,
    source: source.kind === "folder" ? undefined : source.name,
    region: regionOf(options),
    asked: askedReader(options, { isSaved: isOfSaved(source) }),
    rows,
    order: new RowOrder(lines, rows),
    failures: new Map(),
    searched: new Map(),
    numbers: lineNumbers(inputLines(options)),
    session,
    attributions: new Set(),
    said: new Set(),
    over: undefined,
    mails: undefined,
  };
  if (looksForEmails(options)) {
    await refuseNoRecording(context);
    noteHowItReads(context);
  } else if (options.findEmails) context.log.warn(NO_EMAILS_COLUMN);
  let isFirst = true;
  for await (const checkpoint of context.checkpoints()) {
    isFirst = false;
    restore(checkpoint, state);
  }
  if (isFirst) {
    beginFound(context);
    await context.checkpoint(BEGUN, {});
  } else rows.restore(await foundSoFar(context));
  return state;
}

function restore({ key, value }: Checkpoint, state: RunState): void {
  state.order.restore(value);
  const { mark, attribution } = value;
  if (typeof mark === "string") state.failures.set(key, mark);
  if (typeof attribution === "string" && attribution !== "") state.attributions.add(attribution);
  if (Array.isArray(value["ids"])) state.searched.set(key, value);
}

/** The search for mail addresses, one for all lines of the run. */
export function mailsOf(context: LineContext): MailSearch {
  const { state, options } = context;
  state.mails ??= mailSearch(runWeb(context, state.session), options);
  return state.mails;
}
