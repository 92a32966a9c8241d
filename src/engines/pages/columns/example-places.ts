import type { Element } from "domhandler";
import { isPlainObject, type Json } from "../../../kernel/values/json.js";
import type { ColumnRule } from "./column-rule.js";
import { elementsBelow } from "./elements-below.js";
import { textOf } from "./node-text.js";
import { numberIn } from "./numbers.js";
import type { ParsedPage } from "./parsed-page.js";

/** What makes the example of what stands at a place, besides where it is. */
export type Manner = Pick<ColumnRule, "take" | "regex" | "transform">;

export interface ElementPlace {
  readonly element: Element;
  readonly manner: Manner;
  /** How well what stands there fits the example, from 0 to 1. */
  readonly quality: number;
}

export interface DataPlace {
  readonly from: "page" | "jsonld" | "microdata" | "meta" | "state";
  readonly path: readonly (string | number)[];
  readonly manner: Manner;
  readonly quality: number;
}

const MOST_PLACES = 60;
/** Places that are looked at before the best are kept. */
const MOST_FOUND = 5000;
const MOST_VALUES = 200_000;
const TAKEN_ATTRIBUTES = ["href", "src", "content", "datetime", "title", "alt", "value", "data-src", "poster"];

export const plain = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** Where in the elements of a page the example stands, the best first. */
export function elementPlaces(page: ParsedPage, example: string): ElementPlace[] {
  const wanted = plain(example);
  const found: ElementPlace[] = [];
  const lengths = textLengths(page);
  const longest = wanted.length * 4 + 200;
  for (const element of elementsBelow(page.document)) {
    if (SILENT.has(element.name)) continue;
    if (found.length >= MOST_FOUND) break;
    if ((lengths.get(element) ?? 0) <= longest) {
      const fit = fitOf(textOf([element]), wanted);
      if (fit !== undefined) found.push({ element, ...fit });
    }
    for (const name of TAKEN_ATTRIBUTES) {
      const value = element.attribs[name];
      if (value === undefined || value.trim() === "") continue;
      const fit = attributeFit(name, value, wanted, page.base);
      if (fit !== undefined) found.push({ element, ...fit });
    }
  }
  // What surrounds the deepest element and says the same is the same place.
  const texts = new Map(
    found.filter(({ manner }) => manner.take === undefined).map((one) => [one.element, one.quality]),
  );
  const outer = new Set<Element>();
  for (const [element, quality] of texts) {
    for (const up of ancestorsOf(element)) if ((texts.get(up) ?? 2) <= quality) outer.add(up);
  }
  return found
    .filter(({ element, manner }) => manner.take !== undefined || !outer.has(element))
    .sort((a, b) => b.quality - a.quality)
    .slice(0, MOST_PLACES);
}

/** From the parent up to the element of the page. */
export function* ancestorsOf(element: Element): Generator<Element> {
  let up = element.parent;
  while (up !== null && "attribs" in up) {
    yield up;
    up = up.parent;
  }
}

/** The element and those around it that say the same, the innermost first. */
export function sameText(element: Element): Element[] {
  const text = plain(textOf([element]));
  const found = [element];
  for (const up of ancestorsOf(element)) {
    if (found.length > 3 || plain(textOf([up])) !== text) break;
    found.push(up);
  }
  return found;
}

const SILENT = new Set(["script", "style", "template", "noscript", "head"]);

/** Lengths of the texts below elements, white space included. */
function textLengths(page: ParsedPage): Map<Element, number> {
  const lengths = new Map<Element, number>();
  const all = [...elementsBelow(page.document)];
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const element = all[index]!;
    let length = 0;
    for (const child of element.children) {
      if (child.type === "text") length += child.data.trim().length;
      else if ("attribs" in child) length += lengths.get(child) ?? 0;
    }
    lengths.set(element, length);
  }
  return lengths;
}

type Fit = { readonly manner: Manner; readonly quality: number };

/** How a text gives the example; undefined where it does not. */
function fitOf(text: string, wanted: string): Fit | undefined {
  const own = plain(text);
  if (own === "") return undefined;
  if (own === wanted) return { manner: {}, quality: 1 };
  if (own.toLowerCase() === wanted.toLowerCase()) return { manner: {}, quality: 0.9 };
  if (sameNumber(own, wanted)) return { manner: { transform: ["number"] }, quality: 0.85 };
  const at = own.indexOf(wanted);
  if (wanted.length < 2 || at < 0 || own.length > wanted.length * 4 + 40) return undefined;
  const regex = around(own.slice(0, at), own.slice(at + wanted.length));
  return regex === undefined ? undefined : { manner: { regex }, quality: 0.5 * (wanted.length / own.length) + 0.2 };
}

