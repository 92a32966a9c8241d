import { binaryTypeOf } from "../../engines/binary-files.js";
import {
  type ArchivedCopy,
  addressKey,
  archiveAddress,
  archiveTime,
} from "../../engines/pages/archive/archive-addresses.js";
import { keptOf } from "../../engines/pages/extraction/formats.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { type FetchedCopy, fetchCopy } from "../_kit/archive/fetch-copy.js";
import { isHtml } from "../_kit/archive/site-file.js";
import { type ArticleLook, articleFacts, articleFiles } from "../_kit/article-files.js";
import { DOUBTFUL_TEXT, pageReader } from "../_kit/page-reader.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import { savesArticles } from "./checks.js";
import { type CopyRow, rowOf } from "./copy-rows.js";
import { mimeOf } from "./linked.js";
import { saveRaw } from "./raw.js";
import type { LineContext, Note, PageWork } from "./reading.js";
import { type ShownCopy, shownCopy } from "./shown-copy.js";

export interface Page {
  readonly row: CopyRow;
  readonly note: Pick<Note, "name" | "url" | "requisites">;
  /** It was left out for its language. */
  readonly isForeign?: boolean;
  /** For the log. */
  readonly remarks: readonly string[];
}

const LOOK: ArticleLook = { links: false, images: false, tables: true, formatting: true, comments: false };

/**
 * Fetches one copy and puts out its files. Throws what the archive answered in its place; a page that was left out on
 * purpose is a row that says so.
 */
export async function savePage(copy: ArchivedCopy, work: PageWork): Promise<Page> {
  const { context, web, ask } = work;
  const { options, state } = context;
  const raw = options.saveAs === "raw" || options.saveAs === "both";
  const article = savesArticles(options);
  if (!raw && !isHtml(mimeOf(copy))) {
    const note = "It is not a page of text, so there is no article; saveAs raw keeps it.";
    return { row: rowOf({ ...rowFields(copy, undefined), note }), note: {}, remarks: [] };
  }
  const fetched = await ask(() => fetchCopy(copy, web, state.place));
  const notes: string[] = [];
  if (fetched.timestamp !== copy.timestamp) notes.push(`The archive gave the copy of ${fetched.timestamp}.`);
  else if (isOther(fetched.digest, copy.digest)) notes.push("The bytes are not those that the list names.");
  if (fetched.movedTo !== undefined) notes.push(`It led to ${shown(fetched.movedTo)}.`);
  const html = isHtml(fetched.mediaType === "" ? mimeOf(copy) : fetched.mediaType);
  const hasText = fetched.text !== "" || fetched.body.length === 0;
  if (html && !hasText && !raw) throw notText(copy, fetched);
  if (html && !hasText) notes.push("It is no text, although it is said to be a page.");
  const seen = html && fetched.text !== "" ? await shownCopy(copy, fetched, work) : undefined;
  notes.push(...(seen?.notes ?? []));
  const page = seen === undefined ? undefined : await read(copy, seen, context, raw ? notes : undefined);
  const language = page?.metadata.language ?? "";
  const live = options.checkLive ? await isStillThere(copy.original, web, context.signal) : "";
  const row = { ...rowFields(copy, fetched), language, live, rendered: seen?.rendered ?? "" };
  // A page whose language is unknown stays.
  if (state.languages.size > 0 && language !== "" && !state.languages.has(language)) {
    notes.push(`It is not saved, because its language is ${language}.`);
    return { row: rowOf({ ...row, note: notes.join(" ") }), note: {}, isForeign: true, remarks: [] };
  }

  // A redirect seldom has a body.
  const bare = fetched.movedTo !== undefined && fetched.body.length === 0;
  const saved = raw && !bare ? await saveRaw(copy, fetched, html, work) : undefined;
  notes.push(...(saved?.notes ?? []));
  const written = page === undefined ? undefined : articleOf(page, copy, fetched, article, context);
  if (written?.empty === true && article) notes.push("There is nothing to read on it.");
  const rawFile = saved?.file ?? "";
  return {
    row: rowOf({
      ...row,
      title: page?.metadata.title ?? "",
      words: written?.words ?? "",
      file: written?.file ?? rawFile,
      rawFile,
      note: notes.join(" "),
    }),
    note: {
      ...(written?.claim ?? {}),
      ...(saved === undefined || saved.requisites.length === 0 ? {} : { requisites: saved.requisites }),
    },
    remarks: notes.filter((text) => /bytes|not to be had/.test(text)).map((text) => `${shown(copy.original)}: ${text}`),
  };
}

