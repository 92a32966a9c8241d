import { expect, it } from "vitest";
import { memoryGuard } from "../../src/adapters/machine/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import type { MachineProvider } from "../../src/kernel/index.js";
import { draft, echo, gate, startedKernel } from "./world.js";

it("with short memory one run works at a time, and the others begin when there is memory again", async () => {
  let used = 100;
  const machine: MachineProvider = {
    state: async () => ({ cpuPercent: 0, memory: { used, total: 100, process: 1 } }),
  };
  const at = gate();
  const queue = inProcessQueue({ maxRunning: 3, ready: memoryGuard(machine) });
  const kernel = await startedKernel({ queue, plugins: [echo(at)] });
  const ids: string[] = [];
  for (const line of ["a", "b", "c"]) {
    const { _id } = await draft(kernel, [line]);
    ids.push(_id);
    await kernel.tasks.run(_id);
  }
  await at.reached("a");
  expect(await queue.counts()).toEqual({ waiting: 2, running: 1 });
  used = 50;
  await Promise.all([at.reached("b"), at.reached("c")]);
  expect(await queue.counts()).toEqual({ waiting: 0, running: 3 });
  at.openAll();
  for (const id of ids) expect((await kernel.tasks.settled(id)).status).toBe("complete");
  await kernel.stop();
});

it("never starves: with no memory to spare all runs are worked, one after the other", async () => {
  const machine: MachineProvider = {
    state: async () => ({ cpuPercent: 0, memory: { used: 100, total: 100, process: 1 } }),
  };
  const kernel = await startedKernel({ queue: inProcessQueue({ maxRunning: 3, ready: memoryGuard(machine) }) });
  const ids: string[] = [];
  for (const line of ["a", "b", "c"]) {
    const { _id } = await draft(kernel, [line]);
    ids.push(_id);
    await kernel.tasks.run(_id);
  }
  for (const id of ids) expect((await kernel.tasks.settled(id)).status).toBe("complete");
  await kernel.stop();
});
