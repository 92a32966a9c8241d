import type { ScriptoriumError } from "../errors.js";
import type { Run } from "../storage.js";
import { refusedLine } from "./format.js";

/** The error about a run that cannot be stored, because the task `owner` has one of its id. */
export function refusedRun({ _id, taskId }: Run, owner: string, line: number): ScriptoriumError {
  const trouble = owner === taskId ? "for the second time" : "which another task has already";
  return refusedLine(line, `holds the run ${_id}, ${trouble}`);
}
