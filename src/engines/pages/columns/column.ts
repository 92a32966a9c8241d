import { compile as compileSelector } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { JSONPathEnvironment } from "json-p3";
import { RE2JS } from "re2js";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Json } from "../../../kernel/values/json.js";
import { shown } from "../../../kernel/values/json.js";
import { textOf } from "./node-text.js";
import type { ParsedPage } from "./parsed-page.js";
import { serialised } from "./serialised.js";
import { type Transform, transformOf } from "./transforms.js";
import { readyXpath } from "./xpath.js";

/** Where a column is looked for. */
export const COLUMN_SOURCES = ["page", "jsonld", "microdata", "meta", "state"] as const;
export type ColumnSource = (typeof COLUMN_SOURCES)[number];

/** How one column of a row is found, as tasks write it. */
export interface ColumnRule {
  readonly name: string;
  /** One of these four; without any, `take` of the row itself. */
  readonly css?: string | undefined;
  readonly xpath?: string | undefined;
  readonly jsonPath?: string | undefined;
  /** RE2 syntax, over the HTML of the row or over what another rule finds; the first group, or the whole match. */
  readonly regex?: string | undefined;
  /** `page`, or data that the page has for programs, which `jsonPath` looks through. @default "page" */
  readonly from?: ColumnSource | undefined;
  /** `text`, `html`, `attr:NAME`, `count`, `exists`. @default "text" */
  readonly take?: string | undefined;
  /** All that is found, joined by `join`. @default false */
  readonly all?: boolean | undefined;
  /** @default "|" */
  readonly join?: string | undefined;
  /** Looked for in the whole page, not in the row. @default false */
  readonly repeat?: boolean | undefined;
  /** For template columns only. @default false */
  readonly hidden?: boolean | undefined;
  /** Where nothing is found. @default "" */
  readonly default?: string | undefined;
  readonly transform?: readonly string[] | undefined;
}

/** A node of the page, or a value of its JSON. */
export type Scope = { readonly node: AnyNode } | { readonly value: Json };

/** A column that is ready to read. */
export interface Column {
  readonly rule: ColumnRule;
  /** What is in the row, and how many places were found. */
  read(scope: Scope, page: ParsedPage): { readonly value: Json; readonly found: number };
}

/** Places of one column in one row that are looked at. */
const MOST_FOUND = 10_000;
const MOST_TEXT = 100_000;
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
  const transforms = (rule.transform ?? []).map(
    (text): Transform => transformOf(text) ?? refuse(`has the transform "${shown(text)}". ${KNOWN_TRANSFORMS}`),
  );

  return {
    rule,
    read(scope, page) {
      const places = find(scope, page).slice(0, MOST_FOUND);
      if (take === "count") return { value: places.length, found: places.length };
      if (take === "exists") return { value: places.length > 0, found: places.length };
      const texts = places
        .slice(0, all || pattern !== undefined ? MOST_FOUND : 1)
        .flatMap((place) => matched(taken(place, take, pattern !== undefined), pattern, all))
        .slice(0, all ? MOST_FOUND : 1)
        .map((text) => transforms.reduce<Json>((value, apply) => apply(value, page.url), text))
        .filter((value) => value !== "");
      const [first] = texts;
      const value = all ? texts.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(join) : first;
      return { value: value === undefined || value === "" ? (rule.default ?? "") : value, found: texts.length };
    },
  };
}

