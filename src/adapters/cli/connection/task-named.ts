import type { TaskSummary } from "../../../kernel/index.js";
import { shown } from "../../../kernel/values/json.js";
import { mistypedName } from "../../../kernel/values/nearest-name.js";
import type { ScriptoriumClient } from "../../client/index.js";
import { configError } from "../config-error.js";

const ID = /^[0-9a-f]{24}$/;
const MOST_NAMED = 5;
/** The newest tasks, among which a name that is like the given one is looked for. */
const MOST_LOOKED_AT = 1000;

/** The task with the id, or the one with the name. Throws CONFIG_INVALID where there is none, or more than one of the name. */
export async function taskNamed(client: ScriptoriumClient, word: string): Promise<TaskSummary> {
  if (ID.test(word)) return client.status(word);
  const found = await client.summaries({ name: word, limit: MOST_NAMED + 1 });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined) {
    throw configError(
      `There is no task with the id or name "${shown(word)}".${await didYouMean(client, word)} Run "scriptorium find" to see what there is.`,
    );
  }
  const ids = found
    .slice(0, MOST_NAMED)
    .map(({ id }) => id)
    .join(", ");
  throw configError(
    `Several tasks have the name "${shown(word)}": ${ids}${found.length > MOST_NAMED ? " and others" : ""}. Name one by its id.`,
  );
}

/** The name of a task that was probably meant, as a sentence with a blank before it; nothing where none is like it. */
export async function didYouMean(client: ScriptoriumClient, word: string): Promise<string> {
  const tasks = await client.summaries({ limit: MOST_LOOKED_AT, sort: "-createdAt" });
  const meant = mistypedName(
    word,
    tasks.map(({ name }) => name),
  );
  return meant === undefined ? "" : ` Did you mean "${shown(meant)}"?`;
}

export function isId(word: string): boolean {
  return ID.test(word);
}
