import type { Json, JsonObject } from "../../values/json.js";
import { hasOperators } from "./checked-query.js";

/** Whether a document is as wanted. */
export type Test = (document: object) => boolean;

/** Makes the test of one operator for what is at a path. */
export type Testing = (operator: string, path: string, operand: Json) => Test;

/** A checked query as one test: its operators are compiled by `testing`, once, and combined here. */
export function combined(query: JsonObject, testing: Testing): Test {
  return every(Object.entries(query).flatMap(([key, value]) => testsOf(key, value, testing)));
}

function testsOf(key: string, value: Json, testing: Testing): Test[] {
  if (!key.startsWith("$")) return testsAt(key, hasOperators(value) ? (value as JsonObject) : { $eq: value }, testing);
  const parts = (value as readonly JsonObject[]).map((part) => combined(part, testing));
  if (key === "$and") return parts;
  return [key === "$or" ? some(parts) : not(some(parts))];
}

function testsAt(path: string, operators: JsonObject, testing: Testing): Test[] {
  return Object.entries(operators).map(([operator, operand]) =>
    operator === "$not" ? not(every(testsAt(path, operand as JsonObject, testing))) : testing(operator, path, operand),
  );
}

// Most queries have one or two conditions, and a loop costs as much as a condition.
function every(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (tests.length === 2) return (document) => first(document) && second(document);
  return (document) => {
    for (const test of tests) if (!test(document)) return false;
    return true;
  };
}

function some(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (first !== undefined && second === undefined) return first;
  if (tests.length === 2) return (document) => first!(document) || second!(document);
  return (document) => {
    for (const test of tests) if (test(document)) return true;
    return false;
  };
}

function not(test: Test): Test {
  return (document) => !test(document);
}
