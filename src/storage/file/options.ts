import { ScriptoriumError } from "../../kernel/errors.js";
import type { StoreFinding } from "../../kernel/storage.js";

export interface FileOptions {
  /** The folder of the store, made when it is not there. */
  readonly path: string;
  /** Called with what was damaged and set aside, when the store is opened and when the content of a task is first read. */
  readonly onDamage?: (finding: StoreFinding) => void;
}

/** Throws CONFIG_INVALID. */
export function checkPath(path: string): void {
  if (path === "") {
    throw new ScriptoriumError("CONFIG_INVALID", "The file storage has no path. Name a folder.");
  }
}
