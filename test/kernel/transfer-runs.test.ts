import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import type { Kernel, StorageAdapter } from "../../src/kernel/index.js";
import { exported, imported } from "../../src/kernel/transfer/index.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { all, draft, echo, type Gate, gate, shared, startedKernel } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

const QUICK = { leaseMs: 100, renewEveryMs: 20, sweepEveryMs: 20, abortGraceMs: 50, stopGraceMs: 50 };
const clock = { ...systemClock, now: () => new Date("2026-01-01T00:00:00.000Z") };

async function server(storage: StorageAdapter, at: Gate): Promise<Kernel> {
  const kernel = await startedKernel({ storage, queue: inProcessQueue(), plugins: [echo(at)], runner: QUICK });
  kernels.push(kernel);
  return kernel;
}

/** What can happen to a task; each leaves it at rest, or its run in the middle. */
const HAPPENINGS = ["completed", "killed", "stopped", "aborted", "failed", "retried"] as const;

it("whatever runs leave behind that were killed, stopped, aborted, resumed or retried is imported as it was", async () => {
  const histories = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const store = shared();
      let id = "";
      for (const happening of history) {
        const at = gate();
        const [side, cut] = store.side();
        const kernel = await server(side, at);
        if (id === "") id = (await draft(kernel, ["a", "b", "c"], { concurrency: 1 }))._id;
        // A run that the one before left in the middle goes on by itself.
        const isLeft = (await kernel.tasks.existing(id)).status !== "running";
        if (isLeft && (await kernel.tasks.existing(id)).status !== "waiting") {
          await kernel.tasks.run(id, happening === "retried" ? { only: "failed" } : {}).catch(() => {});
        }
        at.open("a");
        if (happening === "failed") at.open("b", new Error("no bees"));
        if (happening === "killed" || happening === "stopped" || happening === "aborted") {
          await Promise.race([at.reached("b"), kernel.tasks.settled(id)]);
          await moved(store.storage);
        } else at.openAll();
        if (happening === "killed") cut.now = true;
        else if (happening === "aborted") await kernel.tasks.abort(id);
        if (happening !== "killed" && happening !== "stopped") await kernel.tasks.settled(id);
        await kernel.stop();
        await moved(store.storage);
      }
      const kernel = await server(store.side()[0], openGate());
      await kernel.tasks.settled(id);
      await kernel.stop();
      await moved(store.storage, { rests: true });
    }),
    { numRuns: 15, seed: 8008, examples: HAPPENINGS.map((happening) => [[happening, "completed"]]) },
  );
}, 60_000);

function openGate(): Gate {
  const at = gate();
  at.openAll();
  return at;
}

/** Of a store at rest the copy gives the same file as the store itself. */
async function moved(storage: StorageAdapter, { rests = false } = {}): Promise<void> {
  const target = memoryStorage();
  const lines = await all(exported(storage, { clock }));
  await imported(target, exported(storage, { clock }));
  const again = await all(exported(target, { clock }));
  if (rests) expect(again).toEqual(lines);
  else expect(again.length).toBe(lines.length);
}
