import type { z } from "zod";

/** Replaces a secret in a data object; posting it back keeps the secret. */
export const MASK = "********";

/**
 * Whether a value of this name is a secret although no schema says so: names that end in key, token, secret, password,
 * passphrase, pass, authorization or cookie, also with an s or a number behind it, and names that hold secret, token or
 * apikey. Case, blanks, `_`, `-` and `.` do not matter. Only texts are secrets: `maxTokens: 500` stays what it is.
 */
export function isSecretName(name: string): boolean {
  // Most names hold none of these letters; this is asked for every member of every data object.
  if (!/pass|secret|token|key|authorization|cookie/i.test(name)) return false;
  const plain = name.toLowerCase().replace(/[\s_.-]+/g, "");
  return /(?:key|pass|password|passphrase|authorization|cookie)s?\d*$|secret|token|apikey/.test(plain);
}

/** A password that was sent as a number is one all the same. */
export function isPasswordName(name: string): boolean {
  return /passwords?\d*$/i.test(name);
}

/**
 * Marks a field of a plugin's options as secret, whatever its name; so does `.meta({ secret: true })`. With
 * `.meta({ secret: false })` a field is none although its name says so.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  // A schema with metadata is a clone, of the same type.
  return schema.meta({ ...schema.meta(), secret: true }) as Schema;
}
