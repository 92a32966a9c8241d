import { afterAll, describe, it } from "vitest";
import { storageContract } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageUnderTest } from "./storages.js";

export function testStorageContract(storages: readonly StorageUnderTest[]): void {
  describe.each(storages)("storage contract: $name", ({ harness, end }) => {
    afterAll(end);

    for (const { name, requires, run } of storageContract) {
      if (requires === "reopen" && harness.reopen === undefined) continue;
      it(name, () => run(harness));
    }
  });
}
