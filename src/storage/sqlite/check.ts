import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoreFinding } from "../../kernel/storage.js";
import { sha256Of } from "../intact-file.js";
import { isDamage, patiently } from "./sqlite-errors.js";
import { all, one } from "./statement-results.js";

const RECOVER =
  "Keep a copy of the file, and take the store from a backup or get back what can be read with the .recover command of the sqlite3 shell.";
const DELETE = "Delete it, or take the store from a backup.";

/** Rows that one statement looks at, as a rule. */
const STRETCH = 1000;

/** What is looked through row by row. */
interface RowCheck {
  readonly table: string;
  /** The row with its task, where there is one. */
  readonly from: string;
  readonly name: string;
  readonly broken: string;
  readonly trouble: string;
  readonly repair?: string;
  /** Rows that one statement looks at. */
  readonly stretch?: number;
}

/** A function of ours. */
const SHA256 = "scriptorium_sha256";

const IN_TASK = "JOIN task ON task.seq = checked.task";
const IN_RUN = "JOIN run ON run.seq = checked.run JOIN task ON task.seq = run.task";
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
  isJson("run", "more", IN_TASK, "'run ' || checked.id || ' of task ' || task.id"),
  isJson("run_line", "record", IN_RUN, "'line ' || checked.key || ' of run ' || run.id || ' of task ' || task.id"),
  isJson("effect", "record", IN_RUN, "'effect ' || checked.key || ' of run ' || run.id || ' of task ' || task.id"),
  isJson("article", "record", IN_TASK, "'an article of task ' || task.id"),
  isJson("result_row", "record", IN_TASK, "'a row of task ' || task.id"),
  isJson("log_entry", "record", IN_TASK, "'a log entry of task ' || task.id"),
  {
    table: "file",
    from: `file AS checked ${IN_TASK}`,
    name: "'file ' || checked.path || ' of task ' || task.id",
    broken: `checked.sha256 IS NOT ${SHA256}(checked.bytes)`,
    trouble: "Its bytes are not those that were stored.",
    repair: "Run the task again, or take the store from a backup.",
    stretch: 10,
  },
  isJson("account", "more", "", "'account ' || checked.id"),
  isJson("delivery", "more", "", "'delivery ' || checked.id"),
];

function isJson(table: string, column: "more" | "record", joined: string, name: string): RowCheck {
  const from = `${table} AS checked ${joined}`;
  return { table, from, name, broken: `NOT ${isObject(`checked.${column}`)}`, trouble: UNREADABLE };
}

/** Reads the whole store: first its pages and indexes, then whether everything has its task, then every record. */
export async function* findings(database: DatabaseSync): AsyncGenerator<StoreFinding> {
  database.function(SHA256, { deterministic: true }, (bytes) => (bytes instanceof Uint8Array ? sha256Of(bytes) : null));
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
  { table, from, name, broken, trouble, repair = DELETE, stretch = STRETCH }: RowCheck,
): AsyncGenerator<StoreFinding> {
  const last = await patiently(() =>
    one<{ seq: number | null }>(database.prepare(`SELECT max(seq) AS seq FROM ${table}`)),
  );
  const sql = `SELECT ${name} AS name FROM ${from} WHERE checked.seq > ? AND checked.seq <= ? AND ${broken} ORDER BY checked.seq`;
  for (let after = 0; after < (last?.seq ?? 0); after += stretch) {
    const rows = await patiently(() => all<{ name: string }>(database.prepare(sql), after, after + stretch));
    for (const row of rows) yield { where: row.name, trouble, repair };
    await nextTurn();
  }
}

/** `forms` as of `json_valid`: 1 for text, 9 for text and JSONB. */
function isObject(column: string, forms: 1 | 9 = 1): string {
  return `(json_valid(${column}, ${forms}) AND json_type(${column}) = 'object')`;
}
