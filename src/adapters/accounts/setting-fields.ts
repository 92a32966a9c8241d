import { z } from "zod";

const LONGEST_LINE = 2_000;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const YES = /^(?:true|yes|on|1)$/i;
const NO = /^(?:false|no|off|0)$/i;

/** Null stands for what is usual, as in changes of an account. */
const given = (value: unknown): unknown => (value === null ? undefined : value);

/** One line of text without blanks around it; nothing in it can end a line of a header. */
export function line(field: string, usual = "") {
  const error = `"${field}" must be one line of text of at most ${LONGEST_LINE} characters.`;
  const isLine = (text: string) => text.length <= LONGEST_LINE && !CONTROL.test(text);
  const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : given(value));
  return z.preprocess(trimmed, z.string({ error }).refine(isLine, { error }).default(usual));
}

/** One of some names, in capitals or not; absent where none is usual. */
export function choice<const Names extends readonly [string, ...string[]]>(
  field: string,
  names: Names,
  usual?: Names[number],
) {
  const error = `"${field}" must be one of: ${names.join(", ")}.`;
  const lower = (value: unknown) => {
    const plain = given(value);
    return typeof plain === "string" ? plain.trim().toLowerCase() || undefined : plain;
  };
  const named = z.enum(names, { error });
  return z.preprocess(lower, usual === undefined ? named.optional() : named.default(usual));
}

/** True or false, also in the words of tables and command lines. */
export function yesOrNo(field: string, usual: boolean) {
  return z.preprocess(truth, z.boolean({ error: `"${field}" must be true or false.` }).default(usual));
}

export function truth(value: unknown): unknown {
  if (value === "" || value === null) return undefined;
  if (typeof value !== "string") return value;
  return YES.test(value.trim()) ? true : NO.test(value.trim()) ? false : value;
}

/** A port of TCP; 0 where none is given. */
export function port(field: string) {
  const error = `"${field}" must be a whole number from 1 to 65535.`;
  const number = (value: unknown) => {
    if (value === "" || value === null) return undefined;
    return typeof value === "string" && /^\s*\d{1,5}\s*$/.test(value) ? Number(value) : value;
  };
  return z.preprocess(number, z.int({ error }).min(1, { error }).max(65_535, { error }).optional());
}
