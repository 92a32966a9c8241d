import { isPlainObject, type Json, type JsonObject, shown } from "../../values/json.js";
import {
  checkNoSecret,
  checkPath,
  entriesOf,
  isUnstorable,
  QUERY_LIMITS,
  refused,
  type SecretPaths,
} from "./refused.js";

/** Operators of the MongoDB query language that are offered. */
const FIELD_OPERATORS = new Set(
  "$eq $ne $gt $gte $lt $lte $in $nin $not $exists $type $regex $options $all $elemMatch $size $mod".split(" "),
);
const LOGICAL_OPERATORS = new Set(["$and", "$or", "$nor"]);

/**
 * The query with nothing in it but what may be evaluated; regular expressions are rewritten to the operator `$re2`, whose
 * value is `{pattern, options}`. Throws QUERY_REFUSED naming the operator or path.
 */
export function checkedQuery(query: unknown, isSecret: SecretPaths): JsonObject {
  if (query === undefined) return {};
  if (!isPlainObject(query)) throw refused('The member "query" must be an object', { member: "query" });
  let nodes = 0;
  const count = (depth: number) => {
    nodes += 1;
    if (nodes > QUERY_LIMITS.nodes) throw refused(`The query has more than ${QUERY_LIMITS.nodes} parts`);
    if (depth > QUERY_LIMITS.depth) throw refused(`The query is nested deeper than ${QUERY_LIMITS.depth} levels`);
  };

  /** `within` is the path of the list that an `$elemMatch` looks into. */
  const condition = (value: Record<string, unknown>, depth: number, within: string): JsonObject => {
    count(depth);
    const result: Record<string, Json> = {};
    for (const [key, item] of entriesOf(value)) {
      if (LOGICAL_OPERATORS.has(key))
        result[key] = list(key, item).map((part) => condition(object(key, part), depth + 1, within));
      else if (key.startsWith("$")) throw unknownOperator(key, LOGICAL_OPERATORS);
      else {
        const path = within === "" ? key : `${within}.${key}`;
        checkPath(key);
        checkNoSecret(path, isSecret);
        result[key] = field(item, depth + 1, path);
      }
    }
    return result;
  };

  const field = (value: unknown, depth: number, path: string): Json => {
    count(depth);
    if (!isPlainObject(value)) return literal(value, depth, path);
    const keys = Object.keys(value);
    if (!keys.some((key) => key.startsWith("$"))) return literal(value, depth, path);
    const result: Record<string, Json> = {};
    for (const [key, item] of entriesOf(value)) {
      if (!FIELD_OPERATORS.has(key)) throw unknownOperator(key);
      if (key === "$regex") result["$re2"] = pattern(item, value["$options"], path);
      else if (key === "$options") {
        if (!("$regex" in value)) throw refused('The operator "$options" needs "$regex" next to it', { operator: key });
      } else result[key] = operand(key, item, depth + 1, path);
    }
    return result;
  };

  const operand = (operator: string, value: unknown, depth: number, path: string): Json => {
    count(depth);
    switch (operator) {
      case "$in":
      case "$nin":
      case "$all":
        return list(operator, value).map((item) => plain(operator, item, depth, path));
      case "$not":
        if (!isPlainObject(value) || !Object.keys(value).some((key) => key.startsWith("$"))) {
          throw refused('The operator "$not" takes an object of operators', { operator });
        }
        return field(value, depth, path);
      case "$elemMatch": {
        const parts = object(operator, value);
        return hasOperators(parts) ? field(parts, depth, path) : condition(parts, depth, path);
      }
      case "$exists":
        return Boolean(value);
      case "$size":
        if (!Number.isSafeInteger(value) || Number(value) < 0)
          throw refused('The operator "$size" takes a whole number', { operator });
        return value as number;
      case "$mod": {
        const numbers = list(operator, value);
        if (numbers.length !== 2 || !numbers.every((item) => Number.isFinite(item)) || numbers[0] === 0) {
          throw refused('The operator "$mod" takes two numbers, the first of them not 0', { operator });
        }
        return numbers as number[];
      }
      case "$type": {
        const names = Array.isArray(value) ? list(operator, value) : [value];
        if (!names.every((name) => typeof name === "number" || (typeof name === "string" && BSON_TYPES.has(name)))) {
          throw refused(`The operator "$type" takes one of ${[...BSON_TYPES].join(", ")}`, { operator });
        }
        return value as Json;
      }
      default:
        return plain(operator, value, depth, path);
    }
  };

  const plain = (operator: string, value: unknown, depth: number, path: string): Json => {
    if (isPlainObject(value) && Object.keys(value).some((key) => key.startsWith("$"))) {
      throw refused(`The operator "${operator}" takes no operators inside it`, { operator });
    }
    return literal(value, depth, path);
  };

  const literal = (value: unknown, depth: number, path: string): Json => {
    count(depth);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "string") {
      checkText(value, path);
      return value;
    }
    // JSON has no negative zero, and the storages take none.
    if (typeof value === "number" && Number.isFinite(value)) return value + 0;
    if (Array.isArray(value)) return bounded(value).map((item) => literal(item, depth + 1, path));
    if (!isPlainObject(value))
      throw refused(`The query compares "${shown(path)}" with a value that is not JSON`, { path: shown(path) });
    const result: Record<string, Json> = {};
    for (const [key, item] of entriesOf(value)) {
      if (key.startsWith("$")) throw unknownOperator(key);
      const below = `${path}.${key}`;
      checkText(key, path);
      checkNoSecret(below, isSecret);
      result[key] = literal(item, depth + 1, below);
    }
    return result;
  };

  return condition(query, 0, "");
}

