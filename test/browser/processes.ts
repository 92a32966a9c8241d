import { readdirSync, readFileSync } from "node:fs";

export interface BrowserProcess {
  readonly pid: number;
  readonly group: number;
  /** Its command line. */
  readonly line: string;
}

/** What runs of the browsers that a process started: those that name its folders, and the others of their groups. */
export function browserProcesses(server: number): BrowserProcess[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => read(Number(pid)));
  const named = all.filter(({ line }) => new RegExp(`scriptorium-browser-[0-9a-f]+-${server}-`).test(line));
  const groups = new Set(named.map(({ group }) => group));
  return all.filter(({ group, line }) => groups.has(group) && line !== "");
}

function read(pid: number): BrowserProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return [{ pid, group: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]), line }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
