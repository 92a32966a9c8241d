import { type RunOrigin, ScriptoriumError, type ShownRun, shown, type Tasks } from "../../../kernel/index.js";

/** A whole number of the query; undefined when it is left out or empty. Throws QUERY_REFUSED. */
export function wholeNumber(query: URLSearchParams, name: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) <= max) return Number(text);
  const most = max === Number.MAX_SAFE_INTEGER ? "0 or more" : `from 0 to ${max}`;
  throw refused(name, `"${name}" must be a whole number, ${most}.`);
}

/** The `offset` and `limit` of a list, 100 unless the query says otherwise. Throws QUERY_REFUSED. */
export function pageIn(query: URLSearchParams, most: number): { readonly offset: number; readonly limit: number } {
  return { offset: wholeNumber(query, "offset") ?? 0, limit: wholeNumber(query, "limit", most) ?? 100 };
}

/** One of the values, the first when it is left out or empty. Throws QUERY_REFUSED. */
export function oneOf<T extends string>(query: URLSearchParams, name: string, values: readonly [T, ...T[]]): T {
  const text = query.get(name);
  if (text === null || text === "") return values[0];
  const found = values.find((value) => value === text.toLowerCase());
  if (found !== undefined) return found;
  throw refused(name, `"${name}" cannot be "${shown(text, 40)}". Use one of: ${values.join(", ")}.`);
}

/** Who may be named by `?origin=`: those that come through the API. Chains, schedules and recoveries do not. */
const ASKING: readonly [RunOrigin, ...RunOrigin[]] = ["api", "ui", "cli", "webhook", "mcp", "library"];

/** Who asks for a run; `api` when the query does not say. Throws QUERY_REFUSED. */
export const originIn = (query: URLSearchParams): RunOrigin => oneOf(query, "origin", ASKING);

/** Names separated by commas; undefined when there are none. Throws QUERY_REFUSED. */
export function names(query: URLSearchParams, name: string): readonly string[] | undefined {
  const list = (query.get(name) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (list.length > 200) throw refused(name, `"${name}" names more than 200 fields. Name fewer.`);
  return list.length === 0 ? undefined : [...new Set(list)];
}

/** The run that `?run=` names: `last`, `all`, or one by its id. Undefined for the last run of a task that never ran. */
export async function runNamed(
  tasks: Tasks,
  taskId: string,
  name: string | null,
): Promise<ShownRun | "all" | undefined> {
  if (name === "all") return "all";
  const wanted = runForm(taskId, name);
  if (wanted === "last" && (await tasks.existing(taskId)).runId === undefined) return undefined;
  return tasks.runOf(taskId, wanted);
}

/** The id of a run in a form that can exist, `last` when there is none; throws RUN_NOT_FOUND. */
export function runForm(taskId: string, name: string | null | undefined): string {
  if (!name) return "last";
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  throw new ScriptoriumError(
    "RUN_NOT_FOUND",
    `The task has no run with the id "${shown(name)}". List its runs to see which there are.`,
    { id: shown(taskId), run: shown(name) },
  );
}

/** The server was put together without the libraries for a format. */
export function noFormat(format: string): ScriptoriumError {
  return new ScriptoriumError(
    "PROVIDER_MISSING",
    `This server was put together without the format "${format}". Pass \`exports\` to createApi, or ask for json or jsonl.`,
    { format },
  );
}

function refused(member: string, message: string): ScriptoriumError {
  return new ScriptoriumError("QUERY_REFUSED", message, { member });
}
