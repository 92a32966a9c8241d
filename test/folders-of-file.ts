import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** A new temporary folder, which is removed after the last test of the file. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-test-"));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
