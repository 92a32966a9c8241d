import { ScriptoriumError } from "./errors.js";
import { isPlainObject, type Json, type JsonObject, PROTOTYPE_KEYS, shown } from "./json.js";
import type { HintClause, TaskHint } from "./storage.js";

/** Limits of one search; a search beyond them is refused with QUERY_REFUSED. */
export const QUERY_LIMITS = {
  depth: 16,
  nodes: 500,
  projectionPaths: 100,
  arrayLength: 1000,
  pathSegments: 16,
  pathLength: 256,
  patternLength: 256,
} as const;

/** Operators of the MongoDB query language that are offered. */
const FIELD_OPERATORS = new Set(
  "$eq $ne $gt $gte $lt $lte $in $nin $not $exists $type $regex $options $all $elemMatch $size $mod".split(" "),
);
const LOGICAL_OPERATORS = new Set(["$and", "$or", "$nor"]);

/** What a search asks for, before it is checked. */
export interface TaskSearch {
  /** MongoDB-style filter; `{}` or absent matches every task. */
  readonly query?: unknown;
  /** MongoDB-style projection of 0, 1, true and false. */
  readonly projection?: unknown;
  /** How many matches to pass over. */
  readonly skip?: unknown;
  /** How many matches at most. */
  readonly limit?: unknown;
  /** `{path: 1}` or `{path: -1}`, several in order; or text: `name`, `-createdAt`, separated by commas. */
  readonly sort?: unknown;
}

export interface CheckedSearch {
  /** Regular expressions are rewritten to the operator `$re2`, whose value is `{pattern, options}`. */
  readonly query: JsonObject;
  readonly projection: Readonly<Record<string, 0 | 1>>;
  readonly skip: number;
  readonly limit: number | undefined;
  readonly sort: readonly { readonly path: readonly string[]; readonly direction: 1 | -1 }[];
  readonly hint: TaskHint;
}

/** Checks all of a search. Throws QUERY_REFUSED naming the operator, path or member. */
export function checkedSearch(search: TaskSearch): CheckedSearch {
  const query = checkedQuery(search.query);
  return {
    query,
    projection: checkedProjection(search.projection),
    skip: wholeNumber("skip", search.skip) ?? 0,
    limit: wholeNumber("limit", search.limit),
    sort: checkedSort(search.sort),
    hint: hintOf(query),
  };
}

