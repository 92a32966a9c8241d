import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createOutputFolder } from "../../src/adapters/folder/output.js";
import { fileOf, runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { claimedRun, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { Kernel, StorageAdapter } from "../../src/kernel/index.js";
import { laidOut } from "../../src/kernel/runs/laid-out.js";
import { silentLogger } from "../../src/kernel/values/logger.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { folderOfFile } from "../folders-of-file.js";
import { draft, echo, gate, ran, shared, startedKernel } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

it("what the store has and the output folder lacks is laid out again at the start", async () => {
  const root = join(folderOfFile(), "projects");
  const store = shared();
  const at = gate();
  const start = async (plugin = echo()) => {
    const [storage, cut] = store.side();
    const output = createOutputFolder({ root });
    const kernel = await startedKernel({ storage, providers: { output }, plugins: [plugin], logger: silentLogger });
    kernels.push(kernel);
    return { kernel, cut };
  };
  const first = await start();
  const whole = await draft(first.kernel, ["a", "b"]);
  await ran(first.kernel, whole._id);
  await first.kernel.stop();
  const second = await start(echo(at));
  const killed = await draft(second.kernel, ["a", "b"], { concurrency: 1 });
  await second.kernel.tasks.run(killed._id);
  at.open("a");
  await at.reached("b");
  second.cut.now = true;
  await second.kernel.stop().catch(() => {});

  const place = (id: string, path: string) => join(root, id, path);
  await rm(place(whole._id, "lines/a.txt"));
  await writeFile(place(whole._id, "lines/b.txt"), "cut o");
  // Of a task whose run was cut off the bytes count, and not the size alone.
  await writeFile(place(killed._id, "lines/a.txt"), "x");
  const leftover = place(killed._id, "lines/.scriptorium-4194305-0123456789abcdef.tmp");
  await writeFile(leftover, "half");
  await mkdir(place("other", "lines"), { recursive: true });

  await start();
  const text = (id: string, path: string) => readFile(place(id, path), "utf8").catch(() => "missing");
  await expect.poll(() => text(whole._id, "lines/a.txt")).toBe("a");
  await expect.poll(() => text(whole._id, "lines/b.txt")).toBe("b");
  await expect.poll(() => text(killed._id, "lines/a.txt")).toBe("a");
  await expect
    .poll(() => readdir(place(killed._id, "lines")))
    .not.toContain(".scriptorium-4194305-0123456789abcdef.tmp");
  // It may be another store's.
  expect(await readdir(root)).toContain("other");
});

/** A store with a task for each of the files, which have so many bytes. */
async function storeOf(sizes: readonly number[]): Promise<StorageAdapter> {
  const storage = memoryStorage();
  for (const [index, size] of sizes.entries()) {
    const task = taskNumber(index + 1, { status: "complete" });
    await storage.tasks.insert(task);
    const { _id, fence } = await claimedRun(storage, runOf(task._id));
    await storage.runs.write(_id, { files: [fileOf("a.txt", new Uint8Array(size).fill(index))] }, fence);
  }
  return storage;
}

/** An output folder that has nothing yet, and how many files were written to it at the same time at most. */
function counting(write: (taskId: string) => Promise<void> = async () => {}) {
  const seen = { writing: 0, most: 0, written: 0 };
  const output = {
    has: async () => false,
    async remove() {},
    async write(taskId: string) {
      seen.writing += 1;
      seen.most = Math.max(seen.most, seen.writing);
      // Others may begin.
      for (const _turn of upTo(100)) await Promise.resolve();
      await write(taskId).finally(() => {
        seen.writing -= 1;
      });
      seen.written += 1;
    },
  };
  return { seen, output };
}

it("files are laid out one after the other, or so many at the same time as wanted", async () => {
  const storage = await storeOf(upTo(20));
  for (const [atOnce, most] of [
    [undefined, 1],
    [8, 8],
    [50, 20],
  ] as const) {
    const { seen, output } = counting();
    expect(await laidOut(storage, output, {}, atOnce)).toBe(20);
    expect(seen).toEqual({ writing: 0, most, written: 20 });
  }
});

it("of large files few are in memory at the same time", async () => {
  const storage = await storeOf(upTo(6).map(() => 5 * 1024 * 1024));
  const { seen, output } = counting();
  expect(await laidOut(storage, output, {}, 64)).toBe(6);
  expect(seen).toEqual({ writing: 0, most: 2, written: 6 });
});

it("nothing is written any more when laying out has failed", async () => {
  const storage = await storeOf(upTo(20));
  const { seen, output } = counting(async (taskId) => {
    if (taskId === "task-2") throw new Error("no space");
  });
  await expect(laidOut(storage, output, {}, 5)).rejects.toThrow("no space");
  expect(seen).toEqual({ writing: 0, most: 5, written: 4 });
});
