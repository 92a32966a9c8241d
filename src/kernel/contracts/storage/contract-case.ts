import assert from "node:assert/strict";
import type { StorageAdapter } from "../../storage.js";

/** How the cases get at the storage they are for. */
export interface StorageHarness {
  /** A fresh storage, opened. The case closes it. */
  create(): Promise<StorageAdapter>;
  /** Closes the storage and opens what it left behind; absent where nothing outlives the process. */
  reopen?(storage: StorageAdapter): Promise<StorageAdapter>;
}

/** One promise of the contract. It throws when the storage does not keep it. */
export interface ContractCase {
  readonly name: string;
  /** What the harness must offer; without it the case cannot be run, and a runner counts it as skipped. */
  readonly requires?: "reopen";
  run(harness: StorageHarness): Promise<void>;
}

export function onFresh(name: string, check: (storage: StorageAdapter) => Promise<void>): ContractCase {
  return {
    name,
    async run(harness) {
      const storage = await harness.create();
      try {
        await check(storage);
      } finally {
        await storage.close();
      }
    },
  };
}

/** `before` returns what must hold in the storage after it was closed and opened again. */
export function acrossReopen(
  name: string,
  before: (storage: StorageAdapter) => Promise<(again: StorageAdapter) => Promise<void>>,
): ContractCase {
  return {
    name: `after reopening, ${name}`,
    requires: "reopen",
    async run(harness) {
      assert.ok(harness.reopen, "this case needs a harness that can reopen");
      const storage = await harness.create();
      const check = await before(storage);
      const again = await harness.reopen(storage);
      try {
        await check(again);
      } finally {
        await again.close();
      }
    },
  };
}
