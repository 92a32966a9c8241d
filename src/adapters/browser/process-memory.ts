import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The processes of a browser with what each needs for itself. */
export interface BrowserMemory {
  readonly bytes: number;
  /** The one that shows a page and needs the most. */
  readonly largest: number | undefined;
}

interface Process {
  readonly pid: number;
  readonly bytes: number;
  readonly showsPage: boolean;
}

/** Of the process group; undefined where the system does not say. */
export async function memoryOf(group: number): Promise<BrowserMemory | undefined> {
  const processes =
    process.platform === "linux"
      ? await fromProc(group)
      : process.platform === "win32"
        ? undefined
        : await fromPs(group);
  if (processes === undefined) return undefined;
  const pages = processes.filter(({ showsPage }) => showsPage).sort((one, other) => other.bytes - one.bytes);
  return { bytes: processes.reduce((sum, { bytes }) => sum + bytes, 0), largest: pages[0]?.pid };
}

async function fromProc(group: number): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const members = await Promise.all(
    pids.map(async (pid): Promise<Process[]> => {
      const stat = await read(pid, "stat");
      // The name before it may hold anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[2]) !== group) return [];
      const [status, line] = await Promise.all([read(pid, "status"), read(pid, "cmdline")]);
      // Memory that is shared with other processes would be counted by each of them.
      const own = ["RssAnon", "RssShmem"].map((name) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0),
      );
      return [{ pid, bytes: (own[0]! + own[1]!) * 1024, showsPage: line.includes("--type=renderer") }];
    }),
  );
  return members.flat();
}

async function fromPs(group: number): Promise<Process[] | undefined> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,pgid=,rss=,command="], { maxBuffer: 1 << 24 });
    return stdout.split("\n").flatMap((line) => {
      const [, pid, pgid, kilobytes, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (Number(pgid) !== group) return [];
      return [{ pid: Number(pid), bytes: Number(kilobytes) * 1024, showsPage: command.includes("--type=renderer") }];
    });
  } catch {
    return undefined;
  }
}
