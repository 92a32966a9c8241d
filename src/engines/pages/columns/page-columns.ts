import type { Json } from "../../../kernel/values/json.js";
import { type Column, type LostText, readyColumn, readyRows } from "./column.js";
import type { ColumnRule } from "./column-rule.js";
import { characterBudget, columnValues, type KnownOrder, type ReadOrder, type ReadTexts } from "./column-values.js";
import { isXpath, MOST_FOUND, wholeOf } from "./finder.js";
import { type Inspected, inspected } from "./inspection.js";
import { whyNoRows } from "./missing-rows.js";
import { ParsedPage } from "./parsed-page.js";
import { type Examples, type Proposal, placesOfExamples, proposals } from "./proposals.js";
import { readableText } from "./readable-text.js";

export type { KnownOrder, ReadOrder, ReadTexts };

/** What is asked of a page: data, so that it can be asked in a thread of its own. */
export interface ColumnsAsked {
  readonly text: string;
  /** Of the page; links become whole by it, where the page names no other base. */
  readonly url: string;
  /** Empty to have it found out. */
  readonly mediaType: string;
  /** CSS, XPath or JSON path of the rows; empty for the page as one row. */
  readonly rowSelector: string;
  readonly columns: readonly ColumnRule[];
  /** CSS or XPath of the link to the next page. */
  readonly next?: string;
  /** Of so many first rows it is said what each column matched. */
  readonly inspect?: number;
  /** By the names of columns, a value that stands on the page: rules are proposed that give it. */
  readonly examples?: Examples;
  /** By the names of columns, what pages before say of the order of dates. */
  readonly orders?: Readonly<Record<string, KnownOrder>>;
  /** The text of the rows for people is given, to so many characters. */
  readonly readable?: number;
}

/** What a page gives. */
export interface ColumnsRead {
  /** By the name of the column; hidden ones, too. */
  readonly rows: readonly Readonly<Record<string, Json>>[];
  /** True where the page holds more rows than are looked at. */
  readonly hasMore: boolean;
  /** Whether the page was read as JSON, whatever type it comes as. */
  readonly isJson?: boolean;
  /** Whether a row is a list of JSON. */
  readonly isList?: boolean;
  /** By the numbers of rows without any value, a text that a column found there and of which nothing became. */
  readonly lost?: Readonly<Record<number, LostText & { readonly column: string }>>;
  /** By the names of columns that are to hold dates or numbers, what became of their texts. */
  readonly texts?: Readonly<Record<string, ReadTexts>>;
  /** By the names of columns, the rows in which their default stands, as the page gives nothing. */
  readonly defaults?: Readonly<Record<string, readonly number[]>>;
  /** By the names of columns, how many texts were longer than is kept. */
  readonly cut?: Readonly<Record<string, number>>;
  /** By the names of columns, in which order dates such as 5/1/2024 were read. */
  readonly orders?: Readonly<Record<string, ReadOrder>>;
  /** The address of the next page, empty for something without one; absent where there is none. */
  readonly next?: string;
  /** Where rows are looked at and there is none: why, in a sentence, and what to do. */
  readonly whyNoNext?: string;
  /** For each of the first rows, what each column matched. */
  readonly inspected?: readonly (readonly Inspected[])[];
  /** Where rows are looked at and there is none: why, in a sentence, and what to do. */
  readonly whyNoRows?: string;
  readonly proposals?: readonly Proposal[];
  /** At how many places each example stands. */
  readonly examplePlaces?: Readonly<Record<string, number>>;
  readonly readable?: { readonly text: string; readonly isCut: boolean };
}

/** Reads columns from a page. Throws bad-input for rules that cannot be used, and PAGE_UNREADABLE. */
export function pageColumns(asked: ColumnsAsked): ColumnsRead {
  const { text, url, mediaType } = asked;
  return columnsOf(new ParsedPage(text, url, mediaType), asked);
}

