import type { Task } from "../kernel/task.js";
import { type Condition, type Conditions, hasValues, type IndexedField, isAny } from "./hints.js";
import { createOrderedTexts, type OrderedTexts } from "./ordered-texts.js";

const FIELDS = ["_id", "type", "status", "group", "name"] as const satisfies readonly IndexedField[];

export interface Indexed {
  /** Counts the insertions of the storage. */
  readonly number: number;
  readonly task: Pick<Task, IndexedField>;
}

/** Which entries have which value, for the indexed fields. */
export interface TaskIndex<Entry extends Indexed> {
  add(entry: Entry): void;
  remove(entry: Entry): void;
  change(entry: Entry, before: Entry["task"]): void;
  /** The values that some entry has. */
  values(field: IndexedField): string[];
  /** In creation order: all entries that meet the conditions and perhaps some that do not. */
  candidates(wanted: Conditions): Iterable<Entry>;
}

/** Most ids and names belong to one entry, and a set of one costs more than the entry. */
type Holders<Entry> = Entry | Set<Entry>;

interface Column<Entry> {
  readonly sets: Map<string, Holders<Entry>>;
  readonly texts: OrderedTexts;
}

export function createTaskIndex<Entry extends Indexed>(): TaskIndex<Entry> {
  const columns = new Map<IndexedField, Column<Entry>>();
  for (const field of FIELDS) {
    const sets = new Map<string, Holders<Entry>>();
    columns.set(field, { sets, texts: createOrderedTexts((text) => sets.has(text)) });
  }

  function column(field: IndexedField): Column<Entry> {
    return columns.get(field)!;
  }

  function enter(field: IndexedField, entry: Entry): void {
    const { sets, texts } = column(field);
    const value = entry.task[field];
    const holders = sets.get(value);
    if (holders instanceof Set) {
      holders.add(entry);
      return;
    }
    sets.set(value, holders === undefined ? entry : new Set([holders, entry]));
    if (holders === undefined) texts.add(value);
  }

  function leave(field: IndexedField, value: string, entry: Entry): void {
    const { sets } = column(field);
    const holders = sets.get(value);
    if (holders instanceof Set) holders.delete(entry);
    if (holders === entry || (holders instanceof Set && holders.size === 0)) sets.delete(value);
  }

  /** The sets whose entries meet the condition. */
  function setsOf(condition: Condition): Holders<Entry>[] {
    if (isAny(condition)) return condition.any.flatMap(fewest);
    const { sets, texts } = column(condition.field);
    const values = hasValues(condition) ? condition.values : new Set(texts.between(condition.from, condition.to));
    return Array.from(values, (value) => sets.get(value)).filter((set) => set !== undefined);
  }

  /** Those of the condition that the fewest entries meet. */
  function fewest(wanted: Conditions): Holders<Entry>[] {
    return wanted.map(setsOf).reduce((best, next) => (sizeOf(next) < sizeOf(best) ? next : best));
  }

  return {
    add(entry) {
      for (const field of FIELDS) enter(field, entry);
    },
    remove(entry) {
      for (const field of FIELDS) leave(field, entry.task[field], entry);
    },
    change(entry, before) {
      for (const field of FIELDS) {
        if (before[field] === entry.task[field]) continue;
        leave(field, before[field], entry);
        enter(field, entry);
      }
    },
    values: (field) => [...column(field).sets.keys()],
    candidates(wanted) {
      const sets = fewest(wanted);
      const [only] = sets;
      const entries = sets.length === 1 && only !== undefined ? entriesOf(only) : [...new Set(sets.flatMap(entriesOf))];
      return entries.sort((one, other) => one.number - other.number);
    },
  };
}

function entriesOf<Entry>(holders: Holders<Entry>): Entry[] {
  return holders instanceof Set ? [...holders] : [holders];
}

function sizeOf(sets: readonly Holders<unknown>[]): number {
  return sets.reduce((sum: number, set) => sum + (set instanceof Set ? set.size : 1), 0);
}
