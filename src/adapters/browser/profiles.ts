import { mkdirSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { hashOf, randomName } from "./names.js";

/** The folder of one browser: its profile and whatever it writes. */
export interface Profile {
  readonly folder: string;
  remove(): void;
}

const PREFIX = "scriptorium-browser-";
/** A browser says within this time of its folder that it is there. */
const STARTING_MS = 60_000;

const ours = new Set<string>();

/** Makes a folder in the one for temporary files, and removes those whose server and browser are both gone. */
export function openProfile(): Profile {
  removeLeftovers();
  const folder = join(tmpdir(), `${PREFIX}${machine()}-${process.pid}-${randomName(8)}`);
  mkdirSync(folder, { mode: 0o700 });
  ours.add(folder);
  return {
    folder,
    remove() {
      ours.delete(folder);
      remove(folder);
    },
  };
}

function removeLeftovers(): void {
  const own = `${PREFIX}${machine()}-`;
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(own)) continue;
    const folder = join(tmpdir(), name);
    const server = Number(name.slice(own.length).split("-")[0]);
    if (!ours.has(folder) && !isUsed(folder, server)) remove(folder);
  }
}

/** In a container a new server often has the number of the one before it. */
function isUsed(folder: string, server: number): boolean {
  const browser = browserOf(folder);
  if (browser !== undefined) return isAlive(browser);
  if (server !== process.pid) return isAlive(server);
  try {
    return Date.now() - statSync(folder).mtimeMs < STARTING_MS;
  } catch {
    return false;
  }
}

/** The process that Chromium names in its profile. */
function browserOf(folder: string): number | undefined {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(folder, "SingletonLock")))?.[1]);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // Somebody still writes there; the next start removes it.
  }
}

/** Folders for temporary files may be shared by machines. */
function machine(): string {
  return hashOf(hostname(), 8);
}
