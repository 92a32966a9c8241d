import { isPlainObject, type Json } from "../../values/json.js";

/** How many steps a piece of work on a document is; a step takes some 100 ns at worst. */
export type Steps = (document: unknown) => number;

/** Characters of a text that are one step. */
const TEXT_SHIFT = 6;

/** What judging by one operator may take. */
export function operatorSteps(operator: string, path: string, operand: Json): Steps {
  switch (operator) {
    case "$exists":
    case "$type":
    case "$size":
      return lookupSteps(path);
    case "$elemMatch":
      // Conditions on the elements are operators themselves.
      return stepsAt(path, (value) => (Array.isArray(value) ? 2 * value.length : 1));
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      if (isScalar(operand)) return stepsAt(path, countInLists);
      return stepsAt(path, (value) => orderingSteps(value, comparisonSteps(operand)));
    case "$in":
    case "$nin": {
      // The values that are wanted are entered into a map for each document.
      const size = countOf(operand);
      const each = isFlat(operand) ? 1 : size;
      const steps = stepsAt(path, countOf);
      return (document) => size + each * steps(document);
    }
    case "$all":
      return repeated(countOf(operand), stepsAt(path, isFlat(operand) ? countInLists : countOf));
    case "$eq":
    case "$ne":
      return isFlat(operand) ? stepsAt(path, countInLists) : repeated(countOf(operand), stepsAt(path, countOf));
    default:
      return stepsAt(path, countInLists);
  }
}

/** What judging an element of a list may take where mingo is not asked about the list. */
export function elementSteps(operator: string, operand: Json): number {
  return operator === "$all" ? countOf(operand) : 1;
}

/** What reading the values at a path takes. */
export function lookupSteps(path: string): Steps {
  return stepsAt(path, () => 1);
}

/** What projecting so many values by mingo takes: taking a gap out of a list moves all that is behind it. */
export function projectionSteps(values: number, paths: number): number {
  return values * paths + (values * values) / 1000;
}

/** How many values a value is made of; a long text counts as several. */
export function countOf(value: unknown): number {
  if (typeof value === "string") return 1 + (value.length >>> TEXT_SHIFT);
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const member of Array.isArray(value) ? value : Object.values(value)) count += countOf(member);
  return count;
}

/** How many values there are in a list and the lists in it. */
function countInLists(value: unknown): number {
  if (typeof value === "string") return 1 + (value.length >>> TEXT_SHIFT);
  if (!Array.isArray(value)) return 1;
  let count = 1;
  for (const item of value) count += countInLists(item);
  return count;
}

/** What following a path takes, through all elements of the lists on the way, and then what is to be done at its end. */
function stepsAt(path: string, atEnd: (value: unknown) => number): Steps {
  const keys = path.split(".").map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  return (document) => from(document, 0);

  function from(start: unknown, first: number): number {
    let value = start;
    let place = first;
    for (; place < keys.length && typeof value === "object" && value !== null; place += 1) {
      const key = keys[place]!;
      if (Array.isArray(value) && typeof key === "string") {
        let steps = 1 + place - first;
        for (const item of value) steps += from(item, place);
        return steps;
      }
      value = (value as Record<string | number, unknown>)[key];
    }
    return place - first + atEnd(value);
  }
}

/** What finding out the order of a value, or of the elements of a list, and another value takes. */
function orderingSteps(value: unknown, other: number): number {
  if (!Array.isArray(value)) return comparisonSteps(value) + other;
  let steps = 1;
  for (const item of value) steps += typeof item === "object" ? comparisonSteps(item) + other : 1;
  return steps;
}

/** mingo sorts the lists it compares, and for that compares their elements: lists in lists are sorted again and again. */
function comparisonSteps(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const { length } = members;
  const levels = Math.ceil(Math.log2(Math.max(length, 1)));
  const comparisons = length * levels - 2 ** levels + 1;
  const steps = members.map(comparisonSteps);
  if (!Array.isArray(value)) return comparisons + steps.reduce((sum, one) => sum + one, length + 1);
  return 1 + (2 * comparisons + length) * steps.reduce((most, one) => Math.max(most, one), 1);
}

function repeated(times: number, steps: Steps): Steps {
  return (document) => times * steps(document);
}

function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** Whether there are no lists or objects in it, but for itself being a list. */
function isFlat(value: Json): boolean {
  return Array.isArray(value) ? value.every(isScalar) : !isPlainObject(value);
}
