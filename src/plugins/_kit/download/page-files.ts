import type { ExtractedPage } from "../../../engines/pages/extraction/page.js";
import { type ArticleFacts, type ArticleFile, articleFiles } from "../article-files.js";
import { saveImages } from "../images.js";
import { runWeb } from "../web/run-web.js";
import type { DownloadContext } from "./download-state.js";
import type { Fetched } from "./fetching.js";

export interface PageFile extends Omit<ArticleFile, "content"> {
  readonly content: string | Uint8Array;
}

/** The files of an article, the first of its formats first, with its images and what it was read from. */
export async function pageFiles(
  page: ExtractedPage,
  facts: ArticleFacts,
  sources: readonly Fetched[],
  name: string,
  context: DownloadContext,
): Promise<readonly PageFile[]> {
  const { options, state, signal, log } = context;
  // A file of this machine has its images next to it, and is there as it is.
  const isWeb = sources.some(({ finalUrl }) => finalUrl !== "");
  if (!isWeb) return articleFiles(page, facts, state.formats, name, state.look);
  const raw = options.saveRaw
    ? sources.map((source, at) => rawFile(source, at === 0 ? name : `${name}.${at + 1}`))
    : [];
  if (!options.downloadImages) return [...articleFiles(page, facts, state.formats, name, state.look), ...raw];
  const allowed = (url: string) => !state.isBlocked(url);
  const saved = await saveImages(page, name, runWeb(context, state.session), signal, { allowed });
  for (const note of saved.notes) log.warn(note);
  return [...articleFiles(saved.page, facts, state.formats, name, state.look), ...saved.files, ...raw];
}

/** The page as it came, in UTF-8. */
function rawFile({ mediaType, text, pdf }: Fetched, name: string): PageFile {
  if (pdf !== undefined) return { path: `raw/${name}.pdf`, content: pdf, type: "application/pdf" };
  if (mediaType === "text/plain") return { path: `raw/${name}.txt`, content: text, type: mediaType };
  if (/markdown$/.test(mediaType)) return { path: `raw/${name}.md`, content: text, type: "text/markdown" };
  // A byte order mark goes before what the page says of its encoding, which was another one.
  const marked = /[^\u0000-\u007f]/.test(text) && !text.startsWith("\ufeff") ? `\ufeff${text}` : text;
  return { path: `raw/${name}.html`, content: marked, type: "text/html" };
}
