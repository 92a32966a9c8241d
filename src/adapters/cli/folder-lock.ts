import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ScriptoriumError } from "../../kernel/index.js";

const LOCK = "server.lock";

/** Makes the data folder when it is not there. Throws CONFIG_INVALID when it cannot be made. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * Keeps a second server away from a data folder, because two would both take up the same unfinished runs. The lock is a
 * file with the process id; that of a process that is gone is taken over. Throws CONFIG_INVALID while another holds it.
 */
export function lockFolder(folder: string): { release(): void } {
  const path = join(folder, LOCK);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, "wx", 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(folder, error);
      const holder = holderOf(path);
      if (holder !== undefined && isAlive(holder)) {
        throw new ScriptoriumError(
          "CONFIG_INVALID",
          `The data folder is in use by the process ${holder}. Stop that server, or start this one with another --data folder.`,
          { holder },
        );
      }
      rmSync(path, { force: true });
    }
  }
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "The data folder could not be locked, because others keep taking it. Start again.",
  );
}

function unusable(folder: string, cause: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    `The data folder ${folder} cannot be made or written. Choose another with --data, or give this user the right to write there.`,
    {},
    { cause },
  );
}

/** The process whose server uses the data folder, if one does. */
export function lockHolder(folder: string): number | undefined {
  const holder = holderOf(join(folder, LOCK));
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

function holderOf(path: string): number | undefined {
  try {
    const id = Number(readFileSync(path, "utf8"));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(id: number): boolean {
  // After a restart of the machine or container another process, even this one, may have the id that stands in the file.
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
