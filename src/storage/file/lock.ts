import { randomBytes } from "node:crypto";
import { link, open, readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bootId, type Holder, holderHere, holderIn, isThere } from "../processes.js";
import { codeOf, failed, gone, storageError } from "./file-errors.js";

const ATTEMPTS = 200;
const PAUSE_MS = 50;
/** Who takes over a lock needs some milliseconds; after this he is taken to be gone. */
const TAKE_OVER_MS = 5000;

/** Locks that this process has, whichever copy of the library took them. */
const OWN = Symbol.for("scriptorium.locks");
const shared = globalThis as { [OWN]?: Set<string> };
shared[OWN] ??= new Set();
const own: Set<string> = shared[OWN];

export interface Lock {
  release(): Promise<void>;
}

/**
 * Makes the file at the path the lock of this process. One of a process that is gone is taken over, by one of those that
 * want it. Throws what `inUse` gives while another process has it, or this one.
 */
export async function takeLock(path: string, inUse: (pid: number) => Error): Promise<Lock> {
  if (own.has(path)) throw inUse(process.pid);
  own.add(path);
  try {
    await take(path, inUse);
  } catch (error) {
    own.delete(path);
    throw error;
  }
  // What stays does no harm.
  await sweep(path).catch(() => {});
  return {
    async release() {
      own.delete(path);
      await rm(path, { force: true });
    },
  };
}

/** The process that has the lock, if one does. */
export async function lockHolder(path: string): Promise<number | undefined> {
  const holder = await read(path);
  return holder !== undefined && isAlive(holder) ? holder.pid : undefined;
}

async function take(path: string, inUse: (pid: number) => Error): Promise<void> {
  // Written first and put in its place as a whole, so that nobody reads half of it.
  const written = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(written, "wx", 0o600);
    await file.writeFile(JSON.stringify(holderHere()));
    await file.close();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await linked(written, path)) return;
      const pid = await lockHolder(path);
      if (pid !== undefined) throw inUse(pid);
      if (!(await removedOld(path, written))) await sleep(PAUSE_MS);
    }
  } catch (cause) {
    throw storageError(cause);
  } finally {
    await rm(written, { force: true });
  }
  throw failed("The store could not be locked, because others keep taking it. Start again.");
}

/** Removes what processes left that were killed while they took the lock. */
async function sweep(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const left = join(folder, name);
    const holder = await read(left);
    const { ctimeMs } = await stat(left);
    const isLeft = holder === undefined ? Date.now() - ctimeMs > TAKE_OVER_MS : !isAlive(holder);
    if (isLeft) await rm(left, { force: true });
  }
}

/** Removes a lock whose process is gone. One process at a time looks and removes, or it might be a new one by then. */
async function removedOld(path: string, written: string): Promise<boolean> {
  const turn = `${path}.turn`;
  if (!(await linked(written, turn))) {
    const since = await stat(turn).catch(gone);
    if (since !== undefined && Date.now() - since.ctimeMs > TAKE_OVER_MS) await rm(turn, { force: true });
    return false;
  }
  try {
    if ((await lockHolder(path)) === undefined) await unlink(path).catch(gone);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
}

/** Says whether the file got the other name as well; not when there is something of that name. */
async function linked(written: string, name: string): Promise<boolean> {
  try {
    await link(written, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function read(path: string): Promise<Holder | undefined> {
  return holderIn(await readFile(path, "utf8").catch(() => ""));
}

function isAlive({ pid, started, boot }: Holder): boolean {
  // This process holds none: it would know.
  if (pid === process.pid || pid <= 0) return false;
  if (boot !== undefined && boot !== bootId()) return false;
  return isThere(pid, started);
}
