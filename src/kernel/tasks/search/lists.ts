import type { Json, JsonObject } from "../../values/json.js";
import { hasOperators } from "./checked-query.js";
import type { Test } from "./combined.js";
import { isObject } from "./object-paths.js";

/** What an operator says of a list; undefined where only mingo can say it. */
export type ListTest = (list: readonly unknown[]) => boolean | undefined;

/** Makes the test of lists. `ask` is what mingo says of a value, and `isWanted` what is known to hold of a single one. */
export type ListJudging = (
  operand: Json,
  ask: (value: unknown) => boolean,
  isWanted: (value: unknown) => boolean,
) => ListTest;

/** Of operators that look for one element. */
export const anyElement: ListJudging = (_operand, _ask, isWanted) => (list) =>
  list.some(isObject) ? undefined : list.some((element) => isWanted(element));

/** Of `$eq` and `$ne`: of all lists that do not have a single value, nor lists that could, mingo says the same. */
export const equality: ListJudging = (operand, ask) => {
  if (Array.isArray(operand)) return sameList(operand, ask);
  const ifThere = ask([operand]);
  const ifMissing = ask([]);
  if (isObject(operand)) return (list) => (list.some(isObject) ? undefined : ifMissing);
  return (list) => {
    if (list.includes(operand)) return ifThere;
    return list.some(Array.isArray) ? undefined : ifMissing;
  };
};

/** A list of single values equals no list that is longer or shorter, or has another single value at a place. */
function sameList(wanted: readonly Json[], ask: (value: unknown) => boolean): ListTest {
  const ifOther = ask(["another", ...wanted]);
  const differs = (value: Json, place: number, list: readonly unknown[]) => !isObject(value) && value !== list[place];
  return (list) => {
    if (list.some(isObject)) return undefined;
    return list.length !== wanted.length || wanted.some((value, place) => differs(value, place, list))
      ? ifOther
      : undefined;
  };
}

/** Of `$in` and `$nin`, which look for elements and not in the lists among them. */
export const membership: ListJudging = (operand, ask) => {
  const values = operand as readonly Json[];
  if (values.some(isObject)) return onlyMingo;
  const wanted = new Set<unknown>(values);
  const ifThere = ask(values);
  const ifMissing = ask([]);
  return (list) => {
    for (const element of list) if (wanted.has(element)) return ifThere;
    return ifMissing;
  };
};

/** Of `$all`, which looks for elements too. */
export const presence: ListJudging = (operand) => {
  const values = operand as readonly Json[];
  if (values.length === 0 || values.some(isObject)) return onlyMingo;
  return (list) => values.every((value) => list.includes(value));
};

export const length: ListJudging = (operand) => (list) => list.length === operand;

/** Of `$type`, to which one list is like another. */
export const kind: ListJudging = (_operand, ask) => {
  const verdict = ask([]);
  return () => verdict;
};

/** Of `$elemMatch`, by the test that `combine` makes of its conditions. */
export function conditions(combine: (query: JsonObject) => Test): ListJudging {
  return (operand) => {
    if (Object.keys(operand as object).length === 0) return onlyMingo;
    if (!hasOperators(operand)) {
      const test = combine(operand as JsonObject) as (element: unknown) => boolean;
      return (list) => list.some((element) => test(element));
    }
    const test = combine({ element: operand });
    return (list) => list.some((element) => test({ element }));
  };
}

const onlyMingo: ListTest = () => undefined;
