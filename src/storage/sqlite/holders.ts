import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { bootId, type Holder, holderHere, holderIn, isThere } from "../processes.js";

/** The process that holds a run. */
interface RunHolder extends Holder {
  /** Within which `pid` means this process: containers number theirs apart. */
  readonly space?: string | undefined;
  /** Distinguishes the stores that one process has open. */
  readonly token: string;
}

/** This process with one open store, as text. */
export function storeHolder(): string {
  const token = randomBytes(6).toString("hex");
  return JSON.stringify({ ...holderHere(), space: pidNamespace(), token } satisfies RunHolder);
}

/** Whether the holder is known to be gone; `false` of one that cannot be seen from here. */
export function isGone(text: string): boolean {
  const { pid, started, boot, space } = holderIn<RunHolder>(text) ?? {};
  if (pid === undefined) return false;
  if (boot !== bootId()) return true;
  return space === pidNamespace() && !isThere(pid, started);
}

/** Where there is no /proc, the number of the process and the time of the hold have to do. */
function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
