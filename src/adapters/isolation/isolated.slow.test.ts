import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isolatedWorld, lost } from "../../../test/kernel/isolated-world.js";
import type { IsolatedOptions } from "./isolated.js";

const { started } = isolatedWorld();

describe.each(["thread", "process"] as const)("a task type in a %s of its own", (within) => {
  const apart = (options: Partial<IsolatedOptions> = {}) => started({ within, ...options });

  it("fails the line that fills its memory, and continues in another thread", async () => {
    const { run, rows } = await apart({ memoryMb: 64 });
    await expect(run("heap")).rejects.toMatchObject(lost);
    await run("ok");
    expect(rows).toMatchObject([{ begun: { begun: 1 } }]);
  });

  it("ends one whose buffers outgrow its memory", async () => {
    const { run } = await apart({ memoryMb: 64 });
    await expect(run("buffers")).rejects.toMatchObject(lost);
  });

  it("keeps the server's loop free while a line blocks its own", async () => {
    const { run } = await apart();
    const blocked = run("block 1000");
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await blocked;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it("ends a line that would heed the abort, when both arrive together", async () => {
    const { run, begin, control } = await apart({ graceMs: 60_000 });
    await begin();
    // While it is blocked, both wait at its door.
    const blocked = run("block 400");
    await wait(100);
    const heeding = run("heed");
    await wait(1);
    control.abort(new Error("enough"));
    await expect(heeding).rejects.toThrow("enough");
    await blocked;
  });

  it.each(["block 60000", "hang"])("ends one that does not heed the abort: %s", async (line) => {
    const { run, begin, control } = await apart({ graceMs: 1200 });
    await begin();
    const stuck = run(line);
    await wait(50);
    control.abort(new Error("enough"));
    await expect(stuck).rejects.toThrow("enough");
  });

  it.each(["block 60000", "hang"])("fails a line at its time limit, and works the next one: %s", async (line) => {
    const { run, rows } = await apart({ lineTimeoutMs: 300, graceMs: 1200 });
    await expect(run(line)).rejects.toMatchObject({
      code: "time-limit",
      message: expect.stringContaining("0.3 seconds"),
    });
    await run("ok");
    expect(rows).toHaveLength(1);
  });
});

it("a task type in a process of its own outlives what no thread does: very much memory at once", async () => {
  const { run } = await started({ within: "process", memoryMb: 64 });
  await expect(run("huge")).rejects.toMatchObject(lost);
  await run("ok");
});
