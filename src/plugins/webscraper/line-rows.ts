import type { ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import { type Json, type JsonObject, type ScriptoriumError, shown } from "../../kernel/index.js";
import {
  type Counts,
  countsTogether,
  keepLine,
  NO_PAGES,
  NONE_UNCHANGED,
  oneMore,
  withUnchanged,
} from "./kept-lines.js";
import { LINE, marksOf } from "./last-rows.js";
import type { WebScraperOptions } from "./options.js";
import { failureRow, markOf, printOf, type RowFacts, rowOf } from "./page-rows.js";
import { type LineContext, ORDERS } from "./preparation.js";
import { type TextsOfColumns, textsTogether } from "./read-texts.js";
import { emptyPage, isEmptyPage, isOfEmptyRow, rowsOfPage } from "./reading.js";
import { RowChanges } from "./row-changes.js";

/** A page that was read, with its number among those of the line. */
export interface ReadPage {
  readonly text: string;
  readonly mediaType: string;
  readonly facts: Partial<RowFacts>;
  /** What could not be done with it in the browser. */
  readonly undone?: readonly string[];
}

/** Takes the rows of the pages of one line. */
export class LineRows {
  /** Rows found so far. */
  count = 0;
  /** Whether nextSelector found something on the first page. */
  hasNext: boolean | undefined;
  private readonly rows: JsonObject[] = [];
  private readonly marks: Record<string, JsonObject> = {};
  private readonly changes: RowChanges;
  /** The print of the page before; undefined where none is compared with another. */
  private last: string | undefined;
  private pages = NO_PAGES;
  private texts: TextsOfColumns = {};
  private unchanged = NONE_UNCHANGED;
  private defaults: Counts = {};
  private cut: Counts = {};

  constructor(
    private readonly line: string,
    private readonly context: LineContext,
  ) {
    this.changes = new RowChanges(context);
  }

  /** Whether reading ends with the page, and what nextSelector found on it. */
  async page(
    { text, mediaType, facts, undone = [] }: ReadPage,
    { isNext = true } = {},
  ): Promise<{ readonly isEnd: boolean; readonly next?: string }> {
    const { state, log, options } = this.context;
    const url = facts._url ?? "";
    const { orders } = state;
    if (isEmptyPage(text)) {
      this.counts(facts._rendered ?? "", undone);
      return this.noRows(emptyPage(url), facts);
    }
    const { rows, read } = await rowsOfPage({ text, url, mediaType }, state.reading, this.context, { orders });
    const unsaved = orders.unsaved();
    if (unsaved !== undefined) await this.context.checkpoint(ORDERS, unsaved);
    this.counts(facts._rendered ?? "", undone, read);
    const found = rows.map(({ values }) => values);
    const print = isNext && options.maxPages > 1 ? printOf(found) : undefined;
    // Rows in which a wrong rule finds nothing are alike on every page.
    const hasValues = rows.some(({ problem }) => !isOfEmptyRow(problem));
    if (print !== undefined && hasValues && print === this.last) {
      log.info(`Page ${facts._page} of ${shown(url)} has the same rows as the one before: reading ends there.`);
      return { isEnd: true };
    }
    this.last = print;
    this.count += found.length;
    for (const { values, problem, defaults } of rows) {
      if (problem === "" || isOfEmptyRow(problem)) {
        this.put(values, { ...facts, _error: problem });
        this.defaults = defaults.reduce(oneMore, this.defaults);
      } else this.rows.push(rowOf(state.reading.names, values, { ...facts, _error: problem }));
    }
    const { next } = read;
    if (found.length > 0) return { isEnd: false, ...(next === undefined ? {} : { next }) };
    return {
      ...this.noRows(nothingFound(url, mediaType, read, options), facts),
      ...(next === undefined ? {} : { next }),
    };
  }

  private noRows(problem: string, facts: Partial<RowFacts>): { readonly isEnd: boolean } {
    const { state, log, options } = this.context;
    const isFirst = facts._page === 1;
    if (isFirst) log.warn(problem);
    else log.info(`Page ${facts._page} has no rows: reading ends there.`);
    if (isFirst) this.rows.push(rowOf(state.reading.names, {}, { ...facts, _error: problem }));
    return { isEnd: !isFirst || options.urlPattern !== "" };
  }

  failure(url: string, error: ScriptoriumError, page: number): void {
    const row = failureRow(this.context.state.reading.names, url, error, page);
    this.rows.push(row);
    const { failed, blocked } = this.pages;
    this.pages = { ...this.pages, failed: failed + 1, blocked: oneMore(blocked, String(row["_blocked"])) };
  }

  /**
   * Puts the rows out, instead of those of an earlier attempt at the line; those of one that fails are stored at once, as
   * they would be lost with it.
   */
  async end({ fails = false } = {}): Promise<void> {
    const { output, state, options, checkpoint } = this.context;
    const rows = options.mode === "all" ? this.rows : this.rows.map((row) => this.changes.told(row));
    for (const row of rows) output.row(row);
    const mark = markOf(this.line);
    const key = `${LINE}${mark}`;
    const { pages, texts, unchanged, defaults, cut, hasNext } = this;
    const counts = { pages, texts, unchanged, defaults, cut, ...(hasNext !== undefined && { hasNext }) };
    keepLine({ line: mark, fails, rows, ...counts }, this.context);
    if (!fails && options.mode === "all" && !state.noted.has(key)) return;
    await checkpoint(key, this.marks, { replacesRows: true });
    state.noted.add(key);
  }

  private counts(
    rendered: string,
    undone: readonly string[],
    { texts = {}, cut = {} }: Pick<ColumnsRead, "texts" | "cut"> = {},
  ): void {
    const { pages } = this;
    this.pages = {
      ...pages,
      ...{ read: pages.read + 1, rendered: oneMore(pages.rendered, rendered) },
      undone: undone.reduce(oneMore, pages.undone),
    };
    this.texts = textsTogether([this.texts, texts]);
    this.cut = countsTogether([this.cut, cut]);
  }

  private put(values: Readonly<Record<string, Json>>, facts: Partial<RowFacts>): void {
    const { options, state } = this.context;
    const { names } = state.reading;
    const row = rowOf(names, values, facts);
    if (options.mode === "all") {
      this.rows.push(row);
      return;
    }
    const marks = marksOf(names, values);
    this.marks[markOf(marks)] = marks;
    if (this.changes.differs(row, marks)) this.rows.push(row);
    else this.unchanged = withUnchanged(this.unchanged, row);
  }
}

function nothingFound(
  url: string,
  mediaType: string,
  { isJson = false }: ColumnsRead,
  { rowSelector, jsonSchema }: WebScraperOptions,
): string {
  const isPath = rowSelector.trim().startsWith("$");
  if (isJson && !isPath && rowSelector.trim() !== "")
    return `${shown(url)} is JSON, in which CSS and XPath find nothing. Write a JSON path as rowSelector, such as $.items[*].`;
  if (!isJson && isPath)
    return `${shown(url)} comes as ${shown(mediaType || "text without a type")}, not as JSON, so that the JSON path in rowSelector finds nothing. Use CSS or XPath, or an address that answers with JSON.`;
  if (isJson && isPath)
    return `rowSelector finds nothing in the JSON of ${shown(url)}. Check it against what is there.`;
  if (jsonSchema !== null && rowSelector.trim() === "")
    return `The language model found no row on ${shown(url)}. Check jsonSchema against the page, or whether the page needs a browser.`;
  return `rowSelector finds nothing on ${shown(url)}. Check it against the page, or whether the page needs a browser.`;
}
