import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const EVERY_MS = 500;

/** A process by its number: the number of its parent, and its command line with spaces between the arguments. */
interface Seen {
  readonly parent: number;
  readonly command: string;
}

/**
 * Calls the function once npm, under whose script this process runs, is gone: npm passes a signal to the shell between the two
 * alone, and a server it leaves behind keeps the port and the store. Does nothing where no npm waits for this process, as under
 * nohup, systemd or a shell, and on Windows, where a process does not learn what its parent is a child of.
 */
export function onNpmGone(gone: () => void): void {
  const npm = npmAbove();
  if (npm === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    // A process whose parent has ended gets another one.
    if (process.ppid === parent && isThere(npm)) return;
    clearInterval(look);
    gone();
  }, EVERY_MS);
  look.unref();
}

/** The process id of the npm that is the parent of this process, or of the shell that npm starts scripts in. */
function npmAbove(): number | undefined {
  // Npm sets it for scripts and for npx.
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return undefined;
  const parent = seen(process.ppid);
  if (parent === undefined || isNpm(parent)) return parent && process.ppid;
  return /^\S*sh -c /.test(parent.command) && isNpm(seen(parent.parent)) ? parent.parent : undefined;
}

function isNpm(process: Seen | undefined): boolean {
  // Npm writes its own title there: "npm start", "npm exec scriptorium serve".
  return process !== undefined && /^npm\b/.test(process.command);
}

function seen(id: number): Seen | undefined {
  try {
    return process.platform === "linux" ? inProc(id) : inProcessList(id);
  } catch {
    return undefined;
  }
}

/** Small images of Linux have no `ps`. */
function inProc(id: number): Seen {
  const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
  const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
  return { parent: Number(parent), command };
}

/** As POSIX has it. */
function inProcessList(id: number): Seen {
  const columns = ["-o", "ppid=", "-o", "args=", "-p", String(id)];
  const line = execFileSync("ps", columns, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 2000 });
  const [, parent, command = ""] = /^\s*(\d+)\s+(.*)$/m.exec(line) ?? [];
  return { parent: Number(parent), command };
}

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Where it may not be signalled it is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
