import { z } from "zod";
import { ScriptoriumError, taskNotFound } from "../../../kernel/index.js";

/** The id of a task. */
export const id = z.string().describe("The id of the task, as task_list and the *_create tools name it.");
export const offset = z
  .int()
  .min(0)
  .default(0)
  .describe("How many to pass over: the `next_offset` of the last answer.");
export const wait = z
  .number()
  .min(0)
  .max(300)
  .default(0)
  .describe(
    "Seconds to wait for the end of the run, at most 300. Then the answer has what became of it, or how far it is. With 0 the answer comes at once.",
  );

/** The id in a form that can exist. Throws TASK_NOT_FOUND. */
export function knownForm(given: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(given)) return given;
  throw taskNotFound(given);
}

/** One of the runs of a task as its tools name it. */
export const run = z.string().default("last").describe("Which run: `last`, `all`, or the id of one.");

export function noProvider(sentences: string): ScriptoriumError {
  return new ScriptoriumError("PROVIDER_MISSING", sentences);
}
