import { describe, expect, it } from "vitest";
import { storageContract } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageAdapter, TaskStore } from "../../src/kernel/storage.js";
import { memoryStorage } from "../../src/storage/memory.js";

/** A memory storage whose tasks are read in another way. */
function storageWith(change: (tasks: TaskStore) => Partial<TaskStore>): StorageAdapter {
  const storage = memoryStorage();
  const { insert, get, replace, delete: remove, scan, count, groups } = storage.tasks;
  const tasks: TaskStore = { insert, get, replace, delete: remove, scan, count, groups };
  return { ...storage, tasks: { ...tasks, ...change(storage.tasks) } };
}

/** The cases that a storage fails. */
async function failed(create: () => StorageAdapter): Promise<string[]> {
  const names: string[] = [];
  for (const { name, requires, run } of storageContract) {
    if (requires !== undefined) continue;
    const opened = async () => {
      const storage = create();
      await storage.open();
      return storage;
    };
    await run({ create: opened }).catch(() => names.push(name));
  }
  return names;
}

describe("the contract of storages", () => {
  it("lets a storage pass that delivers more than a hint asks for", async () => {
    const overDelivering = () =>
      storageWith(({ scan, count }) => ({
        scan: (selection) => scan(selection),
        count: () => count(),
      }));
    expect(await failed(overDelivering)).toEqual([]);
  });

  it("lets no storage pass that leaves out a task that fits a hint", async () => {
    const underDelivering = () =>
      storageWith(({ scan, count }) => ({
        async *scan(selection, hint) {
          let isFirst = hint !== undefined;
          for await (const one of scan(selection, hint)) {
            if (!isFirst) yield one;
            isFirst = false;
          }
        },
        count: async (hint) => Math.max(0, (await count(hint)) - (hint === undefined ? 0 : 1)),
      }));
    expect(await failed(underDelivering)).toContain("a hint never leaves out a task that fits it");
  });

  it("lets no storage pass that is harmed by closing it twice", async () => {
    const closingOnce = () => {
      const storage = memoryStorage();
      let isClosed = false;
      return {
        ...storage,
        async close() {
          if (isClosed) throw new Error("It is closed.");
          isClosed = true;
          await storage.close();
        },
      };
    };
    expect(await failed(closingOnce)).toContain("closing twice, and twice at the same time, is safe");
  });
});
