import type { AnyObject, Options } from "mingo/types";
import { ScriptoriumError } from "../../errors.js";
import { copyOf, type Json, type JsonObject } from "../../values/json.js";
import type { CheckedProjection } from "../task-query.js";
import type { Effort } from "./effort.js";
import { follower, isObject, type Reader, subjectReader, UNCLEAR } from "./object-paths.js";
import type { PatternCompiler } from "./patterns.js";
import { refused } from "./refused.js";
import { countOf, lookupSteps, operatorSteps, projectionSteps } from "./steps.js";

/** The library that decides what a query matches and what a projection shows. */
export interface Mingo {
  /** The test of a checked query; `patterns` is needed where it has regular expressions. */
  judging(query: JsonObject, effort: Effort, patterns: PatternCompiler | undefined): (document: object) => boolean;
  reading(path: string, effort: Effort): Reader;
  /** `members` are those at the top that are shown. The result shares nothing with the document. */
  projecting(
    projection: CheckedProjection,
    members: readonly string[],
    effort: Effort,
  ): (document: JsonObject) => JsonObject;
}

type Operator = (path: string, operand: unknown, options: Options) => (document: AnyObject) => boolean;

/** Lists of a single list that came from lists on the way are opened, as all operators but `$exists` want. */
const OPEN = { unwrapArray: true };

let loaded: Promise<Mingo> | undefined;

/** Loaded when it is first needed, with no operators but those that are offered. */
export function mingo(): Promise<Mingo> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Mingo> {
  const [{ Query }, { Context }, { resolve }, operators] = await Promise.all([
    import("mingo/query"),
    import("mingo/core"),
    import("mingo/util"),
    import("mingo/operators/query"),
  ]);
  const { $and, $or, $nor, $not, $mod } = operators;
  const { $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $type, $size, $all } = operators;
  // A checked query has nothing else there.
  const $elemMatch: Operator = (path, criteria, options) => operators.$elemMatch(path, criteria as AnyObject, options);
  const plain = { $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $type, $size, $all, $elemMatch };
  const everything = new Query({}, { context: Context.init(), scriptEnabled: false });

  return {
    judging(query, effort, patterns) {
      const $re2: Operator = (path, pattern) => {
        const matches = patterns!(pattern as JsonObject, effort);
        const isMatch = (value: unknown) => typeof value === "string" && matches(value);
        // As mingo's `$regex`, which looks at the texts of a list twice.
        return (document) => {
          const value = resolve(document, path, OPEN);
          if (!Array.isArray(value)) return isMatch(value);
          return value.some((item) => (Array.isArray(item) ? item.some(isMatch) : isMatch(item)));
        };
      };
      const measured = Object.entries<Operator>({
        ...plain,
        $re2,
        $mod: countingNumbers($mod),
        $exists: existing($exists),
      }).map(([name, operator]) => [name, bounded(name, operator, effort)]);
      const context = Context.init({ query: { $and, $or, $nor, $not, ...Object.fromEntries(measured) } });
      const judge = new Query({ ...query }, { context, scriptEnabled: false });
      return (document) => judge.test(document as AnyObject);
    },
    reading(path, effort) {
      const subjectAt = subjectReader(path);
      const steps = lookupSteps(path);
      return (document) => {
        const subject = subjectAt(document);
        if (!isObject(subject)) return subject;
        effort.spend(steps(subject));
        return resolve(subject as AnyObject, path, OPEN);
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

/** Nothing can stop an operator once it has begun, so what it will do is counted before. */
function bounded(name: string, operator: Operator, effort: Effort): Operator {
  return (path, operand, options) => {
    const test = operator(path, operand, options);
    const steps = operatorSteps(name, path, operand as Json);
    // This operator is about the way to the value.
    const subjectAt = name === "$exists" ? (document: unknown) => document : subjectReader(path);
    return (document) => {
      const subject = subjectAt(document);
      effort.spendAtOnce(steps(subject));
      return test(subject as AnyObject);
    };
  };
}

/** `$exists` of mingo copies what leads to the value, which changes nothing where objects alone do. */
function existing($exists: Operator): Operator {
  return (path, operand, options) => {
    const test = $exists(path, operand, options);
    const parents = path.split(".");
    const testMember = $exists(parents.pop()!, operand, options);
    const follow = follower(parents);
    return (document) => {
      const parent = follow(document);
      if (parent === UNCLEAR || Array.isArray(parent)) return test(document);
      return testMember(isObject(parent) ? parent : {});
    };
  };
}

/** `$mod` makes numbers of objects too, and throws where a member `toString` prevents it: that is no number. */
function countingNumbers($mod: Operator): Operator {
  return (path, operand, options) => {
    const test = $mod(path, operand, options);
    return (document) => {
      try {
        return test(document);
      } catch {
        return false;
      }
    };
  };
}
