import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MachineProvider, MachineState } from "../../kernel/index.js";
import { createMachine, memoryGuard } from "./index.js";

const used = (memory: Partial<MachineState["memory"]>): MachineProvider => ({
  state: async () => ({ cpuPercent: 0, memory: { used: 0, total: 100, process: 0, ...memory } }),
});

describe("the machine", () => {
  it("reports processors, memory and the disk of its folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-machine-"));
    // A disk in memory that holds nothing yet is all free.
    writeFileSync(join(folder, "used"), Buffer.alloc(100_000));
    const { cpuPercent, memory, disk } = await createMachine({ folder }).state();
    rmSync(folder, { recursive: true });
    expect(cpuPercent).toBeGreaterThanOrEqual(0);
    expect(cpuPercent).toBeLessThanOrEqual(100);
    expect(memory.used).toBeGreaterThan(0);
    expect(memory.used).toBeLessThanOrEqual(memory.total);
    expect(memory.process).toBeGreaterThan(10_000_000);
    expect(disk?.total).toBeGreaterThan(disk?.free ?? Number.POSITIVE_INFINITY);
  });

  it("sees the work of a process between two looks", async () => {
    const machine = createMachine();
    await machine.state();
    const until = performance.now() + 600;
    while (performance.now() < until);
    expect((await machine.state()).cpuPercent).toBeGreaterThan(0);
  });

  it("names no disk where there is no folder, or none yet", async () => {
    expect(await createMachine().state()).not.toHaveProperty("disk");
    expect(await createMachine({ folder: "/there/is/no/such/folder" }).state()).not.toHaveProperty("disk");
  });
});

describe("the memory guard", () => {
  it("lets nothing begin above its limit, and again below it", async () => {
    let now = 86;
    const guard = memoryGuard({ state: () => used({ used: now }).state() });
    expect(await guard(1)).toBe(false);
    now = 85;
    expect(await guard(1)).toBe(true);
  });

  it("lets one start when none is running, however full the memory", async () => {
    expect(await memoryGuard(used({ used: 100 }))(0)).toBe(true);
  });

  it("has the limit it is given", async () => {
    expect(await memoryGuard(used({ used: 60 }), 50)(1)).toBe(false);
  });
});
