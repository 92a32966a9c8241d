import { expect, it } from "vitest";
import { refuseFullDisk } from "../../src/kernel/attendants/retention/retention.js";
import type { MachineProvider } from "../../src/kernel/index.js";

const GB = 1024 ** 3;
const withFree = (free: number): MachineProvider => ({
  state: async () => ({ cpuPercent: 0, memory: { used: 0, total: 1, process: 0 }, disk: { free, total: 100 * GB } }),
});

it("refuses with both figures in words when the disk has less than it should", async () => {
  await expect(refuseFullDisk(withFree(300 * 1024 ** 2), GB)).rejects.toMatchObject({
    code: "disk",
    message: expect.stringMatching(/300 MB free.* 1\.0 GB .*minFreeDiskMb/),
  });
});

it("lets pass with just enough, when it is switched off, and where there is no disk to look at", async () => {
  await refuseFullDisk(withFree(GB), GB);
  await refuseFullDisk(withFree(0), 0);
  await refuseFullDisk(undefined, GB);
  const diskless: MachineProvider = {
    state: async () => ({ cpuPercent: 0, memory: { used: 0, total: 1, process: 0 } }),
  };
  await refuseFullDisk(diskless, GB);
  const broken: MachineProvider = { state: () => Promise.reject(new Error("no statfs here")) };
  await refuseFullDisk(broken, GB);
});
