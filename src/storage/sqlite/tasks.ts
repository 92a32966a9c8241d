import type { Selection, TaskHint, TaskStore } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { createTurns } from "../../kernel/values/turns.js";
import { taken } from "../refusals.js";
import { openScratch } from "../scratch.js";
import { firstTasks } from "./first-tasks.js";
import type { Access } from "./open-store.js";
import { all, type Bound, countOf, one, some } from "./statement-results.js";
import type { Statements } from "./statements.js";
import { listed } from "./task-lists.js";
import { columnsOf, readingOf, TEXT_COLUMN, taskOf } from "./task-rows.js";
import { COUNT, type Question, walk } from "./task-walk.js";

export function taskStore(access: Access): TaskStore {
  const { read, write } = access;
  return {
    async insert(task) {
      const row = columnsOf(task);
      const inserted = await write((statements) => insert(statements, row));
      if (!inserted) throw taken("task");
    },
    async insertAll(tasks) {
      const rows = tasks.map(columnsOf);
      await write((statements) => {
        // What is thrown rolls back the others.
        for (const row of rows) if (!insert(statements, row)) throw taken("task");
      });
    },
    get: (id) => read(({ statements }) => some(one<readonly Bound[]>(statements.getTask, id), taskOf)),
    async replace(task) {
      const replaced = replacing(task);
      return write(replaced);
    },
    delete: (id) => write(({ deleteTask }) => deleteTask.run(id).changes !== 0),
    async *scan({ reads, pick }, hint) {
      const { columns, readsData, form } = readingOf(reads);
      const turns = createTurns();
      const { next } = walk(access, perTask(columns, readsData), hint);
      for (let rows = await next(); rows !== undefined; rows = await next()) {
        for (const row of rows) {
          if (turns.due()) await turns.give();
          const picked = pick(form(row));
          if (picked !== undefined) yield picked;
        }
      }
    },
    async *parts<T>({ reads, pick }: Selection<T>, hint?: TaskHint) {
      const { columns, readsData, form } = readingOf(reads);
      const turns = createTurns();
      const { next } = walk(access, perTask(columns, readsData), hint);
      for (let rows = await next(); rows !== undefined; rows = await next()) {
        const part: T[] = [];
        for (const row of rows) {
          if (turns.due()) await turns.give();
          const picked = pick(form(row));
          if (picked !== undefined) part.push(picked);
        }
        yield part;
      }
    },
    async *texts(judge, hint) {
      const { columns, form } = readingOf(judge?.reads ?? []);
      const turns = createTurns();
      const { next } = walk(access, perTask([...columns, TEXT_COLUMN], true), hint);
      for (let rows = await next(); rows !== undefined; rows = await next()) {
        for (const row of rows) {
          if (turns.due()) await turns.give();
          if (judge === undefined || judge.pick(form(row))) yield row[columns.length] as string;
        }
      }
    },
    listed: (form, hint) => listed(access, form, hint),
    first: (order, most, hint) => firstTasks(access, order, most, hint),
    scratch: openScratch,
    async count(hint) {
      if (hint === undefined) return read(({ statements }) => countOf(statements.countTasks));
      let count = 0;
      const { next } = walk(access, COUNT, hint);
      for (let rows = await next(); rows !== undefined; rows = await next()) count += Number(rows[0]?.[0] ?? 0);
      return count;
    },
    async groups() {
      const rows = await read(({ statements }) => all<{ grp: string }>(statements.groups));
      // SQLite orders text by code point, the contract by code unit.
      return rows.map(({ grp }) => grp).sort();
    },
  };
}

/** Whether there was no task of the id. */
function insert({ insertTask, insertTaskData }: Statements, { columns, data }: ReturnType<typeof columnsOf>): boolean {
  const { changes, lastInsertRowid } = insertTask.run(...columns);
  if (changes === 0) return false;
  insertTaskData.run(lastInsertRowid, data);
  return true;
}

/** What replaces a task within a write, and says whether it did; turned into what will be stored now. */
export function replacing(task: Task): (statements: Statements) => boolean {
  const { columns, data } = columnsOf(task);
  const [id, ...others] = columns;
  const before = task.revision - 1;
  return ({ updateTask, updateTaskData }) => {
    const row = one<{ seq: number }>(updateTask, ...others, id ?? "", before);
    if (row === undefined) return false;
    updateTaskData.run(row.seq, data);
    return true;
  };
}

function perTask(columns: readonly string[], readsData: boolean): Question {
  return { columns: columns.join(", "), readsData, perTask: true };
}
