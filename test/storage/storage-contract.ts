import { afterAll, describe, it } from "vitest";
import { storageContract } from "../../src/kernel/contracts/storage-contract.js";
import { POSTGRES_ON_A_POOL, STORAGES } from "./storages.js";

describe.each([...STORAGES, POSTGRES_ON_A_POOL])("storage contract: $name", ({ harness, cannotReopen, end }) => {
  afterAll(end);

  for (const { name, requires, run } of storageContract) {
    it(name, async (context) => {
      if (requires === "reopen" && cannotReopen !== undefined) context.skip(cannotReopen);
      await run(harness);
    });
  }
});
