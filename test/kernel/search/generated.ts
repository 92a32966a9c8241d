import fc from "fast-check";
import { Context } from "mingo/core";
import * as operators from "mingo/operators/query";
import { Query } from "mingo/query";
import { TASK_STATUSES, type Task } from "../../../src/kernel/task.js";
import { checkedSearch } from "../../../src/kernel/tasks/task-query.js";
import type { Json, JsonObject } from "../../../src/kernel/values/json.js";

const asked = process.env["SCRIPTORIUM_CASES"];

/** How many cases a property is tried on; SCRIPTORIUM_CASES sets another number. */
export const CASES = Number(asked ?? 500);
/** Without it the cases are the same every time, so that a test fails for a change and not by chance. */
export const SEED: { readonly seed?: number } = asked === undefined ? { seed: 8008 } : {};

const context = Context.init({ query: { ...operators } });

/** Plain mingo, with nothing of ours around it. */
export function plainMingo(query: object): Query {
  return new Query(query, { context, scriptEnabled: false });
}

// Few names and values, so that what is asked for is often there.
const NAMES = ["a", "b", "c", "0", "1", "x.y", "$z", "toString", ""];
const TEXTS = ["", "a", "b", "ab", "ba", "1", "\uffee", "\u{1f41d}", "\ud7ff"];

export const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, -1, 10, 1e21),
  fc.constantFrom(...TEXTS),
);

const { value } = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    { weight: 3, arbitrary: scalars },
    { weight: 2, arbitrary: tie("list") },
    { weight: 3, arbitrary: tie("object") },
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 3, noNullPrototype: true }),
}));
export const values: fc.Arbitrary<Json> = value;

/** Objects whose first members are those that paths begin with. */
export const documents: fc.Arbitrary<JsonObject> = fc.record(
  { a: values, b: values, data: values },
  { requiredKeys: [], noNullPrototype: true },
);

export function pathsFrom(...starts: string[]): fc.Arbitrary<string> {
  const segments = fc.array(fc.constantFrom("a", "a", "b", "b", "c", "0", "1", "2", "toString"), { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...starts), segments).map(([start, rest]) => [start, ...rest].join("."));
}

/** What a query may compare with: no names with dots or dollars in it. */
const { operand } = fc.letrec<{ operand: Json }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 5, arbitrary: scalars },
    fc.array(tie("operand"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "toString"), tie("operand"), { maxKeys: 2, noNullPrototype: true }),
  ),
}));
const operands: fc.Arbitrary<Json> = operand;
const TYPES = ["double", "string", "object", "array", "bool", "null", "int", "number", "undefined", "date"];
const PATTERNS = ["a", "^a", "b$", "^$", "^ab?", "[ab]{2}", "^a|b", "^\u{1f41d}|a", "1", "^\uffee"];

