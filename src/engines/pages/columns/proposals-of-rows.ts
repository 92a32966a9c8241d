import type { Element } from "domhandler";
import type { ColumnRule } from "./column-rule.js";
import type { Draft } from "./draft.js";
import { elementsBelow } from "./elements-below.js";
import { ancestorsOf, type ElementPlace, elementPlaces, sameText } from "./example-places.js";
import { textOf } from "./node-text.js";
import type { ParsedPage } from "./parsed-page.js";
import { wholePageRule } from "./proposals-of-page.js";
import { type Compound, compoundsOf, placeOf } from "./robust-selectors.js";

const MOST_BASES = 10;
const MOST_ROWS_ABOVE = 12;
/** Rows of which the columns are looked for when rules are compared. */
const SAMPLE = 12;
/** Elements of one row that are looked through. */
const MOST_WITHIN = 3000;
/** Tests of elements in all, so that no page takes for ever. */
const MOST_TESTS = 4_000_000;

/** An example and the element that is meant by it. */
interface Target {
  readonly name: string;
  readonly example: string;
  /** Undefined where it stands in no row. */
  readonly place: ElementPlace | undefined;
}

/** Rules by which the elements around the examples are rows, with others like them. */
export function rowRules(page: ParsedPage, given: readonly [string, string][]): Draft[] {
  if (page.isJson) return [];
  const search = new RowSearch(page);
  const places = given.map(([, example]) => elementPlaces(page, example));
  const base = places.reduce<number>(
    (least, found, index) => (found.length > 0 && (least < 0 || found.length < places[least]!.length) ? index : least),
    -1,
  );
  if (base < 0) return [];
  const drafts: Draft[] = [];
  for (const place of places[base]!.slice(0, MOST_BASES)) {
    const targets = given.map(([name, example], index): Target => {
      return { name, example, place: index === base ? place : nearest(places[index]!, place.element) };
    });
    drafts.push(...search.around(place.element, targets));
  }
  return drafts;
}

/** The place with the smallest element around it and the other. */
function nearest(places: readonly ElementPlace[], to: Element): ElementPlace | undefined {
  const depth = new Map<Element, number>([[to, 0]]);
  for (const up of ancestorsOf(to)) depth.set(up, depth.size);
  let best: { readonly place: ElementPlace; readonly rank: number } | undefined;
  for (const place of places) {
    const meet =
      depth.get(place.element) ??
      [...ancestorsOf(place.element)].map((up) => depth.get(up)).find((one) => one !== undefined);
    const rank = (meet ?? 1000) - 2 * place.quality;
    if (best === undefined || rank < best.rank) best = { place, rank };
  }
  return best?.place;
}

/** Takes a selector within a row, how robust it is, and how to find by it. */
type Look = (css: string, weight: number, find: (from: Element) => Element | undefined) => void;

class RowSearch {
  private readonly all: readonly Element[];
  private readonly found = new Map<string, readonly Element[]>();
  private readonly done = new Set<string>();
  private tests = 0;

  constructor(private readonly page: ParsedPage) {
    this.all = [...elementsBelow(page.document)];
  }

  /** Rules with a row around the element. */
  around(element: Element, targets: readonly Target[]): Draft[] {
    const drafts: Draft[] = [];
    const rows = [element, ...ancestorsOf(element)].filter(({ name }) => name !== "html" && name !== "body");
    for (const row of rows.slice(0, MOST_ROWS_ABOVE)) {
      for (const { css, weight, elements } of this.alike(row)) {
        const mark = `${css} ${targets.map(({ place }) => (place === undefined ? "" : this.all.indexOf(place.element))).join()}`;
        if (this.done.has(mark) || this.tests > MOST_TESTS) continue;
        this.done.add(mark);
        const draft = this.draft({ row, css, weight, elements }, targets);
        if (draft !== undefined) drafts.push(draft);
      }
    }
    return drafts;
  }

  /** Selectors of the row that find others as well, of which none is within another. */
  private alike(row: Element): { css: string; weight: number; elements: readonly Element[] }[] {
    const parent = row.parent !== null && "attribs" in row.parent ? row.parent : undefined;
    const own = compoundsOf(row)
      .filter(({ css }) => !css.startsWith("#"))
      .slice(0, 6);
    const outer = parent === undefined ? [] : compoundsOf(parent).slice(0, 3);
    const paired = own
      .filter(({ weight }) => weight < 0.9)
      .flatMap((one) =>
        outer.map(
          (up): Compound => ({
            css: `${up.css} > ${one.css}`,
            weight: (one.weight + up.weight) / 2,
            matches: (other) =>
              one.matches(other) && other.parent !== null && "attribs" in other.parent && up.matches(other.parent),
          }),
        ),
      );
    return [...own, ...paired].flatMap(({ css, weight, matches }) => {
      const elements = this.matching(css, matches);
      const isList =
        elements.length >= 2 && elements.length <= 5000 && !elements.some((one) => isInside(one, elements));
      return isList ? [{ css, weight, elements }] : [];
    });
  }

