import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CaptionFailure,
  type CaptionFile,
  type CaptionTrack,
  type Clock,
  ScriptoriumError,
  systemClock,
  type Video,
  type VideoCall,
  type VideoProvider,
  type VideoReference,
} from "../../kernel/index.js";
import { createPlaces } from "../network/places.js";
import { channelPath } from "./builtin.js";
import { aboutOf } from "./chapters.js";
import { badAnswer, checkedId, isId, notListed, videoFailed } from "./failures.js";
import { findYtDlp } from "./find-program.js";
import { at } from "./json-walk.js";
import { type ProgramEnd, runProgram } from "./run-program.js";
import { sessionFlags } from "./session-flags.js";
import { failureOf } from "./yt-dlp-failures.js";
import { FORMATS, referenceOf, videoOf } from "./yt-dlp-info.js";

export interface YtDlpOptions {
  /** Of the program; empty to look for it in PATH. */
  readonly path?: string;
  /** Where the service is. @default https://www.youtube.com */
  readonly address?: string;
  /** For one start of the program. @default 180000 */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

export interface YtDlp extends VideoProvider {
  /** What and where the program is, in a sentence. */
  probe(signal: AbortSignal): Promise<string>;
}

type List = Parameters<VideoProvider["list"]>[0];

/** Neither settings nor stores of the machine's user are read, and nothing about the caller's place is made up. */
const ALWAYS = [
  "--ignore-config",
  "--no-cache-dir",
  "--no-warnings",
  "--no-progress",
  "--no-geo-bypass",
  "--skip-download",
  "--ignore-no-formats-error",
  "--retries",
  "1",
  "--extractor-retries",
  "1",
];
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CAPTION_BYTES = 20 * 1024 * 1024;
/** Of the last videos, so that their captions are had without asking for the video again. */
const KEPT = 8;

/**
 * Videos by the program yt-dlp. Its requests go out by itself: neither robots.txt nor the judgement of addresses of the web
 * provider holds for them, so it is given addresses of the service and no others.
 */
export function createYtDlp(options: YtDlpOptions = {}): YtDlp {
  const { path = "", timeoutMs = 180_000, clock = systemClock } = options;
  const base = (options.address ?? "https://www.youtube.com").replace(/\/+$/, "");
  const infos = new Map<string, string>();
  const inPlace = createPlaces(1);
  let turn = 0;
  let freeAt = 0;

  /** Runs the program in a folder of its own, one at a time, with the pause that the session asks for. */
  async function run<T>(
    call: VideoCall,
    args: (folder: string) => Promise<readonly string[]>,
    read: (end: ProgramEnd, folder: string) => Promise<T>,
  ): Promise<T> {
    return await inPlace(async () => {
      await clock.sleep(Math.max(0, freeAt - clock.monotonic()), call.signal);
      const folder = await mkdtemp(join(tmpdir(), "scriptorium-video-"));
      try {
        const flags = await sessionFlags(call.session, folder, turn);
        turn += 1;
        const program = await findYtDlp(path);
        const all = [...ALWAYS, ...flags, ...(await args(folder))];
        const limits = { timeoutMs, maxBytes: MAX_BYTES, signal: call.signal };
        return await read(await runProgram({ path: program, args: all, folder, ...limits }), folder);
      } finally {
        freeAt = clock.monotonic() + (call.session?.delayMs?.[0] ?? 0);
        await rm(folder, { recursive: true, force: true });
      }
    }, call.signal);
  }

  async function video(given: string, call: VideoCall): Promise<Video> {
    const id = checkedId(given);
    const ask = async () => ["--dump-single-json", "--no-playlist", "--", `${base}/watch?v=${id}`];
    return await run(call, ask, async (end) => {
      const info = parsed(end.output);
      if (info === undefined) throw failureOf(end, (reason, says) => videoFailed(reason, id, { says }));
      infos.delete(id);
      infos.set(id, end.output);
      for (const oldest of infos.keys()) if (infos.size > KEPT) infos.delete(oldest);
      const found = videoOf(id, `https://www.youtube.com/watch?v=${id}`, info);
      if (found.tracks.length === 0) {
        throw videoFailed("no-transcript", id, { about: aboutOf(found), isLive: at(info, "is_live") === true });
      }
      return found;
    });
  }

  async function captions(
    { id: given }: Pick<Video, "id">,
    track: CaptionTrack,
    call: VideoCall & { readonly translateTo?: string },
  ): Promise<CaptionFile> {
    const id = checkedId(given);
    const [, kind, key = ""] = /^(manual|automatic):([\w.-]{1,60})$/.exec(track.id) ?? [];
    const language = call.translateTo ?? key;
    if (kind === undefined || !/^[\w.-]{1,60}$/.test(language)) throw videoFailed("no-transcript", id);
    const which = kind === "manual" && call.translateTo === undefined ? "--write-subs" : "--write-auto-subs";
    const ask = async (folder: string) => {
      const formats = ["--sub-langs", `^${language.replaceAll(".", "\\.")}$`, "--sub-format", FORMATS.join("/")];
      const all = [which, ...formats, "--output", "captions.%(ext)s"];
      const info = infos.get(id);
      if (info === undefined) return [...all, "--no-playlist", "--", `${base}/watch?v=${id}`];
      const file = join(folder, "video.info.json");
      await writeFile(file, info);
      return [...all, "--load-info-json", file];
    };
    return await run(call, ask, async (end, folder) => {
      const file = await captionFile(folder);
      if (file !== undefined && file.text.trim() === "") throw videoFailed("token-needed", id);
      if (file !== undefined) return file;
      throw end.code === 0 && !/ERROR:/.test(end.errors)
        ? videoFailed("no-transcript", id)
        : failureOf(end, (reason, says) => videoFailed(reason, id, { says }));
    });
  }

  async function list(what: List, call: VideoCall & { readonly limit: number }): Promise<readonly VideoReference[]> {
    const ask = async () => [
      ...["--flat-playlist", "--dump-json", "--playlist-end", String(call.limit), "--", addressOf(what, call.limit)],
    ];
    return await run(call, ask, async (end) => {
      const read = end.output.split("\n").flatMap((line) => referenceOf(parsed(line)));
      // A channel that is no list of videos lists its parts.
      const entries = read.filter(({ id }) => isId(id));
      const failed = (reason: CaptionFailure, says: string) =>
        reason === "blocked" ? videoFailed(reason, what.of) : notListed(what, reason, says);
      if (entries.length === 0 && end.code !== 0) throw failureOf(end, failed);
      return entries.slice(0, call.limit);
    });
  }

  function addressOf({ kind, of }: List, limit: number): string {
    if (kind === "search") return `ytsearch${limit}:${of}`;
    if (kind === "playlist") return `${base}/playlist?list=${encodeURIComponent(of)}`;
    return `${base}/${channelPath(of)}/videos`;
  }

  async function probe(signal: AbortSignal): Promise<string> {
    const version = async ({ code, output }: ProgramEnd) => {
      if (code !== 0) throw badAnswer("yt-dlp does not start");
      return `yt-dlp ${output.trim().slice(0, 40)} is installed.`;
    };
    return await run({ signal }, async () => ["--version"], version);
  }

  return { list, video, captions, probe };
}

async function captionFile(folder: string): Promise<CaptionFile | undefined> {
  const names = await readdir(folder);
  for (const format of FORMATS) {
    const name = names.find((each) => each.startsWith("captions.") && each.endsWith(`.${format}`));
    if (name === undefined) continue;
    const bytes = await readFile(join(folder, name));
    if (bytes.length <= MAX_CAPTION_BYTES) return { format, text: bytes.toString("utf8") };
    throw new ScriptoriumError("VIDEO_FAILED", "The captions are larger than 20 MB. Leave the video out.", {});
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? undefined : value;
  } catch {
    return undefined;
  }
}
