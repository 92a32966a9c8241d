import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoreFinding } from "../../kernel/storage.js";
import { isDamage, patiently } from "./sqlite-errors.js";
import { all, one } from "./statement-results.js";

const RECOVER =
  "Keep a copy of the file, and take the store from a backup or get back what can be read with the .recover command of the sqlite3 shell.";
const DELETE = "Delete it, or take the store from a backup.";

/** Rows that one statement looks at. */
const STRETCH = 1000;

/** What is looked through row by row. */
interface RowCheck {
  readonly table: string;
  /** The row with its task, where there is one. */
  readonly from: string;
  readonly name: string;
  readonly broken: string;
  readonly trouble: string;
}

const IN_TASK = "JOIN task ON task.seq = checked.task";
const UNREADABLE = "What is stored cannot be read.";

const ROW_CHECKS: readonly RowCheck[] = [
  {
    table: "task",
    from: "task AS checked LEFT JOIN task_data ON task_data.seq = checked.seq",
    name: "'task ' || checked.id",
    broken: "task_data.seq IS NULL",
    trouble: "Its data are missing.",
  },
  {
    table: "task",
    from: "task AS checked CROSS JOIN task_data ON task_data.seq = checked.seq",
    name: "'task ' || checked.id",
    broken: `NOT (${isObject("task_data.data", 9)} AND ${isObject("checked.more")} AND (checked.sealed IS NULL OR ${isObject("checked.sealed")}))`,
    trouble: UNREADABLE,
  },
  {
    table: "run",
    from: `run AS checked ${IN_TASK}`,
    name: "'run ' || checked.id || ' of task ' || task.id",
    broken: `NOT ${isObject("checked.more")}`,
    trouble: UNREADABLE,
  },
  {
    table: "run_line",
    from: "run_line AS checked JOIN run ON run.seq = checked.run JOIN task ON task.seq = run.task",
    name: "'line ' || checked.key || ' of run ' || run.id || ' of task ' || task.id",
    broken: `NOT ${isObject("checked.record")}`,
    trouble: UNREADABLE,
  },
  {
    table: "effect",
    from: "effect AS checked JOIN run ON run.seq = checked.run JOIN task ON task.seq = run.task",
    name: "'effect ' || checked.key || ' of run ' || run.id || ' of task ' || task.id",
    broken: `NOT ${isObject("checked.record")}`,
    trouble: UNREADABLE,
  },
  ...(["article", "result_row", "log_entry"] as const).map((table) => ({
    table,
    from: `${table} AS checked ${IN_TASK}`,
    name: `'${{ article: "an article", result_row: "a row", log_entry: "a log entry" }[table]} of task ' || task.id`,
    broken: `NOT ${isObject("checked.record")}`,
    trouble: UNREADABLE,
  })),
  {
    table: "file",
    from: `file AS checked ${IN_TASK}`,
    name: "'file ' || checked.path || ' of task ' || task.id",
    broken: "length(checked.bytes) <> checked.size",
    trouble: "It is not as long as it should be.",
  },
  {
    table: "account",
    from: "account AS checked",
    name: "'account ' || checked.id",
    broken: `NOT ${isObject("checked.more")}`,
    trouble: UNREADABLE,
  },
  {
    table: "delivery",
    from: "delivery AS checked",
    name: "'delivery ' || checked.id",
    broken: `NOT ${isObject("checked.more")}`,
    trouble: UNREADABLE,
  },
];

/** Reads the whole store: first its pages and indexes, then whether everything has its task, then every record. */
export async function* findings(database: DatabaseSync): AsyncGenerator<StoreFinding> {
  try {
    const pages = await patiently(() =>
      all<{ integrity_check: string }>(database.prepare("PRAGMA integrity_check(1)")),
    );
    if (pages.some(({ integrity_check }) => integrity_check !== "ok")) {
      yield { where: "the store", trouble: "The file is damaged.", repair: RECOVER };
    }
    const orphans = await patiently(() =>
      all<{ table: string; parent: string; count: number }>(
        database.prepare('SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2'),
      ),
    );
    for (const { table, parent, count } of orphans) {
      yield {
        where: `table ${table}`,
        trouble: `${count} of its rows belong to no ${parent.replace("_", " ")}.`,
        repair: RECOVER,
      };
    }
    for (const check of ROW_CHECKS) yield* brokenRows(database, check);
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield {
      where: "the store",
      trouble: "The file is damaged, and what comes after the damage could not be read.",
      repair: RECOVER,
    };
  }
}

async function* brokenRows(
  database: DatabaseSync,
  { table, from, name, broken, trouble }: RowCheck,
): AsyncGenerator<StoreFinding> {
  const last = await patiently(() =>
    one<{ seq: number | null }>(database.prepare(`SELECT max(seq) AS seq FROM ${table}`)),
  );
  const sql = `SELECT ${name} AS name FROM ${from} WHERE checked.seq > ? AND checked.seq <= ? AND ${broken} ORDER BY checked.seq`;
  for (let after = 0; after < (last?.seq ?? 0); after += STRETCH) {
    const rows = await patiently(() => all<{ name: string }>(database.prepare(sql), after, after + STRETCH));
    for (const row of rows) yield { where: row.name, trouble, repair: DELETE };
    await nextTurn();
  }
}

/** `forms` as of `json_valid`: 1 for text, 9 for text and JSONB. */
function isObject(column: string, forms: 1 | 9 = 1): string {
  return `(json_valid(${column}, ${forms}) AND json_type(${column}) = 'object')`;
}
