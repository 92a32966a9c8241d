import { type JsonObject, shown } from "../../kernel/index.js";

interface RowFacts {
  readonly title?: string;
  readonly file?: string;
  readonly words?: number;
  readonly missing?: readonly string[];
  readonly similarity?: number | null;
  readonly error?: string;
}

/** The columns of the results. */
export function rowOf(row: number, facts: RowFacts): JsonObject {
  const { title = "", file = "", words = 0, missing = [], similarity = null, error = "" } = facts;
  const names = missing.length === 0 ? "" : missing.map((name) => shown(name, 60)).join(", ");
  return { row, title, file, words, missing: names, similarity, error };
}
