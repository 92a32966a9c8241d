import type { Task } from "../kernel/task.js";
import { type Condition, type Conditions, hasValues, type IndexedField, isAny } from "./hints.js";
import { byNumber, merged, type Numbered, OrderedEntries } from "./ordered-entries.js";
import { createOrderedTexts, type OrderedTexts } from "./ordered-texts.js";

const FIELDS = ["_id", "type", "status", "group", "name"] as const satisfies readonly IndexedField[];

/** Most lists that are read side by side. */
const MOST_LISTS = 8;

export interface Indexed extends Numbered {
  /** False when it is removed. */
  readonly live: boolean;
  readonly task: Pick<Task, IndexedField>;
}

/** Which entries have which value, for the indexed fields. */
export interface TaskIndex<Entry extends Indexed> {
  add(entry: Entry): void;
  remove(entry: Entry): void;
  change(entry: Entry, before: Entry["task"]): void;
  /** The values that some entry has. */
  values(field: IndexedField): string[];
  /** In the order of a field, those with the same text in creation order whatever the direction. */
  inOrder(field: IndexedField, direction: 1 | -1): Promise<Iterable<Entry>>;
  /** How many candidates there are, perhaps counting some that are gone. */
  size(wanted: Conditions): number;
  /** In creation order: all entries that meet the conditions, perhaps some that do not, and some that are gone. */
  candidates(wanted: Conditions): Iterable<Entry>;
}

/** Most ids and names belong to one entry, and a list of one costs more than the entry. */
type Holders<Entry extends Indexed> = Entry | OrderedEntries<Entry>;

interface Column<Entry extends Indexed> {
  readonly holders: Map<string, Holders<Entry>>;
  readonly texts: OrderedTexts;
}

export function createTaskIndex<Entry extends Indexed>(): TaskIndex<Entry> {
  const columns = new Map<IndexedField, Column<Entry>>();
  for (const field of FIELDS) {
    const holders = new Map<string, Holders<Entry>>();
    columns.set(field, { holders, texts: createOrderedTexts((text) => holders.has(text)) });
  }

  function column(field: IndexedField): Column<Entry> {
    return columns.get(field)!;
  }

  function enter(field: IndexedField, entry: Entry): void {
    const { holders, texts } = column(field);
    const value = entry.task[field];
    const present = holders.get(value);
    if (present instanceof OrderedEntries) present.add(entry);
    else if (present === undefined) {
      holders.set(value, entry);
      texts.add(value);
    } else {
      const both = new OrderedEntries<Entry>(({ live, task }) => live && task[field] === value);
      both.add(present);
      both.add(entry);
      holders.set(value, both);
    }
  }

  function leave(field: IndexedField, value: string, entry: Entry): void {
    const { holders } = column(field);
    const present = holders.get(value);
    if (present instanceof OrderedEntries) present.remove();
    if (present === entry || (present instanceof OrderedEntries && present.size === 0)) holders.delete(value);
  }

  /** The holders of the values that meet the condition. */
  function holdersOf(condition: Condition): Holders<Entry>[] {
    if (isAny(condition)) return condition.any.flatMap(fewest);
    const { holders, texts } = column(condition.field);
    const values = hasValues(condition) ? condition.values : new Set(texts.between(condition.from, condition.to));
    return Array.from(values, (value) => holders.get(value)).filter((one) => one !== undefined);
  }

  /** Those of the condition that the fewest entries meet. */
  function fewest(wanted: Conditions): Holders<Entry>[] {
    return wanted.map(holdersOf).reduce((best, next) => (sizeOf(next) < sizeOf(best) ? next : best));
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
    values: (field) => [...column(field).holders.keys()],
    async inOrder(field, direction) {
      const { holders, texts } = column(field);
      return withTexts(await texts.inOrder(direction), field, holders);
    },
    size: (wanted) => sizeOf(fewest(wanted)),
    candidates(wanted) {
      const all = fewest(wanted);
      const [only] = all;
      if (only !== undefined && all.length === 1) return entriesOf(only);
      if (all.length <= MOST_LISTS) return merged(all.map(entriesOf));
      return [...new Set(all.flatMap((one) => [...entriesOf(one)]))].sort(byNumber);
    },
  };
}

function* withTexts<Entry extends Indexed>(
  texts: Iterable<string>,
  field: IndexedField,
  holders: ReadonlyMap<string, Holders<Entry>>,
): Generator<Entry> {
  let last: string | undefined;
  for (const text of texts) {
    const present = text === last ? undefined : holders.get(text);
    last = text;
    if (present === undefined) continue;
    for (const entry of entriesOf(present)) if (entry.live && entry.task[field] === text) yield entry;
  }
}

function entriesOf<Entry extends Indexed>(holders: Holders<Entry>): Iterable<Entry> {
  return holders instanceof OrderedEntries ? holders.read() : [holders];
}

function sizeOf<Entry extends Indexed>(all: readonly Holders<Entry>[]): number {
  return all.reduce((sum, one) => sum + (one instanceof OrderedEntries ? one.size : 1), 0);
}
