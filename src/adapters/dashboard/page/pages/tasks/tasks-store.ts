import { signal } from "@preact/signals";
import type { Progress } from "../../../../../kernel/task.js";
import type { ClientEvent } from "../../../../client/index.js";
import { client } from "../../state/client.js";
import { missed, onEvents, progressOf } from "../../state/live.js";

/** What the list shows of a task. */
export interface ListedTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly data?: { readonly tags?: readonly string[] };
  readonly progress?: Progress;
  readonly schedule?: { readonly nextAt?: string };
  readonly error?: { readonly message: string };
}

const PROJECTION = {
  name: 1,
  type: 1,
  group: 1,
  status: 1,
  createdAt: 1,
  updatedAt: 1,
  "data.tags": 1,
  progress: 1,
  "schedule.nextAt": 1,
  "error.message": 1,
} as const;

/** What is shown at once, before the rest has come. */
const FIRST = 200;
/** So many are listed: the newest, and of those that a search or an order asks the server for, the first. */
export const MOST = 20_000;

const known = new Map<string, ListedTask>();
/** What the server has found beyond them. */
let further = new Map<string, ListedTask>();
/** Tasks that are about to be deleted, as long as that can be undone. */
const hidden = new Set<string>();

/** The tasks, newest first; undefined before they are read. */
export const tasks = signal<readonly ListedTask[] | undefined>(undefined);
export const tasksError = signal<Error | undefined>(undefined);
/** Whether there are more than are listed, so that a search has to ask the server. */
export const isCut = signal(false);
/** Whether the rest is still on its way. */
export const isPartial = signal(false);

function publish(): void {
  tasks.value = [...known.values(), ...further.values()].filter(({ _id }) => !hidden.has(_id));
}

export type Filter = NonNullable<NonNullable<Parameters<typeof client.find>[0]>["query"]>;

/** Brings in tasks beyond those that are known, in place of those that were brought in before. Says whether these are all there are. */
export async function bringIn(query: Filter, sort: string, call: Parameters<typeof client.find>[1]): Promise<boolean> {
  const found = await client.find<ListedTask>({ query, projection: PROJECTION, sort, limit: MOST + 1 }, call);
  further = new Map(found.filter(({ _id }) => !known.has(_id)).map((task) => [task._id, task]));
  publish();
  return found.length <= MOST;
}

async function read(signal: AbortSignal): Promise<void> {
  try {
    const search = { projection: PROJECTION, sort: "-createdAt" };
    if (known.size === 0) {
      const first = await client.find<ListedTask>({ ...search, limit: FIRST }, { signal });
      isPartial.value = first.length === FIRST;
      take(first);
      if (first.length < FIRST) return;
    }
    const all = await client.find<ListedTask>({ ...search, limit: MOST + 1 }, { signal });
    isCut.value = all.length > MOST;
    isPartial.value = false;
    take(all.slice(0, MOST));
  } catch (error) {
    if (!signal.aborted) tasksError.value = error as Error;
  }
}

function take(found: readonly ListedTask[]): void {
  known.clear();
  for (const task of found) {
    known.set(task._id, task);
    further.delete(task._id);
  }
  tasksError.value = undefined;
  publish();
}

let fetching = new Set<string>();
let isPlanned = false;

/** Reads again what has changed in more than its status. */
function refresh(id: string): void {
  fetching.add(id);
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(async () => {
    isPlanned = false;
    const ids = [...fetching];
    fetching = new Set();
    try {
      const found = await client.find<ListedTask>({ query: { _id: { $in: ids } }, projection: PROJECTION });
      const isNew = found.some(({ _id }) => !known.has(_id) && !further.has(_id));
      const old = isNew ? [...known.values()] : [];
      if (isNew) {
        // New ones stand before the others.
        known.clear();
        for (const task of found.filter(({ _id }) => !further.has(_id))) known.set(task._id, task);
        for (const task of old) if (!known.has(task._id)) known.set(task._id, task);
      }
      for (const task of found) (further.has(task._id) ? further : known).set(task._id, task);
      publish();
    } catch {
      // The next event asks again, and a lost connection reads everything again.
    }
  }, 300);
}

function happened(events: readonly ClientEvent[]): void {
  let hasChanged = false;
  for (const { name, data } of events) {
    if (name === "task.deleted") hasChanged = known.delete(data.id) || further.delete(data.id) || hasChanged;
    else if (name.startsWith("task.") && "task" in data) {
      const { id, status, name: title, group } = data.task;
      const place = further.has(id) ? further : known;
      const task = place.get(id);
      if (task) {
        place.set(id, { ...task, status, name: title, group, updatedAt: data.at });
        hasChanged = true;
      }
      if (task === undefined || name === "task.updated" || /complete|failed|aborted|running/.test(name)) refresh(id);
    }
  }
  if (hasChanged) publish();
}

/** Keeps the list true until the returned function is called. */
export function followTasks(): () => void {
  let control = new AbortController();
  void read(control.signal);
  const offs = [
    onEvents(happened),
    missed.subscribe((count) => {
      if (count === 0) return;
      control.abort();
      control = new AbortController();
      void read(control.signal);
    }),
  ];
  return () => {
    control.abort();
    for (const off of offs) off();
  };
}

export function reloadTasks(): void {
  void read(new AbortController().signal);
}

/** Takes tasks out of the list, or puts them back. */
export function hide(ids: readonly string[], isHidden: boolean): void {
  for (const id of ids) {
    if (isHidden) hidden.add(id);
    else hidden.delete(id);
  }
  publish();
}

export function forget(ids: readonly string[]): void {
  for (const id of ids) {
    known.delete(id);
    further.delete(id);
    hidden.delete(id);
  }
  publish();
}

/** The newest progress that is known of a task. */
export const progressNow = (task: ListedTask): Progress | undefined => progressOf.get(task._id) ?? task.progress;
