import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { testQueueContract } from "./queue-contract.js";

testQueueContract({ name: "in process", shared: false, create: async (limits) => inProcessQueue(limits) });
