import { describe, it } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { queueContract } from "../../src/kernel/contracts/queue-contract.js";

const QUEUES = [{ name: "in process", create: async (maxRunning: number) => inProcessQueue({ maxRunning }) }];

describe.each(QUEUES)("the queue $name", (harness) => {
  it.each(queueContract)("$name", ({ run }) => run(harness));
});
