import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Assembly, Held } from "./command.js";
import { configError } from "./config-error.js";

const LOCK = "server.lock";
/** Where the server of the folder listens, for commands that find the folder in use. */
const ADDRESS = "server.url";

/** Makes the data folder when it is not there. Throws CONFIG_INVALID when it cannot be made. */
export function makeFolder(folder: string): void {
  try {
    makeWithParents(folder);
  } catch (cause) {
    throw configError(
      `The data folder ${folder} cannot be made or written. Choose another with --data, or give this user the right to write there.`,
      {},
      cause,
    );
  }
}

/** `recursive` of node looks for ever for a parent where the system denies one that is there, as in /proc. */
function makeWithParents(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(folder) && !existsSync(parent) && parent !== folder) makeWithParents(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Keeps a second server away from a data folder, because two would both take up the same unfinished runs. Throws
 * CONFIG_INVALID while another holds it.
 */
export function lockFolder({ locks }: Pick<Assembly, "locks">, folder: string): Promise<Held> {
  return locks.take(join(folder, LOCK), (holder) =>
    configError(
      `The data folder is in use by the process ${holder}. Stop that server, or start this one with another --data folder.`,
      { holder },
    ),
  );
}

/** The process whose server uses the data folder, if one does. */
export function folderHolder({ locks }: Assembly, folder: string): Promise<number | undefined> {
  return locks.holder(join(folder, LOCK));
}

/** Says in the folder where its server listens, until the function that is returned is called. */
export function leaveAddress(folder: string, address: string): () => void {
  const path = join(folder, ADDRESS);
  try {
    writeFileSync(path, `${address}\n`, { mode: 0o600 });
  } catch {
    // Commands then look at the address of the settings.
  }
  return () => rmSync(path, { force: true });
}

/** The address that the server of the folder has left; empty where there is none. Means something only while the folder is in use. */
export function addressIn(folder: string): string {
  try {
    const address = readFileSync(join(folder, ADDRESS), "utf8").trim();
    return URL.canParse(address) ? address : "";
  } catch {
    return "";
  }
}
