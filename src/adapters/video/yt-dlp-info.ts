import { type CaptionTrack, isPlainObject, type Video, type VideoReference } from "../../kernel/index.js";
import { at, textAt } from "./json-walk.js";

/** Formats of captions, the ones that are read best first. */
export const FORMATS = ["json3", "vtt", "srt"] as const;

/** What a video is, by what yt-dlp prints of it. */
export function videoOf(id: string, url: string, info: unknown): Video {
  const chapters = at(info, "chapters");
  const seconds = at(info, "duration");
  return {
    id,
    url,
    title: textAt(info, "title"),
    channel: textAt(info, "channel") || textAt(info, "uploader"),
    date: dateOf(info),
    duration: typeof seconds === "number" ? Math.round(seconds) : 0,
    description: textAt(info, "description"),
    chapters: (Array.isArray(chapters) ? chapters : []).filter(isPlainObject).flatMap((chapter) => {
      const start = chapter["start_time"];
      return typeof start === "number" ? [{ title: textAt(chapter, "title"), start }] : [];
    }),
    tracks: tracksOf(info),
  };
}

export function referenceOf(entry: unknown): VideoReference[] {
  const id = textAt(entry, "id");
  if (id === "") return [];
  const title = textAt(entry, "title");
  const seconds = at(entry, "duration");
  const date = dateOf(entry);
  return [
    {
      id,
      ...(title === "" ? {} : { title }),
      ...(typeof seconds === "number" ? { duration: Math.round(seconds) } : {}),
      ...(date === "" ? {} : { date }),
    },
  ];
}

function dateOf(info: unknown): string {
  const moment = at(info, "timestamp");
  if (typeof moment === "number" && Math.abs(moment) < 1e11) return new Date(moment * 1000).toISOString();
  return textAt(info, "upload_date").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
}

/**
 * `subtitles` are written by people. Of the automatic ones, those of languages besides the one that is spoken are translations,
 * which their addresses say.
 */
function tracksOf(info: unknown): CaptionTrack[] {
  const manual = tracksIn(at(info, "subtitles"), "manual");
  const automatic = tracksIn(at(info, "automatic_captions"), "automatic");
  const spoken = automatic.filter(({ translated }) => !translated);
  const translations = automatic.filter(({ translated }) => translated).map(({ track }) => track.language);
  return [...manual, ...spoken].map(({ track }) => (translations.length === 0 ? track : { ...track, translations }));
}

function tracksIn(list: unknown, kind: CaptionTrack["kind"]) {
  if (!isPlainObject(list)) return [];
  return Object.entries(list).flatMap(([key, files]) => {
    const file = Array.isArray(files)
      ? files.find((each) => FORMATS.includes(textAt(each, "ext") as "vtt"))
      : undefined;
    if (file === undefined || key === "live_chat") return [];
    // yt-dlp calls the captions of the spoken language `en-orig` where there are translations.
    const track = {
      id: `${kind}:${key}`,
      language: key.replace(/-orig$/, ""),
      name: textAt(file, "name") || key,
      kind,
    };
    return [{ track, translated: /[?&]tlang=/.test(textAt(file, "url")) }];
  });
}
