import { isPlainObject, type Json, type JsonObject } from "../../values/json.js";
import type { Effort } from "./effort.js";
import { existenceAt } from "./existence.js";
import type { Mingo } from "./mingo.js";
import { type Comparison, isComparison, matching, operatorTest, type Test } from "./operators.js";
import { type Reader, readerOf } from "./paths.js";
import type { PatternCompiler } from "./patterns.js";

/** What is loaded when a query needs it. */
export interface Engines {
  readonly patterns?: PatternCompiler | undefined;
  readonly mingo?: Mingo | undefined;
}

/** Where a condition looks. */
interface Place {
  readonly read: Reader;
  /** How many dots the path has: so many levels of lists in lists are looked into for a value. */
  readonly depth: number;
  readonly exists: Test;
}

/** An element of a list, which conditions on elements are about. */
const ELEMENT: Place = { read: (value) => value, depth: 0, exists: (value) => value !== undefined };

/**
 * A checked query as closures that judge exactly as mingo does, in a fraction of the time. They judge all but comparing by
 * size with lists and objects: `mingo` is needed where `needsMingo` says so, and `patterns` where the query has `$re2`.
 */
export function compiledPredicate(query: JsonObject, effort: Effort, { patterns, mingo }: Engines = {}): Test {
  return condition(query);

  function condition(parts: JsonObject): Test {
    const tests = Object.entries(parts).flatMap(([key, value]) => {
      if (!key.startsWith("$")) return field(value, placeAt(key));
      const alternatives = (value as readonly JsonObject[]).map(condition);
      if (key === "$and") return alternatives;
      return key === "$or" ? [some(alternatives)] : [not(some(alternatives))];
    });
    return every(tests);
  }

  function field(wanted: Json, place: Place): Test[] {
    const operators = hasOperators(wanted) ? wanted : { $eq: wanted };
    return Object.entries(operators).map(([operator, operand]) => {
      if (operator === "$not") return not(every(field(operand, place)));
      if (operator === "$exists") return operand === true ? place.exists : not(place.exists);
      const { read } = place;
      const test = operator === "$elemMatch" ? element(operand as JsonObject) : value(operator, operand, place.depth);
      return place === ELEMENT ? test : (document) => test(read(document));
    });
  }

  function value(operator: string, operand: Json, depth: number): Test {
    if (operator === "$re2") return matching(patterns!(operand as JsonObject, effort), effort);
    const test = operatorTest(operator, operand, depth, effort);
    return test ?? mingo!.comparing(operator as Comparison, operand as object, effort);
  }

  function element(criteria: JsonObject): Test {
    const test = hasOperators(criteria) ? every(field(criteria, ELEMENT)) : condition(criteria);
    const wantsAnyObject = Object.keys(criteria).length === 0;
    return (list) => {
      if (!Array.isArray(list)) return false;
      effort.spend(list.length);
      return list.some(wantsAnyObject ? isPlainObject : test);
    };
  }

  function placeAt(path: string): Place {
    return {
      read: readerOf(path, effort),
      depth: path.split(".").length - 1,
      exists: existenceAt(path, effort),
    };
  }
}

/** Whether something is compared by size with a list or an object. */
export function needsMingo(query: Json): boolean {
  if (typeof query !== "object" || query === null) return false;
  return Object.entries(query).some(
    ([key, value]) => (isComparison(key) && typeof value === "object" && value !== null) || needsMingo(value),
  );
}

/** Whether there is a regular expression. */
export function needsPatterns(query: Json): boolean {
  if (typeof query !== "object" || query === null) return false;
  return Object.hasOwn(query, "$re2") || Object.values(query).some(needsPatterns);
}

/** How many values, lists and objects a query is made of. */
export function sizeOf(query: Json): number {
  if (typeof query !== "object" || query === null) return 1;
  return Object.values(query).reduce((sum: number, part: Json) => sum + sizeOf(part), 1);
}

/** The paths that judging a query reads. */
export function pathsOf(query: JsonObject): string[] {
  return Object.entries(query).flatMap(([key, value]) =>
    key.startsWith("$") ? (value as readonly JsonObject[]).flatMap(pathsOf) : [key],
  );
}

const LOGICAL: ReadonlySet<string> = new Set(["$and", "$or", "$nor"]);

/** Whether an object holds operators for one value, and not a value or conditions on paths. */
export function hasOperators(value: Json): value is JsonObject {
  return isPlainObject(value) && Object.keys(value).some((key) => key.startsWith("$") && !LOGICAL.has(key));
}

function every(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (tests.length === 2) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };
}

function some(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (first !== undefined && second === undefined) return first;
  if (tests.length === 2) return (value) => first!(value) || second!(value);
  return (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  };
}

function not(test: Test): Test {
  return (value) => !test(value);
}
