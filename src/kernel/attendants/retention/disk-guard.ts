import { ScriptoriumError } from "../../errors.js";
import type { MachineProvider, MachineState } from "../../providers.js";

/**
 * Throws `disk` while the disk of the data has less free than this, before a run has done anything. 0 switches it off, and
 * a disk that cannot be looked at is no reason not to work.
 */
export async function refuseFullDisk(machine: MachineProvider | undefined, minFreeBytes: number): Promise<void> {
  if (machine === undefined || minFreeBytes <= 0) return;
  let disk: MachineState["disk"];
  try {
    ({ disk } = await machine.state());
  } catch {
    return;
  }
  if (disk === undefined || disk.free >= minFreeBytes) return;
  throw new ScriptoriumError(
    "disk",
    `The disk of the data has ${inWords(disk.free)} free, and runs begin with ${inWords(minFreeBytes)} at least. Free some space, or lower minFreeDiskMb, and run again.`,
    { free: disk.free, wanted: minFreeBytes },
  );
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes >= 1024 ? `${(mebibytes / 1024).toFixed(1)} GB` : `${Math.floor(mebibytes)} MB`;
}
