import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type AnyTaskPlugin, defineTaskPlugin, type LazyPlugin, ScriptoriumError } from "../../kernel/index.js";
import { inTime } from "../../kernel/values/in-time.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";
import { pluginsOf } from "./find-plugin.js";
import { isolated } from "./isolated.js";

export interface PluginFileOptions {
  /** `process` by default: a file of the user must not be able to end the server. */
  readonly within?: "thread" | "process";
  /** Limit of the memory of each run, in mebibytes; 256 by default. */
  readonly memoryMb?: number;
  /** Longest time that loading the file may take, in milliseconds; 10,000 by default. */
  readonly loadLimitMs?: number;
}

/**
 * The task types that a file exports, each isolated. Its module is loaded to see them. Throws CONFIG_INVALID when there is
 * no such file, it cannot be loaded or exports no task type, and when one of its task types does not keep the contract.
 */
export async function pluginFile(
  path: string,
  { within = "process", memoryMb = 256, loadLimitMs = 10_000 }: PluginFileOptions = {},
): Promise<LazyPlugin[]> {
  const file = resolve(path);
  if (!existsSync(file)) throw unusable(path, "is not there", "Correct plugins, or make the file.");
  const module = pathToFileURL(file).href;
  let exported: object;
  try {
    exported = await inTime<object, never>(loadLimitMs, runtimeImport(module), () => {
      throw TOO_LONG;
    });
  } catch (cause) {
    if (cause === TOO_LONG) {
      throw unusable(
        path,
        `took longer than ${loadLimitMs / 1000} seconds to load`,
        "Wait for nothing at its top level.",
      );
    }
    throw unusable(path, "could not be loaded", "Try it with node alone: it says what is wrong.", cause);
  }
  const plugins = pluginsOf(exported);
  if (plugins.length === 0) {
    throw unusable(path, "exports no task type", "Export what defineTaskPlugin gives, by default or by name.");
  }
  return plugins.map((plugin) => {
    refuseBroken(path, plugin);
    const { type, words, title, summary, needs = [] } = plugin;
    return isolated({ type, words, title, summary: summary ?? "", needs, module, within, memoryMb });
  });
}

const TOO_LONG = Symbol("too long");

function refuseBroken(path: string, plugin: AnyTaskPlugin): void {
  try {
    defineTaskPlugin(plugin);
  } catch (cause) {
    const why = ScriptoriumError.is(cause) ? cause.message : "It cannot be read.";
    throw unusable(path, "holds a task type that does not keep the contract", why, cause);
  }
  let defaults: unknown;
  try {
    // A schema of another library, or of an old version, has no such member.
    defaults = plugin.options._zod.def.type === "object" && plugin.options.safeParse({}).success;
  } catch {
    defaults = false;
  }
  if (defaults === true) return;
  throw unusable(
    path,
    `holds the task type "${plugin.type}", whose options have no defaults`,
    "Make them a z.object of zod 4 in which every field has a default.",
  );
}

function unusable(path: string, problem: string, wayOut: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    `The plugin file ${path} ${problem}. ${wayOut}`,
    { setting: "plugins" },
    { cause },
  );
}
