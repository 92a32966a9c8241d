import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hostileWorld, work } from "./hostile-world.js";
import { all } from "./world.js";

/** What a hostile task type may do to the server: nothing, in the places of these numbers. */
export function describeHostile(from: number, to: number): void {
  const { started, places } = hostileWorld();
  const chosen = places.slice(from, to);

  describe.each(chosen)("a hostile task type %s", (_where, entry) => {
    it.each(["undefined", "null", "string", "number", "getters", "proxy", "error"])(
      "that throws fails its line and no other: %s",
      async (thing) => {
        const { task, done } = await work(await started(await entry()), [`throw ${thing}`, "ok"]);
        expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
        expect(done).toHaveLength(1);
      },
    );

    it("that never settles is fenced off within the grace", async () => {
      const kernel = await started(await entry());
      const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["hang"] });
      const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
      await kernel.tasks.run(id);
      await running;
      await kernel.tasks.abort(id);
      expect((await kernel.tasks.settled(id)).status).toBe("aborted");
    });

    it("may give very many rows and large files", async () => {
      const kernel = await started(await entry());
      const { id, task } = await work(kernel, ["rows 50000", `file ${20 * 1024 * 1024}`]);
      expect(task.status).toBe("complete");
      expect(await kernel.content.countRows(id)).toBe(50_000);
      expect((await kernel.content.file(id, "big.bin"))?.size).toBe(20 * 1024 * 1024);
    });

    it("whose beginning or end throws fails the run", async () => {
      const kernel = await started(await entry());
      const data = { atBegin: "throw null" };
      expect((await work(kernel, ["ok"], data)).task).toMatchObject({ status: "failed", error: { code: "internal" } });
      const atEnd = await work(kernel, ["ok"], { atEnd: "throw proxy" });
      expect(atEnd.task).toMatchObject({ status: "failed", error: { code: "internal" } });
      expect(atEnd.done).toHaveLength(1);
    });

    it.each<Record<string, string>>([{ atBegin: "hang" }, { atEnd: "hang" }])(
      "whose beginning or end hangs is aborted all the same: %o",
      async (data) => {
        const kernel = await started(await entry());
        const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["ok"], ...data });
        const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
        await kernel.tasks.run(id);
        await running;
        await wait(50);
        await kernel.tasks.abort(id);
        expect((await kernel.tasks.settled(id)).status).toBe("aborted");
      },
    );

    it("finishes what it began after an abort, too", async () => {
      const kernel = await started(await entry({ graceMs: 20_000 }), 20_000);
      const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["heed"], atEnd: "say at the end" });
      // The first report comes when it has begun.
      const begun = new Promise((resolve) => kernel.events.on("task.progress", resolve));
      await kernel.tasks.run(id);
      await begun;
      await kernel.tasks.abort(id);
      await kernel.tasks.settled(id);
      const log = await all(kernel.content.log(id));
      expect(log.map(({ msg }) => msg)).toContain("at the end");
    });
  });
}

/** What becomes of so many reports of a hostile task type in the places of these numbers. */
export function describeReports(from: number, to: number, count: number): void {
  const { started, places } = hostileWorld();

  describe.each(places.slice(from, to))("a hostile task type %s", (_where, entry) => {
    it.each([`progress ${count}`, `log ${count}`])("that reports too much is throttled: %s", async (line) => {
      const kernel = await started(await entry());
      let events = 0;
      kernel.events.onAny(() => {
        events += 1;
      });
      const { id, task } = await work(kernel, [line]);
      expect(task.status).toBe("complete");
      expect(events).toBeLessThan(30);
      expect((await all(kernel.content.log(id))).length).toBeLessThan(1010);
      if (line.startsWith("progress"))
        expect(task.progress).toMatchObject({ tokens: count, phase: `step ${count - 1}` });
    });
  });
}
