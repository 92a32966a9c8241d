import type { JsonObject } from "../../kernel/index.js";
import { keyOf } from "./last-rows.js";
import { markOf } from "./page-rows.js";
import type { LineContext } from "./preparation.js";

/** Says of the rows of a line how they differ from those of the last run, once all of them are known. */
export class RowChanges {
  private readonly marks = new Map<JsonObject, JsonObject>();
  /** By key, the rows of this run that have it: one that several share tells none of them. */
  private readonly rowsOfKey = new Map<string, Set<string>>();

  constructor(private readonly context: Pick<LineContext, "options" | "state">) {}

  /** Takes a row; false for one that is as in the last run. */
  differs(row: JsonObject, marks: JsonObject): boolean {
    const key = keyOf(marks, this.context.options);
    this.rowsOfKey.set(key, (this.rowsOfKey.get(key) ?? new Set()).add(markOf(marks)));
    if (this.context.state.last?.holds(marks) === true) return false;
    this.marks.set(row, marks);
    return true;
  }

  /** A row with what is new in it; one that was not taken, as it is none of a page, stays as it is. */
  told(row: JsonObject): JsonObject {
    const marks = this.marks.get(row);
    if (marks === undefined) return row;
    const { options, state } = this.context;
    const key = keyOf(marks, options);
    const before = this.rowsOfKey.get(key)?.size === 1 ? state.last?.rowOf(key) : undefined;
    if (before === undefined) return { ...row, _change: "new", _changed: "" };
    const changed = state.reading.names.filter((name) => before[name] !== marks[name]);
    return { ...row, _change: "changed", _changed: changed.join(", ") };
  }
}
