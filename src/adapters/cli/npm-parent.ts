import { readFileSync } from "node:fs";

const EVERY_MS = 500;

/** A process by its number, as Linux shows it: the number of its parent and the command it was started by. */
interface Seen {
  readonly parent: number;
  readonly command: string;
}

/**
 * Calls the function once npm, under whose script this process runs, is gone: npm passes a signal to the shell between the two
 * alone, and a server it leaves behind keeps the port and the store. Does nothing where no npm waits for this process, as under
 * nohup, systemd or a shell, and where the system has no /proc.
 */
export function onNpmGone(gone: () => void): void {
  const npm = npmAbove();
  if (npm === undefined) return;
  const look = setInterval(() => {
    if (npmAbove() === npm) return;
    clearInterval(look);
    gone();
  }, EVERY_MS);
  look.unref();
}

/** The process id of the npm that is the parent of this process, or of the shell that npm starts scripts in. */
function npmAbove(): number | undefined {
  const parent = seen(process.ppid);
  if (parent === undefined || isNpm(parent)) return parent && process.ppid;
  return /^\S*sh\0-c\0/.test(parent.command) && isNpm(seen(parent.parent)) ? parent.parent : undefined;
}

function isNpm(process: Seen | undefined): boolean {
  // Npm writes its own title there: "npm start", "npm exec scriptorium serve".
  return process !== undefined && /^npm\b/.test(process.command);
}

function seen(id: number): Seen | undefined {
  try {
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8");
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
    return { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}
