import { ScriptoriumError } from "../errors.js";

/** A line of a file to import that cannot be one: `what` goes on where "Line 3 of the file" ends. */
export function refusedLine(line: number, what: string): ScriptoriumError {
  return new ScriptoriumError("DATA_REFUSED", `Line ${line} of the file ${what}. Export again, or correct the line.`, {
    line,
  });
}
