import { type JsonObject, ScriptoriumError, shown, type VideoReference } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import { noVideoProvider } from "./checks.js";
import { targetOf } from "./input-line.js";
import { countedReasons, leftOut } from "./left-out.js";
import { scrapeFile } from "./local-file.js";
import { callOf, scrapeVideo } from "./one-video.js";
import { codeOf, type Outcome, ofLine, type RowPlace } from "./outcome.js";
import { failureRow, isLasting } from "./rows.js";
import { type LineContext, partKey } from "./run-state.js";

/** Of a list this many times as many videos are read as are wanted, where the options leave some out. */
const SPARE = 10;
const MOST_LISTED = 20_000;
/** Old videos in a row of a channel, which shows its newest first, behind which none is asked for. */
const OLD_IN_ROW = 3;

type Failed = Extract<Outcome, { kind: "failed" }>;

/** Does a line: a caption file, a video, or the videos of a channel, playlist or search. */
export async function scrapeLine(line: string, context: LineContext): Promise<void> {
  try {
    await scrapeTarget(line, context);
  } catch (error) {
    if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
    throw ofLine(error);
  }
  if (context.state.failedLines.delete(line)) await noteLine(line, {}, undefined, context);
}

async function scrapeTarget(line: string, context: LineContext): Promise<void> {
  const { state } = context;
  const number = state.numbers.get(line) ?? 0;
  let videos: readonly VideoReference[];
  try {
    const target = targetOf(line);
    if (target.kind === "file") return await scrapeFile(target, line, [number, 0], context);
    if (target.kind === "video") videos = [{ id: target.id }];
    else videos = await listed(target, line, context);
  } catch (error) {
    if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
    // Stored although the line fails, and instead of that of an earlier attempt at it.
    await noteLine(line, {}, failureRow(line, error), context);
    throw error;
  }
  await scrapeVideos(videos, line, number, context);
}

/** The videos of a list as they were when the run first read it. */
async function listed(
  { kind, of }: { readonly kind: "channel" | "playlist" | "search"; readonly of: string },
  line: string,
  context: LineContext,
): Promise<readonly VideoReference[]> {
  const { state, options, providers, progress, checkpoint } = context;
  const known = state.lists.get(line);
  if (known !== undefined) return known;
  const provider = providers.video;
  if (provider === undefined) throw noVideoProvider();
  progress({ phase: "list" });
  const { maxVideos, minDuration, maxDuration } = options;
  const leavesOut = minDuration > 0 || maxDuration > 0 || state.earliest !== undefined;
  const limit = leavesOut ? Math.max(maxVideos, Math.min(maxVideos * SPARE, MOST_LISTED)) : maxVideos;
  const videos = await state.queue.ask(() => provider.list({ kind, of }, { ...callOf(context), limit }));
  state.lists.set(line, videos);
  await checkpoint(`list ${line}`, { line, videos: videos.map((video) => ({ ...video })) });
  return videos;
}

async function scrapeVideos(
  videos: readonly VideoReference[],
  line: string,
  number: number,
  context: LineContext,
): Promise<void> {
  const { state, options, progress, log, signal } = context;
  const isList = targetOf(line).kind !== "video";
  const found = Math.min(videos.length, options.maxVideos);
  state.known.set(line, found);
  let ok = 0;
  let oldInRow = 0;
  const failures: Failed[] = [];
  const out: string[] = [];
  for (const [index, video] of videos.entries()) {
    signal.throwIfAborted();
    const used = ok + failures.length;
    if (used >= options.maxVideos) break;
    if (isList) progress({ phase: "captions", parts: { done: used, found: Math.max(found, used + 1) } });
    const outcome = await once(video, line, [number, index], context);
    if (outcome.kind === "left out") out.push(outcome.why);
    else if (outcome.kind === "ok") ok += 1;
    else failures.push(outcome);
    oldInRow = outcome.kind === "left out" && outcome.why === "too old" ? oldInRow + 1 : 0;
    if (outcome.kind === "failed" && isList) log.warn(outcome.error.message, codeOf(outcome.error));
    if (oldInRow >= OLD_IN_ROW && targetOf(line).kind === "channel") break;
  }
  state.known.set(line, ok + failures.length);
  if (out.length > 0) log.info(`${shown(line)}: ${counted(out.length, "video")} left out (${countedReasons(out)}).`);
  if (videos.length === 0) log.warn(`${shown(line)} lists no videos. Check it.`, "empty-result");
  if (ok > 0 || failures.length === 0) {
    if (isList) log.info(`${shown(line)}: captions of ${ok} of ${counted(ok + failures.length, "video")}.`);
    return;
  }
  await noteLine(line, { hopeless: true }, undefined, context);
  throw isList ? noneOf(line, failures) : failures[0]!.error;
}

/** What became of a video in this run, or becomes of it now: it is asked for once, whichever lines name it. */
async function once(video: VideoReference, line: string, place: RowPlace, context: LineContext): Promise<Outcome> {
  const { state, options, log } = context;
  const taken = state.taken.get(video.id);
  if (taken !== undefined && taken.line !== line) {
    log.info(`${shown(video.id)} is in the task more than once and is read once.`);
    return await taken.outcome;
  }
  const before = state.parts.get(partKey(line, video.id));
  if (before?.kind === "ok") return before;
  if (before?.kind === "failed" && isLasting(before.status) && !state.hopeless.has(line)) return before;
  const why = leftOut(video, options, state.earliest);
  if (why !== undefined) return { kind: "left out", why };
  const outcome = scrapeVideo(video, line, place, context);
  // Another line may wait for it, or none.
  outcome.catch(() => {});
  state.taken.set(video.id, { line, outcome });
  const came = await outcome;
  state.answered.add(video.id);
  return came;
}

/** Stores a row of the line itself, or takes it back. */
async function noteLine(
  line: string,
  facts: JsonObject,
  row: JsonObject | undefined,
  { state, output, checkpoint }: LineContext,
): Promise<void> {
  if (row !== undefined) {
    output.row(row);
    state.failedLines.add(line);
  }
  const place = [state.numbers.get(line) ?? 0, 0];
  await checkpoint(`line ${line}`, { line, place, ...facts, ...(row && { row }) }, { replacesRows: true });
}

function noneOf(line: string, failures: readonly Failed[]): ScriptoriumError {
  const byStatus = [...Map.groupBy(failures, ({ status }) => status).values()];
  const most = byStatus.reduce((found, each) => (each.length > found.length ? each : found));
  const reasons = countedReasons(failures.map(({ status }) => status));
  return new ScriptoriumError(
    codeOf(most[0]!.error),
    `None of the ${counted(failures.length, "video")} of ${shown(line)} gave captions (${reasons}). ${most[0]!.error.message}`,
    { reason: most[0]!.status },
  );
}
