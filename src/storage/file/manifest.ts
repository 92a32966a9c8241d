import { constants } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { isPlainObject } from "../../kernel/values/json.js";
import { newerStore } from "../refusals.js";
import { openFile } from "./append-log.js";
import { failed, gone } from "./file-errors.js";
import { flushFolder } from "./folder.js";

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC } = constants;
export const MANIFEST = "store.json";
const FORMAT = "scriptorium file store";
/**
 * Version 1 knew no deliveries, no effects and no log entries that were dropped, and version 2 no rows that are replaced; all
 * they wrote is read as it is.
 */
const VERSION = 3;
/** What a file system puts into a folder of its own. */
const NOTHING = new Set(["lost+found", `${MANIFEST}.tmp`]);

/** Sees that the folder is a store of this version; makes it one when it is empty, or of an earlier version. */
export async function checkManifest(folder: string): Promise<void> {
  const version = await versionOf(folder);
  if (version === VERSION) return;
  const others = (await readdir(folder)).filter((name) => !name.startsWith("lock") && !NOTHING.has(name));
  if (version === undefined && others.length > 0) throw foreign();
  await write(folder);
}

/** Whether the folder says that it is a store. Throws when it is not one that this version can read. */
export async function isStore(folder: string): Promise<boolean> {
  return (await versionOf(folder)) !== undefined;
}

async function versionOf(folder: string): Promise<number | undefined> {
  await using file = await openFile(join(folder, MANIFEST), O_RDONLY).catch(gone);
  if (file === undefined) return undefined;
  const text = await file.readFile("utf8");
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    throw foreign(cause);
  }
  if (!isPlainObject(manifest)) throw foreign();
  const { format, version } = manifest;
  if (format !== FORMAT || typeof version !== "number" || !Number.isInteger(version) || version < 1) throw foreign();
  if (version > VERSION) throw newerStore(version, VERSION);
  return version;
}

async function write(folder: string): Promise<void> {
  const temporary = join(folder, `${MANIFEST}.tmp`);
  {
    await using file = await openFile(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    await file.writeFile(`${JSON.stringify({ format: FORMAT, version: VERSION })}\n`);
    await file.sync();
  }
  await rename(temporary, join(folder, MANIFEST));
  await flushFolder(folder);
}

function foreign(cause?: unknown) {
  return failed(
    "The folder is not a store of Scriptorium, or its store.json is damaged. Choose an empty folder, or put store.json back from a backup.",
    cause,
  );
}
