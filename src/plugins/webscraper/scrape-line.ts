import { readyColumn, wholeOf } from "../../engines/pages/columns/column.js";
import { ParsedPage } from "../../engines/pages/columns/parsed-page.js";
import { type Json, type JsonObject, runCodeOf, ScriptoriumError, shown, type WebPage } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { slug } from "../_kit/slug.js";
import { completeAddresses } from "../_kit/web/options.js";
import { type PageSource, pageSource, type SourcedPage } from "../_kit/web/page-source.js";
import { folderOf } from "./addresses.js";
import type { Context } from "./options.js";
import { markOf, printOf, type RowFacts, rowOf, rowsIn } from "./page-rows.js";
import type { RunState } from "./preparation.js";
import { nextRule } from "./reading.js";
import { keepRows } from "./results.js";

export type LineContext = Context & { readonly state: RunState };

/** A page that was read, with its number among those of the line. */
interface Read {
  readonly text: string;
  readonly mediaType: string;
  readonly facts: Partial<RowFacts>;
}

/** Reads all pages of a line and puts out their rows. Throws what keeps the first page from being read, with its row put out. */
export async function scrapeLine(line: string, context: LineContext): Promise<void> {
  const put = new Rows(line, context);
  const folder = folderOf(line);
  const address = completeAddresses([line])[0] ?? line;
  try {
    if (folder !== undefined) await readFolder(folder, context, put);
    else await readPages(address, context, put);
  } catch (error) {
    if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
    put.failure(folder ?? address, error, 1);
    await put.end();
    // Stored although the line fails, and in the place of those of an earlier attempt at it.
    await context.checkpoint(`failed ${markOf(line)}`, {}, { replacesRows: true });
    throw error;
  }
  await put.end();
}

/** The row of what could not be read; `facts` are those of an error. */
export function failureRow(
  names: readonly string[],
  url: string,
  { message, facts }: Pick<ScriptoriumError, "message" | "facts">,
  page = 1,
): JsonObject {
  const { status, kind } = facts;
  return rowOf(
    names,
    {},
    {
      ...{ _url: shown(url, 2000), _page: page, _error: message },
      _status: typeof status === "number" ? status : 0,
      _blocked: typeof kind === "string" ? kind : "",
    },
  );
}

async function readPages(first: string, context: LineContext, put: Rows): Promise<void> {
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
    try {
      sourced = await source.page(url, { maxBytes: options.maxBytes, ...(state.render && { render: state.render }) });
      if (!put.page(readOf(sourced, number))) return;
      savePictures(sourced, first, number, context);
    } catch (error) {
      if (number === 1 || context.signal.aborted || !ScriptoriumError.is(error)) throw error;
      // What was found before stays, and a page behind the last one is often answered with 404.
      log.warn(
        `Page ${number} of ${shown(first)} could not be read, and reading ends there. ${error.message}`,
        runCodeOf(error),
      );
      if (options.urlPattern === "" || runCodeOf(error) !== "not-found") put.failure(url, error, number);
      return;
    }
    progress({
      parts: { done: number, found: Math.min(number + 1, options.maxPages), growing: number < options.maxPages },
    });
    const next = nextOf(sourced.page, first, number + 1, put.count, context);
    if (next === "button") {
      await readByClicks(url, number, source, context, put);
      return;
    }
    url = next;
  }
}

function readOf({ page, why }: SourcedPage, number: number): Read {
  const { text, mediaType, url, status } = page;
  return { text, mediaType, facts: { _url: url, _page: number, _status: status, _rendered: why } };
}

/** The address of the next page, `button` for one that a browser must click, undefined where there is none. */
function nextOf(
  page: WebPage,
  first: string,
  number: number,
  rows: number,
  { options, log }: LineContext,
): string | undefined {
  if (number > options.maxPages) return undefined;
  const { nextSelector, urlPattern } = options;
  if (urlPattern.trim() !== "") {
    const filled = urlPattern.trim().replaceAll("{page}", String(number)).replaceAll("{offset}", String(rows));
    return URL.parse(filled, first)?.href;
  }
  if (nextSelector.trim() === "") return undefined;
  const parsed = new ParsedPage(page.text, page.url, page.mediaType);
  const rule = { name: "next", ...nextRule(nextSelector) };
  const whole = wholeOf(parsed);
  const href = readyColumn({ ...rule, take: "attr:href", transform: ["url"] }).read(whole, parsed).value;
  if (typeof href === "string" && /^https?:/.test(href)) return href;
  if (readyColumn({ ...rule, take: "exists" }).read(whole, parsed).value !== true) return undefined;
  if (options.browser !== "never" && "css" in rule) return "button";
  log.warn(
    `nextSelector finds no link on ${shown(page.url)}, only something to click, which needs a browser and CSS. Set browser to "auto".`,
  );
  return undefined;
}

