import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ScriptoriumError } from "../../kernel/index.js";
import { KEY_BYTES } from "./cipher.js";
import { keysIn } from "./key-text.js";

/** Many more keys than anyone turns over. */
const MAX_BYTES = 64 * 1024;

type Keys = readonly [Buffer, ...Buffer[]];

/** The keys of a file, or undefined when there is none. Throws CONFIG_INVALID for one that is not safe or not sound. */
export async function readKeys(path: string): Promise<Keys | undefined> {
  const name = basename(path);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using file = await open(path, flags).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return undefined;
    const linked = codeOf(cause) === "ELOOP" || codeOf(cause) === "EMLINK";
    if (linked) throw refused(name, "is a symbolic link. Name the file itself.", cause);
    throw refused(name, "could not be read. Check its permissions.", cause);
  });
  if (file === undefined) return undefined;
  const info = await file.stat();
  if (!info.isFile()) throw refused(name, "is not a file. Remove what is there or name another place.");
  // Windows has no such permissions; there the folder's are what counts.
  if (process.platform !== "win32" && (info.mode & 0o077) !== 0) {
    throw refused(name, "can be read or changed by other users. Close it to them (chmod 600).");
  }
  if (info.size > MAX_BYTES) throw refused(name, "is too large to hold keys. Name the right file.");
  return keysIn(await file.readFile("utf8"), `The key file ${name}`, "keyFile");
}

/** Makes the file with a new key in it unless it is there; of several processes that do so one wins, whole. */
export async function makeKeyFile(path: string): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${randomBytes(8).toString("hex")}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await write(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
      // A link appears with all that is in the file, and never takes the place of another.
      await link(draft, path).catch((cause: unknown) => {
        if (codeOf(cause) !== "EEXIST") throw cause;
      });
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(folder);
  } catch (cause) {
    const problem = "could not be made. Check the permissions of its folder, or set SCRIPTORIUM_KEY instead.";
    throw refused(basename(path), problem, cause);
  }
}

/**
 * Puts a new key before those of the file, which go on opening what they have sealed. Resolves with how many it then holds.
 * Throws CONFIG_INVALID where there is no such file, and for one that is not safe or not sound.
 */
export async function rotateKeyFile(path: string): Promise<number> {
  const keys = await readKeys(path);
  if (keys === undefined) throw refused(basename(path), "is not there. It is made when the first secret is stored.");
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${randomBytes(8).toString("hex")}`);
  try {
    const old = await readFile(path, "utf8");
    await write(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n${old}`);
    await rename(draft, path);
    await syncFolder(folder);
  } catch (cause) {
    await rm(draft, { force: true });
    throw refused(basename(path), "could not be written. Check the permissions of its folder.", cause);
  }
  return keys.length + 1;
}

async function write(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; there the name is durable with the file.
  if (process.platform === "win32") return;
  await using handle = await open(folder, constants.O_RDONLY);
  await handle.sync();
}

function refused(name: string, problem: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    `The key file ${name} ${problem}`,
    { setting: "keyFile" },
    cause === undefined ? undefined : { cause },
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
