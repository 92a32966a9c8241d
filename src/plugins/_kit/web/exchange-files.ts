import type { BrowserProvider, TaskContext, WebProvider, WebSession } from "../../../kernel/index.js";
import {
  Askings,
  type PutExchange,
  type ReadExchange,
  recordedBrowser,
  recordedWeb,
  replayedBrowser,
  replayedWeb,
} from "./exchanges.js";
import { noRecording, replayedRun, type WebFields } from "./options.js";

/** What is used of a context to keep exchanges with a task, or to read them. */
export type ExchangeContext = Pick<TaskContext<WebFields>, "runId" | "options" | "output" | "checkpoint" | "stored">;

/**
 * The key of the checkpoint that stores exchanges. Its value says how many there are and is of the `kind` `part`: a part
 * of what the run stores, and no note of how far the work is, which plugins pass over.
 */
export const EXCHANGES_KEY = "recorded exchanges";

/** Where a run keeps its exchanges whatever becomes of its lines, by the options that all its contexts share. */
const keepers = new WeakMap<object, ExchangeKeeper>();
/** By session, which all lines of a run share too. */
const askingsOf = new WeakMap<WebSession, Askings>();

/**
 * To be called in `begin`: what is recorded from then on is stored at once with the run, so that it is kept of lines that
 * fail too; else it is put out with the line that asked.
 */
export function prepareExchanges(context: Pick<ExchangeContext, "options"> & Partial<ExchangeContext>): void {
  const { options, output, checkpoint } = context;
  if (!options.recordExchanges || output === undefined || checkpoint === undefined) return;
  keepers.set(options, new ExchangeKeeper(output, checkpoint));
}

/** To be called in `begin`: throws bad-input for a `replayRunId` of which this task has no recording. */
export async function refuseNoRecording({
  options,
  hasStored,
}: Pick<TaskContext<WebFields>, "options" | "hasStored">): Promise<void> {
  const run = replayedRun(options);
  if (run !== undefined && (await hasStored?.(folderOf(run))) === false) throw noRecording(run);
}

/**
 * The web as the settings of a task want it: with `replayRunId` that run's recording in its place, with
 * `recordExchanges` every answer kept as a file of the task, `exchanges/<runId>/<32 hex digits>.json`.
 */
export function exchangedWeb(
  web: WebProvider | undefined,
  context: RecordedContext,
  session: WebSession,
): WebProvider | undefined {
  return exchanged(web, context, session, recordedWeb, replayedWeb);
}

/** The browser as the settings of a task want it, as `exchangedWeb`. */
export function exchangedBrowser(
  browser: BrowserProvider | undefined,
  context: RecordedContext,
  session: WebSession,
): BrowserProvider | undefined {
  return exchanged(browser, context, session, recordedBrowser, replayedBrowser);
}

type RecordedContext = Pick<ExchangeContext, "runId" | "options" | "output" | "stored">;

function exchanged<Provider>(
  provider: Provider | undefined,
  { options, runId, output, stored }: RecordedContext,
  session: WebSession,
  record: (provider: Provider, put: PutExchange, askings: Askings) => Provider,
  replay: (read: ReadExchange, askings: Askings) => Provider,
): Provider | undefined {
  const replayed = replayedRun(options);
  const asked = (isKept?: (name: string) => Promise<boolean>) => {
    const askings = askingsOf.get(session) ?? new Askings(isKept);
    askingsOf.set(session, askings);
    return askings;
  };
  if (replayed !== undefined) return replay((name) => stored(pathOf(replayed, name)), asked());
  if (!options.recordExchanges || provider === undefined) return provider;
  const askings = asked(async (name) => (await stored(pathOf(runId, name))) !== undefined);
  const keeper = keepers.get(options);
  return record(
    provider,
    (name, content) => {
      const path = pathOf(runId, name);
      if (keeper === undefined) output.file(path, content, "application/json");
      else return keeper.keep(path, content);
    },
    askings,
  );
}

/** Stores each exchange when it comes, together with those that came meanwhile. */
class ExchangeKeeper {
  private count = 0;
  private storing: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | undefined;

  constructor(
    private readonly output: ExchangeContext["output"],
    private readonly checkpoint: ExchangeContext["checkpoint"],
  ) {}

  keep(path: string, content: string): Promise<void> {
    this.output.file(path, content, "application/json");
    this.count += 1;
    this.waiting ??= this.storing
      .catch(() => {})
      .then(() => {
        this.waiting = undefined;
        this.storing = this.checkpoint(EXCHANGES_KEY, { kind: "part", count: this.count });
        return this.storing;
      });
    return this.waiting;
  }
}

function pathOf(runId: string, name: string): string {
  return `${folderOf(runId)}/${name}`;
}

function folderOf(runId: string): string {
  return `exchanges/${runId}`;
}