function checkedQuery(query: unknown): JsonObject {
  if (query === undefined) return {};
  if (!isPlainObject(query)) throw refused('The member "query" must be an object', { member: "query" });
  let nodes = 0;
  const count = (depth: number) => {
    nodes += 1;
    if (nodes > QUERY_LIMITS.nodes) throw refused(`The query has more than ${QUERY_LIMITS.nodes} parts`);
    if (depth > QUERY_LIMITS.depth) throw refused(`The query is nested deeper than ${QUERY_LIMITS.depth} levels`);
  };

  const condition = (value: Record<string, unknown>, depth: number): JsonObject => {
    count(depth);
    const result: Record<string, Json> = {};
    for (const [key, item] of entries(value)) {
      if (LOGICAL_OPERATORS.has(key))
        result[key] = list(key, item).map((part) => condition(object(key, part), depth + 1));
      else if (key.startsWith("$")) throw unknownOperator(key);
      else {
        checkPath(key);
        result[key] = field(item, depth + 1);
      }
    }
    return result;
  };

  const field = (value: unknown, depth: number): Json => {
    count(depth);
    if (!isPlainObject(value)) return literal(value, depth);
    const keys = Object.keys(value);
    if (!keys.some((key) => key.startsWith("$"))) return literal(value, depth);
    const result: Record<string, Json> = {};
    for (const [key, item] of entries(value)) {
      if (!FIELD_OPERATORS.has(key)) throw unknownOperator(key);
      if (key === "$regex") result["$re2"] = pattern(item, value["$options"]);
      else if (key === "$options") {
        if (!("$regex" in value)) throw refused('The operator "$options" needs "$regex" beside it', { operator: key });
      } else result[key] = operand(key, item, depth + 1);
    }
    return result;
  };

  const operand = (operator: string, value: unknown, depth: number): Json => {
    count(depth);
    switch (operator) {
      case "$in":
      case "$nin":
      case "$all":
        return list(operator, value).map((item) => plain(operator, item, depth));
      case "$not":
        if (!isPlainObject(value) || !Object.keys(value).some((key) => key.startsWith("$"))) {
          throw refused('The operator "$not" takes an object of operators', { operator });
        }
        return field(value, depth);
      case "$elemMatch": {
        const parts = object(operator, value);
        return Object.keys(parts).some((key) => key.startsWith("$") && !LOGICAL_OPERATORS.has(key))
          ? field(parts, depth)
          : condition(parts, depth);
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
        return plain(operator, value, depth);
    }
  };

  const plain = (operator: string, value: unknown, depth: number): Json => {
    if (isPlainObject(value) && Object.keys(value).some((key) => key.startsWith("$"))) {
      throw refused(`The operator "${operator}" takes no operators inside it`, { operator });
    }
    return literal(value, depth);
  };

  const literal = (value: unknown, depth: number): Json => {
    count(depth);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return bounded(value).map((item) => literal(item, depth + 1));
    if (!isPlainObject(value)) throw refused("The query holds a value that is not JSON");
    const result: Record<string, Json> = {};
    for (const [key, item] of entries(value)) {
      if (key.startsWith("$")) throw unknownOperator(key);
      result[key] = literal(item, depth + 1);
    }
    return result;
  };

  return condition(query, 0);
}

const BSON_TYPES = new Set([
  "double",
  "string",
  "object",
  "array",
  "bool",
  "boolean",
  "null",
  "int",
  "long",
  "number",
  "decimal",
  "undefined",
  "date",
]);

function pattern(value: unknown, options: unknown): JsonObject {
  if (typeof value !== "string") throw refused('The operator "$regex" takes a text', { operator: "$regex" });
  if (value.length > QUERY_LIMITS.patternLength) {
    throw refused(`The regular expression is longer than ${QUERY_LIMITS.patternLength} characters`, {
      operator: "$regex",
    });
  }
  if (options !== undefined && (typeof options !== "string" || !/^[ims]*$/.test(options))) {
    throw refused('The operator "$options" takes the letters i, m and s', { operator: "$options" });
  }
  return { pattern: value, options: options ?? "" };
}

function checkedProjection(projection: unknown): Readonly<Record<string, 0 | 1>> {
  if (projection === undefined) return {};
  if (!isPlainObject(projection)) throw refused('The member "projection" must be an object', { member: "projection" });
  const result: Record<string, 0 | 1> = {};
  const paths = entries(projection);
  if (paths.length > QUERY_LIMITS.projectionPaths)
    throw refused(`The projection has more than ${QUERY_LIMITS.projectionPaths} paths`);
  for (const [path, value] of paths) {
    checkPath(path);
    if (value !== 0 && value !== 1 && value !== true && value !== false) {
      throw refused(`The projection of "${shown(path)}" must be 0 or 1`, { path: shown(path) });
    }
    result[path] = value ? 1 : 0;
  }
  const kinds = new Set(
    Object.entries(result)
      .filter(([path]) => path !== "_id")
      .map(([, value]) => value),
  );
  if (kinds.size > 1) throw refused('The projection mixes 0 and 1, which only "_id" may do');
  // Where others are left out "_id" is there anyway, and the engine does not take a 1 beside a 0.
  if (kinds.has(0) && result["_id"] === 1) delete result["_id"];
  const named = Object.keys(result);
  for (const path of named) {
    const outer = named.find((other) => path.startsWith(`${other}.`));
    if (outer !== undefined) {
      throw refused(`The projection names both "${shown(outer)}" and "${shown(path)}" inside it`, {
        path: shown(path),
      });
    }
  }
  return result;
}

function checkedSort(sort: unknown): CheckedSearch["sort"] {
  if (sort === undefined || sort === "") return [];
  const parts: [string, unknown][] =
    typeof sort === "string"
      ? sort.split(",").map((part) => (part.startsWith("-") ? [part.slice(1), -1] : [part, 1]))
      : isPlainObject(sort)
        ? Object.entries(sort)
        : [];
  if (parts.length === 0 || parts.length > 8)
    throw refused('"sort" takes one to eight paths, such as {"name": 1}', { member: "sort" });
  return parts.map(([path, direction]) => {
    checkPath(path);
    if (direction !== 1 && direction !== -1)
      throw refused(`The direction of "${shown(path)}" must be 1 or -1`, { member: "sort" });
    return { path: path.split("."), direction };
  });
}

function wholeNumber(member: string, value: unknown): number | undefined {
  if (value === undefined || value === "") return undefined;
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number) || Number(number) < 0) {
    throw refused(`"${member}" must be a whole number, 0 or more`, { member });
  }
  return number as number;
}

/** Members of an object from outside; a name of the prototype is refused, since engines drop it silently. */
function entries(value: Record<string, unknown>): [string, unknown][] {
  const result = Object.entries(value);
  for (const [key] of result)
    if (PROTOTYPE_KEYS.has(key)) throw refused(`The name "${key}" is not allowed`, { path: key });
  return result;
}

function checkPath(path: string): void {
  const segments = path.split(".");
  const bad =
    path.length > QUERY_LIMITS.pathLength ||
    segments.length > QUERY_LIMITS.pathSegments ||
    segments.some((segment) => segment === "" || segment.startsWith("$") || PROTOTYPE_KEYS.has(segment));
  if (bad) throw refused(`The path "${shown(path)}" is not allowed`, { path: shown(path) });
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

/** What every match must have, read off the query: equality and `$in`, also inside `$and`. */
function hintOf(query: JsonObject): TaskHint {
  const clauses: HintClause[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (key === "$and") for (const part of value as readonly JsonObject[]) clauses.push(...hintOf(part));
    if (key.startsWith("$")) continue;
    const values = wantedValues(value);
    // Null also matches a missing value, and lists match by their elements: neither narrows anything.
    if (values?.every((item) => typeof item === "string")) clauses.push({ path: key, values });
  }
  return clauses;
}

function wantedValues(value: Json): readonly Json[] | undefined {
  if (!isPlainObject(value)) return Array.isArray(value) ? undefined : [value];
  const operators = value as JsonObject;
  if ("$eq" in operators) return [operators["$eq"]!];
  if ("$in" in operators) return operators["$in"] as readonly Json[];
  return undefined;
}

function unknownOperator(operator: string): ScriptoriumError {
  return refused(`The operator "${shown(operator)}" is not offered here`, { operator: shown(operator) });
}

export function refused(trouble: string, facts: Record<string, unknown> = {}): ScriptoriumError {
  return new ScriptoriumError("QUERY_REFUSED", `${trouble}. Change the search and send it again.`, facts);
}
