import type { Element } from "domhandler";
import { isPlainObject, type Json } from "../../../kernel/values/json.js";
import type { ColumnRule } from "./column-rule.js";
import type { Draft } from "./draft.js";
import { elementsBelow } from "./elements-below.js";
import {
  ancestorsOf,
  type DataPlace,
  dataPlaces,
  type ElementPlace,
  elementPlaces,
  jsonPathOf,
  sameText,
} from "./example-places.js";
import type { ParsedPage } from "./parsed-page.js";
import { type Compound, compoundsOf, placeOf } from "./robust-selectors.js";

/** A rule of one column for a page that is one row. */
export interface PageRule {
  readonly rule: ColumnRule;
  readonly score: number;
}

/** Rules by which a page is one row: what it says for programs, and elements that are found in the whole page. */
export function pageRules(page: ParsedPage, given: readonly [string, string][]): Draft[] {
  if (page.isJson) return jsonDrafts(page, given);
  const inData = given.map(([name, example]) => dataRules(page, name, example));
  const inElements = given.map(([name, example]) => elementRules(page, name, example));
  const best = (choose: (index: number) => readonly PageRule[]): Draft | undefined => {
    const chosen = given.map((_, index) => [...choose(index)].sort((a, b) => b.score - a.score)[0]);
    if (chosen.some((one) => one === undefined)) return undefined;
    const sum = chosen.reduce((total, one) => total + one!.score, 0);
    return { rowSelector: "", columns: chosen.map((one) => one!.rule), score: sum / chosen.length };
  };
  const drafts = [
    best((index) => inElements[index]!),
    best((index) => inData[index]!),
    best((index) => [...inData[index]!, ...inElements[index]!]),
  ];
  return drafts.filter((draft) => draft !== undefined);
}

/** The best rule for a column in the whole page; undefined where its example is nowhere. */
export function wholePageRule(page: ParsedPage, name: string, example: string): PageRule | undefined {
  return [...elementRules(page, name, example), ...dataRules(page, name, example)].sort((a, b) => b.score - a.score)[0];
}

function dataRules(page: ParsedPage, name: string, example: string): PageRule[] {
  return dataPlaces(page, example)
    .slice(0, 5)
    .map(({ from, path, manner, quality }) => ({
      rule: {
        name,
        from,
        jsonPath: from === "jsonld" ? typedPath(page.embedded.jsonld, path) : jsonPathOf(path),
        ...manner,
      },
      // A place deep in a list is that of one page alone.
      score: 4.2 * quality - 0.4 * path.slice(1).filter((step) => typeof step === "number").length,
    }));
}

/** Instead of a number of the list of objects, the type of the object: other pages have others before it. */
function typedPath(objects: readonly Json[], path: DataPlace["path"]): string {
  const [first, ...rest] = path;
  const own = typeof first === "number" ? objects[first] : undefined;
  const type = isPlainObject(own) ? own["@type"] : undefined;
  if (typeof type !== "string" || /['\\]/.test(type)) return jsonPathOf(path);
  const same = objects.filter((one) => isPlainObject(one) && one["@type"] === type);
  if (same[0] !== own) return jsonPathOf(path);
  return `$[?@['@type']=='${type}']${jsonPathOf(rest).slice(1)}`;
}

const MOST_ANCESTORS = 8;

function elementRules(page: ParsedPage, name: string, example: string): PageRule[] {
  const all = [...elementsBelow(page.document)];
  return elementPlaces(page, example)
    .slice(0, 8)
    .flatMap((place) => {
      const alike = place.manner.take === undefined ? sameText(place.element) : [place.element];
      const found = alike.flatMap((one) => unique(one, all) ?? []).sort(byUse)[0];
      if (found === undefined) return [];
      const { css, weight, isOnly } = found;
      return [{ rule: { name, css, ...place.manner }, score: scoreOf(place, weight, isOnly) }];
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf({ quality }: ElementPlace, weight: number, isOnly: boolean): number {
  return 1.4 + 1.2 * quality + 1.2 * weight + (isOnly ? 1.2 : 0);
}

/** A selector that finds the element before all others, and whether it finds no other. */
function unique(element: Element, all: readonly Element[]): Unique | undefined {
  const found: Unique[] = [];
  const look = (css: string, weight: number, matches: (one: Element) => boolean) => {
    let count = 0;
    let first: Element | undefined;
    for (const one of all) {
      if (!matches(one)) continue;
      first ??= one;
      count += 1;
      if (first !== element || count > 1) break;
    }
    if (first === element) found.push({ css, weight, isOnly: count === 1 });
  };
  const own = compoundsOf(element).slice(0, 5);
  for (const one of own) look(one.css, one.weight, one.matches);
  if (!found.some(({ isOnly, weight }) => isOnly && weight >= 0.6)) {
    const place = placeOf(element);
    for (const one of [...own.slice(0, 3), ...(place === undefined ? [] : [place])]) {
      for (const [up, outer] of outerOf(element)) {
        const weight = Math.min(one.weight, outer.weight) * 0.75 + 0.2 * Math.max(one.weight, outer.weight) - 0.05;
        look(`${outer.css} ${one.css}`, weight, (other) => one.matches(other) && isWithin(other, outer, up));
      }
    }
  }
  return found.sort(byUse)[0];
}

interface Unique {
  readonly css: string;
  readonly weight: number;
  readonly isOnly: boolean;
}

const byUse = (a: Unique, b: Unique) => Number(b.isOnly) - Number(a.isOnly) || b.weight - a.weight;

function outerOf(element: Element): [Element, Compound][] {
  return [...ancestorsOf(element)]
    .filter(({ name }) => name !== "html" && name !== "body")
    .slice(0, MOST_ANCESTORS)
    .flatMap((up) =>
      compoundsOf(up)
        .filter(({ weight }) => weight >= 0.6)
        .slice(0, 2)
        .map((one): [Element, Compound] => [up, one]),
    );
}

function isWithin(element: Element, outer: Compound, known: Element): boolean {
  for (const up of ancestorsOf(element)) if (up === known || outer.matches(up)) return true;
  return false;
}

/** Rows of a page of JSON: the members of the list that holds all examples. */
function jsonDrafts(page: ParsedPage, given: readonly [string, string][]): Draft[] {
  const places = given.map(([, example]) => dataPlaces(page, example));
  if (places.some((found) => found.length === 0)) return [];
  const drafts: Draft[] = [];
  for (const base of places[0]!.slice(0, 10)) {
    const set = places.map(
      (found) => found.toSorted((a, b) => shared(b.path, base.path) - shared(a.path, base.path))[0]!,
    );
    const common = Math.min(...set.map(({ path }) => shared(path, base.path)));
    const rules = (from: number) =>
      set.map(({ path, manner }, index) => ({
        name: given[index]![0],
        jsonPath: jsonPathOf(path.slice(from)),
        ...manner,
      }));
    const list = base.path.slice(0, common).findLastIndex((step) => typeof step === "number");
    const hasMembers = set.every(({ path }) => path.length > list + 1);
    if (list >= 0 && hasMembers)
      drafts.push({ rowSelector: `${jsonPathOf(base.path.slice(0, list))}[*]`, columns: rules(list + 1), score: 4.5 });
    drafts.push({ rowSelector: "", columns: rules(0), score: list >= 0 ? 2 : 4 });
  }
  return drafts;
}

function shared(a: DataPlace["path"], b: DataPlace["path"]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}
