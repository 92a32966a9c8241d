import { isXpath } from "../../engines/pages/columns/finder.js";
import type { ColumnsAsked, ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import { type Json, ScriptoriumError, shown } from "../../kernel/index.js";
import { pageReader } from "../_kit/page-reader.js";
import type { Rendering } from "../_kit/web/page-source.js";
import type { DateOrders } from "./date-orders.js";
import { MOST_READABLE, type RowModel, rowModelOf } from "./model-rows.js";
import { type ReadingContext, USUAL_WINDOW, type WebScraperOptions } from "./options.js";

const NO_VALUE = "No column has a value in this row.";

/** Whether a problem is that of a row in which no column finds anything. */
export function isOfEmptyRow(problem: unknown): boolean {
  return typeof problem === "string" && problem.startsWith(NO_VALUE);
}

/** Why no column has a value in a row of a page, and what to do. */
function emptyRow({ lost, isJson = false, isList = false }: ColumnsRead, index: number, { asked }: Reading): string {
  const text = lost?.[index];
  if (text !== undefined) {
    const found = `${NO_VALUE} The column "${text.column}" finds "${text.text}" in it`;
    return text.transform === ""
      ? `${found}, where its regex matches nothing. Correct the pattern.`
      : `${found}, of which its transform ${text.transform} makes nothing. Correct it, or leave it out.`;
  }
  const inPage = asked.columns.filter(({ from = "page" }) => from === "page");
  const isAll = inPage.length > 0 && inPage.length === asked.columns.length;
  if (isAll && isJson && inPage.every(({ css, xpath }) => css !== undefined || xpath !== undefined))
    return `${NO_VALUE} The page is JSON, in which css and xpath find nothing. Use jsonPath.`;
  if (isAll && !isJson && inPage.every(({ jsonPath }) => jsonPath !== undefined))
    return `${NO_VALUE} The page is no JSON, in which jsonPath finds nothing. Use css or xpath, or say with from where to look.`;
  const rows = asked.rowSelector.trim();
  if (isList)
    return `${NO_VALUE} ${rows === "" ? "The page" : "What rowSelector finds"} is a list. Write "${rows || "$"}[*]" as rowSelector, for a row of each of its items.`;
  const looks = `${NO_VALUE} Columns look inside the row, not at it: check them against what it holds`;
  return isJson ? `${looks}.` : `${looks}, and whether the page needs a browser.`;
}

/** Whether a page holds nothing, also as a browser shows it. */
export function isEmptyPage(text: string): boolean {
  const [held, longest] = [text.trim(), 500];
  return held.length <= longest && held.replace(/<!doctype[^>]*>|<\/?(?:html|head|body)[^>]*>/gi, "").trim() === "";
}

export function emptyPage(url: string): string {
  return `${shown(url)} is an empty page: the answer holds no text. Check the address, and look at it in a browser.`;
}

/** How rows are read, from options that were checked. */
export interface Reading {
  readonly asked: Pick<ColumnsAsked, "rowSelector" | "columns" | "next" | "readable">;
  readonly templates: WebScraperOptions["templateColumns"];
  /** Names of the columns of a row, in order. */
  readonly names: readonly string[];
  /** Reads rows out of the text of a page; undefined where none is asked for. */
  readonly model: RowModel | undefined;
}

export interface PageRow {
  readonly values: Readonly<Record<string, Json>>;
  readonly problem: string;
  /** The columns in which a default stands, as the page gives nothing. */
  readonly defaults: readonly string[];
}

/** The rows of a page, by their columns; hidden ones are left out. */
export interface PageRows {
  readonly rows: readonly PageRow[];
  readonly read: ColumnsRead;
}

export function readingOf(options: WebScraperOptions): Reading {
  const { rowSelector, columns, templateColumns, nextSelector } = options;
  const model = rowModelOf(options);
  const visible = columns.filter(({ hidden }) => !hidden);
  return {
    asked: {
      rowSelector,
      // Rows of a model stand nowhere on the page.
      columns: model === undefined ? columns : columns.map((column) => ({ ...column, repeat: true })),
      ...(nextSelector.trim() === "" ? {} : { next: nextSelector }),
      ...(model === undefined ? {} : { readable: MOST_READABLE }),
    },
    templates: templateColumns,
    names: [
      ...visible.map(({ name }) => name.trim()),
      ...(model?.names ?? []),
      ...templateColumns.map(({ name }) => name.trim()),
    ],
    model,
  };
}

/** Throws PAGE_UNREADABLE for a page that cannot be read, and WRITER_FAILED where a model does not do it. */
export async function rowsOfPage(
  page: Pick<ColumnsAsked, "text" | "url" | "mediaType">,
  reading: Reading,
  context: ReadingContext,
  { orders, ...more }: Pick<ColumnsAsked, "inspect" | "examples"> & { readonly orders?: DateOrders } = {},
): Promise<PageRows> {
  const { signal, log } = context;
  const reader = pageReader(context);
  if (reader.columns === undefined) throw noColumns();
  let read: ColumnsRead;
  do {
    const known = orders === undefined ? {} : { orders: orders.known() };
    read = await reader.columns({ ...reading.asked, ...page, ...more, ...known }, { signal });
  } while (orders?.accepts(read, log) === false);
  if (read.hasMore)
    log.warn(
      `${shown(page.url)} holds more rows than are read, which are ${read.rows.length}. Make rowSelector narrower.`,
    );
  const found = await foundRows(page.url, read, reading, context);
  const defaults = defaultsByRow(read);
  const rows = found.map(({ values, problem }, index): PageRow => {
    const filled: Record<string, Json> = { ...values };
    for (const { name, template } of reading.templates) filled[name.trim()] = filledTemplate(template, filled);
    const isEmpty = problem === "" && reading.names.length > 0 && Object.values(values).every((value) => value === "");
    return {
      values: Object.fromEntries(reading.names.map((name) => [name, filled[name] ?? ""])),
      problem: isEmpty ? emptyRow(read, reading.model === undefined ? index : 0, reading) : problem,
      defaults: defaults.get(reading.model === undefined ? index : 0) ?? [],
    };
  });
  return { rows, read };
}

async function foundRows(url: string, read: ColumnsRead, { model }: Reading, context: ReadingContext) {
  if (model === undefined) return read.rows.map((values) => ({ values, problem: "" }));
  const [ofPage] = read.rows;
  if (ofPage === undefined || read.readable === undefined) return [];
  const made = await model.rows(read.readable, url, context);
  return made.map(({ values, problem }) => ({ values: { ...ofPage, ...values }, problem }));
}

function defaultsByRow({ defaults = {} }: ColumnsRead): ReadonlyMap<number, readonly string[]> {
  const byRow = new Map<number, string[]>();
  for (const [name, rows] of Object.entries(defaults))
    for (const row of rows) byRow.set(row, [...(byRow.get(row) ?? []), name]);
  return byRow;
}

/** The error of a server whose reader reads no columns. */
export function noColumns(): ScriptoriumError {
  return new ScriptoriumError(
    "no-provider",
    "The reader of this server does not read columns. Use the built-in one, or give yours the method columns.",
    { provider: "reader", field: "columns" },
  );
}

/** One pass, so that what is put in is not looked at again. */
function filledTemplate(template: string, values: Readonly<Record<string, Json>>): string {
  return template.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** What only a browser can do of what the task asks for. */
export function renderingOf(options: WebScraperOptions): Rendering | undefined {
  const { steps, scroll, waitFor, screenshot } = options;
  if (steps.length === 0 && scroll.times === 0 && waitFor.trim() === "" && screenshot === "none") return undefined;
  const { times, delayMs, untilSelector } = scroll;
  return {
    // Each step was checked for what its kind needs.
    ...(steps.length === 0 ? {} : { steps: steps as unknown as NonNullable<Rendering["steps"]> }),
    ...(times === 0 ? {} : { scroll: { times, delayMs, ...(untilSelector.trim() === "" ? {} : { untilSelector }) } }),
    ...(waitFor.trim() === "" ? {} : { waitFor }),
    ...(screenshot === "none" ? {} : { screenshot }),
  };
}

/** Why a run cannot follow what nextSelector finds on a page and which is no link; undefined where a browser clicks it. */
export function whyNoClick(
  page: string,
  { browser, nextSelector }: Pick<WebScraperOptions, "browser" | "nextSelector">,
): string | undefined {
  if (browser !== "never" && !isXpath(nextSelector)) return undefined;
  return `nextSelector finds no link on ${shown(page)}, only something to click, which needs a browser and CSS. Set browser to "auto".`;
}

/** How the browser is set up, whatever it is used for. A phone with the usual window has that of a phone. */
export function lookOf({ viewport, mobile, locale, timezone, blockResources }: WebScraperOptions): Rendering {
  const isUsual = viewport.width === USUAL_WINDOW.width && viewport.height === USUAL_WINDOW.height;
  return {
    ...{ mobile, blockResources },
    ...(mobile && isUsual ? {} : { viewport }),
    ...(locale.trim() === "" ? {} : { locale: locale.trim() }),
    ...(timezone.trim() === "" ? {} : { timezone: timezone.trim() }),
  };
}