/** Queries over the given paths; inside `$elemMatch` over those of `inner`. */
export function queriesOver(
  paths: fc.Arbitrary<string>,
  more: fc.Arbitrary<Json> = operands,
): fc.Arbitrary<JsonObject> {
  const inner = pathsFrom("a", "b", "c", "0");
  const compared = fc.oneof({ weight: 4, arbitrary: more }, { weight: 1, arbitrary: operands });
  const { condition } = fc.letrec<{ condition: JsonObject; element: JsonObject; field: JsonObject; innerField: Json }>(
    (tie) => {
      const logical = (of: "condition" | "element") =>
        fc.tuple(fc.constantFrom("$and", "$or", "$nor"), fc.array(tie(of), { minLength: 1, maxLength: 2 }));
      const over = (path: fc.Arbitrary<string>, of: "condition" | "element") =>
        fc
          .array(
            fc.oneof(
              { maxDepth: 3 },
              { weight: 4, arbitrary: fc.tuple(path, fc.oneof(compared, tie("field"))) },
              { weight: 1, arbitrary: logical(of) },
            ),
            { minLength: 1, maxLength: 2 },
          )
          .map((entries) => Object.fromEntries(entries) as JsonObject);
      return {
        condition: over(paths, "condition"),
        element: over(inner, "element"),
        innerField: fc.oneof(tie("element"), tie("field"), fc.constant({})),
        field: fc
          .array(
            fc.oneof(
              { maxDepth: 4 },
              fc.tuple(fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte"), compared),
              fc.tuple(fc.constantFrom("$in", "$nin", "$all"), fc.array(compared, { maxLength: 3 })),
              fc.tuple(fc.constant("$exists"), fc.boolean()),
              fc.tuple(
                fc.constant("$type"),
                fc.oneof(fc.constantFrom<Json>(...TYPES, 1, 2, 3, 4, 5, 6, 8, 9, 10, 16, 19), fc.subarray(TYPES)),
              ),
              fc.tuple(fc.constant("$size"), fc.nat(3)),
              fc.tuple(fc.constant("$mod"), fc.tuple(fc.constantFrom(1, 2, 5, -2, 1.5), fc.constantFrom(0, 1, -1))),
              fc.tuple(fc.constant("$regex"), fc.constantFrom(...PATTERNS)),
              fc.tuple(fc.constant("$not"), tie("field")),
              fc.tuple(fc.constant("$elemMatch"), tie("innerField")),
            ),
            { minLength: 1, maxLength: 2 },
          )
          .map((entries) => Object.fromEntries(entries) as JsonObject),
      };
    },
  );
  return condition;
}

/** A few documents, and a query over paths and values that are in them. */
export const askedDocuments: fc.Arbitrary<{ all: JsonObject[]; query: JsonObject }> = fc
  .array(documents, { minLength: 1, maxLength: 3 })
  .chain((all) => {
    const found = all.flatMap((document) => [...placesIn(document)]);
    const paths = fc.constantFrom("a", ...found.map(({ path }) => path));
    const values = fc.constantFrom<Json>("a", ...found.map(({ value }) => value));
    return queriesOver(paths, values)
      .filter(isWithinLimits)
      .map((query) => ({ all, query }));
  });

/** Whether a query is neither too deep nor too large. */
function isWithinLimits(query: JsonObject): boolean {
  try {
    checkedSearch({ query });
    return true;
  } catch {
    return false;
  }
}

/** Every path that reaches something, with and without the places in lists, and what is there. */
function* placesIn(value: Json, path: string[] = []): Generator<{ path: string; value: Json }> {
  if (path.length > 0 && isAskable(value)) yield { path: path.join("."), value };
  if (typeof value !== "object" || value === null || path.length > 5) return;
  for (const [name, member] of Object.entries(value)) {
    if (/^[a-z0-9]+$/i.test(name)) yield* placesIn(member, [...path, name]);
    if (Array.isArray(value)) yield* placesIn(member, path);
  }
}

/** Names with dots and dollars cannot be asked for. */
function isAskable(value: Json): boolean {
  return !/"\$z":/.test(JSON.stringify(value));
}

/** Projections of paths that are in the document, and of others; what they may not hold is left out of them. */
export function projectionsOf(document: JsonObject): fc.Arbitrary<Record<string, 0 | 1>> {
  const found = [...placesIn(document)].map(({ path }) => path);
  const paths = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("a", ...found) },
    { weight: 1, arbitrary: pathsFrom("a", "data", "_id") },
  );
  const some = fc.uniqueArray(paths, { maxLength: 4 });
  const id = fc.constantFrom<0 | 1 | undefined>(0, 1, undefined);
  return fc.tuple(some, fc.constantFrom<0 | 1>(0, 1), id).map(([all, kind, shownId]) => {
    const named = shownId === undefined ? all : [...all.filter((path) => !path.startsWith("_id")), "_id"];
    const apart = named.filter((path) => !named.some((other) => path.startsWith(`${other}.`)));
    return Object.fromEntries(apart.map((path) => [path, path === "_id" ? (shownId ?? kind) : kind]));
  });
}

