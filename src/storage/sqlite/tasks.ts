import type { Selection, TaskHint, TaskStore, TaskWithRuns } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { createTurns } from "../../kernel/values/turns.js";
import { taken } from "../refusals.js";
import { openScratch } from "../scratch.js";
import { firstTasks } from "./first-tasks.js";
import type { Access } from "./open-store.js";
import { storingContent, storingOutput } from "./run-output.js";
import { insertedColumnsOf } from "./run-rows.js";
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
      if (inserted === undefined) throw taken("task");
    },
    async insertAll(tasks) {
      const rows = tasks.map(columnsOf);
      await write((statements) => {
        // What is thrown rolls back the others.
        for (const row of rows) if (insert(statements, row) === undefined) throw taken("task");
      });
    },
    async insertWithRuns(tasks) {
      const insertions = tasks.map(insertingWithRuns);
      await write((statements) => {
        for (const insertion of insertions) insertion(statements);
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

/** The `seq` of the task; undefined when there was one of the id already. */
function insert({ insertTask, insertTaskData }: Statements, { columns, data }: ReturnType<typeof columnsOf>) {
  const { changes, lastInsertRowid: seq } = insertTask.run(...columns);
  if (changes === 0) return undefined;
  insertTaskData.run(seq, data);
  return seq;
}

/** What inserts a task with all that belongs to it within a write, or throws; turned into what will be stored now. */
function insertingWithRuns({ task, runs, ...content }: TaskWithRuns): (statements: Statements) => void {
  const { _id } = task;
  const row = columnsOf(task);
  const storeContent = storingContent(content);
  const stored = runs.map(({ run, ...output }) => ({
    columns: insertedColumnsOf(run),
    storeOutput: storingOutput(output),
  }));
  return (statements) => {
    const seq = insert(statements, row);
    if (seq === undefined) throw taken("task");
    for (const { columns, storeOutput } of stored) {
      const { changes, lastInsertRowid } = statements.insertRun.run(...columns, _id);
      if (changes === 0) throw taken("run");
      storeOutput(statements, lastInsertRowid, seq);
    }
    storeContent(statements, seq);
  };
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
