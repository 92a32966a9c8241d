import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { codeOf } from "./file-errors.js";

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_DIRECTORY, O_RDONLY } = constants;

/** Makes what was created, renamed or removed in a folder durable. */
export async function flushFolder(path: string): Promise<void> {
  // Windows has no flush of a folder, and needs none.
  if (process.platform === "win32") return;
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder for the server alone, and says whether it was made. Throws when something else is in its place. */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await lstat(path)).isDirectory()) throw error;
    return false;
  }
}

/** Keeps bytes of a file that cannot be read in a file next to it, and gives that file's name. */
export async function setAside(path: string, bytes: Buffer): Promise<string> {
  const target = `${path}.corrupt-${stamp()}`;
  const file = await open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(Buffer.concat([bytes, Buffer.from("\n")]));
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dirname(path));
  return basename(target);
}

/** The time for a name of a file. */
export function stamp(): string {
  return new Date().toISOString().replaceAll(":", "-").slice(0, 19);
}
