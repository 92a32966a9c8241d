import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type StorageHarness, storageContract } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-storage-"));
});
afterAll(() => rm(folder, { recursive: true }));

const FORGETS = "what it holds ends with the process";

const storages: readonly { readonly name: string; readonly harness: StorageHarness; readonly cannotReopen?: string }[] =
  [
    { name: "memory", harness: { create: () => opened(memoryStorage()) }, cannotReopen: FORGETS },
    {
      name: "sqlite in memory",
      harness: { create: () => opened(sqliteStorage({ path: ":memory:" })) },
      cannotReopen: FORGETS,
    },
    { name: "sqlite in a file", harness: sqliteFiles() },
  ];

describe.each(storages)("storage contract: $name", ({ harness, cannotReopen }) => {
  for (const { name, requires, run } of storageContract) {
    it(name, async (context) => {
      if (requires === "reopen" && cannotReopen !== undefined) context.skip(cannotReopen);
      await run(harness);
    });
  }
});

function sqliteFiles(): StorageHarness {
  const paths = new WeakMap<StorageAdapter, string>();
  let files = 0;
  const open = (path: string) => {
    const storage = sqliteStorage({ path });
    paths.set(storage, path);
    return opened(storage);
  };
  return {
    create() {
      files += 1;
      return open(join(folder, `${files}.db`));
    },
    async reopen(storage) {
      await storage.close();
      return open(paths.get(storage) ?? "");
    },
  };
}

async function opened(storage: StorageAdapter): Promise<StorageAdapter> {
  await storage.open();
  return storage;
}
