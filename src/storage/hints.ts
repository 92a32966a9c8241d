import type { TaskHint } from "../kernel/storage.js";

/** The fields of a task that lists filter on, and that storages keep an index for. */
export type IndexedField = "_id" | "type" | "status" | "group" | "name";

/** One of `values` is what a matching task has in `field`. */
export interface Narrowing {
  readonly field: IndexedField;
  readonly values: ReadonlySet<string>;
}

const FIELDS: ReadonlyMap<string, IndexedField> = new Map([
  ["_id", "_id"],
  ["type", "type"],
  ["status", "status"],
  ["group", "group"],
  ["name", "name"],
  // The name of a task always equals `data.jobName`.
  ["data.jobName", "name"],
]);

/**
 * What a hint says about indexed fields, each field at most once; clauses on other paths are left out. The fields hold
 * text, so a value that is not text matches nothing, and a narrowing without values no task at all.
 */
export function narrowings(hint: TaskHint = []): readonly Narrowing[] {
  const wanted = new Map<IndexedField, ReadonlySet<string>>();
  for (const clause of hint) {
    const field = FIELDS.get(clause.path);
    if (field === undefined) continue;
    const earlier = wanted.get(field);
    const texts = clause.values.filter((value) => typeof value === "string");
    wanted.set(field, new Set(earlier === undefined ? texts : texts.filter((text) => earlier.has(text))));
  }
  return Array.from(wanted, ([field, values]) => ({ field, values }));
}
