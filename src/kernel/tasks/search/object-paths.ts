import type { TaskMember } from "../../storage.js";
import type { Task } from "../../task.js";

/** What a document has at a path: a value, a list of those that the elements of a list have there, or undefined. */
export type Reader = (document: unknown) => unknown;

/** What a reader gives where more than objects leads to a value: an object, as is what only mingo can read. */
export const UNCLEAR: object = Object.freeze({});

/**
 * Reads what is at the end of a way through objects; UNCLEAR where there is a list or what objects inherit on it. A document
 * that is no object is its own value at every path.
 */
export function follower(names: readonly string[]): Reader {
  if (names.some((name) => name in Object.prototype)) return () => UNCLEAR;
  const [first, ...rest] = names;
  if (first === undefined) return (document) => document;
  const memberOf = topReader(first);
  return (document) => {
    if (!isObject(document)) return document;
    if (Array.isArray(document)) return UNCLEAR;
    let value = memberOf(document);
    for (const name of rest) {
      if (!isObject(value)) return undefined;
      if (Array.isArray(value)) return UNCLEAR;
      value = value[name];
    }
    return value;
  };
}

/**
 * Reads, as mingo does, what objects and places in lists lead to: a value, or of the elements of one list on the way those
 * single values that objects and places lead to in each. UNCLEAR where more lists are on the way, or what objects inherit.
 * `spend` is called with how many elements there are to go through.
 */
export function collector(names: readonly string[], spend: (steps: number) => void): Reader {
  // "01" is a place in a list and another name than "1" in an object.
  if (names.some((name) => name in Object.prototype || /^(0\d+|\d{10,})$/.test(name))) return () => UNCLEAR;
  const keys = names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  const inElement = keys.map((_, place) => way(keys.slice(place), () => UNCLEAR));
  const whole = way(keys, (list, place) => {
    spend(list.length);
    const valueAt = inElement[place]!;
    const values: unknown[] = [];
    for (const element of list) {
      const value = valueAt(element);
      if (isObject(value)) return UNCLEAR;
      if (value !== undefined) values.push(value);
    }
    return values;
  });
  return (document) => (Array.isArray(document) ? UNCLEAR : whole(document));
}

type Key = string | number;

/** What objects and places lead to; `inList` says what there is in a list where the key at `place` is no place in it. */
function way(keys: readonly Key[], inList: (list: readonly unknown[], place: number) => unknown): Reader {
  return (start) => {
    let value = start;
    for (let place = 0; place < keys.length; place += 1) {
      if (!isObject(value)) return undefined;
      const key = keys[place]!;
      if (Array.isArray(value) && typeof key === "string") return inList(value, place);
      value = (value as Readonly<Record<Key, unknown>>)[key];
    }
    return value;
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

type Member = (object: object) => unknown;

/** Members of tasks by their names in the source, which are read several times faster than by a name in a variable. */
const TOP_READERS: Readonly<Record<TaskMember, (task: Task) => unknown>> = {
  _id: (task) => task._id,
  group: (task) => task.group,
  name: (task) => task.name,
  type: (task) => task.type,
  status: (task) => task.status,
  data: (task) => task.data,
  createdAt: (task) => task.createdAt,
  updatedAt: (task) => task.updatedAt,
  revision: (task) => task.revision,
  runId: (task) => task.runId,
  fence: (task) => task.fence,
  schedule: (task) => task.schedule,
  progress: (task) => task.progress,
  error: (task) => task.error,
};

function topReader(name: string): Member {
  if (!Object.hasOwn(TOP_READERS, name)) return (object) => (object as Record<string, unknown>)[name];
  // Any object is asked for a member of this name in the same way.
  return TOP_READERS[name as TaskMember] as Member;
}
