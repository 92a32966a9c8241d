import type { MachineProvider } from "../../kernel/index.js";

/**
 * Says whether there is memory for one more run: not while more than this percent of it is in use. When nothing is under
 * way in this process there always is: waiting would bring none back, and the queue would starve.
 */
export function memoryGuard(machine: MachineProvider, maxUsedPercent = 85): (underWay: number) => Promise<boolean> {
  return async (underWay) => {
    if (underWay === 0) return true;
    const { memory } = await machine.state();
    return memory.used <= (memory.total * maxUsedPercent) / 100;
  };
}
