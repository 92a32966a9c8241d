import { createHash } from "node:crypto";
import type { JsonObject } from "../../kernel/index.js";
import type { LineContext } from "./preparation.js";

/**
 * Puts out the rows of what failed in a line, or none: they replace those that an earlier attempt has left under the key. The same
 * rows once more stay where they are.
 */
export async function putFailureRows(key: string, rows: readonly JsonObject[], context: LineContext): Promise<void> {
  const { state, place } = context;
  const mark = rows.length === 0 ? "" : createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  if ((state.failures.get(key) ?? "") === mark) return;
  await state.order.putLast(place, { rows, replaces: { key, mark } }, { key, note: { mark } }, context);
  state.failures.set(key, mark);
}
