import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf, storageError } from "./file-errors.js";
import type { FileHealth } from "./health.js";

const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW, O_DIRECTORY, O_RDONLY } = constants;
/** Swept when a store is opened. */
const TRIAL = "trial.tmp";
const TRIAL_BYTES = 64 * 1024;

/** Windows has no flush of a folder, and needs none. */
const HAS_FLUSH = process.platform !== "win32";

/** Makes what was created, renamed or removed in a folder durable. */
export async function flushFolder(path: string): Promise<void> {
  if (!HAS_FLUSH) return;
  await using folder = await openFolder(path);
  await folder.sync();
}

/** The same in an open store. A folder that could not be opened was not flushed, and may be another time. */
export async function keepFolder(health: FileHealth, path: string): Promise<void> {
  if (!HAS_FLUSH) return;
  await using folder = await openFolder(path);
  await health.flush(() => folder.sync());
}

function openFolder(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** Writes a file in the folder and removes it, with as many files open as a write of the store needs. */
export async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, TRIAL);
  try {
    await using _besides = HAS_FLUSH ? await openFolder(folder) : undefined;
    await using file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
    await file.writeFile(Buffer.alloc(TRIAL_BYTES));
  } catch (cause) {
    throw storageError(cause);
  } finally {
    await rm(path, { force: true });
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
  await using file = await open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  await file.writeFile(Buffer.concat([bytes, Buffer.from("\n")]));
  await file.sync();
  await flushFolder(dirname(path));
  return basename(target);
}

/** The time for a name of a file. */
export function stamp(): string {
  return new Date().toISOString().replaceAll(":", "-").slice(0, 19);
}
