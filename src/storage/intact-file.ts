import { hash } from "node:crypto";
import type { StoredFile } from "../kernel/storage.js";
import { shown } from "../kernel/values/json.js";
import { failed } from "./refusals.js";

/** The file, if its bytes are those that were stored. Throws STORAGE_FAILED. */
export function intact(file: StoredFile): StoredFile {
  if (sha256Of(file.bytes) !== file.sha256) throw damagedFile(file.path);
  return file;
}

export function sha256Of(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

export function damagedFile(path: string) {
  return failed(
    `The file "${shown(path)}" of the task is damaged. Run the task again, or put the store back from a backup.`,
  );
}
