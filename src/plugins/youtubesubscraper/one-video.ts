import {
  type CaptionFile,
  isPlainObject,
  type JsonObject,
  ScriptoriumError,
  shown,
  type Video,
  type VideoCall,
  type VideoReference,
} from "../../kernel/index.js";
import { type CaptionFacts, captionFiles } from "./caption-files.js";
import { noVideoProvider } from "./checks.js";
import { type ChosenTrack, chosenTrack } from "./choose-track.js";
import { type LeftOut, leftOut } from "./left-out.js";
import type { Outcome, RowPlace } from "./outcome.js";
import { failureRow, okRow, statusOf } from "./rows.js";
import { type LineContext, partKey } from "./run-state.js";
import { type Transcript, transcriptOf } from "./transcript.js";

interface Read {
  readonly video: Video;
  readonly chosen: ChosenTrack;
  readonly file: CaptionFile;
}

/**
 * Reads the captions of a video and stores what came of it: its files and its row. Throws what concerns more than this video,
 * with the row of the video stored.
 */
export async function scrapeVideo(
  ref: VideoReference,
  line: string,
  place: RowPlace,
  context: LineContext,
): Promise<Outcome> {
  const { state, options, signal } = context;
  let found: Video | undefined;
  try {
    const read = await state.queue.ask(() => readVideo(ref.id, context, (video) => (found = video)));
    if ("why" in read) return { kind: "left out", why: read.why };
    await putCaptions(read, line, place, context);
    return { kind: "ok" };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!ScriptoriumError.is(thrown) || thrown.code.startsWith("STORAGE")) throw thrown;
    const error = asVideoFailure(thrown, ref.id);
    const row = failureRow(ref.id, error, { ...ref, ...known(thrown.facts["about"]), ...found });
    await put(line, ref.id, place, row, "", context);
    if (state.queue.closed !== undefined) throw error;
    return { kind: "failed", status: statusOf(error), error };
  }

  async function readVideo(
    id: string,
    { providers }: LineContext,
    note: (video: Video) => void,
  ): Promise<Read | { readonly why: LeftOut }> {
    const { video: provider } = providers;
    if (provider === undefined) throw noVideoProvider();
    const call = callOf(context);
    const video = await provider.video(id, call);
    note(video);
    const why = leftOut(video, options, state.earliest);
    if (why !== undefined) return { why };
    const chosen = chosenTrack(video, options);
    const { track, translateTo } = chosen;
    const file = await provider.captions(video, track, {
      ...call,
      ...(translateTo === undefined ? {} : { translateTo }),
    });
    return { video, chosen, file };
  }
}

/** What every question to the video provider has with it. */
export function callOf({ signal, state }: LineContext): VideoCall {
  const { session, source } = state;
  return { signal, session, ...(source === undefined ? {} : { source }) };
}

async function putCaptions(
  { video, chosen, file }: Read,
  line: string,
  place: RowPlace,
  context: LineContext,
): Promise<void> {
  const { options } = context;
  const { id, url, title, channel, date, duration, chapters } = video;
  const { track, translateTo } = chosen;
  const transcript = transcriptOf(file.text, `The caption file of ${id}`, chapters, options);
  const kind = translateTo !== undefined ? "translated" : track.kind === "manual" ? "manual" : "auto";
  const facts = { videoId: id, url, title, channel, date, duration, language: translateTo ?? track.language, kind };
  refuseEmpty(transcript, id);
  await putTranscript(transcript, facts, { line, id, place }, context);
}

/** Throws VIDEO_FAILED for captions without a word. */
export function refuseEmpty({ words, hasCaptions }: Transcript, name: string): void {
  if (words > 0) return;
  throw new ScriptoriumError(
    "VIDEO_FAILED",
    hasCaptions
      ? `The captions of ${shown(name)} hold no words, at most marks such as [Music]. Set removeMarkers to false to have those.`
      : `${shown(name)} is a caption file without captions. Leave it out, or get it again.`,
    { reason: "no-transcript", id: shown(name) },
  );
}

/** Stores the files and the row of captions that were read; `id` is what they are known by in their line. */
export async function putTranscript(
  transcript: Transcript,
  facts: CaptionFacts,
  { line, id, place }: { readonly line: string; readonly id: string; readonly place: RowPlace },
  context: LineContext,
): Promise<void> {
  const { state, options, output } = context;
  const name = state.names.claim(facts.title, id);
  const files = captionFiles(transcript, facts, { formats: state.formats, name, look: options });
  for (const { path, content, type } of files) output.file(path, content, type);
  await put(line, id, place, okRow(facts, transcript.words, files[0]?.path ?? ""), name, context);
}

/** Stores a row, instead of that of an earlier attempt, with what was put out before it. */
async function put(
  line: string,
  id: string,
  place: RowPlace,
  row: JsonObject,
  name: string,
  { output, checkpoint }: LineContext,
): Promise<void> {
  output.row(row);
  const { status = "", error = "" } = row;
  const note = { line, id, place: [...place], row, status, error, ...(name === "" ? {} : { name }) };
  await checkpoint(partKey(line, id), note, { replacesRows: true });
}

/** What the error of a video says of it nevertheless. */
function known(about: unknown): Partial<CaptionFacts> {
  if (!isPlainObject(about)) return {};
  const { title, channel, date, duration } = about;
  const texts = Object.entries({ title, channel, date }).filter(
    ([, value]) => typeof value === "string" && value !== "",
  );
  return { ...Object.fromEntries(texts), ...(typeof duration === "number" && duration > 0 && { duration }) };
}

/** A caption file of the service that holds no captions is a video without. */
function asVideoFailure(error: ScriptoriumError, id: string): ScriptoriumError {
  if (error.code !== "PAGE_UNREADABLE") return error;
  return new ScriptoriumError(
    "VIDEO_FAILED",
    `The captions that YouTube gives of ${shown(id)} cannot be read. Leave the video out, or give them as a file.`,
    { reason: "no-transcript", id: shown(id) },
    { cause: error },
  );
}
