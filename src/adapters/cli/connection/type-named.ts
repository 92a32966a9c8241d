import type { DescribedType } from "../../../kernel/index.js";
import { shown } from "../../../kernel/values/json.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { ScriptoriumClient } from "../../client/index.js";
import type { Assembly } from "../command.js";
import { UsageError } from "../config-error.js";
import type { Settings } from "../settings.js";

/** The name of the type in any writing, `web crawler` or `WebCrawler`; undefined where there is none. */
export async function typeCalled(client: ScriptoriumClient, word: string): Promise<string | undefined> {
  return called(word, await client.types());
}

/** Throws UsageError for a word that is no task type, before a store is made for it. */
export async function refuseNoType(word: string, what: string, assembly: Assembly, settings: Settings): Promise<void> {
  const types = await assembly.plugins(settings);
  if (called(word, types) === undefined) throw noTypeAmong(types, word, what);
}

/** The type in any writing with what its data hold; undefined where there is none. */
export async function typeNamed(client: ScriptoriumClient, word: string): Promise<DescribedType | undefined> {
  const type = await typeCalled(client, word);
  return type === undefined ? undefined : client.type(type);
}

/** The error for a word that is neither a task type nor, where one may be named, a task; `task` says which one was meant. */
export async function noType(client: ScriptoriumClient, word: string, what: string, task = ""): Promise<UsageError> {
  return noTypeAmong(await client.types(), word, what, task);
}

interface Named {
  readonly type: string;
}

function called(word: string, types: readonly Named[]): string | undefined {
  const wanted = squashed(word);
  return types.some(({ type }) => type === wanted) ? wanted : undefined;
}

function noTypeAmong(types: readonly Named[], word: string, what: string, task = ""): UsageError {
  const names = types.map(({ type }) => type);
  const meant = nearestName(squashed(word), names);
  const remedy =
    task.trim() || (meant === undefined ? `The types are ${names.join(", ")}.` : `Did you mean "${meant}"?`);
  return new UsageError(
    `There is no ${what} "${shown(word)}". ${remedy} Run "scriptorium types" to see what there is.`,
  );
}

function squashed(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, "");
}
