import type { Selection, TaskHint, TaskStore } from "../../storage.js";
import type { Task } from "../../task.js";
import { copyOf, type JsonObject } from "../../values/json.js";
import type { CheckedSearch } from "../task-query.js";
import type { Effort } from "./effort.js";
import type { LargeSorts } from "./large-sorts.js";
import { mingo } from "./mingo.js";
import { both, isTextMember, type Judge, judgeOf, membersAt, union, type View, viewOf } from "./plan.js";
import type { Leaf } from "./projection.js";
import { type SortKeys, sortOrder } from "./sort-keys.js";
import { createSorter } from "./sorter.js";

/** Sorted tasks that are read at a time. */
const BATCH = 200;
/** Most tasks that a storage is asked to find by their order. */
const MOST_FIRST = 1000;
/** What a scan delivers instead of a task when the event loop should get a turn. */
const PAUSE = Symbol("pause");

/** What is made of the tasks that are found. */
export interface Form<T> {
  /** What is done with the parts of a task that are shown as they are stored. */
  readonly leaf: Leaf;
  /** `shown` shares with the stored task what `leaf` left as it is. */
  of(shown: JsonObject): T;
  ofWhole(task: Task): T;
  /** Whole tasks as the storage has them in this form, if it has. */
  stored?(tasks: TaskStore, judge: Selection<true>, hint: TaskHint | undefined): AsyncIterable<T> | undefined;
}

/** Copies. */
export const DOCUMENTS: Form<JsonObject> = {
  leaf: copyOf,
  of: (shown) => shown,
  // A task is JSON throughout, only its declared type is narrower.
  ofWhole: (task) => copyOf(task as unknown as JsonObject),
};

/** The texts of their JSON. */
export const TEXTS: Form<string> = {
  leaf: (value) => value,
  of: (shown) => JSON.stringify(shown),
  ofWhole: (task) => JSON.stringify(task),
  stored: (tasks, judge, hint) => tasks.texts?.(judge, hint),
};

/** A search on a store, of those tasks that the filter passes. */
export interface Finding<T> {
  readonly tasks: TaskStore;
  readonly filter: Judge;
  readonly search: CheckedSearch;
  readonly form: Form<T>;
  readonly effort: Effort;
  readonly sorts: LargeSorts;
}

interface Plan<T> extends Finding<T> {
  readonly judge: Judge;
  readonly view: View;
}

async function planOf<T>(finding: Finding<T>): Promise<Plan<T>> {
  const { filter, search, form, effort } = finding;
  const judge = both(filter, await judgeOf(search, effort));
  return { ...finding, judge, view: await viewOf(search, form.leaf, effort) };
}

/** The tasks that are found: in creation order, or sorted. */
export function found<T>(finding: Finding<T>): AsyncIterable<T> {
  return finding.search.sort.length === 0 ? inCreationOrder(finding) : inSortOrder(finding);
}

async function* inCreationOrder<T>(finding: Finding<T>): AsyncIterable<T> {
  const { tasks, search, judge, view, form, effort } = await planOf(finding);
  const { skip, limit } = search;
  if (limit === 0) return;
  const show = showing(view, form);
  let matches = 0;
  const isWanted = (task: Task) => {
    if (matches >= skip + limit || !judge.test(task)) return false;
    matches += 1;
    return matches > skip;
  };
  const whole: Selection<true> = {
    reads: judge.reads,
    pick: (task) => effort.measured(isWanted, task) || undefined,
  };
  const pick = (task: Task) => (isWanted(task) ? show(task) : undefined);
  const shown: Selection<T | typeof PAUSE> = {
    reads: union(judge.reads, view.reads),
    pick(task) {
      const item = effort.measured(pick, task);
      return item === undefined && effort.isDue() ? PAUSE : item;
    },
  };
  // A scan pauses after any task, and texts come when they come.
  const stored = view.show || judge.isHeavy ? undefined : form.stored?.(tasks, whole, judge.hint);
  let given = 0;
  for await (const item of stored ?? tasks.scan(shown, judge.hint)) {
    if (effort.isDue()) await effort.giveTurn();
    if (item === PAUSE) continue;
    effort.delivered();
    yield item;
    given += 1;
    if (given === limit) return;
  }
}

/** A task that is found, while only its place among the others is known. */
interface Entry {
  readonly id: string;
  readonly revision: number;
  /** In creation order. */
  readonly place: number;
  readonly keys: SortKeys;
}

