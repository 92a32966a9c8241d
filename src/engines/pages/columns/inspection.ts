import { type Json, shown } from "../../../kernel/values/json.js";
import type { DateOrder } from "../extraction/dates.js";
import { aroundOf, type Column, markup } from "./column.js";
import type { ColumnRule } from "./column-rule.js";
import { given, MOST_FOUND, type Place, type Scope, wholeOf } from "./finder.js";
import type { ParsedPage } from "./parsed-page.js";
import { lacksBase } from "./transforms.js";

/** What a column found in a row, and what became of it. */
export interface Inspected {
  readonly value: Json;
  /** How many places its rule found; `MOST_FOUND` at most. */
  readonly matched: number;
  /** The first of them that gives a value, as HTML or JSON. */
  readonly excerpt: string;
  /** What was taken of it, before pattern and transforms; with `all` of each of them, joined. */
  readonly raw: string;
  /** Why there is no value, in a sentence, and what to do; empty where there is one. */
  readonly why: string;
}

const EXCERPT = 400;

/** Looks at the steps by which a column comes to its value in a row. */
export function inspected(column: Column, scope: Scope, page: ParsedPage, order?: DateOrder): Inspected {
  const { steps, rule } = column;
  const value = column.read(scope, page, order === undefined ? {} : { order });
  const places = steps.find(scope, page);
  const isCounted = rule.take === "count" || rule.take === "exists";
  const first = places.find((place) => isSource(place, column)) ?? places[0];
  const raws = isCounted ? [] : rule.all === true ? places.slice(0, EXCERPT) : first === undefined ? [] : [first];
  const raw = raws.map((place) => steps.taken(place)).join(rule.join ?? "|");
  const isEmpty = value === "" || value === (rule.default ?? "");
  return {
    value: typeof value === "string" ? shown(value, 2000) : value,
    matched: places.length,
    excerpt: first === undefined ? "" : shown(excerpt(first).replace(/(?:&#13;|\s)+/g, " "), EXCERPT),
    raw: shown(raw, EXCERPT),
    why: !isEmpty || isCounted ? "" : reason(column, places, page),
  };
}

/** Whether a pattern finds the value of a column in a place; without one the first counts. */
function isSource(place: Place, { steps, rule }: Column): boolean {
  if (!given(rule.regex) || rule.all === true || /^(?:count|exists)$/.test(rule.take ?? "")) return true;
  return steps.matched(steps.taken(place)).some((text) => text !== "");
}

function excerpt(place: Place): string {
  if (typeof place === "string") return place;
  return "value" in place ? JSON.stringify(place.value) : markup(place.node);
}

function reason(column: Column, places: readonly Place[], page: ParsedPage): string {
  const { steps, rule } = column;
  const [first] = places;
  if (first === undefined) return nothingFound(column, page);
  const raw = steps.taken(first);
  if (raw === "") {
    const attribute = /^attr:(.*)$/.exec(rule.take ?? "")?.[1];
    if (attribute === undefined)
      return "What it finds holds no text. Choose another element, or take an attribute of it.";
    const has = typeof first !== "string" && "node" in first && "attribs" in first.node ? first.node.attribs : {};
    if (Object.hasOwn(has, attribute.toLowerCase()))
      return `The attribute "${shown(attribute)}" of what it finds is empty.`;
    const names = Object.keys(has).slice(0, 12).join(", ");
    return `What it finds has no attribute "${shown(attribute)}". ${names === "" ? "It has none." : `It has ${names}.`}`;
  }
  const texts = places.slice(0, MOST_FOUND).flatMap((place) => steps.matched(steps.taken(place)));
  const [text] = texts;
  if (text === undefined) return `regex matches nothing in ${quoted(raw)}. Correct the pattern.`;
  if (text === "") return `The group of regex is empty in ${quoted(raw)}. Correct the pattern.`;
  let value: Json = text;
  for (const { text: name, apply } of steps.transforms) {
    const before = value;
    value = apply(value, aroundOf(page));
    if (value === "" && /^\s*url\s*$/i.test(name) && lacksBase(String(before)))
      return `The page has no address to make ${quoted(String(before))} whole by. Give it as url, put a <base href> into a saved page, or leave out the transform url.`;
    if (value === "")
      return `The transform "${shown(name)}" makes nothing of ${quoted(String(before))}. Correct it, or leave it out.`;
  }
  return "";
}

function nothingFound({ steps, rule }: Column, page: ParsedPage): string {
  const { css, xpath, jsonPath, from = "page" } = rule;
  if (page.isJson && (css ?? xpath) !== undefined)
    return "The page is JSON, in which css and xpath find nothing. Use jsonPath.";
  if (from !== "page") {
    const held = page.embedded[from];
    const isNone = Array.isArray(held) ? held.length === 0 : Object.keys(held).length === 0;
    if (isNone) return `The page holds no ${from} data. Look for the column elsewhere.`;
    return `jsonPath finds nothing in the ${from} data of the page, which begin ${quoted(JSON.stringify(held))}. Correct it.`;
  }
  if (jsonPath !== undefined && !page.isJson)
    return "The page is no JSON, in which jsonPath finds nothing. Use css or xpath, or look in jsonld, microdata, meta or state with from.";
  const elsewhere = steps.find(wholeOf(page), page).length;
  const isWithin = rule.repeat !== true && elsewhere > 0;
  if (isWithin)
    return `It finds nothing in this row, but ${elsewhere} in the whole page. Correct rowSelector, or set repeat to look in the whole page.`;
  const finds = `${kindOf(rule)} finds nothing on the page. Check it against the page`;
  return page.isJson ? `${finds}.` : `${finds}, or whether the page needs a browser.`;
}

function kindOf({ css, xpath }: ColumnRule): string {
  return css !== undefined ? "css" : xpath !== undefined ? "xpath" : "jsonPath";
}

function quoted(text: string): string {
  return `"${shown(text, 120)}"`;
}
