import { ScriptoriumError } from "../../errors.js";
import { copyOf, isPlainObject, type JsonObject } from "../../values/json.js";
import type { CheckedProjection } from "../task-query.js";
import type { Effort } from "./effort.js";
import type { Comparison, Test } from "./operators.js";
import { refused } from "./refused.js";

/** mingo itself, for what is not compiled. */
export interface Mingo {
  /** Whether a value compares so with a list or an object; by itself or, if it is a list, with one of its elements. */
  comparing(operator: Comparison, operand: object, effort: Effort): Test;
  /** `members` are those at the top that are shown. The result shares nothing with the document. */
  projecting(projection: CheckedProjection, members: readonly string[]): (document: JsonObject) => JsonObject;
}

let loaded: Promise<Mingo> | undefined;

/** Loaded when it is first needed, with no operator but those that are used. */
export function mingo(): Promise<Mingo> {
  loaded ??= (async () => {
    const [{ Query }, { Context }, { $gt, $gte, $lt, $lte }] = await Promise.all([
      import("mingo/query"),
      import("mingo/core"),
      import("mingo/operators/query"),
    ]);
    const options = { context: Context.init({ query: { $gt, $gte, $lt, $lte } }), scriptEnabled: false };
    const everything = new Query({}, options);

    return {
      comparing(operator, operand, effort) {
        const query = new Query({ value: { [operator]: operand } }, options);
        const isComparable = Array.isArray(operand) ? Array.isArray : isPlainObject;
        return (value) => {
          const isWanted = Array.isArray(value) ? value.some(isComparable) : isComparable(value);
          if (!isWanted) return false;
          effort.look();
          return query.test({ value });
        };
      },
      projecting(projection, members) {
        let document: JsonObject = {};
        // One cursor for all, since making one takes longer than a projection.
        const cursor = everything.find<JsonObject>(
          (function* () {
            for (;;) yield document;
          })(),
          { ...projection },
        );
        return (next) => {
          // mingo changes what it is given, so it must not get what is stored.
          const there = members.filter((member) => Object.hasOwn(next, member));
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
  })();
  return loaded;
}
