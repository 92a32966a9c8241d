import type { Run, RunStatus } from "../../kernel/storage.js";
import type { Sequenced } from "./open-store.js";
import { type Bound, parsed } from "./statement-results.js";

export interface RunRow extends Sequenced {
  readonly id: string;
  readonly status: RunStatus;
  readonly fence: number | null;
  readonly revision: number;
  readonly more: string;
}

export function runOf({ id, status, fence, revision, more }: RunRow): Run {
  const members = parsed<Omit<Run, "_id" | "status" | "fence" | "revision">>(more, "run", id);
  return { _id: id, status, revision, ...members, ...(fence === null ? {} : { fence }) };
}

/** As `insertRun` has them before the id of the task. */
export function insertedColumnsOf(run: Run): Bound[] {
  const { _id, status, fence = null, revision } = run;
  return [_id, status, fence, revision, moreOf(run)];
}

/** As `updateRun` has them. */
export function columnsOf(run: Run): Bound[] {
  const { _id, status, fence = null, revision } = run;
  return [status, fence, revision, moreOf(run), _id, revision - 1];
}

function moreOf({ _id, status, fence, revision, ...more }: Run): string {
  return JSON.stringify(more);
}
