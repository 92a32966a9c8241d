/** The values that may be stored, sent and queried: what JSON can hold, nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A plain object: neither null nor an array, and not an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Names that reach an object's prototype; no key of a stored object or of a query path may be one of them. */
export const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export interface JsonLimits {
  /** Deepest nesting of objects and arrays that is accepted. */
  readonly depth: number;
  /** Number of values, members of objects and arrays alike. */
  readonly values: number;
  /** Length of a property name in UTF-16 units. */
  readonly keyLength: number;
}

export const DATA_LIMITS: JsonLimits = { depth: 64, values: 200_000, keyLength: 256 };

/**
 * Says why a value cannot be stored, or undefined when it can.
 * Refused are what JSON cannot hold, names of the prototype, and text with NUL or half of a surrogate pair, because not
 * every storage can keep those.
 */
export function jsonProblem(value: unknown, limits: JsonLimits = DATA_LIMITS): string | undefined {
  let values = 0;
  const visit = (item: unknown, path: string, depth: number): string | undefined => {
    values += 1;
    if (values > limits.values) return `holds more than ${limits.values} values`;
    if (item === null || typeof item === "boolean") return undefined;
    if (typeof item === "string") return textProblem(item, path);
    if (typeof item === "number")
      return Number.isFinite(item) ? undefined : `has a number at "${path}" that is not finite`;
    if (typeof item !== "object") return `has a ${typeof item} at "${path}", which JSON cannot hold`;
    if (depth >= limits.depth) return `is nested deeper than ${limits.depth} levels`;
    if (Array.isArray(item)) {
      for (let index = 0; index < item.length; index += 1) {
        const problem = visit(item[index], `${path}[${index}]`, depth + 1);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    if (!isPlainObject(item)) return `has an object at "${path}" that is not plain JSON`;
    for (const key of Object.keys(item)) {
      if (PROTOTYPE_KEYS.has(key)) return `has the property name "${key}", which is not allowed`;
      if (key.length > limits.keyLength) return `has a property name longer than ${limits.keyLength} characters`;
      const below = path === "" ? key : `${path}.${key}`;
      const problem = textProblem(key, below) ?? visit(item[key], below, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return visit(value, "", 0);
}

function textProblem(text: string, path: string): string | undefined {
  if (text.includes("\0")) return `has a NUL character at "${shown(path)}"`;
  if (!text.isWellFormed()) return `has half of a surrogate pair at "${shown(path)}"`;
  return undefined;
}

/** A path as a message may show it: short, and without characters that a terminal or a log would obey. */
export function shown(text: string, length = 80): string {
  const clean = text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "\u{fffd}");
  return clean.length > length ? `${clean.slice(0, length).toWellFormed()}...` : clean;
}

/**
 * What writing a value as JSON and reading it again gives, three times faster than doing so: members that are undefined
 * are left out, and so is the sign of zero.
 */
export function copyOf<T>(value: T): T {
  return copyOfJson(value) as T;
}

function copyOfJson(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOfJson);
  // All members at once, which engines do faster than one by one; and then those that are not right yet. It also keeps a member
  // called __proto__ one of its own.
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (member === undefined) delete copy[key];
    else if (member === 0 || (typeof member === "object" && member !== null)) copy[key] = copyOfJson(member);
  }
  return copy;
}

/** Plain objects merge member by member; arrays and everything else replace. Keys are checked before they get here. */
export function mergedDeep(target: Json, posted: Json): Json {
  if (!isPlainObject(target) || !isPlainObject(posted)) return posted;
  const result: Record<string, Json> = { ...(target as JsonObject) };
  for (const [key, value] of Object.entries(posted as JsonObject)) {
    const present = Object.hasOwn(result, key) ? result[key] : undefined;
    result[key] = present === undefined ? value : mergedDeep(present, value);
  }
  return result;
}

/** The members that have a value. */
export function defined<T extends Record<string, unknown>>(
  record: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}
