import { statfs } from "node:fs/promises";
import { cpus, freemem, totalmem } from "node:os";
import type { MachineProvider, MachineState } from "../../kernel/index.js";

export interface MachineOptions {
  /** The folder of the data, whose disk is looked at; no disk is where there is none. */
  readonly folder?: string;
}

/** Shortest time over which the work of the processors is measured, in milliseconds. */
const LEAST_BETWEEN_MS = 500;

/** The machine this process runs on, within the limits it was given there. */
export function createMachine({ folder }: MachineOptions = {}): MachineProvider {
  let before = times();
  let lookedAt = performance.now();
  let cpuPercent = 0;
  const look = () => {
    const now = times();
    const total = now.total - before.total;
    const busy = total - (now.idle - before.idle);
    if (total > 0) cpuPercent = Math.min(100, Math.max(0, Math.round((100 * busy) / total)));
    before = now;
    lookedAt = performance.now();
  };
  return {
    async state() {
      // Many look, and what is seen in between would be chance.
      if (performance.now() - lookedAt >= LEAST_BETWEEN_MS) look();
      const disk = folder === undefined ? undefined : await diskOf(folder);
      return { cpuPercent, memory: memory(), ...(disk ? { disk } : {}) };
    },
  };
}

/**
 * Says whether there is memory for one more run: not while more than this percent of it is in use. When nothing is under
 * way in this process there always is: waiting would bring none back, and the queue would starve.
 */
export function memoryGuard(machine: MachineProvider, maxUsedPercent = 85): (running: number) => Promise<boolean> {
  return async (running) => {
    if (running === 0) return true;
    const { memory } = await machine.state();
    return memory.used <= (memory.total * maxUsedPercent) / 100;
  };
}

/** Of all processors together, since the machine started. */
function times(): { readonly idle: number; readonly total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}

function memory(): MachineState["memory"] {
  const machine = totalmem();
  const limit = process.constrainedMemory();
  const isLimited = limit > 0 && limit < machine;
  const total = isLimited ? limit : machine;
  // What the system can give, where it says so, counts the caches that it would free.
  const available = Math.max(process.availableMemory(), isLimited ? 0 : freemem());
  return { used: Math.max(0, total - Math.min(total, available)), total, process: process.memoryUsage.rss() };
}

async function diskOf(folder: string): Promise<MachineState["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    // The folder is made with the first task, and some file systems do not report it.
    if (["ENOENT", "ENOSYS", "EPERM", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
