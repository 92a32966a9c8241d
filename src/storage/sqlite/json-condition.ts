import type { HintRange, HintValue } from "../../kernel/storage.js";
import { type Condition, type LeafHint, leafCondition, textLeaf } from "./text-condition.js";

/** Names with other characters are stored with escapes, and SQLite has no settled way to write those in a path. */
const PLAIN_NAME = /^[^"\\\p{Cc}\p{Cs}]+$/u;

/** How many values are compared one after another; more go in as one list. */
const FEW_VALUES = 8;

/**
 * What a condition on a place within JSON says of the JSON that is stored. It is met by everything that fits the hint, and
 * also by what SQLite cannot distinguish from it: truth from 1, or a list on the way to the place from any other.
 *
 * Most tasks fail most conditions, and looking up the place is what costs: so it is looked up once to refuse a task. What
 * is there is then a number, a text, or of a list and an object their JSON as text, which begins with a bracket.
 */
export function jsonCondition(column: string, names: readonly string[], hint: LeafHint): "all" | Condition {
  if (names.length === 0 || !names.every((name) => PLAIN_NAME.test(name))) return "all";
  const pathsOnTheWay = names.slice(0, -1).map((_, index) => pathOf(names.slice(0, index + 1)));
  const place: Place = { column, path: pathOf(names), pathsOnTheWay };
  const tests = testsOf(hint);
  const itself = joined(
    tests.length === 0 ? [isList(whatIsAt(place, "NULL"))] : tests.map(({ ofPlace }) => ofPlace(place)),
    " OR ",
  );
  const inList = joined([...tests.map(({ ofElement }) => ofElement), LIST_IN_LIST], " OR ");
  return {
    sql: `((${itself.sql}) AND CASE json_type(${column}, ?) WHEN 'array' THEN EXISTS (SELECT 1 FROM json_each(${column}, ?) WHERE ${inList.sql}) ELSE TRUE END)`,
    parameters: [...itself.parameters, place.path, place.path, ...inList.parameters],
  };
}

/** It meets every condition, as `TaskHint` has it. */
const LIST_IN_LIST: Condition = { sql: "json_each.type = 'array'", parameters: [] };

interface Place {
  readonly column: string;
  readonly path: string;
  /** Where lists may be, inside of which the names that follow are looked for. */
  readonly pathsOnTheWay: readonly string[];
}

interface ValueTest {
  /** Also met by every list, at the place or on the way to it. */
  ofPlace(place: Place): Condition;
  /** Of `value`, an element of the list at the place. */
  readonly ofElement: Condition;
}

function testsOf(hint: LeafHint): readonly ValueTest[] {
  if ("values" in hint) return valueTests(hint.values);
  if ("prefix" in hint) return textTests(hint);
  const bounds = Object.values(hint.range).filter((bound) => bound !== undefined);
  if (bounds.every((bound) => typeof bound === "string")) return textTests(hint);
  return bounds.every((bound) => typeof bound === "number" && !Number.isNaN(bound)) ? [rangeTest(hint.range)] : [];
}

function valueTests(values: readonly HintValue[]): readonly ValueTest[] {
  const exact: (string | number)[] = [];
  const tests: ValueTest[] = [];
  for (const value of new Set(values)) {
    const scalar = typeof value === "boolean" ? Number(value) : value;
    if (typeof scalar === "string" || Number.isSafeInteger(scalar))
      exact.push(typeof scalar === "string" ? scalar : scalar + 0);
    else if (!Number.isNaN(scalar)) tests.push(rangeTest({ gte: scalar, lte: scalar }));
  }
  if (exact.length > 0) tests.push(exact.length > FEW_VALUES ? listTest(exact) : fewTest(exact));
  return tests;
}

function fewTest(values: readonly (string | number)[]): ValueTest {
  return {
    ofPlace(place) {
      const found = whatIsAt(place, "-9e999");
      const without = values.reduce((inner) => `nullif(${inner}, ?)`, found.sql);
      return isList({ sql: `coalesce(${without}, '[')`, parameters: [...found.parameters, ...values] });
    },
    ofElement: { sql: `value IN (${values.map(() => "?").join(", ")})`, parameters: values },
  };
}

function listTest(values: readonly (string | number)[]): ValueTest {
  const list = JSON.stringify(values);
  return orList((value) => ({ sql: `${value} IN (SELECT value FROM json_each(?))`, parameters: [list] }));
}

function textTests(hint: Parameters<typeof textLeaf>[0]): readonly ValueTest[] {
  const leaf = textLeaf(hint);
  if (leaf === "none") return [];
  // Any text at all, of which SQLite says that it is after every number.
  if (leaf === "all") return [orList((value) => ({ sql: `${value} >= ''`, parameters: [] }))];
  return [orList((value) => leafCondition(value, leaf))];
}

/** The condition takes what it is about once. */
function orList(condition: (value: string) => Condition): ValueTest {
  return {
    ofPlace(place) {
      const found = whatIsAt(place, "NULL");
      const { sql, parameters } = condition(found.sql);
      const list = isList(found);
      return joined([{ sql, parameters: [...found.parameters, ...parameters] }, list], " OR ");
    },
    ofElement: condition("value"),
  };
}

/** Numbers are before every text in SQLite, so that lists meet a lower bound and are outside of what an upper one refuses. */
function rangeTest({ gt, gte, lt, lte }: HintRange): ValueTest {
  const lower = [gt, gte].filter((bound) => typeof bound === "number").map(slightlyLess);
  const upper = [lt, lte].filter((bound) => typeof bound === "number").map(slightlyMore);
  const from = Math.max(...lower);
  const to = Math.min(...upper);
  return {
    ofPlace(place) {
      const conditions: Condition[] = [];
      if (lower.length > 0) {
        const { sql, parameters } = whatIsAt(place, "NULL");
        conditions.push({ sql: `${sql} >= ?`, parameters: [...parameters, from] });
      }
      if (upper.length > 0) {
        const { sql, parameters } = whatIsAt(place, "9e999");
        conditions.push({ sql: `${sql} NOT BETWEEN ? AND 9e999`, parameters: [...parameters, to] });
      }
      for (const bound of [gt, lt]) if (Number.isSafeInteger(bound)) conditions.push(isNot(place, Number(bound)));
      return joined(conditions, " AND ");
    },
    ofElement: {
      sql: "value BETWEEN ? AND ?",
      parameters: [lower.length > 0 ? from : -Infinity, upper.length > 0 ? to : Infinity],
    },
  };
}

/** Not that whole number, but perhaps one with a fraction that SQLite takes for it. */
function isNot(place: Place, bound: number): Condition {
  const { sql, parameters } = whatIsAt(place, "NULL");
  return {
    sql: `${sql} <> ? OR json_type(${place.column}, ?) = 'real'`,
    parameters: [...parameters, bound, place.path],
  };
}

/** SQLite may read the last digits of a number otherwise than JavaScript, which so little makes up for. */
function slack(value: number): number {
  return Math.max(Math.abs(value) * 1e-12, 1e-290);
}

function slightlyLess(value: number): number {
  return Number.isFinite(value) ? value - slack(value) : value;
}

function slightlyMore(value: number): number {
  return Number.isFinite(value) ? value + slack(value) : value;
}

/** The value at the place, or `absent`. A list on the way may hold anything, so it counts as a list at the place. */
function whatIsAt({ column, path, pathsOnTheWay }: Place, absent: string): Condition {
  const lists = pathsOnTheWay.map(() => `json_type(${column}, ?) = 'array'`).join(" OR ");
  const onTheWay = lists === "" ? "" : `CASE WHEN ${lists} THEN '[' END, `;
  return {
    sql: `coalesce(json_extract(${column}, ?), ${onTheWay}${absent})`,
    parameters: [path, ...pathsOnTheWay],
  };
}

function isList({ sql, parameters }: Condition): Condition {
  return { sql: `${sql} BETWEEN '[' AND '\\'`, parameters };
}

function joined(conditions: readonly Condition[], operator: " AND " | " OR "): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(operator),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

function pathOf(names: readonly string[]): string {
  return `$${names.map((name) => `."${name}"`).join("")}`;
}
