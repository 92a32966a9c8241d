import type { StorageAdapter } from "../kernel/storage.js";
import { checkPath, type FileOptions } from "./file/options.js";
import { storageWhenOpened } from "./storage-when-opened.js";

/** Everything in a folder of JSON lines that one can read. One process may use a folder. */
export function fileStorage(options: FileOptions): StorageAdapter {
  checkPath(options.path);
  return storageWhenOpened(
    "file",
    ["backup", "check", "writable", "scrub", "texts", "first", "scratch", "insertAll"],
    async () => (await import("./file.js")).fileStorage(options),
  );
}

/**
 * Copies a store that any process may have open, to a folder that is not there yet. Throws STORAGE_FAILED.
 */
export async function backupFileStore(from: string, to: string): Promise<void> {
  const copied = await import("./file/backup.js");
  await copied.backupFileStore(from, to);
}
