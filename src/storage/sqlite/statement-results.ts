import type { StatementSync } from "node:sqlite";
import { brokenRecord } from "./sqlite-errors.js";

export type Bound = string | number | bigint | Uint8Array | null;

// What a statement answers is untyped; the row types of the callers say what its text selects.
export function one<Row>(statement: StatementSync, ...parameters: readonly Bound[]): Row | undefined {
  return statement.get(...parameters) as Row | undefined;
}

export function all<Row>(statement: StatementSync, ...parameters: readonly Bound[]): Row[] {
  return statement.all(...parameters) as Row[];
}

export function some<Row, T>(row: Row | undefined, form: (row: Row) => T): T | undefined {
  return row === undefined ? undefined : form(row);
}

export function countOf(statement: StatementSync, ...parameters: readonly Bound[]): number {
  return one<{ count: number }>(statement, ...parameters)?.count ?? 0;
}

export interface Recorded {
  readonly record: string;
}

export function recordOf<T>({ record }: Recorded): T {
  return parsed(record, "record");
}

/** Stored JSON as a value. The others are what the text belongs to, as the sentence of damage names it. */
export function parsed<T>(text: string, kind: "task" | "run" | "account" | "delivery" | "record", id?: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw brokenRecord(id === undefined ? `one ${kind}` : `${kind} ${id}`, cause);
  }
}
