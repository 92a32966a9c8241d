import { constants } from "node:fs";
import { open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { ScriptoriumError } from "../../kernel/errors.js";
import { flushFolder } from "./folder.js";
import { codeOf, failed } from "./trouble.js";

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
const NAME = "store.json";
const FORMAT = "scriptorium file store";
const VERSION = 1;

/** Sees that the folder is a store of this version, and makes it one when it is empty. */
export async function checkManifest(folder: string): Promise<void> {
  const text = await readFile(join(folder, NAME), "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) {
    const others = (await readdir(folder)).filter((name) => !name.startsWith("lock") && name !== `${NAME}.tmp`);
    if (others.length > 0) throw foreign();
    await write(folder);
    return;
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    throw foreign(cause);
  }
  const { format, version } = (typeof manifest === "object" && manifest !== null ? manifest : {}) as Record<
    string,
    unknown
  >;
  if (format !== FORMAT || typeof version !== "number") throw foreign();
  if (version > VERSION) {
    throw new ScriptoriumError(
      "STORAGE_NEWER",
      "The store was written by a newer version of Scriptorium. Install that version or a later one, or choose another store.",
      { version, known: VERSION },
    );
  }
}

async function write(folder: string): Promise<void> {
  const temporary = join(folder, `${NAME}.tmp`);
  const file = await open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, version: VERSION })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, NAME));
  await flushFolder(folder);
}

function foreign(cause?: unknown) {
  return failed(
    "The folder of the store holds something else, or its store.json is damaged. Choose an empty folder, or put store.json back from a backup.",
    cause,
  );
}