  private matching(css: string, matches: (element: Element) => boolean): readonly Element[] {
    const known = this.found.get(css);
    if (known !== undefined) return known;
    this.tests += this.all.length;
    const elements = this.all.filter(matches);
    this.found.set(css, elements);
    return elements;
  }

  private draft(
    { row, css, weight, elements }: { row: Element; css: string; weight: number; elements: readonly Element[] },
    targets: readonly Target[],
  ): Draft | undefined {
    const others = elements.filter((one) => one !== row);
    const sample = [row, ...others.filter((_, index) => index % Math.ceil(others.length / SAMPLE) === 0)];
    const columns: ColumnRule[] = [];
    let sum = 0;
    let within = 0;
    for (const { name, example, place } of targets) {
      const isWithin = place !== undefined && (place.element === row || [...ancestorsOf(place.element)].includes(row));
      if (isWithin) {
        const column = this.column(row, place, sample);
        if (column === undefined) return undefined;
        columns.push({ name, ...(column.css === "" ? {} : { css: column.css }), ...place.manner });
        sum += 2.2 * column.filled + 0.8 * column.weight + 0.6 * place.quality + 0.5 * column.variety;
        within += 1;
      } else {
        const whole = wholePageRule(this.page, name, example);
        if (whole === undefined) return undefined;
        columns.push({ ...whole.rule, repeat: true });
        sum += 1.2;
      }
    }
    if (within === 0) return undefined;
    const score = sum / targets.length + 0.4 * weight + 0.25 * Math.min(1, Math.log2(elements.length) / 5);
    return { rowSelector: css, columns, score };
  }

  /** The most robust selector that finds the place first in its row, and something in most others. */
  private column(row: Element, { element, manner }: ElementPlace, sample: readonly Element[]) {
    const value = (one: Element | undefined) => {
      if (one === undefined) return "";
      const attribute = /^attr:(.*)$/.exec(manner.take ?? "")?.[1];
      return attribute === undefined ? textOf([one]) : (one.attribs[attribute] ?? "");
    };
    let best: { css: string; weight: number; filled: number; variety: number } | undefined;
    const look = (meant: Element, ...[css, weight, find]: Parameters<Look>) => {
      if (this.tests > MOST_TESTS || find(row) !== meant) return;
      const values = sample.map((one) => value(find(one))).filter((text) => text !== "");
      const filled = values.length / sample.length;
      const variety = new Set(values).size / Math.max(1, values.length);
      const rank = filled + 0.5 * weight;
      if (best === undefined || rank > best.filled + 0.5 * best.weight) best = { css, weight, filled, variety };
    };
    if (element === row) look(element, "", 0.6, (from) => from);
    const alike = manner.take === undefined ? sameText(element) : [element];
    for (const one of alike) {
      if (one === row) break;
      this.lookBelow(row, one, (css, weight, find) => look(one, css, weight, find));
    }
    return best;
  }

  /** Selectors of an element by its own names, and by those of what is around it. */
  private lookBelow(row: Element, element: Element, look: Look): void {
    const own = compoundsOf(element).slice(0, 5);
    for (const one of own) look(one.css, one.weight, (from) => this.first(from, one.matches));
    const place = placeOf(element);
    const steps = place === undefined ? own : [...own, place];
    for (const one of steps) {
      for (const up of ancestorsOf(element)) {
        if (up === row) break;
        for (const outer of [...compoundsOf(up).slice(0, 2), ...(up.parent === row ? [placeOf(up)] : [])]) {
          if (outer === undefined) continue;
          const weight = Math.min(one.weight, outer.weight) * 0.85;
          look(`${outer.css} ${one.css}`, weight, (from) =>
            this.first(from, (other) => one.matches(other) && hasAbove(other, outer)),
          );
        }
      }
    }
    if (place !== undefined) look(place.css, place.weight, (from) => this.first(from, place.matches));
  }

  private first(from: Element, matches: (element: Element) => boolean): Element | undefined {
    let looked = 0;
    for (const one of elementsBelow(from)) {
      looked += 1;
      if (looked > MOST_WITHIN) break;
      if (!matches(one)) continue;
      this.tests += looked;
      return one;
    }
    this.tests += looked;
    return undefined;
  }
}

/** CSS looks above the row, too. */
function hasAbove(element: Element, outer: Compound): boolean {
  for (const up of ancestorsOf(element)) if (outer.matches(up)) return true;
  return false;
}

function isInside(element: Element, elements: readonly Element[]): boolean {
  const set = SETS.get(elements) ?? new Set(elements);
  SETS.set(elements, set);
  for (const up of ancestorsOf(element)) if (set.has(up)) return true;
  return false;
}

const SETS = new WeakMap<readonly Element[], Set<Element>>();