/** The rows of a page: what a selector, an XPath or a JSON path finds, or the page itself without one. Throws bad-input. */
export function readyRows(selector: string): (page: ParsedPage) => Scope[] {
  const text = selector.trim();
  const refuse = (problem: string, cause?: unknown): never => {
    throw new ScriptoriumError("bad-input", `rowSelector ${problem}`, { field: "rowSelector" }, { cause });
  };
  if (text === "") return (page) => [wholeOf(page)];
  const rule = text.startsWith("$") ? { jsonPath: text } : /^(?:\.?\/|\()/.test(text) ? { xpath: text } : { css: text };
  const find = finder({ name: "rows", ...rule }, refuse);
  return (page) =>
    find(wholeOf(page), page)
      .flatMap((place) => (typeof place === "string" ? [] : [place]))
      .slice(0, MOST_FOUND);
}

export function wholeOf(page: ParsedPage): Scope {
  return page.isJson ? { value: page.json ?? null } : { node: page.document };
}

type Place = Scope | string;
type Refuse = (problem: string, cause?: unknown) => never;

function finder(rule: Omit<ColumnRule, "take">, refuse: Refuse): (scope: Scope, page: ParsedPage) => Place[] {
  const { css, xpath, jsonPath, from = "page", repeat = false } = rule;
  const start = (scope: Scope, page: ParsedPage) => (repeat ? wholeOf(page) : scope);
  if (given(css)) {
    const test = ready(
      css,
      (text) => compileSelector<AnyNode, Element>(text),
      "is no CSS selector that can be used",
      refuse,
    );
    return (scope, page) => {
      const within = start(scope, page);
      if (!("node" in within)) return [];
      const found: Place[] = [];
      for (const element of elementsBelow(within.node)) {
        if (test(element)) found.push({ node: element });
        if (found.length >= MOST_FOUND) break;
      }
      return found;
    };
  }
  if (given(xpath)) {
    const query = ready(xpath, readyXpath, "is no XPath that can be used", refuse);
    return (scope, page) => {
      const within = start(scope, page);
      const context = "node" in within ? page.xpath.of(within.node) : undefined;
      if (context === undefined) return [];
      return query(context).map((found) => {
        if (typeof found === "string") return found;
        return found.source === undefined ? (found.nodeValue ?? "") : { node: found.source };
      });
    };
  }
  if (given(jsonPath)) {
    const query = ready(jsonPath, (text) => environment.compile(text), "is no JSON path (RFC 9535)", refuse);
    return (scope, page) => {
      const within = start(scope, page);
      const value = from === "page" ? ("value" in within ? within.value : null) : (page.embedded[from] as Json);
      if (typeof value !== "object" || value === null) return [];
      return query
        .query(value as never)
        .values()
        .map((one) => ({ value: one as Json }));
    };
  }
  return (scope, page) => [start(scope, page)];
}

// Without the functions match and search, whose patterns could take time without end.
const environment = new JSONPathEnvironment();
for (const name of ["match", "search"]) environment.functionRegister.delete(name);

function given(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

function ready<T>(text: string, make: (text: string) => T, problem: string, refuse: Refuse): T {
  try {
    if (text.length > 2000) throw new Error("too long");
    return make(text);
  } catch (cause) {
    return refuse(`has "${shown(text, 100)}", which ${problem}. Correct it.`, cause);
  }
}

function* elementsBelow(node: AnyNode): Generator<Element> {
  const open: AnyNode[] = "children" in node ? [...node.children].reverse() : [];
  while (open.length > 0) {
    const next = open.pop()!;
    if (!("children" in next)) continue;
    if ("attribs" in next) yield next;
    for (let child = next.children.length - 1; child >= 0; child -= 1) open.push(next.children[child]!);
  }
}

function taken(place: Place, take: string, asHtml: boolean): string {
  if (typeof place === "string") return place;
  if ("value" in place) {
    const { value } = place;
    return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
  }
  const { node } = place;
  if (take.startsWith("attr:")) return "attribs" in node ? (node.attribs[take.slice(5).toLowerCase()] ?? "") : "";
  return take === "html" || (asHtml && take === "text" && !("attribs" in node))
    ? markup(node)
    : textOf([node]).slice(0, MOST_TEXT);
}

function markup(node: AnyNode): string {
  return serialised(node).slice(0, MOST_TEXT);
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
  "Write trim, number, date, url, lower, upper, regex:PATTERN, replace:FROM|TO or split:SEPARATOR|NUMBER.";