/** Whether an object holds operators for one value, and not a value or conditions on paths. */
export function hasOperators(value: unknown): boolean {
  return isPlainObject(value) && Object.keys(value).some((key) => key.startsWith("$") && !LOGICAL_OPERATORS.has(key));
}

const BSON_TYPES = new Set(
  "double string object array bool boolean null int long number decimal undefined date".split(" "),
);

function pattern(value: unknown, options: unknown, path: string): JsonObject {
  if (typeof value !== "string") throw refused('The operator "$regex" takes a text', { operator: "$regex" });
  if (value.length > QUERY_LIMITS.patternLength) {
    throw refused(`The regular expression is longer than ${QUERY_LIMITS.patternLength} characters`, {
      operator: "$regex",
    });
  }
  if (options !== undefined && (typeof options !== "string" || !/^[ims]*$/.test(options))) {
    throw refused('The operator "$options" takes the letters i, m and s', { operator: "$options" });
  }
  checkText(value, path);
  return { pattern: value, options: options ?? "" };
}

function checkText(text: string, path: string): void {
  if (!isUnstorable(text)) return;
  throw refused(`The query has a NUL character or half of a surrogate pair at "${shown(path)}"`, { path: shown(path) });
}

function list(operator: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw refused(`The operator "${operator}" takes a list`, { operator });
  if (value.length === 0 && LOGICAL_OPERATORS.has(operator))
    throw refused(`The operator "${operator}" takes a list that is not empty`, { operator });
  return bounded(value);
}

function bounded(value: readonly unknown[]): readonly unknown[] {
  if (value.length > QUERY_LIMITS.arrayLength)
    throw refused(`The query has a list of more than ${QUERY_LIMITS.arrayLength} values`);
  return value;
}

function object(operator: string, value: unknown): Record<string, unknown> {
  if (!isPlainObject(value)) throw refused(`The operator "${operator}" takes objects`, { operator });
  return value;
}

function unknownOperator(operator: string, offered: ReadonlySet<string> = FIELD_OPERATORS) {
  return refused(`The operator "${shown(operator)}" is not offered there, only ${[...offered].join(", ")}`, {
    operator: shown(operator),
  });
}
