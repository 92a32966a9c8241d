import { ScriptoriumError } from "../../kernel/index.js";

/** What is wrong with how the program was called or set up, and what to do about it. */
export function configError(message: string, facts: ScriptoriumError["facts"] = {}, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", message, facts, cause === undefined ? undefined : { cause });
}
