import { givenLines } from "../../../engines/pages/fields.js";
import type { MailMergeOptions } from "../options.js";

/** Where the rows of a task are from, as the one line of its run; undefined without any. */
export function sourceLine(options: MailMergeOptions): string | undefined {
  if (options.csvFile.trim() !== "") return options.csvFile.trim();
  if (givenLines(options.rowsFile).length > 0) return "rowsFile";
  return Object.values(options.combineLists).some(Array.isArray) ? "combineLists" : undefined;
}
