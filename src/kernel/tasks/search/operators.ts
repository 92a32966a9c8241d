import { isPlainObject, type Json } from "../../values/json.js";
import type { Effort } from "./effort.js";
import { type Equals, equalTo, isScalar } from "./equality.js";
import type { Matches } from "./patterns.js";

/** Whether a value, or a whole document, is as wanted. */
export type Test = (value: unknown) => boolean;

/**
 * The test of an operator that is about one value; `depth` says how many levels of lists in lists equality looks into.
 * Undefined for what only mingo can judge: which of two lists or objects is the greater.
 */
export function operatorTest(operator: string, operand: Json, depth: number, effort: Effort): Test | undefined {
  switch (operator) {
    case "$eq":
      return equal(operand, depth, effort);
    case "$ne": {
      const test = equal(operand, depth, effort);
      return (value) => !test(value);
    }
    case "$in":
      return within(operand as readonly Json[], effort);
    case "$nin": {
      const test = within(operand as readonly Json[], effort);
      return (value) => !test(value);
    }
    case "$all":
      return holdingAll(operand as readonly Json[], effort);
    case "$size":
      return (value) => Array.isArray(value) && value.length === operand;
    case "$mod":
      return leaving(operand as readonly [number, number], effort);
    case "$type":
      return ofType(Array.isArray(operand) ? operand : [operand]);
    default:
      return isComparison(operator) ? compared(operator, operand, effort) : undefined;
  }
}

function equal(wanted: Json, depth: number, effort: Effort): Test {
  const equals = equalTo(wanted, effort);
  if (wanted === null) return (value) => value === null || value === undefined || (Array.isArray(value) && isIn(value));
  if (isScalar(wanted)) {
    return (value) => value === wanted || (typeof value === "object" && Array.isArray(value) && isIn(value));
  }
  return (value) => equals(value) || (Array.isArray(value) && (anyOf(value, equals, effort) || isIn(value)));

  function isIn(list: readonly unknown[], levels = depth): boolean {
    effort.spend(list.length);
    for (let place = 0; place < list.length; place += 1) {
      const item = list[place];
      if (levels > 0 && Array.isArray(item) ? isIn(item, levels - 1) : equals(item)) return true;
    }
    return false;
  }
}

function anyOf(list: readonly unknown[], test: Test, effort: Effort): boolean {
  effort.spend(list.length);
  for (let place = 0; place < list.length; place += 1) if (test(list[place])) return true;
  return false;
}

/** Whether a value is as wanted or, if it is a list, one of its elements. */
function itselfOrElement(test: Test, effort: Effort): Test {
  return (value) => (Array.isArray(value) ? anyOf(value, test, effort) : test(value));
}

function within(wanted: readonly Json[], effort: Effort): Test {
  const scalars = new Set<unknown>(wanted.filter(isScalar));
  const others = wanted.filter((value) => !isScalar(value)).map((value) => equalTo(value, effort));
  const hasNull = scalars.has(null);
  const test = itselfOrElement(others.length === 0 ? (value) => scalars.has(value) : either, effort);
  return (value) => (value === undefined ? hasNull : test(value));

  function either(value: unknown): boolean {
    if (typeof value !== "object" || value === null) return scalars.has(value);
    effort.spend(others.length);
    return others.some((equals) => equals(value));
  }
}

function holdingAll(wanted: readonly Json[], effort: Effort): Test {
  const tests: readonly Equals[] = wanted.map((value) => equalTo(value, effort));
  return (value) => {
    if (!Array.isArray(value) || value.length === 0 || tests.length === 0) return false;
    return tests.every((equals) => anyOf(value, equals, effort));
  };
}

export type Comparison = "$gt" | "$gte" | "$lt" | "$lte";

export function isComparison(operator: string): operator is Comparison {
  return operator === "$gt" || operator === "$gte" || operator === "$lt" || operator === "$lte";
}

function compared(operator: Comparison, operand: Json, effort: Effort): Test | undefined {
  if (operand === null) {
    const isReached = operator === "$gte" || operator === "$lte";
    return itselfOrElement((value) => isReached && value === null, effort);
  }
  if (!isScalar(operand)) return undefined;
  const type = typeof operand;
  const tests: Record<Comparison, Test> = {
    $gt: (value) => typeof value === type && (value as typeof operand) > operand,
    $gte: (value) => typeof value === type && (value as typeof operand) >= operand,
    $lt: (value) => typeof value === type && (value as typeof operand) < operand,
    $lte: (value) => typeof value === type && (value as typeof operand) <= operand,
  };
  return itselfOrElement(tests[operator], effort);
}

/** Whether a text matches: the value itself, in a list, or in the lists of a list. */
export function matching(matches: Matches, effort: Effort): Test {
  const isMatch: Test = (value) => typeof value === "string" && matches(value);
  return (value) => {
    if (!Array.isArray(value)) return isMatch(value);
    return anyOf(value, (item) => (Array.isArray(item) ? anyOf(item, isMatch, effort) : isMatch(item)), effort);
  };
}

function leaving([divisor, remainder]: readonly [number, number], effort: Effort): Test {
  return itselfOrElement((value) => asNumber(value, effort) % divisor === remainder, effort);
}

/** What JavaScript's arithmetic takes a value for: mingo counts with texts, null and lists too. */
function asNumber(value: unknown, effort: Effort): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") {
    effort.spend(value.length);
    return Number(value);
  }
  if (Array.isArray(value)) {
    if (value.length > 1) return Number.NaN;
    const [only = null] = value;
    return typeof only === "boolean" ? Number.NaN : asNumber(only, effort);
  }
  return value === null || typeof value === "boolean" ? Number(value) : Number.NaN;
}

const isNumber: Test = (value) => typeof value === "number";
const isBoolean: Test = (value) => typeof value === "boolean";
const isText: Test = (value) => typeof value === "string";
const isNull: Test = (value) => value === null;
const isNothing: Test = (value) => value === null || value === undefined;

/** By name and by the number of the type in BSON; JSON has no dates and no regular expressions. */
const TYPES: ReadonlyMap<Json, Test> = new Map<Json, Test>([
  ["double", isNumber],
  ["string", isText],
  ["object", isPlainObject],
  ["array", Array.isArray],
  ["bool", isBoolean],
  ["boolean", isBoolean],
  ["null", isNull],
  ["int", Number.isInteger],
  ["long", Number.isInteger],
  ["number", isNumber],
  ["decimal", isNumber],
  ["undefined", isNothing],
  [1, isNumber],
  [2, isText],
  [3, isPlainObject],
  [4, Array.isArray],
  [6, isNothing],
  [8, isBoolean],
  [10, isNull],
  [16, Number.isInteger],
  [18, Number.isInteger],
  [19, isNumber],
]);

function ofType(names: readonly Json[]): Test {
  const tests = names.map((name) => TYPES.get(name)).filter((test) => test !== undefined);
  return (value) => tests.some((test) => test(value));
}
