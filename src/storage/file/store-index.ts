import type { Account, RunStatus } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { byNumber } from "../ordered-entries.js";
import { createTaskIndex, type Indexed } from "../task-index.js";
import type { Stored, Undo } from "./append-log.js";
import type { ContentEnd } from "./content-index.js";
import { createDeliveryIndex } from "./delivery-index.js";

/** A task without its data. */
export type Head = Omit<Task, "data">;

/** What is known of a task without looking at the disk. */
export interface Entry extends Indexed {
  task: Head;
  data: Stored;
  live: boolean;
  /** Oldest first; undefined while there was none, which is so for most tasks. */
  runs: Map<string, RunEntry> | undefined;
  /** Of its content, as the main log has it. */
  end?: ContentEnd | undefined;
}

export interface RunEntry {
  readonly id: string;
  /** Counts the insertions of the store. */
  readonly number: number;
  readonly entry: Entry;
  status: RunStatus;
  revision: number;
  fence: number | undefined;
  record: Stored;
  /** Until when it is held, as `performance.now()` counts; whoever held it before the store was opened is gone. */
  heldUntil: number;
}

/** What changes of a run when it is written. */
export type RunChange = Pick<RunEntry, "status" | "revision" | "fence" | "record">;

export interface AccountEntry {
  readonly number: number;
  account: Account;
}

/** All tasks, runs, accounts and deliveries of a store, by what identifies them. Every change can be taken back. */
export function createStoreIndex() {
  const entries = new Map<string, Entry>();
  const runs = new Map<string, RunEntry>();
  /** Those that are there and `running`. */
  const running = new Set<RunEntry>();
  const accounts = new Map<string, AccountEntry>();
  const index = createTaskIndex<Entry>();
  /** In creation order, with some that are no more. */
  let ordered: Entry[] = [];
  let dead = 0;
  let undone = 0;
  let last = 0;

  function undoing(undo: Undo): Undo {
    return () => {
      undone += 1;
      undo();
    };
  }

  /** Puts the run among those that run, or takes it out, whatever happened to it. */
  function follow(run: RunEntry): void {
    if (run.status === "running" && runs.get(run.id) === run) running.add(run);
    else running.delete(run);
  }

  function enter(entry: Entry): void {
    entry.live = true;
    entries.set(entry.task._id, entry);
    for (const run of runsOf(entry)) {
      runs.set(run.id, run);
      follow(run);
    }
    index.add(entry);
  }

  function leave(entry: Entry): void {
    entry.live = false;
    entries.delete(entry.task._id);
    for (const run of runsOf(entry)) {
      runs.delete(run.id);
      follow(run);
    }
    index.remove(entry);
  }

  /** Scans go on with the list they began with. */
  function tidy(): void {
    if (dead < 1000 || dead < ordered.length / 2) return;
    ordered = ordered.filter(({ live }) => live);
    dead = 0;
  }

  return {
    entries,
    runs,
    running,
    accounts,
    deliveries: createDeliveryIndex(undoing),
    index,
    ordered: (): readonly Entry[] => ordered,
    /** After a replay: a compacted file holds entries that are younger than lines after it. */
    sort(): void {
      ordered = ordered.filter(({ live }) => live).sort(byNumber);
      dead = 0;
    },
    /** How many changes were taken back. */
    undone: () => undone,
    /** The last number that was given out. */
    newest: () => last,
    nextNumber(): number {
      last += 1;
      return last;
    },
    /** Numbers that were given out before are not given out again. */
    seen(number: number): void {
      last = Math.max(last, number);
    },
    insert(number: number, task: Head, data: Stored): Undo {
      tidy();
      const entry: Entry = { number, task, data, live: true, runs: undefined };
      ordered.push(entry);
      enter(entry);
      return undoing(() => {
        if (entry.live) leave(entry);
        dead += 1;
      });
    },
    replace(entry: Entry, task: Head, data: Stored): Undo {
      const before = { task: entry.task, data: entry.data };
      Object.assign(entry, { task, data });
      index.change(entry, before.task);
      return undoing(() => {
        const after = entry.task;
        Object.assign(entry, before);
        if (entry.live) index.change(entry, after);
      });
    },
    remove(entry: Entry): Undo {
      leave(entry);
      dead += 1;
      return undoing(() => {
        enter(entry);
        dead -= 1;
        if (!ordered.includes(entry)) ordered = [...ordered, entry].sort(byNumber);
      });
    },
    insertRun(run: RunEntry): Undo {
      runs.set(run.id, run);
      run.entry.runs ??= new Map();
      run.entry.runs.set(run.id, run);
      follow(run);
      return undoing(() => {
        runs.delete(run.id);
        run.entry.runs?.delete(run.id);
        follow(run);
      });
    },
    replaceRun(run: RunEntry, next: RunChange & Partial<Pick<RunEntry, "heldUntil">>): Undo {
      const { status, revision, fence, record, heldUntil } = run;
      Object.assign(run, next);
      follow(run);
      return undoing(() => {
        Object.assign(run, { status, revision, fence, record, heldUntil });
        follow(run);
      });
    },
    removeRun(run: RunEntry): Undo {
      const before = run.entry.runs;
      runs.delete(run.id);
      run.entry.runs = new Map(before);
      run.entry.runs.delete(run.id);
      follow(run);
      return undoing(() => {
        runs.set(run.id, run);
        run.entry.runs = before;
        follow(run);
      });
    },
    putAccount(number: number, account: Account): Undo {
      const before = accounts.get(account._id);
      accounts.set(account._id, { number: before?.number ?? number, account });
      return undoing(() => {
        if (before === undefined) accounts.delete(account._id);
        else accounts.set(account._id, before);
      });
    },
    removeAccount(id: string): Undo {
      const before = accounts.get(id);
      accounts.delete(id);
      return undoing(() => {
        if (before !== undefined) accounts.set(id, before);
      });
    },
  };
}

export type StoreIndex = ReturnType<typeof createStoreIndex>;

export function runsOf({ runs }: Entry): RunEntry[] {
  return [...(runs?.values() ?? [])].sort(byNumber);
}
