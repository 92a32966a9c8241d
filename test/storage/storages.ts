import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageHarness } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

/** A storage as the tests that are for every storage get at it. */
export interface StorageUnderTest {
  readonly name: string;
  readonly harness: StorageHarness;
  /** Generated cases of a property: as many as run in some seconds. */
  readonly cases: number;
  /** Removes what the harness made. */
  end(): Promise<void>;
}

export type DurableStorage = StorageUnderTest & { readonly harness: Required<StorageHarness> };

export const DURABLE_STORAGES: readonly DurableStorage[] = [
  { name: "file", cases: 100, ...inFolder((path) => fileStorage({ path })) },
  { name: "sqlite in a file", cases: 100, ...inFolder((folder) => sqliteStorage({ path: `${folder}.db` })) },
];

export const MEMORY: StorageUnderTest = {
  name: "memory",
  cases: 500,
  harness: { create: () => opened(memoryStorage()) },
  async end() {},
};

export const IN_MEMORY: readonly StorageUnderTest[] = [
  MEMORY,
  {
    name: "sqlite in memory",
    cases: 500,
    harness: { create: () => opened(sqliteStorage({ path: ":memory:" })) },
    async end() {},
  },
];

/** Those that need nothing but this process; the one in Postgres is in `postgres-storages.ts`. */
export const STORAGES: readonly StorageUnderTest[] = [...IN_MEMORY, ...DURABLE_STORAGES];

/** Every storage of the harness is made at a path of its own below one temporary folder. */
function inFolder(make: (path: string) => StorageAdapter): Pick<DurableStorage, "harness" | "end"> {
  const paths = new WeakMap<StorageAdapter, string>();
  let folder: Promise<string> | undefined;
  let made = 0;
  const open = (path: string) => {
    const storage = make(path);
    paths.set(storage, path);
    return opened(storage);
  };
  return {
    harness: {
      async create() {
        folder ??= mkdtemp(join(tmpdir(), "scriptorium-storage-"));
        made += 1;
        return open(join(await folder, String(made)));
      },
      async reopen(storage) {
        await storage.close();
        return open(paths.get(storage) ?? "");
      },
    },
    async end() {
      if (folder !== undefined) await rm(await folder, { recursive: true });
      folder = undefined;
    },
  };
}

export async function opened(storage: StorageAdapter): Promise<StorageAdapter> {
  await storage.open();
  return storage;
}
