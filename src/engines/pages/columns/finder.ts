import { compile as compileSelector } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { JSONPathEnvironment } from "json-p3";
import { type Json, shown } from "../../../kernel/values/json.js";
import type { ColumnRule } from "./column-rule.js";
import { elementsBelow } from "./elements-below.js";
import type { ParsedPage } from "./parsed-page.js";
import { readyXpath } from "./xpath.js";

/** A node of the page, or a value of its JSON. */
export type Scope = { readonly node: AnyNode } | { readonly value: Json };

/** What a rule finds; an XPath can find texts. */
export type Place = Scope | string;

/** Finds the places of a rule in a row, `most` at most. */
export type Finder = (scope: Scope, page: ParsedPage, most: number) => Place[];

/** Throws the error of a rule that cannot be used. */
export type Refuse = (problem: string, cause?: unknown) => never;

/** Places of one column in one row, and rows of one page, that are looked at. */
export const MOST_FOUND = 10_000;

export function wholeOf(page: ParsedPage): Scope {
  return page.isJson ? { value: page.json ?? null } : { node: page.document };
}

/** Says whether a selector is an XPath; others are CSS. */
export const isXpath = (selector: string) => /^(?:\.?\/|\()/.test(selector.trim());

export function finder(rule: Omit<ColumnRule, "take">, refuse: Refuse): Finder {
  const { css, xpath, jsonPath, from = "page", repeat = false } = rule;
  const start = (scope: Scope, page: ParsedPage) => (repeat ? wholeOf(page) : scope);
  if (given(css)) {
    const testOf = cssTest(css, refuse);
    return (scope, page, most) => {
      const within = start(scope, page);
      if (!("node" in within)) return [];
      const found: Place[] = [];
      const test = testOf(page);
      const { node } = within;
      for (const element of node === page.document ? page.elements : elementsBelow(node)) {
        if (test(element)) found.push({ node: element });
        if (found.length >= most) break;
      }
      return found;
    };
  }
  if (given(xpath)) {
    const query = ready(
      xpath,
      readyXpath,
      `is no XPath that can be used${PREFIXED.test(xpath) ? ": prefixes are not known, so write g:price as *[local-name()='price']" : ""}`,
      refuse,
    );
    return (scope, page, most) => {
      const within = start(scope, page);
      const context = "node" in within ? page.xpath.of(within.node) : undefined;
      if (context === undefined) return [];
      return query(context)
        .slice(0, most)
        .map((found) => {
          if (typeof found === "string") return found;
          return found.source === undefined ? (found.nodeValue ?? "") : { node: found.source };
        });
    };
  }
  if (given(jsonPath)) {
    const query = ready(jsonPath, (text) => environment.compile(text), "is no JSON path (RFC 9535)", refuse);
    return (scope, page, most) => {
      const within = start(scope, page);
      const value = from === "page" ? ("value" in within ? within.value : null) : (page.embedded[from] as Json);
      if (typeof value !== "object" || value === null) return [];
      return query
        .query(value as never)
        .values()
        .slice(0, most)
        .map((one) => ({ value: one as Json }));
    };
  }
  return (scope, page) => [start(scope, page)];
}

/** One white space at most, and neither pseudo-classes nor siblings: what is above an element is looked through once. */
const ONE_ABOVE = /^[^\s:~+]+(?:\s+[^\s:~+]+)?$/;
/** So many levels are looked through faster than it is noted what was found in them. */
const FEW_LEVELS = 64;

/** The test of a CSS selector by the kind of page: names in XML are told apart by their case. */
function cssTest(css: string, refuse: Refuse): (page: ParsedPage) => (element: Element) => boolean {
  const made = new Map<string, (element: Element) => boolean>();
  const test = (xmlMode: boolean, cacheResults: boolean) => {
    const key = `${xmlMode} ${cacheResults}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const options = { xmlMode, cacheResults };
    const compile = (text: string) => compileSelector<AnyNode, Element>(text, options);
    const compiled = ready(css, compile, "is no CSS selector that can be used", refuse);
    made.set(key, compiled);
    return compiled;
  };
  const isSimple = ONE_ABOVE.test(css.trim());
  test(false, !isSimple);
  return (page) => test(page.isXml, !isSimple || page.depth > FEW_LEVELS);
}

// Without the functions match and search, whose patterns could take time without end.
const environment = new JSONPathEnvironment();
for (const name of ["match", "search"]) environment.functionRegister.delete(name);

export function given(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

export function ready<T>(text: string, make: (text: string) => T, problem: string, refuse: Refuse): T {
  try {
    if (text.length > 2000) throw new Error("too long");
    return make(text);
  } catch (cause) {
    return refuse(`has "${shown(text, 100)}", which ${problem}. Correct it.`, cause);
  }
}

const PREFIXED = /(?<![\w:'"])[A-Za-z][\w-]*:(?!:)[A-Za-z*]/;
