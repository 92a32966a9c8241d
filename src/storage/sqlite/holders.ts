import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { bootId, isThere, startOf } from "../processes.js";

/** The process that holds a run, told from every other one, also from a later one with the same number. */
interface Holder {
  readonly pid: number;
  /** When the process was started, in ticks since the machine was. */
  readonly started?: string | undefined;
  /** Differs from one start of the machine to the next. */
  readonly boot?: string | undefined;
  /** Within which `pid` means this process: containers number theirs apart. */
  readonly space?: string | undefined;
  /** Tells the stores that one process has open from each other. */
  readonly token: string;
}

/** This process with one open store, as text. */
export function holderHere(): string {
  return JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid),
    ...machine(),
    token: randomBytes(6).toString("hex"),
  } satisfies Holder);
}

/** Whether the holder is known to be gone; `false` of one that cannot be seen from here. */
export function isGone(text: string): boolean {
  const { pid, started, boot, space } = holderOf(text) ?? {};
  if (pid === undefined) return false;
  const here = machine();
  if (boot !== here.boot) return true;
  if (space !== here.space) return false;
  return !isThere(pid, started);
}

function holderOf(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    const isHolder =
      typeof holder === "object" && holder !== null && "pid" in holder && Number.isSafeInteger(holder.pid);
    return isHolder ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** Where there is no /proc, the number of the process and the time of the hold have to do. */
function machine(): Pick<Holder, "boot" | "space"> {
  return { boot: bootId(), space: pidNamespace() };
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
