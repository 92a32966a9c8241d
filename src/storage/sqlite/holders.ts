import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

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
    started: processAt(process.pid)?.started,
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
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return true;
  }
  if (started === undefined) return false;
  const present = processAt(pid);
  return present?.started !== started || present.ended;
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
  return {
    boot: unlessMissing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    space: unlessMissing(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** From /proc/<pid>/stat, proc(5); a process that has ended stays there until its parent has asked how. */
function processAt(pid: number): { readonly started: string | undefined; readonly ended: boolean } | undefined {
  const stat = unlessMissing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The second field is the name of the program in brackets, and may hold blanks and brackets.
  const [state, ...others] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === undefined ? undefined : { started: others[18], ended: state === "Z" || state === "X" };
}

function unlessMissing(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
