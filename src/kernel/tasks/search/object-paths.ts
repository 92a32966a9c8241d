/** What a document has at a path: a value, a list of those that the elements of a list have there, or undefined. */
export type Reader = (document: unknown) => unknown;

/** What a reader gives where more than objects leads to a value. */
export const UNCLEAR = Symbol("more than objects");

/**
 * What mingo may be given instead of a document: the value at a path where objects alone lead to it and it is no list or
 * object, since mingo takes such a value for what it has at any path. Reading paths is most of what mingo does.
 */
export function subjectReader(path: string): Reader {
  const follow = follower(path.split("."));
  return (document) => {
    const value = isObject(document) ? follow(document) : document;
    return value === UNCLEAR || isObject(value) ? document : value;
  };
}

/** Reads what is at the end of a way through objects; UNCLEAR where there is a list or what objects inherit on it. */
export function follower(names: readonly string[]): Reader {
  if (names.some((name) => name in Object.prototype)) return () => UNCLEAR;
  return (document) => {
    let value = document;
    for (const name of names) {
      if (Array.isArray(value)) return UNCLEAR;
      if (!isObject(value)) return undefined;
      value = value[name];
    }
    return value;
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
