import type { AnyNode } from "domhandler";
import { RE2JS } from "re2js";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Json } from "../../../kernel/values/json.js";
import { shown } from "../../../kernel/values/json.js";
import { usualOrder } from "../extraction/dates.js";
import type { ColumnRule } from "./column-rule.js";
import { finder, given, isXpath, MOST_FOUND, type Place, ready, type Scope, wholeOf } from "./finder.js";
import { textOf } from "./node-text.js";
import type { ParsedPage } from "./parsed-page.js";
import { serialised } from "./serialised.js";
import { type Around, type Transform, transformOf } from "./transforms.js";

/** A column that is ready to read. */
export interface Column {
  readonly rule: ColumnRule;
  /** What is in the row. Dates are read in the order of the page's language where neither the rule nor `seen` says another. */
  read(scope: Scope, page: ParsedPage, seen?: Seeing): Json;
  /** The same without the rule's default. */
  found(scope: Scope, page: ParsedPage, seen?: Seeing): Json;
  /** The steps of reading by themselves, for who wants to see them. */
  readonly steps: {
    find(scope: Scope, page: ParsedPage): Place[];
    /** What is taken of a place, before the pattern. */
    taken(place: Place): string;
    /** What the pattern finds in it; the text itself without one. */
    matched(text: string): string[];
    readonly transforms: readonly { readonly text: string; readonly apply: Transform }[];
  };
}

/** How a column is read, and who is told what becomes of its texts. */
export type Seeing = Partial<Pick<Around, "order" | "note">> & {
  /** Called where a text is longer than is kept. */
  cut?(): void;
  /** Called where a text is found and nothing becomes of it. */
  lost?(text: LostText): void;
};

/** A text of which nothing becomes. */
export interface LostText {
  readonly text: string;
  /** The transform that makes nothing of it; empty where `regex` matches nothing in it. */
  readonly transform: string;
}

