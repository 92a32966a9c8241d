import type { WebSession } from "../../kernel/index.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { webSession } from "../_kit/web/options.js";
import type { Rendering } from "../_kit/web/page-source.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { sessionAddresses } from "./addresses.js";
import { DateOrders } from "./date-orders.js";
import { FOUND, KEPT_ROWS } from "./file-names.js";
import { type LastRows, lastRows } from "./last-rows.js";
import type { Context } from "./options.js";
import { lookOf, type Reading, readingOf, renderingOf } from "./reading.js";

export interface RunState {
  readonly session: WebSession;
  readonly reading: Reading;
  /** What is done in the browser; undefined where nothing is asked for that needs one. */
  readonly render: Rendering | undefined;
  readonly look: Rendering;
  /** Undefined where all rows are wanted, and in a first run. */
  readonly last: LastRows | undefined;
  /** In which order the dates of each column are read. */
  readonly orders: DateOrders;
  readonly lines: readonly string[];
  /** The keys of lines that have left a checkpoint with their rows. */
  readonly noted: Set<string>;
}

export type LineContext = Context & { readonly state: RunState };

const BEGUN = "begun";
/** The key of the checkpoint with the orders of dates. */
export const ORDERS = "orders of dates";

export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, runId, lines, output } = context;
  const addresses = sessionAddresses(lines, options);
  if (addresses.length > 0) {
    await refuseNoRecording(context);
    noteHowItReads(context);
  }
  const seen = await Array.fromAsync(context.checkpoints());
  const last = options.mode === "changes" ? await lastRows(context) : undefined;
  if (!seen.some(({ key }) => key === BEGUN)) {
    if (options.mode === "changes" && last === undefined)
      context.log.info("No rows of an earlier run are there to compare with, so that every row is new.");
    output.file(FOUND, "", "application/jsonl");
    output.remember(KEPT_ROWS, "");
    await context.checkpoint(BEGUN, {});
  }
  return {
    session: webSession(options, runId, addresses),
    reading: readingOf(options),
    render: renderingOf(options),
    look: lookOf(options),
    last,
    orders: new DateOrders(seen.find(({ key }) => key === ORDERS)?.value),
    lines,
    noted: new Set(seen.map(({ key }) => key)),
  };
}