async function readByClicks(
  url: string,
  number: number,
  source: PageSource,
  context: LineContext,
  put: Rows,
): Promise<void> {
  const { options, state, log } = context;
  const next = { selector: options.nextSelector.trim(), times: options.maxPages - number };
  const sourced = await source.page(url, { maxBytes: options.maxBytes, render: { ...state.render, next } });
  for (const note of sourced.rendered?.notes ?? []) log.info(note);
  for (const [index, text] of (sourced.rendered?.pages ?? []).entries()) {
    if (index > 0 && !put.page({ ...readOf(sourced, number + index), text })) return;
  }
}

function savePictures({ rendered }: SourcedPage, url: string, number: number, { output }: LineContext): void {
  for (const [index, picture] of (rendered?.screenshots ?? []).entries()) {
    const mark = index === 0 ? "" : `-${index + 1}`;
    output.file(`screenshots/${slug(url)}-${number}${mark}.png`, picture, "image/png");
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { json: "application/json", xml: "application/xml" };

async function readFolder(name: string, context: LineContext, put: Rows): Promise<void> {
  const { providers, signal, log } = context;
  const { folder } = providers;
  if (folder === undefined)
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  const files = await folder.list(name, { extensions: ["html", "htm", "json", "xml"], signal });
  if (files.length === 0) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `The folder "${shown(name)}" holds no html, json or xml file. Put the pages there or name another folder.`,
      { folder: shown(name) },
    );
  }
  for (const [index, { path }] of files.entries()) {
    try {
      const text = await folder.read(name, path, { signal });
      const mediaType = MEDIA_TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "text/html";
      put.page({ text, mediaType, facts: { _url: path, _page: 1 } }, { isNext: false });
    } catch (error) {
      if (signal.aborted || !ScriptoriumError.is(error)) throw error;
      log.warn(error.message, runCodeOf(error));
      put.failure(path, error, 1);
    }
    context.progress({ parts: { done: index + 1, found: files.length } });
  }
}

/** Takes the rows of the pages of one line. */
class Rows {
  /** Rows found so far. */
  count = 0;
  private readonly rows: JsonObject[] = [];
  private readonly marks: Record<string, JsonObject> = {};
  private last = "";

  constructor(
    private readonly line: string,
    private readonly context: LineContext,
  ) {}

  /** False where the page holds the same rows as the one before, so that nothing more is to come. */
  page({ text, mediaType, facts }: Read, { isNext = true } = {}): boolean {
    const { state, log, options } = this.context;
    const { reading } = state;
    const url = facts._url ?? "";
    const found = rowsIn(text, url, mediaType, reading);
    const print = printOf(found);
    if (isNext && found.length > 0 && print === this.last) {
      log.info(`Page ${facts._page} of ${shown(url)} has the same rows as the one before: reading ends there.`);
      return false;
    }
    this.last = print;
    this.count += found.length;
    for (const values of found) this.put(values, facts);
    if (found.length > 0) return true;
    const isFirst = facts._page === 1;
    const problem = `rowSelector finds nothing on ${shown(url)}. Check it against the page, or whether the page needs a browser.`;
    log.warn(isFirst ? problem : `Page ${facts._page} has no rows: reading ends there.`);
    if (isFirst) this.rows.push(rowOf(reading.names, {}, { ...facts, _error: problem }));
    return isFirst && options.urlPattern === "";
  }

  failure(url: string, error: ScriptoriumError, page: number): void {
    this.rows.push(failureRow(this.context.state.reading.names, url, error, page));
  }

  async end(): Promise<void> {
    const { output, state, options, checkpoint } = this.context;
    for (const row of this.rows) output.row(row);
    keepRows(this.rows, state.numbers.get(this.line) ?? 0, this.context);
    if (options.mode === "changes") await checkpoint(`rows ${markOf(this.line)}`, this.marks);
  }

  private put(values: Record<string, Json>, facts: Partial<RowFacts>): void {
    const { options, state } = this.context;
    const { names } = state.reading;
    const row = rowOf(names, values, facts);
    if (options.mode === "all") {
      this.rows.push(row);
      return;
    }
    const by = options.keyColumn.trim();
    const marks = Object.fromEntries(names.map((name) => [name, markOf(values[name] ?? "")]));
    const key = by === "" ? markOf(marks) : `${by} ${markOf(values[by] ?? "")}`;
    this.marks[key] = marks;
    const before = state.last?.get(key);
    const changed = names.filter((name) => before?.[name] !== marks[name]);
    if (before !== undefined && changed.length === 0) return;
    this.rows.push({
      ...row,
      _change: before === undefined ? "new" : "changed",
      _changed: before === undefined ? "" : changed.join(", "),
    });
  }
}