function attributeFit(name: string, value: string, wanted: string, url: string): Fit | undefined {
  const manner = { take: `attr:${name}` };
  const rank = name === "href" || name === "src" || name === "datetime" || name === "content" ? 0.8 : 0.6;
  if (plain(value) === wanted) return { manner, quality: rank };
  if (name === "href" || name === "src" || name === "poster" || name === "data-src") {
    const isAddress = /^(?:https?:)?\/\/|^[./]/.test(wanted);
    const [own, its] = [URL.parse(value, url || undefined)?.href, URL.parse(wanted, url || undefined)?.href];
    return isAddress && own !== undefined && own === its
      ? { manner: { ...manner, transform: ["url"] }, quality: rank }
      : undefined;
  }
  if (sameNumber(plain(value), wanted)) return { manner: { ...manner, transform: ["number"] }, quality: rank * 0.9 };
  if (name === "datetime" && wanted.length >= 8 && value.startsWith(wanted))
    return { manner: { ...manner, regex: `^(.{${wanted.length}})` }, quality: rank };
  return undefined;
}

/** Both are a number with little around it, and the same one. */
export function sameNumber(text: string, wanted: string): boolean {
  const isNumber = (one: string) => /\d/.test(one) && one.replace(/[\d\s.,'’+−-]/g, "").length <= 4 && one.length <= 30;
  if (!isNumber(text) || !isNumber(wanted) || /\d[^\d.,'’\s]+\d/.test(text)) return false;
  const [own, its] = [numberIn(text), numberIn(wanted)];
  return own !== undefined && own === its;
}

/** A pattern that takes what stands between these texts: the word before it and the one behind. */
function around(before: string, behind: string): string | undefined {
  const first = /(\S{1,30}\s*)$/.exec(before)?.[1] ?? "";
  const last = /^(\s*\S{1,30})/.exec(behind)?.[1] ?? "";
  // A number beside it is another in each row.
  if (/\d/.test(first + last)) return undefined;
  return `${first === "" ? "^" : escaped(first)}(.+?)${last === "" ? "$" : escaped(last)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/\s+/g, "\\s*");
}

/** Where in what the page holds for programs, or in a page of JSON, the example stands. */
export function dataPlaces(page: ParsedPage, example: string): DataPlace[] {
  const wanted = plain(example);
  const found: DataPlace[] = [];
  let looked = 0;
  const visit = (from: DataPlace["from"], root: Json, weight: number) => {
    const open: { readonly value: Json; readonly path: readonly (string | number)[] }[] = [{ value: root, path: [] }];
    while (open.length > 0 && looked < MOST_VALUES) {
      const { value, path } = open.pop()!;
      looked += 1;
      if (Array.isArray(value)) {
        for (let index = value.length - 1; index >= 0; index -= 1)
          open.push({ value: value[index]!, path: [...path, index] });
      } else if (isPlainObject(value)) {
        for (const [key, member] of Object.entries(value).reverse())
          open.push({ value: member as Json, path: [...path, key] });
      } else if (value !== null && typeof value !== "boolean" && path.length <= 40) {
        const fit = fitOf(String(value), wanted);
        if (fit !== undefined && fit.manner.regex === undefined)
          found.push({ from, path, ...fit, quality: fit.quality * weight });
      }
    }
  };
  if (page.isJson) visit("page", page.json ?? null, 1);
  else {
    const { jsonld, microdata, meta, state } = page.embedded;
    visit("jsonld", jsonld as Json, 0.95);
    visit("microdata", microdata as Json, 0.9);
    visit("meta", meta as Json, 0.8);
    visit("state", state as Json, 0.6);
  }
  return found.sort((a, b) => b.quality - a.quality || a.path.length - b.path.length).slice(0, MOST_PLACES);
}

/** A JSON path of names and places. */
export function jsonPathOf(path: readonly (string | number)[]): string {
  return `$${path.map((step) => (typeof step === "number" ? `[${step}]` : /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step.replace(/[\\']/g, "\\$&")}']`)).join("")}`;
}
