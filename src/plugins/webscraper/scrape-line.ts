import { runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { slug } from "../_kit/slug.js";
import { type PageSource, pageSource, type SourcedPage } from "../_kit/web/page-source.js";
import { completeAddress, folderOf, furtherAddress } from "./addresses.js";
import { LineRows, type ReadPage } from "./line-rows.js";
import type { LineContext } from "./preparation.js";
import { readFolder } from "./read-folder.js";
import { whyNoClick } from "./reading.js";

/** Reads all pages of a line and puts out their rows. Throws what keeps the first page from being read, with its row put out. */
export async function scrapeLine(line: string, context: LineContext): Promise<void> {
  const put = new LineRows(line, context);
  const folder = folderOf(line);
  const address = completeAddress(line);
  try {
    if (folder !== undefined) await readFolder(folder, context, put);
    else await readPages(address, context, put);
  } catch (error) {
    if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
    put.failure(folder ?? address, error, 1);
    await put.end({ fails: true });
    throw error;
  }
  await put.end();
}

async function readPages(first: string, context: LineContext, put: LineRows): Promise<void> {
  const { options, state, log, progress } = context;
  const source = pageSource(context, state.session);
  const asked = new Set<string>();
  let url: string | undefined = first;
  for (let number = 1; url !== undefined && number <= options.maxPages; number += 1) {
    context.signal.throwIfAborted();
    if (asked.has(url)) {
      log.warn(`${shown(url)} is the next page of itself, or of one before it: reading ends there.`);
      return;
    }
    asked.add(url);
    let sourced: SourcedPage;
    let link: string | undefined;
    try {
      const { render, look } = state;
      sourced = await source.page(url, { maxBytes: options.maxBytes, look, ...(render && { render }) });
      savePictures(sourced, first, number, context);
      const { isEnd, next } = await rowsOf(sourced, number, put);
      if (isEnd) return;
      link = next;
    } catch (thrown) {
      const error = ofPage(thrown, url, options);
      if (number === 1 || context.signal.aborted || !ScriptoriumError.is(error)) throw error;
      if (options.urlPattern !== "" && runCodeOf(error) === "not-found") {
        log.info(`Page ${number} of ${shown(first)} is not there, so that page ${number - 1} was the last one.`);
        return;
      }
      endsAt({ first, url, number }, error, context, put);
      return;
    }
    progress({
      parts: { done: number, found: Math.min(number + 1, options.maxPages), growing: number < options.maxPages },
    });
    if (number === 1 && options.maxPages > 1 && options.nextSelector.trim() !== "") put.hasNext = link !== undefined;
    const next = nextOf(sourced.page.url, link, first, { number: number + 1, rows: put.count }, context);
    if (next === "button") {
      await readByClicks(url, number, source, context, put).catch((thrown: unknown) => {
        const error = ofPage(thrown, url!, options);
        if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
        endsAt({ first, url: url!, number: number + 1 }, error, context, put);
      });
      return;
    }
    url = next;
  }
}

/** The rows of a page that came, with its status where they cannot be read. */
async function rowsOf(sourced: SourcedPage, number: number, put: LineRows): ReturnType<LineRows["page"]> {
  try {
    return await put.page(readOf(sourced, number));
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    const facts = { status: sourced.page.status, ...error.facts };
    throw new ScriptoriumError(error.code, error.message, facts, { cause: error });
  }
}

/** The error of a page that is larger than a field allows names the field. */
function ofPage(error: unknown, url: string, { maxBytes }: LineContext["options"]): unknown {
  if (!ScriptoriumError.is(error) || error.code !== "FETCH_TOO_LARGE" || error.facts["maxBytes"] !== maxBytes)
    return error;
  const message = `${shown(url)} is larger than maxBytes, which is ${maxBytes.toLocaleString("en")}. Raise it, or leave the page out.`;
  return new ScriptoriumError(error.code, message, error.facts, { cause: error });
}

/** A further page that cannot be read: what was found before stays. */
function endsAt(
  { first, url, number }: { readonly first: string; readonly url: string; readonly number: number },
  error: ScriptoriumError,
  { log }: LineContext,
  put: LineRows,
): void {
  log.warn(
    `Page ${number} of ${shown(first)} could not be read, and reading ends there. ${error.message}`,
    runCodeOf(error),
  );
  put.failure(url, error, number);
}

function readOf({ page, why, rendered }: SourcedPage, number: number): ReadPage {
  const { text, mediaType, url, status } = page;
  return {
    text,
    undone: rendered?.undone ?? [],
    mediaType,
    facts: { _url: url, _page: number, _status: status, _rendered: why },
  };
}

/**
 * The address of the next page, `button` for one that a browser must click, undefined where there is none. `link` is what
 * nextSelector found: an address, or nothing in something else.
 */
function nextOf(
  page: string,
  link: string | undefined,
  first: string,
  { number, rows }: { readonly number: number; readonly rows: number },
  { options, log }: LineContext,
): string | undefined {
  const { nextSelector, urlPattern, maxPages } = options;
  if (number > maxPages) {
    if (link !== undefined && maxPages > 1)
      log.info(`${shown(first)} has more pages than maxPages, which is ${maxPages}: reading ends there.`);
    return undefined;
  }
  if (urlPattern.trim() !== "") {
    const filled = urlPattern.trim().replaceAll("{page}", String(number)).replaceAll("{offset}", String(rows));
    return furtherAddress(filled, first);
  }
  if (link === undefined && nextSelector.trim() !== "" && number === 2)
    log.info(`nextSelector finds nothing on ${shown(page)}, so that no further page is read.`);
  if (link !== "") return link;
  const why = whyNoClick(page, options);
  if (why === undefined) return "button";
  log.warn(why);
  return undefined;
}

async function readByClicks(
  url: string,
  number: number,
  source: PageSource,
  context: LineContext,
  put: LineRows,
): Promise<void> {
  const { options, state } = context;
  const next = { selector: options.nextSelector.trim(), times: options.maxPages - number };
  const sourced = await source.page(url, {
    ...{ maxBytes: options.maxBytes, look: state.look },
    render: { ...state.render, next },
  });
  // What could not be done was counted when the first of them was read.
  for (const [index, text] of (sourced.rendered?.pages ?? []).entries()) {
    if (index > 0 && (await put.page({ ...readOf(sourced, number + index), text, undone: [] })).isEnd) return;
  }
}

function savePictures({ rendered }: SourcedPage, url: string, number: number, { output }: LineContext): void {
  for (const [index, picture] of (rendered?.screenshots ?? []).entries()) {
    const mark = index === 0 ? "" : `-${index + 1}`;
    output.file(`screenshots/${slug(url)}-${number}${mark}.png`, picture, "image/png");
  }
}
