import { constants, readFileSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, failed, storageTrouble } from "./trouble.js";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const ATTEMPTS = 5;

interface Holder {
  readonly pid: number;
  /** When the process was started, in ticks since the machine was; a later process of the same id has another. */
  readonly started?: string;
  /** Differs from one start of the machine to the next. */
  readonly boot?: string;
}

/** Stores that this process has open. */
const own = new Set<string>();

/**
 * Keeps others away from the folder. A lock is taken over when the process that made it is gone. Throws STORAGE_FAILED while
 * another holds it.
 */
export async function lock(folder: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, "lock");
  if (own.has(path)) throw inUse(process.pid);
  own.add(path);
  try {
    await take(path);
  } catch (error) {
    own.delete(path);
    throw error;
  }
  return {
    async release() {
      own.delete(path);
      await rm(path, { force: true });
    },
  };
}

async function take(path: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      await file.writeFile(JSON.stringify(here()));
      await file.close();
      return;
    } catch (cause) {
      if (codeOf(cause) !== "EEXIST") throw storageTrouble(cause);
    }
    const holder = await read(path);
    if (holder !== undefined && isAlive(holder)) throw inUse(holder.pid);
    await rm(path, { force: true });
  }
  throw failed("The store could not be locked, because others keep taking it. Start again.");
}

function inUse(pid: number) {
  return failed(`The store is in use by the process ${pid}. Stop that one, or choose another store.`);
}

function here(): Holder {
  const started = startOf(process.pid);
  const boot = bootId();
  return { pid: process.pid, ...(started === undefined ? {} : { started }), ...(boot === undefined ? {} : { boot }) };
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, "utf8"));
    const isHolder =
      typeof holder === "object" && holder !== null && "pid" in holder && Number.isSafeInteger(holder.pid);
    return isHolder ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started, boot }: Holder): boolean {
  // This process holds none: it would know.
  if (pid === process.pid || pid <= 0) return false;
  if (boot !== undefined && boot !== bootId()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false;
  }
  return started === undefined || started === startOf(pid);
}

/** The 22nd field of /proc/<pid>/stat, proc(5); undefined where there is no such file. */
function startOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the name of the program in brackets, and may hold blanks and brackets.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function bootId(): string | undefined {
  return textOf("/proc/sys/kernel/random/boot_id")?.trim();
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
