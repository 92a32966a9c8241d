import { binaryTypeOf, isNoText } from "../../../engines/binary-files.js";
import { archiveAddress, archivePlace, archiveTime } from "../../../engines/pages/archive/archive-addresses.js";
import { decoded, encodingOf } from "../../../engines/pages/archive/archived-text.js";
import type { ArchivedFrom } from "../../../engines/pages/extraction/page.js";
import { isPdf } from "../../../engines/pages/pdf/pdf.js";
import { runCodeOf, ScriptoriumError, shown, type WebPage } from "../../../kernel/index.js";
import { fetchCopy } from "../archive/fetch-copy.js";
import { newestCopy } from "../archive/list.js";
import { type PageSource, pageSource, type RenderingReason } from "../web/page-source.js";
import type { RunWeb } from "../web/run-web.js";
import type { DownloadContext } from "./download-state.js";
import type { DownloadOptions } from "./options.js";
import { statusSentence } from "./page-rows.js";

/** What is at an address or in a file, before it is read. */
export interface Fetched {
  /** Where it came from in the end; empty for a file. */
  readonly finalUrl: string;
  /** By what its links become whole; the page's own address for an archived copy, and empty for a file. */
  readonly base: string;
  /** 0 for a file. */
  readonly httpStatus: number;
  /** In lower case; empty when nobody says. */
  readonly mediaType: string;
  readonly text: string;
  /** Of a PDF file. */
  readonly pdf?: Uint8Array;
  /** Why a browser was used or would be needed. */
  readonly rendered?: RenderingReason;
  /** Of a copy from the archive. */
  readonly archive?: ArchivedFrom;
}

/** A page of the web, or where the task wants it the archive's newest copy of one that is gone. */
export async function fetchPage(url: string, context: DownloadContext): Promise<Fetched> {
  const { options, state } = context;
  const web = pageSource(context, state.session);
  try {
    return await fetchFrom(url, web, options.maxBytes);
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = inWords(error, url, options);
    const copy = options.archivedFallback && isGone(problem) ? await archived(url, web, context) : undefined;
    if (copy === undefined) throw problem;
    return copy;
  }
}

/** A further page of an article that is there; nothing replaces it. */
export async function fetchNextPage(url: string, context: DownloadContext): Promise<Fetched> {
  return fetchFrom(url, pageSource(context, context.state.session), context.options.maxBytes);
}

async function fetchFrom(url: string, web: PageSource, maxBytes: number): Promise<Fetched> {
  if (URL.canParse(url) && /\.pdf$/i.test(new URL(url).pathname)) return ofBytes(url, web, maxBytes);
  try {
    const { page, why } = await web.page(url, { maxBytes });
    return { ...answerOf(page), mediaType: page.mediaType, text: page.text, rendered: why };
  } catch (error) {
    const mediaType = ScriptoriumError.is(error) ? error.facts["mediaType"] : undefined;
    if (typeof mediaType !== "string" || !/pdf$/.test(mediaType)) throw error;
    return ofBytes(url, web, maxBytes);
  }
}

async function ofBytes(url: string, web: RunWeb, maxBytes: number): Promise<Fetched> {
  const page = await web.fetch(url, { as: "bytes", maxBytes });
  const content = contentOf(page.body ?? new Uint8Array(), page.mediaType, page.headers?.["content-type"]);
  return { ...answerOf(page), ...content };
}

function answerOf({ url, status }: WebPage): Pick<Fetched, "finalUrl" | "base" | "httpStatus"> {
  return { finalUrl: url, base: url, httpStatus: status };
}

/** What bytes are, by their beginning and what is said of them. */
export function contentOf(
  bytes: Uint8Array,
  mediaType: string,
  contentType = mediaType,
): Pick<Fetched, "mediaType" | "text" | "pdf"> {
  if (isPdf(bytes)) return { mediaType: "application/pdf", text: "", pdf: bytes };
  const text = decoded(bytes, encodingOf(bytes, contentType));
  const binary = binaryTypeOf(bytes) ?? (isNoText(text) ? "application/octet-stream" : undefined);
  return binary === undefined ? { mediaType, text } : { mediaType: binary, text: "" };
}

async function archived(url: string, web: RunWeb, { log, signal }: DownloadContext): Promise<Fetched | undefined> {
  try {
    const copy = await newestCopy(url, web);
    if (copy === undefined) {
      log.info(`archive.org has no copy of ${shown(url)}.`);
      return undefined;
    }
    const { timestamp, status, body, mediaType, contentType, movedTo } = await fetchCopy(copy, web, archivePlace(""));
    if (movedTo !== undefined || status < 200 || status > 299) return undefined;
    const finalUrl = archiveAddress({ ...copy, timestamp });
    log.info(`${shown(url)} is gone; the copy that archive.org made of it is used.`);
    const archive = { archiveUrl: finalUrl, archivedAt: archiveTime(timestamp) };
    return { finalUrl, base: copy.original, httpStatus: status, archive, ...contentOf(body, mediaType, contentType) };
  } catch (error) {
    signal.throwIfAborted();
    const why = ScriptoriumError.is(error) ? error.message : "It gave an answer that cannot be used.";
    log.warn(`archive.org could not be asked for a copy of ${shown(url)}. ${why}`);
    return undefined;
  }
}

const GONE = new Set(["ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH"]);

/** The page or its whole host is no longer there, rather than out of reach for now. */
function isGone(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  if (error.code === "FETCH_TIMEOUT") return true;
  const { status, errno } = error.facts;
  if (typeof status === "number") return status === 404 || status === 410 || (status >= 500 && status <= 599);
  return typeof errno === "string" && GONE.has(errno);
}

/** With what the settings have to do with it. */
function inWords(
  error: unknown,
  url: string,
  options: Pick<DownloadOptions, "archivedFallback" | "maxBytes">,
): unknown {
  if (!ScriptoriumError.is(error)) return error;
  const { status } = error.facts;
  if (error.code === "FETCH_FAILED" && typeof status === "number" && status >= 400) {
    const answered = error.facts["url"];
    const isOther = typeof answered === "string" && answered !== shown(url);
    const address = isOther ? `${shown(url)} redirects to ${answered}, which` : shown(url);
    const sentence = statusSentence(address, status, options);
    return new ScriptoriumError(runCodeOf(error), sentence, error.facts, { cause: error });
  }
  if (error.code === "FETCH_TOO_LARGE") {
    // The server's own limit may be lower than the task's.
    const isOwn = error.facts["maxBytes"] === options.maxBytes;
    const message = isOwn
      ? `${shown(url)} is larger than the ${options.maxBytes} bytes of maxBytes. Raise it, or leave the page out.`
      : error.message;
    return new ScriptoriumError("too-large", message, error.facts, { cause: error });
  }
  return error;
}
