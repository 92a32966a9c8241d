import { ScriptoriumError } from "../errors.js";

/** Whether the storage, and not what the run does, is what went wrong. */
export function isStorageTrouble(error: unknown): boolean {
  return ScriptoriumError.is(error) && (error.code === "STORAGE_FAILED" || error.code === "STORAGE_FULL");
}
