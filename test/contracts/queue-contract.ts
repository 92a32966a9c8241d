import { describe, it } from "vitest";
import { type QueueHarness, queueContract } from "../../src/kernel/contracts/queue-contract.js";

/** A queue as the contract gets at it; `shared` says whether several processes have it in common. */
export interface QueueUnderTest extends QueueHarness {
  readonly name: string;
  readonly shared: boolean;
}

export function testQueueContract({ name, shared, ...harness }: QueueUnderTest): void {
  describe(`the queue ${name}`, () => {
    it.each(queueContract.filter(({ sharedOnly }) => shared || !sharedOnly))("$name", ({ run }) => run(harness));
  });
}
