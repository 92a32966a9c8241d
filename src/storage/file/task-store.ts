import type { Selection, TaskHint, TaskStore } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { copyOf } from "../../kernel/values/json.js";
import { createTurns } from "../../kernel/values/turns.js";
import { firstEntries } from "../first-entries.js";
import { fits, narrowed } from "../hints.js";
import { taken } from "../refusals.js";
import { openScratch } from "../scratch.js";
import type { Contents } from "./contents.js";
import type { MainLog } from "./main-log.js";
import { createReadAhead } from "./read-ahead.js";
import { isStored, noted, parsed, partsOfTask, stored, taskOf, taskText } from "./records.js";
import type { Entry, Head, StoreIndex } from "./store-index.js";

export interface Parts {
  readonly index: StoreIndex;
  readonly main: MainLog;
  readonly contents: Contents;
  /** Does work that closing the storage waits for. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function taskStore(opened: () => Parts): TaskStore {
  /** The entries a hint asks for, in creation order; those inserted while it is read are left out. */
  function* matching({ index, ordered, newest }: StoreIndex, hint?: TaskHint): Generator<Entry> {
    const wanted = narrowed(hint);
    const few = wanted === "all" ? ordered() : wanted === "none" ? [] : index.candidates(wanted);
    const last = newest();
    for (const entry of few) {
      if (entry.number > last) return;
      if (entry.live && fits(entry.task, wanted)) yield entry;
    }
  }

  function append(task: Task): Promise<void> {
    const { index, main } = opened();
    const n = index.nextNumber();
    const { head, texts } = partsOfTask(task);
    return main.append([{ put: "task", n }, ...texts], ([, place]) => index.insert(n, head, place!));
  }

  return {
    async insert(task) {
      const { index } = opened();
      if (index.entries.has(task._id)) throw taken("task");
      await append(task);
    },
    async insertAll(tasks) {
      const { index } = opened();
      const ids = new Set(tasks.map(({ _id }) => _id));
      if (ids.size < tasks.length || tasks.some(({ _id }) => index.entries.has(_id))) throw taken("task");
      // Lines that are added in one turn are written and given up together.
      await Promise.all(tasks.map(append));
    },
    async get(id) {
      const entry = opened().index.entries.get(id);
      if (entry === undefined) return undefined;
      const task = taskOf(copyOf(entry.task), parsed<Task["data"]>(stored(entry.data)));
      return entry.task.sealed === undefined ? task : { ...task, sealed: copyOf(entry.task.sealed) };
    },
    async replace(task) {
      const { index, main, contents } = opened();
      const entry = index.entries.get(task._id);
      if (entry?.task.revision !== task.revision - 1) return false;
      const { head, texts } = changedTexts(entry, task);
      const content = noted(contents.endOf(entry));
      await main.append([{ put: "task", n: entry.number, ...content }, ...texts], ([, place]) =>
        index.replace(entry, head, place ?? entry.data),
      );
      return true;
    },
    async delete(id) {
      const { index, main, contents, during } = opened();
      const entry = index.entries.get(id);
      if (entry === undefined) return false;
      return during(async () => {
        await main.append([{ gone: "task", id, n: entry.number }], () => index.remove(entry));
        await contents.remove(entry);
        return true;
      });
    },
    async *scan<T>({ reads, pick }: Selection<T>, hint?: TaskHint) {
      const readsData = reads.includes("data");
      const turns = createTurns();
      const read = createReadAhead();
      for (const entry of matching(opened().index, hint)) {
        if (turns.due()) await turns.give();
        if (!entry.live) continue;
        const picked = pick(readsData ? taskOf(entry.task, parsed(read(entry.data))) : headOf(entry.task));
        if (picked !== undefined) yield picked;
      }
    },
    async *texts(judge, hint) {
      const readsData = judge?.reads.includes("data");
      const turns = createTurns();
      const read = createReadAhead();
      for (const entry of matching(opened().index, hint)) {
        if (turns.due()) await turns.give();
        if (!entry.live) continue;
        const data = read(entry.data);
        if (judge !== undefined) {
          const task = readsData ? taskOf(entry.task, parsed<Task["data"]>(data)) : headOf(entry.task);
          if (judge.pick(task) === undefined) continue;
        }
        yield taskText(entry.task, data);
      }
    },
    first: async (order, most, hint) => firstEntries(opened().index.index, order, most, hint),
    scratch: openScratch,
    async count(hint) {
      const { index } = opened();
      if (narrowed(hint) === "all") return index.entries.size;
      let count = 0;
      for (const _entry of matching(index, hint)) count += 1;
      return count;
    },
    async groups() {
      return opened()
        .index.index.values("group")
        .filter((group) => group !== "")
        .sort();
    },
  };
}

/** What is to be written of a task that is there. Most changes are of its status or progress; those need not write the data again. */
export function changedTexts(entry: Entry, task: Task): { head: Head; texts: readonly string[] } {
  const { head, texts } = partsOfTask(task);
  const [headText, data] = texts;
  return { head, texts: isStored(data, entry.data) ? [headText] : texts };
}

/** A task for somebody who does not read its data. */
function headOf(head: Head): Task {
  if (head.sealed === undefined) return head as Task;
  const { sealed: _sealed, ...shown } = head;
  return shown as Task;
}