/** Keeps no tasks: they are read again when it is known which come next. Of very many, what sorts them is on the disk. */
async function* inSortOrder<T>(finding: Finding<T>): AsyncIterable<T> {
  const plan = await planOf(finding);
  const { tasks, search, judge, effort, sorts } = plan;
  const { skip, limit, sort } = search;
  if (limit === 0) return;
  const { reading } = await mingo();
  const readers = sort.map(({ path }) => reading(path, effort));
  const { keysOf, compare } = sortOrder(sort, readers, effort);
  const sorter = createSorter<Entry>(
    (one, other) => compare(one.keys, other.keys) || one.place - other.place,
    skip + limit,
    tasks.scratch && (() => tasks.scratch!()),
  );
  let place = 0;
  const enter = (task: Task) => {
    if (!judge.test(task)) return;
    place += 1;
    sorter.add({ id: task._id, revision: task.revision, place, keys: keysOf(task) });
  };
  const entries: Selection<typeof PAUSE> = {
    reads: union(judge.reads, membersAt(sort.map(({ path }) => path)), ["_id", "revision"]),
    pick(task) {
      effort.measured(enter, task);
      return sorter.isFull || effort.isDue() ? PAUSE : undefined;
    },
  };
  let endTurn: (() => void) | undefined;
  try {
    for await (const _pause of tasks.scan(entries, await hintByOrder(plan))) {
      if (sorter.isFull) {
        endTurn ??= await sorts.begin();
        await sorter.spill();
        await effort.giveTurn();
      } else if (effort.isDue()) await effort.giveTurn();
    }
    // Reading what is sorted takes as long as the caller takes, and little memory.
    if (tasks.scratch !== undefined) endTurn?.();
    yield* inBatches(sorter.sorted(), plan);
  } finally {
    endTurn?.();
    await sorter.close();
  }
}

async function* inBatches<T>(sorted: AsyncIterable<Entry>, plan: Plan<T>): AsyncIterable<T> {
  const { search, effort } = plan;
  const { skip, limit } = search;
  let passed = 0;
  let batch: Entry[] = [];
  for await (const entry of sorted) {
    passed += 1;
    if (passed > skip + limit) break;
    if (passed <= skip) continue;
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield* await read(batch, plan);
    effort.delivered();
    batch = [];
    // Reading so few tasks does not yield to the event loop.
    await effort.giveTurn();
  }
  if (batch.length > 0) yield* await read(batch, plan);
}

/** The hint of the judge, or the ids of the tasks that come first where the storage knows them. */
async function hintByOrder<T>({ tasks, search, judge }: Plan<T>): Promise<TaskHint | undefined> {
  const [by, ...others] = search.sort;
  const most = search.skip + search.limit;
  if (by === undefined || others.length > 0 || most > MOST_FIRST || !judge.isExact || !isTextMember(by.path))
    return judge.hint;
  const ids = await tasks.first?.({ member: by.path, direction: by.direction }, most, judge.hint);
  return ids === undefined ? judge.hint : { path: "_id", values: ids };
}

/** The tasks of the entries in their order, without those that have been deleted or changed so that they match no more. */
async function read<T>(entries: readonly Entry[], { tasks, judge, view, form, effort }: Plan<T>): Promise<T[]> {
  const show = showing(view, form);
  const revisions = new Map(entries.map(({ id, revision }) => [id, revision]));
  const isWanted = (task: Task) => revisions.get(task._id) === task.revision || judge.test(task);
  const reads = union(judge.reads, ["_id", "revision"]);
  const hint: TaskHint = { path: "_id", values: [...revisions.keys()] };
  const items = new Map<string, T>();

  // The texts come in the order in which their tasks were judged.
  const ids: string[] = [];
  const whole: Selection<true> = {
    reads,
    pick(task) {
      if (!effort.measured(isWanted, task)) return undefined;
      ids.push(task._id);
      return true;
    },
  };
  const stored = view.show ? undefined : form.stored?.(tasks, whole, hint);
  if (stored !== undefined) for await (const item of stored) items.set(ids[items.size]!, item);
  else {
    const pick = (task: Task) => (isWanted(task) ? ([task._id, show(task)] as const) : undefined);
    const shown: Selection<readonly [string, T] | typeof PAUSE> = {
      reads: union(reads, view.reads),
      pick(task) {
        const item = effort.measured(pick, task);
        return item === undefined && effort.isDue() ? PAUSE : item;
      },
    };
    for await (const item of tasks.scan(shown, hint)) {
      if (effort.isDue()) await effort.giveTurn();
      if (item !== PAUSE) items.set(...item);
    }
  }
  return entries.map(({ id }) => items.get(id)).filter((item) => item !== undefined);
}

function showing<T>({ show }: View, form: Form<T>): (task: Task) => T {
  return show === undefined ? (task) => form.ofWhole(task) : (task) => form.of(show(task));
}
