import type { Checkpoint } from "../../kernel/index.js";
import { type DownloadState, downloadState, restoreDownload } from "../_kit/download/download-state.js";
import { lineNumbers } from "../_kit/row-order/line-in-order.js";
import { RowOrder } from "../_kit/row-order/row-order.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { addressLines } from "../_kit/web/logins.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import type { Context } from "./context.js";
import { inputLine, inputLines, webAddressOf } from "./input-line.js";

export interface PageHolder {
  /** Of the page in its line. */
  readonly key: string;
  /** Of the line. */
  readonly number: number;
  /** Resolves when the page is stored or has failed. */
  readonly ended: Promise<void>;
}

/** What all lines of a run share. */
export interface RunState extends DownloadState {
  /** The keys of pages that an earlier attempt at the run has finished, and of those of long lines finished since. */
  readonly finished: Set<string>;
  /** By address, what has it. */
  readonly pages: Map<string, PageHolder>;
  /** By the key of their checkpoint, a mark of the rows of failures that are there. */
  readonly failures: Map<string, string>;
  /** Pages in work at once of one line that names many. */
  readonly workers: number;
  /** By its text, the number of a line among those that were given, counted from 1. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly order: RowOrder;
}

export type LineContext = Context & {
  readonly state: RunState;
  /** Of the line among those of the run. */
  readonly place: number;
  /** Of the line among those that were given, counted from 1. */
  readonly number: number;
};

/** Takes up what an earlier attempt at the run has finished. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, runId, lines } = context;
  const addresses = options.urlsFile.flatMap(webAddressOf);
  const download = downloadState(options, webSession(options, runId, addresses, { cacheHours: options.cacheMaxAge }));
  const state: RunState = {
    ...download,
    finished: new Set(),
    pages: new Map(),
    failures: new Map(),
    workers: Math.max(1, Math.floor(options.concurrency / Math.min(lines.length, options.concurrency))),
    numbers: lineNumbers(inputLines(addressLines(options.urlsFile), options.inputFolder)),
    order: new RowOrder(lines, download.corpus),
  };
  if (lines.some((line) => !/^(file|folder)$/.test(inputLine(line).kind))) {
    await refuseNoRecording(context);
    noteHowItReads(context);
  }
  for await (const checkpoint of context.checkpoints()) restore(checkpoint, state);
  return state;
}

function restore({ key, value }: Checkpoint, state: RunState): void {
  state.finished.add(key);
  state.order.restore(value);
  restoreDownload(value, state, key);
  const { url, mark } = value;
  if (typeof mark === "string") state.failures.set(key, mark);
  if (typeof url !== "string") return;
  const number = Number(value["line"] ?? 0);
  const holder = state.pages.get(url);
  if (holder === undefined || number < holder.number) state.pages.set(url, { key, number, ended: Promise.resolve() });
}
