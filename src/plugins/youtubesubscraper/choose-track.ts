import { type CaptionTrack, ScriptoriumError, shown, type Video } from "../../kernel/index.js";
import type { YouTubeSubScraperOptions } from "./options.js";

export interface ChosenTrack {
  readonly track: CaptionTrack;
  /** The language into which it is to be translated; undefined where it is taken as it is. */
  readonly translateTo: string | undefined;
}

type Wishes = Pick<YouTubeSubScraperOptions, "languages" | "trackKind" | "translateTo">;

/**
 * The track that comes closest to what is wished for: the languages in their order, in each the one that people wrote. With
 * `translateTo` captions in that language come first, then a track that the service translates. Throws VIDEO_FAILED with the
 * reason no-transcript where no track fits.
 */
export function chosenTrack({ id, tracks }: Pick<Video, "id" | "tracks">, wishes: Wishes): ChosenTrack {
  const { trackKind, translateTo } = wishes;
  const ofKind = tracks.filter(
    ({ kind }) => trackKind === "manual-first" || (kind === "manual") === (trackKind === "manual"),
  );
  const wanted = wishes.languages.map((language) => language.trim()).filter((language) => language !== "");
  const into = translateTo.trim();
  if (into === "") {
    const track = wanted.length === 0 ? spoken(ofKind, tracks) : inOrder(ofKind, wanted);
    if (track !== undefined) return { track, translateTo: undefined };
    throw noneFits(id, tracks, ofKind, wanted, trackKind);
  }
  const native = best(ofKind, into);
  if (native !== undefined) return { track: native, translateTo: undefined };
  const codeIn = (track: CaptionTrack) => track.translations?.find((code) => closeness(code, into) > 0);
  const translatable = ofKind.filter((track) => codeIn(track) !== undefined);
  const track = inOrder(translatable, wanted) ?? spoken(translatable, tracks);
  if (track !== undefined) return { track, translateTo: codeIn(track) };
  if (ofKind.length === 0) throw noneFits(id, tracks, ofKind, wanted, trackKind);
  throw noTranscript(
    id,
    `The captions of ${shown(id)} are in ${listed(ofKind)}, and YouTube does not translate them into ${shown(into)}. Leave translateTo empty, or leave the video out.`,
  );
}

/** What people wrote in the language that is spoken, as far as an automatic track tells it; else the first of all. */
function spoken(among: readonly CaptionTrack[], all: readonly CaptionTrack[]): CaptionTrack | undefined {
  const language = all.find(({ kind }) => kind === "automatic")?.language;
  const ofIt = language === undefined ? undefined : best(among, language);
  return ofIt ?? among.find(({ kind }) => kind === "manual") ?? among[0];
}

function inOrder(tracks: readonly CaptionTrack[], wanted: readonly string[]): CaptionTrack | undefined {
  for (const language of wanted) {
    const track = best(tracks, language);
    if (track !== undefined) return track;
  }
  return undefined;
}

/** Of one language: what people wrote comes first, then the closer variety. */
function best(tracks: readonly CaptionTrack[], language: string): CaptionTrack | undefined {
  const score = (track: CaptionTrack) => {
    const close = closeness(track.language, language);
    return close === 0 ? 0 : close + (track.kind === "manual" ? 10 : 0);
  };
  return tracks.reduce<CaptionTrack | undefined>(
    (found, track) => (score(track) > (found === undefined ? 0 : score(found)) ? track : found),
    undefined,
  );
}

/** 0 for another language; more, the closer the two varieties of one are. `en` takes `en-US`, and `zh-CN` is `zh-Hans`. */
export function closeness(given: string, wanted: string): number {
  const [one, other] = [readLocale(given), readLocale(wanted)];
  if (one === undefined || other === undefined) return given.toLowerCase() === wanted.toLowerCase() ? 4 : 0;
  if (one.language !== other.language) return 0;
  if (one.baseName === other.baseName) return 4;
  const [full, fullOther] = [one.maximize(), other.maximize()];
  if (other.script !== undefined && full.script !== fullOther.script) return 0;
  if (full.baseName === fullOther.baseName) return 3;
  return full.script === fullOther.script ? 2 : 1;
}

function readLocale(code: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(code.trim().replaceAll("_", "-"));
  } catch {
    return undefined;
  }
}

function noneFits(
  id: string,
  tracks: readonly CaptionTrack[],
  ofKind: readonly CaptionTrack[],
  wanted: readonly string[],
  trackKind: Wishes["trackKind"],
): ScriptoriumError {
  if (ofKind.length === 0) {
    const other = trackKind === "manual" ? "automatic captions" : "captions that people wrote";
    return noTranscript(
      id,
      `The video ${shown(id)} has only ${other} (${listed(tracks)}). Set trackKind to "manual-first" to take them.`,
    );
  }
  return noTranscript(
    id,
    `The video ${shown(id)} has captions in ${listed(ofKind)}, and none in ${wanted.map((code) => shown(code)).join(", ")}. Add a language to languages, or set translateTo.`,
  );
}

const MOST_LISTED = 12;

function listed(tracks: readonly CaptionTrack[]): string {
  const codes = [...new Set(tracks.map(({ language }) => shown(language)))];
  const rest = codes.length - MOST_LISTED;
  return `${codes.slice(0, MOST_LISTED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function noTranscript(id: string, message: string): ScriptoriumError {
  return new ScriptoriumError("VIDEO_FAILED", message, { reason: "no-transcript", id: shown(id) });
}
