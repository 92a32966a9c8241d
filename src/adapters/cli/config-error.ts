import { ScriptoriumError } from "../../kernel/errors.js";

/** What is wrong with how the program was set up, and what to do about it. */
export function configError(message: string, facts: ScriptoriumError["facts"] = {}, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", message, facts, cause === undefined ? undefined : { cause });
}

/** The words of a command line, or settings, that cannot be used: exit code 2. */
export class UsageError extends ScriptoriumError {
  constructor(message: string, facts: ScriptoriumError["facts"] = {}, cause?: unknown) {
    super("CONFIG_INVALID", message, facts, cause === undefined ? undefined : { cause });
  }
}
