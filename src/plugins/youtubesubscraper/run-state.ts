import { isPlainObject, type JsonObject, type VideoReference, type WebSession } from "../../kernel/index.js";
import { PageNames } from "../_kit/page-names.js";
import { captionFormats, earliestTime, isBuiltIn, sourceOf } from "./checks.js";
import { isAtYouTube } from "./input-line.js";
import type { CaptionFormat, Context } from "./options.js";
import { notedOutcome, type Outcome } from "./outcome.js";
import { isLasting } from "./rows.js";
import { ServiceQueue } from "./service-queue.js";
import { sessionOf } from "./session.js";

/** What all lines of a run share. */
export interface RunState {
  readonly session: WebSession;
  /** Name of the source that is asked. */
  readonly source: string | undefined;
  readonly queue: ServiceQueue;
  readonly formats: readonly CaptionFormat[];
  /** Milliseconds since 1970; undefined for no limit. */
  readonly earliest: number | undefined;
  readonly names: PageNames;
  /** By its text, the number of a line, from 1 on. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By line, the videos of a list that was read before. */
  readonly lists: Map<string, readonly VideoReference[]>;
  /** By `partKey`, what was done in this run before. */
  readonly parts: Map<string, Outcome>;
  /** Lines that have a row of their own failure. */
  readonly failedLines: Set<string>;
  /** Lines of which nothing worked before: all of it is asked for again. */
  readonly hopeless: Set<string>;
  /** By id, what became of a video that a line has taken on. */
  readonly taken: Map<string, { readonly line: string; readonly outcome: Promise<Outcome> }>;
  /** By line, its videos at YouTube: 1 for a list that was not read yet. */
  readonly known: Map<string, number>;
  /** Ids of videos whose answer is known. */
  readonly answered: Set<string>;
}

export type LineContext = Context & { readonly state: RunState };

export function partKey(line: string, id: string): string {
  return `video ${id} of ${line}`;
}

/** Takes up what an earlier attempt at the run has done. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, runId, lines, clock, signal, progress, log } = context;
  const known = new Map(lines.filter(isAtYouTube).map((line) => [line, 1]));
  const answered = new Set<string>();
  const state: RunState = {
    session: sessionOf(options, runId),
    source: sourceOf(options, providers.video),
    queue: new ServiceQueue({
      ...{ clock, signal, maxRests: options.maxRetries },
      tally: () => ({ done: answered.size, known: [...known.values()].reduce((sum, count) => sum + count, 0) }),
      wait: (wait) => progress({ wait, blocked: 1 }),
      warn: (message) => log.warn(message, "blocked"),
    }),
    formats: captionFormats(options),
    earliest: earliestTime(options),
    names: new PageNames(),
    numbers: new Map(lines.map((line, index) => [line, index + 1])),
    ...{ lists: new Map(), parts: new Map(), failedLines: new Set(), hopeless: new Set(), taken: new Map() },
    ...{ known, answered },
  };
  if (known.size > 0) noteHowItAsks(context);
  for await (const { key, value } of context.checkpoints()) restore(key, value, state);
  return state;
}

async function watchWaits({ providers, runId, progress }: Context): Promise<void> {
  await providers.web?.watch?.(runId, (wait) => progress({ wait }));
}

function noteHowItAsks(context: Context): void {
  const { options, providers, log } = context;
  // A provider in a process of its own shows no waits.
  watchWaits(context).catch(() => {});
  if (!isBuiltIn(options, providers.video)) return;
  if (options.respectRobots) {
    log.info(
      'This task keeps to the robots.txt of YouTube, which forbids programs to fetch captions, further pages of lists and searches. Set respectRobots to false if you may fetch them, or set provider to "yt-dlp" where the server has it.',
    );
  } else {
    log.warn(
      "respectRobots is off: this run fetches captions although the robots.txt of YouTube forbids that to programs.",
      "robots",
    );
  }
}

function restore(key: string, value: JsonObject, state: RunState): void {
  const { line, id, status, name, videos, hopeless, row } = value;
  if (typeof line !== "string" || !state.numbers.has(line)) return;
  if (Array.isArray(videos)) {
    const list = videos.filter(isPlainObject) as unknown as VideoReference[];
    state.lists.set(line, list);
    state.known.set(line, list.length);
  } else if (typeof id === "string") {
    if (typeof name === "string") state.names.restore(name, id);
    const outcome = notedOutcome(value);
    state.parts.set(key, outcome);
    if (!isLasting(status)) return;
    state.answered.add(id);
    state.taken.set(id, { line, outcome: Promise.resolve(outcome) });
  } else {
    if (isPlainObject(row)) state.failedLines.add(line);
    if (hopeless === true) state.hopeless.add(line);
    else state.hopeless.delete(line);
  }
}
