import type { Selection, TaskChange, TaskHint, TaskStore } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { Batches } from "../../kernel/values/batches.js";
import { createTurns } from "../../kernel/values/turns.js";
import { isOfIndexedFields, sortsAlike } from "../hints.js";
import { taken } from "../refusals.js";
import { openScratch } from "../scratch.js";
import { COLUMNS, whereOf } from "./conditions.js";
import { type Bound, type Database, prepared, type Statement } from "./connection.js";
import { byColumn } from "./given-rows.js";
import { isStorable, keyOf } from "./keys.js";
import { takenBy } from "./postgres-errors.js";
import { parsed } from "./records.js";
import {
  columnsOf,
  insertTasksText,
  type Reads,
  readsOf,
  TASK_COLUMNS,
  type TaskRow,
  taskOf,
  textOf,
  WHOLE,
} from "./task-rows.js";
import { createTaskWalks } from "./task-walk.js";
import { createTasksWithRuns } from "./tasks-with-runs.js";

type WholeRow = TaskRow & { readonly sealed: string | null };

/** Tasks that are read by one statement: those asked for while others are being read. */
const MOST_READ = 20;
/** So many inserts, and ten times as many, and so on. */
const FIRST_COUNT = 500;

const ALL: Reads = { data: true, more: true };

