import type { Run } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { prepared, type Statement } from "./connection.js";
import { valuesOf } from "./records.js";
import { holdText } from "./run-holds.js";
import { columnsOf } from "./task-rows.js";

/** Statements that store a run and its task together, and answer a row when they did. */
export function createRunsWithTask(schema: string) {
  const asking = (statement: Statement) => (run: Run, task: Task) =>
    [statement, ...valuesOf(run), ...columnsOf(task)] as const;
  return {
    insert: asking(prepared(insertText(schema))),
    /** The values want the owner and the time of the hold after them. */
    claim: asking(prepared(claimText(schema))),
  };
}

/** The columns of a task, whose values begin with the sixth. As with a replaced one, large data are not written again. */
const TASK_COLUMNS = `
  grp = $7, name = $8, type = $9, status = $10, revision = $11,
  data = $12, large = CASE WHEN large = $13 THEN large ELSE $13 END, more = $14, long = $15, sealed = $16`;

function insertText(schema: string): string {
  return `
    WITH replaced AS (
      UPDATE ${schema}.task SET ${TASK_COLUMNS} WHERE id = $6 AND revision = $11 - 1 RETURNING seq
    )
    INSERT INTO ${schema}.run (id, task, status, revision, fence, record)
    SELECT $1, seq, $2, $3, $4, $5 FROM replaced RETURNING 1`;
}

/** Holds both before it changes one of them, the task first, as deleting the task does. */
function claimText(schema: string): string {
  return `
    WITH held AS (
      SELECT seq FROM ${schema}.task WHERE id = $6 AND revision = $11 - 1 FOR NO KEY UPDATE
    ), place AS (
      SELECT seq AS run, task FROM ${schema}.run
      WHERE id = $1 AND revision = $3 - 1 AND task = (SELECT seq FROM held)
      FOR NO KEY UPDATE
    ), replaced AS (
      UPDATE ${schema}.task SET ${TASK_COLUMNS} FROM place WHERE task.seq = place.task
    ), claimed AS (
      UPDATE ${schema}.run SET status = $2, revision = $3, fence = $4, record = $5
      FROM place WHERE run.seq = place.run RETURNING run.seq
    )
    ${holdText(schema, "claimed", { fence: "$4", owner: "$17::bigint", ttlMs: "$18::double precision" })} RETURNING 1`;
}
