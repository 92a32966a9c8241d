import { readFileSync } from "node:fs";

/** A process that holds something, distinguished from a later one with the same id. */
export interface Holder {
  readonly pid: number;
  readonly started?: string | undefined;
  readonly boot?: string | undefined;
}

/** This process. */
export function holderHere(): Holder {
  return { pid: process.pid, started: startOf(process.pid), boot: bootId() };
}

/** The holder in a JSON text; undefined when there is none in it. */
export function holderIn<T extends Holder>(text: string): T | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    const isHolder =
      typeof holder === "object" && holder !== null && "pid" in holder && Number.isSafeInteger(holder.pid);
    return isHolder ? (holder as T) : undefined;
  } catch {
    return undefined;
  }
}

/** When a process was started, in ticks since the machine was; a later one of the same id has another. Undefined without /proc. */
function startOf(pid: number): string | undefined {
  return processAt(pid)?.started;
}

/** Differs from one start of the machine to the next; undefined where there is no /proc. */
export function bootId(): string | undefined {
  return textOf("/proc/sys/kernel/random/boot_id")?.trim();
}

/** Whether the process with this id that was started then is still there; without a time any of the id is taken for it. */
export function isThere(pid: number, started: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is one, too.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (started === undefined) return true;
  const present = processAt(pid);
  return present?.started === started && !present.ended;
}

/** From /proc/<pid>/stat, proc(5); a process that has ended stays there until its parent has asked how. */
function processAt(pid: number): { readonly started: string | undefined; readonly ended: boolean } | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the name of the program in brackets, and may hold blanks and brackets.
  const [state, ...others] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === undefined ? undefined : { started: others[18], ended: state === "Z" || state === "X" };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
