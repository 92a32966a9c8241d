import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { broken, hostileWorld, work } from "./hostile-world.js";
import { all } from "./world.js";

const { started, inThread, places } = hostileWorld();

describe.each(places)("a hostile task type %s", (_where, entry) => {
  it("that continues after its abort leaves nothing behind", async () => {
    const kernel = await started(await entry());
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["heed", "late 600"] });
    const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
    await kernel.tasks.run(id);
    await running;
    await kernel.tasks.abort(id);
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
    await wait(700);
    expect(await all(kernel.content.rows(id))).toEqual([]);
  });
});

describe("a hostile task type whose plain parts are broken", () => {
  it("works 100,000 lines", async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
    const { task } = await work(await started(broken({ inputs: () => many })), []);
    expect(task).toMatchObject({ status: "complete", progress: { total: 100_000, ok: 100_000 } });
  });
});

describe("an isolated task type", () => {
  it("that fills its memory fails its line in words, and the run continues", async () => {
    const { task, rows } = await work(await started(await inThread({ memoryMb: 64 })), ["heap", "ok"]);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
    expect(rows[0]).toMatchObject({ status: "failed", error: expect.stringContaining('task type "hostile"') });
  });

  it("is aborted although it blocks its loop", async () => {
    const kernel = await started(await inThread());
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["block 60000"] });
    const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
    await kernel.tasks.run(id);
    await running;
    await wait(300);
    await kernel.tasks.abort(id);
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
  });

  it("loses a line that takes longer than it may, and no other", async () => {
    const { task, rows } = await work(await started(await inThread({ lineTimeoutMs: 500 })), ["block 60000", "ok"]);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
    expect(rows[0]).toMatchObject({ error: expect.stringContaining("0.5 seconds") });
  });
});
