import type { TaskMember } from "../../storage.js";
import type { Task } from "../../task.js";
import type { Effort } from "./effort.js";

/** What a document has at a path: a value, a list of those that the elements of a list have there, or undefined. */
export type Reader = (document: unknown) => unknown;

export interface Segment {
  readonly name: string;
  /** Digits: in a list, the place of an element. */
  readonly isIndex: boolean;
  /** Every object has something by this name; only its own counts. */
  readonly isInherited: boolean;
}

export function segmentsOf(path: string): readonly Segment[] {
  return path.split(".").map((name) => ({
    name,
    isIndex: /^\d+$/.test(name),
    isInherited: name in Object.prototype,
  }));
}

/**
 * Reads as mingo does, oddities included: a document that is no object or list is its own value at every path, and in a
 * list of lists it is the inner list that is found. With `unwraps`, lists of a single list that came from lists on the way
 * are opened, which all operators but `$exists` want.
 */
export function readerOf(path: string, effort: Effort, unwraps = true): Reader {
  const segments = segmentsOf(path);
  const first = topReader(segments[0]!);
  const rest = segments.slice(1);
  return (document) => {
    if (typeof document !== "object" || document === null) return document;
    if (Array.isArray(document)) return deepRead(document);
    let value = first(document);
    for (const segment of rest) {
      if (typeof value !== "object" || value === null) return undefined;
      if (Array.isArray(value)) return deepRead(document);
      if (segment.isInherited && !Object.hasOwn(value, segment.name)) return undefined;
      value = (value as Record<string, unknown>)[segment.name];
    }
    return value;
  };

  function deepRead(document: unknown): unknown {
    lists = 0;
    const value = walk(document, 0);
    return unwraps && Array.isArray(value) ? unwrapped(value, lists) : value;
  }

  function walk(from: unknown, start: number): unknown {
    let value = from;
    for (let place = start; place < segments.length; place += 1) {
      const segment = segments[place]!;
      if (Array.isArray(value) && !segment.isIndex) {
        if (place === start && lists > 0) return value;
        lists += 1;
        return among(value, place);
      }
      value = memberOf(value, segment);
      if (value === undefined) return undefined;
    }
    return value;
  }

  function among(list: readonly unknown[], place: number): unknown[] {
    effort.spend(list.length);
    const found: unknown[] = [];
    for (const item of list) {
      const value = walk(item, place);
      if (value !== undefined) found.push(value);
    }
    return found;
  }
}

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

function topReader(segment: Segment): (document: object) => unknown {
  if (!Object.hasOwn(TOP_READERS, segment.name)) return (document) => memberOf(document, segment);
  // Any object is asked for a member of this name in the same way.
  return TOP_READERS[segment.name as TaskMember] as (document: object) => unknown;
}

/** How many lists the read under way has gone through; reading never waits, so there is one at a time. */
let lists = 0;

function unwrapped(list: readonly unknown[], depth: number): readonly unknown[] {
  let inner = list;
  for (let level = 0; level < depth && inner.length === 1 && Array.isArray(inner[0]); level += 1) inner = inner[0];
  return inner;
}

export function memberOf(value: unknown, { name, isIndex, isInherited }: Segment): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return isIndex ? value[Number(name)] : undefined;
  if (isInherited && !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
