import { isPlainObject } from "../../kernel/values/json.js";

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a list that are objects; empty for what is no list. */
export function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

/** A value that is an object; empty for what is none. */
export function objectOf(value: unknown): Fields {
  return isPlainObject(value) ? value : {};
}

/** A text, or a number as one; empty for what is neither. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