const names = fc.oneof(
  fc.constantFrom(...TEXTS, "Alpha", "alphabet", "\u{10ffff}", "\ue000b"),
  fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "\uffee", "\ud7ff", "\ue000", "\u{1f41d}"), maxLength: 4 }),
);
const TYPES_OF_TASKS = ["article creator", "mail merge", "rss scraper"];
const GROUPS = ["", "G1", "G2", "g1", "\uffee", "\u{1f41d}"];
const time = "2026-01-01T00:00:00.000Z";

/** Tasks as they can be stored; their ids are theirs alone. */
export const taskLists: fc.Arbitrary<Task[]> = fc
  .array(
    fc.record({
      name: names,
      group: fc.constantFrom(...GROUPS),
      type: fc.constantFrom(...TYPES_OF_TASKS),
      status: fc.constantFrom(...TASK_STATUSES),
      rest: fc.record({ a: values, b: values, "x.y": values }, { requiredKeys: [], noNullPrototype: true }),
      more: fc.record(
        {
          runId: fc.constantFrom("run 1", "run 2"),
          error: fc.constant({ code: "blocked" as const, message: "It was refused." }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((all) =>
    all.map(({ name, group, type, status, rest, more }, place) => ({
      _id: `${(place * 7919 + 4096).toString(16).padStart(8, "0")}${"0".repeat(16)}`,
      group,
      name,
      type,
      status,
      data: { ...rest, jobName: name, group },
      createdAt: time,
      updatedAt: time,
      revision: (place % 3) + 1,
      ...more,
    })),
  );

const PREFIXES = ["^Al", "^a", "^\u{1f41d}", "^\uffee", "^G", "^[aA]", "^a?b", "^ar", "^0000", "a", "^$"];

/** Conditions on the fields that storages keep an index for, with what is there and with other texts. */
function indexed(there: readonly string[]): fc.Arbitrary<JsonObject> {
  const texts = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("", ...there) },
    { weight: 1, arbitrary: names },
    { weight: 1, arbitrary: fc.constantFrom<Json>("00002eef", "article", null, 1, true) },
  );
  const path = fc.constantFrom("_id", "type", "status", "group", "name", "data.jobName");
  const operator = fc.constantFrom("$eq", "$in", "$gt", "$gte", "$lt", "$lte", "$range", "$regex", "$ne", "$nin");
  const operands = fc.array(texts, { minLength: 2, maxLength: 3 });
  return fc.tuple(path, operator, operands, fc.constantFrom(...PREFIXES)).map(([path, operator, given, prefix]) => {
    if (operator === "$in" || operator === "$nin") return { [path]: { [operator]: given } };
    if (operator === "$regex") return { [path]: { $regex: prefix } };
    if (operator === "$range") return { [path]: { $gte: given[0]!, $lt: given[1]! } };
    return { [path]: { [operator]: given[0]! } };
  });
}

/** Queries over the indexed fields, over data, and both. */
function taskQueries(onFields: fc.Arbitrary<JsonObject>, onData: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const parts = fc.oneof({ weight: 2, arbitrary: onFields }, { weight: 1, arbitrary: onData });
  const few = fc.array(parts, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 4, arbitrary: parts },
    { weight: 2, arbitrary: few.map(($and) => ({ $and })) },
    { weight: 2, arbitrary: few.map(($or) => ({ $or })) },
    { weight: 1, arbitrary: fc.tuple(few, few).map(([$or, $and]) => ({ $or, $and })) },
    { weight: 1, arbitrary: few.map(($nor) => ({ $nor })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** Queries over paths and values that are in the tasks. */
export function queriesOn(all: readonly Task[]): fc.Arbitrary<JsonObject> {
  const found = all.flatMap(({ data }) => [...placesIn(data, ["data"])]);
  const paths = fc.constantFrom("data.a", "data.b.a", "error.code", "runId", ...found.map(({ path }) => path));
  const values = fc.constantFrom<Json>("a", ...found.map(({ value }) => value));
  const texts = all.flatMap(({ _id, type, status, group, name }) => [_id, type, status, group, name]);
  return taskQueries(indexed(texts), queriesOver(paths, values)).filter(isWithinLimits);
}
