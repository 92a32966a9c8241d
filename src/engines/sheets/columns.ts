import { ScriptoriumError } from "../../kernel/errors.js";
import type { Rows } from "../../kernel/values/export-formats.js";
import type { Json, JsonObject } from "../../kernel/values/json.js";

export function ownValue(row: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** As many as a sheet of Excel has. */
const MOST_COLUMNS = 16_384;

export interface Measures {
  readonly columns: readonly string[];
  readonly rows: number;
}

/** The columns of all rows in the order they appear, for which every row is read, so that none is lost. */
export async function measured(rows: Rows): Promise<Measures> {
  const columns = new Set<string>();
  let count = 0;
  for await (const row of rows()) {
    count += 1;
    for (const name of Object.keys(row)) columns.add(name);
    if (columns.size > MOST_COLUMNS) {
      throw new ScriptoriumError(
        "QUERY_REFUSED",
        `The rows have more than ${MOST_COLUMNS} different fields, too many for a table. Name the ones you want with fields=, or ask for jsonl.`,
        { member: "fields" },
      );
    }
  }
  return { columns: [...columns], rows: count };
}
