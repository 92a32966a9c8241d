import { filesOf } from "../../files/files-of.js";
import type { ContentStore } from "../../storage.js";
import type { JsonObject } from "../../values/json.js";

/** What a message may carry of the result of a run. */
export const INCLUDED = ["summary", "rows"] as const;
export type Included = (typeof INCLUDED)[number];

/** A message holds no more: it is stored until it is delivered, and receivers have limits of their own. */
const MAX_ROWS = 100;
const MAX_BYTES = 256 * 1024;
const MAX_PATHS = 20;

export const isIncluded = (name: string): name is Included => (INCLUDED as readonly string[]).includes(name);

/** Those of the names that there are. */
export function includedIn(names: unknown): Included[] {
  return Array.isArray(names) ? INCLUDED.filter((name) => names.includes(name)) : [];
}

/**
 * The result of a run as its message carries it. Rows are those that the results of the task show, without the secrets of
 * the task; `rest` is the path, on this server, of those that there was no room for.
 */
export async function resultOf(
  content: ContentStore,
  { taskId, runId }: { readonly taskId: string; readonly runId: string },
  include: readonly Included[],
): Promise<JsonObject> {
  const total = await content.countRows(taskId, runId);
  const result: Record<string, JsonObject[string]> = {};
  if (include.includes("summary")) {
    const paths: string[] = [];
    for await (const { path } of (await filesOf(content)).files(taskId, { limit: MAX_PATHS })) paths.push(path);
    result["summary"] = { rows: total, files: paths };
  }
  if (include.includes("rows")) {
    const rows = await firstRows(content, taskId, runId);
    const isCut = rows.length < total;
    result["rows"] = rows;
    result["cut"] = isCut;
    result["rest"] = isCut ? `/task/results/${taskId}?run=${runId}&offset=${rows.length}` : null;
  }
  return result;
}

async function firstRows(content: ContentStore, taskId: string, runId: string): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let bytes = 0;
  for await (const row of content.rows(taskId, { runId, limit: MAX_ROWS })) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > MAX_BYTES) break;
    rows.push(row);
  }
  return rows;
}
