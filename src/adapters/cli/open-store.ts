import { existsSync } from "node:fs";
import type { StorageAdapter } from "../../kernel/index.js";
import type { Assembly, Given } from "./command.js";
import { configError, UsageError } from "./config-error.js";
import { folderHolder, makeFolder } from "./folder-lock.js";
import { copyMade } from "./older-copies.js";
import { settingFlags } from "./setting-flags.js";
import { readSettings, type Settings } from "./settings.js";
import { placeOf } from "./store-place.js";

/** The flags of every command that works on a store while the server runs. */
export const STORE_FLAGS = settingFlags(["storage", "data", "postgresUrl"]);

/** The settings for such a command. Throws UsageError when they name no store that outlives a process. */
export function storeSettings(given: Given): Settings {
  const settings = readSettings(given, process.env);
  if (settings.storage === "memory") {
    throw new UsageError(
      "The memory storage is gone with its process, so there is nothing to work on. Name another with --storage.",
    );
  }
  return settings;
}

/** Opens the store of the settings. Throws CONFIG_INVALID when there is none and it is not to be made, and when it is in use. */
export async function openStore(
  assembly: Assembly,
  settings: Settings,
  { make = false }: { readonly make?: boolean } = {},
): Promise<StorageAdapter> {
  if (!make) refuseMissing(settings);
  else if (placeOf(settings) !== undefined) makeFolder(settings.data);
  await refuseServed(assembly, settings);
  const storage = await assembly.storage(settings, {
    onCopy: (name) => process.stderr.write(`${copyMade(name)}\n`),
  });
  try {
    await storage.open();
  } catch (error) {
    await storage.close().catch(() => {});
    throw error;
  }
  return storage;
}

/** Throws CONFIG_INVALID when the data folder holds no store of the kind. */
export function refuseMissing(settings: Settings): void {
  const place = placeOf(settings);
  if (place === undefined || existsSync(place)) return;
  throw configError(
    `There is no ${settings.storage} store in the folder ${settings.data}. Name its folder with --data, and its kind with --storage.`,
  );
}

/** A file store belongs to one process at a time. */
async function refuseServed(assembly: Assembly, { storage, data }: Settings): Promise<void> {
  const holder = storage === "file" ? await folderHolder(assembly, data) : undefined;
  if (holder === undefined) return;
  throw configError(
    `The store is in use by the server with the process id ${holder}, and a file store has one user at a time. Stop that server, or make a copy with "scriptorium backup" and name the copy with --data.`,
    { holder },
  );
}
