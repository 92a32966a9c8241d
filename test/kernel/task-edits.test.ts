import { afterEach, describe, expect, it } from "vitest";
import type { Json, Kernel, StorageAdapter, Task } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { codeOf, draft, startedKernel } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});

/** A storage that counts its writes of tasks; while `held` is set, they wait for it. */
function countedStorage() {
  const storage = memoryStorage();
  const counted = { writes: 0, held: undefined as Promise<void> | undefined, refuse: 0 };
  const tasks: StorageAdapter["tasks"] = {
    ...storage.tasks,
    async replace(task) {
      counted.writes += 1;
      await counted.held;
      if (counted.refuse > 0) {
        counted.refuse -= 1;
        return false;
      }
      return storage.tasks.replace(task);
    },
  };
  return { counted, storage: { ...storage, tasks } };
}

async function world() {
  const { counted, storage } = countedStorage();
  const kernel = await startedKernel({ storage });
  open.push(kernel);
  const { _id: id } = await draft(kernel, ["a"]);
  counted.writes = 0;
  return { kernel, counted, id };
}

describe("edits of one task that are asked for at the same time", () => {
  it("are few writes, each caller gets the task as its own edit left it, and each is told of", async () => {
    const { kernel, counted, id } = await world();
    const told: Task["name"][] = [];
    kernel.events.on("task.updated", ({ task }) => told.push(task.name));
    const first = Promise.withResolvers<void>();
    counted.held = first.promise;
    const names = Array.from({ length: 200 }, (_, number) => `name ${number}`);
    const posts = names.map((jobName, number) => kernel.tasks.patch(id, { jobName, [`own ${number}`]: number }));
    await expect.poll(() => counted.writes).toBe(1);
    let answered = 0;
    for (const post of posts) void post.then(() => (answered += 1));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(answered).toBe(0);
    first.resolve();
    const tasks = await Promise.all(posts);
    expect(counted.writes).toBeLessThan(5);
    expect(tasks.map(({ name }) => name)).toEqual(names);
    expect(told).toEqual(names);
    for (const [number, { data }] of tasks.entries()) {
      expect(data).toHaveProperty([`own ${number}`], number);
      expect(data).not.toHaveProperty([`own ${number + 1}`]);
    }
    expect(await kernel.tasks.get(id)).toEqual(tasks.at(-1));
  });

  it("let other work go on between their callers, however much those do then", async () => {
    const { kernel, id } = await world();
    let isOver = false;
    let turns = 0;
    const ticking = (async () => {
      for (; !isOver; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
    })();
    const posts = Array.from({ length: 100 }, async (_, number) => {
      await kernel.tasks.patch(id, { [`own ${number}`]: number });
      const before = turns;
      for (const end = performance.now() + 1; performance.now() < end; );
      return before;
    });
    const turnsAtEach = await Promise.all(posts);
    isOver = true;
    await ticking;
    expect(new Set(turnsAtEach).size).toBeGreaterThan(90);
  });

  it("fail each for itself", async () => {
    const { kernel, id } = await world();
    const odd = { own: Number.NaN } as unknown as Record<string, Json>;
    const [one, bad, other] = await Promise.allSettled([
      kernel.tasks.patch(id, { one: 1 }),
      kernel.tasks.patch(id, odd),
      kernel.tasks.patch(id, { other: 2 }),
    ]);
    expect([one.status, bad.status, other.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await kernel.tasks.get(id))?.data).toMatchObject({ one: 1, other: 2 });
    expect((await kernel.tasks.get(id))?.data).not.toHaveProperty("own");
    await kernel.tasks.delete(id);
    const gone = [kernel.tasks.patch(id, { one: 1 }), kernel.tasks.patch(id, { one: 2 })];
    expect(await Promise.all(gone.map(codeOf))).toEqual(["TASK_NOT_FOUND", "TASK_NOT_FOUND"]);
  });

  it("are all made again on the task of another process that was faster", async () => {
    const { kernel, counted, id } = await world();
    counted.refuse = 2;
    const posts = ["one", "two", "three"].map((name) => kernel.tasks.patch(id, { [name]: name, list: [name] }));
    const tasks = await Promise.all(posts);
    expect(tasks.map(({ data }) => data["list"])).toEqual([["one"], ["two"], ["three"]]);
    expect((await kernel.tasks.get(id))?.data).toMatchObject({ one: "one", two: "two", three: "three" });
  });

  it("are done before a run that is asked for after them, and others after it", async () => {
    const { kernel, id } = await world();
    const before = kernel.tasks.patch(id, { linesFile: ["before"] });
    const run = kernel.tasks.run(id);
    const after = kernel.tasks.patch(id, { linesFile: ["after"] });
    expect((await before).status).toBe("draft");
    expect((await run).data["linesFile"]).toEqual(["before"]);
    expect((await after).status).not.toBe("draft");
    await kernel.tasks.settled(id);
  });
});
