import type { Json } from "../../../kernel/values/json.js";

/** A number that JavaScript would not hold as it stands may be among them. */
const LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

// TypeScript does not know the third argument yet: https://tc39.es/proposal-json-parse-with-source/
type Reviver = (key: string, value: Json, context: { readonly source?: string }) => Json;

const keepDigits: Reviver = (_, value, { source = "" }) =>
  typeof value !== "number" || isExact(value, source) ? value : source;

/** JSON in which numbers that would lose digits, such as long ids, are texts. Throws SyntaxError. */
export function exactJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as Json;
  try {
    return JSON.parse(text, keepDigits as (key: string, value: Json) => Json) as Json;
  } catch (error) {
    // What is nested very deep can be parsed, but not gone through.
    if (error instanceof RangeError) return JSON.parse(text) as Json;
    throw error;
  }
}

function isExact(value: number, source: string): boolean {
  return /^-?\d+$/.test(source) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
