import { isPlainObject, type JsonObject, type WebSession } from "../../kernel/index.js";
import { webSession } from "../_kit/web/options.js";
import type { Rendering } from "../_kit/web/page-source.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { folderOf } from "./addresses.js";
import { FOUND, KEPT_ROWS, LAST_ROWS } from "./file-names.js";
import type { Context } from "./options.js";
import { type Reading, readingOf, renderingOf } from "./reading.js";

/** What is known of the rows of the last run: by key, the hash of each column. */
export type LastRows = ReadonlyMap<string, JsonObject>;

export interface RunState {
  readonly session: WebSession;
  readonly reading: Reading;
  /** What is done in the browser; undefined where nothing is asked for that needs one. */
  readonly render: Rendering | undefined;
  /** Undefined where all rows are wanted, and in a first run. */
  readonly last: LastRows | undefined;
  readonly lines: readonly string[];
  /** The keys of lines that have left a checkpoint with their rows. */
  readonly noted: Set<string>;
}

export type LineContext = Context & { readonly state: RunState };

const BEGUN = "begun";

export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, runId, lines, output } = context;
  const addresses = lines.filter((line) => folderOf(line) === undefined);
  if (addresses.length > 0) noteHowItReads(context);
  const seen = await Array.fromAsync(context.checkpoints());
  if (!seen.some(({ key }) => key === BEGUN)) {
    output.file(FOUND, "", "application/jsonl");
    output.remember(KEPT_ROWS, "");
    await context.checkpoint(BEGUN, {});
  }
  return {
    session: webSession(options, runId, addresses),
    reading: readingOf(options),
    render: renderingOf(options),
    last: options.mode === "changes" ? await lastRows(context) : undefined,
    lines,
    noted: new Set(seen.map(({ key }) => key)),
  };
}

async function lastRows({ remembered }: Context): Promise<LastRows | undefined> {
  const bytes = await remembered(LAST_ROWS);
  if (bytes === undefined) return undefined;
  const read: unknown = JSON.parse(Buffer.from(bytes).toString());
  return new Map(isPlainObject(read) ? (Object.entries(read) as [string, JsonObject][]) : []);
}