/** The same of a page that is parsed. */
export function columnsOf(page: ParsedPage, asked: ColumnsAsked): ColumnsRead {
  const { next, inspect, examples, readable } = asked;
  const { rows: rowsOf, columns } = readyRules(asked);
  const scopes = rowsOf(page);
  const spend = characterBudget();
  const rows = scopes.map((): Record<string, Json> => ({}));
  const texts: Record<string, ReadTexts> = {};
  const orders: Record<string, ReadOrder> = {};
  const defaults: Record<string, readonly number[]> = {};
  const cut: Record<string, number> = {};
  const lost: Record<number, LostText & { readonly column: string }> = {};
  for (const column of columns) {
    const name = column.rule.name.trim();
    const known = asked.orders?.[name];
    const read = columnValues(column, scopes, page, { known, spend });
    for (const [index, row] of rows.entries()) row[name] = read.values[index]!;
    if (read.texts !== undefined) texts[name] = read.texts;
    if (read.order !== undefined) orders[name] = read.order;
    if (read.defaults.length > 0) defaults[name] = read.defaults;
    if (read.cut > 0) cut[name] = read.cut;
    for (const [row, text] of read.lost) lost[row] ??= { ...text, column: name };
  }
  for (const [index, row] of rows.entries()) if (Object.values(row).some((value) => value !== "")) delete lost[index];
  return {
    rows,
    hasMore: scopes.length >= MOST_FOUND,
    ...{ texts, orders, defaults, cut, lost, isJson: page.isJson },
    ...(scopes.some((scope) => "value" in scope && Array.isArray(scope.value)) && { isList: true }),
    ...(next === undefined ? {} : nextIn(page, next, inspect !== undefined)),
    ...(inspect === undefined
      ? {}
      : {
          inspected: scopes
            .slice(0, inspect)
            .map((scope) =>
              columns.map((column) => inspected(column, scope, page, orders[column.rule.name.trim()]?.order)),
            ),
        }),
    ...(inspect === undefined || scopes.length > 0 ? {} : { whyNoRows: whyNoRows(asked.rowSelector, page) }),
    ...(examples === undefined ? {} : proposed(page, examples)),
    ...(readable === undefined ? {} : { readable: readableText(scopes, page.base, readable) }),
  };
}

/** Examples that stand nowhere do not keep rules for the others from being proposed. */
function proposed(page: ParsedPage, examples: Examples): Pick<ColumnsRead, "proposals" | "examplePlaces"> {
  const examplePlaces = placesOfExamples(page, examples);
  const found = Object.entries(examples).filter(([name]) => examplePlaces[name] !== 0);
  return { proposals: proposals(page, Object.fromEntries(found)), examplePlaces };
}

interface ReadyRules {
  readonly rows: ReturnType<typeof readyRows>;
  readonly columns: readonly Column[];
}

/** The rules of the last tasks, ready: making them takes longer than reading a small page. */
const recent = new Map<string, ReadyRules>();
const MOST_RECENT = 16;
/** The pages of a task are asked for with the same list, which need not be compared. */
const ofLists = new WeakMap<ColumnsAsked["columns"], { readonly rowSelector: string; readonly ready: ReadyRules }>();

function readyRules({ rowSelector, columns }: ColumnsAsked): ReadyRules {
  const known = ofLists.get(columns);
  if (known?.rowSelector === rowSelector) return known.ready;
  const ready = readyOrMade({ rowSelector, columns });
  ofLists.set(columns, { rowSelector, ready });
  return ready;
}

function readyOrMade({ rowSelector, columns }: Pick<ColumnsAsked, "rowSelector" | "columns">): ReadyRules {
  const key = JSON.stringify([rowSelector, columns]);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const made = { rows: readyRows(rowSelector), columns: columns.map((rule) => readyColumn(rule)) };
  recent.set(key, made);
  if (recent.size > MOST_RECENT) recent.delete(recent.keys().next().value!);
  return made;
}

function nextIn(
  page: ParsedPage,
  selector: string,
  isLookedAt: boolean,
): { readonly next?: string; readonly whyNoNext?: string } {
  const rule = { name: "next", ...nextRule(selector) };
  const whole = wholeOf(page);
  const href = readyColumn({ ...rule, take: "attr:href", transform: ["url"] }).read(whole, page);
  if (typeof href === "string" && /^https?:/.test(href)) return { next: href };
  if (readyColumn({ ...rule, take: "exists" }).read(whole, page) === true) return { next: "" };
  if (!isLookedAt) return {};
  return {
    whyNoNext: page.isJson
      ? "The page is JSON, in which CSS and XPath find nothing. Use urlPattern."
      : whyNoRows(selector, page),
  };
}

/** The rule of a selector that is CSS, or XPath when it begins with a slash. */
export function nextRule(selector: string): { readonly xpath: string } | { readonly css: string } {
  return isXpath(selector) ? { xpath: selector.trim() } : { css: selector.trim() };
}
