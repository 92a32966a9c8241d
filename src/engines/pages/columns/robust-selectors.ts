import type { Element } from "domhandler";

/** A selector of one step, and how likely it is to hold when the page changes, from 0 to 1. */
export interface Compound {
  readonly css: string;
  readonly weight: number;
  matches(element: Element): boolean;
}

const WORDLIKE = /^[A-Za-z_][\w-]*$/;
const LAYOUT =
  /^(?:[mp][trblxyse]?|w|h|min|max|gap|text|bg|flex|grid|col|row|font|leading|tracking|rounded|border|shadow|items|justify|absolute|relative|block|inline|hidden|d|align|float|order|z|top|left|sr|wp-block|has|is|pull|push|clearfix|container|wrapper|inner|outer|screen-reader|visually|more)(?:-|$)/;
const STATE =
  /^(?:is-|has-|js-|active|current|selected|first|last|odd|even|open|closed|show|hide|alternate|lazy|loaded|sticky|hover|focus)/;
const HASHED_PREFIX = /^(?:css|jss?x?|emotion|svelte|styled)-?\w*\d|^sc-[a-z]+[A-Z]|^sc-\w*\d/;

/** Whether a class or id looks as if a person had named it: not hashed, not numbered. */
export function isStableName(name: string): boolean {
  if (name.length < 2 || name.length > 40 || !WORDLIKE.test(name) || HASHED_PREFIX.test(name)) return false;
  if (/\d{2,}$/.test(name)) return false;
  return name.split(/[-_]+/).every((part) => !isHash(part));
}

/** Letters and digits in disorder, capitals in the middle of nothing, or a word that cannot be spoken. */
function isHash(part: string): boolean {
  if (part.length < 5) return /\d[a-z]+\d|[a-z]\d+[a-z]/i.test(part) && !/^h?\d/.test(part);
  if (/\d/.test(part) && /[a-z]/i.test(part)) return !/^[a-z]{4,}\d$/i.test(part);
  if (!/[aeiouy]/i.test(part)) return true;
  return /[a-z][A-Z]{2,}[a-z]|[A-Z][a-z][A-Z][a-z]?[A-Z]/.test(part);
}

const TELLING = new Set(
  "h1 h2 h3 h4 h5 h6 time article li tr dt dd a img th td caption figcaption address blockquote code pre title".split(
    " ",
  ),
);
const MARKS = ["itemprop", "property", "data-testid", "data-test", "data-qa", "rel", "role", "name"] as const;

/** The selectors of one step that an element could be found by, the most robust first. */
export function compoundsOf(element: Element): Compound[] {
  const { name, attribs } = element;
  const found: Compound[] = [];
  const { id = "" } = attribs;
  if (isStableName(id)) found.push({ css: `#${id}`, weight: 1, matches: ({ attribs: { id: own } }) => own === id });
  for (const mark of MARKS) {
    const value = attribs[mark];
    if (value === undefined || !/^[\w:. -]{2,60}$/.test(value)) continue;
    const weight = mark === "itemprop" || mark.startsWith("data-") ? 0.95 : 0.7;
    found.push({
      css: `${name}[${mark}="${value}"]`,
      weight,
      matches: (other) => other.name === name && other.attribs[mark] === value,
    });
  }
  for (const one of classesOf(element).filter(isStableName).slice(0, 8)) {
    const weight = LAYOUT.test(one) ? 0.5 : STATE.test(one) ? 0.35 : 0.9;
    found.push({
      css: `${name}.${one}`,
      weight,
      matches: (other) => other.name === name && classesOf(other).includes(one),
    });
  }
  found.push({ css: name, weight: TELLING.has(name) ? 0.6 : 0.25, matches: (other) => other.name === name });
  return found.sort((a, b) => b.weight - a.weight);
}

/** By its place among its siblings: sure in the cells of a table, and a last resort elsewhere. */
export function placeOf(element: Element): Compound | undefined {
  const { name, parent } = element;
  if (parent === null || !("children" in parent)) return undefined;
  const place = orderOf(element);
  return {
    css: `${name}:nth-of-type(${place})`,
    weight: name === "td" || name === "th" ? 0.55 : 0.1,
    matches: (other) => other.name === name && orderOf(other) === place,
  };
}

function orderOf(element: Element): number {
  let order = 1;
  for (let before = element.prev; before !== null; before = before.prev) {
    if ("attribs" in before && before.name === element.name) order += 1;
    if (order > 1000) break;
  }
  return order;
}

const split = new WeakMap<Element, readonly string[]>();

function classesOf(element: Element): readonly string[] {
  const known = split.get(element);
  if (known !== undefined) return known;
  const names = (element.attribs["class"] ?? "").split(/\s+/).filter((name) => name !== "");
  split.set(element, names);
  return names;
}
