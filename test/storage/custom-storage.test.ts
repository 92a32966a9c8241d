import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { storageContract } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";

const EXAMPLE = fileURLToPath(new URL("../../examples/custom-storage.mjs", import.meta.url));

describe("the example of a storage of one's own", () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-custom-"));
  const paths = new WeakMap<StorageAdapter, string>();
  let made = 0;
  afterAll(() => rmSync(folder, { recursive: true }));

  async function opened(path: string): Promise<StorageAdapter> {
    const { journalStorage }: { journalStorage(path: string): StorageAdapter } = await import(EXAMPLE);
    const storage = journalStorage(path);
    paths.set(storage, path);
    await storage.open();
    return storage;
  }

  const harness = {
    create() {
      made += 1;
      return opened(join(folder, `${made}.jsonl`));
    },
    async reopen(storage: StorageAdapter) {
      await storage.close();
      return opened(paths.get(storage) ?? "");
    },
  };

  it("has fewer than 100 lines", () => {
    expect(readFileSync(EXAMPLE, "utf8").split("\n").length).toBeLessThan(100);
  });

  for (const { name, run } of storageContract) it(name, () => run(harness));
});