function notText({ original }: ArchivedCopy, { body, status }: FetchedCopy): ScriptoriumError {
  const type = binaryTypeOf(body) ?? "data of an unknown kind";
  return new ScriptoriumError(
    "not-a-page",
    `The copy of ${shown(original)} is not a page but ${type}. Set saveAs to "raw" to keep it.`,
    { url: shown(original), status },
  );
}

/** With `notes` a page that cannot be read is a note and nothing worse. */
async function read(
  copy: ArchivedCopy,
  { text }: ShownCopy,
  context: LineContext,
  notes: string[] | undefined,
): Promise<ExtractedPage | undefined> {
  const { signal, log } = context;
  try {
    const page = await pageReader(context).page(text, { url: copy.original, signal });
    if (page.doubtful) log.warn(`${shown(copy.original)}: ${DOUBTFUL_TEXT}`);
    return page;
  } catch (error) {
    if (signal.aborted || notes === undefined || !ScriptoriumError.is(error)) throw error;
    notes.push("Its text could not be read.");
    return undefined;
  }
}

function articleOf(
  page: ExtractedPage,
  copy: ArchivedCopy,
  { timestamp }: FetchedCopy,
  wanted: boolean,
  { options, output, state }: LineContext,
) {
  const kept = keptOf(page, LOOK);
  // A page and its copies of other times are called alike and are not one article.
  const url = archiveAddress({ ...copy, timestamp });
  const facts = {
    ...articleFacts(kept, copy.original),
    archive: { archiveUrl: url, archivedAt: archiveTime(timestamp) },
  };
  const { words } = facts;
  if (!wanted || options.outputFormats.length === 0 || kept.content.length === 0) {
    return { words, empty: kept.content.length === 0 };
  }
  const name = state.names.claim(facts.title, url);
  const files = articleFiles(page, facts, options.outputFormats, name, LOOK);
  for (const { path, content, type } of files) output.file(path, content, type);
  return { words, empty: false, file: files[0]?.path, claim: { name, url } };
}

function rowFields(copy: ArchivedCopy, fetched: FetchedCopy | undefined): Partial<CopyRow> & Pick<CopyRow, "original"> {
  const { original, mime, digest } = copy;
  const timestamp = fetched?.timestamp ?? copy.timestamp;
  return {
    original,
    timestamp,
    archiveUrl: archiveAddress({ ...copy, timestamp }),
    mime,
    status: copy.status === "-" && fetched !== undefined ? String(fetched.status) : copy.status,
    digest,
    bytes: fetched?.body.length ?? "",
  };
}

/** Lists hold digests of other kinds, too; only what can be compared can differ. */
function isOther(found: string | undefined, listed: string): boolean {
  return found !== undefined && /^[A-Z2-7]{32}$/.test(listed) && found !== listed;
}

export type Live = "yes" | "moved" | "no" | "unknown";

const NOBODY_THERE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/** Whether a page is still where it was. Throws only what an abort throws. */
export async function isStillThere(address: string, web: RunWeb, signal: AbortSignal): Promise<Live> {
  try {
    const { status, url, refusal } = await web.fetch(address, { as: "bytes", statuses: "any" });
    if (status === 404 || status === 410) return "no";
    if (status < 200 || status > 299 || refusal !== undefined) return "unknown";
    return addressKey(url) === addressKey(address) ? "yes" : "moved";
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    if (error.code === "FETCH_TOO_LARGE") return "yes";
    return error.code === "FETCH_FAILED" && NOBODY_THERE.has(error.facts["errno"]) ? "no" : "unknown";
  }
}