export function createTaskStore(database: Database, schema: string, announce: (change: TaskChange) => void): TaskStore {
  const statements = statementsOf(schema);
  const withRuns = createTasksWithRuns(schema);
  const walks = createTaskWalks(database, schema);
  const reads = new Batches(async (ids: readonly string[]) => {
    const rows = await database.finish(({ read }) => read<WholeRow>(statements.get, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }, MOST_READ);
  let inserted = 0;
  let counted = FIRST_COUNT;

  /** Has the server look again how many tasks there are of which sort; by itself it does so once a minute at most. */
  function countAgain(more: number): void {
    inserted += more;
    if (inserted < counted) return;
    while (inserted >= counted) counted *= 10;
    // It only makes plans better, and the server does it later if this is not to be.
    database.finish(({ write }) => write(statements.analyze)).catch(() => {});
  }

  /** Whether there was something to change. */
  async function write(kind: TaskChange["kind"], id: string, values: readonly Bound[]): Promise<boolean> {
    return database.hold(async (asking) => {
      const changed = (await asking.write(statements[kind], ...values)).length > 0;
      if (changed) announce({ kind, id });
      return changed;
    });
  }

  async function insertMany(tasks: readonly Task[], statement: Statement, ...values: readonly Bound[]): Promise<void> {
    const ids = tasks.map(({ _id }) => _id);
    await database.hold(async (asking) => {
      await asking.write(statement, ...values).catch((error) => {
        const what = takenBy(error);
        throw what === undefined ? error : taken(what);
      });
      for (const id of ids) announce({ kind: "insert", id });
    });
    countAgain(ids.length);
  }

  return {
    async insert(task) {
      if (!(await write("insert", task._id, columnsOf(task)))) throw taken("task");
      countAgain(1);
    },
    async insertAll(tasks) {
      if (tasks.length === 0) return;
      await insertMany(tasks, statements.insertAll, ...byColumn(tasks.map(columnsOf), TASK_COLUMNS.length));
    },
    async insertWithRuns(tasks) {
      if (tasks.length === 0) return;
      await insertMany(
        tasks.map(({ task }) => task),
        ...withRuns(tasks),
      );
    },
    async get(id) {
      if (!isStorable(id)) return undefined;
      const row = await database.hold(() => reads.add(keyOf(id)));
      return row && taskOf(row, row.sealed);
    },
    async replace(task) {
      return isStorable(task._id) && write("replace", task._id, columnsOf(task));
    },
    async delete(id) {
      return isStorable(id) && write("delete", id, [keyOf(id)]);
    },
    async *scan(selection, hint) {
      const turns = createTurns();
      for await (const rows of pages(hint, readsOf(selection))) {
        for (const row of rows) {
          if (turns.due()) await turns.give();
          const picked = selection.pick(taskOf(row));
          if (picked !== undefined) yield picked;
        }
      }
    },
    async *parts<T>(selection: Selection<T>, hint?: TaskHint) {
      const turns = createTurns();
      for await (const rows of pages(hint, readsOf(selection))) {
        const part: T[] = [];
        for (const row of rows) {
          if (turns.due()) await turns.give();
          const picked = selection.pick(taskOf(row));
          if (picked !== undefined) part.push(picked);
        }
        yield part;
      }
    },
    async *texts(judge?: Selection<true>, hint?: TaskHint) {
      const turns = createTurns();
      for await (const rows of pages(hint, ALL)) {
        for (const row of rows) {
          if (turns.due()) await turns.give();
          if (judge === undefined || judge.pick(taskOf(row)) === true) yield textOf(row);
        }
      }
    },
    async first({ member, direction }, most, hint) {
      const where = whereOf(hint);
      if (where === undefined || most === 0) return [];
      if (member === "createdAt" || member === "updatedAt" || !isOfIndexedFields(hint)) return undefined;
      const column = COLUMNS[member];
      const from = `FROM ${schema}.task WHERE ${where.text}`;
      const [before, backwards] = direction === 1 ? ["<", ""] : [">", "DESC"];
      const [last] = await database.read<{ key: string }>(
        {
          text: `SELECT ${column} AS key ${from} ORDER BY ${column} ${backwards}, seq ${backwards} LIMIT 1 OFFSET ${most - 1}`,
        },
        ...where.values,
      );
      if (last === undefined || !sortsAlike(last.key)) return undefined;
      const key = `$${where.values.length + 1}`;
      const rows = await database.read<{ id: string; long: string | null }>(
        {
          text: `
            SELECT id, long ${from} AND ${column} ${before} ${key}
            UNION ALL (SELECT id, long ${from} AND ${column} = ${key} ORDER BY seq LIMIT ${most})`,
        },
        ...where.values,
        last.key,
      );
      return rows.map(({ id, long }) => (long === null ? id : (parsed<{ _id?: string }>(long)._id ?? id)));
    },
    scratch: openScratch,
    async count(hint) {
      const where = whereOf(hint);
      return where === undefined ? 0 : walks.count(where);
    },
    async groups() {
      const rows = await database.read<{ grp: string; long: string | null }>(statements.groups);
      // The database orders text by code point, the contract by code unit.
      return rows
        .map(({ grp, long }) => (long === null ? grp : (parsed<{ group?: string }>(long).group ?? grp)))
        .sort();
    },
  };

  function pages(hint: TaskHint | undefined, reads: Reads): AsyncIterable<readonly TaskRow[]> {
    const where = whereOf(hint);
    return where === undefined ? nothing() : walks.pages(where, reads);
  }
}

async function* nothing(): AsyncGenerator<never> {}

function statementsOf(schema: string) {
  return {
    insert: prepared(`
      INSERT INTO ${schema}.task (id, grp, name, type, status, revision, data, large, more, long, sealed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING RETURNING 1`),
    insertAll: prepared(insertTasksText(schema)),
    get: prepared(`SELECT ${WHOLE}, sealed FROM ${schema}.task WHERE id = ANY ($1)`),
    // Most changes leave the data alone; large ones are then not written again.
    replace: prepared(`
      UPDATE ${schema}.task SET grp = $2, name = $3, type = $4, status = $5, revision = $6,
        data = $7, large = CASE WHEN large = $8 THEN large ELSE $8 END, more = $9, long = $10, sealed = $11
      WHERE id = $1 AND revision = $6 - 1 RETURNING 1`),
    delete: { ...prepared(`DELETE FROM ${schema}.task WHERE id = $1 RETURNING 1`), patient: true } as const,
    analyze: { text: `ANALYZE ${schema}.task` },
    // Hops from group to group; DISTINCT would walk the index over every task.
    groups: prepared(`
      WITH RECURSIVE hop (grp) AS (
        SELECT min(grp) FROM ${schema}.task WHERE grp > ''
        UNION ALL
        SELECT (SELECT min(grp) FROM ${schema}.task WHERE grp > hop.grp) FROM hop WHERE grp IS NOT NULL
      )
      SELECT grp, (SELECT long FROM ${schema}.task WHERE task.grp = hop.grp LIMIT 1) AS long
      FROM hop WHERE grp IS NOT NULL`),
  };
}
