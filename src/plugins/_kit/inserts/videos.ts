import { givenLines } from "../../../engines/pages/fields.js";
import {
  type Random,
  type RunLog,
  ScriptoriumError,
  shown,
  type VideoProvider,
  type WebSession,
} from "../../../kernel/index.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import type { ArticleBody } from "../article-body/model.js";
import { inOrder } from "../checks.js";
import { webAddress } from "./links.js";
import type { InsertOptions } from "./options.js";
import { phrasePattern } from "./phrases.js";
import { placed } from "./places.js";

export interface VideoContext {
  readonly random: Random;
  readonly log: Pick<RunLog, "warn">;
  readonly signal?: AbortSignal | undefined;
  readonly session?: WebSession | undefined;
  readonly video?: VideoProvider | undefined;
}

interface FoundVideo {
  readonly url: string;
  readonly title: string;
}

/** The article with videos of the user's list, else of a search; without them, and a warning, where there are none. */
export async function withVideos(
  body: ArticleBody,
  { videoInsert }: Pick<InsertOptions, "videoInsert">,
  context: VideoContext,
): Promise<ArticleBody> {
  const { random } = context;
  const count = random.integer(...inOrder(videoInsert.FrequencyFrom, videoInsert.FrequencyTo));
  if (count === 0) return body;
  const lines = givenLines(videoInsert.UrlsFile);
  const videos = lines.length > 0 ? ofLines(lines, body.keyword, random) : await searched(body.keyword, count, context);
  let { blocks } = body;
  // Of two at one place the first comes first.
  for (const { url, title } of videos.slice(0, count).toReversed()) {
    blocks = placed(blocks, { kind: "video", url, title }, videoInsert.Position, random);
  }
  return { ...body, blocks };
}

/** Those whose title names the keyword; any of them where none does. */
function ofLines(lines: readonly string[], keyword: string, random: Random): readonly FoundVideo[] {
  const videos = lines.flatMap((line): FoundVideo[] => {
    const { url, title } = videoLine(line);
    return url === undefined ? [] : [{ url, title }];
  });
  const names = phrasePattern(keyword);
  const order = random.shuffled(videos);
  const fitting = order.filter(({ title }) => title === "" || names.test(title));
  return fitting.length > 0 ? fitting : order;
}

/** `address|title`; no address of the web is undefined. */
export function videoLine(line: string): { readonly url: string | undefined; readonly title: string } {
  const bar = line.indexOf("|");
  const [address, title] = bar < 0 ? [line, ""] : [line.slice(0, bar), line.slice(bar + 1).trim()];
  return { url: webAddress(address), title };
}

async function searched(keyword: string, limit: number, context: VideoContext): Promise<readonly FoundVideo[]> {
  const { video, log, signal = new AbortController().signal, session } = context;
  const without = `The article for "${shown(keyword)}" has no video`;
  if (video === undefined) {
    log.warn(
      `${without}: videoInsert has no UrlsFile, and no video provider is configured. ${toHaveProvider("video")}`,
    );
    return [];
  }
  try {
    const found = await video.list(
      { kind: "search", of: keyword },
      { limit, signal, ...(session === undefined ? {} : { session }) },
    );
    if (found.length === 0) log.warn(`${without}: a search on YouTube found none.`);
    return found.map(({ id, title = "" }) => ({
      url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
      title,
    }));
  } catch (error) {
    signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    log.warn(`${without}. ${error.message}`);
    return [];
  }
}
