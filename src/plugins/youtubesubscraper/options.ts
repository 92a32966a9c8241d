import { z } from "zod";
import { basic, marked, type TaskContext } from "../../kernel/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { webFields } from "../_kit/web/options.js";

export const CAPTION_FORMATS = ["txt", "md", "json", "vtt", "srt", "csv"] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

export const TRACK_KINDS = ["manual-first", "manual", "auto"] as const;

const { requestTimeout, maxRetries, proxyMode, proxiesFile, proxyId, userAgent, headers, cookiesFile } = webFields;

/** The data object of a YouTube sub scraper. */
export const youtubeSubScraperOptions = z.object({
  videosFile: basic(
    lines(
      "What to read, one per line: ids and addresses of videos; `channel:`, `playlist:` and `search:` with a name, id or address; addresses of channels and playlists; `.vtt`, `.srt` and `.json3` files in the folders the server may read.",
    ),
    ["https://www.youtube.com/watch?v=aqz-KE-bpKQ", "channel:@example"],
  ),
  maxVideos: basic(whole({ from: 1, to: 10_000, usual: 20 }, "Videos of one channel, playlist or search."), 5),
  languages: basic(
    lines(
      "Languages of the captions in the order of preference, as codes: `en` takes `en-US` and `en-GB`, too. Empty for the language of the video.",
      ["en"],
    ),
    ["en", "de"],
  ),
  trackKind: basic(
    choice(
      { of: TRACK_KINDS, usual: "manual-first" },
      "Captions that people wrote and, where there are none in a language, automatic ones (`manual-first`), or only one of the two kinds.",
    ),
    "manual",
  ),
  translateTo: basic(
    text(
      "",
      "A language into which YouTube translates the captions, where the video has none in it. Empty for no translation.",
    ),
    "de",
  ),
  formats: marked(
    basic(lines("Forms of the files: any of `txt`, `md`, `json`, `vtt`, `srt`, `csv`.", ["txt"]), ["txt", "srt"]),
    { group: "output" },
  ),
  timestamps: marked(basic(flag(false, "Whether each paragraph of `txt` and `md` begins with its time."), true), {
    group: "output",
  }),
  collapseRolling: flag(true, "Writes each line once of captions that roll, as automatic ones do."),
  removeMarkers: flag(true, "Leaves out marks such as `>>`, `[Music]` and `♪`."),
  restoreParagraphs: flag(
    true,
    "Joins the captions to paragraphs in `txt`, `md` and `json`; otherwise each is a line of its own.",
  ),
  minDuration: whole({ from: 0, to: 1_000_000, usual: 0 }, "Leaves out videos of fewer seconds."),
  maxDuration: whole({ from: 0, to: 1_000_000, usual: 0 }, "Leaves out videos of more seconds; 0 for no limit."),
  publishedAfter: text("", "Leaves out videos that are older than this date, such as `2026-01-31`."),
  includeMeta: flag(
    true,
    "Whether title, channel, date and address stand at the head of `txt`, `md` and `json`, and chapters as headings in the text.",
  ),
  provider: text(
    "builtin",
    "The video provider of the server that is asked: `builtin`, `yt-dlp`, or another name in its settings.",
  ),
  requestDelayFrom: marked(
    whole(
      { from: 0, to: 3_600_000, usual: 3000 },
      "Fewest milliseconds between two requests to YouTube. A longer delay in robots.txt wins.",
    ),
    { group: "web" },
  ),
  requestDelayTo: marked(
    whole({ from: 0, to: 3_600_000, usual: 8000 }, "Most milliseconds between two requests to YouTube."),
    { group: "web" },
  ),
  concurrency: marked(
    whole(
      { from: 1, to: 64, usual: 1 },
      "Lines in work at once. YouTube is asked for one thing after the other whatever it is.",
    ),
    { group: "web" },
  ),
  respectRobots: marked(
    flag(
      true,
      "Keeps to robots.txt. That of YouTube keeps programs from captions, so the provider `builtin` needs it off; `yt-dlp` does not read it. Off is noted in the log of the run.",
    ),
    { group: "web" },
  ),
  ...{ requestTimeout, maxRetries, proxyMode, proxiesFile, proxyId, userAgent, headers, cookiesFile },
});

export type YouTubeSubScraperOptions = z.output<typeof youtubeSubScraperOptions>;
export type Context = TaskContext<YouTubeSubScraperOptions, never, "web" | "video" | "folder">;
