import { ScriptoriumError } from "../../kernel/errors.js";
import type { AnyTaskPlugin } from "../../kernel/index.js";
import { isPlainObject } from "../../kernel/values/json.js";

/** The task types among the exports of a module, the default one first. */
export function pluginsOf(module: object): AnyTaskPlugin[] {
  const exported = [(module as { default?: unknown }).default, ...Object.values(module)];
  return [...new Set(exported.filter(isPlugin))];
}

/** The one of a type; throws PLUGIN_INVALID when there is none. */
export function pluginOf(module: object, type: string): AnyTaskPlugin {
  const found = pluginsOf(module).find((plugin) => plugin.type === type);
  if (found) return found;
  throw new ScriptoriumError(
    "PLUGIN_INVALID",
    `The module of the task type "${type}" exports no plugin of this type. Export it by default or by name.`,
    { type },
  );
}

function isPlugin(value: unknown): value is AnyTaskPlugin {
  if (!isPlainObject(value)) return false;
  const { type, words, title, options, inputs, run } = value as Partial<AnyTaskPlugin>;
  const named = [type, words, title].every((text) => typeof text === "string");
  return named && typeof options === "object" && typeof inputs === "function" && typeof run === "function";
}