/** Characters of a value; what is more is cut. */
export const MOST_TEXT = 100_000;
const TAKES = /^(?:text|html|count|exists|attr:[^\s"'<>/=]+)$/;

/** Makes a rule ready. Throws bad-input, naming the column, for one that cannot be used. */
export function readyColumn(rule: ColumnRule): Column {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new ScriptoriumError(
      "bad-input",
      `The column "${shown(rule.name)}" ${problem}`,
      { field: "columns", column: rule.name },
      { cause },
    );
  };
  const { css, xpath, jsonPath, regex, from = "page", take = "text", all = false, join = "|" } = rule;
  if (rule.name.trim() === "")
    throw new ScriptoriumError("bad-input", "A column has no name. Give each a name.", { field: "columns" });
  if ([css, xpath, jsonPath].filter((one) => given(one)).length > 1)
    refuse("has several of css, xpath and jsonPath. Leave one.");
  if (!TAKES.test(take)) refuse(`takes "${shown(take)}". Write text, html, attr:NAME, count or exists.`);
  if (from !== "page" && !given(jsonPath)) refuse(`is looked for in ${from}, which needs a jsonPath such as $..name.`);
  const find = finder(rule, refuse);
  const pattern = given(regex)
    ? ready(
        regex,
        (text) => RE2JS.compile(text),
        "is no regular expression of RE2 (no look-around, no back-references)",
        refuse,
      )
    : undefined;
  const transforms = (rule.transform ?? []).map((text) => ({
    text,
    apply:
      transformOf(text) ??
      refuse(
        `has the transform "${shown(text)}". ${/^\s*regex:/i.test(text) ? "Its pattern is no regular expression of RE2. Correct it." : KNOWN_TRANSFORMS}`,
      ),
  }));
  const most = take === "count" || (take !== "exists" && (all || pattern !== undefined)) ? MOST_FOUND : 1;
  const steps: Column["steps"] = {
    find: (scope, page) => find(scope, page, MOST_FOUND),
    taken: (place) => taken(place, take, pattern !== undefined),
    matched: (text) => matched(text, pattern, all),
    transforms,
  };

  const found: Column["found"] = (scope, page, seen = {}) => {
    const around = aroundOf(page, seen);
    const places = find(scope, page, most);
    if (take === "count") return places.length;
    if (take === "exists") return places.length > 0;
    const values: Json[] = [];
    for (const place of places) {
      const whole = taken(place, take, pattern !== undefined, seen.cut);
      const texts = steps.matched(whole);
      if (texts.length === 0 && whole !== "") seen.lost?.({ text: whole, transform: "" });
      for (const text of texts) {
        const value = transforms.reduce<Json>((before, { text: transform, apply }) => {
          const made = apply(before, around);
          if (made === "" && before !== "") seen.lost?.({ text: String(before), transform });
          return made;
        }, text);
        // In a list an empty one keeps its place, so that lists of several columns match.
        if (all || value !== "") values.push(value);
        if (!all || values.length >= MOST_FOUND) break;
      }
      // Without a pattern the first place counts, whatever it holds.
      if (!all && (values.length > 0 || pattern === undefined)) break;
    }
    return all ? joined(values, join, seen.cut) : (values[0] ?? "");
  };

  return {
    rule,
    steps,
    found,
    read(scope, page, seen) {
      const value = found(scope, page, seen);
      return value === "" ? (rule.default ?? "") : value;
    },
  };
}

/** What transforms are told on a page. */
export function aroundOf(page: ParsedPage, seen: Seeing = {}): Around {
  const { note, order = usualOrder(page.language) } = seen;
  return { ...(note && { note }), url: page.base, order };
}

function joined(values: readonly Json[], join: string, cut?: () => void): string {
  if (values.every((one) => one === "")) return "";
  return shortened(values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(join), cut);
}

function shortened(text: string, cut?: () => void): string {
  if (text.length <= MOST_TEXT) return text;
  cut?.();
  return text.slice(0, MOST_TEXT);
}

/** The rows of a page: what a selector, an XPath or a JSON path finds, or the page itself without one. Throws bad-input. */
export function readyRows(selector: string): (page: ParsedPage) => Scope[] {
  const text = selector.trim();
  const refuse = (problem: string, cause?: unknown): never => {
    throw new ScriptoriumError("bad-input", `rowSelector ${problem}`, { field: "rowSelector" }, { cause });
  };
  if (text === "") return (page) => [wholeOf(page)];
  const rule = text.startsWith("$") ? { jsonPath: text } : isXpath(text) ? { xpath: text } : { css: text };
  const find = finder({ name: "rows", ...rule }, refuse);
  return (page) => find(wholeOf(page), page, MOST_FOUND).flatMap((place) => (typeof place === "string" ? [] : [place]));
}

function taken(place: Place, take: string, asHtml: boolean, cut?: () => void): string {
  if (typeof place === "string") return take === "text" && !asHtml ? place.replace(/\s+/g, " ").trim() : place;
  if ("value" in place) {
    const { value } = place;
    return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
  }
  const { node } = place;
  if (take.startsWith("attr:")) return "attribs" in node ? (node.attribs[take.slice(5).toLowerCase()] ?? "") : "";
  const isMarkup = take === "html" || (asHtml && take === "text" && !("attribs" in node));
  return shortened(isMarkup ? serialised(node) : textOf([node]), cut);
}

export function markup(node: AnyNode): string {
  return shortened(serialised(node));
}

function matched(text: string, pattern: RE2JS | undefined, all: boolean): string[] {
  if (pattern === undefined) return text === "" ? [] : [text];
  const matcher = pattern.matcher(text);
  const found: string[] = [];
  while (found.length < MOST_FOUND && matcher.find()) {
    found.push((matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? "");
    if (!all) break;
  }
  return found;
}

const KNOWN_TRANSFORMS =
  "Write trim, number, date, date:dmy, date:mdy, url, lower, upper, regex:PATTERN, replace:FROM|TO or split:SEPARATOR|NUMBER.";
