import type { AnyObject } from "mingo/types";
import { ScriptoriumError } from "../../errors.js";
import { copyOf, type JsonObject } from "../../values/json.js";
import type { CheckedProjection } from "../task-query.js";
import { combined, type Test } from "./combined.js";
import type { Effort } from "./effort.js";
import { conditions, equality, kind, length, membership, presence } from "./lists.js";
import { follower, isObject, type Reader } from "./object-paths.js";
import {
  bounded,
  countingNumbers,
  equalTo,
  existing,
  inList,
  notInList,
  type Operator,
  orderedBy,
  type Shortcuts,
} from "./operators.js";
import type { Matches, PatternCompiler } from "./patterns.js";
import { refused } from "./refused.js";
import { countOf, lookupSteps, projectionSteps } from "./steps.js";

/** The library that decides what a query matches and what a projection shows. */
export interface Mingo {
  /** The test of a checked query; `patterns` is needed where it has regular expressions. */
  judging(query: JsonObject, effort: Effort, patterns: PatternCompiler | undefined): Test;
  reading(path: string, effort: Effort): Reader;
  /** `members` are those at the top that are shown. The result shares nothing with the document. */
  projecting(
    projection: CheckedProjection,
    members: readonly string[],
    effort: Effort,
  ): (document: JsonObject) => JsonObject;
}

/** Lists of a single list that came from lists on the way are opened, as all operators but `$exists` want. */
const OPEN = { unwrapArray: true };

let loaded: Promise<Mingo> | undefined;

/** Loaded when it is first needed, with no operators but those that are offered. */
export function mingo(): Promise<Mingo> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Mingo> {
  const [{ Query }, { Context, ProcessingMode }, { resolve }, operators] = await Promise.all([
    import("mingo/query"),
    import("mingo/core"),
    import("mingo/util"),
    import("mingo/operators/query"),
  ]);
  const { $and, $or, $nor, $not } = operators;
  const { $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $type, $size, $all } = operators;
  const $mod = countingNumbers(operators.$mod);
  // A checked query has nothing else there.
  const $elemMatch: Operator = (path, criteria, options) => operators.$elemMatch(path, criteria as AnyObject, options);
  const plain = { $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $type, $size, $all, $mod, $elemMatch };
  const options = {
    idKey: "_id",
    processingMode: ProcessingMode.CLONE_OFF,
    scriptEnabled: false,
    useStrictMode: true,
    failOnError: true,
  };
  const everything = new Query({}, { context: Context.init(), scriptEnabled: false });

  return {
    judging(query, effort, patterns) {
      const matching = matcherOf((pattern) => patterns!(pattern, effort));
      const $re2: Operator = (path, pattern) => {
        const isMatch = matching(pattern);
        // As mingo's `$regex`, which looks at the texts of a list twice.
        return (document) => {
          const value = resolve(document, path, OPEN);
          if (!Array.isArray(value)) return isMatch(value);
          return value.some((item) => (Array.isArray(item) ? item.some(isMatch) : isMatch(item)));
        };
      };
      const testOf = (checked: JsonObject) =>
        combined(checked, (name, path, operand) => offered[name]!(path, operand, { ...options, context }) as Test);
      const shortcuts: Record<string, Shortcuts> = {
        $eq: { single: equalTo($eq), list: equality },
        $ne: { single: equalTo($ne), list: equality },
        $gt: { single: orderedBy($gt) },
        $gte: { single: orderedBy($gte) },
        $lt: { single: orderedBy($lt) },
        $lte: { single: orderedBy($lte) },
        $in: { single: inList, list: membership },
        $nin: { single: notInList, list: membership },
        $all: { list: presence },
        $size: { list: length },
        $type: { list: kind },
        $elemMatch: { list: conditions(testOf) },
        $re2: { single: matching },
      };
      const offered: Record<string, Operator> = { $exists: existing(operators.$exists, effort) };
      for (const [name, operator] of Object.entries<Operator>({ ...plain, $re2 }))
        offered[name] = bounded(name, operator, effort, shortcuts[name]);
      // What mingo puts together inside an `$elemMatch`.
      const context = Context.init({ query: { $and, $or, $nor, $not, ...offered } });
      return testOf(query);
    },
    reading(path, effort) {
      const valueAt = follower(path.split("."));
      const steps = lookupSteps(path);
      return (document) => {
        const value = valueAt(document);
        if (!isObject(value)) return value;
        effort.spend(steps(document));
        return resolve(document as AnyObject, path, OPEN);
      };
    },
    projecting(projection, members, effort) {
      const paths = Object.keys(projection).length;
      let document: JsonObject = {};
      // One cursor for all, since making one takes longer than a projection.
      const cursor = everything.find<JsonObject>(
        (function* () {
          for (;;) yield document;
        })(),
        { ...projection },
      );
      return (next) => {
        const there = members.filter((member) => Object.hasOwn(next, member));
        effort.spendAtOnce(
          projectionSteps(
            there.reduce((sum, member) => sum + countOf(next[member]), 0),
            paths,
          ),
        );
        // mingo changes what it is given, so it must not get what is stored.
        document = Object.fromEntries(there.map((member) => [member, copyOf(next[member]!)]));
        try {
          return cursor.next() ?? {};
        } catch (cause) {
          const { code, message } = refused("The projection combines paths in a way that cannot be evaluated");
          throw new ScriptoriumError(code, message, {}, { cause });
        }
      };
    },
  };
}

/** Each pattern is compiled once. */
function matcherOf(compile: (pattern: JsonObject) => Matches): (pattern: unknown) => (value: unknown) => boolean {
  const compiled = new Map<unknown, Matches>();
  return (pattern) => {
    const matches = compiled.get(pattern) ?? compile(pattern as JsonObject);
    compiled.set(pattern, matches);
    return (value) => typeof value === "string" && matches(value);
  };
}
