import type { AnyObject, Options } from "mingo/types";
import type { Json } from "../../values/json.js";
import type { Effort } from "./effort.js";
import { anyElement, type ListJudging, type ListTest } from "./lists.js";
import { collector, follower, isObject, UNCLEAR } from "./object-paths.js";
import { countOf, elementSteps, lookupSteps, operatorSteps } from "./steps.js";

/** An operator of mingo for what is at a path. */
export type Operator = (path: string, operand: unknown, options: Options) => (document: AnyObject) => boolean;

/** Makes what an operator says of a value that is no list or object. */
export type SingleJudging = (operand: unknown, options: Options) => (value: unknown) => boolean;

/** Of a single value mingo says the same at any path, and it looks at the characters of the path each time. */
const ANY_PATH = "a";
/** How many values, and texts of up to what length, an operator remembers what it said of. */
const REMEMBERED = { values: 256, length: 64 } as const;

/** What spares an operator asking mingo. */
export interface Shortcuts {
  /** For operators that have a faster way for single values than mingo. */
  readonly single?: SingleJudging;
  /** How lists are judged; unless given, as by an operator that looks for one element. */
  readonly list?: ListJudging;
}

/**
 * An operator of mingo of which it is counted what it will do on a document, since nothing can stop it once it has begun.
 * Where a single value or a list of them is what it looks at, mingo is asked about the values and not the document: following
 * paths is most of what it does.
 */
export function bounded(name: string, operator: Operator, effort: Effort, shortcuts: Shortcuts = {}): Operator {
  const { single = atAnyPath(operator), list = anyElement } = shortcuts;
  return (path, operand, options) => {
    const names = path.split(".");
    const valueAt = follower(names);
    const collect = collector(names, (steps) => effort.spend(steps));
    const steps = operatorSteps(name, path, operand as Json);
    const ofElement = elementSteps(name, operand as Json);
    const isWanted = single(operand, options);
    let ofList: ListTest | undefined;
    let test: ReturnType<Operator> | undefined;

    function ofSingle(value: unknown): boolean {
      effort.spend(countOf(value));
      return isWanted(value);
    }

    function byMingo(document: AnyObject): boolean {
      effort.spendAtOnce(steps(document));
      test ??= operator(path, operand, options);
      return test(document);
    }

    function ofMany(document: AnyObject, value: unknown): boolean {
      const collected = value === UNCLEAR ? collect(document) : value;
      if (!isObject(collected)) return ofSingle(collected);
      if (!Array.isArray(collected)) return byMingo(document);
      effort.spendAtOnce(1 + collected.length * ofElement);
      ofList ??= list(operand as Json, askedOf(operator(ANY_PATH, operand, options)), isWanted);
      return ofList(collected) ?? byMingo(document);
    }

    return (document: unknown) => {
      const value = valueAt(document);
      return isObject(value) ? ofMany(document as AnyObject, value) : ofSingle(value);
    };
  };
}

/** What an operator says of a value, lists included. */
function askedOf(test: ReturnType<Operator>): (value: unknown) => boolean {
  return (value) => test({ [ANY_PATH]: value });
}

/** Of `$eq` and `$ne`: of all single values but the one they compare with, mingo says the same. */
export function equalTo(operator: Operator): SingleJudging {
  return (operand, options) => {
    if (isObject(operand)) return atAnyPath(operator)(operand, options);
    const judge = askedOf(operator(ANY_PATH, operand, options));
    const ifEqual = judge(operand);
    const ifOther = judge(operand === null ? 0 : null);
    return (value) => ((value ?? null) === operand ? ifEqual : ifOther);
  };
}

/** Of `$gt` and its like: mingo says the same of all texts before the one they compare with, and of all behind it; so of numbers. */
export function orderedBy(operator: Operator): SingleJudging {
  return (operand, options) => {
    const judge = atAnyPath(operator)(operand, options);
    if (typeof operand !== "string" && typeof operand !== "number") return judge;
    const ifBefore = judge(typeof operand === "string" ? "" : Number.NEGATIVE_INFINITY);
    const ifBehind = judge(typeof operand === "string" ? `${operand}a` : Number.POSITIVE_INFINITY);
    return (value) => {
      if (typeof value !== typeof operand) return judge(value);
      if ((value as typeof operand) < operand) return ifBefore;
      return (value as typeof operand) > operand ? ifBehind : judge(value);
    };
  };
}

function atAnyPath(operator: Operator): SingleJudging {
  return (operand, options) => remembering(operator(ANY_PATH, operand, options) as (value: unknown) => boolean);
}

/** Values repeat from task to task, and to look up what was said of one takes less time than to ask mingo again. */
function remembering(test: (value: unknown) => boolean): (value: unknown) => boolean {
  const verdicts = new Map<unknown, boolean>();
  return (value) => {
    // To look up a text, all of it is read.
    if (typeof value === "string" && value.length > REMEMBERED.length) return test(value);
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    const verdict = test(value);
    if (verdicts.size < REMEMBERED.values) verdicts.set(value, verdict);
    return verdict;
  };
}

/**
 * `$exists` of mingo copies what leads to the value. Where objects alone do, all that matters is whether there is a value, so
 * mingo is asked about both cases once.
 */
export function existing($exists: Operator, effort: Effort): Operator {
  return (path, operand, options) => {
    const valueAt = follower(path.split("."));
    const testAny = $exists(ANY_PATH, operand, options);
    const ifThere = testAny({ [ANY_PATH]: true });
    const ifMissing = testAny({});
    const steps = lookupSteps(path);
    let test: ReturnType<Operator> | undefined;
    return (document: unknown) => {
      const value = isObject(document) ? valueAt(document) : UNCLEAR;
      if (value !== UNCLEAR) {
        effort.spend(1);
        return value === undefined ? ifMissing : ifThere;
      }
      effort.spendAtOnce(steps(document));
      test ??= $exists(path, operand, options);
      return test(document as AnyObject);
    };
  };
}

/** `$mod` makes numbers of objects too, and throws where a member `toString` prevents it: that is no number. */
export function countingNumbers($mod: Operator): Operator {
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

/** `$in` of mingo enters the whole list into a map for each document, and looks a single value up as a set does. */
export const inList: SingleJudging = (list) => {
  const wanted = new Set(list as readonly unknown[]);
  return (value) => wanted.has(value ?? null);
};

export const notInList: SingleJudging = (list, options) => {
  const isWanted = inList(list, options);
  return (value) => !isWanted(value);
};
