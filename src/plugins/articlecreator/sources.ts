import type { TaskContext, WebSession } from "../../kernel/index.js";
import { webSession } from "../_kit/web/options.js";
import { keywordLine } from "./keyword-line.js";
import type { ArticleCreatorOptions } from "./options.js";

export {
  type Failure,
  inTurns,
  logged,
  NOTHING_READ,
  nothingRead,
  type Reading,
  readFolder,
  readPage,
  readPages,
  readTexts,
  reasonOf,
  type Source,
  sourceOf,
} from "../_kit/source-texts/read-sources.js";

export type Context = TaskContext<
  ArticleCreatorOptions,
  "reader",
  | "web"
  | "search"
  | "folder"
  | "spinner"
  | "paraphraser"
  | "browser"
  | "writer"
  | "translator"
  | "video"
  | "images"
  | "prompts"
>;

/** How pages are asked for: as the task says, with what is meant for the sites that its lines name. */
export function pageSession({ options, taskId, runId }: Context): WebSession {
  const keywordUrls = options.articleKeywordsFile.map((line) => keywordLine(line, taskId).url);
  return webSession(options, runId, [...options.sourceUrlsFile, ...keywordUrls.filter((url) => url !== "")]);
}
