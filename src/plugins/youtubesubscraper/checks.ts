import { feedDate } from "../../engines/pages/feeds/feed-date.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { namesAmong, problemsInLines, problemsOf, refuseNone, warningsOf } from "../_kit/checks.js";
import { webProblems } from "../_kit/web/options.js";
import { isAtYouTube, isFile } from "./input-line.js";
import { CAPTION_FORMATS, type CaptionFormat, type Context, type YouTubeSubScraperOptions } from "./options.js";
import { webFieldsOf } from "./session.js";

/** What is wrong with the data object of a YouTube sub scraper. */
export async function youtubeSubScraperProblems(
  options: YouTubeSubScraperOptions,
  { web, video }: Context["providers"],
): Promise<OptionProblem[]> {
  const given = givenLines(options.videosFile);
  const asks = given.some(isAtYouTube);
  const hasFiles = given.some(isFile);
  return [
    ...(await problemsOf([
      () => captionFormats(options),
      () => earliestTime(options),
      () => refuseDurations(options),
      () => refuseCode(options.translateTo, "translateTo"),
      () => refuseProvider(options, video),
      () => {
        if (asks && video === undefined) throw noVideoProvider();
      },
    ])),
    ...(await problemsInLines(options.languages, (lines) => {
      for (const line of givenLines(lines)) refuseCode(line, "languages");
    })),
    ...warningsOf([
      [
        "languages",
        hasFiles && !asks && !["", "en"].includes(givenLines(options.languages).join()),
        "languages has no effect on caption files, which are taken as they are. Leave it as it was, or name videos at YouTube.",
      ],
      [
        "translateTo",
        hasFiles && options.translateTo.trim() !== "",
        "translateTo has no effect on caption files: only YouTube translates, and only its own captions. Leave it empty for files.",
      ],
      [
        "trackKind",
        hasFiles && !asks && options.trackKind !== "manual-first",
        "trackKind has no effect on caption files, which are taken as they are. Leave it as it was, or name videos at YouTube.",
      ],
      ...(["minDuration", "maxDuration"] as const).map(
        (field) =>
          [
            field,
            hasFiles && options[field] > 0,
            `${field} has no effect on caption files, which are all taken. Leave it at 0, or leave out the files you do not want.`,
          ] as const,
      ),
      [
        "respectRobots",
        asks && options.respectRobots && isBuiltIn(options, video),
        'YouTube\'s robots.txt keeps programs from captions, and this task keeps to it, so a run will get none. Set respectRobots to false if you may fetch them, or set provider to "yt-dlp" where the server has it.',
      ],
    ]),
    ...(await webProblems(webFieldsOf(options), web)),
  ];
}

export function captionFormats({ formats: given }: Pick<YouTubeSubScraperOptions, "formats">): CaptionFormat[] {
  const formats = namesAmong(CAPTION_FORMATS, given, "formats");
  refuseNone(formats, CAPTION_FORMATS, "formats");
  return formats;
}

/** Milliseconds since 1970; undefined for no limit. Throws bad-input for what is no date. */
export function earliestTime({ publishedAfter }: Pick<YouTubeSubScraperOptions, "publishedAfter">): number | undefined {
  if (publishedAfter.trim() === "") return undefined;
  const date = feedDate(publishedAfter);
  if (date !== "") return Date.parse(date);
  throw badField(
    "publishedAfter",
    `publishedAfter is "${shown(publishedAfter)}", which is no date between 1970 and 2100. Write it as 2026-01-31.`,
  );
}

/** The source of the provider that is asked; undefined where the provider has no sources to choose from. */
export function sourceOf(
  { provider }: YouTubeSubScraperOptions,
  video: Context["providers"]["video"],
): string | undefined {
  const name = provider.trim();
  const names = video?.sources?.();
  return name === "" || names === undefined ? undefined : name;
}

/** Whether pages of YouTube are asked under the rules of the web provider. */
export function isBuiltIn(options: YouTubeSubScraperOptions, video: Context["providers"]["video"]): boolean {
  return (sourceOf(options, video) ?? video?.sources?.()[0]) === "builtin";
}

export function noVideoProvider(): ScriptoriumError {
  return new ScriptoriumError("no-provider", `${noProvider("video")} ${toHaveProvider("video")}`, {
    provider: "video",
    field: "provider",
  });
}

function refuseProvider(options: YouTubeSubScraperOptions, video: Context["providers"]["video"]): void {
  const source = sourceOf(options, video);
  const names = video?.sources?.() ?? [];
  if (source === undefined || names.includes(source)) return;
  throw badField(
    "provider",
    `The server has no video provider "${shown(source)}". Use ${names.map((name) => `"${name}"`).join(" or ")}.`,
  );
}

function refuseDurations({ minDuration, maxDuration }: YouTubeSubScraperOptions): void {
  if (maxDuration === 0 || minDuration <= maxDuration) return;
  throw badField(
    "minDuration",
    `minDuration is ${minDuration}, which is more than maxDuration, ${maxDuration}, so no video would be left. Correct one.`,
  );
}

function refuseCode(given: string, field: string): void {
  const code = given.trim();
  if (code === "" || /^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/i.test(code)) return;
  throw badField(
    field,
    `${field} has "${shown(code)}", which is no code of a language. Write one such as en or pt-BR.`,
  );
}
