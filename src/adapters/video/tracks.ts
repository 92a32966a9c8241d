import { type CaptionTrack, isPlainObject } from "../../kernel/index.js";
import { at, textAt, writtenText } from "./json-walk.js";

/** The caption tracks that a player answer names; their ids are the addresses of their files. */
export function tracksOf(player: unknown, base: string): CaptionTrack[] {
  const list = at(player, "captions", "playerCaptionsTracklistRenderer");
  const tracks = at(list, "captionTracks");
  const translations = at(list, "translationLanguages");
  const codes = Array.isArray(translations)
    ? translations.map((each) => textAt(each, "languageCode")).filter((code) => code !== "")
    : [];
  if (!Array.isArray(tracks)) return [];
  return tracks.filter(isPlainObject).flatMap((track) => {
    const url = URL.parse(textAt(track, "baseUrl"), base);
    const language = textAt(track, "languageCode");
    if (url === null || language === "") return [];
    return [
      {
        id: url.href,
        language,
        name: writtenText(track["name"]) || language,
        kind: track["kind"] === "asr" ? "automatic" : "manual",
        ...(track["isTranslatable"] === true && codes.length > 0 ? { translations: codes } : {}),
      } as const,
    ];
  });
}

/** Whether the service would answer with an empty file to all but its own player. */
export function wantsToken({ id }: CaptionTrack): boolean {
  return new URL(id).searchParams.get("exp")?.split(",").includes("xpe") ?? false;
}
