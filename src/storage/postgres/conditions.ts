import type { TaskHint } from "../../kernel/storage.js";
import { type Condition, hasValues, type IndexedField, isAny, type Leaf, type Narrowed, narrowed } from "../hints.js";
import type { Bound } from "./connection.js";
import { isStorable, keyOf, lowerBound, upperBound } from "./keys.js";

/** What the tasks a scan looks at meet, as written after WHERE. */
export interface Where {
  readonly text: string;
  readonly values: readonly Bound[];
  /** Whether an index leads to the tasks; if not, all have to be looked at. */
  readonly indexed: boolean;
  /** Whether it asks for ids or names, which few tasks have in common, so that one plan is good for all of them. */
  readonly ofFew: boolean;
}

export const COLUMNS: Readonly<Record<IndexedField, string>> = {
  _id: "id",
  type: "type",
  status: "status",
  group: "grp",
  name: "name",
};

/** Undefined when no task can match. */
export function whereOf(hint: TaskHint | undefined): Where | undefined {
  const wanted = narrowed(hint);
  if (wanted === "none") return undefined;
  const values: Bound[] = [];
  const columns = ofColumns(wanted, values);
  const texts = hint && ofTexts(hint, values);
  const text = [columns, texts].filter((part) => part !== undefined).join(" AND ");
  return {
    text: text === "" ? "true" : text,
    values,
    indexed: columns !== undefined,
    ofFew: texts === undefined && isOfFew(wanted),
  };
}

function isOfFew(wanted: Exclude<Narrowed, "none">): boolean {
  if (wanted === "all") return false;
  return wanted.some((condition) => {
    if (isAny(condition)) return condition.any.every(isOfFew);
    return hasValues(condition) && (condition.field === "_id" || condition.field === "name");
  });
}

/** Adds a value to those of the statement and says how it is called there. */
function bind(values: Bound[], value: Bound): string {
  return `$${values.push(value)}`;
}

function ofColumns(wanted: Exclude<Narrowed, "none">, values: Bound[]): string | undefined {
  if (wanted === "all") return undefined;
  return wanted.map((condition) => ofCondition(condition, values)).join(" AND ");
}

function ofCondition(condition: Condition, values: Bound[]): string {
  if (!isAny(condition)) return ofLeaf(condition, values);
  return `(${condition.any.map((part) => `(${ofColumns(part, values)})`).join(" OR ")})`;
}

function ofLeaf(leaf: Leaf, values: Bound[]): string {
  const column = COLUMNS[leaf.field];
  if (!hasValues(leaf)) {
    const from = leaf.from === undefined ? [] : [`${column} >= ${bind(values, lowerBound(leaf.from))}`];
    const to = leaf.to === undefined ? [] : [`${column} <= ${bind(values, upperBound(leaf.to))}`];
    return [...from, ...to].join(" AND ");
  }
  const keys = [...leaf.values].filter(isStorable).map(keyOf);
  const [first] = keys;
  return keys.length === 1 && first !== undefined
    ? `${column} = ${bind(values, first)}`
    : `${column} = ANY (${bind(values, keys)})`;
}

/**
 * What else a hint says, as far as it can be seen in the text of the JSON without reading it as such: a value that equals a
 * text or a number is written in it, letter for letter as JSON writes that value. Reading jsonb instead takes the server
 * longer than it takes to send the tasks.
 */
function ofTexts(hint: TaskHint, values: Bound[]): string | undefined {
  if ("all" in hint) {
    const parts = hint.all.map((part) => ofTexts(part, values)).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts.join(" AND ");
  }
  if ("any" in hint) return ofAny(hint.any, values);
  if (!hint.path.startsWith("data.") || hint.path === "data.jobName") return undefined;
  if ("prefix" in hint) {
    const written = JSON.stringify(hint.prefix).slice(0, -1);
    return hint.prefix.isWellFormed() ? `strpos(coalesce(data, large), ${bind(values, written)}) > 0` : undefined;
  }
  if ("range" in hint) return undefined;
  return ofWritten(
    hint.values.map((value) => JSON.stringify(value)),
    values,
  );
}

/** More than so many values are as quickly looked for in the tasks themselves. */
const MOST_VALUES = 50;

function ofWritten(written: readonly string[], values: Bound[]): string | undefined {
  if (written.length > MOST_VALUES) return undefined;
  const [first] = written;
  if (written.length === 1 && first !== undefined) return `strpos(coalesce(data, large), ${bind(values, first)}) > 0`;
  return `EXISTS (SELECT FROM unnest(${bind(values, written)}::text[]) AS written WHERE strpos(coalesce(data, large), written) > 0)`;
}

/** Only where at least one of the alternatives is about such text: those of columns alone are known already. */
function ofAny(parts: readonly TaskHint[], values: Bound[]): string | undefined {
  if (parts.length === 0 || !parts.some(isAboutText)) return undefined;
  const alternatives: string[] = [];
  const before = values.length;
  for (const part of parts) {
    const wanted = narrowed(part);
    if (wanted === "none") continue;
    const both = [ofColumns(wanted, values), ofTexts(part, values)].filter((text) => text !== undefined);
    if (both.length === 0) {
      values.length = before;
      return undefined;
    }
    alternatives.push(`(${both.join(" AND ")})`);
  }
  return alternatives.length === 0 ? "false" : `(${alternatives.join(" OR ")})`;
}

function isAboutText(hint: TaskHint): boolean {
  if ("all" in hint) return hint.all.some(isAboutText);
  if ("any" in hint) return hint.any.some(isAboutText);
  return hint.path.startsWith("data.") && hint.path !== "data.jobName" && !("range" in hint);
}
