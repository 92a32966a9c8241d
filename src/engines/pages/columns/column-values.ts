import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Json } from "../../../kernel/values/json.js";
import { shown } from "../../../kernel/values/json.js";
import { type DateOrder, orderIn, usualOrder } from "../extraction/dates.js";
import type { Column, LostText } from "./column.js";
import type { Scope } from "./finder.js";
import type { ParsedPage } from "./parsed-page.js";
import { FAR, type SeenValue, type ValueKind } from "./transforms.js";

/** What pages before say of the order of a column's dates. */
export interface KnownOrder {
  readonly order: DateOrder;
  /** A date has shown it; else it was taken for want of one. */
  readonly isSure: boolean;
}

/** What became of the texts of a column that were to be dates or numbers. */
export interface ReadTexts {
  readonly kind: ValueKind;
  readonly count: number;
  /** How many of them are none, and the first of these. */
  readonly unread: number;
  readonly example: string;
  /** As the rule writes it. */
  readonly transform: string;
}

/** Dates such as 5/1/2024 in a column. */
export interface ReadOrder {
  /** As they were read. */
  readonly order: DateOrder;
  /** The rule says it. */
  readonly isGiven: boolean;
  /** The first that shows that the day comes first, that the month does, and that shows neither; empty where there is none. */
  readonly dmy: string;
  readonly mdy: string;
  readonly either: string;
}

/** The values of a column in the rows of a page, read with one order of dates. */
export interface ColumnValues {
  readonly values: readonly Json[];
  /** The rows in which the page gives none, so that the default of the rule stands there. */
  readonly defaults: readonly number[];
  /** How many texts were cut. */
  readonly cut: number;
  /** By rows, the first text that was found there and of which nothing became. */
  readonly lost: ReadonlyMap<number, LostText>;
  readonly texts?: ReadTexts;
  readonly order?: ReadOrder;
}

/** Characters of all values of a page: what is more fills the memory of who asked. */
const MOST_CHARACTERS = 50_000_000;

/** Counts the characters of a page's values. Throws PAGE_UNREADABLE for too many. */
export function characterBudget(): (value: Json) => void {
  let characters = 0;
  return (value) => {
    characters += typeof value === "string" ? value.length : 8;
    if (characters <= MOST_CHARACTERS) return;
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `The columns of the page hold more than ${MOST_CHARACTERS / 1_000_000} million characters. Take text instead of html, or fewer columns.`,
    );
  };
}

/** Reads a column in all rows; the order of its dates is the known one, else what they show, else that of the page's language. */
export function columnValues(
  column: Column,
  scopes: readonly Scope[],
  page: ParsedPage,
  { known, spend }: { readonly known: KnownOrder | undefined; readonly spend: (value: Json) => void },
): ColumnValues {
  const read = (order: DateOrder) => {
    const seen = new Seen();
    const asked = {
      order,
      note: (one: SeenValue) => seen.note(one),
      cut: () => seen.noteCut(),
      lost: (text: LostText) => seen.noteLost(text),
    };
    // What is looked for in the whole page is the same in every row.
    const one = column.rule.repeat === true ? scopes.slice(0, 1) : scopes;
    const found = one.map((scope, row) => {
      seen.row = row;
      return column.found(scope, page, asked);
    });
    const values = column.rule.repeat === true ? scopes.map(() => found[0]!) : found;
    return { values, lost: seen.lost, ...seen.told(order) };
  };
  const usual = known?.order ?? usualOrder(page.language);
  let made = read(usual);
  const shows = known?.isSure === true ? usual : (made.shows ?? usual);
  if (shows !== usual) made = read(shows);
  const { texts, order, cut, lost } = made;
  const { default: usually = "" } = column.rule;
  const defaults = usually === "" ? [] : made.values.flatMap((value, row) => (value === "" ? [row] : []));
  const values = made.values.map((value) => (value === "" ? usually : value));
  for (const value of values) spend(value);
  return { values, defaults, cut, lost, ...(texts && { texts }), ...(order && { order }) };
}

/** Gathers what becomes of the texts of a column. */
class Seen {
  /** The row that is read. */
  row = 0;
  readonly lost = new Map<number, LostText>();
  private kind: ValueKind = "date";
  private transform = "";
  private count = 0;
  private unread = 0;
  private example = "";
  private cut = 0;
  private given: DateOrder | undefined;
  private readonly first = { dmy: "", mdy: "", either: "" };
  private readonly times = { dmy: 0, mdy: 0, either: 0 };

  noteCut(): void {
    this.cut += 1;
  }

  noteLost({ text, transform }: LostText): void {
    if (text.trim() !== "" && !this.lost.has(this.row)) this.lost.set(this.row, { text: shown(text, 120), transform });
  }

  note({ kind, text, isRead, transform, order: given }: SeenValue): void {
    if (text.trim() === "") return;
    this.kind = kind;
    this.transform = transform;
    this.count += 1;
    if (!isRead) {
      this.unread += 1;
      this.example ||= shown(text.trim(), 80);
      return;
    }
    if (given !== undefined) this.given = given;
    const order = kind === "date" ? orderIn(text, { now: FAR }) : undefined;
    if (order === undefined) return;
    this.times[order] += 1;
    this.first[order] ||= shown(text.trim(), 80);
  }

  /** `shows` is what most of the dates show. */
  told(order: DateOrder): { cut: number; texts?: ReadTexts; order?: ReadOrder; shows?: DateOrder } {
    const { kind, count, unread, example, transform, first, times, cut, given } = this;
    if (count === 0) return { cut };
    const texts = { kind, count, unread, example, transform };
    if (times.dmy + times.mdy + times.either === 0) return { cut, texts };
    if (given !== undefined) return { cut, texts, order: { order: given, isGiven: true, ...first } };
    const shows = times.dmy === times.mdy ? undefined : times.dmy > times.mdy ? "dmy" : "mdy";
    return { cut, texts, order: { order, isGiven: false, ...first }, ...(shows && { shows }) };
  }
}
